//! Answers to what is said to the interviewer: where we are, what was turned back to, and that one may stop and return.

use super::{
    plain::{counted, listing, plain, small, words},
    product, recap,
    subject::Subject,
    unclear,
    value::{READ_BACK, in_words, shorten},
    voice::Voice,
};
use crate::interview::rules::language;
use domain::interview::{Next, Remark, ReplyPlan};

pub(super) fn about(plan: &ReplyPlan, voice: &Voice<'_>, remark: &Remark) -> Option<String> {
    let subject = |key| Subject::of(plan, key);
    Some(match remark {
        Remark::Repeated if matches!(plan.next, Next::Nothing) => return None,
        Remark::Repeated => voice.say(
            &["Of course.", "Certainly.", "Gladly.", "By all means.", "Here it is again."],
            &["Sure.", "No problem.", "Of course.", "Here it is again.", "Yep, once more."],
            &[],
        ),
        Remark::Summary => recap::summary(plan, voice),
        Remark::Progress if matches!(plan.next, Next::Close { .. }) => return None,
        Remark::Progress => how_far(plan, voice),
        Remark::Back { key } => {
            let the = subject(key).the();
            voice.say(
                &[
                    "Back to {l}, then.", "Let us return to {l}.", "Certainly, back to {l}.", "We turn to {l} once more.",
                    "By all means, {l} once more.",
                ],
                &[
                    "Okay, back to {l}.", "Sure, let's go back to {l}.", "Right, {l} again.", "Here we are at {l} again.",
                    "Going over {l} once more.",
                ],
                &[('l', &the)],
            )
        }
        Remark::NothingToUndo => voice.say(
            &[
                "There is nothing yet that I could take back.",
                "I hold no answer yet that could be taken back.",
                "No change has been made that could be undone.",
                "So far there is nothing to undo.",
                "I find nothing that I could put back.",
            ],
            &[
                "There's nothing to undo yet.",
                "I haven't noted anything yet that I could undo.",
                "No change so far that I could take back.",
                "Can't undo anything yet.",
                "Nothing here to put back.",
            ],
            &[],
        ),
        Remark::Paused { missing } => paused(plan, voice, missing),
        Remark::ToldAlready { key } => told_already(plan, voice, key.as_deref()),
        Remark::WhatToChange => voice.say(
            &[
                "What would you like to change?",
                "Please tell me what is not right: which point should be different?",
                "Which of the points shall I correct?",
                "Where am I wrong?",
                "Which line should read differently, and how?",
            ],
            &[
                "What should I change?", "Okay, which bit isn't right?", "Which one should be different?",
                "Where did I get it wrong?", "Which line should I fix, and how?",
            ],
            &[],
        ),
        Remark::OnlyEnglish => match language::decline(&plan.said) {
            Some(declined) => declined,
            None => voice.say(
                &[
                    "I am sorry, I only understand English.",
                    "I am afraid that I only understand English.",
                    "Please write to me in English; it is all I understand.",
                    "I can follow you in English only.",
                    "English is the one language I know, I regret to say.",
                ],
                &[
                    "Sorry, I only understand English.", "Sorry, English is all I understand.",
                    "Please stick to English with me.", "I can only follow you in English.",
                    "English is the one language I know.",
                ],
                &[],
            ),
        },
        Remark::Unanswerable if asks_how_far(&plan.said) => how_far(plan, voice),
        Remark::Unanswerable => match product::answer(&plan.said) {
            Some(answer) => told_again(voice, answer),
            None => unclear::answer_question(plan, voice),
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
        &[
            "It is as I said: {s}", "That has not changed: {s}", "Once more, then: {s}", "In short: {s}",
            "You may rely on it: {s}",
        ],
        &["Like I said: {s}", "Still the same: {s}", "Once more: {s}", "In short: {s}", "That still holds: {s}"],
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
            &[
                "Only {l} will be missing then.",
                "What is left for then: {l}.",
                "I shall only ask for {l} then.",
                "One point waits for your return: {l}.",
                "When you are back, {l} is all that I need.",
            ],
            &[
                "All that's left for then: {l}.", "Only {l} is left for then.", "I'll just need {l} then.",
                "One thing waits for you: {l}.", "When you're back, {l} is all we need.",
            ],
            &[('l', &names[0])],
        ),
        _ => voice.say(
            &[
                "Still to come then: {l}.",
                "What is left for then: {l}.",
                "I shall only ask for {l} then.",
                "These points wait for your return: {l}.",
                "When you are back, we need {l}.",
            ],
            &[
                "All that's left for then: {l}.", "Still to come: {l}.", "I'll just need {l} then.", "These wait for you: {l}.",
                "When you're back, we need {l}.",
            ],
            &[('l', &listing(&names, "and", 5))],
        ),
    };
    format!("{kept} {left}")
}

fn told_already(plan: &ReplyPlan, voice: &Voice<'_>, key: Option<&str>) -> String {
    let Some(key) = key else {
        return voice.say(
            &[
                "I am sorry if I repeat myself.", "My apologies for asking twice.", "Forgive me for coming back to it.",
                "That was one question too many, I see.", "I did not mean to go over it again.",
            ],
            &[
                "Sorry for repeating myself.", "Sorry, I didn't mean to ask twice.", "My bad, that was a repeat.",
                "Oops, one question too many.", "Didn't mean to go over it again.",
            ],
            &[],
        );
    };
    let subject = Subject::of(plan, key);
    match &plan.next {
        Next::ReadBack { key: next, .. } if next == key => voice.say(
            &[
                "I am sorry for asking again.",
                "You did, and I apologise for asking again.",
                "That is true, and I ought to have kept it in mind.",
                "Forgive me, it is in my notes.",
                "Indeed you have; it only needs a last look.",
            ],
            &[
                "You did, sorry for asking again.", "Sorry, you're right.", "True, I should have kept that in mind.",
                "My bad, it's in my notes.", "Yep, you did; just one last look.",
            ],
            &[],
        ),
        Next::Ask { key: next, .. } if next == key => voice.say(
            &[
                "I am sorry; I have not been able to find {l} in what you said so far.",
                "My apologies, I seem to have missed {l} in what you said.",
                "Forgive me, {l} has slipped past me.",
                "I looked through your words for {l} and did not find it.",
                "My notes have nothing on {l} yet.",
            ],
            &[
                "Sorry, I couldn't find {l} in what you said so far.",
                "Sorry, I must have missed {l}.",
                "My bad, {l} slipped past me.",
                "I looked for {l} and didn't find it.",
                "My notes have nothing on {l} yet.",
            ],
            &[('l', &subject.the())],
        ),
        _ => voice.say(
            &[
                "I am sorry; I have not been able to find {l} in what you said, so let us go on for now.",
                "My apologies, I seem to have missed {l}; we go on, and you can add it later.",
                "Forgive me, {l} has slipped past me; it can be added at any time.",
                "I looked through your words for {l} without finding it, so it stays open.",
                "As my notes have nothing on {l}, we leave it for another moment.",
            ],
            &[
                "Sorry, I must have missed {l}; let's carry on.",
                "Sorry, I couldn't find {l} in what you said; let's move on.",
                "My bad, {l} slipped past me; add it any time.",
                "I looked for {l} and didn't find it, so it stays open.",
                "My notes have nothing on {l}, so let's leave it for later.",
            ],
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
                "We have what is needed, and anything more is a bonus.",
                "All that matters is in my notes, and you may stop whenever you like.",
            ],
            &[
                "We've got all the essentials; the rest just rounds it off.",
                "You've told me all I need; the rest is up to you.",
                "Nothing important is missing any more, so it's as short as you like.",
                "We've got what we need, and anything more is a bonus.",
                "All that matters is in my notes, so stop whenever you like.",
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
            "With {n} more {p} we could finish.",
            "What I still need comes to {n} {p}.",
        ],
        &[
            "Just {n} more {p}; the rest can stay open.",
            "We're {n} {p} away from done, and you can take a break any time.",
            "Not much left: {n} {p}, plus whatever you'd like to add.",
            "With {n} more {p} we could wrap up.",
            "What I still need comes to {n} {p}.",
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
        let (value, the) = (shorten(subject, in_words(subject, value, READ_BACK)), subject.the());
        voice.say_anew(
            &[
                "I have {v} for {l}. Shall it stay that way, or what should it be instead?",
                "For {l} I noted {v}. Would you keep that, or put it differently?",
                "At present {l} is down as {v}. Does it still hold, or what has changed?",
                "My note on {l} reads {v}. Do you want it kept, or how would you word it now?",
                "Earlier you gave me {v} for {l}. May it stand, or what is better?",
                "Looking at {l} again, I find {v}. Can we leave it, or what would you say instead?",
            ],
            &[
                "I've got {v} for {l}. Keep that, or change it to what?",
                "For {l} I've noted {v}. Does it stay, or what should it be?",
                "Right now {l} is down as {v}. Still true, or what's changed?",
                "My note on {l} reads {v}. Leave it, or how would you put it now?",
                "You gave me {v} for {l} earlier. Still good, or what's better?",
                "Looking at {l} again, I see {v}. Can it stay, or what else should I put?",
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
