//! Everything else that is acknowledged or answered before the question.

use super::{
    blockers, explain,
    plain::{listing, plain, small},
    research,
    subject::Subject,
    talk,
    value::{IN_PASSING, in_words},
    voice::Voice,
};
use domain::interview::{Next, Remark, ReplyPlan};
use serde_json::Value;
use std::mem::discriminant;

/// More than so many remarks make a speech.
const MOST: usize = 4;

/// What is said before anything else: greetings, thanks, small talk, and a calm word when somebody is rude.
pub(super) fn courtesies(plan: &ReplyPlan, voice: &Voice<'_>) -> Vec<String> {
    firsts(plan).filter_map(|remark| courtesy(plan, voice, remark)).take(2).collect()
}

pub(super) fn answers(plan: &ReplyPlan, voice: &Voice<'_>) -> Vec<String> {
    firsts(plan).filter_map(|remark| answer(plan, voice, remark)).take(MOST).collect()
}

fn courtesy(plan: &ReplyPlan, voice: &Voice<'_>, remark: &Remark) -> Option<String> {
    let said = match remark {
        Remark::Greeting if plan.opening => return None,
        Remark::Greeting => {
            voice.say(&["Hello.", "Good to have you here.", "Welcome."], &["Hi there.", "Hello!", "Good to see you."], &[])
        }
        Remark::Thanks => voice.say(
            &["You are welcome.", "With pleasure.", "It is my pleasure."],
            &["You're welcome.", "Any time.", "Happy to."],
            &[],
        ),
        Remark::SmallTalk if asks_how_it_goes(&plan.said) => voice.say(
            &["I am well, thank you.", "Very well, thank you for asking."],
            &["All good here, thanks.", "Doing fine, thanks for asking."],
            &[],
        ),
        Remark::SmallTalk if talk::asks_for_time(&plan.said) => {
            voice.say(&["Please take your time.", "There is no hurry."], &["Take your time.", "No rush."], &[])
        }
        Remark::SmallTalk => voice.say(
            &["It is pleasant to talk with you.", "I am glad we have a moment to talk.", "That is true enough."],
            &["Fair enough.", "I hear you.", "True enough."],
            &[],
        ),
        Remark::Abuse => voice.say(
            &[
                "I am sorry that this is frustrating; you may skip whatever you do not want to answer.",
                "I understand that you are annoyed, and we can stop or pause whenever you like.",
                "I would like to be of use to you, so let us keep to the matter.",
            ],
            &[
                "Sorry this is getting on your nerves; skip anything you don't want to answer.",
                "I get that you're annoyed, and we can stop or take a break any time.",
                "I'd still like to be of use, so let's stick to the topic.",
            ],
            &[],
        ),
        _ => return None,
    };
    Some(said)
}

