//! What the pages of asks show.

use crate::{calls::Listed, pages::schedules::calls::TimesWish};
use protocol::{
    AskId, AskScheduleId, ConversationId, PipelineId, ProjectId, Timestamp,
    ask::{Answer, AskMode, AskStatus, AskView, GuidedQuery, Redone, Verdict},
    opportunities::Stage,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An ask as lists show it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AskCard {
    pub id: AskId,
    pub question: String,
    pub mode: Option<AskMode>,
    pub status: AskStatus,
    pub verdict: Option<Verdict>,
    /// Whether its answer answers it; none where there is none, or it was not kept.
    pub found: Option<bool>,
    /// How its answer begins.
    pub answer: Option<String>,
    pub error: Option<String>,
    /// The name by which it is kept.
    pub saved: Option<String>,
    pub created_at: Timestamp,
}

/// What the address of the page where questions begin asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AsksRequest {
    pub project: String,
    /// The conversation that the next question goes on with.
    pub conversation: String,
    /// Where the list begins.
    pub after: String,
    /// What the box begins with.
    pub question: String,
    pub mode: String,
    /// `on` where the facts of the project are wanted.
    pub facts: String,
}

/// Where questions are put: the projects, and one's own asks of the chosen one, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AsksView {
    pub projects: Vec<(ProjectId, String)>,
    /// Of the chosen project; the only one is chosen.
    pub project: Option<AskProject>,
    pub page: Listed<AskCard>,
    /// Where the list was when it was read, in the words of `Frame::Changed`.
    pub mark: String,
    pub request: AsksRequest,
    pub may_ask: bool,
}

/// The project that is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AskProject {
    pub id: ProjectId,
    pub name: String,
    /// Nothing was connected yet.
    pub is_empty: bool,
    /// Questions that its tables can answer, at most three.
    pub suggestions: Vec<String>,
    /// Once they are wanted.
    pub facts: Option<Vec<FactShown>>,
}

/// Something that is known about a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactShown {
    pub name: String,
    /// Empty while it is a question without an answer.
    pub value: String,
    pub source: String,
}

/// What the page of one ask asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AskAddress {
    pub id: String,
    /// `on` where its proof is run again.
    pub rerun: String,
    /// The table of the guided query, where it is not the one of the answer.
    pub table: String,
}

/// An ask with what belongs to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WholeAsk {
    pub view: AskView,
    pub around: AskAround,
}

/// What belongs to an ask and is not followed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AskAround {
    pub project_name: String,
    /// Earlier asks of the conversation, oldest first.
    pub earlier: Vec<AskCard>,
    /// The ask that this one does again, once both are answered.
    pub before: Option<AskBefore>,
    pub saved: Option<SavedShown>,
    /// Tables that a guided query can read; none where none is offered.
    pub tables: Vec<TableChoice>,
    /// The table of the guided query that somebody chose without scripts.
    pub table: String,
    /// What its proof came to when it was run again.
    pub rerun: Option<RerunShown>,
    /// Pipelines of the project that take the answer as a finding, newest first.
    pub pipelines: Vec<PipelineChoice>,
    pub may_ask: bool,
}

/// A pipeline that takes findings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PipelineChoice {
    pub id: PipelineId,
    pub stage: Stage,
    pub findings: u32,
    /// What these are from, as its list names them.
    pub source: String,
    pub begun_at: Timestamp,
}

/// What was answered before something was changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AskBefore {
    pub answer: Answer,
    pub redone: Redone,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedShown {
    pub name: String,
    /// What the first value of the answer is expected to be; empty where nothing is.
    pub expected: String,
    /// When it is asked again by itself.
    pub schedule: Option<ScheduledShown>,
}

/// When a kept answer is asked for again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduledShown {
    pub id: AskScheduleId,
    pub cron: String,
    pub timezone: String,
    /// None while it is switched off.
    pub next: Option<Timestamp>,
}

/// A table with the columns that a guided query chooses from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableChoice {
    /// `database.table`
    pub name: String,
    pub columns: Vec<ColumnChoice>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnChoice {
    pub name: String,
    /// Can be added up.
    pub is_number: bool,
    /// Holds days or times.
    pub is_time: bool,
}

/// A proof that was run again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RerunShown {
    pub same: bool,
    pub premises: Vec<RerunLine>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RerunLine {
    pub id: String,
    /// `same`, `changed` or `gone`.
    pub state: String,
    pub old: Option<Value>,
    pub new: Option<Value>,
}

/// What somebody does on a page of asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskAct {
    /// Puts what is written in the box: a question, or a command such as `/redo`.
    #[default]
    Start,
    /// Runs a query that was filled in as fields.
    Guided,
    Cancel,
    Clarify,
    /// The same question again: with a message, a value by name, in another mode.
    Redo,
    /// Keeps the answer by name, or no longer where the name is empty.
    Save,
    /// Keeps a value as a fact of the project.
    Remember,
    /// Begins a pipeline that goes on from the answer, or adds it to one.
    Finding,
}

impl AskAct {
    pub const ALL: [Self; 8] =
        [Self::Start, Self::Guided, Self::Cancel, Self::Clarify, Self::Redo, Self::Save, Self::Remember, Self::Finding];

    /// As forms send it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Guided => "guided",
            Self::Cancel => "cancel",
            Self::Clarify => "clarify",
            Self::Redo => "redo",
            Self::Save => "save",
            Self::Remember => "remember",
            Self::Finding => "finding",
        }
    }
}

/// The fields that the forms of these pages send; each act reads its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AskWish {
    pub act: AskAct,
    pub ask: String,
    pub project: String,
    /// The conversation that a new question goes on with; empty where it begins one.
    pub conversation: String,
    /// The question, or what is to be done differently.
    pub question: String,
    /// Empty where the engine chooses.
    pub mode: String,
    /// Of a value, or of a kept answer.
    pub name: String,
    pub value: String,
    pub answers: Vec<AnswerWish>,
    pub guided: GuidedQuery,
    /// The one that an answer is added to; empty where one is begun with it.
    pub pipeline: String,
    /// When a kept answer is asked again; never, or as before, where nothing is entered.
    pub times: TimesWish,
}

/// An answer to what was asked back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnswerWish {
    pub question_id: String,
    /// Of the chosen option.
    pub value: String,
    /// Words of one's own; they count before an option.
    pub own: String,
    /// `on` where it becomes a fact of the project.
    pub remember: String,
}

/// The address where a question of a project begins.
#[must_use]
pub fn asks_path(project: ProjectId, conversation: Option<ConversationId>) -> String {
    match conversation {
        Some(conversation) => format!("/ask?project={project}&conversation={conversation}"),
        None => format!("/ask?project={project}"),
    }
}
