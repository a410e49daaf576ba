//! What did the person say? The model proposes values and moves with the words they rest on; what those words do not carry is
//! dropped or made doubtful here.

mod moves;
mod place;
mod prompt;
mod said;
mod values;

use super::{form, nudge};
use domain::{
    interview::{EngineFault, Heard, Understanding},
    models::{Caller, LanguageModel, ModelRequest, ModelTurn, Task},
};
use said::Said;

/// Enough for a message that answers everything at once.
const MOST_TOKENS: u32 = 2_000;

pub(super) async fn understand(model: &dyn LanguageModel, heard: &Heard) -> Result<Understanding, EngineFault> {
    let request = ModelRequest {
        caller: Caller { tenant: heard.tenant, session: Some(heard.session), task: Task::Understand },
        strength: super::STRENGTH,
        system: prompt::system(),
        turns: vec![ModelTurn::user(prompt::question(heard))],
        schema: Some(said::schema()),
        max_tokens: MOST_TOKENS,
    };
    let said = nudge::ask(model, request, form::parse::<Said>).await?;
    Ok(carried(heard, said))
}

/// What of it the person's words carry.
fn carried(heard: &Heard, said: Said) -> Understanding {
    let proposed = said.values.len() + said.moves.len();
    let findings: Vec<_> = said
        .values
        .iter()
        .take(2 * heard.definition.obligations.len())
        .filter_map(|value| values::finding(heard, value))
        .collect();
    let moves = moves::carried(heard, &said.moves);
    let dropped = proposed - findings.len() - moves.len();
    if dropped > 0 {
        metrics::counter!("discovery_model_proposals_dropped", "task" => "understand").increment(dropped as u64);
        tracing::debug!(dropped, "proposals of the model that the person's words do not carry");
    }
    let preferences = said.prefers_examples.map(|prefers| ("prefers_examples".to_owned(), prefers.into()));
    Understanding { findings, moves, style: said.style, preferences: preferences.into_iter().collect() }
}
