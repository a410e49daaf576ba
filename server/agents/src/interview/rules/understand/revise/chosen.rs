//! Which of several hold and which do not, said over the sentences of a message: "No. The fair and the shop. The catalogue no."

use super::{
    super::{cues, text::Mood},
    Moment, Revision,
    value::Named,
};
use protocol::interview::WidgetType;
use serde_json::{Value, json};

impl Moment<'_, '_> {
    pub(super) fn chosen_anew(&self) -> Option<Revision> {
        let whole = 0..self.text.words.len();
        let several = |slot: &usize| {
            let held = self.held(*slot).and_then(Value::as_array).is_some_and(|held| !held.is_empty());
            held && self.plan.slots[*slot].widget == WidgetType::Multiselect && !self.options(*slot, &whole).is_empty()
        };
        // While something else is asked, options may be words of its answer.
        let mut others = self.held_slots().filter(several).filter(|_| self.heard.asked.is_none());
        let slot = match (self.asked.filter(several), others.next(), others.next()) {
            (Some(asked), ..) => asked,
            (None, Some(only), None) => only,
            _ => return None,
        };
        let options = self.options(slot, &whole);
        let (out, named): (Vec<&Named>, Vec<&Named>) = options.iter().partition(|one| self.is_denied(one, &options));
        let asks = self.text.sentences.iter().any(|sentence| sentence.mood == Mood::Question);
        if asks || out.is_empty() || named.is_empty() {
            return None;
        }
        let value = |one: &&Named| json!(self.plan.slots[slot].options[one.option]);
        let (gone, mut kept): (Vec<Value>, Vec<Value>) = (out.iter().map(value).collect(), named.iter().map(value).collect());
        let held = self.held(slot)?.as_array()?;
        // "No", "only": what is not named does not hold either.
        let is_whole =
            cues::find("restricting", self.text, &whole).is_some() || named.len() > 1 && cues::is("objecting", self.text, 0);
        if !is_whole {
            let rest = held.iter().filter(|one| !gone.contains(one) && !kept.contains(one));
            kept = rest.cloned().chain(kept.iter().cloned()).collect();
        }
        if *held == kept {
            return None;
        }
        let sentence = |one: &Named| self.text.sentence_of(one.words.start).map(|sentence| sentence.words.clone());
        let words = sentence(options.first()?)?.start..sentence(options.last()?)?.end;
        let opens = (0..words.start).all(|at| self.is_small(at));
        let words = if opens { 0..words.end } else { words };
        let quote = named.first()?.words.start..named.last()?.words.end;
        Some(Revision { slot, value: Value::Array(kept), quote, words, plainly: true })
    }

    /// "Not the catalogue", "the catalogue no": the denial stands in the same part, and no other option between.
    fn is_denied(&self, one: &Named, options: &[Named]) -> bool {
        let Some(sentence) = self.text.sentence_of(one.words.start) else { return false };
        let parts = self.parts(&sentence.words);
        let Some(part) = parts.iter().find(|part| part.contains(&one.words.start)) else { return false };
        let denies = |at: &usize| cues::is("denying a value", self.text, *at) || cues::is("leaving out", self.text, *at);
        let turns = |at: &usize| self.text.word(*at) == "but" || cues::is("restricting", self.text, *at);
        // "No the fair": said of what was read back.
        let before = (part.start.max(1)..one.words.start).rev().take_while(|at| !turns(at)).any(|at| denies(&at));
        let is_option = |at: &usize| options.iter().any(|other| other.words.contains(at));
        let behind = (one.words.end..part.end).take_while(|at| !turns(at) && !is_option(at)).find(denies);
        let ends = |at: usize| (at + 1..part.end).all(|at| self.is_small(at) && !is_option(&at));
        before || behind.is_some_and(ends)
    }
}
