//! The model explorer's judgements: the next action, what an area's steps say, what could refute it, what to do (seed 002). Answers are
//! read strictly and sent back with what is wrong about them; whoever asked checks what they contain.

mod action;
mod analysis;
mod challenging;
mod recommending;
#[cfg(test)]
mod tests;

use crate::{interview::model::nudge, queries};
use async_trait::async_trait;
use domain::{
    interview::EngineFault,
    models::{Caller, LanguageModel, ModelRequest, ModelTurn, ReplySchema, Strength, Subject, Task},
    runs::{Action, Analyst, Broken, Challenge, Client, Exchange, Insight, Judged, Prompt, Recommendation},
};
use protocol::{TenantId, live::Kind};
use std::sync::Arc;

/// Much is read, and nobody waits.
const STRENGTH: Strength = Strength::Strong;
const ACTION_TOKENS: u32 = 2_000;
const ANALYSIS_TOKENS: u32 = 8_000;
/// Exchanges that are shown again; of older ones only that they were.
const EXCHANGES: usize = 40;

/// Explores with whatever model each tenant chose.
pub struct ModelAnalyst {
    model: Arc<dyn LanguageModel>,
}

impl ModelAnalyst {
    #[must_use]
    pub fn new(model: Arc<dyn LanguageModel>) -> Self {
        Self { model }
    }

    /// Asks until the answer can be read, and counts what that took.
    async fn ask<T>(&self, request: ModelRequest, read: impl Fn(&str) -> Result<T, String>) -> Judged<T> {
        nudge::judge(self.model.as_ref(), request, read).await
    }
}

fn request(client: Client, task: Task, system: &str, turns: Vec<ModelTurn>, max_tokens: u32) -> ModelRequest {
    let subject = Subject { kind: Kind::Run, id: client.run.0, limit: client.limit };
    ModelRequest {
        caller: Caller { tenant: client.tenant, subject: Some(subject), task },
        strength: STRENGTH,
        system: system.to_owned(),
        turns,
        tools: Vec::new(),
        schema: None,
        max_tokens,
    }
}

#[async_trait]
impl Analyst for ModelAnalyst {
    async fn engine(&self, tenant: TenantId) -> Result<Option<String>, EngineFault> {
        Ok(self.model.chosen(tenant, STRENGTH).await?.map(|name| name.to_string()))
    }

    async fn next_action(&self, client: Client, prompt: &Prompt, exchanges: &[Exchange]) -> Judged<Action> {
        let mut turns = vec![ModelTurn::user(prompt.text.as_str())];
        let skipped = exchanges.len().saturating_sub(EXCHANGES);
        for (at, exchange) in exchanges.iter().enumerate() {
            let result = if at < skipped { "(an earlier result, no longer shown)" } else { &exchange.result };
            turns.push(ModelTurn::model(exchange.reply.as_str()));
            turns.push(ModelTurn::user(result));
        }
        let mut request = request(client, Task::Explore, &prompt.system, turns, ACTION_TOKENS);
        request.schema = Some(ReplySchema { name: "action", schema: action::schema() });
        self.ask(request, action::parse).await
    }

    async fn mend_query(&self, client: Client, broken: &Broken<'_>) -> Judged<String> {
        let subject = Subject { kind: Kind::Run, id: client.run.0, limit: client.limit };
        let caller = Caller { tenant: client.tenant, subject: Some(subject), task: Task::MendQuery };
        queries::mend(self.model.as_ref(), caller, STRENGTH, broken).await
    }

    async fn analyse(&self, client: Client, prompt: &Prompt) -> Judged<Vec<Insight>> {
        let turns = vec![ModelTurn::user(prompt.text.as_str())];
        self.ask(request(client, Task::Analyse, &prompt.system, turns, ANALYSIS_TOKENS), analysis::parse).await
    }

    async fn challenge(&self, client: Client, prompt: &Prompt) -> Judged<Challenge> {
        let turns = vec![ModelTurn::user(prompt.text.as_str())];
        self.ask(request(client, Task::Challenge, challenging::SYSTEM, turns, ACTION_TOKENS), challenging::parse).await
    }

    async fn recommend(&self, client: Client, prompt: &Prompt) -> Judged<Vec<Recommendation>> {
        let turns = vec![ModelTurn::user(prompt.text.as_str())];
        self.ask(request(client, Task::Recommend, &prompt.system, turns, ANALYSIS_TOKENS), recommending::parse).await
    }
}

/// A text of a model on one line, cut where nobody would read on.
fn line(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most { line } else { line.chars().take(most - 1).chain(['…']).collect() }
}

fn lines(texts: Vec<String>, each: usize, most: usize) -> Vec<String> {
    texts.iter().map(|text| line(text, each)).filter(|text| !text.is_empty()).take(most).collect()
}

/// From 0 to 1; what is written as a percentage is one.
fn share(number: Option<f64>) -> f64 {
    match number.filter(|number| number.is_finite()) {
        Some(number) if number > 1.0 => (number / 100.0).clamp(0.0, 1.0),
        Some(number) => number.clamp(0.0, 1.0),
        None => 0.5,
    }
}
