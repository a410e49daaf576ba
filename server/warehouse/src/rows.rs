//! Gathers an answer as far as the limits let it, and makes JSON of what databases write as text.

use domain::tools::warehouse::{QueryLimits, Rows};
use serde_json::{Number, Value};
use std::time::Instant;

/// An answer in the making.
pub(crate) struct Gathering {
    rows: Rows,
    began: Instant,
    most_rows: usize,
    bytes_left: usize,
}

impl Gathering {
    pub(crate) fn new(columns: Vec<String>, limits: &QueryLimits) -> Self {
        Self::since(Instant::now(), columns, limits)
    }

    pub(crate) fn since(began: Instant, columns: Vec<String>, limits: &QueryLimits) -> Self {
        let rows = Rows { columns, ..Rows::default() };
        Self { rows, began, most_rows: limits.rows, bytes_left: limits.bytes }
    }

    /// Takes a row, unless there are enough; then it says so and wants no more.
    pub(crate) fn push(&mut self, row: Vec<Value>) -> bool {
        let weight = 2 + row.iter().map(|value| weight(value) + 1).sum::<usize>();
        if self.rows.rows.len() >= self.most_rows || weight > self.bytes_left {
            self.rows.truncated = true;
            return false;
        }
        self.bytes_left -= weight;
        self.rows.bytes = self.rows.bytes.saturating_add(weight as u64);
        self.rows.rows.push(row);
        true
    }

    /// What the database charges for.
    pub(crate) fn billed(&mut self, bytes: u64) {
        self.rows.billed_bytes = Some(bytes);
    }

    /// There was more than the limits let through.
    pub(crate) const fn cut(&mut self) {
        self.rows.truncated = true;
    }

    pub(crate) fn done(mut self) -> Rows {
        self.rows.elapsed_ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.rows
    }
}

/// About how long a value is as JSON.
fn weight(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) => 5,
        Value::Number(number) => number.as_f64().map_or(20, |_| 12),
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().map(|item| weight(item) + 1).sum::<usize>() + 2,
        Value::Object(fields) => fields.iter().map(|(name, value)| name.len() + 4 + weight(value)).sum::<usize>() + 2,
    }
}

/// What a text of a database stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer,
    Float,
    Decimal,
    Truth,
    Json,
    /// A day and a time with a space between them.
    Moment,
    Text,
}

pub(crate) fn from_text(text: &str, kind: Kind) -> Value {
    match kind {
        Kind::Integer => integer(text),
        Kind::Float => text.parse().map_or_else(|_| Value::from(text), float),
        Kind::Decimal => decimal(text),
        Kind::Truth => match text {
            "t" | "true" | "1" => Value::Bool(true),
            "f" | "false" | "0" => Value::Bool(false),
            _ => Value::from(text),
        },
        Kind::Json => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
        Kind::Moment => Value::from(moment(text)),
        Kind::Text => Value::from(text),
    }
}

fn integer(text: &str) -> Value {
    let signed = text.parse::<i64>().map(Value::from);
    signed.or_else(|_| text.parse::<u64>().map(Value::from)).unwrap_or_else(|_| Value::from(text))
}

pub(crate) fn float(number: f64) -> Value {
    Number::from_f64(number).map_or_else(|| Value::from(number.to_string()), Value::Number)
}

/// A number where a double holds every digit of it, else its text.
pub(crate) fn decimal(text: &str) -> Value {
    let digits = text.chars().filter(char::is_ascii_digit).skip_while(|digit| *digit == '0').count();
    if digits > 15 {
        return Value::from(text);
    }
    if !text.contains(['.', 'e', 'E']) {
        return integer(text);
    }
    text.parse().map_or_else(|_| Value::from(text), float)
}

/// `2024-05-01 12:30:00+00` as ISO 8601 has it.
fn moment(text: &str) -> String {
    let Some((day, time)) = text.split_once(' ').filter(|(day, _)| day.len() >= 10) else { return text.to_owned() };
    let zoned = time.len() > 3 && matches!(time.as_bytes()[time.len() - 3], b'+' | b'-');
    if zoned { format!("{day}T{time}:00") } else { format!("{day}T{time}") }
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> Value {
    use std::fmt::Write as _;
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing into a String cannot fail.
        write!(text, "{byte:02x}").ok();
    }
    Value::from(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_become_what_they_stand_for() {
        let cases = [
            ("12", Kind::Integer, json!(12)),
            ("18446744073709551615", Kind::Integer, json!(u64::MAX)),
            ("1.50", Kind::Decimal, json!(1.5)),
            ("12345678901234567.89", Kind::Decimal, json!("12345678901234567.89")),
            ("NaN", Kind::Decimal, json!("NaN")),
            ("2", Kind::Decimal, json!(2)),
            ("1e3", Kind::Float, json!(1000.0)),
            ("t", Kind::Truth, json!(true)),
            ("{\"a\": [1]}", Kind::Json, json!({"a": [1]})),
            ("2024-05-01 12:30:00+00", Kind::Moment, json!("2024-05-01T12:30:00+00:00")),
            ("2024-05-01 12:30:00.25", Kind::Moment, json!("2024-05-01T12:30:00.25")),
            ("infinity", Kind::Moment, json!("infinity")),
        ];
        for (text, kind, value) in cases {
            assert_eq!(from_text(text, kind), value, "{text}");
        }
    }

    #[test]
    fn an_answer_ends_at_its_limits() {
        let limits = QueryLimits { rows: 2, ..QueryLimits::default() };
        let mut gathering = Gathering::new(vec!["a".to_owned()], &limits);
        assert!(gathering.push(vec![json!(1)]) && gathering.push(vec![json!(2)]) && !gathering.push(vec![json!(3)]));
        let rows = gathering.done();
        assert_eq!((rows.rows.len(), rows.truncated), (2, true));

        let limits = QueryLimits { bytes: 100, ..QueryLimits::default() };
        let mut gathering = Gathering::new(vec!["a".to_owned()], &limits);
        assert!(gathering.push(vec![json!("x".repeat(60))]) && !gathering.push(vec![json!("x".repeat(60))]));
        assert!(gathering.done().truncated);
    }
}
