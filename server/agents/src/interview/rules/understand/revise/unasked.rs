//! What is put right where no question is open, as after everything was read back: an answer may be named by any words that speak of
//! it. "Number of employees: 7", "the crew 6 and the day the 5th", "it should be 30".

use super::{
    super::{
        cues, lexicon,
        matching::{counted, is_own},
        reading::{names_people, spoken_of},
        signs::{Sign, Signs},
        text::{Mood, Sentence, Text},
        values::{self, Form, Spotted},
    },
    Moment, Revision,
    counted::Counts,
    named::{LONGEST_NAME, Start, Wanted},
    value::amount,
};
use domain::interview::{Finding, Manner, Quote, value::same};
use protocol::interview::{Speaker, WidgetType};
use std::ops::Range;

/// A part of a sentence that gives a new value.
struct Claim {
    words: Range<usize>,
    /// What is spoken of; it may be nothing.
    subject: Range<usize>,
    rest: Range<usize>,
    /// Something says that it is to be another: "change …", "should be", a colon.
    signed: bool,
}

/// More answers than these are no choice that is read out.
const MOST_NAMED: usize = 5;
/// A value that was said before is not looked for in a longer message.
const LONGEST: usize = 14;

impl Moment<'_, '_> {
    /// What a sentence puts right, part by part.
    pub(super) fn unasked(&self, sentence: &Sentence) -> Vec<Wanted> {
        let Start { at: start, requests, .. } = self.start(&sentence.words);
        let asks = sentence.mood == Mood::Question && !(requests && cues::is("amending", self.text, start));
        if self.heard.asked.is_some() || asks {
            return Vec::new();
        }
        let end = sentence.words.end;
        // "The crew": which one, after it was asked.
        if let Some((slot, name)) = self.name_at(start, end).filter(|(slot, _)| self.held(*slot).is_some())
            && self.says_no_more(&(name..end))
        {
            return vec![Wanted::Other(slot)];
        }
        if let Some(alike) = self.torn(&sentence.words) {
            return vec![Wanted::Unclear(alike)];
        }
        self.claims(&sentence.words).iter().filter_map(|claim| self.wanted_by(claim)).collect()
    }

    /// Whether a sentence sets a name and its value apart by a mark.
    pub(super) fn is_set_apart(&self, words: &Range<usize>) -> bool {
        words.clone().any(|at| matches!(self.text.word(at), ":" | "="))
    }

    /// One for each number or day that has words of its own before it.
    fn claims(&self, words: &Range<usize>) -> Vec<Claim> {
        // "Everything is right except the date, it's in March"
        let except = cues::find("excepting", self.text, words).map(|except| except.end);
        let colon = words.clone().find(|at| self.text.word(*at) == ":");
        let counted = colon.filter(|colon| self.number_words(&(words.start..*colon)).is_some()).map(|colon| colon + 1);
        let (mut found, mut start) = (Vec::new(), except.or(counted).unwrap_or(words.start));
        let spots = self.measured(words);
        for pair in spots.windows(2) {
            let between = pair[0].words.end..pair[1].words.start;
            let denied = cues::find("against", self.text, &between).is_some();
            let joint = between.clone().find(|at| cues::is("further", self.text, *at)).filter(|_| !denied);
            if let Some(joint) = joint.filter(|joint| (*joint..between.end).any(|at| !self.is_small(at))) {
                found.extend(self.claim(start..joint, except.is_some()));
                start = joint + 1;
            }
        }
        found.extend(self.claim(start..words.end, except.is_some()));
        found
    }

    fn claim(&self, words: Range<usize>, puts_right: bool) -> Option<Claim> {
        let text = self.text;
        let start = self.start(&words);
        let verb = cues::at("amending", text, start.at);
        let from = start.at + verb.unwrap_or(0);
        let changes = puts_right || verb.is_some() || start.puts_right || cues::find("against", text, &words).is_some();
        let spots = self.measured(&words);
        (from..words.end.min(from + LONGEST_NAME)).find_map(|at| {
            let set_apart = text.word(at) == "-" && text.words[at].spaced || matches!(text.word(at), ":" | "=");
            let linked = verb.and_then(|_| cues::at("linking", text, at)).or(set_apart.then_some(1));
            let (rest, signed) = if let Some(rest) = linked.map(|length| at + length).or_else(|| self.should_be(at)) {
                (rest, true)
            } else if matches!(text.word(at), "is" | "are" | "was" | "were") {
                (at + 1, changes)
            } else if spots.iter().any(|spot| spot.words.start == at) {
                (at, changes)
            } else {
                return None;
            };
            (rest < words.end).then(|| Claim { words: words.clone(), subject: from..at, rest: rest..words.end, signed })
        })
    }

