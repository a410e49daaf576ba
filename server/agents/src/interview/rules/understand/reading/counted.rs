//! Whether a number in passing is a fact about those who speak, a wish, a sum with which something is done, or counts what an
//! obligation counts.

use super::{
    super::{
        answer, lexicon,
        matching::{Placed, speaks_of_us},
        profile::{Kind, Slot},
        text::{Text, stem},
    },
    Moment,
    clauses::clauses,
};
use protocol::interview::WidgetType;
use std::ops::Range;

/// What is done with a sum of money, and the words of the obligations it is done for.
const DONE: &[(&[&str], &[&str])] = &[
    (
        &[
            "take", "took", "earn", "earned", "make", "made", "gross", "grossed", "billed", "invoiced", "turn", "turned",
            "turnover",
        ],
        &["revenue", "turnover", "income"],
    ),
    (&["spend", "invest", "afford", "put"], &["budget", "funds"]),
    (
        &["cost", "costs", "costing", "charge", "charges", "charging", "charged", "ask"],
        &["price", "cost", "fee", "rate", "charge"],
    ),
];

/// Those for whom something is made or done: who speaks is hardly among them.
const OTHERS: &[&str] = &[
    "customer", "market", "audience", "user", "client", "patient", "visitor", "buyer", "subscriber", "reader", "applicant",
    "problem",
];

/// "We took", "we spend".
fn is_done_with_money(word: &str) -> bool {
    DONE.iter().any(|(verbs, _)| verbs.contains(&word))
}

/// Whether somebody does with this sum what the obligation is about.
pub(in super::super) fn is_done(text: &Text<'_>, words: &Range<usize>, slot: &Slot) -> bool {
    if slot.kind != Kind::Money || slot.widget != WidgetType::Number {
        return false;
    }
    // "About 300k a year", where one such sum is asked for.
    let large = text.word(words.start).bytes().filter(u8::is_ascii_digit).count() > 3
        || words.clone().any(|at| {
            lexicon::SCALES
                .iter()
                .any(|(name, by)| *by >= 1e3 && text.word(at).trim_start_matches(|sign: char| sign.is_ascii_digit()) == *name)
        });
    if large && slot.period.is_some() && super::period::is_said(text, words.end) {
        return true;
    }
    (words.start.saturating_sub(4)..words.start).any(|at| {
        let ours = (at.saturating_sub(4)..at)
            .any(|at| matches!(text.word(at), "we" | "i" | "we've" | "business" | "shop" | "we'd" | "i'd"));
        // "It costs 20 euros"
        let ours = ours || matches!(text.word(at), "cost" | "costs" | "costing");
        ours && DONE
            .iter()
            .any(|(verbs, names)| verbs.contains(&text.word(at)) && names.iter().any(|name| slot.spoken.is_about(stem(name))))
    })
}

impl Moment<'_, '_> {
    /// "We are 45 people": those who speak are counted.
    pub(super) fn is_of_us(&self, one: &Placed) -> bool {
        let from = one.words.start.saturating_sub(5);
        (from..one.words.start).any(|at| {
            matches!(self.text.word(at), "we're" | "we've" | "we'll")
                || self.text.word(at) == "we"
                    && (at + 1..one.words.start).any(|at| matches!(self.text.word(at), "are" | "have" | "employ" | "got"))
        })
    }

    /// "We need two people": those who are looked for are counted.
    pub(super) fn is_needed(&self, one: &Placed) -> bool {
        let from = one.words.start.saturating_sub(5);
        (from..one.words.start)
            .any(|at| matches!(self.text.word(at), "need" | "want" | "hire" | "hiring" | "looking" | "seeking"))
    }

    /// A wish, an aim or a plan stands before the value in its part of the sentence.
    pub(super) fn is_wished(&self, one: &Placed) -> bool {
        const WISHES: &[&str] = &[
            "want", "wants", "aim", "aims", "aiming", "goal", "goals", "objective", "ambition", "dream", "plan", "plans",
            "planning", "hope", "hoping", "intend", "grow", "growing", "reach", "reaching", "double", "expand", "hire", "become",
            "wish", "would", "target",
        ];
        let text = self.text;
        let Some(sentence) = text.sentence_of(one.words.start) else { return false };
        let border = |at: usize| {
            matches!(text.word(at), "," | ";" | "but" | "now")
                || text.word(at) == "and"
                    && matches!(text.word(at + 1), "have" | "are" | "we" | "currently" | "now" | "i" | "our")
        };
        let start = (sentence.words.start..one.words.start).rev().find(|&at| border(at)).unwrap_or(sentence.words.start);
        let own =
            |at: usize| self.plan.slots[one.slot].spoken.names(&[text.stem(at)], text.stem(at)).is_some_and(|name| name.plainly);
        (start..one.words.start).any(|at| WISHES.contains(&text.word(at)) && !own(at))
            || matches!(text.word(one.words.end), "is" | "would")
                && (one.words.end..sentence.words.end.min(one.words.end + 4))
                    .any(|at| matches!(text.word(at), "goal" | "aim" | "target"))
    }

    /// "Last year we took 90,000": what is done with such a sum says which it is.
    pub(super) fn is_done(&self, one: &Placed) -> bool {
        is_done(self.text, &one.words, &self.plan.slots[one.slot])
    }

