//! Plain words for columns, numbers and spans of time.

use domain::runs::sql::Unit;
use serde_json::Value;

/// `assigned_to` and `assignedTo` as `assigned to`.
pub(super) fn label(name: &str) -> String {
    let mut words = String::new();
    let mut before = ' ';
    for sign in name.chars() {
        if sign.is_alphanumeric() {
            if sign.is_uppercase() && before.is_lowercase() {
                words.push(' ');
            }
            words.extend(sign.to_lowercase());
        } else if !words.ends_with(' ') {
            words.push(' ');
        }
        before = sign;
    }
    words.trim().to_owned()
}

/// What a cell shows: texts as they are, whole numbers without a point.
pub(super) fn shown(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) if text.trim().is_empty() => Some("(empty)".to_owned()),
        Value::String(text) => Some(shortened(text.trim())),
        Value::Bool(truth) => Some(if *truth { "yes" } else { "no" }.to_owned()),
        Value::Number(number) => number.as_f64().map(decimal),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// Long values would make a name unreadable.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// Numbers also where a database writes them as text.
pub(super) fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        Value::Bool(truth) => Some(f64::from(*truth)),
        _ => None,
    };
    number.filter(|number| number.is_finite())
}

/// With as many places as a reader needs: none from a hundred on, two at most below.
pub(super) fn decimal(number: f64) -> String {
    let size = number.abs();
    let places = if number.fract() == 0.0 || size >= 1_000.0 {
        0
    } else if size >= 100.0 {
        1
    } else if size >= 0.1 {
        2
    } else {
        4
    };
    let text = format!("{number:.places$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    grouped(if text == "-0" { "0" } else { text })
}

/// With a comma between thousands.
fn grouped(text: &str) -> String {
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (whole, fraction) = rest.split_once('.').map_or((rest, None), |(whole, fraction)| (whole, Some(fraction)));
    let mut out = String::from(sign);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 && whole.len() > 3 {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// `0.674` as `67%`.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let places = usize::from(percent.abs() < 10.0 && (percent - percent.round()).abs() >= 0.05);
    format!("{percent:.places$}%")
}

/// `2024-03-01…` as `March 2024`, by the span that begins there.
pub(super) fn span(start: &str, unit: Unit) -> String {
    const MONTHS: [&str; 12] = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ];
    let mut parts = start.get(..10).unwrap_or(start).split('-');
    let (Some(year), Some(month), Some(_)) =
        (parts.next(), parts.next().and_then(|part| part.parse::<usize>().ok()), parts.next())
    else {
        return start.to_owned();
    };
    match (unit, MONTHS.get(month.wrapping_sub(1))) {
        (Unit::Year, _) => year.to_owned(),
        (Unit::Quarter, _) => format!("quarter {} of {year}", month.div_ceil(3)),
        (Unit::Month, Some(name)) => format!("{name} {year}"),
        (Unit::Week, _) => format!("the week of {}", &start[..10]),
        _ => start.get(..10).unwrap_or(start).to_owned(),
    }
}

/// The first letter of a sentence.
pub(super) fn capitalised(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn columns_and_numbers_read_like_words() {
        for (name, expected) in
            [("assigned_to", "assigned to"), ("assignedTo", "assigned to"), ("Order-No.", "order no"), ("ID", "id")]
        {
            assert_eq!(label(name), expected);
        }
        for (given, expected) in [
            (0.0, "0"),
            (3.0, "3"),
            (1234.0, "1,234"),
            (1_234_567.8, "1,234,568"),
            (12.345, "12.35"),
            (-0.05, "-0.05"),
            (150.24, "150.2"),
            (-1234.5, "-1,234"),
            (0.5, "0.5"),
        ] {
            assert_eq!(decimal(given), expected, "{given}");
        }
        for (given, expected) in [(0.674, "67%"), (0.05, "5%"), (0.056, "5.6%"), (1.0, "100%"), (0.0, "0%")] {
            assert_eq!(percent(given), expected);
        }
        assert_eq!(shown(&json!("  Hull ")), Some("Hull".into()));
        assert_eq!((shown(&json!(2.0)), shown(&json!(null)), number(&json!("2.5"))), (Some("2".into()), None, Some(2.5)));
        assert_eq!(span("2024-03-01T00:00:00", Unit::Month), "March 2024");
        assert_eq!(span("2024-04-01", Unit::Quarter), "quarter 2 of 2024");
    }
}
