//! The one thing a reply ends with: a question that was not worded this way before, a read-back, a choice, or the offer to finish.

use super::{
    AUTHOR_LIMIT, explain, join,
    plain::{counted, listing, plain, small, statements, words},
    recap,
    subject::Subject,
    talk,
    value::{READ_BACK, as_said, first_words, in_words, is_picked, shorten},
    voice::Voice,
    wording::wording,
};
use domain::interview::{Next, Remark, ReplyPlan};
use protocol::interview::Phase;
use serde_json::Value;

/// What was said before the question.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// A value was acknowledged.
    pub(super) acknowledged: bool,
    /// Something leads over to the question already.
    pub(super) led: bool,
    /// Nothing was said at all.
    pub(super) alone: bool,
}

pub(super) fn ask(plan: &ReplyPlan, voice: &Voice<'_>, context: Context) -> Option<String> {
    match &plan.next {
        Next::Ask { key, attempt, following_up } => {
            Some(question(plan, voice, Subject::of(plan, key), *attempt, following_up.as_deref(), context))
        }
        Next::ReadBack { key, value } => Some(
            talk::once_more(plan, voice, key, value).unwrap_or_else(|| read_back(plan, voice, Subject::of(plan, key), value)),
        ),
        Next::Settle { key, was, proposed } => Some(settle(voice, Subject::of(plan, key), was, proposed.as_ref())),
        Next::Close { left, recap } => Some(close(plan, voice, left, *recap)),
        Next::Nothing if plan.opening || plan.remarks.iter().any(says_how_it_goes_on) => None,
        Next::Nothing if plan.phase == Phase::Closing && plan.required.0 >= plan.required.1 => Some(voice.say(
            &[
                "Thank you for your time; everything you told me is kept, and you can come back to it whenever you like.",
                "With that we are done, and I thank you for your time.",
                "That concludes our conversation, and I thank you for it.",
            ],
            &[
                "Thanks for your time; it's all saved, so come back whenever you like.",
                "And that's it, thanks for your time.",
                "We're done here, thanks for the chat.",
            ],
            &[],
        )),
        Next::Nothing => Some(voice.say(
            &[
                "There is nothing more I need from you now; you can add or change anything at any time.",
                "That is all from my side for now, and whatever is open can wait.",
                "I have no further questions at present.",
            ],
            &[
                "Nothing more from me for now; add or change anything whenever you like.",
                "That's all from my side, and whatever is open can wait.",
                "I've no more questions right now.",
            ],
            &[],
        )),
    }
}

