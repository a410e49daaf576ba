//! What is known, read back as a list: in short when it is asked for, and once before the end.

use super::{
    join,
    plain::{counted, listing},
    subject::Subject,
    value::{JUDGED, READ_BACK, in_words, is_blank, shorten},
    voice::Voice,
};
use domain::interview::{Held, ReplyPlan};
use protocol::{Band, interview::Status};
use serde_json::Value;

/// Further ones are counted.
const VALUES: usize = 16;

/// "So far:", a line for each answer, and "I am less sure of …. Still open: …."
pub(super) fn summary(plan: &ReplyPlan, voice: &Voice<'_>) -> String {
    let known = lines(plan);
    let (unsure, open) = (unsure(plan), open(plan));
    let mut said = Vec::new();
    if known.is_empty() {
        said.push(voice.word("no notes", &[]));
    } else {
        said.push(format!("{}\n{known}", voice.word("notes", &[])));
    }
    said.extend(doubt(voice, &unsure));
    if !open.is_empty() {
        said.push(voice.word("still open", &[("open", &listing(&open, "and", 6))]));
    } else if !known.is_empty() {
        said.push(voice.word("nothing open", &[]));
    }
    join(said)
}

/// The same before the end, without what is open: the offer to finish names it.
pub(super) fn before_the_end(plan: &ReplyPlan, voice: &Voice<'_>) -> Option<String> {
    let known = lines(plan);
    (!known.is_empty()).then(|| {
        let first = format!("{}\n{known}", voice.word("notes before the end", &[]));
        join(std::iter::once(first).chain(doubt(voice, &unsure(plan))))
    })
}

fn doubt(voice: &Voice<'_>, unsure: &[String]) -> Option<String> {
    (!unsure.is_empty()).then(|| voice.word("doubt", &[("unsure", &listing(unsure, "and", 5))]))
}

/// "- Industry: bicycle repair": one line for each answer.
fn lines(plan: &ReplyPlan) -> String {
    let known: Vec<(Subject<'_>, &Value)> = plan
        .held
        .iter()
        .filter(|one| is_known(plan, one))
        .filter_map(|one| Some((Subject::of(plan, &one.key), one.value.as_ref()?)))
        .collect();
    let line = |(subject, value): &(Subject<'_>, &Value)| {
        let value = shorten(*subject, in_words(*subject, value, READ_BACK), JUDGED);
        format!("- {}: {value}", subject.name())
    };
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
