//! What is known, read back in groups: in short when it is asked for, and once before the end.

use super::{
    plain::{capital, listing},
    subject::Subject,
    value::{in_words, is_blank},
    voice::Voice,
};
use domain::interview::{Held, ReplyPlan};
use protocol::{Band, interview::Status};

/// Longer values are cut, and further ones counted.
const VALUE: usize = 70;
const VALUES: usize = 16;

/// "So far: …. I am less sure of …. Still open: …."
pub(super) fn summary(plan: &ReplyPlan, voice: &Voice<'_>) -> String {
    let known = groups(plan);
    let (unsure, open) = (unsure(plan), open(plan));
    let mut said = Vec::new();
    if known.is_empty() {
        said.push(voice.say(
            &["So far I have not noted anything.", "Nothing is noted yet.", "There is nothing in my notes until now."],
            &["I haven't noted anything yet.", "Nothing noted so far.", "My notes are still empty."],
            &[],
        ));
    } else {
        said.push(voice.say(
            &["This is what I have understood so far: {k}.", "Here is what I have noted: {k}.", "Until now I have this: {k}."],
            &["Here's what I've got so far: {k}.", "So far I've got this: {k}.", "Noted until now: {k}."],
            &[('k', &known)],
        ));
    }
    said.extend(doubt(voice, &unsure));
    if !open.is_empty() {
        said.push(voice.say(
            &["Still open: {o}.", "What is still open: {o}."],
            &["Still open: {o}.", "Not covered yet: {o}."],
            &[('o', &listing(&open, "and", 6))],
        ));
    }
    said.join(" ")
}

/// The same before the end, without what is open: the offer to finish names it.
pub(super) fn before_the_end(plan: &ReplyPlan, voice: &Voice<'_>) -> Option<String> {
    let known = groups(plan);
    (!known.is_empty()).then(|| {
        let first = voice.say(
            &["Let me read back what I have understood: {k}.", "Before we finish, this is what I have understood: {k}."],
            &["Let me read it all back: {k}.", "Before we wrap up, here's what I've got: {k}."],
            &[('k', &known)],
        );
        std::iter::once(first).chain(doubt(voice, &unsure(plan))).collect::<Vec<_>>().join(" ")
    })
}

fn doubt(voice: &Voice<'_>, unsure: &[String]) -> Option<String> {
    (!unsure.is_empty()).then(|| {
        voice.say(
            &["I am not certain yet about {u}.", "I am less sure of {u}."],
            &["I'm less sure about {u}.", "Not certain yet: {u}."],
            &[('u', &listing(unsure, "and", 5))],
        )
    })
}

/// "industry – bicycle repair; market – students, …": the answers of one category stand together.
fn groups(plan: &ReplyPlan) -> String {
    let mut groups: Vec<(Option<&str>, Vec<String>)> = Vec::new();
    let known: Vec<&Held> = plan.held.iter().filter(|one| is_known(plan, one)).collect();
    for held in known.iter().take(VALUES) {
        let subject = Subject::of(plan, &held.key);
        let Some(value) = held.value.as_ref() else { continue };
        let told = format!("{}: {}", subject.name(), in_words(subject, value, VALUE));
        let category = subject.category();
        match groups.iter_mut().find(|(of, _)| category.is_some() && *of == category) {
            Some((_, all)) => all.push(told),
            None => groups.push((category, vec![told])),
        }
    }
    let mut said: Vec<String> = groups.into_iter().map(|(_, all)| all.join(", ")).collect();
    if let Some(more) = known.len().checked_sub(VALUES).filter(|more| *more > 0) {
        said.push(format!("and {more} more"));
    }
    capital(&said.join("; "))
}

fn is_known(plan: &ReplyPlan, held: &Held) -> bool {
    held.value.as_ref().is_some_and(|value| !is_blank(Subject::of(plan, &held.key), value)) && held.status != Status::Skipped
}

fn unsure(plan: &ReplyPlan) -> Vec<String> {
    let doubtful = |one: &&Held| is_known(plan, one) && (one.proposed.is_some() || one.confidence.band() < Band::High);
    plan.held.iter().filter(doubtful).map(|one| Subject::of(plan, &one.key).the()).collect()
}

fn open(plan: &ReplyPlan) -> Vec<String> {
    let open = |one: &&Held| one.value.is_none() && one.status != Status::Skipped;
    plan.held.iter().filter(open).map(|one| Subject::of(plan, &one.key).the()).collect()
}
