//! Answers to what is said to the interviewer: where we are, what was turned back to, and that one may stop and return.

use super::{
    plain::{counted, listing, plain, small, words},
    product, recap,
    subject::Subject,
    value::{READ_BACK, in_words},
    voice::Voice,
};
use domain::interview::{Next, Remark, ReplyPlan};

pub(super) fn about(plan: &ReplyPlan, voice: &Voice<'_>, remark: &Remark) -> Option<String> {
    let subject = |key| Subject::of(plan, key);
    Some(match remark {
        Remark::Repeated if matches!(plan.next, Next::Nothing) => return None,
        Remark::Repeated => voice.say(&["Of course.", "Certainly.", "Gladly."], &["Sure.", "No problem.", "Of course."], &[]),
        Remark::Summary => recap::summary(plan, voice),
        Remark::Progress if matches!(plan.next, Next::Close { .. }) => return None,
        Remark::Progress => how_far(plan, voice),
        Remark::Back { key } => {
            let the = subject(key).the();
            voice.say(
                &["Back to {l}, then.", "Let us return to {l}.", "Certainly, back to {l}."],
                &["Okay, back to {l}.", "Sure, let's go back to {l}.", "Right, {l} again."],
                &[('l', &the)],
            )
        }
        Remark::NothingToUndo => voice.say(
            &["There is nothing yet that I could take back.", "I hold no answer yet that could be taken back."],
            &["There's nothing to undo yet.", "I haven't noted anything yet that I could undo."],
            &[],
        ),
        Remark::Paused { missing } => paused(plan, voice, missing),
        Remark::ToldAlready { key } => told_already(plan, voice, key.as_deref()),
        Remark::WhatToChange => voice.say(
            &["What would you like to change?", "Please tell me what is not right: which point should be different?"],
            &["What should I change?", "Okay, which bit isn't right?"],
            &[],
        ),
        Remark::OnlyEnglish => voice.say(
            &["I am sorry, I only understand English.", "I am afraid that I only understand English."],
            &["Sorry, I only understand English.", "Sorry, English is all I understand."],
            &[],
        ),
        Remark::Unanswerable if asks_how_far(&plan.said) => how_far(plan, voice),
        Remark::Unanswerable => match product::answer(&plan.said) {
            Some(answer) => told_again(voice, answer),
            None => voice.say(
                &[
                    "I am afraid I cannot answer that; I only know what you tell me here.",
                    "That is beyond what I can say from this conversation.",
                    "I have no reliable answer to that, and would rather not guess.",
                ],
                &[
                    "I can't answer that, sorry; I only know what you tell me here.",
                    "That's more than I know, sorry.",
                    "I've no good answer to that, and I'd rather not guess.",
                ],
                &[],
            ),
        },
        _ => return None,
    })
}

/// What is asked once more is answered in fewer words.
fn told_again(voice: &Voice<'_>, answer: &str) -> String {
    let first = answer.split_inclusive(". ").next().unwrap_or(answer).trim_end();
    let short = small(first);
    if !voice.said_before(first) && !voice.said_before(&short) {
        return answer.to_owned();
    }
    voice.say(
        &["It is as I said: {s}", "That has not changed: {s}", "Once more, then: {s}"],
        &["Like I said: {s}", "Still the same: {s}", "Once more: {s}"],
        &[('s', &short)],
    )
}

fn paused(plan: &ReplyPlan, voice: &Voice<'_>, missing: &[String]) -> String {
    let names: Vec<String> = missing.iter().take(64).map(|key| Subject::of(plan, key).the()).collect();
    let kept = voice.say(
        &[
            "Let us leave it there for now. Everything you told me is kept, and you can come back and go on at any time.",
            "Very well, we stop here. All you said is kept, and whenever you return we go on from this point.",
            "As you wish. Nothing of it is lost, and the conversation waits for you as long as you like.",
            "That is fine with me. Your answers stand as they are; any message from you takes it up again.",
            "Then it rests here, with all your answers, until you write again.",
        ],
        &[
            "Okay, let's leave it there. Everything's saved, so come back and carry on whenever you like.",
            "Sure, let's stop here. It's all saved, and we'll pick up right here when you're back.",
            "Fine by me. Nothing's lost, just write when you feel like going on.",
            "No problem, I'll keep it all as it is until you're back.",
            "All right, it'll wait right here for you.",
        ],
        &[],
    );
    let left = match names.len() {
        0 => return kept,
        1 => voice.say(
            &["Only {l} will be missing then.", "What is left for then: {l}.", "I shall only ask for {l} then."],
            &["All that's left for then: {l}.", "Only {l} is left for then.", "I'll just need {l} then."],
            &[('l', &names[0])],
        ),
        _ => voice.say(
            &["Still to come then: {l}.", "What is left for then: {l}.", "I shall only ask for {l} then."],
            &["All that's left for then: {l}.", "Still to come: {l}.", "I'll just need {l} then."],
            &[('l', &listing(&names, "and", 5))],
        ),
    };
    format!("{kept} {left}")
}

