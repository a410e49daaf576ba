//! The forms of the API's answers, for its description. Nothing is made of these types: who writes an answer stands beside its
//! handler, and a test compares answers with what is described here.

#![expect(dead_code, reason = "the fields are described, not read")]

mod accounts;
mod ask_schedules;
mod asks;
mod chat;
mod companies;
mod company_places;
mod company_schedules;
mod company_searches;
mod contracts;
mod conversions;
mod documents;
mod domain_packs;
mod estimates;
mod findings;
mod history;
mod interview;
mod messages;
mod models;
mod obligations;
mod opportunities;
mod opportunity_artifacts;
mod packs;
mod pipelines;
mod project_feedback;
mod projects;
mod queries;
mod research;
mod reviews;
mod run_lists;
mod runs;
mod schedules;
mod structure;
mod voice;

pub(crate) use accounts::{AuditLine, Engines, MadeLink, NewSecret, Person, Retention, Role, Secret};
pub(crate) use ask_schedules::{AskResult, AskSchedule};
pub(crate) use asks::{AskLine, AskWhole, RerunAnswer};
pub(crate) use chat::{ChatEvent, Widget};
pub(crate) use companies::{DiscoveryAnswer, DiscoveryAsked};
pub(crate) use company_places::{CompanyPlace, CompanyPlaceName};
pub(crate) use company_schedules::CompanySchedule;
pub(crate) use company_searches::{CompanyFlags, CompanyRated, CompanySearchLine, CompanySearchWhole, SeenEntity};
pub(crate) use contracts::{ContractEvent, ItemRevision};
pub(crate) use conversions::{ConversionOfColumn, ConversionsOfTable};
pub(crate) use documents::{DocumentLine, DocumentText};
pub(crate) use domain_packs::{DiscoveryPrompt, DomainPack, ListedPack, ProjectSecret};
pub(crate) use estimates::{ModelPrice, PriceLists, RunEstimate};
pub(crate) use history::{
    AuditEvent, ImportedTranscript, Objective, SavedSummary, SessionExport, Stopped, TaskLine, TranscriptTurn,
};
pub(crate) use interview::{Completeness, Session, SessionLine, SessionPhase};
pub(crate) use messages::{FeedbackLine, JudgedMessage, Rating, RewordedMessage};
pub(crate) use models::{CallLine, ModelProvider, ModelsView, Price, Strength, TestView, UsagePage};
pub(crate) use obligations::{ContextType, ObligationState, Resolution, SessionObligation, SessionStatus, WidgetType};
pub(crate) use opportunities::{ItemsValidated, OpportunityExport, OpportunityWhole};
pub(crate) use opportunity_artifacts::{
    OpportunityBrief, OpportunityDecision, OpportunityExperiment, PipelineFinding, SolutionBrief, SolutionFeasibility,
    TechnicalSpec,
};
pub(crate) use packs::PackGeneration;
pub(crate) use pipelines::{PipelineBegun, PipelineCallLine, PipelineLine, PipelineWhole, ProducerQualityLine};
pub(crate) use project_feedback::FeedbackEntry;
pub(crate) use projects::{
    ProfileOfTable, Project, ProjectPrompt, QueryAnswer, Refreshed, SourceDetails, SourceLine, SourceRefreshed, SourceTest,
    ToolDefinition, ToolLine, UploadForm, Validation,
};
pub(crate) use queries::{QueryDay, QueryLine, QueryOutcome};
pub(crate) use research::{ResearchTask, ResearchTaskType};
pub(crate) use reviews::{QueuedTranscript, ReviewState, Rubric, Verdict};
pub(crate) use run_lists::{AdminRun, RunSummary};
pub(crate) use runs::{Discovery, Run, RunBegun, Step};
pub(crate) use schedules::Schedule;
use serde::Serialize;
pub(crate) use structure::{Migration, QuestionPool};
use utoipa::ToSchema;
pub(crate) use voice::{SpeechText, SpokenMessage, Transcription, VoiceView};

/// A page of a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct Page<T> {
    pub items: Vec<T>,
    /// To be sent as `cursor` for the next page; `null` on the last one.
    pub next_cursor: Option<String>,
}

/// What went wrong (RFC 9457).
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "type": "about:blank", "title": "Unprocessable Entity", "status": 422, "detail": "the value does not fit",
    "request_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e", "errors": [{"field": "value", "message": "it is not one of the options"}]
}))]
pub(crate) struct Problem {
    pub r#type: String,
    pub title: String,
    pub status: u16,
    /// For people.
    pub detail: String,
    /// The log knows the request by it.
    pub request_id: Option<String>,
    /// What is wrong with each field, where the fault lies in some.
    pub errors: Option<Vec<FieldFault>>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct FieldFault {
    /// A path like `config.obligations[0].key`.
    pub field: String,
    pub message: String,
}
