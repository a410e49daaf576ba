//! What is said before anything else: greetings, thanks, small talk, and a calm word when somebody is rude.

use super::{plain::plain, remark::firsts, talk, voice::Voice};
use crate::interview::rules::understand::steps_away;
use domain::interview::{Remark, ReplyPlan};

pub(super) fn courtesies(plan: &ReplyPlan, voice: &Voice<'_>) -> Vec<String> {
    firsts(plan).filter_map(|remark| courtesy(plan, voice, remark)).take(2).collect()
}

fn courtesy(plan: &ReplyPlan, voice: &Voice<'_>, remark: &Remark) -> Option<String> {
    let sentence = match remark {
        Remark::Greeting if plan.opening => return None,
        Remark::Greeting => voice.say(
            &["Hello.", "Good to have you here.", "Welcome.", "A good day to you.", "It is good to hear from you."],
            &["Hi there.", "Hello there.", "Good to see you.", "Hey, nice to see you.", "Good to hear from you."],
            &[],
        ),
        Remark::Thanks => voice.say(
            &["You are welcome.", "With pleasure.", "It is my pleasure.", "You are most welcome.", "It is no trouble at all."],
            &["You're welcome.", "Any time.", "Happy to.", "No trouble at all.", "Glad to help."],
            &[],
        ),
        Remark::SmallTalk if asks_how_it_goes(&plan.said) => voice.say(
            &[
                "I am well, thank you.",
                "Very well, thank you for asking.",
                "All is well here, thank you.",
                "I have no complaints, thank you.",
                "Quite well, and it is kind of you to ask.",
            ],
            &[
                "All good here, thanks.", "Doing fine, thanks for asking.", "Pretty good, thanks.", "Can't complain, thanks.",
                "I'm good, nice of you to ask.",
            ],
            &[],
        ),
        Remark::SmallTalk if steps_away(&plan.said) => voice.word("steps away", &[]),
        Remark::SmallTalk if talk::asks_for_time(&plan.said) => voice.say(
            &[
                "Please take your time.", "There is no hurry.", "I am happy to wait.", "As long as you need.",
                "You can think it over in peace.",
            ],
            &["Take your time.", "No rush.", "Happy to wait.", "Whenever you're ready.", "No hurry at all."],
            &[],
        ),
        Remark::SmallTalk => voice.say(
            &[
                "It is pleasant to talk with you.", "I am glad we have a moment to talk.", "That is true enough.", "So it goes.",
                "I can well imagine.",
            ],
            &["Fair enough.", "I hear you.", "True enough.", "So it goes.", "I can imagine."],
            &[],
        ),
        // Whoever grumbles and answers is heard for the answer.
        Remark::Abuse if !plan.took.is_empty() => return None,
        Remark::Abuse => voice.say(
            &[
                "I am sorry that this is frustrating; you may skip whatever you do not want to answer.",
                "I understand that you are annoyed, and we can stop or pause whenever you like.",
                "I would like to be of use to you, so let us stay on topic.",
                "I did not mean to annoy you; tell me what bothers you, and we will leave it out.",
                "You are free to say so, and we can move on to something else.",
            ],
            &[
                "Sorry this is getting on your nerves; skip anything you don't want to answer.",
                "I get that you're annoyed, and we can stop or take a break any time.",
                "I'd still like to be of use, so let's stick to the topic.",
                "Didn't mean to annoy you; tell me what bugs you and we'll leave it out.",
                "Fair, you can say that, and we can move on to something else.",
            ],
            &[],
        ),
        _ => return None,
    };
    Some(sentence)
}

fn asks_how_it_goes(said: &str) -> bool {
    let said = plain(said, 200).to_lowercase();
    ["how are you", "how's it going", "how is it going", "how are things", "how do you do"].iter().any(|one| said.contains(one))
}
