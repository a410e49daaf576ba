//! What is counted in parts: "me, my wife, four bakers and six shop assistants" are twelve.

use super::{
    super::{
        lexicon,
        profile::Kind,
        signs::Sign,
        text::{Mood, Shape, stem},
        values::{Form, Spotted, number},
    },
    Moment,
    clauses::clauses,
};
use domain::interview::{Manner, Quote};
use serde_json::json;
use std::ops::Range;

/// One who is named by what they are to the speaker.
const RELATIVES: &[&str] = &[
    "wife", "husband", "partner", "spouse", "brother", "sister", "mother", "father", "mum", "mom", "dad", "son", "daughter",
    "cousin", "uncle", "aunt", "nephew", "niece", "friend", "boyfriend", "girlfriend", "boss", "kid", "child", "parent",
];
/// Nouns for people whose ending does not tell.
const PEOPLE: &[&str] = &[
    "cook", "chef", "nurse", "clerk", "apprentice", "intern", "colleague", "temp", "assistant", "staff", "mechanic", "student",
    "technician", "accountant", "consultant", "sales", "people", "others", "timer", "woman", "women", "man", "men", "child",
    "children", "kid", "friend", "guest", "relative", "librarian", "musician", "electrician", "dentist", "artist",
];
/// Things whose names look like those of people, or that people work in.
const THINGS: &[&str] =
    &["shop", "store", "office", "site", "branch", "branche", "location", "year", "month", "week", "day", "hour"];
/// Time, choice and parts of what was counted: nothing is added up there.
const APART: &[&str] = &[
    "was", "were", "had", "ago", "last", "used", "before", "or", "including", "whom", "which", "of", "them", "from", "between",
    "not", "per", "each", "than", "now", "soon", "next", "want", "need", "hire", "if", "plan", "hope", "but", "maybe", "perhaps",
    "probably", "included", "counting",
];
const AT_TIMES: &[&str] = &[
    "sometimes", "occasionally", "christmas", "summer", "winter", "weekend", "weekends", "saturdays", "sundays", "holidays",
    "seasonally",
];
const AROUND: &[&str] = &[
    "it's", "it", "is", "there's", "there", "are", "we", "we're", "have", "i", "i'm", "that's", "just", "only", "about",
    "roughly", "currently", "so", "far", "at", "the", "moment", "mostly", "with", "both", "employ", "altogether", "total", "in",
    "today", "all", "present", "well", "um", "expect", "around",
];

impl Moment<'_, '_> {
    /// Takes the sum of what is counted in parts, and its numbers out of the spots.
    pub(super) fn add_up(&mut self, spots: &mut Vec<Spotted>) {
        let text = self.text;
        if self.heard.imported || text.sentences.iter().all(|sentence| sentence.mood == Mood::Question) {
            return;
        }
        let counts = |slot: usize| self.plan.slots[slot].kind == Kind::Count && self.plan.slots[slot].numbers.is_empty();
        let asked = self.focus.requested.iter().copied().find(|slot| counts(*slot));
        let told = text.sentences.iter().filter(|sentence| sentence.mood != Mood::Question).take(8);
        let told = told.flat_map(|sentence| clauses(text, &sentence.words)).flat_map(|clause| self.standing(&clause));
        for sentence in told.collect::<Vec<_>>() {
            let Some(sum) = self.sum(&sentence, asked, spots) else { continue };
            let us = || (0..self.plan.slots.len()).find(|&slot| counts(slot) && self.plan.slots[slot].us);
            let Some(slot) = asked.or_else(|| us().filter(|_| sum.ours)) else { continue };
            spots.retain(|spot| spot.words.end <= sum.words.start || sum.words.end <= spot.words.start);
            let hedged = self.signs.find(Sign::Hedge).any(|hedge| hedge.end <= sum.words.start && hedge.start >= sentence.start);
            let manner = match self.manner(slot, &sum.words, false) {
                Manner::Direct if hedged || !sum.plain => Manner::Hedged,
                manner => manner,
            };
            return self.take(slot, json!(sum.value), manner, Quote { turn: None, start: 0, end: 0 }, Some(&sum.words));
        }
    }

