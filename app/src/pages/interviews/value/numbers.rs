//! A number as it is entered: one, or from one to another, in the unit that is known of it.

use super::read_entry;
use crate::words;
use protocol::interview::{ObligationTemplate, WidgetType};
use serde_json::{Map, Number, Value};

/// The kind of entry that has two ends.
pub(crate) const RANGE: &str = "range";

/// What the fields of a number hold. In a form they are `value` and, in this order, `values`: which kind, and where it ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NumberFields {
    pub(crate) first: String,
    pub(crate) is_range: bool,
    pub(crate) last: String,
    /// In what a held number counts.
    pub(crate) unit: Option<String>,
}

impl NumberFields {
    /// What they begin with when a value is held; the unit is that of the question where the value names none.
    pub(crate) fn from_value(held: Option<&Value>, declared: Option<&str>) -> Self {
        let part = |name: &str| held.and_then(|value| value.get(name));
        let number = |name: &str| part(name).filter(|part| part.is_number()).map(Value::to_string);
        let unit = part("unit").and_then(Value::as_str).or(declared).map(str::to_owned);
        match (number("value"), number("min"), number("max")) {
            (None, Some(first), Some(last)) => Self { first, is_range: true, last, unit },
            (None, Some(first), None) | (None, None, Some(first)) | (Some(first), ..) => Self { first, unit, ..Self::default() },
            (None, None, None) => Self { first: held.map(super::entry).unwrap_or_default(), unit, ..Self::default() },
        }
    }

    /// What was entered where `held` stood: its unit stays.
    pub(crate) fn read(value: &str, values: &[String], held: Option<&Value>, declared: Option<&str>) -> Self {
        let part = |at: usize| values.get(at).cloned().unwrap_or_default();
        Self { first: value.to_owned(), is_range: part(0) == RANGE, last: part(1), unit: Self::from_value(held, declared).unit }
    }

    /// The value that they mean, or what is wrong with them.
    pub(crate) fn value(&self) -> Result<Value, &'static str> {
        let first = read_entry(WidgetType::Number, &self.first)?;
        if !self.is_range {
            return Ok(match &self.unit {
                None => first,
                Some(unit) => {
                    let words = with_unit(&first.to_string(), unit);
                    build_object([("value", first), ("unit", unit.as_str().into()), ("text", words.into())])
                }
            });
        }
        let last = read_entry(WidgetType::Number, &self.last)?;
        if first.as_f64() >= last.as_f64() {
            return Err(words::widget::NO_RANGE);
        }
        let words = words::widget::range(&first.to_string(), &last.to_string());
        let words = self.unit.as_ref().map_or_else(|| words.clone(), |unit| with_unit(&words, unit));
        let mut value = build_object([("min", first), ("max", last), ("text", words.into())]);
        if let (Some(unit), Value::Object(parts)) = (&self.unit, &mut value) {
            parts.insert("unit".to_owned(), unit.as_str().into());
        }
        Ok(value)
    }
}

/// The bounds of a question that a number, or an end of a range, lies beyond. What counts in another unit cannot be compared.
pub(crate) fn exceeded_bounds(template: &ObligationTemplate, value: &Value) -> Option<String> {
    let unit = value.get("unit").and_then(Value::as_str);
    if unit.is_some() && unit != template.unit.as_deref() {
        return None;
    }
    let [least, most] = [&template.min, &template.max].map(|bound| bound.as_ref().and_then(Number::as_f64));
    let fits = |number: f64| least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most);
    let ends = ["value", "min", "max"].into_iter().filter_map(|part| value.get(part));
    let is_within = ends.chain([value]).filter_map(Value::as_f64).all(fits);
    if is_within { None } else { template.describe_bounds() }
}

fn build_object<const N: usize>(parts: [(&str, Value); N]) -> Value {
    Value::Object(parts.into_iter().map(|(name, part)| (name.to_owned(), part)).collect::<Map<_, _>>())
}

/// A number or range that was kept without the words for it; none where it is neither.
pub(crate) fn describe(parts: &Map<String, Value>) -> Option<String> {
    let number = |name: &str| parts.get(name).filter(|part| part.is_number()).map(Value::to_string);
    let words = match (number("value"), number("min"), number("max")) {
        (Some(one), ..) => one,
        (None, Some(first), Some(last)) => words::widget::range(&first, &last),
        (None, Some(least), None) => words::widget::at_least(&least),
        (None, None, Some(most)) => words::widget::at_most(&most),
        (None, None, None) => return None,
    };
    Some(match parts.get("unit").and_then(Value::as_str) {
        Some(unit) => with_unit(&words, unit),
        None => words,
    })
}

