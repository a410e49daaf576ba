//! The engine with a language model for opportunities (seed 003, Agent Methods). What a model proposes is matched by ids, evidence comes
//! from the findings, and numbers and names are held against what the model was shown, before anything leaves this module.

mod answer;
mod assess;
mod batch;
mod design;
mod frame;
mod material;
mod rank;
mod revise;
mod sheet;
#[cfg(test)]
mod tests;
mod validate;

use crate::interview::model::nudge;
use async_trait::async_trait;
use domain::{
    interview::EngineFault,
    models::{LanguageModel, Strength},
    opportunities::{Client, Context, OpportunityAnalyst, Revised, Verdict},
    runs::{Judged, Spending},
};
use protocol::{
    OpportunityId, TenantId,
    opportunities::{Agent, Boundary, Brief, Feasibility, Finding, Opportunity, Purpose, Rank, Rejection, Solution, Spec},
};
use serde_json::Value;
use sheet::Sheet;
use std::sync::Arc;

/// Much is read, and nobody waits.
const STRENGTH: Strength = Strength::Strong;

/// The agents of the seed, with whatever model each tenant chose.
pub struct ModelAgents {
    model: Arc<dyn LanguageModel>,
}

impl ModelAgents {
    #[must_use]
    pub fn new(model: Arc<dyn LanguageModel>) -> Self {
        Self { model }
    }

    /// Asks until the answer can be read, and counts what that took.
    async fn judge<T>(&self, client: Client, sheet: Sheet, data: &Value, read: impl Fn(&str) -> Result<T, String>) -> Judged<T> {
        nudge::judge(self.model.as_ref(), sheet.request(client, data), read).await
    }

    /// Asks once.
    async fn judge_once<T>(
        &self,
        client: Client,
        sheet: Sheet,
        data: &Value,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Judged<T> {
        nudge::judge_once(self.model.as_ref(), sheet.request(client, data), read).await
    }
}

/// Without items nobody is asked.
fn nothing<T: Default>() -> Judged<T> {
    Judged { result: Ok(T::default()), reply: String::new(), spending: Spending::nothing() }
}

#[async_trait]
impl OpportunityAnalyst for ModelAgents {
    async fn engine(&self, tenant: TenantId) -> Result<Option<String>, EngineFault> {
        Ok(self.model.chosen(tenant, STRENGTH).await?.map(|name| name.to_string()))
    }

    fn prompt_version(&self, agent: Agent, purpose: Purpose) -> String {
        sheet::version(agent, purpose)
    }

    async fn frame(&self, client: Client, findings: &[Finding], context: &Context) -> Judged<Vec<Brief>> {
        frame::frame(self, client, findings, context).await
    }

    async fn validate(&self, client: Client, boundary: Boundary, items: &[Opportunity], context: &Context) -> Judged<Verdict> {
        validate::validate(self, client, boundary, items, context).await
    }

    async fn revise(
        &self,
        client: Client,
        boundary: Boundary,
        item: &Opportunity,
        rejection: &Rejection,
        context: &Context,
    ) -> Judged<Revised> {
        revise::revise(self, client, (boundary, item, rejection), context).await
    }

    async fn design(&self, client: Client, items: &[Opportunity], context: &Context) -> Judged<Vec<(OpportunityId, Solution)>> {
        design::design(self, client, items, context).await
    }

    async fn assess(
        &self,
        client: Client,
        items: &[Opportunity],
        context: &Context,
    ) -> Judged<Vec<(OpportunityId, Feasibility, Option<Spec>)>> {
        assess::assess(self, client, items, context).await
    }

    async fn rank(&self, client: Client, items: &[Opportunity], context: &Context) -> Judged<Vec<(OpportunityId, Rank)>> {
        rank::rank(self, client, items, context).await
    }
}