    fn sum(&self, sentence: &Range<usize>, asked: Option<usize>, spots: &[Spotted]) -> Option<Sum> {
        let text = self.text;
        let mut at = sentence.start;
        let skips = |at: usize| {
            text.is_mark(at) && text.word(at) != "+"
                || lexicon::OPENERS.contains(text.word(at))
                || AROUND.contains(&text.word(at)) && !text.reads(at, &["i", "and"])
        };
        while at < sentence.end && skips(at) {
            at += 1;
        }
        let (start, mut counted, mut ours, mut end) = (at, Vec::new(), false, at);
        let mut listed = false;
        while at < sentence.end {
            // "…, so five": the sum is said.
            if text.word(at) == "so" && counted.len() > 1 {
                break;
            }
            // "Two hundred and fifty" is one number.
            let inside = |at: usize| {
                spots.iter().any(|spot| {
                    spot.words.start < at && at + 1 < spot.words.end && matches!(spot.form, Form::Number(_) | Form::Money(_))
                })
            };
            let next = (at..sentence.end).find(|&at| self.joins(at) && !inside(at)).unwrap_or(sentence.end);
            let part = at..next;
            if !part.is_empty() {
                let (count, own) = self.part(&part, asked)?;
                if count > 0 {
                    end = next;
                    counted.push(count);
                }
                ours |= own;
            }
            listed |= next < sentence.end && !matches!(text.word(next), "," | "." | "!" | ";" | "\n");
            at = next + usize::from(next < sentence.end);
        }
        let said = self.said_sum(&(end..sentence.end));
        let rest: u64 = counted.iter().skip(1).sum();
        let value = match counted.as_slice() {
            [] | [_] => return None,
            // "Six, four full-time and two part-time": the sum stands first.
            [first, _, _, ..] if *first == rest => *first,
            all => all.iter().sum(),
        };
        while end > start && text.is_mark(end - 1) {
            end -= 1;
        }
        match said {
            Some((value, words)) => Some(Sum { value, words: start..words.end, ours, plain: true }),
            None => Some(Sum { value, words: start..end, ours, plain: listed }),
        }
    }

    fn joins(&self, at: usize) -> bool {
        matches!(self.text.word(at), "," | "and" | "plus" | "+" | "&" | "." | "!" | ";" | "\n")
    }

    /// How many one part of the list counts, and whether it is the speaker; nothing where it is no part of one.
    fn part(&self, part: &Range<usize>, asked: Option<usize>) -> Option<(u64, bool)> {
        let text = self.text;
        let from = part.clone().find(|&at| !AROUND.contains(&text.word(at)) || text.word(at) == "i" || text.words[at].capital);
        let Some(from) = from.filter(|&at| !text.is_mark(at) || part.len() > 1) else { return Some((0, false)) };
        let words = from..part.end;
        if words.clone().any(|at| APART.contains(&text.word(at)) && !text.reads(at, &["of", "us"]) || text.word(at) == ":") {
            return None;
        }
        // "… and my daughter at Christmas": helps at times, and is not one of them.
        if words.clone().any(|at| AT_TIMES.contains(&text.word(at))) {
            return Some((0, false));
        }
        // "Forty, I think" counts nobody more.
        let thinks = text.word(from) == "i" && words.len() == 2 && !matches!(text.word(from + 1), "too" | "also" | "myself");
        if matches!(text.word(from), "me" | "myself" | "i") && words.len() <= 2 && !thinks {
            return Some((1, true));
        }
        let people = |slot: usize| self.plan.slots[slot].people;
        let noun = |from: usize| self.is_of_kind(&(from..part.end), asked);
        if let Some((end, count)) = number::plain(text, from)
            .or_else(|| number::plain(text, from + 1).filter(|_| matches!(text.word(from), "my" | "our" | "the" | "another")))
        {
            let whole = count.fract() == 0.0 && (0.0..1e7).contains(&count);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, and within bounds")]
            let count = if whole { count as u64 } else { return None };
            // "12 shops and 3 people": what else is counted stands aside.
            return Some(if noun(end) { (count, false) } else { (0, false) });
        }
        let one = matches!(text.word(from), "a" | "an" | "another") && noun(from + 1);
        let relative = matches!(text.word(from), "my" | "our") && words.clone().any(|at| RELATIVES.contains(&text.word(at)));
        if relative {
            return Some((1, true));
        }
        if one {
            return Some((1, false));
        }
        let named = asked.is_some_and(people)
            && words.len() <= 2
            && words.clone().all(|at| text.words[at].capital && text.words[at].shape == Shape::Letters);
        if named { Some((1, false)) } else { None }
    }