fn told_already(plan: &ReplyPlan, voice: &Voice<'_>, key: Option<&str>) -> String {
    let Some(key) = key else {
        return voice.say(
            &["I am sorry if I repeat myself.", "My apologies for asking twice."],
            &["Sorry for repeating myself.", "Sorry, I didn't mean to ask twice."],
            &[],
        );
    };
    let subject = Subject::of(plan, key);
    match &plan.next {
        Next::ReadBack { key: next, .. } if next == key => voice.say(
            &["I am sorry for asking again.", "You did, and I apologise for asking again."],
            &["You did, sorry for asking again.", "Sorry, you're right."],
            &[],
        ),
        Next::Ask { key: next, .. } if next == key => voice.say(
            &[
                "I am sorry; I have not been able to find {l} in what you said so far.",
                "My apologies, I seem to have missed {l} in what you said.",
            ],
            &["Sorry, I couldn't find {l} in what you said so far.", "Sorry, I must have missed {l}."],
            &[('l', &subject.the())],
        ),
        _ => voice.say(
            &[
                "I am sorry; I have not been able to find {l} in what you said, so let us go on for now.",
                "My apologies, I seem to have missed {l}; we go on, and you can add it later.",
            ],
            &["Sorry, I must have missed {l}; let's carry on.", "Sorry, I couldn't find {l} in what you said; let's move on."],
            &[('l', &subject.the())],
        ),
    }
}

/// How much of the interview lies ahead.
pub(super) fn how_far(plan: &ReplyPlan, voice: &Voice<'_>) -> String {
    let (have, all) = plan.required;
    let left = all.saturating_sub(have) as usize;
    if left == 0 {
        return voice.say(
            &[
                "The essential points are all there; what is left only rounds off the picture.",
                "You have told me everything that is needed; the rest is up to you.",
                "Nothing that I must know is missing any more, so it is as short as you like.",
            ],
            &[
                "We've got all the essentials; the rest just rounds it off.",
                "You've told me all I need; the rest is up to you.",
                "Nothing important is missing any more, so it's as short as you like.",
            ],
            &[],
        );
    }
    let number = counted(left);
    let points = if left == 1 { "essential point" } else { "essential points" };
    voice.say(
        &[
            "You are {n} {p} away from the end; everything else may stay open.",
            "It takes {n} more {p}, and you may pause at any time.",
            "There is not much left: {n} {p}, and whatever else you like to add.",
        ],
        &[
            "Just {n} more {p}; the rest can stay open.",
            "We're {n} {p} away from done, and you can take a break any time.",
            "Not much left: {n} {p}, plus whatever you'd like to add.",
        ],
        &[('n', &number), ('p', points)],
    )
}

pub(super) fn asks_how_far(said: &str) -> bool {
    let said = plain(said, 200).to_lowercase();
    [
        "how many more", "how many questions", "how much longer", "how long will", "how long does", "almost done", "are we done",
        "nearly done", "much more is",
    ]
    .iter()
    .any(|one| said.contains(one))
}

/// An earlier answer, shown with the question: nobody said that it is wrong.
pub(super) fn once_more(plan: &ReplyPlan, voice: &Voice<'_>, key: &str, value: &serde_json::Value) -> Option<String> {
    let subject = Subject::of(plan, key);
    let back = plan
        .remarks
        .iter()
        .any(|one| matches!(one, Remark::Back { key: of } | Remark::ToldAlready { key: Some(of) } if of == key));
    back.then(|| {
        let (value, the) = (in_words(subject, value, READ_BACK), subject.the());
        voice.say_anew(
            &[
                "I have {v} for {l}. Shall it stay that way, or what should it be instead?",
                "For {l} I noted {v}. Would you keep that, or put it differently?",
            ],
            &[
                "I've got {v} for {l}. Keep that, or change it to what?",
                "For {l} I've noted {v}. Does it stay, or what should it be?",
            ],
            &[('v', &value), ('l', &the)],
        )
    })
}

/// Whether the last words of the person ask how it is going.
pub(super) fn asks_for_time(said: &str) -> bool {
    let said = words(said, 200).to_lowercase();
    [
        "think", "moment", "second", "minute", "hold on", "hang on", "hmm", "bear with", "wait", "tough question",
        "hard question", "good question", "difficult",
    ]
    .iter()
    .any(|one| said.contains(one))
        && said.split(' ').count() < 9
}
