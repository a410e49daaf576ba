//! A held value that is named and put right, of whatever form: "the audience should be midwives", "correct the offering: we only do
//! repairs", "for the users please take nurses". Where it is not said what it should be, that is asked.

use super::{
    super::{
        answer, cues, lexicon,
        reading::named_by,
        signs::{Sign, Signs},
        text::{Mood, Shape},
    },
    Moment, Revision,
};
use protocol::interview::{Asking, WidgetType};
use std::ops::Range;

/// What a sentence wants changed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wanted {
    Anew(Revision),
    /// The obligation alone: what it should be is not said.
    Other(usize),
    /// A new value for one of these, and it is not said which; of none of them where it may be any.
    Unclear(Vec<usize>),
}

/// A sentence taken apart.
pub(super) struct Wish {
    pub(super) slot: usize,
    /// Where the new value stands; empty where there is none.
    pub(super) rest: Range<usize>,
    /// It says what to do, and not only how something should be.
    pub(super) orders: bool,
}

/// What stands before the words that matter.
pub(super) struct Start {
    pub(super) at: usize,
    /// "No", "wrong", "sorry": something is put right.
    pub(super) puts_right: bool,
    /// "I want to …": told of oneself as well as asked for.
    pub(super) of_oneself: bool,
    pub(super) requests: bool,
}

/// A longer name is a statement.
pub(super) const LONGEST_NAME: usize = 7;
/// In a longer sentence only its beginning is looked at.
const LONGEST: usize = 60;

impl Moment<'_, '_> {
    /// What a statement or an order wants; of a question only the value that it asks to put down.
    pub(super) fn wanted(&self, sentence: &Range<usize>, is_question: bool) -> Option<Wanted> {
        let start = self.start(sentence);
        let wish = self.wish(&start, sentence)?;
        let (slot, widget) = (wish.slot, self.plan.slots[wish.slot].widget);
        let asking = self.heard.asked.as_ref().map(|(_, asking)| *asking);
        let is_asked = self.asked == Some(slot);
        let open = asking == Some(Asking::Question);
        // "The prices should be lower", "I want to change the offering" may answer an open question.
        let in_words = |slot: usize| self.plan.slots[slot].widget == WidgetType::Text && !self.plan.slots[slot].spoken.who;
        let in_words = open && self.asked.is_some_and(in_words);
        let may_answer = in_words && !start.puts_right && (!wish.orders || start.of_oneself);
        if is_asked && open || may_answer || is_question && !(start.requests && wish.orders) {
            return None;
        }
        if self.held(slot).is_none() {
            // "Please correct the budget" asks for what was never answered; "fix the roof" may answer what is asked.
            let amends = wish.orders && cues::is("amending", self.text, start.at);
            let plainly = start.requests || start.puts_right || !in_words;
            let asks_for_it = amends && plainly && !is_question && self.unframed_value(slot, &wish.rest).is_none();
            return asks_for_it.then_some(Wanted::Other(slot));
        }
        if let Some((value, quote)) = self.unframed_value(slot, &wish.rest) {
            // "The risks should be low" may say how they are, and not which.
            let turned = sentence.clone().any(|at| cues::is("turning", self.text, at));
            let of_words = |value: &str| value.split_whitespace().count();
            let long = self.held(slot).and_then(serde_json::Value::as_str).is_some_and(|held| of_words(held) > 2);
            let may_describe = long && widget == WidgetType::Text && quote.len() == 1 && !self.text.words[quote.start].capital;
            let plainly = wish.orders || start.puts_right || turned || !may_describe;
            return Some(Wanted::Anew(Revision { slot, value, quote, words: sentence.clone(), plainly }));
        }
        let measured = matches!(widget, WidgetType::Number | WidgetType::Date);
        let asks_for_it = wish.orders || start.puts_right || wish.rest.is_empty() && !measured;
        (!is_question && !is_asked && asks_for_it).then_some(Wanted::Other(slot))
    }

