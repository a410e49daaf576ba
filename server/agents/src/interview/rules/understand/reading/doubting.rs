//! Answers to an open question that may be none: complaints, talk about the talk, what belongs to another question.

use super::{
    super::{
        answer, lexicon,
        matching::{Placed, What},
        moves,
        profile::Kind,
        signs::{self, Sign},
        text::{Mood, stem},
        values::Form,
    },
    Moment,
};
use domain::interview::{Manner, Quote};
use protocol::interview::{Asking, WidgetType};
use std::ops::Range;

/// Words of the conversation itself.
const TALKING: &[&str] = &[
    "told", "said", "saying", "answered", "answering", "mentioned", "explained", "explaining", "asked", "asking", "question",
    "questions", "repeat", "repeating", "repeated", "stop", "enough",
];
/// Words that speak of how often, and how long ago.
const AGAIN: &[&str] = &[
    "already", "before", "earlier", "twice", "times", "once", "again", "long", "ages", "forever", "keep", "still", "annoying",
    "tired", "sick", "just", "hundred", "minute", "ago", "above", "three",
];
const WEATHER: &[&str] = &["weather", "raining", "rains", "snowing", "snows", "sunny", "sunshine", "cloudy", "windy"];
/// What may stand beside a sum or a day that is all a message says.
pub(super) const PAYS: &[&str] = &[
    "charge", "charging", "cost", "costs", "costing", "pay", "paid", "paying", "spend", "spent", "month", "monthly", "year",
    "yearly", "week", "weekly", "each", "roughly", "approximately", "around", "altogether", "total", "tops", "max", "least",
];
/// A longer message says something of its own beside small talk.
const SHORT: usize = 12;

impl Moment<'_, '_> {
    /// "I told you already", "stop asking me that": said of the conversation, by those who hold it.
    pub(super) fn is_about_the_talk(&self) -> bool {
        let text = self.text;
        let words = 0..text.words.len();
        let said = |list: &[&str]| words.clone().any(|at| list.contains(&text.word(at)));
        words.len() <= SHORT
            && said(TALKING)
            && (said(&["you", "you've", "stop"])
                || said(&["enough"])
                    && !words.clone().any(|at| text.word(at) == "enough" && matches!(text.before(at), "not" | "isn't" | "never"))
                || said(&["i", "we", "i've", "we've"]) && said(&["told", "said", "answered", "mentioned", "explained"])
                || text.reads(0, &["how", "many"]))
            && words.clone().all(|at| {
                let word = text.word(at);
                text.is_mark(at)
                    || TALKING.contains(&word)
                    || AGAIN.contains(&word)
                    || lexicon::OPENERS.contains(word)
                    || lexicon::COMMON.contains(word) && !matches!(word, "they" | "them" | "him" | "her" | "he" | "she" | "their")
            })
    }

    /// The words say no more than yes, no, wrong or perhaps.
    pub(super) fn is_no_more_than_a_move(&self, words: &Range<usize>) -> bool {
        let question = matches!(self.heard.asked, Some((_, Asking::Question)));
        signs::is_only_a_move(self.text, self.signs, words) && !(question && self.signs.has(Sign::Vague))
    }

    /// "Not sure" is said of the question, though another one offers it as an option; so is "not decided yet", where it names none.
    pub(super) fn is_a_doubt(&self, one: &Placed) -> bool {
        let words = &one.words;
        let sentence = self.text.sentence_of(words.start).map_or(words, |sentence| &sentence.words);
        let names = |at: usize| !words.contains(&at) && self.plan.slots[one.slot].spoken.is_about(self.text.stem(at));
        let is_named = moves::part_around(self.text, words, sentence).any(names);
        let holds = |outer: &Range<usize>, inner: &Range<usize>| outer.start <= inner.start && inner.end <= outer.end;
        let doubts = |sign: &Range<usize>| holds(sign, words) || holds(words, sign) && !is_named;
        matches!(one.what, What::Option(_))
            && !self.focus.requested.contains(&one.slot)
            && [Sign::DontKnow, Sign::AnyWillDo].iter().any(|sign| self.signs.find(*sign).any(doubts))
    }

