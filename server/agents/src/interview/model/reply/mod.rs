//! How to say it: the model words what the rules would say, and its text passes a guard sentence by sentence.

mod grounds;
mod guard;
mod prompt;
mod question;
pub(crate) mod sentences;
mod speech;

use super::nudge;
use domain::{
    interview::{EngineFault, Pieces, ReplyPlan},
    models::{Caller, LanguageModel, ModelFault, ModelRequest, ModelTurn, Subject, Task},
};
use guard::Guard;
use std::sync::{Mutex, PoisonError};

/// A few sentences.
const MOST_TOKENS: u32 = 500;

/// The reply that came with what was understood, as far as it may be said, with what is missing in the words of the rules. `None`
/// where there is none, or nothing in it that may be said; then nothing was shown either.
pub(super) fn settle(plan: &ReplyPlan, pieces: &dyn Pieces) -> Option<String> {
    let proposed = plan.proposed.as_ref()?;
    let draft = prompt::Draft::of(plan);
    let mut guard = Guard::new(plan, &draft);
    let show = |grown: &str| {
        if !grown.is_empty() {
            pieces.take(grown);
        }
    };
    for part in proposed.statements.iter().chain(&proposed.question) {
        show(&guard.take_whole(part));
    }
    show(&guard.finish().ok()?);
    Some(guard.text())
}

pub(super) async fn reply(model: &dyn LanguageModel, plan: &ReplyPlan, pieces: &dyn Pieces) -> Result<String, EngineFault> {
    let draft = prompt::Draft::of(plan);
    let mut request = ModelRequest {
        caller: Caller { tenant: plan.tenant, subject: Some(Subject::interview(plan.session)), task: Task::Reply },
        strength: super::STRENGTH,
        system: prompt::system(),
        turns: vec![ModelTurn::user(prompt::question(plan, &draft))],
        tools: Vec::new(),
        schema: None,
        max_tokens: MOST_TOKENS,
    };
    let mut nudged = 0;
    loop {
        let guard = Mutex::new(Guard::new(plan, &draft));
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