    /// "45 people": what is counted stands behind it.
    pub(super) fn counts_its_own(&self, one: &Placed) -> bool {
        let at = one.words.end;
        let compares = self.text.word(at).ends_with("er") || self.text.word(at).ends_with("est");
        let last =
            self.text.is_mark(at + 1) || lexicon::COMMON.contains(self.text.word(at + 1)) || self.text.words.len() == at + 1;
        let slot = &self.plan.slots[one.slot];
        // "People" are counted everywhere: those who speak are only where a question is about them.
        if self.counts_people(one) {
            let meant = if slot.spoken.ahead { self.is_needed(one) } else { self.is_of_us(one) };
            let again = slot.us && self.focus.changing && self.focus.held.get(one.slot).is_some_and(Option::is_some);
            let about_us = (slot.us || slot.spoken.is_about(stem("staff"))) && last && meant;
            let perhaps = self.is_of_us_perhaps(one) && last;
            return slot.kind == Kind::Count && (about_us || again || perhaps || self.is_counted_so(one));
        }
        let cue = slot.cues.get(self.text.stem(at)).is_some_and(|cue| *cue > 0.3) || self.is_its_own_word(one.slot, at);
        // "There's five of us": those who speak are counted.
        let us = slot.people && self.text.reads(at, &["of", "us"]) && (slot.us || self.may_be_us(one.slot));
        let alone = slot.us && speaks_of_us(self.text, &one.words);
        slot.kind == Kind::Count && (us || alone || self.is_counted_so(one) || cue && last && !compares)
    }

    /// No other question is about those who speak, and this one is about nobody who is sold to or looked for.
    fn may_be_us(&self, slot: usize) -> bool {
        let one = &self.plan.slots[slot];
        let others = OTHERS.iter().any(|word| one.spoken.is_about(stem(word)));
        one.people && !one.us && !one.to_come && !others && !self.plan.slots.iter().any(|slot| slot.us)
    }

    /// "There will be 15 of us", "we're 80 people", where a question is about people who may be others.
    pub(super) fn is_of_us_perhaps(&self, one: &Placed) -> bool {
        self.focus.live && !self.focus.requested.contains(&one.slot) && self.may_be_us(one.slot) && {
            self.text.reads(one.words.end, &["of", "us"]) || self.is_of_us(one) && self.counts_people(one)
        }
    }

    fn counts_people(&self, one: &Placed) -> bool {
        matches!(self.text.word(one.words.end), "people" | "persons" | "person" | "folks" | "heads")
    }

    /// "140 employees": a word like the obligation's own, and like no other's that holds a number.
    pub(super) fn is_its_own_word(&self, slot: usize, at: usize) -> bool {
        let stem = self.text.stem(at);
        let speaks = |slot: usize| self.plan.slots[slot].spoken.is_about(stem);
        let others = |other: usize| other != slot && self.plan.slots[other].widget == WidgetType::Number;
        !lexicon::COMMON.contains(self.text.word(at))
            && !self.text.is_mark(at)
            && speaks(slot)
            && !(0..self.plan.slots.len()).any(|other| others(other) && speaks(other))
    }

    /// Whether a word is about the value of another obligation: its noun, what is done with it, how sure it is.
    pub(super) fn is_about_value(&self, other: usize, said: &Range<usize>, slot: usize, at: usize) -> bool {
        let (text, one) = (self.text, &self.plan.slots[other]);
        let (word, stem) = (text.word(at), text.stem(at));
        if one.widget == WidgetType::Text {
            return false;
        }
        let counted = (said.end..said.end + 2).contains(&at)
            && (lexicon::is_somebody(word) || matches!(word, "people" | "years" | "old" | "folks" | "persons"));
        let paid = one.kind == Kind::Money && (super::doubting::PAYS.contains(&word) || is_done_with_money(word));
        let own = one.cues.contains_key(stem) && !self.plan.slots[slot].spoken.is_about(stem)
            || one.counted_by.iter().any(|known| known == stem);
        counted || paid || own || answer::is_adverb(word) || answer::is_carrier(word) || matches!(word, "bit" | "less" | "total")
    }

    /// "52 years old": the question's own word stands right behind the measure.
    pub(super) fn is_measured_so(&self, one: &Placed) -> bool {
        let stem = self.text.stem(one.words.end);
        let has = |slot: usize| self.plan.slots[slot].cues.get(stem).is_some_and(|weight| *weight >= 0.8);
        let others = |other: usize| other != one.slot && self.plan.slots[other].widget == WidgetType::Number && has(other);
        self.plan.slots[one.slot].kind == Kind::Measure
            && !lexicon::COMMON.contains(self.text.word(one.words.end))
            && has(one.slot)
            && !(0..self.plan.slots.len()).any(others)
    }

    /// "We expect 120 people": what is done is what the question asks of those it counts.
    fn is_counted_so(&self, one: &Placed) -> bool {
        let Some(sentence) = self.text.sentence_of(one.words.start) else { return false };
        let Some(clause) = clauses(self.text, &sentence.words).into_iter().find(|clause| clause.contains(&one.words.start))
        else {
            return false;
        };
        let by = |slot: usize, stem: &str| self.plan.slots[slot].counted_by.iter().any(|known| known == stem);
        let others = |stem: &str| (0..self.plan.slots.len()).any(|other| other != one.slot && by(other, stem));
        let at = one.words.end;
        let people = self.text.is_mark(at) || lexicon::is_somebody(self.text.word(at)) || self.text.word(at) == "of";
        people && clause.into_iter().any(|at| by(one.slot, self.text.stem(at)) && !others(self.text.stem(at)))
    }
}
