//! What is said at the end: the offer to finish, with everything read back the first time, and what is said when nothing is asked.

use super::{
    AUTHOR_LIMIT, join,
    plain::{listing, plain, small, statements, words},
    recap,
    subject::Subject,
    voice::Voice,
};
use domain::interview::{Remark, ReplyPlan};
use protocol::interview::Phase;

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
    if let Some(read_back) = recap.then(|| recap::before_the_end(plan, voice)).flatten() {
        let offer = voice.say(
            &[
                "Is all of that right, so that we can finish?",
                "May we finish with that, or is there something to put right?",
                "Can we leave it at that, or would you change anything?",
                "Does the list hold, and may we end here?",
                "Shall we close with this, or should a line read differently?",
            ],
            &[
                "Is that all right, so we can wrap up?",
                "Happy with that, or should I change something?",
                "Can we leave it there, or would you change anything?",
                "Does the list look good, and can we stop here?",
                "Shall we close with this, or should a line be different?",
            ],
            &[],
        );
        return join([Some(done), Some(read_back), open, Some(offer)].into_iter().flatten());
    }
    let offer = voice.say(
        &[
            "Shall I sum up what we have, so that you can finish?",
            "Would you like to see the summary and finish here?",
            "May I show you the summary, so that you can conclude?",
            "Are you ready to finish and read the summary?",
            "Is this a good point to end, with a summary of it all?",
        ],
        &[
            "Shall I sum it all up so you can wrap up?",
            "Want to see the summary and call it done?",
            "Ready for the summary?",
            "Is this a good point to stop, with everything summed up?",
            "Should we end here and look at the summary?",
        ],
        &[],
    );
    [Some(done), open, Some(offer)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn word_nothing_missing(voice: &Voice<'_>) -> String {
    voice.say(
        &[
            "That is all I need.",
            "We have covered everything that matters.",
            "Nothing essential is missing any more.",
            "The important questions are answered.",
            "I have heard what I wanted to know.",
        ],
        &[
            "That's all I need.", "We've covered everything that matters.", "Nothing important is missing any more.",
            "The important questions are answered.", "I've heard what I wanted to know.",
        ],
        &[],
    )
}

fn name_left_open(voice: &Voice<'_>, open: &str) -> String {
    voice.say(
        &[
            "We left {o} open, which is optional.",
            "What remains is optional: {o}.",
            "You can still add {o}, but that is optional.",
            "Optional, and not answered yet: {o}.",
            "If you like, you can tell me about {o} as well; it is optional.",
        ],
        &[
            "We left {o} open, which is optional.",
            "The rest is optional: {o}.",
            "You can still add {o}, but that's optional.",
            "Optional, and not answered yet: {o}.",
            "If you like, tell me about {o} too; it's optional.",
        ],
        &[('o', open)],
    )
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
    voice.say(
        &[
            "Thank you for your time; everything you told me is kept, and you can come back to it whenever you like.",
            "With that we are done, and I thank you for your time.",
            "That concludes our conversation, and I thank you for it.",
            "This is where we end; thank you for your answers.",
            "Our conversation is complete, and I am grateful for it.",
        ],
        &[
            "Thanks for your time; it's all saved, so come back whenever you like.",
            "And that's it, thanks for your time.",
            "We're done here, thanks for the chat.",
            "That brings us to the end; thanks for your answers.",
            "All done, and thank you.",
        ],
        &[],
    )
}

fn word_no_question(voice: &Voice<'_>) -> String {
    voice.say(
        &[
            "There is nothing more I need from you now; you can add or change anything at any time.",
            "That is all from my side for now, and whatever is open can wait.",
            "I have no further questions at present.",
            "For the moment there is nothing that I would ask; write to me if something comes to mind.",
            "The next word is yours, whatever you would like to add.",
        ],
        &[
            "Nothing more from me for now; add or change anything whenever you like.",
            "That's all from my side, and whatever is open can wait.",
            "I've no more questions right now.",
            "I wouldn't ask anything else at the moment; write me if something comes to mind.",
            "The next word's yours, whatever you'd like to add.",
        ],
        &[],
    )
}

/// Whether a remark says by itself what comes now.
const fn says_how_it_goes_on(remark: &Remark) -> bool {
    matches!(remark, Remark::NotYet { .. } | Remark::Paused { .. } | Remark::WhatToChange)
}

/// What is left may be given by key or by name.
fn named(plan: &ReplyPlan, one: &str) -> String {
    match plan.definition.obligations.iter().find(|template| template.key == one || template.name() == one) {
        Some(found) => Subject { key: &found.key, template: Some(found) }.the(),
        None => small(&words(one, 60)),
    }
}
