//! An ask as it is followed: its mode, its plan, its steps, its answer.

use super::{Answer, AskMode, AskPlan, AskTable, Clarification, ClarifyAnswer, ModeChoice};
use crate::{
    AskId, ConversationId, ProjectId, Timestamp, UserId,
    live::{Live, Recorded, Topic},
    record::record,
    tagged::tagged,
    work::{StepState, Work, WorkStatus},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What somebody asks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AskRequest {
    pub question: String,
    /// Chosen by a person or a program; none leaves it to the engine.
    #[serde(default)]
    pub mode: Option<AskMode>,
    /// The ask that this one does again.
    #[serde(default)]
    pub redo_of: Option<AskId>,
    /// Values that replace what was known or assumed, by name.
    #[serde(default)]
    pub facts: Map<String, Value>,
    /// A query that was filled in as fields, or written by hand: nothing is understood then.
    #[serde(default)]
    pub sql: Option<String>,
}

/// What planning and wording took, in all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AskCost {
    #[serde(default)]
    pub input_tokens: u64,
    #[serde(default)]
    pub output_tokens: u64,
    /// US dollars.
    #[serde(default)]
    pub usd: f64,
}

impl AskCost {
    pub fn add(&mut self, other: &Self) {
        self.input_tokens += other.input_tokens;
        self.output_tokens += other.output_tokens;
        self.usd += other.usd;
    }
}

record! {
    /// A tool that a model called to find its way, with what came of it in a line.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Lookup {
        pub tool: String,
        pub arguments: Value,
        pub result: String,
        pub elapsed_ms: u64,
    }
}

record! {
    /// A step of the plan with where it is.
    #[derive(Clone, Debug, PartialEq)]
    pub struct StepView {
        pub number: u32,
        pub goal: String,
        /// `query`, `tool`, `passage`, `fact`, `call` or `formula`
        pub action: String,
        pub state: StepState,
        #[serde(default)]
        pub sql: Option<String>,
        #[serde(default)]
        pub tool: Option<String>,
        /// Its first rows.
        #[serde(default)]
        pub table: Option<AskTable>,
        #[serde(default)]
        pub error: Option<String>,
        /// Attempts before the one that counts, each with why it failed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub failed_attempts: Vec<String>,
        /// What its checks found.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<String>,
        #[serde(default)]
        pub elapsed_ms: u64,
    }
}

tagged! {
    pub enum AskEvent {
        Requested = "requested" {
            id: AskId,
            project: ProjectId,
            conversation: ConversationId,
            by: UserId,
            request: Box<AskRequest>,
            /// The model that plans; none where the built-in planner does.
            model: Option<String>,
        },
        /// A server works on it; again after that one died.
        Started = "started",
        ModeChosen = "mode_chosen" {
            choice: ModeChoice,
        },
        /// A round of the model's search for what there is.
        Discovered = "discovered" {
            lookups: Vec<Lookup>,
            cost: AskCost,
        },
        /// The model could not do it, and why: the built-in engine does.
        FellBack = "fell_back" {
            why: String,
        },
        Unclear = "unclear" {
            questions: Vec<Clarification>,
            cost: AskCost,
        },
        Clarified = "clarified" {
            answers: Vec<ClarifyAnswer>,
            by: UserId,
        },
        Planned = "planned" {
            plan: Box<AskPlan>,
            cost: AskCost,
        },
        Stepped = "stepped" {
            step: Box<StepView>,
            cost: AskCost,
        },
        Concluded = "concluded" {
            answer: Box<Answer>,
            cost: AskCost,
        },
        Ended = "ended" {
            status: WorkStatus,
            error: Option<String>,
        },
    }
}

/// Where an ask is, as programs read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskStatus {
    Pending,
    Running,
    /// It waits for a person's answer.
    Clarifying,
    Completed,
    Failed,
    Cancelled,
}

impl AskStatus {
    pub const ALL: [Self; 6] = [Self::Pending, Self::Running, Self::Clarifying, Self::Completed, Self::Failed, Self::Cancelled];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Clarifying => "clarifying",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

record! {
    /// Where an ask is.
    #[derive(Clone, Debug, PartialEq)]
    pub struct AskView {
        pub id: AskId,
        pub project: ProjectId,
        pub conversation: ConversationId,
        pub by: UserId,
        pub request: AskRequest,
        pub model: Option<String>,
        pub fell_back: Option<String>,
        pub work: Work,
        pub mode: Option<ModeChoice>,
        pub lookups: Vec<Lookup>,
        /// Rounds of planning so far: the model's, and each time somebody answered.
        pub rounds: u32,
        pub plan: Option<AskPlan>,
        pub steps: Vec<StepView>,
        /// Questions that wait for an answer.
        pub open_questions: Vec<Clarification>,
        /// All questions, settled ones included.
        pub questions: Vec<Clarification>,
        pub clarified: Vec<ClarifyAnswer>,
        pub answer: Option<Answer>,
        pub cost: AskCost,
        pub error: Option<String>,
        pub started_at: Option<Timestamp>,
        pub finished_at: Option<Timestamp>,
    }
}

impl AskView {
    /// Of a question that nobody put yet.
    #[must_use]
    pub fn new(
        id: AskId,
        (project, conversation): (ProjectId, ConversationId),
        by: UserId,
        request: AskRequest,
        model: Option<String>,
    ) -> Self {
        Self {
            id,
            project,
            conversation,
            by,
            request,
            model,
            fell_back: None,
            work: Work::default(),
            mode: None,
            lookups: Vec::new(),
            rounds: 0,
            plan: None,
            steps: Vec::new(),
            open_questions: Vec::new(),
            questions: Vec::new(),
            clarified: Vec::new(),
            answer: None,
            cost: AskCost::default(),
            error: None,
            started_at: None,
            finished_at: None,
        }
    }

