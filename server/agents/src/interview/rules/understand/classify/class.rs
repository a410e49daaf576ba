//! The kinds of what people say in an interview.

/// What a part of a message does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Class {
    /// An answer, or a statement of the matter.
    Content,
    /// Said beside the matter: "sorry, my kid just came in", "let me think".
    Aside,
    Greeting,
    Thanks,
    /// Insults, and complaints about the interview.
    Complaint,
    /// "I'd rather not say", "that doesn't apply to us".
    Skip,
    Defer,
    DontKnow,
    Undo,
    Repeat,
    Summary,
    /// "How many more questions?"
    Progress,
    /// "I told you already."
    AlreadySaid,
    Done,
    Pause,
    Back,
    /// The question that was left is wanted again.
    TakeUp,
    Why,
    Meaning,
    Examples,
    Research,
    /// Any other question to the interviewer.
    Question,
}

impl Class {
    pub(super) const ALL: [(Self, &'static str); 22] = [
        (Self::Content, "content"),
        (Self::Aside, "aside"),
        (Self::Greeting, "greeting"),
        (Self::Thanks, "thanks"),
        (Self::Complaint, "complaint"),
        (Self::Skip, "skip"),
        (Self::Defer, "defer"),
        (Self::DontKnow, "dont_know"),
        (Self::Undo, "undo"),
        (Self::Repeat, "repeat"),
        (Self::Summary, "summary"),
        (Self::Progress, "progress"),
        (Self::AlreadySaid, "told"),
        (Self::Done, "done"),
        (Self::Pause, "pause"),
        (Self::Back, "back"),
        (Self::TakeUp, "take_up"),
        (Self::Why, "why"),
        (Self::Meaning, "meaning"),
        (Self::Examples, "examples"),
        (Self::Research, "research"),
        (Self::Question, "question"),
    ];

    /// By the name that the files of examples and weights use.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(class, _)| *class)
    }

    #[cfg(test)]
    pub(super) fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}
