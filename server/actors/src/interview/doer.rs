//! Who does what an interview decides.

use super::{Engines, Library, Written, interning::Definitions, planned::Planned};
use crate::{
    CommandFault,
    live::{Doer, Handle, Live, Published, Start, Unfinished, Who, at_once},
};
use domain::{
    account::AuditEntry,
    interview::{Call, Drafted, Effect, Input, Interview, InterviewStore, Job, Streamed, goes_back, past},
};
use protocol::{
    MessageId, Timestamp,
    interview::{Author, InterviewCommand, InterviewView, Obligation},
};
use serde_json::Value;
use std::{collections::HashMap, sync::Arc};
use tokio::time::Instant;

/// Asks the engines and looks things up.
#[derive(Clone)]
pub struct InterviewDoer {
    pub(crate) engines: Engines,
    pub(crate) library: Library,
    pub(crate) definitions: Arc<Definitions>,
    store: Arc<dyn InterviewStore>,
    /// What was shown so far of the reply that is being written here.
    pub(super) growing: Option<Streamed>,
    /// The interview without its messages, as pieces of a reply were shown with it last.
    pub(super) shown: Option<Arc<InterviewView>>,
    /// The plan of the newest reply, kept so that the reply can be reworded.
    planned: Option<(MessageId, Box<Planned>)>,
    /// When the time of the turn that this reply ends is over.
    turn: Option<(MessageId, Instant)>,
}

/// The time before a command.
pub struct Before {
    /// The turn of the same message, where it was sent before.
    pub(crate) repeated: Option<u32>,
    /// The values of the obligations.
    pub(crate) held: HashMap<String, Value>,
}

impl InterviewDoer {
    pub(super) fn new(engines: Engines, library: Library, store: Arc<dyn InterviewStore>) -> Self {
        Self { engines, library, definitions: Arc::default(), store, growing: None, shown: None, planned: None, turn: None }
    }

    /// A turn begins: understanding it and wording its reply share one time.
    fn begin_turn(&mut self, reply: MessageId) -> Instant {
        let until = Instant::now() + self.engines.turn;
        self.turn = Some((reply, until));
        until
    }

    fn continue_turn(&mut self, reply: MessageId) -> Instant {
        match self.turn {
            Some((of, until)) if of == reply => until,
            _ => self.begin_turn(reply),
        }
    }
}

impl Doer for InterviewDoer {
    type Machine = Interview;
    type Note = Written;
    type Before = Before;

    const LEASES_IN_EVENTS: bool = true;

