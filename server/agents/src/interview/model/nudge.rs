//! A reply that cannot be used is sent back with what is wrong about it, a few times.

use domain::{
    interview::EngineFault,
    models::{LanguageModel, ModelFault, ModelReply, ModelRequest, ModelTurn},
    runs::{Judged, Spending},
};

/// After so many the built-in engine answers.
pub(crate) const NUDGES: usize = 3;
/// How much of a bad reply is shown to the model again, in characters.
const SHOWN: usize = 4_000;

/// Asks until the reply can be read.
///
/// # Errors
/// The model's fault, or that even the last reply could not be read.
pub(crate) async fn ask<T>(
    model: &dyn LanguageModel,
    mut request: ModelRequest,
    mut read: impl FnMut(&str) -> Result<T, String>,
) -> Result<T, EngineFault> {
    let mut nudged = 0;
    loop {
        let (said, fault) = match model.ask(request.clone(), None).await {
            Ok(reply) => match read(&reply.text) {
                Ok(answer) => return Ok(answer),
                Err(why) => (Some(reply.text), ModelFault::Malformed(why)),
            },
            Err(fault) => (None, fault),
        };
        again(&mut request, said.as_deref(), fault, &mut nudged)?;
    }
}

/// Asks until the reply can be read, and counts what that took.
pub(crate) async fn judge<T>(
    model: &dyn LanguageModel,
    mut request: ModelRequest,
    read: impl Fn(&str) -> Result<T, String>,
) -> Judged<T> {
    let (mut spending, mut nudged, mut reply) = (Spending::nothing(), 0, String::new());
    let result = loop {
        let fault = match model.ask(request.clone(), None).await {
            Ok(answer) => {
                spending.add(spending_of(&answer));
                reply = answer.text;
                match read(&reply) {
                    Ok(found) => break Ok(found),
                    Err(why) => ModelFault::Malformed(why),
                }
            }
            Err(fault) => {
                spending.add(count_wasted(&fault));
                fault
            }
        };
        let seen = matches!(fault, ModelFault::Malformed(_)).then_some(reply.as_str());
        if let Err(fault) = again(&mut request, seen, fault, &mut nudged) {
            break Err(fault);
        }
    };
    Judged { result, reply, spending }
}

/// Asks once. A reply that cannot be read is a fault, and what it took is counted all the same.
pub(crate) async fn judge_once<T>(
    model: &dyn LanguageModel,
    request: ModelRequest,
    read: impl Fn(&str) -> Result<T, String>,
) -> Judged<T> {
    match model.ask(request, None).await {
        Ok(answer) => {
            let (result, spending) = (read(&answer.text).map_err(EngineFault::Malformed), spending_of(&answer));
            Judged { result, reply: answer.text, spending }
        }
        Err(fault) => {
            let spending = count_wasted(&fault);
            let fault = match fault {
                ModelFault::Malformed(why) => EngineFault::Malformed(why),
                fault => fault.into(),
            };
            Judged { result: Err(fault), reply: String::new(), spending }
        }
    }
}

pub(crate) fn spending_of(answer: &ModelReply) -> Spending {
    Spending {
        input_tokens: answer.usage.input,
        output_tokens: answer.usage.output,
        usd: answer.cost.map(|cost| cost.in_dollars()),
    }
}

/// What a call took that came to nothing.
pub(crate) fn count_wasted(fault: &ModelFault) -> Spending {
    match fault {
        ModelFault::Truncated { usage, cost } => {
            Spending { input_tokens: usage.input, output_tokens: usage.output, usd: cost.map(|cost| cost.in_dollars()) }
        }
        _ => Spending::nothing(),
    }
}

/// Adds what is wrong to the request; the fault itself where a nudge is of no use or there were enough of them.
pub(crate) fn again(
    request: &mut ModelRequest,
    said: Option<&str>,
    fault: ModelFault,
    nudged: &mut usize,
) -> Result<(), EngineFault> {
    let why = match &fault {
        ModelFault::Malformed(why) => why.clone(),
        ModelFault::Truncated { .. } => "it was longer than permitted and was cut off; be much shorter".to_owned(),
        _ => return Err(fault.into()),
    };
    if *nudged == NUDGES {
        return Err(fault.into());
    }
    *nudged += 1;
    metrics::counter!("discovery_model_nudges", "task" => request.caller.task.name()).increment(1);
    tracing::debug!(task = request.caller.task.name(), why, "a model's reply is sent back");
    let form = if request.schema.is_some() { "one JSON object of the schema" } else { "plain sentences" };
    let why: String = why.chars().take(500).collect();
    let nudge = format!("Your reply could not be used: {why}. Reply again, with {form} and nothing else.");
    match said.filter(|said| !said.trim().is_empty()) {
        Some(said) => {
            request.turns.push(ModelTurn::model(said.chars().take(SHOWN).collect::<String>()));
            request.turns.push(ModelTurn::user(nudge));
        }
        // Speakers take turns: without a reply it goes to the end of what was asked.
        None => match request.turns.last_mut() {
            Some(last) => {
                last.text.push_str("\n\n");
                last.text.push_str(&nudge);
            }
            None => request.turns.push(ModelTurn::user(nudge)),
        },
    }
    Ok(())
}
