//! The engine with a language model for asks (seed 004, Integration with Planner): it looks things up with tools, round by round, and
//! then plans. What is wrong about a plan is sent back with the reason; numbers and quotes of a wording that the proof lacks too.

mod reply;
#[cfg(test)]
mod tests;
mod wording;

use crate::{
    interview::model::{
        fence::{RULE, fence},
        nudge,
    },
    queries,
};
use async_trait::async_trait;
use domain::{
    ask::{
        AskAnalyst, Client, Discovered, Move, PlanningGoal, Round, ToolAnswer, WordingGoal, ask_left_out, check_plan,
        find_left_out,
    },
    interview::EngineFault,
    models::{
        Caller, LanguageModel, ModelFault, ModelRequest, ModelTurn, ReplySchema, Strength, Task, ToolCall, ToolResult, ToolSpec,
    },
    runs::{Broken, Judged, Spending},
    tools::registry::{Group, TOOLS, Tool},
};
use protocol::{TenantId, ask::AskMode};
use serde_json::{Value, json};
use std::sync::Arc;

/// What is planned wrongly costs more than a strong model.
const STRENGTH: Strength = Strength::Strong;
const PLAN: &str = include_str!("plan.md");
const PLAN_TOKENS: u32 = 8_000;
/// Rounds with tools before it has to plan with what it knows.
pub const MOST_ROUNDS: usize = 12;
/// Calls of one round.
const MOST_CALLS: usize = 8;
/// Characters of all tools' answers that are shown again; of older ones the beginning.
const SHOWN: usize = 120_000;
const SHORTENED: usize = 600;
/// Known facts that are told.
const MOST_FACTS: usize = 60;
/// Tools that change something, or that only a person needs.
const LEFT_OUT: [&str; 4] = ["add_fact", "extract_facts_from_text", "get_unresolved_facts", "list_api_operations"];

/// Plans and words with whatever model each tenant chose.
pub struct ModelPlanner {
    model: Arc<dyn LanguageModel>,
}

impl ModelPlanner {
    #[must_use]
    pub fn new(model: Arc<dyn LanguageModel>) -> Self {
        Self { model }
    }
}

#[async_trait]
impl AskAnalyst for ModelPlanner {
    async fn engine(&self, tenant: TenantId) -> Result<Option<String>, EngineFault> {
        Ok(self.model.chosen(tenant, STRENGTH).await?.map(|name| name.to_string()))
    }

    async fn plan(&self, client: Client, goal: &PlanningGoal<'_>, rounds: &[Round]) -> Judged<Move> {
        let mut request = planning(client, goal, rounds);
        let question = goal.material.question;
        let discovered = Discovered::from_rounds(rounds, goal.prompt).with_facts(goal.material.facts);
        // What it still names without having looked it up is left out in the end; steps that read it are not.
        let read = |text: &str, is_last: bool| {
            let mut planned = reply::read(text, goal.material)?;
            let Move::Plan(draft) = &mut planned else { return Ok(planned) };
            if is_last {
                discovered.keep_known(&mut draft.plan.discovered_context, question);
            }
            let mut faults = check_plan(draft, goal.mode.mode, &discovered, question);
            let left_out = if goal.mode.mode == AskMode::Knowledge {
                Vec::new()
            } else {
                find_left_out(draft, goal.material.question, goal.material.clarified)
            };
            if faults.is_empty() && is_last && !left_out.is_empty() {
                return Ok(Move::Unclear(vec![ask_left_out(&left_out, &draft.reading)]));
            }
            faults.extend(left_out.iter().map(|word| format!("no part of the plan uses “{word}”, which the question has")));
            if faults.is_empty() { Ok(planned) } else { Err(faults.join("; ")) }
        };
        let may_call = rounds.len() < MOST_ROUNDS;
        let (mut spending, mut nudged, mut said) = (Spending::nothing(), 0, String::new());
        let result = loop {
            let (seen, fault) = match self.model.ask(request.clone(), None).await {
                Ok(answer) => {
                    spending.add(nudge::spending_of(&answer));
                    said.clone_from(&answer.text);
                    if !answer.calls.is_empty() && may_call {
                        let calls = answer.calls.into_iter().take(MOST_CALLS).collect();
                        break Ok(Move::Call { text: answer.text, calls });
                    }
                    match read(&answer.text, nudged == nudge::NUDGES) {
                        Ok(planned) => break Ok(planned),
                        Err(_) if !answer.calls.is_empty() => {
                            break Err(EngineFault::Malformed("it looked things up without end and made no plan".to_owned()));
                        }
                        Err(why) => (Some(answer.text), ModelFault::Malformed(why)),
                    }
                }
                Err(fault) => {
                    spending.add(nudge::count_wasted(&fault));
                    (None, fault)
                }
            };
            if let Err(fault) = nudge::again(&mut request, seen.as_deref(), fault, &mut nudged) {
                break Err(fault);
            }
        };
        Judged { result, reply: said, spending }
    }

