//! While two values of one answer are at odds: what is said of another answer chooses neither of them.

use super::{
    super::{
        cues, lexicon, moves,
        reading::words_of,
        signs::{Sign, Signs},
        text::{Shape, Text},
        values::{self, Form, Spotted, date::Day},
    },
    Scene, fits,
};
use domain::interview::{Finding, Move, Understanding, value::same};
use protocol::interview::{Choice, WidgetType};
use serde_json::Value;
use std::ops::Range;

impl Scene<'_, '_> {
    /// Takes a number or a day back that the words around it say of another answer; it is placed anew.
    pub(super) fn give_to_another(&self, today: Day, read: &mut Understanding) {
        let Some(slot) = self.weighed() else { return };
        let Some(at) = self.find(slot, read) else { return };
        let quote = read.findings[at].quote.start..read.findings[at].quote.end;
        let widget = self.plan.slots[slot].widget;
        let spots = values::spot(self.text, today);
        let spot = spots.iter().find(|spot| fits(&spot.form, widget) && self.is_within(&spot.words, &quote));
        if spot.is_some_and(|spot| !self.is_asked_back(spot) && self.likely(spot, today, read).is_some()) {
            self.take_back(slot, at, read);
        }
    }

    /// Leaves the choice open where the message states something of another answer and points at neither side.
    pub(super) fn leave_at_odds(&self, today: Day, read: &mut Understanding) {
        let Some(slot) = self.weighed() else { return };
        match self.find(slot, read) {
            Some(at) if self.is_whole(slot, &read.findings[at]) => return,
            Some(at) if self.speaks_of_another(slot, &read.findings[at], today, read) => self.take_back(slot, at, read),
            Some(_) => return,
            None if read.findings.iter().all(|one| one.quote.turn.is_some()) => return,
            None => {}
        }
        let signs = Signs::of(self.text);
        if moves::only_chooses(self.text, &signs) {
            return;
        }
        // "Yes, and …" agrees; the "no" of "no, the rent is 900" may be said to the question.
        let sentence = |at: usize| self.text.sentence_of(at).map_or(at..at, |sentence| sentence.words.clone());
        let agrees = self.is_apart(signs.find(Sign::Yes).chain(signs.find(Sign::Likes)), |at| self.clause(at), read);
        let denies = self.is_apart(signs.find(Sign::No).chain(signs.find(Sign::Wrong)), sentence, read);
        read.moves.retain(|one| match one {
            Move::Accept { key: None } => agrees,
            Move::Reject { key: None } => denies,
            _ => true,
        });
    }

