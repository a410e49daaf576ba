//! "That's who I am, not the goal", "that isn't my budget": what was meant for another question than the one that took it.

use super::{
    super::{
        cues, lexicon, memory,
        profile::{Kind, Plan},
        text::{Mood, Text},
    },
    clauses::named_by,
};
use domain::interview::{Heard, Move, Understanding};
use protocol::interview::Asking;
use std::ops::Range;

/// Messages of more sentences tell a story.
const MOST: usize = 8;

/// What a message says was not meant for a question.
pub(super) struct Misplaced {
    slot: usize,
    /// Bytes of the message that say so, and are an answer to nothing.
    pub(super) place: Range<usize>,
}

/// How a name is denied.
struct Denial {
    slot: usize,
    words: Range<usize>,
    /// It speaks of something that was said: "that is not …", "I didn't mean …".
    points: bool,
}

/// What the question is called that is asked, or that the newest answer was taken for, where a sentence denies it.
pub(super) fn misplaced(heard: &Heard) -> Option<Misplaced> {
    let (key, _) = heard.asked.as_ref().filter(|(_, asking)| *asking != Asking::Negotiation && !heard.imported)?;
    let plan = memory::plan(&heard.definition);
    let open = plan.index(key)?;
    let text = Text::new(&heard.text);
    if text.sentences.len() > MOST {
        return None;
    }
    let states = text.sentences.iter().filter(|one| one.mood != Mood::Question && text.word(one.words.end - 1) != "?");
    let mut denials = states.filter_map(|sentence| deny(&text, &plan, &sentence.words));
    let found = denials.find(|denial| {
        let flag = plan.slots[denial.slot].kind == Kind::Flag;
        !flag && (denial.slot == open || denial.points && is_newest(heard, denial.slot))
    })?;
    Some(Misplaced { slot: found.slot, place: text.place(&found.words) })
}

/// The last answer that was taken is of this obligation.
fn is_newest(heard: &Heard, slot: usize) -> bool {
    let turn = |at: usize| heard.held.get(at).filter(|one| one.value.is_some()).and_then(|one| one.turn);
    let newest = (0..heard.held.len()).filter_map(turn).max();
    newest.is_some() && turn(slot) == newest
}

impl Misplaced {
    /// What was taken is given up and its question asked again, unless the rest of the message answers it.
    pub(super) fn settle(&self, heard: &Heard, read: &mut Understanding) {
        let Some(key) = heard.definition.obligations.get(self.slot).map(|one| one.key.clone()) else { return };
        let holds = heard.held.get(self.slot).is_some_and(|one| one.value.is_some());
        if read.findings.iter().any(|one| one.key == key) {
            if holds {
                read.moves.push(Move::Overrule { key });
            }
            return;
        }
        let is_open = heard.asked.as_ref().is_some_and(|(open, _)| *open == key);
        read.moves.retain(|one| !matches!(one, Move::Accept { key: None } | Move::Reject { key: None }));
        if holds && !is_newest(heard, self.slot) {
            return read.moves.push(Move::Reject { key: None });
        }
        if holds {
            read.moves.push(Move::Withdraw { key: key.clone() });
        }
        let leaves =
            |one: &Move| matches!(one, Move::Skip { .. } | Move::Defer { .. } | Move::DontKnow { .. } | Move::Done | Move::Pause);
        if (holds || is_open) && !read.moves.iter().any(leaves) {
            read.moves.push(Move::GoBack { key: Some(key) });
        }
    }
}

/// Where a sentence denies the name of an obligation.
fn deny(text: &Text<'_>, plan: &Plan, sentence: &Range<usize>) -> Option<Denial> {
    let parts = parts(text, sentence);
    parts.iter().find_map(|part| {
        let (slot, subject, between) = denied_name(text, plan, part)?;
        let means = cues::find("meaning it", text, &between).is_some();
        // "That's who I am, not the goal": what stands before is pointed at, and is no answer either.
        let points = |at: usize| cues::is("pointing back", text, at);
        let first = after_openers(text, sentence);
        // "That's not the goal, that's my sister's dream"
        let behind = parts.iter().filter(|one| one.start >= part.end).take_while(|one| is_that(text, one.start)).last();
        let whole = Denial { slot, words: sentence.start..behind.unwrap_or(part).end, points: true };
        if subject.is_empty() {
            let alone = after_openers(text, &(sentence.start..part.end)) >= part.start;
            // "Cheesemaker, that's what I do, not the goal"
            let pointed = || parts.iter().any(|one| one.start < part.start && is_that(text, after_openers(text, one)));
            return if alone {
                Some(Denial { slot, words: part.clone(), points: false })
            } else {
                (points(first) || pointed()).then_some(whole)
            };
        }
        let small = subject.clone().all(|at| lexicon::COMMON.contains(text.word(at)) || points(at) || speaks(text, at));
        match text.word(subject.start) {
            _ if !small => None,
            _ if points(subject.start) => Some(whole),
            "it" | "it's" => Some(Denial { slot, words: part.clone(), points: false }),
            _ if speaks(text, subject.start) && means => Some(Denial { slot, words: part.clone(), points: true }),
            _ => None,
        }
    })
}

fn is_that(text: &Text<'_>, at: usize) -> bool {
    cues::is("pointing at it", text, at)
}

fn speaks(text: &Text<'_>, at: usize) -> bool {
    cues::is("speaking", text, at)
}

/// "… not the goal" at the end of a part: the obligation, the words before the denial and those between it and the name.
fn denied_name(text: &Text<'_>, plan: &Plan, part: &Range<usize>) -> Option<(usize, Range<usize>, Range<usize>)> {
    let denies = |at: &usize| cues::is("denying a value", text, *at) && !matches!(text.word(*at), "no" | "nor" | "never");
    let not = part.clone().find(denies)?;
    let owner = (not + 1..part.end).find(|&at| cues::is("owned", text, at))?;
    let between = not + 1..owner;
    let means = cues::find("meaning it", text, &between);
    // "Not sure about the budget" denies something else.
    let small = |at: usize| cues::is("before a name", text, at) || means.as_ref().is_some_and(|means| means.contains(&at));
    let name = owner + 1..part.end;
    let slot = named_by(text, plan, &name)?;
    let own =
        |at: usize| plan.slots[slot].named.iter().any(|stem| stem == text.stem(at)) || lexicon::COMMON.contains(text.word(at));
    let only = between.clone().all(small) && name.clone().all(own);
    only.then(|| (slot, after_openers(text, &(part.start..not))..not, between))
}

fn after_openers(text: &Text<'_>, words: &Range<usize>) -> usize {
    let opens = |at: usize| text.is_mark(at) || lexicon::OPENERS.contains(text.word(at));
    words.clone().find(|&at| !opens(at)).unwrap_or(words.end)
}

/// Between marks and before "but", without what only closes.
fn parts(text: &Text<'_>, sentence: &Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = sentence.start;
    for at in sentence.clone() {
        let ends = match text.word(at) {
            "-" => text.words[at].spaced,
            "but" => true,
            _ => text.is_mark(at),
        };
        if ends {
            found.push(start..at);
            start = at + 1;
        }
    }
    found.push(start..sentence.end);
    for part in &mut found {
        while part.end > part.start && lexicon::OPENERS.contains(text.word(part.end - 1)) {
            part.end -= 1;
        }
    }
    found.retain(|part| !part.is_empty());
    found
}
