//! The one thing a reply ends with: a question that was not worded this way before, a read-back, a choice, or the offer to finish.

use super::{
    close, explain,
    plain::{counted, small, words},
    subject::Subject,
    talk,
    value::{READ_BACK, as_said, first_words, in_words, is_picked, shorten},
    voice::Voice,
    wording::wording,
};
use domain::interview::{Next, Remark, ReplyPlan};
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
        Next::Close { left, recap } => Some(close::close(plan, voice, left, *recap)),
        Next::Nothing => close::word_nothing(plan, voice),
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
        let formal = [
            "Let us turn to {c}.", "Now to {c}.", "I would like to look at {c} next.", "The next questions are about {c}.",
            "From here we come to {c}.",
        ];
        let casual =
            ["On to {c}.", "Let's look at {c} next.", "Now for {c}.", "The next questions are about {c}.", "Next up: {c}."];
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
            &[
                "With that, {h} of the {n} essential points are there.",
                "That makes {h} of the {n} essential points.",
                "Of the {n} essential points, {h} are answered now.",
                "We have {h} of the {n} essential points together.",
                "You have now covered {h} of the {n} essential points.",
            ],
            &[
                "That gets us to {h} of the {n} essential points.",
                "That's {h} of the {n} essential points.",
                "Of the {n} essential points, we've got {h} now.",
                "We've got {h} of the {n} essential points together.",
                "You've covered {h} of the {n} essential points now.",
            ],
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
            "For {l} I have {v}. Does that say what you mean?",
            "Before we go on, I would note {v} {a}. Would you agree?",
            "Am I right to put down {v} {a}?",
        ],
        &[
            "Just to check: {v} {a}, is that right?",
            "Did I get {l} right: {v}?",
            "I've got {v} {a}. Does that sound right?",
            "So for {l} I've got {v}. Is that it?",
            "I'd put down {v} {a}. Okay with you?",
            "Have I heard you right, {v} {a}?",
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
                "I should not have put down {w} for {l}. Which answer fits better?",
                "My note of {w} for {l} needs correcting. How should it read?",
                "For {l}, {w} does not fit, I see. What may I put in its place?",
            ],
            &[
                "I've got {w} for {l}, and that's not it. What should it be?",
                "So {w} is wrong for {l}. What's right?",
                "Okay, not {w} for {l}. What instead?",
                "I shouldn't have put {w} for {l}. What fits better?",
                "My note says {w} for {l}, so that needs fixing. What is it meant to say?",
                "For {l}, {w} is off, I see. What goes there?",
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
            "My note on {l} says {w}, while you now speak of {n}. Has it changed?",
            "If I follow you, {l} is now {n} and no longer {w}. Am I to change it?",
            "I would put {n} in the place of {w} for {l}. Do you agree?",
        ],
        &[
            "You said {w} before, now {n}. Shall I use {n} for {l}?",
            "I had {w} down for {l}, and now it's {n}. Want me to switch?",
            "Two versions of {l} now: {w} and {n}. Should I go with the new one?",
            "My note on {l} says {w}, but that sounds like {n}. Did that change?",
            "If I follow you, {l} is {n} now and not {w} any more. Change it?",
            "I'd put {n} where {w} was for {l}. Is that fine?",
        ],
        &[('w', &was), ('n', &now), ('l', &the)],
    )
}