fn answer(plan: &ReplyPlan, voice: &Voice<'_>, remark: &Remark) -> Option<String> {
    let subject = |key| Subject::of(plan, key);
    let all = all_like(plan, remark);
    let said = match remark {
        Remark::Greeting | Remark::Thanks | Remark::SmallTalk | Remark::Abuse => return None,
        Remark::Why { key } => explain::why(plan, voice, subject(key)),
        Remark::Meaning { key } => explain::meaning(voice, subject(key)),
        Remark::Examples { key } => explain::examples(voice, subject(key)),
        Remark::Deferred { .. } => voice.say(
            &[
                "We can come back to {l} later.", "I will leave {l} for later.", "Let us return to {l} another time.",
                "Later will do for {l}.",
            ],
            &["We'll come back to {l} later.", "No rush, {l} can wait.", "I'll park {l} for now.", "Okay, {l} later."],
            &[('l', &all)],
        ),
        Remark::Skipped { .. } => voice.say(
            &["I will leave out {l}.", "Very well, we do without {l}.", "Then {l} will not be part of this."],
            &["Okay, I'll leave out {l}.", "Fine, we'll do without {l}.", "No problem, I've dropped {l}."],
            &[('l', &all)],
        ),
        Remark::NotKnown { key, given_up } => not_known(plan, voice, key, *given_up, &all),
        Remark::GivenUp { .. } => voice.say(
            &[
                "Let us do without {l} for now; you can add it whenever you like.",
                "Let us set {l} aside; you can return to it at any time.",
                "We can leave {l} open; should something come to mind, tell me at any time.",
            ],
            &[
                "We can leave {l} open; add it whenever you like.",
                "Let's leave {l} open, you can come back to it any time.",
                "Okay, {l} can stay open for now.",
            ],
            &[('l', &all)],
        ),
        Remark::Restored { key, value } => with_value(
            plan,
            voice,
            key,
            value,
            &["I have gone back to {v} {a}.", "Undone: I have {v} {a} again.", "That is put back: {v} {a}."],
            &["Back to {v} {a}.", "Undone, it's {v} {a} again.", "I've put back {v} {a}."],
        ),
        Remark::Settled { key, value } => with_value(
            plan,
            voice,
            key,
            value,
            &["Then we agree on {v} {a}.", "Good, I will use {v} {a}.", "Settled, then: {v} {a}.", "Very well, {v} {a}."],
            &["Settled: {v} {a}.", "Okay, we'll go with {v} {a}.", "Good, {v} it is.", "Right, I'll use {v} {a}."],
        ),
        Remark::Withdrawn { .. } => voice.say(
            &["I have taken {l} out again.", "I no longer hold anything for {l}.", "Forgotten, as you wish: {l}."],
            &["I've taken {l} out again.", "Okay, I've cleared {l}.", "Gone: I've removed {l}."],
            &[('l', &all)],
        ),
        Remark::NegotiationDeferred { .. } => voice.say(
            &[
                "We leave {l} undecided for now.",
                "Let us decide about {l} later.",
                "I keep both versions of {l} until you decide.",
            ],
            &[
                "Let's leave {l} undecided for now.",
                "We can sort out {l} later.",
                "I'll keep both versions of {l} until you decide.",
            ],
            &[('l', &all)],
        ),
        Remark::WhatInstead { key } => return what_instead(plan, voice, key, &all),
        Remark::NoResearch { .. }
        | Remark::NothingToSearch
        | Remark::Researching { .. }
        | Remark::Researched { .. }
        | Remark::Found { .. } => research::about(plan, voice, remark, &all),
        Remark::NotYet { blockers } => blockers::not_yet(plan, voice, blockers),
        Remark::AnyTime { keys } => {
            let names: Vec<String> = keys.iter().take(64).map(|key| subject(key).the()).collect();
            voice.say(
                &[
                    "Please tell me about {l} in any message, or enter it beside our conversation.",
                    "You can give {l} at any time, here or in the list beside our conversation.",
                    "Whenever you know more, a message about {l} is enough.",
                ],
                &[
                    "Just tell me {l} whenever you know, or fill it in on the side.",
                    "You can add {l} any time, here or on the side.",
                    "Whenever you know more, just write me {l}.",
                ],
                &[('l', &listing(&names, "and", 4))],
            )
        }
        Remark::Repeated
        | Remark::Summary
        | Remark::Progress
        | Remark::Back { .. }
        | Remark::NothingToUndo
        | Remark::Paused { .. }
        | Remark::ToldAlready { .. }
        | Remark::WhatToChange
        | Remark::OnlyEnglish
        | Remark::Unanswerable => return talk::about(plan, voice, remark),
        Remark::NotUnderstood if !plan.took.is_empty() => return None,
        Remark::NotUnderstood => not_understood(plan, voice),
    };
    Some(said)
}

fn not_known(plan: &ReplyPlan, voice: &Voice<'_>, key: &str, given_up: bool, all: &str) -> String {
    if !given_up && matches!(&plan.next, Next::Ask { key: next, .. } if next == key) {
        let rough = explain::rough(Subject::of(plan, key));
        return voice.say(
            &["That is no problem; {r}.", "You need not know it exactly; {r}.", "Please do not worry, {r}."],
            &["No problem, {r}.", "No need to be exact, {r}.", "That's fine, {r}."],
            &[('r', &rough)],
        );
    }
    // What was read back and is not known for sure is kept, and not left open.
    let kept = plan.held.iter().find(|held| held.key == key).and_then(|held| held.value.as_ref());
    if let Some(value) = kept {
        return with_value(
            plan,
            voice,
            key,
            value,
            &["For now I keep {v} {a}, though not for certain.", "Until you know more, I keep {v} {a}."],
            &["Okay, I'll keep {v} {a} for now, as a maybe.", "Fine, I'll stick with {v} {a} until you know more."],
        );
    }
    voice.say(
        &[
            "That is quite all right; we leave {l} open.",
            "Then {l} may stay open for now.",
            "I will leave {l} open; you can add it later.",
        ],
        &["That's fine, let's leave {l} open.", "No worries, {l} can stay open.", "Not knowing is fine; I'll leave {l} open."],
        &[('l', all)],
    )
}

/// When the question itself asks what is right, saying so before would be saying it twice.
fn what_instead(plan: &ReplyPlan, voice: &Voice<'_>, key: &str, the: &str) -> Option<String> {
    match &plan.next {
        Next::Settle { key: next, .. } if next == key => None,
        Next::Ask { key: next, .. } if next == key => Some(voice.say(
            &["I see, then I had {l} wrong.", "Thank you for telling me; I had misunderstood {l}.", "Then I must correct {l}."],
            &["Ah, then I had {l} wrong.", "Thanks for saying so, I got {l} wrong.", "Oops, I misread {l}."],
            &[('l', the)],
        )),
        _ => Some(voice.say(
            &[
                "I see that I had {l} wrong; please tell me the right version whenever you like.",
                "Then {l} needs correcting, and you can tell me how at any time.",
            ],
            &["So I had {l} wrong; just tell me what's right.", "Okay, {l} needs fixing; tell me how whenever you like."],
            &[('l', the)],
        )),
    }
}

