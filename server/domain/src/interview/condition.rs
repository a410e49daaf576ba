//! `satisfiedWhen`: when a value is good enough (seed 000, ObligationTemplate).
//!
//! ```text
//! condition  = all { "or" all }
//! all        = one { "and" one }
//! one        = "(" condition ")" | "not" one | "value" "is" ["not"] "set" | subject operator literal
//! subject    = "confidence" | "value"
//! operator   = ">=" | "<=" | ">" | "<" | "==" | "=" | "!="
//! literal    = number | 'text' | "text" | true | false
//! ```

use protocol::Confidence;
use serde_json::Value;
use std::cmp::Ordering;

/// A condition that was read.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    ValueIsSet,
    Confidence(Operator, f64),
    Value(Operator, Value),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    AtLeast,
    AtMost,
    More,
    Less,
    Equal,
    Unequal,
}

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    /// What cannot be read and where, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let words = words(text)?;
        let mut reader = Reader { words: &words, at: 0, depth: 0 };
        let condition = reader.any()?;
        match reader.words.get(reader.at) {
            None => Ok(condition),
            Some(word) => Err(format!("cannot read “{}” after a complete condition", word.describe())),
        }
    }

    #[must_use]
    pub fn holds(&self, confidence: Confidence, value: Option<&Value>) -> bool {
        match self {
            Self::ValueIsSet => value.is_some_and(is_set),
            Self::Confidence(operator, limit) => operator.holds(confidence.get().partial_cmp(limit)),
            Self::Value(operator, wanted) => match value {
                Some(value) => operator.holds(compare(operator.side(value), wanted)),
                None => false,
            },
            Self::Not(one) => !one.holds(confidence, value),
            Self::All(every) => every.iter().all(|one| one.holds(confidence, value)),
            Self::Any(some) => some.iter().any(|one| one.holds(confidence, value)),
        }
    }
}

impl Operator {
    /// The part of a structured value that is compared: the number or day of a value in words, of a range the end that decides
    /// (a range is at least 10 if its least is, and at most 10 if its most is; it equals nothing but itself).
    fn side(self, value: &Value) -> &Value {
        let Value::Object(fields) = value else { return value };
        let part = |name: &str| fields.get(name).filter(|part| !part.is_null());
        if let Some(plain) = part("value") {
            return plain;
        }
        let (least, most) = (["min", "date"], ["max", "end", "date"]);
        let end = |names: &[&str]| names.iter().find_map(|name| part(name));
        let found = match self {
            Self::AtLeast | Self::More => end(&least),
            Self::AtMost | Self::Less if fields.contains_key("min") => part("max"),
            Self::AtMost | Self::Less => end(&most),
            Self::Equal | Self::Unequal => {
                let (first, last) = (end(&least), end(&most));
                first.filter(|_| first == last).or_else(|| part("text").filter(|_| fields.len() == 1))
            }
        };
        found.unwrap_or(&Value::Null)
    }

    /// Values that cannot be compared are unequal and neither more nor less.
    fn holds(self, ordering: Option<Ordering>) -> bool {
        match self {
            Self::AtLeast => matches!(ordering, Some(Ordering::Greater | Ordering::Equal)),
            Self::AtMost => matches!(ordering, Some(Ordering::Less | Ordering::Equal)),
            Self::More => ordering == Some(Ordering::Greater),
            Self::Less => ordering == Some(Ordering::Less),
            Self::Equal => ordering == Some(Ordering::Equal),
            Self::Unequal => ordering != Some(Ordering::Equal),
        }
    }
}

fn is_set(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

fn compare(value: &Value, wanted: &Value) -> Option<Ordering> {
    match (value, wanted) {
        (Value::Bool(held), Value::Bool(wanted)) => Some(held.cmp(wanted)),
        (Value::Array(items), wanted) => {
            items.iter().any(|item| compare(item, wanted) == Some(Ordering::Equal)).then_some(Ordering::Equal)
        }
        (held, Value::Number(wanted)) => number(held)?.partial_cmp(&wanted.as_f64()?),
        (Value::String(held), Value::String(wanted)) => Some(held.trim().to_lowercase().cmp(&wanted.trim().to_lowercase())),
        _ => None,
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())
}

#[derive(Clone, Debug, PartialEq)]
enum Word {
    Name(String),
    Literal(Value),
    Operator(Operator),
    Open,
    Close,
}

impl Word {
    fn describe(&self) -> String {
        match self {
            Self::Name(name) => name.clone(),
            Self::Literal(value) => value.to_string(),
            Self::Operator(_) => "a comparison".into(),
            Self::Open => "(".into(),
            Self::Close => ")".into(),
        }
    }

    fn is(&self, wanted: &str) -> bool {
        matches!(self, Self::Name(name) if name.eq_ignore_ascii_case(wanted))
    }
}

fn words(text: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let (word, length) = match first {
            '(' => (Word::Open, 1),
            ')' => (Word::Close, 1),
            '>' | '<' | '=' | '!' => operator(rest)?,
            '\'' | '"' => quoted(rest, first)?,
            _ if first.is_ascii_digit() || first == '-' || first == '.' => literal(rest)?,
            _ if first.is_alphabetic() || first == '_' => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                let name = &rest[..end];
                let word = match name.to_ascii_lowercase().as_str() {
                    "true" => Word::Literal(Value::Bool(true)),
                    "false" => Word::Literal(Value::Bool(false)),
                    _ => Word::Name(name.to_owned()),
                };
                (word, end)
            }
            other => return Err(format!("cannot read “{other}”")),
        };
        words.push(word);
        rest = rest[length..].trim_start();
    }
    Ok(words)
}