    fn wanted_by(&self, claim: &Claim) -> Option<Wanted> {
        let spot = self.measured(&claim.rest).into_iter().next();
        let fitting: Vec<usize> = self.held_slots().filter(|slot| self.takes(*slot, &claim.rest, spot.as_ref())).collect();
        let subject = self.telling(&claim.subject);
        let (slot, plainly) = match self.meant(subject.as_ref(), spot.as_ref(), &fitting) {
            Some(found) => found,
            // "Budget: no idea yet" chooses no option of another answer.
            None if Signs::of(self.text).within(Sign::DontKnow, &claim.rest) => return None,
            None if !claim.signed && !self.is_brief(claim, spot.as_ref()) => return None,
            None => match fitting.as_slice() {
                // What is measured of something else is no change; whoever says that one is meant is asked which.
                &[slot] if spot.is_some() && self.is_of_something_else(slot, &claim.words) => {
                    return claim.signed.then(|| Wanted::Unclear(vec![slot]));
                }
                // Nothing else could be meant; "it is large" may still be of something else.
                &[slot] if self.plan.slots[slot].widget != WidgetType::Text => (slot, subject.is_none() && spot.is_some()),
                all => return Some(Wanted::Unclear(if all.len() > MOST_NAMED { Vec::new() } else { all.to_vec() })),
            },
        };
        let in_words = self.plan.slots[slot].widget == WidgetType::Text;
        let (value, quote) = self.unframed_value(slot, &claim.rest).filter(|_| claim.signed || !in_words)?;
        let is_new = self.held(slot).is_some_and(|held| !same(held, &value));
        is_new.then(|| Wanted::Anew(Revision { slot, value, quote, words: claim.words.clone(), plainly }))
    }

    /// The obligation that a subject speaks of, and whether that is sure: by its name, by what it counts, by what it means.
    fn meant(&self, subject: Option<&Range<usize>>, spot: Option<&Spotted>, fitting: &[usize]) -> Option<(usize, bool)> {
        let text = self.text;
        let in_words = |slot: usize| self.plan.slots[slot].widget == WidgetType::Text;
        let may = |slot: usize| fitting.contains(&slot) || in_words(slot) && self.held(slot).is_some();
        if let Some(slot) = subject.and_then(|subject| spoken_of(text, self.plan, subject, may)) {
            let by_name =
                subject.and_then(|subject| self.name_at(subject.start, subject.end)).is_some_and(|(one, _)| one == slot);
            return Some((slot, by_name || !in_words(slot) && self.speaks_only_of(slot, subject)));
        }
        let noun = spot.and_then(|spot| counted(text, spot.words.end));
        let words = subject.cloned().unwrap_or_default().chain(noun);
        let words: Vec<usize> = words.filter(|at| !lexicon::COMMON.contains(text.word(*at))).collect();
        let plan = |slot: usize| &self.plan.slots[slot];
        // By its own words, by those of its question, and as somebody that is counted.
        let signs: [&dyn Fn(usize, usize) -> bool; 3] =
            [&|slot, at| plan(slot).spoken.is_about(text.stem(at)), &|slot, at| is_own(plan(slot), text, at), &|slot, at| {
                plan(slot).people && names_people(text.word(at))
            }];
        let of = |speaks: &dyn Fn(usize, usize) -> bool| -> Vec<usize> {
            let own = |slot: &usize| !in_words(*slot) && words.iter().any(|at| speaks(*slot, *at));
            fitting.iter().copied().filter(own).collect()
        };
        let speaking = signs.into_iter().map(of).find(|found| !found.is_empty()).filter(|_| spot.is_some());
        if let Some(&[slot]) = speaking.as_deref() {
            return Some((slot, self.speaks_only_of(slot, subject)));
        }
        let phrase = text.said(subject?);
        self.likeness.obligation(phrase, None, |slot| fitting.contains(&slot)).map(|slot| (slot, false))
    }

    /// "The number of employees", but not "the van costs": every word that tells is of this obligation.
    fn speaks_only_of(&self, slot: usize, subject: Option<&Range<usize>>) -> bool {
        let (text, one) = (self.text, &self.plan.slots[slot]);
        let is_its =
            |at: usize| one.spoken.is_about(text.stem(at)) || is_own(one, text, at) || one.people && names_people(text.word(at));
        subject.is_none_or(|subject| {
            let of = subject.clone().find(|at| text.word(*at) == "of").map_or(subject.start, |of| of + 1);
            (of..subject.end).all(|at| self.is_small(at) || is_its(at))
        })
    }

