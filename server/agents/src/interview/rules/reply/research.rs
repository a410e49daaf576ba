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
                "A search for {l} is under way; please look under Research.",
                "While we go on, I look for what is known about {l}.",
            ],
            &[
                "I'm looking up {l}; you'll see it under Research.",
                "I'll look into {l} while we carry on.",
                "On it: I'm looking up {l} and will come back to it.",
                "A search for {l} is running; look under Research.",
                "I'll have a look at {l} while we talk.",
            ],
            &[('l', all)],
        ),
        Remark::Researched { .. } => voice.say(
            &[
                "I have looked up {l} already; what I found is under Research.",
                "What I could find about {l} is under Research.",
                "For {l} the search is done; please look under Research.",
                "You will find what there is about {l} under Research.",
                "The search for {l} is behind us; its findings stand under Research.",
            ],
            &[
                "I've looked up {l} already, it's under Research.",
                "What I found about {l} is under Research.",
                "I'm done searching for {l}; have a look under Research.",
                "You'll find what there is about {l} under Research.",
                "The search for {l} is over, its findings are under Research.",
            ],
            &[('l', all)],
        ),
        Remark::Found { key, quote, title } => voice.say(
            &[
                "I looked up {l} and found “{q}” ({t}).",
                "About {l} I found this: “{q}” ({t}).",
                "This is what {t} has on {l}: “{q}”.",
                "One source says of {l}: “{q}” ({t}).",
                "A search for {l} brought this to light: “{q}” ({t}).",
            ],
            &[
                "I looked up {l}: “{q}” ({t}).",
                "Here's what I found about {l}: “{q}” ({t}).",
                "This is what {t} has on {l}: “{q}”.",
                "One source says about {l}: “{q}” ({t}).",
                "A search for {l} turned this up: “{q}” ({t}).",
            ],
            &[('l', &Subject::of(plan, key).the()), ('q', &plain::words(quote, 160)), ('t', &plain::words(title, 60))],
        ),
        Remark::NothingToSearch => voice.say(
            &[
                "I cannot look anything up here yet: a web search has to be set up first, or documents added to a project, under “Projects”.",
                "There is nothing that I could search yet: no web search is set up, and there are no documents. Some can be added to a project, under “Projects”.",
                "A search needs something to search: a web search that is set up, or documents of a project, under “Projects”.",
                "Without a web search or documents I can find nothing; documents are added under “Projects”.",
                "I have neither a web search nor documents to look into; the page “Projects” takes documents.",
            ],
            &[
                "I can't look anything up yet: somebody has to set up a web search, or add documents to a project under “Projects”.",
                "Nothing to search here yet: no web search is set up, and there are no documents under “Projects”.",
                "A search needs something to search: a web search that's set up, or documents under “Projects”.",
                "Without a web search or documents I can't find anything; documents go under “Projects”.",
                "I've neither a web search nor documents to look into; “Projects” takes documents.",
            ],
            &[],
        ),
        Remark::NoResearch { key: Some(key) } => {
            let subject = Subject::of(plan, key);
            voice.say(
                &[
                    "I have looked up as much as I may in one interview, but {r}.",
                    "I cannot look up {l} as well, I am afraid; from you {r}.",
                    "My searches for this interview are used up, so {l} rests with you: {r}.",
                    "Nothing more can be looked up here, but as for {l}, {r}.",
                    "For {l} I have to rely on you; {r}.",
                ],
                &[
                    "I've used up my searches for this interview, but {r}.",
                    "Sorry, I can't look up {l} as well; {r}.",
                    "My searches are used up, so {l} is up to you: {r}.",
                    "No more searching here, but as for {l}, {r}.",
                    "For {l} I have to rely on you; {r}.",
                ],
                &[('l', &subject.the()), ('r', &explain::rough(subject))],
            )
        }
        _ => voice.say(
            &[
                "Please tell me what to look up; I can search for any of the points that we speak about.",
                "I can look something up as soon as you name one of our points.",
                "Name the point, and I will begin to search.",
                "Which of our points it should be is for you to say.",
                "A search needs a subject: any of our points will do.",
            ],
            &[
                "Tell me what to look up; any of the points we talk about will do.",
                "Happy to look something up, just name the point.",
                "Name the point and I'll start searching.",
                "You pick the point, I'll search.",
                "A search needs a subject: any of our points will do.",
            ],
            &[],
        ),
    }
}