fn operator(rest: &str) -> Result<(Word, usize), String> {
    const ALL: [(&str, Operator); 7] = [
        (">=", Operator::AtLeast),
        ("<=", Operator::AtMost),
        ("==", Operator::Equal),
        ("!=", Operator::Unequal),
        (">", Operator::More),
        ("<", Operator::Less),
        ("=", Operator::Equal),
    ];
    ALL.iter()
        .find(|(sign, _)| rest.starts_with(sign))
        .map(|(sign, operator)| (Word::Operator(*operator), sign.len()))
        .ok_or_else(|| "cannot read “!” alone, write “!=”".to_owned())
}

fn quoted(rest: &str, quote: char) -> Result<(Word, usize), String> {
    let inner = &rest[1..];
    let end = inner.find(quote).ok_or_else(|| format!("a text that begins with {quote} does not end"))?;
    Ok((Word::Literal(Value::String(inner[..end].to_owned())), end + 2))
}

fn literal(rest: &str) -> Result<(Word, usize), String> {
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '-').unwrap_or(rest.len());
    let number = rest[..end].parse::<f64>().map_err(|_| format!("“{}” is not a number", &rest[..end]))?;
    let value = serde_json::Number::from_f64(number).ok_or_else(|| "the number is out of range".to_owned())?;
    Ok((Word::Literal(Value::Number(value)), end))
}

struct Reader<'a> {
    words: &'a [Word],
    at: usize,
    /// Hostile nesting must end in a refusal, not in a full stack.
    depth: u8,
}

impl Reader<'_> {
    fn any(&mut self) -> Result<Condition, String> {
        let mut some = vec![self.all()?];
        while self.take("or") {
            some.push(self.all()?);
        }
        Ok(if some.len() == 1 { some.remove(0) } else { Condition::Any(some) })
    }

    fn all(&mut self) -> Result<Condition, String> {
        let mut every = vec![self.one()?];
        while self.take("and") {
            every.push(self.one()?);
        }
        Ok(if every.len() == 1 { every.remove(0) } else { Condition::All(every) })
    }

    fn one(&mut self) -> Result<Condition, String> {
        self.depth += 1;
        if self.depth > 32 {
            return Err("the condition is nested too deeply".into());
        }
        let condition = if self.take("not") {
            Condition::Not(Box::new(self.one()?))
        } else if self.words.get(self.at) == Some(&Word::Open) {
            self.at += 1;
            let inner = self.any()?;
            match self.words.get(self.at) {
                Some(Word::Close) => self.at += 1,
                _ => return Err("a “(” is not closed".into()),
            }
            inner
        } else if self.take("confidence") {
            let operator = self.operator()?;
            match self.literal()? {
                Value::Number(number) => Condition::Confidence(operator, fraction(&number)?),
                other => return Err(format!("confidence is compared with a number, not with {other}")),
            }
        } else if self.take("value") {
            self.about_value()?
        } else {
            return Err(match self.words.get(self.at) {
                Some(word) => format!("cannot read “{}”: expected confidence or value", word.describe()),
                None => "the condition ends too early".into(),
            });
        };
        self.depth -= 1;
        Ok(condition)
    }

    fn about_value(&mut self) -> Result<Condition, String> {
        if self.take("is") {
            let not = self.take("not");
            if !self.take("set") {
                return Err("after “value is” comes “set” or “not set”".into());
            }
            return Ok(if not { Condition::Not(Box::new(Condition::ValueIsSet)) } else { Condition::ValueIsSet });
        }
        Ok(Condition::Value(self.operator()?, self.literal()?))
    }

    fn take(&mut self, name: &str) -> bool {
        let found = self.words.get(self.at).is_some_and(|word| word.is(name));
        self.at += usize::from(found);
        found
    }

    fn operator(&mut self) -> Result<Operator, String> {
        match self.words.get(self.at) {
            Some(Word::Operator(operator)) => {
                self.at += 1;
                Ok(*operator)
            }
            _ => Err("a comparison (>=, <=, >, <, ==, !=) is missing".into()),
        }
    }

    fn literal(&mut self) -> Result<Value, String> {
        match self.words.get(self.at) {
            Some(Word::Literal(value)) => {
                self.at += 1;
                Ok(value.clone())
            }
            _ => Err("a number, a 'text', true or false is missing after the comparison".into()),
        }
    }
}

