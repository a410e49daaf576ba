//! What is sent beside "Yes, that's right" where scripts are off: the fields go along, so that nothing changed in them is lost.

use super::{WidgetForm, chosen, dates::DateFields, entry, numbers::NumberFields};
use crate::words;
use protocol::interview::{ObligationTemplate, WidgetType};
use serde_json::Value;

/// Whether the button beside a value that is read back was pressed.
pub(super) fn is_confirmation(form: &WidgetForm) -> bool {
    words::widget::CONFIRM.iter().any(|(_, says)| *says == form.text)
}

/// Whether the fields are as they were when they began with what is held. One of them may begin empty, where it cannot hold the value.
pub(super) fn is_unchanged(form: &WidgetForm, template: &ObligationTemplate, held: Option<&Value>) -> bool {
    let untouched = form.value.trim().is_empty();
    match template.widget_type {
        WidgetType::Choice => untouched,
        WidgetType::Multiselect => {
            let before = chosen(held);
            template.options.iter().all(|one| before.contains(&one.value) == form.values.contains(&one.value))
        }
        WidgetType::Date => {
            let is_empty = untouched && form.values.iter().all(String::is_empty);
            is_empty || DateFields::read(&form.value, &form.values) == DateFields::from_value(held)
        }
        WidgetType::Number => {
            let unit = template.unit.as_deref();
            untouched || NumberFields::read(&form.value, &form.values, held, unit) == NumberFields::from_value(held, unit)
        }
        WidgetType::Text => {
            let before = held.map(entry).unwrap_or_default();
            untouched || form.value.split_whitespace().eq(before.split_whitespace())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{WidgetForm, is_unchanged};
    use protocol::interview::ObligationTemplate;
    use serde_json::{Value, json};

    #[test]
    fn what_is_sent_beside_a_confirmation_counts_only_if_it_is_another_value() {
        let options = json!(["coffee", "cake", "lunch"]);
        let quarter = json!({"date": "2027-06-30", "text": "Q2 2027"});
        let about = json!({"value": 140, "text": "about 140"});
        let range = json!({"min": 20, "max": 30});
        for (widget, held, value, values, unchanged) in [
            ("choice", json!("cake"), "", "", true),
            ("choice", json!("cake"), "coffee", "", false),
            ("multiselect", json!(["cake", "coffee"]), "", "coffee,cake,", true),
            ("multiselect", json!(["cake", "coffee"]), "", "coffee,cake,lunch", false),
            ("multiselect", json!(["cake"]), "", "", false),
            ("number", about.clone(), "140", "one,", true),
            ("number", about.clone(), "140", "", true),
            ("number", about.clone(), "150", "one,", false),
            ("number", about, "140", "range,150", false),
            ("number", range.clone(), "20", "range,30", true),
            ("number", range.clone(), "20", "range,40", false),
            ("number", range, "", "", true),
            ("date", json!("2027-03-01"), "2027-03-01", "day,,,", true),
            ("date", json!("2027-03-01"), "2027-03-01", "", true),
            ("date", json!("2027-03-01"), "2027-03-02", "", false),
            ("date", quarter.clone(), "2027-06-30", "quarter,,2,2027", true),
            ("date", quarter.clone(), "2027-06-30", "quarter,,3,2027", false),
            ("date", quarter.clone(), "", "", true),
            ("date", quarter, "2027-05-04", "", false),
            ("text", json!("tea and\nhoney"), "tea and\r\nhoney ", "", true),
            ("text", json!("tea and honey"), "tea", "", false),
        ] {
            let template = template(widget, &options);
            let values = values.split(',').filter(|_| !values.is_empty()).map(str::to_owned).collect();
            let form = WidgetForm { text: String::new(), key: "k".to_owned(), value: value.to_owned(), values };
            assert_eq!(is_unchanged(&form, &template, Some(&held)), unchanged, "{widget} {held}: {:?}", form.values);
        }
    }

    fn template(widget: &str, options: &Value) -> ObligationTemplate {
        let mut template = json!({"key": "k", "fieldPath": "k", "prompt": "?", "collectionType": "direct_question",
            "widgetType": widget, "priority": 5});
        if matches!(widget, "choice" | "multiselect") {
            template["options"] = options.clone();
        }
        serde_json::from_value(template).expect("a template")
    }
}
