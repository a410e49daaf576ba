//! The whole answer to an open question, in the person's words.

use super::{
    super::{
        agent::Act,
        answer, lexicon,
        matching::Placed,
        moves,
        profile::Kind,
        signs::{self, Sign, Signs},
        text::{Mood, Shape, Text},
        values::{Form, Spotted},
    },
    Moment,
};
use domain::interview::{Manner, Quote};
use protocol::interview::{Asking, WidgetType};
use serde_json::json;
use std::ops::Range;

/// Words that lead to a number or a day.
static LEADS: lexicon::Words = lexicon::Words::new("leading to a measure");
/// What one does not know of the talk itself.
static OF_TALK: lexicon::Words = lexicon::Words::new("doubted in talk");

impl Moment<'_, '_> {
    pub(super) fn answer_openly(&mut self) {
        let Some(slot) = self.focus.requested.iter().copied().find(|slot| !self.taken.contains(slot)) else { return };
        let one = &self.plan.slots[slot];
        let live = !self.heard.imported;
        let open = match one.widget {
            WidgetType::Text => true,
            WidgetType::Date => live,
            _ => false,
        };
        let typed = !matches!(
            one.kind,
            Kind::Text | Kind::Title | Kind::Person | Kind::City | Kind::Spot | Kind::Category | Kind::Address
        );
        if live && !open && self.taken.is_empty() {
            return self.answer_what_waits();
        }
        if !open || !live && (typed || self.agent.yes_or_no || !self.taken.is_empty() || self.agent.requested.is_empty()) {
            return;
        }
        let anew = self.says_anew(slot);
        let corrects = !anew && self.findings.iter().any(|finding| finding.manner == Manner::Corrected);
        let read_back = self.agent.act == Act::ReadBack && live && !anew;
        let settles = read_back && (self.is_settled_by_a_word() || self.is_a_remark(slot));
        // "Forget that" with what is meant instead is said of the answer.
        let away = moves_away(self.signs, self.text) && self.retracted.iter().all(|one| !one.values);
        if away || corrects || settles || live && (moves::ends(self.text) || self.is_about_the_talk()) {
            return;
        }
        let elsewhere: Vec<Range<usize>> =
            self.said_of.iter().filter(|(known, _)| *known != slot).map(|(_, words)| words.clone()).collect();
        let plainly = || answer::yes_or_no(self.text, one, self.signs).map(|words| (words, false));
        let pieces: Vec<Range<usize>> = if live {
            self.pieces(slot)
        } else {
            let told = self.text.sentences.iter().filter(|sentence| sentence.mood != Mood::Question);
            told.map(|sentence| sentence.words.clone()).collect()
        };
        let Some((words, named)) = answer::trimmed(
            self.text,
            one,
            self.signs,
            &pieces,
            &elsewhere,
            live,
            self.pointed.iter().any(|one| one.slot != slot && !one.weak),
        )
        .or_else(plainly)
        .or_else(|| (live && one.spoken.who).then(|| answer::oneself(self.text)).flatten().map(|words| (words, false))) else {
            return;
        };
        let is_told = |spot: Spotted| matches!(spot.form, Form::Date(_)) && self.is_of_something_else(&Placed::alone(slot, spot));
        let no_time = || {
            !self.tells_time(&words)
                || self.only_denies_a_day(&words)
                || one.spoken.ahead && self.spots().into_iter().any(is_told)
        };
        if live && self.is_elsewhere(&words, slot) || one.widget == WidgetType::Date && no_time() {
            return;
        }
        let words = if one.widget == WidgetType::Date { self.time_part(&words) } else { words };
        let words = if live && one.widget == WidgetType::Text { self.without_what_went_elsewhere(slot, words) } else { words };
        if live
            && one.kind == Kind::Text
            && let Some(other) = self.sum_for_another(&words).or_else(|| self.day_for_another(&words))
            && let Some(value) = self.value(&other, self.text)
        {
            return self.take(other.slot, value, Manner::Hedged, Quote { turn: None, start: 0, end: 0 }, Some(&other.words));
        }
        if live && one.kind == Kind::Text && self.only_counts(slot, &words) {
            return;
        }
        let oneself = one.spoken.who && answer::oneself(self.text).is_some();
        if live && !oneself && self.is_no_more_than_a_move(&words) {
            return;
        }
        if live && self.heard.held[slot].proposed.is_some() && matches!(self.heard.asked, Some((_, Asking::Negotiation))) {
            return self.weigh(slot, &words);
        }
        let said = self.text.said(&words);
        let most = if live { usize::MAX } else { 6 };
        if answer::is_noise(said) || words.len() > most || self.text.low.trim().is_empty() {
            return;
        }
        let named = named && !(live && self.is_a_name(slot, &words));
        let mut manner = self.manner(slot, &words, named);
        if named && manner == Manner::Direct {
            manner = Manner::Explicit;
        }
        if live && manner == Manner::Direct && (self.is_shared(&words) || one.kind == Kind::Text && self.is_bare(&words)) {
            manner = Manner::Hedged;
        }
        if live
            && manner == Manner::Direct
            && (self.denies_all(slot, &words) || self.is_beside(&words) || self.is_of_the_day(&words))
        {
            manner = Manner::Hedged;
        }
        let softened = self.retracted.iter().any(|soft| soft.softened && soft.words.start < words.end);
        if live
            && manner == Manner::Direct
            && (softened || self.is_said_by_the_way(&words) || one.kind == Kind::Text && self.may_be_none(slot, &words))
        {
            manner = Manner::Hedged;
        }
        if typed && one.widget == WidgetType::Date || self.only_vague(&words) {
            manner = if self.only_vague(&words) { Manner::Vague } else { Manner::Hedged };
        }
        self.take(slot, json!(said), manner, Quote { turn: None, start: 0, end: 0 }, Some(&words));
    }

