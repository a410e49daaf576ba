//! Lists that grow or shrink: "add the fair to that", "plus the playgroup", "drop the lift".

use super::{super::cues, Moment, Revision};
use protocol::interview::WidgetType;
use serde_json::{Value, json};
use std::ops::Range;

impl Moment<'_, '_> {
    pub(super) fn list(&self, sentence: &Range<usize>) -> Option<Revision> {
        let adds = cues::find("adding", self.text, sentence);
        let drops = cues::find("taking off", self.text, sentence);
        let slots: Vec<usize> =
            self.held_slots().filter(|slot| self.plan.slots[*slot].widget == WidgetType::Multiselect).collect();
        let named = |slot: &usize| !self.options(*slot, sentence).is_empty();
        let mut fitting = slots.iter().copied().filter(named);
        let slot = match (fitting.next(), fitting.next()) {
            (Some(one), None) => one,
            (Some(first), Some(second)) => [first, second].into_iter().find(|slot| self.last() == Some(*slot))?,
            (None, _) => return None,
        };
        let held = self.held(slot)?.as_array()?;
        let options = self.options(slot, sentence);
        let says = |at: usize| json!(self.plan.slots[slot].options[options[at].option]);
        // An answer to the very question is read as one, unless it speaks of what is held.
        if self.asked == Some(slot) && held.is_empty() {
            return None;
        }
        let quote = options.first()?.words.start..options.last()?.words.end;
        let is_held = |value: &Value| held.contains(value);
        let (mut kept, mut changed) = (held.clone(), false);
        for (at, option) in options.iter().enumerate() {
            let value = says(at);
            let dropped = drops.as_ref().is_some_and(|_| self.is_dropped(&option.words, sentence));
            if dropped && is_held(&value) {
                kept.retain(|one| *one != value);
                changed = true;
            } else if !dropped && adds.is_some() && !is_held(&value) {
                kept.push(value);
                changed = true;
            }
        }
        let plainly = self.asked != Some(slot);
        (changed && !kept.is_empty()).then(|| Revision {
            slot,
            value: Value::Array(kept),
            quote,
            words: sentence.clone(),
            plainly,
        })
    }

    /// Whether a word of taking off speaks of these words: right before them, or behind them in the same part.
    fn is_dropped(&self, option: &Range<usize>, sentence: &Range<usize>) -> bool {
        let parts = self.parts(sentence);
        let part = parts.iter().find(|part| part.contains(&option.start)).cloned().unwrap_or(sentence.clone());
        let drop = cues::find("taking off", self.text, &part);
        let add = cues::find("adding", self.text, &part);
        match (drop, add) {
            (Some(drop), Some(add)) => drop.start.abs_diff(option.start) < add.start.abs_diff(option.start),
            (Some(_), None) => true,
            (None, Some(_)) => false,
            // "Boss said no chat. Take it off the list."
            (None, None) => cues::find("taking off", self.text, &(option.end..sentence.end)).is_some(),
        }
    }
}