fn not_understood(plan: &ReplyPlan, voice: &Voice<'_>) -> String {
    if plain(&plan.said, 1).is_empty() {
        return voice.say(
            &["I did not receive anything from you.", "Your message seems to have been empty."],
            &["That came through empty.", "I didn't get any text there."],
            &[],
        );
    }
    let what = match &plan.next {
        Next::Ask { key, .. } | Next::Settle { key, proposed: None, .. } => {
            explain::form(voice, Subject::of(plan, key)).trim_end_matches('.').to_owned()
        }
        Next::ReadBack { .. } | Next::Settle { .. } | Next::Close { .. } => "A yes or a no is enough".to_owned(),
        Next::Nothing => "You can tell me what to add or to change".to_owned(),
    };
    if matches!(&plan.next, Next::Ask { attempt: 1, .. }) {
        return voice.say(
            &[
                "I could not take an answer from that; let us go on with something else.",
                "Let us leave that open for now and go on.",
                "That stays open, then; here is something else.",
            ],
            &[
                "I couldn't quite take that in; let's move on.",
                "Let's leave that one open and carry on.",
                "That one stays open, then; here's another.",
            ],
            &[],
        );
    }
    let help = small(&what);
    let told = match &plan.next {
        Next::Ask { key, .. } | Next::Settle { key, proposed: None, .. } => explain::told_form(voice, Subject::of(plan, key)),
        _ => voice.said_before(&what) || voice.said_before(&help),
    };
    if told {
        return voice.say(
            &[
                "A few plain words will do; if it does not suit you, just say “skip” or “later”.",
                "Perhaps put it in other words; “skip” and “later” are fine too.",
                "I still could not note anything; say “later”, and we go on with something else.",
            ],
            &[
                "Maybe try it in other words; “skip” or “later” works too.",
                "A few plain words will do, or just say “skip”.",
                "Still nothing I could note; say “later” and we'll move on.",
            ],
            &[],
        );
    }
    let skips = if matches!(plan.next, Next::Ask { .. }) { "; you can also say “skip” or “later”." } else { "." };
    voice.say(
        &["I could not take an answer from that. {w}{s}", "Let me help: {h}{s}", "I am not sure how to note that. {w}{s}"],
        &["I couldn't quite place that. {w}{s}", "Let me help: {h}{s}", "I'm not sure how to note that. {w}{s}"],
        &[('w', &what), ('s', skips), ('h', &help)],
    )
}

fn with_value(plan: &ReplyPlan, voice: &Voice<'_>, key: &str, value: &Value, formal: &[&str], casual: &[&str]) -> String {
    let subject = Subject::of(plan, key);
    voice.say(formal, casual, &[('v', &in_words(subject, value, IN_PASSING)), ('a', &subject.place())])
}

/// The remarks without those that an earlier one of the same kind speaks for.
fn firsts(plan: &ReplyPlan) -> impl Iterator<Item = &Remark> {
    plan.remarks
        .iter()
        .enumerate()
        .filter(|(at, one)| !plan.remarks[..*at].iter().any(|before| speaks_for(before, one)))
        .map(|(_, one)| one)
}

fn speaks_for(before: &Remark, one: &Remark) -> bool {
    match (before, one) {
        (Remark::NotKnown { given_up, .. }, Remark::NotKnown { given_up: other, .. }) => given_up == other,
        (
            Remark::Why { .. }
            | Remark::Meaning { .. }
            | Remark::Examples { .. }
            | Remark::Found { .. }
            | Remark::Restored { .. }
            | Remark::Settled { .. },
            _,
        ) => before == one,
        _ => discriminant(before) == discriminant(one),
    }
}

/// The names of all obligations that the remarks of this kind are about.
fn all_like(plan: &ReplyPlan, remark: &Remark) -> String {
    let names: Vec<String> = plan
        .remarks
        .iter()
        .filter(|one| *one == remark || speaks_for(remark, one))
        .filter_map(key_of)
        .take(64)
        .map(|key| Subject::of(plan, key).the())
        .collect();
    listing(&names, "and", 4)
}

fn key_of(remark: &Remark) -> Option<&str> {
    match remark {
        Remark::Deferred { key }
        | Remark::Skipped { key }
        | Remark::NotKnown { key, .. }
        | Remark::GivenUp { key }
        | Remark::Withdrawn { key }
        | Remark::NegotiationDeferred { key }
        | Remark::Researching { key }
        | Remark::Researched { key }
        | Remark::WhatInstead { key } => Some(key),
        _ => None,
    }
}

fn asks_how_it_goes(said: &str) -> bool {
    let said = plain(said, 200).to_lowercase();
    ["how are you", "how's it going", "how is it going", "how are things", "how do you do"].iter().any(|one| said.contains(one))
}
