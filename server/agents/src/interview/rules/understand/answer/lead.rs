//! What goes before the clause that answers: greetings, who speaks, openers and hedges ("Well, hello, I'm Petra and I run …").

use super::{
    super::{
        cues, lexicon,
        profile::{Kind, Slot},
        text::{Text, stem},
        values::name,
    },
    around::{DOUBTS, TALK, without_end},
    frame::{SUBJECTS, capital},
};
use std::ops::Range;

/// Within so many words behind a name the clause that answers begins.
const NEAR: usize = 8;
/// Within so many words of a sentence somebody says who they are.
const SOON: usize = 6;

/// Past all of it, in whatever order it is said.
pub(super) fn past_lead(text: &Text<'_>, words: &Range<usize>, slot: &Slot, live: bool) -> usize {
    let Range { mut start, end } = words.clone();
    loop {
        let before = start;
        while start < end {
            let greeting = if live { past_greeting(text, start, end) } else { None };
            let is_opener = parts(text, start, live) || opens(text, start, live) && start + 1 < end;
            let Some(next) = greeting.or_else(|| is_opener.then_some(start + 1)) else { break };
            start = next;
        }
        let introduction = || if live { after_introduction(text, start, end, slot) } else { None };
        let next = past_phrase(text, start, end, live).or_else(introduction);
        start = next.unwrap_or(start);
        if start == before {
            return start;
        }
    }
}

/// A mark that is no part of what follows, as a bracket or the sign of a sum is.
fn parts(text: &Text<'_>, at: usize, live: bool) -> bool {
    let belongs = matches!(text.word(at), "\"" | "(" | "$" | "€" | "£" | "#" | "@" | "+" | "<" | "-");
    // "Well - a bakery"
    let is_dash = || live && text.word(at) == "-" && text.words.get(at + 1).is_some_and(|next| next.spaced);
    text.is_mark(at) && (!belongs || is_dash())
}

/// A word that only opens: "well", "so", and "no" or "good" where a mark or a subject follows.
fn opens(text: &Text<'_>, at: usize, live: bool) -> bool {
    let word = text.word(at);
    let judging = cues::is("judging", text, at);
    lexicon::OPENERS.contains(word)
        && (!judging
            || text.is_mark(at + 1)
            || SUBJECTS.contains(&text.word(at + 1))
            || lexicon::OPENERS.contains(text.word(at + 1)) && text.word(at + 1) != "by")
        && !matches!(word, "by" | "way")
        && !(live && begins_a_name(text, at))
}

/// "Well Street Bakery"
fn begins_a_name(text: &Text<'_>, at: usize) -> bool {
    let goes_on = |at: usize| capital(text, at) && !SUBJECTS.contains(&text.word(at));
    cues::is("naming", text, at) && capital(text, at) && (at + 1..at + 3).all(goes_on)
}

/// "Good morning, …"; "Good Morning Bakery" greets nobody.
fn past_greeting(text: &Text<'_>, start: usize, end: usize) -> Option<usize> {
    let next = start + cues::at("greeting", text, start)?;
    let greets = text.is_mark(next) || SUBJECTS.contains(&text.word(next)) || cues::is("introducing", text, next);
    (greets && next < end).then_some(next)
}

/// Past a phrase that only opens or says how sure it is.
fn past_phrase(text: &Text<'_>, start: usize, end: usize, live: bool) -> Option<usize> {
    if let Some(talk) = TALK.iter().find(|talk| text.reads(start, talk)) {
        let mut next = (start + talk.len()).min(end);
        while !live && next + 1 < end && text.is_mark(next) {
            next += 1;
        }
        return Some(next);
    }
    let doubt = || DOUBTS.iter().find(|doubt| text.reads(start, doubt) && start + doubt.len() < end).map(|doubt| doubt.len());
    // "Roughly, it's a bakery"
    let hedge = || cues::at("hedging", text, start).filter(|length| text.word(start + length) == "," && start + length + 1 < end);
    let length = if live { doubt().or_else(hedge) } else { None };
    length.map(|length| start + length)
}

