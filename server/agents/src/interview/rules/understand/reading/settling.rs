//! Which of two values holds, told by what they are to each other: "both", "the larger one".

use super::{
    super::{moves, place::is_measured, revise::rejects_both, signs::Sign, text::Mood},
    Moment,
};
use domain::interview::{Manner, Quote};
use protocol::interview::{Asking, WidgetType};
use serde_json::{Value, json};

const LARGER: &[&str] = &["higher", "larger", "bigger", "greater", "highest", "largest", "biggest", "longer", "later", "latest"];
const SMALLER: &[&str] = &["lower", "smaller", "lowest", "smallest", "cheaper", "shorter", "earlier", "earliest"];
/// An answer that does nothing but choose is not longer.
const MOST: usize = 9;

impl Moment<'_, '_> {
    /// Takes the value that the words between two lead to.
    pub(super) fn settle(&mut self) {
        let Some((key, Asking::Negotiation)) = &self.heard.asked else { return };
        let Some(slot) = self.plan.index(key).filter(|slot| !self.taken.contains(slot)) else { return };
        let Some(held) = self.heard.held.get(slot) else { return };
        let (Some(was), Some(proposed)) = (held.value.clone(), held.proposed.clone()) else { return };
        // "Neither": no words of it are a value.
        if rejects_both(self.text).is_some() {
            self.taken.push(slot);
            return;
        }
        let asks = self.text.sentences.iter().any(|sentence| sentence.mood == Mood::Question);
        if asks || self.text.words.len() > MOST || self.signs.no(self.text) || self.signs.has(Sign::Wrong) {
            return;
        }
        // "The larger oven takes 40 loaves" is told of something else.
        let measures = self.spots().iter().any(|spot| is_measured(self.text, spot));
        if measures || moves::names_another(self.text, &(0..self.text.words.len()), self.plan, slot) {
            return;
        }
        let find = |list: &[&str]| {
            (0..self.text.words.len()).find(|&at| list.contains(&self.text.word(at)) && self.text.before(at) != "not")
        };
        let widget = self.plan.slots[slot].widget;
        let chosen = match (find(&["both"]), find(LARGER), find(SMALLER)) {
            (Some(at), ..) => joined(widget, &was, &proposed).map(|value| (at, value)),
            (_, Some(at), _) => Some((at, if order(widget, &was, &proposed) { proposed } else { was })),
            (_, _, Some(at)) => Some((at, if order(widget, &was, &proposed) { was } else { proposed })),
            _ => None,
        };
        let measured = matches!(widget, WidgetType::Number | WidgetType::Date);
        if let Some((at, value)) = chosen.filter(|(at, _)| measured || self.text.word(*at) == "both") {
            self.take(slot, value, Manner::Explicit, Quote { turn: None, start: 0, end: 0 }, Some(&(at..at + 1)));
        }
    }
}

/// Both at once, where the obligation can hold them.
fn joined(widget: WidgetType, was: &Value, proposed: &Value) -> Option<Value> {
    match (widget, was, proposed) {
        (WidgetType::Text, Value::String(was), Value::String(proposed)) => Some(json!(format!("{was} and {proposed}"))),
        (WidgetType::Multiselect, Value::Array(was), Value::Array(proposed)) => {
            let more = proposed.iter().filter(|one| !was.contains(one));
            Some(Value::Array(was.iter().chain(more).cloned().collect()))
        }
        _ => None,
    }
}

/// Whether the second of two is the larger, or the later.
fn order(widget: WidgetType, first: &Value, second: &Value) -> bool {
    if widget == WidgetType::Date {
        let day = |value: &Value| value.get("date").unwrap_or(value).as_str().unwrap_or_default().to_owned();
        return day(first) < day(second);
    }
    let most = |value: &Value| {
        let part = |name: &str| value.get(name).and_then(Value::as_f64);
        value.as_f64().or_else(|| part("value")).or_else(|| part("max")).or_else(|| part("min")).unwrap_or(0.0)
    };
    most(first) < most(second)
}
