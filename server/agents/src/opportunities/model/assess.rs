//! Whether solutions can be built, and how.

use super::{
    ModelAgents,
    answer::{AssessmentAnswer, SpecAnswer},
    batch::{Batch, expect_grounded, lines, name_item, require, require_lines},
    material::{item_material, show_brief, show_history, show_solution, show_spec, to_ground},
    nothing,
    sheet::Sheet,
};
use domain::{
    opportunities::{Client, Context, Ground},
    runs::Judged,
};
use protocol::{
    OpportunityId,
    opportunities::{Effort, Feasibility, Opportunity, Risk, Spec},
};
use serde::Deserialize as _;
use serde_json::{Value, json};

const MOST_RISKS: usize = 8;
/// Nobody plans further.
const MOST_DAYS: f64 = 2_000.0;

pub(super) async fn assess(
    agents: &ModelAgents,
    client: Client,
    items: &[Opportunity],
    context: &Context,
) -> Judged<Vec<(OpportunityId, Feasibility, Option<Spec>)>> {
    if items.is_empty() {
        return nothing();
    }
    let mut data = show_history(context);
    data["items"] = items.iter().enumerate().map(|(at, item)| show_item(at, item, context)).collect();
    let batch = Batch::new(items);
    let read = move |reply: &str| {
        let found = batch
            .read(reply, "assessments", |item, entry| read_assessment(entry, item, &to_ground(&item_material(item, context))))?;
        Ok(found.into_iter().map(|(id, (feasibility, spec))| (id, feasibility, spec)).collect())
    };
    agents.judge(client, Sheet::assess(), &data, read).await
}

fn show_item(at: usize, item: &Opportunity, context: &Context) -> Value {
    json!({
        "item_id": name_item(at),
        "brief": show_brief(&item.brief, context),
        "solution": item.solution.as_ref().map(show_solution),
        "guidance": item.guidance,
        "earlier": item.spec.as_ref().map(show_spec),
    })
}

/// # Errors
/// In words for the model.
fn read_assessment(entry: Value, item: &Opportunity, ground: &Ground) -> Result<(Feasibility, Option<Spec>), String> {
    let answer = AssessmentAnswer::deserialize(&entry).map_err(|fault| fault.to_string())?;
    let reasoning = require(&answer.reasoning, "reasoning")?;
    let constraints = require_lines(&answer.constraints, "constraints")?;
    let texts: Vec<&str> = constraints.iter().chain([&reasoning]).map(String::as_str).collect();
    expect_grounded(&texts, ground)?;
    let spec = if answer.feasible { Some(read_spec(entry, item, ground)?) } else { None };
    Ok((Feasibility { feasible: answer.feasible, constraints, reasoning }, spec))
}

/// # Errors
/// In words for the model.
pub(super) fn read_spec(entry: Value, item: &Opportunity, ground: &Ground) -> Result<Spec, String> {
    let answer: SpecAnswer = serde_json::from_value(entry).map_err(|fault| fault.to_string())?;
    let risks = answer.risks.iter().filter_map(read_risk).take(MOST_RISKS).collect::<Vec<_>>();
    if risks.is_empty() {
        return Err("`risks` has none with a mitigation".to_owned());
    }
    let spec = Spec {
        opportunity_id: item.id.to_string(),
        approach: require(&answer.approach, "approach")?,
        effort_estimate: read_effort(answer.effort_low_days, answer.effort_high_days)?,
        dependencies: lines(&answer.dependencies),
        constraints: require_lines(&answer.constraints, "constraints")?,
        risks,
        acceptance_criteria: require_lines(&answer.acceptance_criteria, "acceptance_criteria")?,
        validation_warnings: Vec::new(),
    };
    let mut texts: Vec<&str> = vec![&spec.approach];
    texts.extend([&spec.dependencies, &spec.constraints, &spec.acceptance_criteria].into_iter().flatten().map(String::as_str));
    texts.extend(spec.risks.iter().flat_map(|risk| [risk.description.as_str(), risk.mitigation.as_str()]));
    expect_grounded(&texts, ground)?;
    Ok(spec)
}

fn read_risk(risk: &Risk) -> Option<Risk> {
    let text = |text: &str| require(text, "risk").ok();
    Some(Risk { description: text(&risk.description)?, severity: risk.severity, mitigation: text(&risk.mitigation)? })
}

fn read_effort(one: f64, other: f64) -> Result<Effort, String> {
    let (low_days, high_days) = (one.min(other), one.max(other));
    let is_possible =
        low_days.is_finite() && high_days.is_finite() && low_days >= 0.0 && high_days > 0.0 && high_days <= MOST_DAYS;
    if is_possible { Ok(Effort { low_days, high_days }) } else { Err("the effort is no range of days".to_owned()) }
}