fn fraction(number: &serde_json::Number) -> Result<f64, String> {
    number.as_f64().filter(|number| (0.0..=1.0).contains(number)).ok_or_else(|| "confidence lies between 0 and 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn conditions_hold_or_not() {
        for (text, confidence, value, holds) in [
            ("confidence >= 0.8", 0.80, None, true),
            ("confidence >= 0.8", 0.79, Some(json!("x")), false),
            ("value is set", 0.0, Some(json!("x")), true),
            ("value is set", 1.0, Some(json!("  ")), false),
            ("value is set", 1.0, Some(json!([])), false),
            ("value is set", 1.0, None, false),
            ("value is not set", 1.0, None, true),
            ("value is set and confidence >= 0.5", 0.5, Some(json!(3)), true),
            ("confidence > 0.9 or value == 'yes'", 0.2, Some(json!("Yes ")), true),
            ("not value = 'no' and confidence >= 0.4", 0.4, Some(json!("yes")), true),
            ("(value >= 10 and value < 20) or confidence >= 0.95", 0.1, Some(json!(10)), true),
            ("(value >= 10 and value < 20) or confidence >= 0.95", 0.1, Some(json!({"value": 20, "unit": "people"})), false),
            ("value != \"none\"", 0.1, Some(json!("some")), true),
            ("value == 'b'", 0.1, Some(json!(["a", "b"])), true),
            ("value == true", 0.1, Some(json!(true)), true),
            ("value >= '2026-01-01'", 0.1, Some(json!({"date": "2026-06-30", "text": "end of Q2"})), true),
            ("value < '2026-01-01'", 0.1, Some(json!({"date": "2026-06-30", "text": "end of Q2"})), false),
            ("value <= '2026-06-30'", 0.1, Some(json!({"date": "2026-04-01", "end": "2026-07-30"})), false),
            ("value <= '2026-06-30'", 0.1, Some(json!({"date": "2026-04-01", "end": "2026-06-30"})), true),
            ("value == '2026-06-30'", 0.1, Some(json!({"date": "2026-06-30", "text": "end of Q2"})), true),
            ("value >= 10", 0.1, Some(json!({"min": 10, "max": 20, "unit": "people"})), true),
            ("value > 10", 0.1, Some(json!({"min": 10, "max": 20})), false),
            ("value <= 15", 0.1, Some(json!({"min": 10, "max": 20})), false),
            ("value <= 20", 0.1, Some(json!({"min": 10, "max": 20})), true),
            ("value <= 20", 0.1, Some(json!({"min": 10, "max": null})), false),
            ("value >= 10", 0.1, Some(json!({"max": 20})), false),
            ("value == 10", 0.1, Some(json!({"min": 10, "max": 20})), false),
            ("value == 10", 0.1, Some(json!({"min": 10, "max": 10})), true),
            ("value == 'soon'", 0.1, Some(json!({"text": "Soon"})), true),
            ("CONFIDENCE >= 0.8 AND Value Is Set", 0.9, Some(json!("x")), true),
        ] {
            let condition = Condition::parse(text).expect(text);
            assert_eq!(condition.holds(Confidence::new(confidence), value.as_ref()), holds, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for text in [
            "", "  ", "confidence", "confidence >=", "confidence >= high", "confidence >= 8", "confidence >= '0.8'", "value is",
            "value is nice", "value", "value > ", "confidence >= 0.8 and", "(confidence >= 0.8", "confidence >= 0.8)",
            "confidence >= 0.8 confidence", "confidense >= 0.8", "value == 'open", "value ! 3",
            "confidence >= 0.8; drop table x", "confidence => 0.8", "1..2 = value",
        ] {
            assert!(Condition::parse(text).is_err(), "{text:?} was read");
        }
        assert!(Condition::parse(&"(".repeat(10_000)).is_err());
        assert!(Condition::parse(&"not ".repeat(10_000)).is_err());
    }
}
