//! An answer in a model's words: nothing in them that the proof does not hold.

use super::{ModelPlanner, STRENGTH};
use crate::interview::model::nudge;
use domain::{
    ask::{Client, WordingGoal, unproven},
    models::{Caller, ModelRequest, ModelTurn, Task},
    runs::Judged,
};
use serde_json::{Value, json};

const SYSTEM: &str = include_str!("word.md");
const TOKENS: u32 = 1_000;
const LONGEST: usize = 1_500;
/// Rows of the answer's table that it is shown.
const ROWS: usize = 20;
/// What plain sentences do not hold.
const MARKS: [&str; 6] = ["```", "](", "](http", "<script", "| ---", "{\""];

pub(super) async fn word(planner: &ModelPlanner, client: Client, goal: &WordingGoal<'_>) -> Judged<String> {
    let answer = goal.answer;
    let value = |node: &protocol::ask::ProofNode| json!({"name": node.name, "value": node.value, "source": node.source});
    let values: Vec<Value> = answer.premises.iter().chain(&answer.inferences).map(value).collect();
    let table = answer.tables.last().map(|table| {
        json!({"columns": table.columns, "rows": table.rows.iter().take(ROWS).collect::<Vec<_>>(), "row_count": table.row_count})
    });
    let text = json!({
        "question": goal.question, "first_wording": answer.text, "values": values, "table": table,
        "assumptions": answer.assumptions.iter().map(|one| &one.text).collect::<Vec<_>>(), "warnings": answer.warnings,
    });
    let request = ModelRequest {
        caller: Caller { tenant: client.tenant, subject: client.subject, task: Task::WordAnswer },
        strength: STRENGTH,
        system: SYSTEM.to_owned(),
        turns: vec![ModelTurn::user(text.to_string())],
        tools: Vec::new(),
        schema: None,
        max_tokens: TOKENS,
    };
    let read = |text: &str| {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST {
            return Err(format!("it needs one to four sentences of together at most {LONGEST} characters"));
        }
        if text.starts_with('{') || MARKS.iter().any(|mark| text.contains(mark)) {
            return Err("it is to be plain sentences".to_owned());
        }
        let missing = unproven(text, answer, goal.question);
        if missing.is_empty() { Ok(text.to_owned()) } else { Err(format!("nothing proves {}", missing.join(", "))) }
    };
    nudge::judge(planner.model.as_ref(), request, read).await
}