    /// Whether one of these signs is in a part of the message in which no value was found.
    fn is_apart<'s>(
        &self,
        mut signs: impl Iterator<Item = &'s Range<usize>>,
        part: impl Fn(usize) -> Range<usize>,
        read: &Understanding,
    ) -> bool {
        signs.any(|words| {
            let place = self.text.place(&part(words.start));
            !read.findings.iter().any(|one| one.quote.turn.is_none() && place.contains(&one.quote.start))
        })
    }

    /// The answer that has two values.
    fn weighed(&self) -> Option<usize> {
        self.asked.filter(|slot| self.heard.held.get(*slot).is_some_and(|held| held.proposed.is_some()))
    }

    fn find(&self, slot: usize, read: &Understanding) -> Option<usize> {
        let key = &self.heard.definition.obligations[slot].key;
        read.findings.iter().position(|one| one.key == *key && one.quote.turn.is_none())
    }

    fn take_back(&self, slot: usize, at: usize, read: &mut Understanding) {
        let key = &self.heard.definition.obligations[slot].key;
        read.findings.remove(at);
        read.moves.retain(|one| !matches!(one, Move::Correct { key: of } | Move::Overrule { key: of } if of == key));
    }

    fn is_within(&self, words: &Range<usize>, quote: &Range<usize>) -> bool {
        let place = self.text.place(words);
        quote.start < place.end && place.start < quote.end
    }

    /// One of the two, or another option, by its name of several words: a single word may be said of anything.
    fn is_whole(&self, slot: usize, own: &Finding) -> bool {
        let template = &self.heard.definition.obligations[slot];
        let is_called = |choice: &Choice| self.says(&choice.label) || choice.synonyms.iter().any(|form| self.says(form));
        let option = |value: &str| template.options.iter().any(|choice| choice.value == value && is_called(choice));
        match template.widget_type {
            WidgetType::Choice => own.value.as_str().is_some_and(option),
            WidgetType::Multiselect => {
                own.value.as_array().is_some_and(|all| all.iter().all(|value| value.as_str().is_some_and(option)))
            }
            WidgetType::Text => {
                let held = self.heard.held.get(slot);
                let side = held.is_some_and(|held| [&held.value, &held.proposed].contains(&&Some(own.value.clone())));
                side && self.says(&words_of(&own.value))
            }
            _ => false,
        }
    }

    /// A third option of which no word was said: only the meaning of the words is near.
    fn is_guessed(&self, slot: usize, own: &Finding) -> bool {
        let template = &self.heard.definition.obligations[slot];
        let Some(option) = template.options.iter().position(|choice| own.value == choice.value.as_str()) else { return false };
        let says = |at: usize| {
            let stem = self.text.stem(at);
            self.plan.slots[slot].spoken.options.iter().any(|(known, of)| *of == option && known == stem)
        };
        !self.is_side(slot, &own.value) && !(0..self.text.words.len()).any(says)
    }

    /// One of the two that are weighed.
    fn is_side(&self, slot: usize, value: &Value) -> bool {
        let same = |one: &Option<Value>| one.as_ref().is_some_and(|one| same(one, value));
        self.heard.held.get(slot).is_some_and(|held| same(&held.value) || same(&held.proposed))
    }

    fn says(&self, form: &str) -> bool {
        let form = Text::new(form);
        let all = form.words.len();
        let reads = |at: usize| (0..all).all(|word| self.text.stem(at + word) == form.stem(word));
        all > 1 && (0..self.text.words.len()).any(reads)
    }

    /// Beside the value stands one of another answer, a number that is none of its own, or the name of another answer.
    fn speaks_of_another(&self, slot: usize, own: &Finding, today: Day, read: &Understanding) -> bool {
        let quote = own.quote.start..own.quote.end;
        let Some(at) = (0..self.text.words.len()).find(|&at| self.is_within(&(at..at + 1), &quote)) else { return false };
        let clause = self.clause(at);
        let place = self.text.place(&clause);
        let beside = |one: &Finding| one.key != own.key && one.quote.turn.is_none() && place.contains(&one.quote.start);
        if read.findings.iter().any(beside) {
            return true;
        }
        let widget = self.plan.slots[slot].widget;
        if widget == WidgetType::Text {
            return false;
        }
        let other = |spot: &Spotted| {
            is_measured(self.text, spot) && clause.contains(&spot.words.start) && !self.is_within(&spot.words, &quote)
        };
        let chosen = matches!(widget, WidgetType::Choice | WidgetType::Multiselect);
        if chosen && (values::spot(self.text, today).iter().any(other) || self.is_guessed(slot, own)) {
            return true;
        }
        let small = |at: usize| {
            let word = self.text.word(at);
            self.text.is_mark(at) || lexicon::COMMON.contains(word) || lexicon::OPENERS.contains(word)
        };
        let beside = |at: &usize| !small(*at) && !self.is_within(&(*at..*at + 1), &quote);
        if (0..self.text.words.len()).all(|at| !beside(&at)) {
            return false;
        }
        // "My nephew is 19": a third value in words that share nothing with the question.
        let is_of_question = |at: usize| {
            let (stem, own) = (self.text.stem(at), &self.plan.slots[slot]);
            own.spoken.is_about(stem) || own.cues.contains_key(stem) || own.counted_by.iter().any(|known| known == stem)
        };
        let mut telling = clause.clone().filter(beside);
        let is_third = !chosen && !self.is_side(slot, &own.value);
        is_third && telling.all(|at| !is_of_question(at) && !is_of_choice(self.text, at)) && clause.clone().any(|at| beside(&at))
            || moves::names_another(self.text, &clause, self.plan, slot)
    }
}

/// Words that choose or put right: "make it", "rather", "actually".
fn is_of_choice(text: &Text<'_>, at: usize) -> bool {
    ["correcting", "makes", "making anew", "settling", "preferring", "meaning it"].iter().any(|list| cues::is(list, text, at))
}

/// A number, a sum or a day, and no "one" that only points.
pub(in super::super) fn is_measured(text: &Text<'_>, spot: &Spotted) -> bool {
    let form = matches!(spot.form, Form::Number(_) | Form::Money(_) | Form::Percent(_) | Form::Duration(_) | Form::Date(Some(_)));
    form && (spot.words.len() > 1 || text.words[spot.words.start].shape != Shape::Letters)
}