    async fn mend_query(&self, client: Client, broken: &Broken<'_>) -> Judged<String> {
        let caller = Caller { tenant: client.tenant, subject: client.subject, task: Task::MendQuery };
        let Judged { result, reply, spending } = queries::mend(self.model.as_ref(), caller, STRENGTH, broken).await;
        // It reads what the plan was checked for, and nothing else.
        let result = result.and_then(|mended| match reply::find_unknown_table(&mended, broken.sql, broken.schema) {
            Some(table) => Err(EngineFault::Malformed(format!("the mended query reads {table}, which the step does not"))),
            None => Ok(mended),
        });
        Judged { result, reply, spending }
    }

    async fn word(&self, client: Client, goal: &WordingGoal<'_>) -> Judged<String> {
        wording::word(self, client, goal).await
    }
}

/// The question with all that is known of it, then every round so far.
fn planning(client: Client, goal: &PlanningGoal<'_>, rounds: &[Round]) -> ModelRequest {
    let mut turns = vec![ModelTurn::user(question(goal).to_string())];
    let sizes: Vec<usize> = rounds.iter().map(|round| round.answers.iter().map(|one| one.answer.len()).sum()).collect();
    for (at, round) in rounds.iter().enumerate() {
        let is_old = sizes[at..].iter().sum::<usize>() > SHOWN;
        turns.push(ModelTurn::called(round.text.as_str(), round.answers.iter().map(call).collect()));
        turns.push(ModelTurn::answered(round.answers.iter().map(|one| result(one, is_old)).collect()));
    }
    if rounds.len() >= MOST_ROUNDS
        && let Some(last) = turns.last_mut()
    {
        "You have looked up enough. Reply with the plan now, from what you know.".clone_into(&mut last.text);
    }
    ModelRequest {
        caller: Caller { tenant: client.tenant, subject: client.subject, task: Task::PlanAsk },
        strength: STRENGTH,
        system: format!("{}\n\n{PLAN}\n{RULE}", goal.prompt),
        turns,
        tools: if goal.with_tools { tools(goal.mode.mode) } else { Vec::new() },
        // Not every provider takes tools beside a form.
        schema: (!goal.with_tools).then(|| ReplySchema { name: "plan", schema: reply::schema() }),
        max_tokens: PLAN_TOKENS,
    }
}

fn question(goal: &PlanningGoal<'_>) -> Value {
    let material = goal.material;
    let fact = |fact: &domain::ask::KnownFact| json!({"name": fact.name, "value": fact.value, "source": fact.source});
    let facts: Vec<Value> = material.facts.iter().rev().take(MOST_FACTS).map(fact).collect();
    let clarified = material.clarified.iter();
    let clarified: Vec<Value> =
        clarified.map(|(question, answer)| json!({"question": question.text, "answer": answer.value})).collect();
    let mut told = json!({
        "question": material.question, "mode": goal.mode.mode, "mode_because": goal.mode.why, "today": day(material.now),
        "known_facts": facts,
    });
    if !clarified.is_empty() {
        told["you_asked"] = clarified.into();
    }
    if !material.values.is_empty() {
        told["values_to_use"] = Value::Object(material.values.clone());
    }
    if let Some(earlier) = material.earlier {
        let steps: Vec<Value> = earlier.draft.plan.plan.steps.iter().map(|step| json!(step)).collect();
        told["question_before"] = json!({
            "question": earlier.question, "read_as": earlier.draft.reading, "answer": earlier.answer, "steps": steps,
            "tables": earlier.draft.plan.discovered_context.tables,
        });
    }
    told
}

fn day(now: protocol::Timestamp) -> String {
    jiff::Timestamp::from_microsecond(now.0).map(|at| at.strftime("%Y-%m-%d").to_string()).unwrap_or_default()
}

/// What a plan may be made with: without data where the question is answered without.
fn tools(mode: AskMode) -> Vec<ToolSpec> {
    let fits = |tool: &&Tool| {
        let without_data = matches!(tool.group, Group::Documents | Group::Skills) || tool.name == "list_known_facts";
        !LEFT_OUT.contains(&tool.name) && (mode != AskMode::Knowledge || without_data)
    };
    let spec = |tool: &Tool| ToolSpec {
        name: tool.name.to_owned(),
        description: tool.description.to_owned(),
        schema: tool.input_schema(),
    };
    TOOLS.iter().filter(fits).map(spec).collect()
}

fn call(answer: &ToolAnswer) -> ToolCall {
    ToolCall {
        id: answer.call_id.clone(),
        name: answer.tool.clone(),
        arguments: answer.arguments.clone(),
        signatures: answer.signatures.clone(),
    }
}

fn result(answer: &ToolAnswer, shortened: bool) -> ToolResult {
    let most = if shortened { SHORTENED } else { usize::MAX };
    let found: String = answer.answer.chars().take(most).collect();
    let mut text = String::new();
    fence(&mut text, if answer.failed { "it failed" } else { "tool result" }, &found);
    ToolResult { id: answer.call_id.clone(), name: answer.tool.clone(), text }
}
