//! One live interview.

mod actor;
mod analysis;
mod deeds;
mod engine;
mod growing;
mod import;
mod leaving;
mod planned;
mod research;
mod state;
mod working;

use crate::{CommandFault, Published, Subscription, Who};
use domain::interview::{ImportedTurn, Input, Target};
use protocol::{
    MessageId, UserId,
    interview::{InterviewCommand, InterviewView, Recorded, TranscriptTurn},
};
use serde_json::Value;
use std::{collections::HashMap, sync::Arc};
use tokio::sync::oneshot;

pub(crate) use actor::InterviewActor;
pub(crate) use engine::Written;
pub(crate) use import::{Importing, Understood};
pub(crate) use leaving::Leaving;
pub use research::Library;
pub(crate) use state::{Engines, Live};
pub(crate) use working::{Job, Working};

pub(crate) type Answer<T> = oneshot::Sender<Result<T, CommandFault>>;

/// What an interview's actor is told.
pub(crate) enum Message {
    Command {
        who: Who,
        command: Box<InterviewCommand>,
        answer: Answer<Outcome>,
    },
    Import {
        who: Who,
        turns: Vec<TranscriptTurn>,
        answer: Answer<Vec<(usize, ImportedTurn)>>,
    },
    Migrate {
        who: Who,
        target: Box<Target>,
        answer: Answer<Outcome>,
    },
    View {
        who: Who,
        answer: Answer<Viewed>,
    },
    Join {
        who: Who,
        after: Option<u64>,
        answer: Answer<Joined>,
    },
    /// A transcript was understood.
    Imported(Importing, Understood),
    /// An effect came to its end.
    Done(Box<Input>),
    /// A reply under way has grown.
    Grew(MessageId, Written),
    /// A reply that nobody was seen to work on is taken up, if it is still missing.
    Resume(MessageId),
    /// There may be research to take up.
    Research,
    /// The server goes down: research is given back when its step under way is done, or at once.
    Leave {
        at_once: bool,
        left: oneshot::Sender<()>,
    },
    /// Another node stored events up to here.
    Grown(u64),
    /// Whether anybody follows it or work is under way.
    Idle(oneshot::Sender<bool>),
}

/// What followed from a command.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Everything that was stored for it, in order.
    pub published: Arc<Published>,
    /// The turn the command belongs to.
    pub turn: u32,
    /// The same call had been made before; nothing new followed.
    pub repeated: bool,
    /// No reply is being written any more.
    pub finished: bool,
    /// The last event after the command.
    pub seq: u64,
    /// The values of the obligations before the command.
    pub held: HashMap<String, Value>,
}

/// The interview at one point.
#[derive(Clone, Debug)]
pub struct Viewed {
    pub owner: UserId,
    pub view: Arc<InterviewView>,
}

/// The start of following an interview.
#[derive(Debug)]
pub struct Joined {
    pub start: Start,
    pub subscription: Subscription,
}

/// Where a follower begins.
#[derive(Debug)]
pub enum Start {
    Snapshot(Arc<InterviewView>),
    /// What the follower missed; may be nothing.
    Events(Vec<Recorded>),
}
