//! The interview as a whole: what turns came to, and which answers later words speak against. The model gives its words for each;
//! whether they stand, and what follows, `domain` decides.

mod form_of_answer;
mod prompt;

use super::{ByModel, form, nudge};
use async_trait::async_trait;
use domain::{
    interview::{Analyst, Doubt, EngineFault, Recalled, Recap},
    models::{Caller, ModelRequest, ModelTurn, ReplySchema, Strength, Subject, Task},
};
use form_of_answer::{Doubts, Sentences};
use protocol::{TenantId, interview::Engine};

/// Nobody waits, and the whole is looked at.
const STRENGTH: Strength = Strength::Strong;
const MOST_TOKENS: u32 = 1_500;

#[async_trait]
impl Analyst for ByModel {
    async fn engine(&self, tenant: TenantId) -> Result<Option<Engine>, EngineFault> {
        let chosen = self.model.chosen(tenant, STRENGTH).await?;
        Ok(chosen.map(|name| Engine::Model(name.to_string())))
    }

    async fn summarise(&self, recap: &Recap) -> Result<Vec<Recalled>, EngineFault> {
        let request =
            request(recap, Task::Summarise, prompt::SUMMARISE, prompt::to_summarise(recap), form_of_answer::sentences());
        let read = |text: &str| {
            let sentences = form::parse::<Sentences>(text)?.sentences;
            if !sentences.iter().any(|one| recap.find_quote(&one.quote).is_some()) {
                return Err(NOBODY_SAID.to_owned());
            }
            Ok(sentences)
        };
        let sentences = nudge::ask(&*self.model, request, read).await?;
        Ok(sentences.into_iter().map(|one| Recalled { text: one.text, quote: one.quote }).collect())
    }

    async fn reevaluate(&self, recap: &Recap) -> Result<Vec<Doubt>, EngineFault> {
        let request =
            request(recap, Task::Reevaluate, prompt::REEVALUATE, prompt::to_reevaluate(recap), form_of_answer::doubts());
        let read = |text: &str| {
            let doubts = form::parse::<Doubts>(text)?.doubts;
            if !doubts.is_empty() && !doubts.iter().any(|one| recap.find_quote(&one.quote).is_some()) {
                return Err(NOBODY_SAID.to_owned());
            }
            Ok(doubts)
        };
        let doubts = nudge::ask(&*self.model, request, read).await?;
        Ok(doubts.into_iter().map(|one| Doubt { key: one.key, quote: one.quote }).collect())
    }
}

const NOBODY_SAID: &str = "none of its quotes is in the person's words: copy them letter by letter";

fn request(recap: &Recap, task: Task, instructions: &str, question: String, schema: ReplySchema) -> ModelRequest {
    ModelRequest {
        caller: Caller { tenant: recap.tenant, subject: Some(Subject::interview(recap.session)), task },
        strength: STRENGTH,
        system: prompt::system(instructions),
        turns: vec![ModelTurn::user(question)],
        tools: Vec::new(),
        schema: Some(schema),
        max_tokens: MOST_TOKENS,
    }
}
