//! What was volunteered: days and numbers that answer another question than the one that was asked. Each goes to the obligation that
//! the words around it speak of; where little speaks for it, it is kept as doubtful, and read back.

mod at_odds;
mod cut;
mod last;
mod likely;

pub(super) use self::at_odds::is_measured;

use super::{
    cues, memory,
    profile::Plan,
    text::{Mood, Text},
    values::{self, Form, Spotted, date::Day},
};
use domain::interview::{Finding, Heard, Manner, Quote, Understanding};
use protocol::interview::{Asking, WidgetType};
use std::ops::Range;

pub(super) fn place(heard: &Heard, today: Day, read: &mut Understanding) {
    let Some((key, asking)) = heard.asked.as_ref().filter(|(_, asking)| *asking != Asking::ReadBack) else { return };
    if heard.imported {
        return;
    }
    let weighs = *asking == Asking::Negotiation;
    let plan = memory::plan(&heard.definition);
    let text = Text::new(&heard.text);
    if text.sentences.len() > 12 || super::answer::is_code(&text) {
        return;
    }
    let scene = Scene { heard, plan: &plan, text: &text, asked: plan.index(key) };
    if weighs {
        scene.give_to_another(today, read);
    } else {
        scene.take_the_last(today, read);
    }
    // A few words are one answer.
    let words = scene.asked.is_some_and(|slot| plan.slots[slot].widget == WidgetType::Text);
    let is_short = text.words.len() <= if words { 5 } else { 3 };
    let is_short = is_short && (words || !weighs);
    for spot in values::spot(&text, today).into_iter().filter(|_| !is_short) {
        if scene.is_used(&spot, read) || scene.is_asked_back(&spot) {
            continue;
        }
        let Some((slot, manner)) = scene.likely(&spot, today, read) else { continue };
        let Some(value) = likely::value(&spot, text.said(&spot.words)) else { continue };
        let place = text.place(&spot.words);
        let quote = Quote { turn: None, start: place.start, end: place.end };
        let key = heard.definition.obligations[slot].key.clone();
        read.findings.push(Finding { key, value, confidence: manner.confidence(), manner, quote });
    }
    read.findings.sort_by_key(|finding| plan.index(&finding.key));
    scene.cut_off_what_is_elsewhere(read);
    if weighs {
        scene.leave_at_odds(today, read);
    }
}

/// The moment in which something is volunteered.
struct Scene<'a, 'h> {
    heard: &'h Heard,
    plan: &'a Plan,
    text: &'a Text<'h>,
    asked: Option<usize>,
}

impl Scene<'_, '_> {
    fn widget(&self, key: &str) -> Option<WidgetType> {
        self.plan.index(key).map(|slot| self.plan.slots[slot].widget)
    }

    /// It is the value, or a part of the value, of another form than words.
    fn is_used(&self, spot: &Spotted, read: &Understanding) -> bool {
        let place = self.text.place(&spot.words);
        read.findings.iter().filter(|one| one.quote.turn.is_none()).any(|one| {
            let overlaps = one.quote.start < place.end && place.start < one.quote.end;
            // An answer in words may hold the value of another question; all of a short one is the answer.
            let words = self.widget(&one.key) == Some(WidgetType::Text);
            overlaps && (!words || one.quote.end - one.quote.start < 2 * (place.end - place.start))
        })
    }

    /// A question of the person gives nothing.
    fn is_asked_back(&self, spot: &Spotted) -> bool {
        self.text.sentence_of(spot.words.start).is_none_or(|sentence| sentence.mood == Mood::Question)
    }

    /// From one joint of the sentence to the next.
    fn clause(&self, at: usize) -> Range<usize> {
        let Some(sentence) = self.text.sentence_of(at) else { return at..at };
        let breaks = |at: usize| cues::is("joint", self.text, at);
        let start = (sentence.words.start..at).rev().find(|&at| breaks(at)).map_or(sentence.words.start, |at| at + 1);
        let end = (at..sentence.words.end).find(|&at| breaks(at)).unwrap_or(sentence.words.end);
        start..end.max(at)
    }

    fn is_free(&self, slot: usize, read: &Understanding) -> bool {
        let key = &self.heard.definition.obligations[slot].key;
        self.asked != Some(slot)
            && self.heard.held.get(slot).is_none_or(|one| one.value.is_none())
            && !read.findings.iter().any(|one| one.key == *key)
    }
}

/// Whether a value of this form can be one for a widget.
const fn fits(form: &Form, widget: WidgetType) -> bool {
    matches!(
        (form, widget),
        (Form::Date(Some(_)), WidgetType::Date)
            | (Form::Number(_) | Form::Money(_) | Form::Percent(_) | Form::Duration(_), WidgetType::Number)
    )
}

/// Kept for sure where the obligation is named beside it.
const fn manner(is_named: bool) -> Manner {
    if is_named { Manner::Explicit } else { Manner::Hedged }
}