    /// The noun phrase behind a number is about what is counted, or leaves it unsaid.
    fn is_of_kind(&self, words: &Range<usize>, asked: Option<usize>) -> bool {
        let text = self.text;
        let until = words.clone().find(|&at| {
            matches!(text.word(at), "in" | "on" | "at" | "from" | "for" | "who" | "since" | "with" | "as" | "of" | "working")
        });
        let noun = words.start..until.unwrap_or(words.end);
        if noun.is_empty() {
            return true;
        }
        let head = noun.end - 1;
        let word = text.word(head);
        let single = word.strip_suffix('s').unwrap_or(word);
        let people = asked.is_none_or(|slot| self.plan.slots[slot].people);
        if !people {
            let own = asked.is_some_and(|slot| {
                self.plan.slots[slot].named.iter().any(|name| stem(word).ends_with(name.as_str()) || text.stem(head) == name)
            });
            return own;
        }
        let part_time = matches!(single, "time" | "timer") && matches!(text.word(noun.start), "full" | "part" | "half");
        part_time || names_people(word)
    }

    /// "…, so five actually", "… twelve in total".
    fn said_sum(&self, words: &Range<usize>) -> Option<(u64, Range<usize>)> {
        let text = self.text;
        let at = words
            .clone()
            .rev()
            .find(|&at| matches!(text.word(at), "so" | "makes" | "total" | "totals") && number::plain(text, at + 1).is_some())?;
        let (end, count) = number::plain(text, at + 1)?;
        let alone = text.is_mark(end)
            || matches!(text.word(end), "" | "actually" | "in" | "altogether" | "now" | "of" | "people" | "then");
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, and within bounds")]
        (alone && count.fract() == 0.0 && (0.0..1e7).contains(&count)).then(|| (count as u64, at + 1..end))
    }

    /// "I work alone", "on my own".
    pub(super) fn is_alone(&self) -> Option<Range<usize>> {
        const ALONE: &[&[&str]] = &[
            &["alone"],
            &["on", "my", "own"],
            &["by", "myself"],
            &["solo"],
            &["one", "-", "man"],
            &["one", "-", "woman"],
            &["one", "person", "business"],
        ];
        let text = self.text;
        (0..text.words.len()).find_map(|at| {
            let phrase = ALONE.iter().find(|phrase| text.reads(at, phrase))?;
            let denied = at > 0 && matches!(text.before(at), "not" | "never");
            (!denied).then_some(at..at + phrase.len())
        })
    }
}

/// "Wife", "brothers".
pub(in super::super) fn is_a_relative(word: &str) -> bool {
    RELATIVES.contains(&word.strip_suffix('s').unwrap_or(word))
}

/// A noun for people, in the singular or the plural.
pub(in super::super) fn names_people(word: &str) -> bool {
    let single = word.strip_suffix('s').unwrap_or(word);
    !THINGS.contains(&single)
        && (PEOPLE.contains(&single) || lexicon::is_somebody(word) || lexicon::is_somebody(single) && single != word)
        || RELATIVES.contains(&single)
        || single.ends_with("ant")
        || single.ends_with("ian")
}

struct Sum {
    value: u64,
    words: Range<usize>,
    /// The speaker is one of them.
    ours: bool,
    /// An "and" joins the parts, or the sum itself was said.
    plain: bool,
}
