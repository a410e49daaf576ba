//! The interview as a machine of the live layer.

use super::{
    AuditRow, Drafted, Effect, FeedbackRow, Input, Interview, ObligationRow, ResearchRow, SessionRow, SummaryRow, Target,
    TurnEnd, decide, projection, resume,
};
use crate::{
    IdSource, Refusal, Stamp, StoreFault, interview,
    live::{self, Append, Machine, StreamRow},
};
use protocol::{
    MessageId, ResearchId,
    interview::{InterviewCommand, InterviewEvent, InterviewView, Piece, Recorded},
    live::Kind,
    research::TaskStatus,
};
use std::sync::Arc;

/// What somebody wants of an interview.
#[derive(Clone, Debug)]
pub enum Call {
    Command(Box<InterviewCommand>),
    /// Go on with another objective or version of it.
    Migrate(Box<Target>),
}

/// What is worked on or waited for beside an interview.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Job {
    Reply(MessageId),
    /// A step of a research task.
    Research(ResearchId),
    /// The moment at which research may be taken up that cannot be yet.
    Watch,
    /// What these turns came to, in an engine's words.
    Summary(u32, u32),
    /// Whether the answers still hold.
    LookOver,
}

/// The rows of an interview that one append writes.
#[derive(Clone, Debug)]
pub struct InterviewRows {
    pub session: SessionRow,
    /// Only those that changed.
    pub obligations: Vec<ObligationRow>,
    pub audit: Vec<AuditRow>,
    pub summaries: Vec<SummaryRow>,
    /// Only those that changed, as they are now.
    pub research: Vec<ResearchRow>,
    pub feedback: Vec<FeedbackRow>,
    /// How the turns ended that end with this; no row of the database.
    pub ended: Vec<TurnEnd>,
    /// Of a new interview: only while the person has no other active one of its kind, whichever node stores it.
    pub sole: bool,
}

impl Machine for Interview {
    const KIND: Kind = Kind::Interview;
    type View = InterviewView;
    type Event = InterviewEvent;
    type Progress = Piece;
    type Command = Call;
    type Input = Input;
    type Effect = Effect;
    type Job = Job;
    type Drafted = Drafted;
    /// The interview without its messages.
    type After = Arc<InterviewView>;

    fn read(row: &StreamRow, events: &[Recorded]) -> Option<Self> {
        Self::from_events(row.tenant, row.owner?, events)
    }

    fn view(&self) -> &InterviewView {
        &self.view
    }

    fn apply(&mut self, recorded: &Recorded) {
        self.view.apply(recorded);
    }

    fn decide(&self, input: Input, stamp: &Stamp<'_>) -> Result<interview::Decision, Refusal> {
        decide(self, input, stamp)
    }

    /// The view after the earlier events is this one without its messages: it is gone on with in place of a copy.
    fn decide_after(&self, earlier: &mut Drafted, input: Input, stamp: &Stamp<'_>) -> Result<interview::Decision, Refusal> {
        let (view, version) = (&self.view, String::new());
        let definition = view.definition.clone();
        let hollow = InterviewView::begun(view.id, view.context_type, view.objective_id, version, definition, view.created_at);
        let after = std::mem::replace(&mut earlier.after, Arc::new(hollow));
        interview::decide::decide_over(self, Arc::unwrap_or_clone(after), input, stamp)
    }

    fn resume(&self, stamp: &Stamp<'_>) -> Option<interview::Decision> {
        resume(self, stamp)
    }

    /// A reply that is still to be written. Whose a research task is, its lease says (see [`Interview::has_research`]).
    fn wanted(&self, job: Job) -> bool {
        match job {
            Job::Reply(reply) => self.view.replying == Some(reply),
            Job::Research(id) => self.view.research_task(id).is_some_and(|task| !task.status.is_over()),
            Job::Watch | Job::Summary(..) | Job::LookOver => true,
        }
    }

    fn after(&self, drafted: Option<&Drafted>) -> Arc<InterviewView> {
        drafted.map_or_else(|| Arc::new(self.view.without_messages()), |drafted| drafted.after.clone())
    }

    fn append(&self, drafted: Drafted, ids: &dyn IdSource) -> Result<Append, StoreFault> {
        projection::append(drafted, ids).into_stream()
    }
}

impl live::Drafted<InterviewEvent> for Drafted {
    fn events(&self) -> &[Recorded] {
        &self.events
    }

    fn then(self, later: Self) -> Self {
        Self::then(self, later)
    }
}

impl Interview {
    /// Whether a node has this research task.
    #[must_use]
    pub fn has_research(&self, id: ResearchId, node: uuid::Uuid) -> bool {
        let task = self.view.research_task(id);
        task.is_some_and(|task| task.status == TaskStatus::Running && task.lease.is_some_and(|lease| lease.node == node))
    }
}
