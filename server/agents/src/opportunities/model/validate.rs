//! A receiver's verdict about its input: one call for all items (seed 003, Agent Methods).

use super::{
    ModelAgents,
    batch::{entries, find_item, line, name_item, speak_of_items},
    material::{item_material, show_brief, show_context, show_solution, show_spec, to_ground},
    nothing,
    sheet::Sheet,
};
use crate::interview::model::form;
use domain::{
    opportunities::{Client, Context, Ground, ItemRejection, Verdict, blank},
    runs::Judged,
};
use protocol::opportunities::{Boundary, Check, Opportunity};
use serde::Deserialize;
use serde_json::{Map, Value, json};

const LONGEST: usize = 500;
/// Findings of an item that are named.
const MOST_TITLES: usize = 6;

#[derive(Deserialize)]
struct RejectionAnswer {
    /// Text, or a bare number.
    item_id: Value,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    suggestion: Option<String>,
    /// Values and not checks: an unknown one is left out, the rest still counts.
    #[serde(default)]
    checks: Vec<Value>,
}

pub(super) async fn validate(
    agents: &ModelAgents,
    client: Client,
    boundary: Boundary,
    items: &[Opportunity],
    context: &Context,
) -> Judged<Verdict> {
    if items.is_empty() {
        return nothing();
    }
    let mut data = show_context(context);
    data["items"] = items.iter().enumerate().map(|(at, item)| show_item(boundary, at, item, context)).collect();
    agents.judge_once(client, Sheet::validate(boundary), &data, |reply| read(reply, items, context)).await
}

fn show_item(boundary: Boundary, at: usize, item: &Opportunity, context: &Context) -> Value {
    let mut shown = json!({"item_id": name_item(at), "affected_area": item.brief.affected_area});
    match boundary {
        Boundary::BriefToSolution => {
            let titles: Vec<&str> =
                context.findings_of(&item.brief).map(|finding| finding.title.as_str()).take(MOST_TITLES).collect();
            shown["brief"] = show_brief(&item.brief, context);
            // All items have to fit into the one call.
            shown["brief"]["findings"] = json!(titles);
        }
        Boundary::SolutionToSpec => {
            shown["brief"] = json!({"problem_statement": item.brief.problem_statement});
            shown["solution"] = item.solution.as_ref().map(show_solution).into();
        }
        Boundary::SpecToRank => {
            shown["opportunity_id"] = item.id.to_string().into();
            shown["solution"] = item.solution.as_ref().map(show_solution).into();
            shown["specification"] = item.spec.as_ref().map(show_spec).into();
        }
    }
    shown
}

/// Entries that cannot be read mention nothing; whatever is not mentioned is accepted by whoever asked.
///
/// # Errors
/// There are no lists, or no rejection of several can be read.
fn read(reply: &str, items: &[Opportunity], context: &Context) -> Result<Verdict, String> {
    let rejected = entries(reply, "rejected")?;
    let mut answer: Map<String, Value> = form::parse(reply)?;
    let accepted = answer.remove("accepted").unwrap_or_default();
    let readable: Vec<ItemRejection> =
        rejected.iter().filter_map(|entry| to_rejection(RejectionAnswer::deserialize(entry).ok()?, items, context)).collect();
    if readable.is_empty() && !rejected.is_empty() {
        return Err("no rejection names an item".to_owned());
    }
    let accepted = accepted.as_array().into_iter().flatten().filter_map(|name| to_id(name, items)).collect();
    Ok(Verdict { accepted, rejected: readable })
}

fn to_rejection(answer: RejectionAnswer, items: &[Opportunity], context: &Context) -> Option<ItemRejection> {
    let id = to_id(&answer.item_id, items)?;
    let is_named =
        |item: &&Opportunity| item.id.to_string() == id || item.brief.affected_area.trim().eq_ignore_ascii_case(id.trim());
    let material: Vec<String> = items.iter().filter(is_named).flat_map(|item| item_material(item, context)).collect();
    let ground = to_ground(&material);
    let words = |text: &str| drop_invented(&line(&speak_of_items(text, items), LONGEST), &ground);
    Some(ItemRejection {
        item: id,
        reason: words(&answer.reason),
        suggestion: words(answer.suggestion.as_deref().unwrap_or_default()),
        checks: answer.checks.into_iter().filter_map(|check| serde_json::from_value::<Check>(check).ok()).collect(),
    })
}

/// The item's own id; anything else as the model wrote it.
fn to_id(name: &Value, items: &[Opportunity]) -> Option<String> {
    let name = match name {
        Value::String(name) => name.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    Some(find_item(items, &name).map_or(name, |item| item.id.to_string()))
}

/// A sentence without the numbers that the item lacks: it becomes a warning, which later agents and people take for found. Nothing,
/// where they cannot be told from the rest.
fn drop_invented(text: &str, ground: &Ground) -> String {
    let kept = blank(text, &ground.invented_numbers(text));
    if ground.invented_numbers(&kept).is_empty() { kept } else { String::new() }
}
