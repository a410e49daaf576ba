//! What is said at the end: the offer to finish, with everything read back the first time, and what is said when nothing is asked.

use super::{
    AUTHOR_LIMIT, join,
    plain::{listing, plain, small, statements, words},
    recap,
    subject::Subject,
    voice::Voice,
};
use domain::interview::{Remark, ReplyPlan};
use protocol::interview::{Phase, Status};

/// The offer to finish. What is still open then is optional, and is said to be.
pub(super) fn close(plan: &ReplyPlan, voice: &Voice<'_>, left: &[String], recap: bool) -> String {
    let own = statements(&plain(&plan.definition.phases.closing.message, AUTHOR_LIMIT));
    let done = if own.is_empty() || voice.said_before(&own) { word_nothing_missing(voice) } else { own };
    // What is known, if not for sure, is not open.
    let known = |key: &&String| plan.held.iter().any(|held| held.key == **key && held.value.is_some());
    let names: Vec<String> =
        left.iter().filter(|key| !known(key)).take(256).map(|one| named(plan, one)).filter(|one| !one.is_empty()).collect();
    let open = match listing(&names, "and", 4) {
        open if open.is_empty() => None,
        open => Some(name_left_open(voice, &open)),
    };
    let undecided = name_undecided(plan, voice, left);
    if let Some(read_back) = recap.then(|| recap::before_the_end(plan, voice)).flatten() {
        let offer = voice.word("whether all is right", &[]);
        return join([Some(done), Some(read_back), undecided, open, Some(offer)].into_iter().flatten());
    }
    if plan.took.iter().any(|took| took.previous.is_some())
        || plan.remarks.iter().any(|one| matches!(one, Remark::Settled { .. }))
    {
        // Everything was read back before: only what changed is said.
        return join(undecided.into_iter().chain([voice.word("whether that is all", &[])]));
    }
    let offer = voice.word("whether to finish", &[]);
    [Some(done), undecided, open, Some(offer)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What is held while another value stands against it; what a remark of the same reply leaves undecided was named with it.
fn name_undecided(plan: &ReplyPlan, voice: &Voice<'_>, left: &[String]) -> Option<String> {
    let held = |key: &&String| plan.held.iter().any(|held| held.key == **key && held.status == Status::Satisfied);
    let named_now =
        |key: &&String| plan.remarks.iter().any(|one| matches!(one, Remark::NegotiationDeferred { key: of } if of == *key));
    let names: Vec<String> = left
        .iter()
        .filter(|key| held(key) && !named_now(key))
        .take(256)
        .map(|one| named(plan, one))
        .filter(|one| !one.is_empty())
        .collect();
    let subject = listing(&names, "and", 4);
    (!subject.is_empty()).then(|| voice.word("left undecided", &[("subject", &subject)]))
}

fn word_nothing_missing(voice: &Voice<'_>) -> String {
    voice.word("nothing missing", &[])
}

fn name_left_open(voice: &Voice<'_>, open: &str) -> String {
    voice.word("left open", &[("open", open)])
}

/// What a reply ends with that asks for nothing: a farewell, or that there is nothing more to ask.
pub(super) fn word_nothing(plan: &ReplyPlan, voice: &Voice<'_>) -> Option<String> {
    if plan.opening || plan.remarks.iter().any(says_how_it_goes_on) {
        return None;
    }
    let over = plan.phase == Phase::Closing && plan.required.0 >= plan.required.1;
    Some(if over { word_farewell(voice) } else { word_no_question(voice) })
}

fn word_farewell(voice: &Voice<'_>) -> String {
    voice.word("farewell", &[])
}

fn word_no_question(voice: &Voice<'_>) -> String {
    voice.word("no question", &[])
}

/// Whether a remark says by itself what comes now.
const fn says_how_it_goes_on(remark: &Remark) -> bool {
    matches!(remark, Remark::NotYet { .. } | Remark::Paused { .. } | Remark::WhatToChange { .. })
}

/// What is left may be given by key or by name.
fn named(plan: &ReplyPlan, one: &str) -> String {
    match plan.definition.obligations.iter().find(|template| template.key == one || template.name() == one) {
        Some(found) => Subject { key: &found.key, template: Some(found) }.the(),
        None => small(&words(one, 60)),
    }
}