    /// Whether an answer may be meant for somebody else, or for no question at all.
    pub(super) fn may_be_none(&self, slot: usize, words: &Range<usize>) -> bool {
        self.is_said_of_the_moment(words)
            || self.is_small_talk(slot)
            || self.names_another(slot, words)
            || self.is_a_lone_form(slot, words)
            || self.is_a_measure(slot, words)
            || self.is_a_name(slot, words)
    }

    /// "This is taking too long": what is here and now, which nobody asked about.
    fn is_said_of_the_moment(&self, words: &Range<usize>) -> bool {
        let Some(sentence) = self.text.sentence_of(words.start) else { return false };
        let first = sentence
            .words
            .clone()
            .find(|&at| !self.text.is_mark(at) && !lexicon::OPENERS.contains(self.text.word(at)))
            .unwrap_or(sentence.words.start);
        let verb = first + 1 + usize::from(matches!(self.text.word(first + 1), "interview" | "conversation" | "chat" | "survey"));
        sentence.words.len() <= SHORT
            && self.text.word(first) == "this"
            && matches!(self.text.word(verb), "is" | "isn't" | "was" | "takes" | "feels" | "seems" | "gets" | "makes" | "sucks")
    }

    /// The weather, where no question is about it.
    fn is_small_talk(&self, slot: usize) -> bool {
        let cues = &self.plan.slots[slot].cues;
        self.text.words.len() <= 7
            && (0..self.text.words.len())
                .any(|at| WEATHER.contains(&self.text.word(at)) && !cues.contains_key(self.text.stem(at)))
            && (0..self.text.words.len()).any(|at| matches!(self.text.word(at), "is" | "it's" | "was" | "weather's"))
    }

    /// "I have no budget" where another question is for the budget.
    fn names_another(&self, slot: usize, words: &Range<usize>) -> bool {
        let Some(sentence) = self.text.sentence_of(words.start) else { return false };
        let words = &sentence.words;
        let denies = || words.clone().any(|at| matches!(self.text.word(at), "no" | "have" | "has" | "don't" | "without"));
        words.len() <= SHORT && denies() && {
            let named = |at: usize| {
                let stem = self.text.stem(at);
                let own = self.plan.slots[slot].spoken.is_about(stem) || self.plan.slots[slot].cues.contains_key(stem);
                !own && (0..self.plan.slots.len()).any(|other| {
                    let other = &self.plan.slots[other];
                    matches!(other.widget, WidgetType::Number | WidgetType::Date)
                        && other.named.len() == 1
                        && other.named[0] == stem
                })
            };
            words.clone().any(|at| !lexicon::COMMON.contains(self.text.word(at)) && named(at))
        }
    }

    /// A sum of money or a day with nothing but small words: "we'd charge 5 euros a month".
    fn is_a_lone_form(&self, slot: usize, words: &Range<usize>) -> bool {
        let text = self.text;
        let asked_for = ["price", "cost", "money", "budget", "time", "date", "deadline", "length", "share"];
        !asked_for.iter().any(|word| self.plan.slots[slot].spoken.is_about(stem(word)))
            && self.spots().iter().any(|spot| {
                matches!(spot.form, Form::Money(_) | Form::Date(_) | Form::Percent(_) | Form::Duration(_))
                    && spot.words.start < words.end
                    && words.start < spot.words.end
                    && words.clone().all(|at| {
                        let word = text.word(at);
                        spot.words.contains(&at)
                            || text.is_mark(at)
                            || lexicon::COMMON.contains(word)
                            || lexicon::OPENERS.contains(word)
                            || PAYS.contains(&word)
                    })
            })
    }

    /// "In three weeks", whatever was asked: the only obligation that waits for a day.
    pub(super) fn day_for_another(&self, words: &Range<usize>) -> Option<Placed> {
        let spot = self.spots().into_iter().find(|spot| spot.words.start <= words.start && words.end <= spot.words.end)?;
        let ahead = matches!(spot.form, Form::Date(Some(day)) if day >= self.today);
        let waits = |slot: &usize| self.plan.slots[*slot].widget == WidgetType::Date;
        let mut days = (0..self.plan.slots.len()).filter(waits);
        let slot = days.next().filter(|slot| days.next().is_none() && ahead && self.focus.held[*slot].is_none())?;
        Some(Placed::alone(slot, spot))
    }

