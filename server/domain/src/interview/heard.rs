//! The judgement "what did the person say?": what an engine is given and what it answers.
//!
//! The engine proposes, `decide` disposes: a finding whose quote is not in the turn it names is not taken.

use protocol::{
    Confidence, MessageId, SessionId, TenantId,
    interview::{Asking, ObjectiveDefinition, Speaker, Status, Style, WorkingMemory},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// Everything an engine may look at to understand one message of the person.
#[derive(Clone, Debug)]
pub struct Heard {
    /// Whose interview it is: who pays for what is asked elsewhere.
    pub tenant: TenantId,
    pub session: SessionId,
    pub definition: Arc<ObjectiveDefinition>,
    /// In the order of the definition.
    pub held: Vec<Held>,
    /// What the agent's last message waited for, where that is known (it is not in an imported transcript).
    pub asked: Option<(String, Asking)>,
    /// Earlier turns, oldest first, without the message to understand; at most [`Heard::HISTORY`].
    pub history: Vec<HeardTurn>,
    /// The message to understand.
    pub text: String,
    pub memory: WorkingMemory,
    /// Year, month and day on which it was said (UTC), for relative dates.
    pub today: (i64, i64, i64),
    /// The conversation was held elsewhere: the agent's turns are the only sign of what was asked, offered or read back.
    pub imported: bool,
    /// What would be asked next before this message is understood, the first first, at most [`Heard::RANKED`] keys.
    pub ranked: Vec<String>,
}

impl Heard {
    /// How many earlier turns are given.
    pub const HISTORY: usize = 24;
    pub const RANKED: usize = 4;
}

/// What is held of one obligation.
#[derive(Clone, Debug)]
pub struct Held {
    pub key: String,
    pub status: Status,
    pub value: Option<Value>,
    pub confidence: Confidence,
    /// The turn the value was said in.
    pub turn: Option<u32>,
    /// When the value was taken, in words or by hand: what was taken later has more. 0 where nothing was.
    pub value_seq: u64,
    /// The value put against the held one, while a negotiation is open.
    pub proposed: Option<Value>,
}

#[derive(Clone, Debug)]
pub struct HeardTurn {
    pub id: MessageId,
    pub speaker: Speaker,
    pub text: String,
}

/// What an engine understood.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Understanding {
    pub findings: Vec<Finding>,
    pub moves: Vec<Move>,
    /// The tone of the message, where it shows.
    pub style: Option<Style>,
    /// Preferences that showed, e.g. `prefers_examples: true`.
    pub preferences: Vec<(String, Value)>,
    /// What the engine would reply, where it has a reply in the same breath.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed: Option<ProposedReply>,
}

/// A reply as an engine would give it. It is checked part by part before anybody sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposedReply {
    /// What is said before the question.
    pub statements: Vec<String>,
    /// The obligation that it asks about.
    pub ask: Option<String>,
    /// The question for it.
    pub question: Option<String>,
}

/// A value for one obligation and the words it came from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    pub key: String,
    /// By widget: text and choice a string, multiselect an array of strings, number a number or
    /// `{value|min,max, unit?, text}`, date `{date: "YYYY-MM-DD", text}` or the words alone where no day follows from them.
    pub value: Value,
    pub confidence: Confidence,
    pub manner: Manner,
    pub quote: Quote,
}

/// Verbatim words: of the message itself, or of an earlier turn that the message accepted or refers to ("there", "that day").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// `None`: the message to understand. `Some(i)`: `history[i]`.
    pub turn: Option<usize>,
    /// Byte offsets in that text, on character boundaries.
    pub start: usize,
    pub end: usize,
}

/// How a value was said; its confidence follows from this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// Named together with what it is ("our industry is dental software").
    Explicit,
    /// The answer to the question that was asked.
    Direct,
    /// An accepted offer or read-back.
    Accepted,
    /// Put in place of another value ("no, actually …").
    Corrected,
    /// Follows from what was said.
    Implied,
    /// "I think", "maybe", "about".
    Hedged,
    /// "some", "a few", "it depends".
    Vague,
}