/// "I'm Petra and I run …", "this is Petra from …": where what is told begins. `None` where a name is asked for, or nothing else is
/// said.
fn after_introduction(text: &Text<'_>, start: usize, end: usize, slot: &Slot) -> Option<usize> {
    if wants_a_name(slot) {
        return None;
    }
    let until = end_of_introduction(text, start, end)?;
    let is_tied = leads_home(text, until);
    // "This is Leeds, and we …" may speak of a town.
    let is_of_oneself = text.word(start) != "this";
    let begins = |at: usize| SUBJECTS.contains(&text.word(at)) || matches!(text.word(at), "my" | "our");
    let joins = |at: usize| text.is_mark(at) || matches!(text.word(at), "and" | "but" | "so");
    let clause = (until + 1..end.min(until + NEAR)).find(|&at| begins(at) && joins(at - 1));
    let clause = clause.filter(|&at| is_tied || is_of_oneself && (until..at).all(joins));
    clause.or_else(|| {
        let adds = is_of_oneself && text.word(until) == "," && !capital(text, until + 1);
        ((is_tied || adds) && until + 1 < end).then_some(until + 1)
    })
}

/// "Hello, this is Mia from a driving school", "carpentry, thanks a lot": what is told beside a greeting or before thanks, and the
/// name where it is asked for.
pub(in super::super) fn beside_courtesy(text: &Text<'_>, words: &Range<usize>, slot: &Slot) -> Option<Range<usize>> {
    let last = words.clone().rev().find(|&at| !text.is_mark(at))?;
    let end = without_end(text, words.start, last + 1, true);
    let introduces = words.clone().take(SOON).find(|&at| introduces(text, at));
    let start = introduces.and_then(|at| {
        if slot.kind == Kind::Person || slot.own {
            end_of_introduction(text, at, end)?;
            Some(at + cues::at("introducing", text, at).unwrap_or(0))
        } else {
            after_introduction(text, at, end, slot)
        }
    });
    (start.is_some() || end <= last).then(|| start.unwrap_or(words.start)..end)
}

/// "Hello, I'm Petra.", "this is Petra from Ghent.": the words say who speaks and nothing else, where no name is asked for.
pub(super) fn is_introduction(text: &Text<'_>, words: &Range<usize>, slot: &Slot) -> bool {
    let Some(start) = words.clone().take(SOON).find(|&at| introduces(text, at)) else { return false };
    let greets =
        |at: usize| (words.start..=at).any(|from| cues::at("greeting", text, from).is_some_and(|length| from + length > at));
    let leads = |at: usize| text.is_mark(at) || lexicon::OPENERS.contains(text.word(at)) || greets(at);
    let Some(until) = end_of_introduction(text, start, words.end) else { return false };
    let until = if leads_home(text, until) { name::at(text, until + 1).unwrap_or(until) } else { until };
    !wants_a_name(slot) && (words.start..start).all(leads) && (until..words.end).all(|at| text.is_mark(at))
}

/// "I'm …", "Petra here".
fn introduces(text: &Text<'_>, at: usize) -> bool {
    cues::is("introducing", text, at) || behind_own_name(text, at).is_some()
}

/// "Petra here", "Petra is my name": behind it.
fn behind_own_name(text: &Text<'_>, start: usize) -> Option<usize> {
    let until = name::at(text, start)?;
    cues::at("introduced", text, until).map(|length| until + length)
}

/// Behind the name with which somebody says who they are: "I'm Petra", "my name is petra", "this is Petra here".
fn end_of_introduction(text: &Text<'_>, start: usize, end: usize) -> Option<usize> {
    if let Some(until) = behind_own_name(text, start) {
        return (until <= end).then_some(until);
    }
    let from = start + cues::at("introducing", text, start)?;
    // Who writes no capitals still says that it is a name.
    let is_called = (start..from).any(|at| matches!(text.word(at), "name" | "name's"));
    let stops = |at: usize| {
        at >= end || text.is_mark(at) || leads_home(text, at) || matches!(text.word(at), "and" | "but" | "so" | "here")
    };
    let small = || (from + 1..=from + 3).find(|&at| is_called && stops(at));
    let until = name::at(text, from).or_else(small).filter(|&until| from < end && until <= end)?;
    Some(until + usize::from(until < end && text.word(until) == "here"))
}

/// Behind a name comes where somebody is from.
fn leads_home(text: &Text<'_>, at: usize) -> bool {
    cues::is("leading home", text, at)
}

fn wants_a_name(slot: &Slot) -> bool {
    matches!(slot.kind, Kind::Title | Kind::Person) || slot.spoken.who || slot.spoken.is_about(stem("name"))
}
