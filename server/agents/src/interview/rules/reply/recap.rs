//! What is known, read back as a list: in short when it is asked for, and once before the end.

use super::{
    join,
    plain::{counted, listing},
    subject::Subject,
    value::{in_words, is_blank},
    voice::Voice,
};
use domain::interview::{Held, ReplyPlan};
use protocol::{Band, interview::Status};
use serde_json::Value;

/// Longer values are cut, and further ones counted.
const VALUE: usize = 70;
const VALUES: usize = 16;

/// "So far:", a line for each answer, and "I am less sure of …. Still open: …."
pub(super) fn summary(plan: &ReplyPlan, voice: &Voice<'_>) -> String {
    let known = lines(plan);
    let (unsure, open) = (unsure(plan), open(plan));
    let mut said = Vec::new();
    if known.is_empty() {
        said.push(voice.say(
            &[
                "So far I have not noted anything.",
                "Nothing is noted yet.",
                "There is nothing in my notes until now.",
                "My page of notes is still empty.",
                "I have yet to write down the first answer.",
            ],
            &[
                "I haven't noted anything yet.",
                "Nothing noted so far.",
                "My notes are still empty.",
                "Not a single note yet.",
                "I've yet to write down the first answer.",
            ],
            &[],
        ));
    } else {
        said.push(voice.say(
            &[
                "This is what I have understood so far:\n{k}",
                "Here is what I have noted:\n{k}",
                "Until now I have this:\n{k}",
                "My notes say:\n{k}",
                "As it stands:\n{k}",
            ],
            &[
                "Here's what I've got so far:\n{k}", "So far I've got this:\n{k}", "Noted until now:\n{k}", "My notes say:\n{k}",
                "As it stands:\n{k}",
            ],
            &[('k', &known)],
        ));
    }
    said.extend(doubt(voice, &unsure));
    if !open.is_empty() {
        said.push(voice.say(
            &[
                "Still open: {o}.", "What is still open: {o}.", "Yet to be spoken about: {o}.", "The list lacks {o}.",
                "We have not come to {o} yet.",
            ],
            &[
                "Still open: {o}.", "Not covered yet: {o}.", "Yet to come: {o}.", "The list lacks {o}.",
                "We haven't got to {o} yet.",
            ],
            &[('o', &listing(&open, "and", 6))],
        ));
    } else if !known.is_empty() {
        said.push(voice.say(
            &[
                "Nothing is left open.", "That leaves nothing open.", "No point is missing.", "With that the list is complete.",
                "I see no gap in it.",
            ],
            &[
                "Nothing's left open.", "That leaves nothing open.", "Nothing's missing.", "That's the whole list.",
                "No gaps in it.",
            ],
            &[],
        ));
    }
    join(said)
}

/// The same before the end, without what is open: the offer to finish names it.
pub(super) fn before_the_end(plan: &ReplyPlan, voice: &Voice<'_>) -> Option<String> {
    let known = lines(plan);
    (!known.is_empty()).then(|| {
        let first = voice.say(
            &[
                "Let me read back what I have understood:\n{k}",
                "Before we finish, this is what I have understood:\n{k}",
                "Here is everything that I have noted:\n{k}",
                "This is the list as it is now:\n{k}",
                "Please look over what I have written down:\n{k}",
            ],
            &[
                "Let me read it all back:\n{k}",
                "Before we wrap up, here's what I've got:\n{k}",
                "Here's everything I've noted:\n{k}",
                "This is the whole list:\n{k}",
                "Have a look at what I've written down:\n{k}",
            ],
            &[('k', &known)],
        );
        join(std::iter::once(first).chain(doubt(voice, &unsure(plan))))
    })
}

fn doubt(voice: &Voice<'_>, unsure: &[String]) -> Option<String> {
    (!unsure.is_empty()).then(|| {
        voice.say(
            &[
                "I am not certain yet about {u}.", "I am less sure of {u}.", "There is some doubt about {u}.",
                "I would not yet rely on {u}.", "What I may have wrong is {u}.",
            ],
            &[
                "I'm less sure about {u}.", "Not certain yet: {u}.", "There's some doubt about {u}.",
                "I wouldn't rely on {u} yet.", "What I may have wrong is {u}.",
            ],
            &[('u', &listing(unsure, "and", 5))],
        )
    })
}

/// "- Industry: bicycle repair": one line for each answer.
fn lines(plan: &ReplyPlan) -> String {
    let known: Vec<(Subject<'_>, &Value)> = plan
        .held
        .iter()
        .filter(|one| is_known(plan, one))
        .filter_map(|one| Some((Subject::of(plan, &one.key), one.value.as_ref()?)))
        .collect();
    let line = |(subject, value): &(Subject<'_>, &Value)| format!("- {}: {}", subject.name(), in_words(*subject, value, VALUE));
    let mut said: Vec<String> = known.iter().take(VALUES).map(line).collect();
    if let Some(more) = known.len().checked_sub(VALUES).filter(|more| *more > 0) {
        said.push(format!("- and {} more", counted(more)));
    }
    said.join("\n")
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