    /// Where two numbers or options are weighed, a statement that speaks of neither answers the question that stood before.
    fn answer_what_waits(&mut self) {
        let text = self.text;
        let states = text.words.len() > 3 && text.sentences.iter().all(|sentence| sentence.mood == Mood::Statement);
        let measures =
            |form: &Form| matches!(form, Form::Number(_) | Form::Money(_) | Form::Percent(_) | Form::Duration(_) | Form::Date(_));
        let about_it = self.signs.yes(text)
            || self.signs.no(text)
            || self.focus.changing
            || self.spots().iter().any(|spot| measures(&spot.form));
        if !matches!(self.heard.asked, Some((_, Asking::Negotiation)))
            || !states
            || about_it
            || moves::only_chooses(text, self.signs)
            || moves_away(self.signs, text)
        {
            return;
        }
        let Some(slot) = self.waiting() else { return };
        let pieces = self.pieces(slot);
        let found = answer::trimmed(text, &self.plan.slots[slot], self.signs, &pieces, &[], true, false);
        if let Some((words, _)) = found.filter(|(words, _)| !self.is_no_more_than_a_move(words)) {
            let value = json!(text.said(&words));
            self.take(slot, value, Manner::Hedged, Quote { turn: None, start: 0, end: 0 }, Some(&words));
        }
    }

    /// A value read back is confirmed, denied or left aside; any other short statement says it anew.
    fn is_settled_by_a_word(&self) -> bool {
        if matches!(self.heard.asked, Some((_, Asking::Negotiation))) {
            return moves::only_chooses(self.text, self.signs) || self.signs.yes(self.text);
        }
        let agrees = self.signs.yes(self.text) || self.signs.has(Sign::Yes) && !self.focus.changing;
        let elsewhere = !self.taken.is_empty() || self.pointed.iter().any(|one| !self.focus.requested.contains(&one.slot));
        let about_it = self.focus.changing || self.text.words.len() <= 14;
        // What only comes to it does not take its place.
        let elsewhere = elsewhere || self.addition().is_some();
        agrees || !self.focus.changing && elsewhere || !about_it
    }

    /// "A dental lab with nine employees", "nurses, there are 60,000 of them": the end was told of another obligation.
    fn without_what_went_elsewhere(&self, slot: usize, words: Range<usize>) -> Range<usize> {
        let text = self.text;
        // "Plumbing, four of us, about 300k a year": the last parts, one after the other.
        let mut words = words;
        while let Some(comma) = words.clone().skip(1).rev().find(|&at| text.word(at) == ",") {
            let part = comma + 1..words.end;
            // "…, starting in May" may say more than the day.
            let day = self
                .said_of
                .iter()
                .any(|(other, said)| self.plan.slots[*other].widget == WidgetType::Date && part.contains(&said.start));
            if part.is_empty() || day || !self.is_elsewhere(&part, slot) {
                break;
            }
            words.end = comma;
        }
        let measured = |other: usize| matches!(self.plan.slots[other].widget, WidgetType::Number | WidgetType::Date);
        let told = self.said_of.iter().filter(|(other, said)| {
            *other != slot
                && measured(*other)
                && said.start > words.start + 1
                && said.end <= words.end
                && said.end + 3 > words.end
                || *other != slot && measured(*other) && words.end == said.start
        });
        let Some((_, said)) = told.min_by_key(|(_, said)| said.start) else { return words };
        // Back over the words that lead to it.
        let leads = |at: usize| LEADS.contains(text.word(at)) || text.is_mark(at);
        let mut end = said.start;
        while end > words.start + 1 && leads(end - 1) {
            end -= 1;
        }
        let cut = (end..said.start).any(|at| matches!(text.word(at), "with" | "and" | "," | ";"));
        // "Independent practices with 3 to 10 chairs" is one thing; what went elsewhere stands apart.
        let whole = text.words.get(words.start).is_some() && super::clauses::stands_alone(text, &(words.start..end));
        if cut && !whole { words.start..end } else { words }
    }