    fn describe(job: Job) -> &'static str {
        match job {
            Job::Reply(_) => "turn",
            Job::Research(_) => "research step",
            Job::Watch => "watch",
            Job::Summary(..) => "summary",
            Job::LookOver => "look over",
        }
    }

    fn awakened(&self, state: &mut Interview) {
        let view = &mut state.view;
        view.definition = self.definitions.intern(view.objective_id, view.definition.clone());
    }

    fn start(live: &mut Live<Self>, effect: Effect, now: Timestamp) -> Start<Self> {
        let (reply, work, growth) = match effect {
            Effect::Understand { reply } => match domain::interview::build_engine_input(&live.state, now) {
                Some(heard) => {
                    let until = live.doer.begin_turn(reply);
                    (reply, live.doer.engines.understanding(reply, heard, until), None)
                }
                None => return Start::Nothing,
            },
            Effect::Reply { reply, plan } => {
                live.doer.planned = Some((reply, Planned::from_plan(&plan)));
                let until = live.doer.continue_turn(reply);
                let (work, growth) = live.doer.engines.wording(reply, *plan, until);
                (reply, work, Some(growth))
            }
            Effect::Reword { reply, of, plan } => {
                let known = live.doer.planned.take().filter(|(planned, _)| *planned == of);
                let plan = known.map_or_else(|| *plan.clone(), |(_, known)| known.again(&plan));
                live.doer.planned = Some((reply, Planned::from_plan(&plan)));
                let until = live.doer.begin_turn(reply);
                let (work, growth) = live.doer.engines.wording(reply, plan, until);
                (reply, work, Some(growth))
            }
            Effect::Cancel { reply } => return Start::Cancel(Job::Reply(reply)),
            Effect::StopResearch { id } => return Start::Cancel(Job::Research(id)),
            Effect::Research { id } => return live.next_step(id),
            Effect::Summarise { turns } => return live.recall(turns).map_or(Start::Nothing, Start::Later),
            Effect::Reevaluate => return live.look_over().map_or(Start::Nothing, Start::Later),
        };
        match at_once(work) {
            Ok(input) => Start::Now(input),
            Err(work) => Start::Later(Unfinished { job: Job::Reply(reply), work, notes: growth }),
        }
    }

    async fn prepare(live: &mut Live<Self>) {
        live.look_around().await;
    }

    fn authorise(live: &Live<Self>, who: &Who, command: &Call) -> Result<(), CommandFault> {
        live.may_do(who, command)
    }

    async fn input(live: &mut Live<Self>, command: &Call) -> Result<(Input, Before), CommandFault> {
        let held = live.held();
        let command = match command {
            Call::Command(command) => command,
            Call::Migrate(target) => return Ok((Input::Migrate(target.clone()), Before { repeated: None, held })),
        };
        let before = Before { repeated: live.repeated_turn(command), held };
        let command = (**command).clone();
        let input = match live.streamed().cloned() {
            streamed if goes_back(&live.state.view, &command) => {
                let events = live.doer.store.events(live.row.tenant, live.state.view.id, 0).await?;
                let past = past(&live.state, &events, &command).map(Box::new);
                Input::Back { command, past, streamed }
            }
            None => Input::Command(command),
            Some(streamed) => Input::During { command, streamed },
        };
        Ok((input, before))
    }

    fn audit(live: &Live<Self>, who: &Who, command: &Call, drafted: &mut Drafted) -> Option<AuditEntry> {
        live.sign(who, || name(command), drafted)
    }

    fn note(live: &mut Live<Self>, job: Job, note: Written) {
        if let Job::Reply(reply) = job {
            live.grew(reply, note);
        }
    }

    fn welcome(live: &mut Live<Self>) -> Option<Published<Interview>> {
        live.so_far()
    }

    fn wanted(live: &Live<Self>, job: Job) -> bool {
        match job {
            Job::Research(id) => live.has(id),
            other => domain::live::Machine::wanted(&live.state, other),
        }
    }

    /// One copy of a definition is enough.
    fn refreshed(live: &mut Live<Self>, before: Interview) {
        if *live.state.view.definition == *before.view.definition {
            live.state.view.definition = before.view.definition;
        }
    }

    async fn begin(live: &mut Live<Self>, myself: &Handle<Self>) {
        live.begin(myself).await;
    }

    async fn due(live: &mut Live<Self>, myself: &Handle<Self>, job: Job) {
        if let Job::Reply(reply) = job {
            live.take_up_reply(myself, reply).await;
        }
    }

    async fn attend(live: &mut Live<Self>, myself: &Handle<Self>) {
        live.attend_reply(myself);
        live.attend_research(myself).await;
    }

    async fn leave(live: &mut Live<Self>, at_once: bool) {
        live.leave_research(at_once).await;
    }

    /// A reply is written to its end, also while the server goes down.
    fn goes_on(_live: &Live<Self>) -> bool {
        true
    }

    fn is_busy(live: &Live<Self>) -> bool {
        !live.researching().is_empty()
    }
}

/// The command's name in JSON.
fn name(command: &Call) -> Value {
    match command {
        Call::Command(command) => serde_json::to_value(command).unwrap_or_default()["type"].take(),
        Call::Migrate(_) => "migrate".into(),
    }
}

impl Live<InterviewDoer> {
    fn held(&self) -> HashMap<String, Value> {
        let of = |one: &Obligation| Some((one.key.clone(), one.value.clone()?));
        self.state.view.obligations.iter().filter_map(of).collect()
    }

    /// The turn of a message that was sent with the same id before.
    fn repeated_turn(&self, command: &InterviewCommand) -> Option<u32> {
        let InterviewCommand::Say { client_message_id: Some(id), .. } = command else { return None };
        let view = &self.state.view;
        let mut all = view.messages.iter().chain(view.branches.iter().flat_map(|branch| &branch.messages));
        let earlier = all.find(|one| one.role == Author::User && one.client_message_id.as_ref() == Some(id))?;
        Some(earlier.turn)
    }
}
