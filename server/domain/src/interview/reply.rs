//! The judgement "how to say it": what a reply must say is decided by rule, an engine only finds the words.

use super::{HeardTurn, Held, ProposedReply};
use protocol::{
    Confidence, SessionId, TenantId,
    interview::{ObjectiveDefinition, Phase, Style},
};
use serde_json::Value;
use std::sync::Arc;

/// What the reply has to say, in the order in which it is said.
#[derive(Clone, Debug)]
pub struct ReplyPlan {
    /// Whose interview it is: who pays for what is asked elsewhere.
    pub tenant: TenantId,
    pub session: SessionId,
    pub definition: Arc<ObjectiveDefinition>,
    pub turn: u32,
    pub phase: Phase,
    /// The phase that this turn entered: its first words are said once.
    pub entered: Option<Phase>,
    pub style: Style,
    /// What the person was learned to prefer, `prefers_examples` for one.
    pub preferences: serde_json::Map<String, Value>,
    /// The first words of the interview: a greeting that sets expectations.
    pub opening: bool,
    /// What the person said; empty at the opening.
    pub said: String,
    pub took: Vec<Took>,
    pub remarks: Vec<Remark>,
    pub next: Next,
    /// What the agent said so far, newest last and with earlier wordings, at most [`ReplyPlan::EARLIER`]: no question is worded as
    /// it was before, and no pattern said three times running.
    pub earlier: Vec<String>,
    /// The turns before this one, oldest first, at most [`ReplyPlan::HISTORY`].
    pub history: Vec<HeardTurn>,
    /// What is known, in the order of the definition.
    pub held: Vec<Held>,
    /// Required obligations satisfied and in all, and the score.
    pub required: (u32, u32),
    pub score: Confidence,
    /// What the engine that understood the message would reply, where it leads to what was decided.
    pub proposed: Option<ProposedReply>,
}

impl ReplyPlan {
    /// How many earlier turns are given.
    pub const HISTORY: usize = 8;
    /// How many messages of the agent are given; nobody remembers how a question was worded before so many.
    pub const EARLIER: usize = 400;

    /// Whether the person asked for examples before, so that they come with the question.
    #[must_use]
    pub fn prefers_examples(&self) -> bool {
        self.preferences.get("prefers_examples").and_then(Value::as_bool).unwrap_or(false)
    }
}

/// A value that was taken from what the person said.
#[derive(Clone, Debug, PartialEq)]
pub struct Took {
    pub key: String,
    pub value: Value,
    /// The value it replaced.
    pub previous: Option<Value>,
    pub confidence: Confidence,
    /// The person's own words.
    pub quote: Option<String>,
}

/// What else has to be acknowledged or answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Remark {
    Why {
        key: String,
    },
    Meaning {
        key: String,
    },
    Examples {
        key: String,
    },
    Deferred {
        key: String,
    },
    Skipped {
        key: String,
    },
    /// Not known by the person; `given_up` after the last attempt.
    NotKnown {
        key: String,
        given_up: bool,
    },
    /// Asked as often as it may be without an answer.
    GivenUp {
        key: String,
    },
    Restored {
        key: String,
        value: Value,
    },
    Withdrawn {
        key: String,
    },
    /// A negotiation came to an end with this value.
    Settled {
        key: String,
        value: Value,
    },
    NegotiationDeferred {
        key: String,
    },
    /// A number was said that is smaller or larger than the question takes.
    OutOfBounds {
        key: String,
    },
    /// Something was said to be wrong, without saying what is right.
    WhatInstead {
        key: String,
    },
    /// Research was asked for and cannot be done: there is nothing to look up, or enough was looked up.
    NoResearch {
        key: Option<String>,
    },
    /// Research was asked for, and there is nothing in which anything could be looked up.
    NothingToSearch,
    /// It is being looked up.
    Researching {
        key: String,
    },
    /// It was looked up before; what was found can be read.
    Researched {
        key: String,
    },
    /// Research found these words, in the source of this title.
    Found {
        key: String,
        quote: String,
        title: String,
    },
    /// The person wants to end and cannot yet: what is missing.
    NotYet {
        blockers: Vec<String>,
    },
    /// These are needed and will not be asked again: they can be said in any message or given by hand.
    AnyTime {
        keys: Vec<String>,
    },
    /// What was said last is said again.
    Repeated,
    /// What is known, what is uncertain and what is open, in short.
    Summary,
    /// How far it is to the end.
    Progress,
    /// An earlier question is gone back to.
    Back {
        key: String,
    },
    NothingToUndo,
    /// The person stops here, and may come back; what is still needed then.
    Paused {
        missing: Vec<String>,
    },
    /// The person says that they said it before.
    ToldAlready {
        key: Option<String>,
    },
    /// What was read back at the end is not right: one of these, or any where none is named.
    WhatToChange {
        keys: Vec<String>,
    },
    OnlyEnglish,
    Greeting,
    Thanks,
    SmallTalk,
    /// A question that the agent cannot answer.
    Unanswerable,
    Abuse,
    /// Nothing in the message was understood.
    NotUnderstood,
}

/// The one thing the reply ends with.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Ask for one obligation, for the n-th time (1 is the first). `following_up` is why it is come back to; the person's
    /// own words in it stand in quotation marks and are the only part that is said.
    Ask { key: String, attempt: u32, following_up: Option<String> },
    /// Read a value back: "… – is that right?"
    ReadBack { key: String, value: Value },
    /// Which of two values holds?
    Settle { key: String, was: Value, proposed: Option<Value> },
    /// Everything needed is known: offer to finish, the first time with everything read back. `left` are the answers that are
    /// open; one that is satisfied all the same has another value against it, and nobody decided.
    Close { left: Vec<String>, recap: bool },
    /// Nothing is asked (the interview is over, or only deferred things are left).
    Nothing,
}