    /// The question that stood before two values were weighed, still waiting for words.
    pub(super) fn waiting(&self) -> Option<usize> {
        let recent = self.heard.history.len().saturating_sub(4);
        let waits = |slot: &usize| {
            let held = &self.heard.held[*slot];
            self.plan.slots[*slot].widget == WidgetType::Text
                && held.value.is_none()
                && held.status == protocol::interview::Status::InProgress
                && self.asked_at(&self.heard.definition.obligations[*slot]).is_some_and(|at| at >= recent)
        };
        (0..self.plan.slots.len().min(self.heard.held.len())).find(waits)
    }

    /// Words said where two values of a text are weighed: one of the two, a third, or the answer to the question before.
    pub(super) fn weigh(&mut self, slot: usize, words: &Range<usize>) {
        let text = self.text;
        let quote = Quote { turn: None, start: 0, end: 0 };
        let held = &self.heard.held[slot];
        let (was, proposed) = (held.value.clone(), held.proposed.clone());
        let stems: Vec<&str> = words
            .clone()
            .filter(|&at| !text.is_mark(at) && !lexicon::COMMON.contains(text.word(at)))
            .map(|at| text.stem(at))
            .collect();
        if stems.is_empty() {
            return;
        }
        let of = |value: &Option<serde_json::Value>| -> Vec<String> {
            value.as_ref().map(|value| super::super::profile::stems(&super::taking::words_of(value), true)).unwrap_or_default()
        };
        let (first, second) = (of(&was), of(&proposed));
        let all = |of: &[String]| stems.iter().all(|stem| of.iter().any(|known| known == stem));
        let chosen = match (all(&first), all(&second)) {
            (true, false) => was,
            (false, true) => proposed,
            (true, true) => return,
            (false, false) => None,
        };
        if let Some(value) = chosen {
            return self.take(slot, value, Manner::Explicit, quote, Some(words));
        }
        let value = serde_json::json!(text.said(words));
        let shared = stems.iter().any(|stem| first.iter().chain(&second).any(|known| known == stem));
        let hedged = self.signs.has(Sign::Hedge);
        let about_it = shared
            || hedged
            || self.focus.changing
            || self.pointed.iter().any(|one| one.slot == slot)
            || matches!(text.word(0), "it" | "it's" | "that" | "that's" | "the");
        match self.waiting().filter(|_| !about_it) {
            Some(waiting) => self.take(waiting, value, Manner::Hedged, quote, Some(words)),
            None => {
                let manner = if self.focus.changing && !hedged { Manner::Corrected } else { Manner::Hedged };
                self.take(slot, value, manner, quote, Some(words));
            }
        }
    }

    /// "Not dentists", "we don't sell to dentists": what was read back is denied, and nothing is said instead.
    pub(super) fn denies_what_is_held(&self) -> bool {
        let Some((key, Asking::ReadBack | Asking::Negotiation)) = &self.heard.asked else { return false };
        let text = self.text;
        let Some(slot) = self.plan.index(key) else { return false };
        let one = &self.plan.slots[slot];
        let Some(held) = self.focus.held[slot].as_ref() else { return false };
        if text.words.len() > SHORT
            || one.kind == Kind::Flag
            || self.heard.held[slot].proposed.is_some()
            || text.sentences.iter().any(|sentence| sentence.mood == Mood::Question)
        {
            return false;
        }
        let label = one.options.iter().position(|option| option.to_lowercase() == *held).and_then(|at| one.spoken.labels.get(at));
        let known = super::super::profile::stems(label.unwrap_or(held), false);
        let denies = |at: usize| matches!(text.word(at), "not" | "isn't" | "aren't" | "don't" | "doesn't" | "never" | "didn't");
        let Some(not) = (0..text.words.len()).find(|&at| denies(at)) else { return false };
        let is_held = |at: usize| known.iter().any(|stem| stem == text.stem(at));
        let small = |at: usize| {
            let word = text.word(at);
            text.is_mark(at)
                || is_held(at)
                || lexicon::OPENERS.contains(word)
                || lexicon::COMMON.contains(word) && !matches!(word, "only" | "just" | "all" | "but" | "instead" | "more")
                || answer::is_carrier(word)
                || one.cues.contains_key(text.stem(at))
        };
        let last = (not + 1..text.words.len()).rev().find(|&at| !text.is_mark(at));
        last.is_some_and(is_held) && (0..text.words.len()).all(small) && !moves::ends(text)
    }
}