/// "12 people", "12%", "$12".
fn with_unit(number: &str, unit: &str) -> String {
    match unit {
        "$" | "€" | "£" | "¥" if number.starts_with(|first: char| first.is_ascii_digit()) => format!("{unit}{number}"),
        "%" => format!("{number}%"),
        _ => format!("{number} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{NumberFields, exceeded_bounds};
    use protocol::interview::ObligationTemplate;
    use serde_json::{Value, json};

    /// The values with commas between them.
    fn read(value: &str, values: &str, held: &Value) -> Result<Value, &'static str> {
        let values: Vec<String> = values.split(',').map(str::to_owned).collect();
        NumberFields::read(value, &values, Some(held), None).value()
    }

    #[test]
    fn a_number_is_one_or_a_range_and_keeps_its_unit() {
        let people = json!({"value": 12, "unit": "people", "text": "about 12 people"});
        for (value, values, held, number) in [
            ("24", "", json!(null), json!(24)),
            ("24", "one,", json!(12), json!(24)),
            ("20", "range,30", json!(null), json!({"min": 20, "max": 30, "text": "20 to 30"})),
            ("14", "one,30", people.clone(), json!({"value": 14, "unit": "people", "text": "14 people"})),
            ("20", "range,30", people, json!({"min": 20, "max": 30, "unit": "people", "text": "20 to 30 people"})),
            ("20", "one", json!({"value": 1, "unit": "$"}), json!({"value": 20, "unit": "$", "text": "$20"})),
        ] {
            assert_eq!(read(value, values, &held), Ok(number), "{value} {values}");
        }
        for (value, values) in [("", "range,30"), ("20", "range,"), ("30", "range,20"), ("20", "range,20"), ("20", "range,many")]
        {
            assert!(read(value, values, &json!(null)).is_err(), "{value} {values}");
        }
    }

    #[test]
    fn what_is_held_comes_back_into_the_fields() {
        let range = NumberFields::from_value(Some(&json!({"min": 20, "max": 30, "unit": "chairs"})), Some("seats"));
        assert_eq!((range.first.as_str(), range.last.as_str(), range.is_range), ("20", "30", true));
        assert_eq!(range.unit.as_deref(), Some("chairs"));
        for (held, first) in [(json!(24), "24"), (json!({"value": 140, "text": "about 140"}), "140"), (json!({"min": 5}), "5")] {
            assert_eq!(
                NumberFields::from_value(Some(&held), None),
                NumberFields { first: first.to_owned(), ..NumberFields::default() }
            );
        }
        assert_eq!(NumberFields::from_value(None, None), NumberFields::default());
    }

    #[test]
    fn an_entry_has_the_unit_of_its_question_and_stays_within_its_bounds() {
        let question = json!({
            "key": "team", "fieldPath": "team", "prompt": "How many?", "collectionType": "direct_question",
            "widgetType": "number", "priority": 5, "unit": "people", "min": 1, "max": 500
        });
        let template: ObligationTemplate = serde_json::from_value(question).expect("a template");
        let read = |value: &str, values: &str| {
            let values: Vec<String> = values.split(',').map(str::to_owned).collect();
            NumberFields::read(value, &values, None, template.unit.as_deref()).value().expect("a number")
        };
        assert_eq!(read("24", ""), json!({"value": 24, "unit": "people", "text": "24 people"}));
        for (value, values, is_within) in [
            ("1", "", true),
            ("500", "", true),
            ("0.5", "", false),
            ("501", "", false),
            ("20", "range,30", true),
            ("20", "range,900", false),
            ("0", "range,30", false),
        ] {
            let bounds = exceeded_bounds(&template, &read(value, values));
            assert_eq!(bounds.as_deref(), (!is_within).then_some("from 1 to 500 people"), "{value} {values}");
        }
        assert_eq!(exceeded_bounds(&template, &json!(900)).as_deref(), Some("from 1 to 500 people"));
        assert_eq!(exceeded_bounds(&template, &json!({"value": 900, "unit": "teams"})), None);
    }
}
