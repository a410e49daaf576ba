//! Asks without any language model: no tenant has one for them, so the built-in planner answers everything and says so.

use async_trait::async_trait;
use domain::{
    ask::{AskAnalyst, Client, Move, PlanningGoal, Round, WordingGoal},
    interview::EngineFault,
    models::ModelFault,
    runs::{Broken, Judged, Spending},
};
use protocol::TenantId;

/// Never asked, since it names no model.
#[derive(Clone, Copy, Debug, Default)]
pub struct RulesAlone;

fn nothing<T>() -> Judged<T> {
    let fault = ModelFault::Malformed("asks are planned by rules alone".to_owned());
    Judged { result: Err(fault.into()), reply: String::new(), spending: Spending::nothing() }
}

#[async_trait]
impl AskAnalyst for RulesAlone {
    async fn engine(&self, _tenant: TenantId) -> Result<Option<String>, EngineFault> {
        Ok(None)
    }

    async fn plan(&self, _client: Client, _goal: &PlanningGoal<'_>, _rounds: &[Round]) -> Judged<Move> {
        nothing()
    }

    async fn mend_query(&self, _client: Client, _broken: &Broken<'_>) -> Judged<String> {
        nothing()
    }

    async fn word(&self, _client: Client, _goal: &WordingGoal<'_>) -> Judged<String> {
        nothing()
    }
}