    /// The same further on in a sentence: "the first is fine, but the users should be midwives".
    pub(super) fn wanted_behind(&self, sentence: &Range<usize>) -> Option<Revision> {
        let begins = |at: &usize| self.text.is_mark(*at) || matches!(self.text.word(*at), "but" | "and");
        sentence.clone().take(LONGEST).filter(begins).find_map(|at| {
            let Some(Wanted::Anew(found)) = self.wanted(&(at + 1..sentence.end), false) else { return None };
            let lead = sentence.start..at;
            let approves = self.name_at(self.start(&lead).at, at).is_some_and(|(_, name)| (name..at).all(|at| self.is_small(at)));
            let words = if approves { sentence.clone() } else { at + 1..sentence.end };
            Some(Revision { words, ..found })
        })
    }

    /// "Correct the offering. It's repairs.": what it should be is said in the sentence behind.
    pub(super) fn wanted_next(&self, slot: usize, sentence: &Range<usize>) -> Option<Revision> {
        let next = self.text.sentences.iter().find(|one| one.words.start >= sentence.end)?;
        let goes_on = cues::is("resuming", self.text, next.words.start);
        let denies = next.words.clone().any(|at| lexicon::NEGATIONS.contains(&self.text.word(at)));
        if next.mood == Mood::Question || !goes_on || denies || self.wanted(&next.words, false).is_some() {
            return None;
        }
        let (value, quote) = self.unframed_value(slot, &next.words)?;
        Some(Revision { slot, value, quote, words: sentence.start..next.words.end, plainly: true })
    }

    /// The value of these words without "it should be", "please take" before it.
    pub(super) fn unframed_value(&self, slot: usize, words: &Range<usize>) -> Option<(serde_json::Value, Range<usize>)> {
        let words = self.unframed(&self.undenied(slot, words));
        // "Something else", "changed", "no idea yet": says that it is another or is not known, and not which.
        let in_words = self.plan.slots[slot].widget == WidgetType::Text;
        let signs = Signs::of(self.text);
        let only_differs = words.clone().all(|at| {
            self.text.is_mark(at)
                || lexicon::COMMON.contains(self.text.word(at))
                || cues::is("differing", self.text, at)
                || signs.find(Sign::DontKnow).any(|doubt| doubt.contains(&at))
        });
        if words.is_empty() || in_words && only_differs {
            None
        } else if in_words {
            self.words_for(slot, &words)
        } else {
            self.value(slot, &words, 1.0)
        }
    }

    pub(super) fn unframed(&self, words: &Range<usize>) -> Range<usize> {
        let text = self.text;
        let quotes = |at: usize| matches!(text.word(at), "\"" | "“" | "”" | "«" | "»");
        let opens_value = |at: usize| quotes(at) || matches!(text.word(at), "$" | "€" | "£" | "+" | "-" | "(");
        let (mut at, mut end) = (words.start, words.end);
        while at < end {
            let led = self.should_be(at + 1).filter(|_| cues::is("pronoun", text, at));
            if let Some(from) = led.or_else(|| self.should_be(at)).filter(|from| *from < end) {
                at = from;
            } else if let Some(length) = ["requesting", "putting"].iter().find_map(|list| cues::at(list, text, at)) {
                at += length;
            } else if text.is_mark(at) && !opens_value(at) {
                at += 1;
            } else {
                break;
            }
        }
        while end > at && text.is_mark(end - 1) && !matches!(text.word(end - 1), "%" | ")" | "+") && !quotes(end - 1) {
            end -= 1;
        }
        if end > at + 2 && quotes(at) && quotes(end - 1) { at + 1..end - 1 } else { at.min(end)..end }
    }

    /// Past "should be", "should rather be", "is now": where what it is begins.
    pub(super) fn should_be(&self, at: usize) -> Option<usize> {
        if let Some(length) = cues::at("turning", self.text, at) {
            return Some(at + length);
        }
        let mut next = at + cues::at("ought", self.text, at)?;
        while answer::is_adverb(self.text.word(next)) || cues::is("preferring", self.text, next) {
            next += 1;
        }
        Some(next + cues::at("being", self.text, next)?)
    }