fn question(
    plan: &ReplyPlan,
    voice: &Voice<'_>,
    subject: Subject<'_>,
    attempt: u32,
    following_up: Option<&str>,
    context: Context,
) -> String {
    // Options that were read aloud just now are not read again.
    let listed = is_picked(subject) && ["or", "and"].iter().any(|link| voice.said_lately(&subject.choices(link)));
    let named = explained(plan, subject.key) || listed;
    let asked = wording(voice, subject, attempt, named);
    let choices = (attempt > 1 && is_picked(subject) && !named).then(|| explain::form(voice, subject));
    let choices = choices.filter(|_| !subject.options().is_empty() && !asked.contains(&subject.choices("or")));
    let lead = if let Some(reason) = following_up {
        Some(coming_back(voice, subject, reason))
    } else {
        turning(plan, voice, subject, attempt, context)
    };
    let examples =
        (plan.prefers_examples() && !named && choices.is_none()).then(|| explain::led_by_examples(voice, subject)).flatten();
    let joined = if lead.is_none() && choices.is_none() && examples.is_none() && attempt <= 1 {
        joined(plan, voice, &asked, context)
    } else {
        asked
    };
    [lead, choices, examples, Some(joined)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Whether the form of an answer is explained in this reply already.
fn explained(plan: &ReplyPlan, key: &str) -> bool {
    plan.remarks.iter().any(|one| match one {
        Remark::Meaning { key: about } | Remark::Examples { key: about } => about == key,
        Remark::NotUnderstood => plan.took.is_empty(),
        _ => false,
    })
}

fn coming_back(voice: &Voice<'_>, subject: Subject<'_>, reason: &str) -> String {
    let the = subject.the();
    match quoted(reason) {
        Some(own) => voice.say(
            &[
                "Earlier you mentioned “{q}”.", "You spoke of “{q}” before.", "I would like to take up “{q}”.",
                "Your words “{q}” stayed with me.", "There was one more thing: “{q}”.",
            ],
            &[
                "You mentioned “{q}” earlier.", "Back to “{q}” for a moment.", "You said “{q}” a while ago.",
                "I'm still curious about “{q}”.", "One thing from before: “{q}”.",
            ],
            &[('q', &own)],
        ),
        None => voice.say(
            &[
                "I would like to come back to {l}.", "Let us return to {l}.", "We had left {l} open.",
                "There is still {l} to discuss.", "I should like to take up {l} again.", "Now to {l} once more.",
                "That leaves {l} from before.",
            ],
            &[
                "Let's go back to {l}.", "One more thing about {l}.", "We'd left {l} open.", "There's still {l} to talk about.",
                "Picking up {l} again.", "Now back to {l}.", "That leaves {l} from before.",
            ],
            &[('l', &the)],
        ),
    }
}

/// The words between the first pair of quotation marks.
fn quoted(reason: &str) -> Option<String> {
    let marks = [('“', '”'), ('"', '"'), ('‘', '’'), ('\'', '\''), ('«', '»')];
    let (at, close) = marks
        .iter()
        .filter_map(|(open, close)| Some((reason.find(*open)? + open.len_utf8(), *close)))
        .min_by_key(|(at, _)| *at)?;
    let end = reason[at..].find(close)?;
    Some(first_words(&words(&reason[at..at + end], READ_BACK))).filter(|own| !own.is_empty())
}

/// A word on the way to another group of questions, or on how far we are; only now and then.
fn turning(plan: &ReplyPlan, voice: &Voice<'_>, subject: Subject<'_>, attempt: u32, context: Context) -> Option<String> {
    if context.led || !context.acknowledged || attempt > 1 {
        return None;
    }
    let from = plan.took.last().and_then(|took| Subject::of(plan, &took.key).category());
    if let (Some(from), Some(to)) = (from, subject.category())
        && from != to
    {
        let to = small(&words(to, 60));
        let formal = ["Let us turn to {c}.", "Now to {c}.", "I would like to look at {c} next."];
        let casual = ["On to {c}.", "Let's look at {c} next.", "Now for {c}."];
        // A turn that was pointed out just now need not be pointed out again.
        let lately = formal.iter().chain(&casual).any(|frame| voice.used_last(frame));
        if !voice.said_before(&to) && !lately {
            return Some(voice.say(&formal, &casual, &[('c', &to)]));
        }
    }
    let (have, all) = plan.required;
    let worth_saying = plan.turn % 6 == 5 && have >= 2 && have < all;
    worth_saying.then(|| {
        voice.say(
            &["That makes {h} of the {n} essential points.", "With that, {h} of the {n} essential points are there."],
            &["That's {h} of the {n} essential points.", "That gets us to {h} of the {n} essential points."],
            &[('h', &counted(have as usize)), ('n', &counted(all as usize))],
        )
    })
}

/// Now and then a question goes on from what was just said: "And who …?"
fn joined(plan: &ReplyPlan, voice: &Voice<'_>, asked: &str, context: Context) -> String {
    let opener = asked.split(' ').next().unwrap_or_default();
    let flows = matches!(
        opener,
        "What" | "Who" | "Whom" | "Which" | "How" | "When" | "Where" | "By" | "If" | "Roughly" | "About" | "In" | "On"
    );
    if context.alone || !context.acknowledged || !flows || plan.turn % 3 != 1 || voice.said_before(" And ") {
        return asked.to_owned();
    }
    format!("And {}", small(asked))
}

fn read_back(plan: &ReplyPlan, voice: &Voice<'_>, subject: Subject<'_>, value: &Value) -> String {
    let (value, place, the) = (shorten(subject, as_said(plan, subject, value, READ_BACK)), subject.place(), subject.the());
    voice.say_anew(
        &[
            "To be sure I understood you: {v} {a}. Is that right?",
            "May I check that I have {l} right: {v}?",
            "I have understood {v} {a}. Is that correct?",
            "For {l} I have {v}. Is that correct?",
        ],
        &[
            "Just to check: {v} {a}, is that right?",
            "Did I get {l} right: {v}?",
            "I've got {v} {a}. Does that sound right?",
            "So for {l} I've got {v}. Is that it?",
        ],
        &[('v', &value), ('a', &place), ('l', &the)],
    )
}

fn settle(voice: &Voice<'_>, subject: Subject<'_>, was: &Value, proposed: Option<&Value>) -> String {
    let (the, was) = (subject.the(), shorten(subject, in_words(subject, was, READ_BACK)));
    let Some(proposed) = proposed else {
        return voice.say_anew(
            &[
                "I have {w} for {l}, and that seems to be wrong. What should it be instead?",
                "Then {w} is not right for {l}. What would be right?",
                "So far I have {w} for {l}. How would you correct it?",
            ],
            &[
                "I've got {w} for {l}, and that's not it. What should it be?",
                "So {w} is wrong for {l}. What's right?",
                "Okay, not {w} for {l}. What instead?",
            ],
            &[('w', &was), ('l', &the)],
        );
    };
    let now = shorten(subject, in_words(subject, proposed, READ_BACK));
    voice.say_anew(
        &[
            "You said {w} before, now {n}. Shall I use {n} for {l}?",
            "Until now I had {w} for {l}; I now hear {n}. May I replace it?",
            "For {l} there are two versions: {w}, and now {n}. Shall I take the new one?",
        ],
        &[
            "You said {w} before, now {n}. Shall I use {n} for {l}?",
            "I had {w} down for {l}, and now it's {n}. Want me to switch?",
            "Two versions of {l} now: {w} and {n}. Should I go with the new one?",
        ],
        &[('w', &was), ('n', &now), ('l', &the)],
    )
}

fn close(plan: &ReplyPlan, voice: &Voice<'_>, left: &[String], recap: bool) -> String {
    let own = statements(&plain(&plan.definition.phases.closing.message, AUTHOR_LIMIT));
    let first = plan.entered == Some(Phase::Closing) || !voice.said_before(&own);
    let done = if first && !own.is_empty() {
        own
    } else {
        voice.say(
            &["That is all I need.", "We have covered everything that matters.", "Nothing essential is missing any more."],
            &["That's all I need.", "We've covered everything that matters.", "Nothing important is missing any more."],
            &[],
        )
    };
    // What is known, if not for sure, is not open.
    let known = |key: &&String| plan.held.iter().any(|held| held.key == **key && held.value.is_some());
    let names: Vec<String> =
        left.iter().filter(|key| !known(key)).take(256).map(|one| named(plan, one)).filter(|one| !one.is_empty()).collect();
    let open = match listing(&names, "and", 4) {
        open if open.is_empty() => None,
        open => Some(voice.say(
            &["We left {o} open, which can wait.", "What remains is optional: {o}.", "You can still add {o}, but need not."],
            &["We left {o} open, which can wait.", "The rest is optional: {o}.", "You can still add {o}, but no need."],
            &[('o', &open)],
        )),
    };
    if let Some(read_back) = recap.then(|| recap::before_the_end(plan, voice)).flatten() {
        let offer = voice.say(
            &["Is all of that right, so that we can finish?", "May we finish with that, or is there something to put right?"],
            &["Is that all right, so we can wrap up?", "Happy with that, or should I change something?"],
            &[],
        );
        return join([Some(done), Some(read_back), open, Some(offer)].into_iter().flatten());
    }
    let offer = voice.say(
        &[
            "Shall I sum up what we have, so that you can finish?",
            "Would you like to see the summary and finish here?",
            "May I show you the summary, so that you can conclude?",
        ],
        &["Shall I sum it all up so you can wrap up?", "Want to see the summary and call it done?", "Ready for the summary?"],
        &[],
    );
    [Some(done), open, Some(offer)].into_iter().flatten().collect::<Vec<_>>().join(" ")
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