    fn only_vague(&self, words: &Range<usize>) -> bool {
        words.len() <= 3
            && self.signs.find(Sign::Vague).any(|vague| {
                vague.start <= words.start + 1
                    && vague.end >= words.end.saturating_sub(1)
                    && vague.start < words.end
                    && vague.end > words.start
            })
    }
}

/// "They don't know where to start", "customers skip it", "I don't know how to reach the young": told of somebody or something, not
/// said to the one who asks.
fn is_said_by_speaker(text: &Text<'_>, words: &Range<usize>) -> bool {
    let before = text.before(words.start);
    if text.word(words.start) == "who" && text.word(words.start + 1) == "knows" {
        return words.end >= text.words.len() || text.is_mark(words.end);
    }
    let somebody =
        matches!(before, "they" | "who" | "he" | "she" | "people" | "nobody" | "everybody" | "somebody" | "which" | "often")
            || words.start > 0
                && matches!(
                    text.word(words.start),
                    "don't"
                        | "do"
                        | "dont"
                        | "can't"
                        | "cannot"
                        | "couldn't"
                        | "skip"
                        | "forget"
                        | "remove"
                        | "drop"
                        | "ignore"
                        | "haven't"
                )
                && text.words[words.start - 1].shape == Shape::Letters
                && !lexicon::COMMON.contains(before)
                && !lexicon::OPENERS.contains(before)
                && !answer::is_adverb(before)
                && !matches!(before, "honestly" | "sadly" | "frankly" | "rather" | "simply" | "i'd" | "gladly" | "skip");
    if somebody {
        return false;
    }
    let asks =
        matches!(text.word(words.end), "how" | "what" | "where" | "whether" | "which" | "why" | "who" | "if" | "when" | "that");
    let end = (words.end..text.words.len()).find(|&at| text.is_mark(at)).unwrap_or(text.words.len());
    let of_talk = (words.end..end).any(|at| OF_TALK.contains(text.word(at)));
    !(asks && end >= words.end + 4 && !of_talk && text.word(words.end - 1) != "understand")
}

/// The person turns to something else than the answer.
pub(super) fn moves_away(signs: &Signs, text: &Text<'_>) -> bool {
    if text.words.len() < 5 && text.word(0) == "later" {
        return true;
    }
    let by_speaker = |sign: Sign| signs.find(sign).any(|words| is_said_by_speaker(text, words));
    let doubts = by_speaker(Sign::DontKnow) && !answer::doubts_and_answers(text, signs) && text.words.len() < 14;
    let leaves =
        [Sign::Skip, Sign::Meaning, Sign::Withdraw, Sign::Back].iter().any(|sign| by_speaker(*sign)) && text.words.len() < 14;
    // "Dentists. What do others say?" answers before it asks.
    let mut told = text.sentences.iter().filter(|sentence| sentence.mood != Mood::Question).peekable();
    let talks = told.peek().is_none()
        || told.all(|sentence| {
            let aside = [Sign::Defer, Sign::Why, Sign::Examples, Sign::Research, Sign::Done, Sign::SmallTalk, Sign::Abuse];
            // "Plumbing lol" tells something.
            let laughs = || {
                let mut small = signs.find(Sign::SmallTalk).filter(|words| sentence.words.contains(&words.start));
                small.all(|words| signs::is_a_laugh(text, words))
                    && sentence.words.clone().any(|at| {
                        !text.is_mark(at)
                            && !lexicon::OPENERS.contains(text.word(at))
                            && !signs::LAUGHS.contains(&text.word(at))
                            && !lexicon::COMMON.contains(text.word(at))
                    })
            };
            // "Shit pay and long nights" is sworn, and told.
            let swears = || {
                let sworn = |at: usize| signs.find(Sign::Abuse).any(|words| words.contains(&at));
                let small = |at: usize| {
                    let word = text.word(at);
                    text.is_mark(at) || sworn(at) || lexicon::OPENERS.contains(word) || lexicon::COMMON.contains(word)
                };
                let addressed = sentence.words.clone().any(|at| matches!(text.word(at), "you" | "your" | "you're"));
                !addressed && sentence.words.clone().filter(|&at| !small(at)).nth(1).is_some()
            };
            aside.iter().any(|sign| {
                signs.within(*sign, &sentence.words)
                    && (*sign != Sign::Done || moves::closes(text, signs, sentence))
                    && (*sign != Sign::SmallTalk || !laughs())
                    && (*sign != Sign::Abuse || !swears())
            })
        });
    doubts || leaves || talks && text.words.len() < 9
}
