//! The order in which opportunities should be done. A model proposes it; the score is the built-in engine's, so that the ranks of both
//! can be compared.

use super::{
    ModelAgents,
    answer::RankAnswer,
    batch::{Batch, expect_grounded, find_item, lines, name_item, require, speak_of_items},
    material::{item_material, show_history, show_spec, to_ground},
    nothing,
    sheet::Sheet,
};
use crate::opportunities::rules::BuiltInAgents;
use domain::{
    opportunities::{Client, Context, Ground, OpportunityRules as _},
    runs::Judged,
};
use protocol::{
    OpportunityId,
    opportunities::{Opportunity, Rank},
};
use serde_json::{Value, json};
use std::collections::HashMap;

pub(super) async fn rank(
    agents: &ModelAgents,
    client: Client,
    items: &[Opportunity],
    context: &Context,
) -> Judged<Vec<(OpportunityId, Rank)>> {
    if items.is_empty() {
        return nothing();
    }
    let mut data = show_history(context);
    data["items"] = items.iter().enumerate().map(|(at, item)| show_item(at, item, context)).collect();
    // A rationale compares.
    let ground = to_ground(&items.iter().flat_map(|item| rank_material(item, context)).collect::<Vec<_>>());
    let scores: HashMap<OpportunityId, f64> =
        BuiltInAgents.rank(items, context).into_iter().map(|(id, rank)| (id, rank.score)).collect();
    let batch = Batch::new(items);
    let read = move |reply: &str| {
        let ranking = batch.read(reply, "ranking", |item, entry| {
            let rank = read_rank(entry, items, &ground)?;
            Ok(Rank { score: scores.get(&item.id).copied().unwrap_or_default(), ..rank })
        })?;
        Ok(settle(ranking))
    };
    agents.judge(client, Sheet::rank(), &data, read).await
}

fn show_item(at: usize, item: &Opportunity, context: &Context) -> Value {
    json!({
        "item_id": name_item(at),
        "affected_area": item.brief.affected_area,
        "problem_statement": item.brief.problem_statement,
        "proposed_solution": item.solution.as_ref().map(|solution| &solution.proposed_solution),
        "feasibility": item.feasibility,
        "specification": item.spec.as_ref().map(show_spec),
        "impact": impact(item, context),
        "confidence": confidence(item),
        "guidance": item.guidance,
        "warnings": item.warnings().collect::<Vec<_>>(),
    })
}

fn rank_material(item: &Opportunity, context: &Context) -> Vec<String> {
    let mut material = item_material(item, context);
    material.extend([impact(item, context), confidence(item)].into_iter().flatten().map(|one| one.to_string()));
    material.extend(item.warnings().cloned());
    material
}

/// # Errors
/// In words for the model.
fn read_rank(entry: Value, items: &[Opportunity], ground: &Ground) -> Result<Rank, String> {
    let answer: RankAnswer = serde_json::from_value(entry).map_err(|fault| fault.to_string())?;
    let words = |text: &String| speak_of_items(text, items);
    let rationale = require(&words(&answer.rationale), "rationale")?;
    let flags = lines(&answer.flags.iter().map(words).collect::<Vec<_>>());
    expect_grounded(&flags.iter().chain([&rationale]).map(String::as_str).collect::<Vec<_>>(), ground)?;
    let dependencies = answer.dependencies.iter().filter_map(|name| find_item(items, name)).map(|other| other.id).collect();
    Ok(Rank { rank: 0, rationale, dependencies, flags, score: 0.0 })
}

/// Numbers them. What an item depends on stands before it, or it could not be built before it: so there are no circles either.
fn settle(mut ranking: Vec<(OpportunityId, Rank)>) -> Vec<(OpportunityId, Rank)> {
    let mut before: Vec<OpportunityId> = Vec::new();
    for ((id, rank), number) in ranking.iter_mut().zip(1..) {
        rank.rank = number;
        rank.dependencies.retain(|other| before.contains(other));
        rank.dependencies.sort_unstable();
        rank.dependencies.dedup();
        before.push(*id);
    }
    ranking
}

/// Of the finding that matters most, as far as one says so.
fn impact(item: &Opportunity, context: &Context) -> Option<f64> {
    context.findings_of(&item.brief).filter_map(|finding| finding.impact).reduce(f64::max)
}

/// Of its evidence, on average, to two decimals.
fn confidence(item: &Opportunity) -> Option<f64> {
    let count = u32::try_from(item.brief.evidence.len()).ok().filter(|count| *count > 0)?;
    let sum: f64 = item.brief.evidence.iter().map(|one| one.confidence).sum();
    Some((sum / f64::from(count) * 100.0).round() / 100.0)
}
