//! How to say it: the model words what the rules would say, and its text passes a guard sentence by sentence.

mod guard;
mod prompt;
mod question;
pub(crate) mod sentences;

use super::nudge;
use domain::{
    interview::{EngineFault, Pieces, ReplyPlan},
    models::{Caller, LanguageModel, ModelFault, ModelRequest, ModelTurn, Subject, Task},
};
use guard::Guard;
use std::sync::{Mutex, PoisonError};

/// A few sentences.
const MOST_TOKENS: u32 = 500;

pub(super) async fn reply(model: &dyn LanguageModel, plan: &ReplyPlan, pieces: &dyn Pieces) -> Result<String, EngineFault> {
    let draft = prompt::Draft::of(plan);
    let question = prompt::question(plan, &draft);
    let mut request = ModelRequest {
        caller: Caller { tenant: plan.tenant, subject: Some(Subject::interview(plan.session)), task: Task::Reply },
        strength: super::STRENGTH,
        system: prompt::system(),
        turns: vec![ModelTurn::user(question.as_str())],
        tools: Vec::new(),
        schema: None,
        max_tokens: MOST_TOKENS,
    };
    let mut nudged = 0;
    loop {
        let guard = Mutex::new(Guard::new(plan, &draft, &question));
        let take = |delta: &str| {
            let grown = guard.lock().unwrap_or_else(PoisonError::into_inner).take(delta);
            if !grown.is_empty() {
                pieces.take(&grown);
            }
        };
        let asked = model.ask(request.clone(), Some(&take)).await;
        let mut guard = guard.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (said, fault) = match asked {
            Ok(reply) => match guard.finish() {
                Ok(last) => {
                    if !last.is_empty() {
                        pieces.take(&last);
                    }
                    return Ok(guard.text());
                }
                Err(why) => (Some(reply.text), ModelFault::Malformed(why)),
            },
            // What was shown already cannot be taken back by asking again: another engine begins anew.
            Err(fault) if guard.has_shown() => return Err(fault.into()),
            Err(fault) => (None, fault),
        };
        nudge::again(&mut request, said.as_deref(), fault, &mut nudged)?;
    }
}
