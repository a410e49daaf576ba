//! What is said of looking things up.

use super::{explain, plain, subject::Subject, voice::Voice};
use domain::interview::{Remark, ReplyPlan};

/// `all` names everything that remarks of this kind are about.
pub(super) fn about(plan: &ReplyPlan, voice: &Voice<'_>, remark: &Remark, all: &str) -> String {
    match remark {
        Remark::Researching { .. } => voice.word("looking up", &[("subject", all)]),
        Remark::Researched { .. } => voice.word("looked up", &[("subject", all)]),
        Remark::Found { key, quote, title } => voice.word(
            "found",
            &[
                ("subject", &Subject::of(plan, key).the()),
                ("quote", &plain::words(quote, 160)),
                ("title", &plain::words(title, 60)),
            ],
        ),
        Remark::NothingToSearch => voice.word("nothing to search", &[]),
        Remark::NoResearch { key: Some(key) } => {
            let subject = Subject::of(plan, key);
            voice.word("no more searches", &[("subject", &subject.the()), ("rough", &explain::rough(subject))])
        }
        _ => voice.word("what to look up", &[]),
    }
}
