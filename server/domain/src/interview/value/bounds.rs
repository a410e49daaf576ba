//! In what a number counts, and how small and large it may be.

use protocol::interview::ObligationTemplate;
use serde_json::{Value, json};

/// A number in the unit of its obligation, unless another one was named with it.
pub(super) fn in_unit(template: &ObligationTemplate, number: Value) -> Value {
    let Some(unit) = &template.unit else { return number };
    match number {
        Value::Object(mut fields) => {
            if fields.get("unit").and_then(Value::as_str).is_none_or(|named| is_same_unit(unit, named)) {
                fields.insert("unit".to_owned(), json!(unit));
            }
            Value::Object(fields)
        }
        plain => json!({"value": plain, "unit": unit}),
    }
}

/// Whether a number, or both ends of a range, lie within what the obligation takes. What counts in another unit cannot be compared.
#[must_use]
pub fn is_within_bounds(template: &ObligationTemplate, value: &Value) -> bool {
    let named = value.get("unit").and_then(Value::as_str);
    if let (Some(unit), Some(named)) = (&template.unit, named)
        && !is_same_unit(unit, named)
    {
        return true;
    }
    let [least, most] = [&template.min, &template.max].map(|bound| bound.as_ref().and_then(serde_json::Number::as_f64));
    let fits = |number: f64| least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most);
    match value {
        Value::Object(fields) => ["value", "min", "max"].iter().filter_map(|part| fields.get(*part)?.as_f64()).all(fits),
        plain => plain.as_f64().is_none_or(fits),
    }
}

/// "Person" and "persons", "€" and "EUR".
fn is_same_unit(one: &str, other: &str) -> bool {
    let plain = |unit: &str| {
        let unit = unit.trim().to_lowercase();
        match unit.as_str() {
            "€" => "eur".to_owned(),
            "$" => "usd".to_owned(),
            "£" => "gbp".to_owned(),
            "¥" => "jpy".to_owned(),
            name => name.strip_suffix('s').unwrap_or(name).to_owned(),
        }
    };
    plain(one) == plain(other)
}
