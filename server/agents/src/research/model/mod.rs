//! The engine with a language model: it says what the sources say and shows the words for it. What those words do not carry is
//! left out or made a mere information here, before `domain` verifies every quote once more.

mod form_of_answer;
mod guard;
mod passages;
mod prompt;
#[cfg(test)]
mod tests;

use crate::{
    interview::model::{form, nudge},
    research::rules::subject::Subject,
};
use async_trait::async_trait;
use domain::{
    interview::EngineFault,
    models::{self, Caller, LanguageModel, ModelRequest, ModelTurn, Strength, Task},
    research::{Judged, Material, Researcher},
};
use form_of_answer::ModelFindings;
use protocol::{TenantId, interview::Engine};
use std::sync::Arc;

/// Nobody waits, and much is read.
const STRENGTH: Strength = Strength::Strong;
/// Enough for a dozen findings with their quotes.
const MOST_TOKENS: u32 = 4_000;

/// Judges with whatever model each tenant chose.
pub struct ByModel {
    model: Arc<dyn LanguageModel>,
}

impl ByModel {
    #[must_use]
    pub fn new(model: Arc<dyn LanguageModel>) -> Self {
        Self { model }
    }
}

#[async_trait]
impl Researcher for ByModel {
    async fn engine(&self, tenant: TenantId) -> Result<Option<Engine>, EngineFault> {
        let chosen = self.model.chosen(tenant, STRENGTH).await?;
        Ok(chosen.map(|name| Engine::Model(name.to_string())))
    }

    async fn judge(&self, material: &Material) -> Result<Judged, EngineFault> {
        let subject = Subject::of(material);
        let request = ModelRequest {
            caller: Caller {
                tenant: material.tenant,
                subject: Some(models::Subject::interview(material.session)),
                task: Task::JudgeResearch,
            },
            strength: STRENGTH,
            system: prompt::system(),
            turns: vec![ModelTurn::user(prompt::question(&subject, material))],
            tools: Vec::new(),
            schema: Some(form_of_answer::schema()),
            max_tokens: MOST_TOKENS,
        };
        let said = nudge::ask(&*self.model, request, |text| read(text, material)).await?;
        Ok(guard::carried(&subject, material, said))
    }
}

/// The answer, unless it names sources that were not given or all its quotes are made up.
fn read(text: &str, material: &Material) -> Result<ModelFindings, String> {
    let said: ModelFindings = form::parse(text)?;
    if let Some(unknown) =
        said.findings.iter().map(|one| one.source).find(|source| *source == 0 || *source > material.sources.len())
    {
        return Err(format!("there is no source {unknown}: they are numbered from 1 to {}", material.sources.len()));
    }
    let stands = |one: &form_of_answer::ModelFinding| guard::stands(material, one);
    if !said.findings.is_empty() && !said.findings.iter().any(stands) {
        return Err("none of its quotes stands in its source: copy them letter by letter, or report no finding".into());
    }
    Ok(said)
}