impl Manner {
    /// How sure each makes (the bands are seed 000's).
    #[must_use]
    pub const fn confidence(self) -> Confidence {
        Confidence::hundredths(match self {
            Self::Explicit | Self::Accepted => 95,
            Self::Corrected => 92,
            Self::Direct => 90,
            Self::Implied => 72,
            Self::Hedged => 58,
            Self::Vague => 35,
        })
    }
}

/// What the person did besides giving values. A key is given where the move is about one obligation;
/// without one it is about what was asked last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "move", rename_all = "snake_case")]
pub enum Move {
    /// "Yes, that's right."
    Accept {
        key: Option<String>,
    },
    /// "No, that's wrong", with or without a better value among the findings.
    Reject {
        key: Option<String>,
    },
    /// A finding replaces a held value ("actually …").
    Correct {
        key: String,
    },
    /// "That doesn't apply", "skip this".
    Skip {
        key: Option<String>,
    },
    /// "Later", "come back to this".
    Defer {
        key: Option<String>,
    },
    /// "I don't know."
    DontKnow {
        key: Option<String>,
    },
    /// A value is taken back without another in its place ("forget the budget").
    Withdraw {
        key: String,
    },
    AskWhy {
        key: Option<String>,
    },
    AskMeaning {
        key: Option<String>,
    },
    AskExamples {
        key: Option<String>,
    },
    AskResearch {
        key: Option<String>,
    },
    /// "Go back", "the one before", "back to the goal": asked once more, with what is held of it.
    GoBack {
        #[serde(default)]
        key: Option<String>,
    },
    /// "Undo that", "scratch that": the last change is taken back.
    Undo,
    /// "Don't skip it", "back to the one I skipped": the question that was left last is open again.
    TakeUp,
    /// A finding replaces what is held, which the message calls wrong in so many words ("six, not five"): nothing to negotiate.
    Overrule {
        key: String,
    },
    /// Something held is to be another, and it is not clear which: one of these, or any where none is named.
    Unclear {
        keys: Vec<String>,
    },
    /// "Say that again", "huh?"
    Repeat,
    /// "What do you have so far?"
    AskSummary,
    /// "Are we done?", "how many more questions?"
    AskProgress,
    /// "I told you already."
    ToldAlready,
    /// "That's all", "we're done".
    Done,
    /// "That's enough for today", "I'll come back tomorrow"; beside [`Move::Done`]: to end now, whatever is missing.
    Pause,
    /// Written in a language that the engine does not read.
    OtherLanguage,
    Greeting,
    Thanks,
    SmallTalk,
    /// A question to the agent that is none of the above.
    Question,
    Abuse,
}

impl Move {
    /// The obligation that the move is about, where it names one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Accept { key }
            | Self::Reject { key }
            | Self::Skip { key }
            | Self::Defer { key }
            | Self::DontKnow { key }
            | Self::AskWhy { key }
            | Self::AskMeaning { key }
            | Self::AskExamples { key }
            | Self::AskResearch { key }
            | Self::GoBack { key } => key.as_deref(),
            Self::Correct { key } | Self::Withdraw { key } | Self::Overrule { key } => Some(key),
            Self::Undo
            | Self::Unclear { .. }
            | Self::TakeUp
            | Self::Repeat
            | Self::AskSummary
            | Self::AskProgress
            | Self::ToldAlready
            | Self::Done
            | Self::Pause
            | Self::OtherLanguage
            | Self::Greeting
            | Self::Thanks
            | Self::SmallTalk
            | Self::Question
            | Self::Abuse => None,
        }
    }

    /// Whether the move, naming no obligation, takes up what was asked last.
    #[must_use]
    pub const fn is_about_something(&self) -> bool {
        !matches!(
            self,
            Self::Greeting
                | Self::Thanks
                | Self::SmallTalk
                | Self::Question
                | Self::Abuse
                | Self::AskSummary
                | Self::AskProgress
                | Self::Pause
                | Self::OtherLanguage
        )
    }
}
