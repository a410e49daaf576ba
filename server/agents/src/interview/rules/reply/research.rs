//! What is said of looking things up.

use super::{explain, plain, subject::Subject, voice::Voice};
use domain::interview::{Remark, ReplyPlan};

/// `all` names everything that remarks of this kind are about.
pub(super) fn about(plan: &ReplyPlan, voice: &Voice<'_>, remark: &Remark, all: &str) -> String {
    match remark {
        Remark::Researching { .. } => voice.say(
            &[
                "I am looking up {l}; what I find appears under Research.",
                "I will look into {l} while we go on.",
                "Research on {l} has begun, and I will come back to it.",
            ],
            &[
                "I'm looking up {l}; you'll see it under Research.",
                "I'll look into {l} while we carry on.",
                "On it: I'm looking up {l} and will come back to it.",
            ],
            &[('l', all)],
        ),
        Remark::Researched { .. } => voice.say(
            &["I have looked up {l} already; what I found is under Research.", "What I could find about {l} is under Research."],
            &["I've looked up {l} already, it's under Research.", "What I found about {l} is under Research."],
            &[('l', all)],
        ),
        Remark::Found { key, quote, title } => voice.say(
            &["I looked up {l} and found “{q}” ({t}).", "About {l} I found this: “{q}” ({t})."],
            &["I looked up {l}: “{q}” ({t}).", "Here's what I found about {l}: “{q}” ({t})."],
            &[('l', &Subject::of(plan, key).the()), ('q', &plain::words(quote, 160)), ('t', &plain::words(title, 60))],
        ),
        Remark::NothingToSearch => voice.say(
            &[
                "I cannot look anything up here yet: a web search has to be set up first, or documents added to a project, under “Projects”.",
                "There is nothing that I could search yet: no web search is set up, and there are no documents. Some can be added to a project, under “Projects”.",
            ],
            &[
                "I can't look anything up yet: somebody has to set up a web search, or add documents to a project under “Projects”.",
                "Nothing to search here yet: no web search is set up, and there are no documents under “Projects”.",
            ],
            &[],
        ),
        Remark::NoResearch { key: Some(key) } => {
            let subject = Subject::of(plan, key);
            voice.say(
                &[
                    "I have looked up as much as I may in one interview, but {r}.",
                    "I cannot look up {l} as well, I am afraid; from you {r}.",
                ],
                &["I've used up my searches for this interview, but {r}.", "Sorry, I can't look up {l} as well; {r}."],
                &[('l', &subject.the()), ('r', &explain::rough(subject))],
            )
        }
        _ => voice.say(
            &[
                "Please tell me what to look up; I can search for any of the points that we speak about.",
                "I can look something up as soon as you name one of our points.",
            ],
            &[
                "Tell me what to look up; any of the points we talk about will do.",
                "Happy to look something up, just name the point.",
            ],
            &[],
        ),
    }
}