    #[must_use]
    pub fn status(&self) -> AskStatus {
        match self.work.status {
            WorkStatus::Pending => AskStatus::Pending,
            WorkStatus::Running if !self.open_questions.is_empty() => AskStatus::Clarifying,
            WorkStatus::Running => AskStatus::Running,
            WorkStatus::Completed => AskStatus::Completed,
            WorkStatus::Failed => AskStatus::Failed,
            WorkStatus::Cancelled => AskStatus::Cancelled,
        }
    }

    /// Who plans: the model's name or `built_in`.
    #[must_use]
    pub fn engine(&self) -> &str {
        match &self.model {
            Some(model) if self.fell_back.is_none() => model,
            _ => "built_in",
        }
    }
}

impl Live for AskView {
    type Event = AskEvent;
    type Progress = ();

    fn topic(&self) -> Topic {
        Topic::ask(self.id)
    }

    fn seq(&self) -> u64 {
        self.work.seq
    }

    fn apply(&mut self, recorded: &Recorded<AskEvent>) {
        self.work.record(recorded);
        match &recorded.event {
            AskEvent::Requested { .. } => self.work = self.work.next(),
            AskEvent::Started => {
                self.started_at = self.started_at.or(Some(recorded.at));
                self.work.start();
            }
            AskEvent::ModeChosen { choice } => self.mode = Some(choice.clone()),
            AskEvent::Discovered { lookups, cost } => {
                self.lookups.extend(lookups.iter().cloned());
                self.rounds += 1;
                self.cost.add(cost);
                self.work.advance();
            }
            AskEvent::FellBack { why } => self.fell_back = Some(why.clone()),
            AskEvent::Unclear { questions, cost } => {
                self.open_questions.clone_from(questions);
                self.questions.extend(questions.iter().cloned());
                self.rounds += 1;
                self.cost.add(cost);
                self.work.advance();
            }
            AskEvent::Clarified { answers, .. } => {
                self.clarified.extend(answers.iter().cloned());
                self.open_questions.clear();
            }
            AskEvent::Planned { plan, cost } => {
                let waiting = |step: &super::PlanStep| StepView {
                    number: step.number,
                    goal: step.goal.clone(),
                    action: step.action.name().to_owned(),
                    state: if step.depends_on.is_empty() { StepState::Running } else { StepState::Waiting },
                    sql: None,
                    tool: None,
                    table: None,
                    error: None,
                    failed_attempts: Vec::new(),
                    warnings: Vec::new(),
                    elapsed_ms: 0,
                };
                self.steps = plan.plan.steps.iter().map(waiting).collect();
                self.plan = Some((**plan).clone());
                self.cost.add(cost);
                self.work.advance();
            }
            AskEvent::Stepped { step, cost } => {
                self.cost.add(cost);
                if let Some(one) = self.steps.iter_mut().find(|one| one.number == step.number) {
                    one.clone_from(step);
                }
                self.begin_ready();
                self.work.advance();
            }
            AskEvent::Concluded { answer, cost } => {
                self.answer = Some((**answer).clone());
                self.cost.add(cost);
                self.work.advance();
            }
            AskEvent::Ended { status, error } => {
                self.work.status = *status;
                self.error.clone_from(error);
                self.finished_at = Some(recorded.at);
                self.open_questions.clear();
                for one in self.steps.iter_mut().filter(|one| one.state == StepState::Running) {
                    one.state = if *status == WorkStatus::Failed { StepState::Failed } else { StepState::Waiting };
                }
            }
        }
    }
}

impl AskView {
    /// Steps whose predecessors have all ended are under way.
    fn begin_ready(&mut self) {
        let ended: Vec<u32> = self
            .steps
            .iter()
            .filter(|step| matches!(step.state, StepState::Done | StepState::Failed))
            .map(|step| step.number)
            .collect();
        let Some(plan) = &self.plan else { return };
        for planned in &plan.plan.steps {
            let ready = planned.depends_on.iter().all(|number| ended.contains(number));
            let waiting = self.steps.iter_mut().find(|one| one.number == planned.number && one.state == StepState::Waiting);
            if let Some(step) = waiting.filter(|_| ready) {
                step.state = StepState::Running;
            }
        }
    }
}
