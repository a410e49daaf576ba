//! Interviews: what they need beside the mechanics of the live layer. Replies that are shown while they are written, research under
//! leases that stand in its events, transcripts that are taken in, engines that answer within the call.

mod analysis;
mod answers;
mod attending;
mod doer;
mod engine;
mod growing;
mod import;
mod interning;
mod leaving;
mod permission;
mod planned;
mod research;

pub use answers::LastAnswer;
pub use doer::{Before, InterviewDoer};
pub use engine::Written;
pub use research::Library;

pub(crate) use engine::Engines;

use crate::{
    Clock, CommandFault,
    live::{self, Directory, Limits, Parts, Published, Who},
};
use domain::{
    IdSource, Stamp,
    interview::{
        Analyst, Append, Call, ImportedTurn, Interview, InterviewStore, Interviewer, Opening, Target, open_for, projection,
    },
};
use protocol::{
    SessionId, TenantId, UserId,
    interview::{InterviewCommand, InterviewView, TranscriptTurn},
};
use serde_json::Value;
use std::{collections::HashMap, ops::Deref, sync::Arc, time::Duration};
use tokio::time::timeout;
use uuid::Uuid;

/// An interview is opened without the vectors of its obligations where they take longer than this.
const EMBEDDING_PATIENCE: Duration = Duration::from_secs(2);

/// What interviews are made of.
#[derive(Clone)]
pub struct InterviewParts {
    pub store: Arc<dyn InterviewStore>,
    pub engine: Arc<dyn Interviewer>,
    /// Answers when `engine` cannot.
    pub built_in: Arc<dyn Interviewer>,
    /// How long `engine` may take for a turn in all: to understand it and to word its reply.
    pub turn: Duration,
    /// Sums up and looks over interviews, where a model is chosen for it.
    pub analyst: Arc<dyn Analyst>,
    pub library: Library,
    /// See [`Parts::node`].
    pub node: Uuid,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
    pub limits: Limits,
}

/// What followed from a command.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Everything that was stored for it, in order.
    pub published: Arc<Published<Interview>>,
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

impl From<live::Outcome<InterviewDoer>> for Outcome {
    fn from(outcome: live::Outcome<InterviewDoer>) -> Self {
        let live::Outcome { published, seq, before } = outcome;
        Self {
            turn: before.repeated.unwrap_or(published.after.turn_count),
            repeated: before.repeated.is_some(),
            finished: published.after.replying.is_none(),
            seq,
            published,
            held: before.held,
        }
    }
}

/// The interview at one point.
#[derive(Clone, Debug)]
pub struct Viewed {
    pub owner: UserId,
    pub view: Arc<InterviewView>,
}

/// The directory of interviews. Cheap to clone; all clones are the same.
#[derive(Clone)]
pub struct Interviews {
    directory: Directory<InterviewDoer>,
}

impl Deref for Interviews {
    type Target = Directory<InterviewDoer>;

    fn deref(&self) -> &Self::Target {
        &self.directory
    }
}

impl Interviews {
    /// # Errors
    /// When the actor system cannot be started.
    pub async fn start(parts: InterviewParts) -> Result<Self, CommandFault> {
        let InterviewParts { store, engine, built_in, turn, analyst, library, node, clock, ids, limits } = parts;
        let (patience, answers) = (limits.patience, Arc::default());
        let engines = Engines { chosen: engine, built_in, turn, analyst, patience, answers };
        let doer = InterviewDoer::new(engines, library, store.clone());
        let directory = Directory::start(Parts { store, doer, node, clock, ids, limits }).await?;
        Ok(Self { directory })
    }

    /// Opens a new interview: its obligations and its greeting are stored when this answers.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn open(&self, opening: Opening) -> Result<Viewed, CommandFault> {
        self.begin(opening, None, false).await
    }

    /// Opens an interview for somebody whom its person invited, by the name that they gave.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn open_invited(&self, opening: Opening, guest: String) -> Result<Viewed, CommandFault> {
        self.begin(opening, Some(guest), false).await
    }

    /// Opens an interview only while its person has no other active one of its kind, on whichever node.
    ///
    /// # Errors
    /// [`domain::StoreFault::Conflict`] when there is one, or when it cannot be stored.
    pub async fn open_sole(&self, opening: Opening) -> Result<Viewed, CommandFault> {
        self.begin(opening, None, true).await
    }

    async fn begin(&self, mut opening: Opening, guest: Option<String>, sole: bool) -> Result<Viewed, CommandFault> {
        let parts = self.directory.parts();
        self.directory.refuse_when_closing()?;
        opening.definition = parts.doer.definitions.intern(opening.objective_id, opening.definition);
        let (id, tenant, owner) = (opening.id, opening.tenant, opening.owner);
        let decision = {
            let stamp = Stamp { now: parts.clock.now(), ids: parts.ids.as_ref() };
            open_for(opening, guest, &stamp)
        };
        let definition = decision.drafted.after.definition.clone();
        let opened = Interview::from_events(tenant, owner, &decision.drafted.events);
        let mut append = Append { sole, ..projection::append(decision.drafted, parts.ids.as_ref()) };
        if let Ok(Some(vectors)) = timeout(EMBEDDING_PATIENCE, parts.doer.engines.built_in.embeddings(&definition)).await {
            projection::embed(&mut append, &definition, &vectors);
        }
        let append = append.into_stream()?;
        // The greeting follows when the actor starts and finds a reply that was begun.
        match opened {
            Some(opened) => self.directory.adopt(append, opened).await?,
            None => parts.store.commit(append).await?,
        }
        self.view(Who::server(tenant), id).await
    }

    /// # Errors
    /// When there is no such interview or it cannot be read.
    pub async fn view(&self, who: Who, id: SessionId) -> Result<Viewed, CommandFault> {
        let live::Viewed { owner, view } = self.directory.view(who, id).await?;
        // Every interview is somebody's.
        Ok(Viewed { owner: owner.ok_or(CommandFault::NotFound)?, view })
    }

    /// Who answered a person of this tenant last, on this node and since it began.
    #[must_use]
    pub fn last_answer(&self, tenant: TenantId) -> Option<LastAnswer> {
        self.directory.parts().doer.engines.answers.last(tenant)
    }

    /// # Errors
    /// A refusal, or when it cannot be stored; then nothing has changed.
    pub async fn command(&self, who: Who, id: SessionId, command: InterviewCommand) -> Result<Outcome, CommandFault> {
        self.directory.command(who, id, Call::Command(Box::new(command))).await.map(Outcome::from)
    }

    /// Goes on with another objective or version of it.
    ///
    /// # Errors
    /// A refusal, or when it cannot be stored; then nothing has changed.
    pub async fn migrate(&self, who: Who, id: SessionId, target: Target) -> Result<Outcome, CommandFault> {
        self.directory.command(who, id, Call::Migrate(Box::new(target))).await.map(Outcome::from)
    }

    /// # Errors
    /// A refusal, or when it cannot be stored; then nothing was imported.
    pub async fn import(
        &self,
        who: Who,
        id: SessionId,
        turns: Vec<TranscriptTurn>,
    ) -> Result<Vec<(usize, ImportedTurn)>, CommandFault> {
        let turns: Arc<[TranscriptTurn]> = turns.into();
        self.directory.visit(who, id.0, |answer| import::begin(who, turns.clone(), answer)).await
    }
}