    /// Whether a value can be one of an obligation by its form.
    fn takes(&self, slot: usize, words: &Range<usize>, spot: Option<&Spotted>) -> bool {
        let is_day = |spot: &Spotted| matches!(spot.form, Form::Date(_) | Form::Duration(_));
        match self.plan.slots[slot].widget {
            WidgetType::Number => {
                let fits = |spot: &Spotted| amount(&spot.form).is_some() && self.counts(slot, spot) != Counts::Another;
                spot.is_some_and(|spot| fits(spot) && self.is_near(slot, spot))
            }
            WidgetType::Date => spot.is_some_and(is_day),
            WidgetType::Choice | WidgetType::Multiselect => !self.options(slot, words).is_empty(),
            WidgetType::Text => spot.is_none(),
        }
    }

    /// "Headcount 12": a name and a value, and nothing that agrees or thanks.
    fn is_brief(&self, claim: &Claim, spot: Option<&Spotted>) -> bool {
        let Some(spot) = spot else { return false };
        let noun = counted(self.text, spot.words.end).map_or(spot.words.end, |noun| noun + 1);
        let outside = |at: &usize| !(spot.words.start..noun).contains(at);
        let talks = [Sign::Yes, Sign::Likes, Sign::Thanks, Sign::Done].iter().any(|sign| Signs::of(self.text).has(*sign));
        let names = |at: usize| claim.subject.contains(&at) && !lexicon::COMMON.contains(self.text.word(at));
        // "It's 12", but not "that took 12".
        let points = self.telling(&claim.subject).is_none();
        let is = |at: usize| ["referring", "pronoun", "equating"].iter().any(|list| cues::is(list, self.text, at));
        !talks && claim.words.clone().filter(outside).all(|at| names(at) || self.is_bare(at) || points && is(at))
    }

    /// A mark, an article, or what opens or closes.
    fn is_bare(&self, at: usize) -> bool {
        let word = self.text.word(at);
        self.text.is_mark(at) || lexicon::OPENERS.contains(word) || cues::is("determiner", self.text, at)
    }

    /// Numbers and days; not "two things: …" or "the two".
    pub(super) fn measured(&self, words: &Range<usize>) -> Vec<Spotted> {
        let is_one = |spot: &Spotted| amount(&spot.form).is_some() || matches!(spot.form, Form::Date(Some(_)));
        let all = values::spot(self.text, self.today).into_iter();
        let leads = |at: usize| (at..at + 2).any(|at| self.text.word(at) == ":");
        let refers = |spot: &Spotted| {
            let at = spot.words.start;
            let in_letters = spot.words.len() == 1 && self.text.word(at).chars().all(char::is_alphabetic);
            let definite = at > 0 && cues::is("determiner", self.text, at - 1) && !matches!(self.text.word(at - 1), "a" | "an");
            in_letters && definite && counted(self.text, spot.words.end).is_none()
        };
        all.filter(|spot| words.contains(&spot.words.start) && is_one(spot) && !leads(spot.words.end) && !refers(spot)).collect()
    }

    /// The value of the message before, for which it was asked whose it is; not one that was taken.
    pub(super) fn value_before(&self, slot: usize) -> Option<Finding> {
        if self.heard.asked.is_some() {
            return None;
        }
        let mut turns = self.heard.history.iter().enumerate().rev();
        let (turn, before) = turns.find(|(_, turn)| turn.speaker == Speaker::User)?;
        let text = Text::new(&before.text);
        let then = Moment { text: &text, ..*self };
        let words = 0..text.words.len();
        let spot = then.measured(&words).into_iter().next().filter(|_| words.len() <= LONGEST)?;
        let (value, quote) = then.value(slot, &words, 1.0).filter(|_| then.takes(slot, &words, Some(&spot)))?;
        if self.held_slots().any(|other| self.held(other).is_some_and(|held| same(held, &value))) {
            return None;
        }
        let place = text.place(&quote);
        let quote = Quote { turn: Some(turn), start: place.start, end: place.end };
        let (key, manner) = (self.heard.definition.obligations[slot].key.clone(), Manner::Corrected);
        Some(Finding { key, value, confidence: manner.confidence(), manner, quote })
    }
}
