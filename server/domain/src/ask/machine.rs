//! An ask as a machine: planned, clarified, carried out step by step, concluded.

use super::{AskRows, AskStep, next_steps, settle_answers};
use crate::{
    IdSource, Refusal, Stamp, StoreFault,
    live::{Append, Decision, Drafted, Machine, Rows, StoredEvent, StreamRow},
    runs::Kept,
};
use protocol::{
    AskId, ConversationId, ProjectId, TenantId, UserId,
    ask::{Answer, AskCost, AskEvent, AskPlan, AskRequest, AskView, Clarification, ClarifyAnswer, Lookup, ModeChoice, StepView},
    live::{Kind, Live, Recorded},
    work::WorkStatus,
};

/// Begun as often as this without a result, it is given up: it may be what ends its server.
const MOST_STARTS: u32 = 5;

#[derive(Clone, Debug)]
pub struct Ask {
    pub tenant: TenantId,
    pub view: AskView,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskCommand {
    Cancel,
    Clarify { answers: Vec<ClarifyAnswer>, by: UserId },
}

#[derive(Clone, Debug)]
pub enum AskInput {
    /// With what an ask before this one found, where this one goes on from that.
    Request {
        kept: Vec<Kept>,
    },
    Command(AskCommand),
    /// A step came to its end.
    Done {
        step: AskStep,
        result: Box<AskResult>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskEffect {
    Do(AskStep),
    Stop(AskStep),
}

/// What a step came to, with what later steps and a rerun need of it.
#[derive(Clone, Debug, Default)]
pub struct AskResult {
    pub kept: Vec<Kept>,
    /// Chosen in this step.
    pub mode: Option<ModeChoice>,
    /// Why the built-in engine did it in place of the model.
    pub fell_back: Option<String>,
    pub news: AskNews,
}

#[derive(Clone, Debug, Default)]
pub enum AskNews {
    /// A round of the model.
    Discovered {
        lookups: Vec<Lookup>,
        cost: AskCost,
    },
    Unclear {
        questions: Vec<Clarification>,
        cost: AskCost,
    },
    Planned {
        plan: Box<AskPlan>,
        cost: AskCost,
    },
    Stepped {
        step: Box<StepView>,
        cost: AskCost,
    },
    Concluded {
        answer: Box<Answer>,
        cost: AskCost,
    },
    /// Nothing came of the ask; in a sentence.
    Failed(String),
    /// Its result is there already.
    #[default]
    Nothing,
}

impl Ask {
    /// One that is about to be put.
    #[must_use]
    pub fn new(
        tenant: TenantId,
        by: UserId,
        id: AskId,
        place: (ProjectId, ConversationId),
        request: AskRequest,
        model: Option<String>,
    ) -> Self {
        Self { tenant, view: AskView::new(id, place, by, request, model) }
    }

    fn decided(&self, stamp: &Stamp<'_>, events: Vec<AskEvent>) -> AskDrafted {
        let recorded = |(seq, event)| Recorded { seq, at: stamp.now, turn: 0, event };
        AskDrafted { events: (self.view.work.seq + 1..).zip(events).map(recorded).collect(), kept: Vec::new() }
    }

    /// With what has to begin once these events are stored.
    fn follow(&self, stamp: &Stamp<'_>, events: Vec<AskEvent>) -> Decision<Self> {
        let begun = next_steps(&self.view);
        let drafted = self.decided(stamp, events);
        let mut after = self.view.clone();
        drafted.events.iter().for_each(|event| after.apply(event));
        let effects = next_steps(&after).into_iter().filter(|step| !begun.contains(step)).map(AskEffect::Do).collect();
        Decision { drafted, effects }
    }

    fn done(&self, step: AskStep, result: AskResult, stamp: &Stamp<'_>) -> Result<Decision<Self>, Refusal> {
        if !next_steps(&self.view).contains(&step) {
            return Err(Refusal::conflict("this step is not under way any more"));
        }
        let mut events = Vec::new();
        events.extend(
            result.mode.filter(|mode| self.view.mode.as_ref() != Some(mode)).map(|choice| AskEvent::ModeChosen { choice }),
        );
        events.extend(result.fell_back.filter(|_| self.view.fell_back.is_none()).map(|why| AskEvent::FellBack { why }));
        match result.news {
            AskNews::Discovered { lookups, cost } => events.push(AskEvent::Discovered { lookups, cost }),
            AskNews::Unclear { questions, cost } => events.push(AskEvent::Unclear { questions, cost }),
            AskNews::Planned { plan, cost } => events.push(AskEvent::Planned { plan, cost }),
            AskNews::Stepped { step: shown, cost } => events.push(AskEvent::Stepped { step: shown, cost }),
            AskNews::Concluded { answer, cost } => {
                events.push(AskEvent::Concluded { answer, cost });
                events.push(AskEvent::Ended { status: WorkStatus::Completed, error: None });
            }
            AskNews::Failed(error) => events.push(AskEvent::Ended { status: WorkStatus::Failed, error: Some(error) }),
            AskNews::Nothing => return Err(Refusal::conflict("this is not what the step was to find")),
        }
        let mut decision = self.follow(stamp, events);
        decision.drafted.kept = result.kept;
        Ok(decision)
    }

    fn ended(&self, stamp: &Stamp<'_>, status: WorkStatus, error: Option<String>) -> AskDrafted {
        self.decided(stamp, vec![AskEvent::Ended { status, error }])
    }

    fn command(&self, command: AskCommand, stamp: &Stamp<'_>) -> Result<Decision<Self>, Refusal> {
        let view = &self.view;
        if !view.work.is_under_way() {
            let status = view.work.status.name();
            return Err(Refusal::conflict(match command {
                AskCommand::Cancel => format!("this ask is {status}: there is nothing to cancel"),
                AskCommand::Clarify { .. } => {
                    format!("this ask is {status}: redo it with other values instead of answering its questions")
                }
            }));
        }
        match command {
            AskCommand::Cancel => {
                let effects = next_steps(view).into_iter().map(AskEffect::Stop).collect();
                Ok(Decision { drafted: self.ended(stamp, WorkStatus::Cancelled, None), effects })
            }
            AskCommand::Clarify { answers, by } => {
                let answers = settle_answers(view, answers)?;
                Ok(self.follow(stamp, vec![AskEvent::Clarified { answers, by }]))
            }
        }
    }
}

/// Events with what else is stored with them.
#[derive(Clone, Debug)]
pub struct AskDrafted {
    pub events: Vec<Recorded<AskEvent>>,
    pub kept: Vec<Kept>,
}

impl Drafted<AskEvent> for AskDrafted {
    fn events(&self) -> &[Recorded<AskEvent>] {
        &self.events
    }

    fn then(mut self, later: Self) -> Self {
        self.events.extend(later.events);
        self.kept.extend(later.kept);
        self
    }
}

impl Machine for Ask {
    const KIND: Kind = Kind::Ask;
    type View = AskView;
    type Event = AskEvent;
    type Progress = ();
    type Command = AskCommand;
    type Input = AskInput;
    type Effect = AskEffect;
    type Job = AskStep;
    type Drafted = AskDrafted;
    type After = ();

    fn read(row: &StreamRow, events: &[Recorded<AskEvent>]) -> Option<Self> {
        let AskEvent::Requested { id, project, conversation, by, request, model } = &events.first()?.event else { return None };
        let mut state = Self::new(row.tenant, *by, *id, (*project, *conversation), (**request).clone(), model.clone());
        events.iter().for_each(|event| state.apply(event));
        Some(state)
    }

    fn view(&self) -> &AskView {
        &self.view
    }

    fn apply(&mut self, recorded: &Recorded<AskEvent>) {
        self.view.apply(recorded);
    }

    fn decide(&self, input: AskInput, stamp: &Stamp<'_>) -> Result<Decision<Self>, Refusal> {
        let view = &self.view;
        match input {
            AskInput::Request { .. } if view.work.generation > 0 => Err(Refusal::conflict("this question was put already")),
            AskInput::Request { kept } => {
                let requested = AskEvent::Requested {
                    id: view.id,
                    project: view.project,
                    conversation: view.conversation,
                    by: view.by,
                    request: Box::new(view.request.clone()),
                    model: view.model.clone(),
                };
                Ok(Decision { drafted: AskDrafted { kept, ..self.decided(stamp, vec![requested]) }, effects: Vec::new() })
            }
            AskInput::Command(command) => self.command(command, stamp),
            AskInput::Done { step, result } => self.done(step, *result, stamp),
        }
    }

    fn resume(&self, stamp: &Stamp<'_>) -> Option<Decision<Self>> {
        let work = &self.view.work;
        // What waits for a person is not begun again.
        if !work.is_under_way() || !self.view.open_questions.is_empty() {
            return None;
        }
        if work.starts >= MOST_STARTS {
            let error = format!("it was begun {MOST_STARTS} times without coming to an end; ask again, and tell the operator");
            return Some(Decision { drafted: self.ended(stamp, WorkStatus::Failed, Some(error)), effects: Vec::new() });
        }
        let mut decision = self.follow(stamp, vec![AskEvent::Started]);
        // Whatever was under way elsewhere begins here anew.
        let mut after = self.view.clone();
        decision.drafted.events.iter().for_each(|event| after.apply(event));
        decision.effects = next_steps(&after).into_iter().map(AskEffect::Do).collect();
        Some(decision)
    }

    fn wanted(&self, step: AskStep) -> bool {
        next_steps(&self.view).contains(&step)
    }

    fn after(&self, _drafted: Option<&Self::Drafted>) {}

    fn append(&self, drafted: AskDrafted, _ids: &dyn IdSource) -> Result<Append, StoreFault> {
        let (view, work) = (&self.view, &self.view.work);
        let open = !work.status.is_over();
        // Nobody has to look after what waits for a person.
        let wake_at = (open && view.open_questions.is_empty()).then_some(work.updated_at);
        let stream = StreamRow {
            id: view.id.0,
            tenant: self.tenant,
            kind: Kind::Ask,
            owner: Some(view.by),
            project: Some(view.project),
            seq: work.seq,
            open,
            wake_at,
            updated_at: work.updated_at,
        };
        let expected = stream.seq - drafted.events.len() as u64;
        let events = drafted.events.iter().map(StoredEvent::new).collect::<Result<_, _>>()?;
        let rows = Rows::Ask(Box::new(AskRows::new(self, drafted.kept)));
        Ok(Append { expected, events, stream, rows, audit: None })
    }
}