    pub(super) fn start(&self, sentence: &Range<usize>) -> Start {
        let text = self.text;
        let mut start = Start { at: sentence.start, puts_right: false, of_oneself: false, requests: false };
        while start.at < sentence.end.min(sentence.start + LONGEST) {
            let at = start.at;
            if cues::is("amending", text, at) && !text.is_mark(at + 1) {
                break;
            }
            let opener = lexicon::OPENERS.contains(text.word(at)) || matches!(text.word(at), "wait" | "wrong");
            if let Some(length) = cues::at("requesting", text, at) {
                start.requests = true;
                start.of_oneself |= (at..at + length).any(|at| matches!(text.word(at), "i" | "we" | "i'd" | "we'd"));
                start.at += length;
            } else if let Some(length) = cues::at("rejecting", text, at) {
                start.puts_right = true;
                start.at += length;
            } else if text.is_mark(at) || opener {
                start.puts_right |= cues::is("objecting", text, at);
                start.at += 1;
            } else {
                break;
            }
        }
        start
    }

    pub(super) fn wish(&self, start: &Start, sentence: &Range<usize>) -> Option<Wish> {
        let (text, end) = (self.text, sentence.end);
        let at = start.at;
        let wish = |slot: usize, rest: Range<usize>, orders: bool| Some(Wish { slot, rest, orders });
        if let Some(length) = cues::at("amending", text, at) {
            let verb = at + length;
            // "No, change it to …", of what was read back or is being settled.
            let it = matches!(text.word(verb), "it" | "that" | "this" | "them") && matches!(text.word(verb + 1), "to" | "into");
            if let Some(slot) = self.asked.filter(|_| it) {
                return wish(slot, verb + 2..end, true);
            }
            let (slot, name) = self.name_at(verb, end)?;
            if self.says_no_more(&(name..end)) {
                return wish(slot, end..end, true);
            }
            let joint = text.is_mark(name) || matches!(text.word(name), "to" | "into" | "as");
            let direct = matches!(text.word(at), "make" | "set" | "put") || self.plan.slots[slot].widget != WidgetType::Text;
            return if joint || direct { wish(slot, name + usize::from(joint)..end, joint) } else { None };
        }
        if cues::is("regarding", text, at) {
            let (slot, name) = self.name_at(at + 1, end)?;
            let next = (name..end).find(|&at| !text.is_mark(at) && !cues::is("requesting", text, at))?;
            let puts = text.word(name) == ":" || cues::is("putting", text, next) || self.should_be(next + 1).is_some();
            return if puts { wish(slot, name..end, true) } else { None };
        }
        let states = ["ought", "turning"].iter().any(|list| cues::find(list, text, &(at..end)).is_some());
        if !states && end.saturating_sub(at) > LONGEST_NAME {
            return None;
        }
        let (slot, name) = self.name_at(at, end)?;
        // "No, the audience": which one, after it was asked what to change.
        if self.says_no_more(&(name..end)) && (start.puts_right || self.heard.asked.is_none()) {
            return wish(slot, end..end, start.puts_right);
        }
        // "Should not be …" says only what it is not.
        let denied = cues::at("ought", text, name).is_some_and(|length| lexicon::NEGATIONS.contains(&text.word(name + length)));
        if denied {
            return wish(slot, end..end, true);
        }
        wish(slot, self.should_be(name)?..end, false)
    }

    pub(super) fn says_no_more(&self, words: &Range<usize>) -> bool {
        words.clone().all(|at| {
            self.text.is_mark(at) || lexicon::OPENERS.contains(self.text.word(at)) || cues::is("requesting", self.text, at)
        })
    }

    /// The obligation that is named from here on, by the most words that name it, and where its name ends.
    pub(super) fn name_at(&self, from: usize, end: usize) -> Option<(usize, usize)> {
        let text = self.text;
        let telling = |at: &usize| text.words[*at].shape != Shape::Mark && !lexicon::COMMON.contains(text.word(*at));
        (from + 1..=end.min(from + LONGEST_NAME)).rev().find_map(|until| {
            let joined = |at: usize| !text.is_mark(at) || matches!(text.word(at), "-" | "/" | "'");
            if !(from..until).all(joined) || !telling(&(until - 1)) {
                return None;
            }
            let slot = named_by(text, self.plan, &(from..until))?;
            let own = |at: &usize| self.plan.slots[slot].spoken.is_about(text.stem(*at));
            // "Our main competitor": one word more says nothing else.
            let others = (from..until).filter(telling).filter(|at| !own(at)).count();
            (own(&(until - 1)) && others <= 1).then_some((slot, until))
        })
    }
}
