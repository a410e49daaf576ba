//! What did the person say? The model proposes values and moves with the words they rest on; what those words do not carry is
//! dropped or made doubtful here.

mod denied;
mod form_of_answer;
mod moves;
mod place;
mod prompt;
mod values;

use super::{form, nudge};
use crate::interview::rules::understand::{of_the_matter, understand as read_by_rules};
use domain::{
    interview::{
        EngineFault, Finding, Heard, Manner, ProposedReply, Understanding,
        value::{normalize, same},
    },
    models::{Caller, LanguageModel, ModelRequest, ModelTurn, Subject, Task},
};
use form_of_answer::ModelReading;
use serde_json::Value;

/// Enough for a message that answers everything at once.
const MOST_TOKENS: u32 = 2_500;
/// More sentences make a speech.
const STATEMENTS: usize = 6;

pub(super) async fn understand(model: &dyn LanguageModel, heard: &Heard) -> Result<Understanding, EngineFault> {
    let request = ModelRequest {
        caller: Caller { tenant: heard.tenant, subject: Some(Subject::interview(heard.session)), task: Task::Understand },
        strength: super::STRENGTH,
        system: prompt::system(),
        turns: vec![ModelTurn::user(prompt::question(heard))],
        tools: Vec::new(),
        schema: Some(form_of_answer::schema()),
        max_tokens: MOST_TOKENS,
    };
    let said = nudge::ask(model, request, form::parse::<ModelReading>).await?;
    Ok(carried(heard, said))
}

/// What the model is told, so that it can be known again.
pub(super) fn instructions() -> String {
    prompt::system()
}

/// What of it the person's words carry.
fn carried(heard: &Heard, said: ModelReading) -> Understanding {
    let proposed = said.values.len() + said.moves.len();
    let read = read_by_rules(heard);
    // "Undo that" is no value, whatever a model makes of it.
    let matter = of_the_matter(heard);
    let is_said_of_it = |finding: &Finding| {
        let place = finding.quote.start..finding.quote.end;
        matter.as_ref().is_none_or(|matter| matter.get(place).is_some_and(|words| !words.trim().is_empty()))
    };
    let findings: Vec<_> = said
        .values
        .iter()
        .take(2 * heard.definition.obligations.len())
        .filter_map(|value| values::finding(heard, value))
        .filter(is_said_of_it)
        .map(|finding| grade(heard, finding, &read.findings))
        .collect();
    let moves = moves::carried(heard, &said.moves, read.moves);
    let dropped = proposed.saturating_sub(findings.len() + moves.len());
    if dropped > 0 {
        metrics::counter!("discovery_model_proposals_dropped", "task" => "understand").increment(dropped as u64);
        tracing::debug!(dropped, "proposals of the model that the person's words do not carry");
    }
    let preferences = said.prefers_examples.map(|prefers| ("prefers_examples".to_owned(), prefers.into()));
    let proposed = said.reply.and_then(read_reply);
    Understanding { findings, moves, style: said.style, preferences: preferences.into_iter().collect(), proposed }
}

/// What the rules read in the same message, too, is no surer than they are of it.
fn grade(heard: &Heard, mut finding: Finding, read: &[Finding]) -> Finding {
    let Some(template) = heard.definition.obligations.iter().find(|one| one.key == finding.key) else { return finding };
    let is_the_same = |value: &Value| normalize(template, value).is_ok_and(|value| same(&value, &finding.value));
    let alike = read.iter().filter(|one| one.key == finding.key && is_the_same(&one.value));
    if let Some(surest) = alike.max_by_key(|one| one.confidence).filter(|one| one.confidence < finding.confidence) {
        finding.confidence = surest.confidence;
        // What puts something right does so with doubt as well.
        if matches!(surest.manner, Manner::Hedged | Manner::Vague) && finding.manner != Manner::Corrected {
            finding.manner = surest.manner;
        }
    }
    finding
}

/// The reply that came with it, where there is anything in it. What it says is checked when it is decided what has to be said.
fn read_reply(said: Value) -> Option<ProposedReply> {
    let mut reply: ProposedReply = serde_json::from_value(said).ok()?;
    reply.statements.truncate(STATEMENTS);
    (!reply.statements.is_empty() || reply.question.is_some()).then_some(reply)
}
