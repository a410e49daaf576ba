//! What the page of questions asks of the backend.

use crate::calls::{CallFault, Json, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::prelude::*;
#[cfg(feature = "ssr")]
use protocol::interview::{InterviewCommand, NewObligation};
use protocol::{
    SessionId,
    account::Account,
    interview::{OriginLayer, SessionStatus, Status},
};
use serde::{Deserialize, Serialize};

/// Everything that an interview asks, and what became of what it asked before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QuestionsView {
    pub id: SessionId,
    pub title: String,
    pub status: SessionStatus,
    /// Whether the person may change anything, and no reply is being written.
    pub may_change: bool,
    pub objective: String,
    pub version: String,
    pub questions: Vec<QuestionCard>,
    pub aside: Vec<AsideCard>,
    pub newer: Option<NewerCard>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QuestionCard {
    pub key: String,
    pub name: String,
    pub prompt: String,
    pub status: Status,
    pub required: bool,
    /// In words; nothing where nothing is known.
    pub value: Option<String>,
    pub layer: Option<OriginLayer>,
    pub pool: Option<String>,
}

/// A question that is not asked any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AsideCard {
    pub name: String,
    pub value: Option<String>,
    /// The names of what took its place.
    pub became: Vec<String>,
}

/// Another version that the interview can be moved to, and what would become of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewerCard {
    pub objective: String,
    pub version: String,
    pub mapped: Vec<MappedCard>,
    pub new: Vec<String>,
    pub aside: Vec<AsideCard>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MappedCard {
    pub name: String,
    /// Its name there, where that is another one.
    pub to: Option<String>,
    pub value: Option<String>,
    pub fits: bool,
}

/// Given in context on the server as `Arc<dyn QuestionCalls>`.
#[async_trait]
pub trait QuestionCalls: Send + Sync {
    async fn questions(&self, who: &Account, id: SessionId) -> Result<QuestionsView, CallFault>;
    /// Moves the interview to the active version of its kind.
    async fn migrate(&self, who: &Account, id: SessionId) -> Result<(), CallFault>;
}

#[server(prefix = "/call", endpoint = "questions", input = Json, output = Json)]
pub async fn read_questions(id: SessionId) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn QuestionCalls>()?.questions(&asker()?, id).await?) }.await)
}

/// Makes one question of those that are marked.
#[server(prefix = "/call", endpoint = "form/merge")]
pub async fn merge_by_form(id: SessionId, #[server(default)] keys: Vec<String>, into: String) -> Result<(), CallFault> {
    change(id, InterviewCommand::Merge { keys, into }).await
}

/// Splits a question; each line of `parts` is a new one.
#[server(prefix = "/call", endpoint = "form/split")]
pub async fn split_by_form(id: SessionId, key: String, parts: String) -> Result<(), CallFault> {
    let line = |line: &str| NewObligation { prompt: line.trim().to_owned(), ..NewObligation::default() };
    let into = parts.lines().filter(|line| !line.trim().is_empty()).map(line).collect();
    change(id, InterviewCommand::Split { key, into }).await
}

/// Adds a question; each line of `options` is one of a choice.
#[server(prefix = "/call", endpoint = "form/add-question")]
pub async fn add_question_by_form(
    id: SessionId,
    prompt: String,
    widget: WidgetKind,
    #[server(default)] options: String,
    #[server(default)] required: String,
) -> Result<(), CallFault> {
    let options = options.lines().map(str::trim).filter(|line| !line.is_empty());
    let option = |one: &str| protocol::interview::Choice { value: one.into(), label: one.into(), synonyms: Vec::new() };
    let obligation = NewObligation {
        prompt,
        widget_type: Some(widget.0),
        options: options.map(option).collect(),
        required: !required.is_empty(),
        ..NewObligation::default()
    };
    change(id, InterviewCommand::AddObligation { obligation }).await
}

/// Moves the interview to the active version of its kind.
#[server(prefix = "/call", endpoint = "form/migrate")]
pub async fn migrate_by_form(id: SessionId) -> Result<(), CallFault> {
    backend::<dyn QuestionCalls>()?.migrate(&asker()?, id).await?;
    leptos_axum::redirect(&format!("/interviews/{id}/questions"));
    Ok(())
}

/// How an added question is answered.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WidgetKind(pub protocol::interview::WidgetType);

#[cfg(feature = "ssr")]
async fn change(id: SessionId, command: InterviewCommand) -> Result<(), CallFault> {
    backend::<dyn crate::pages::interviews::calls::InterviewCalls>()?.command(&asker()?, id, command).await?;
    leptos_axum::redirect(&format!("/interviews/{id}/questions"));
    Ok(())
}
