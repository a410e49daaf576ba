//! Solutions for briefs.

use super::{
    ModelAgents,
    answer::SolutionAnswer,
    batch::{Batch, expect_grounded, line, name_item, require},
    material::{item_material, show_brief, show_history, show_solution, to_ground},
    nothing,
    sheet::Sheet,
};
use domain::{
    opportunities::{Client, Context, Ground},
    runs::Judged,
};
use protocol::{
    OpportunityId,
    opportunities::{Metric, Opportunity, Solution},
};
use serde_json::{Value, json};

const MOST_METRICS: usize = 6;
/// Of a baseline or a target, in characters.
const LONGEST_FIGURE: usize = 120;

pub(super) async fn design(
    agents: &ModelAgents,
    client: Client,
    items: &[Opportunity],
    context: &Context,
) -> Judged<Vec<(OpportunityId, Solution)>> {
    if items.is_empty() {
        return nothing();
    }
    let mut data = show_history(context);
    data["items"] = items.iter().enumerate().map(|(at, item)| show_item(at, item, context)).collect();
    let batch = Batch::new(items);
    let read = move |reply: &str| {
        batch.read(reply, "solutions", |item, entry| read_solution(entry, &to_ground(&item_material(item, context))))
    };
    agents.judge(client, Sheet::design(), &data, read).await
}

fn show_item(at: usize, item: &Opportunity, context: &Context) -> Value {
    json!({
        "item_id": name_item(at),
        "brief": show_brief(&item.brief, context),
        "guidance": item.guidance,
        "earlier": item.solution.as_ref().map(show_solution),
    })
}

/// # Errors
/// In words for the model.
pub(super) fn read_solution(entry: Value, ground: &Ground) -> Result<Solution, String> {
    let answer: SolutionAnswer = serde_json::from_value(entry).map_err(|fault| fault.to_string())?;
    let solution = Solution {
        proposed_solution: require(&answer.proposed_solution, "proposed_solution")?,
        experiment_plan: require(&answer.experiment_plan, "experiment_plan")?,
        success_metrics: answer.success_metrics.iter().filter_map(read_metric).take(MOST_METRICS).collect(),
        build_experiment_decision: require(&answer.build_experiment_decision, "build_experiment_decision")?,
        validation_warnings: Vec::new(),
    };
    if solution.success_metrics.is_empty() {
        return Err("`success_metrics` is empty".to_owned());
    }
    let mut texts: Vec<&str> = vec![&solution.proposed_solution, &solution.experiment_plan, &solution.build_experiment_decision];
    let metrics = &solution.success_metrics;
    texts.extend(metrics.iter().flat_map(|one| [Some(one.metric.as_str()), one.baseline.as_deref()]).flatten());
    expect_grounded(&texts, ground)?;
    // A target is a proposal: its number may be new, names may not.
    let targets: Vec<String> = metrics.iter().filter_map(|one| Some(without_digits(one.target.as_deref()?))).collect();
    expect_grounded(&targets.iter().map(String::as_str).collect::<Vec<_>>(), ground)?;
    Ok(solution)
}

fn read_metric(metric: &Metric) -> Option<Metric> {
    let figure = |text: &Option<String>| text.as_deref().map(|text| line(text, LONGEST_FIGURE)).filter(|text| !text.is_empty());
    let name = line(&metric.metric, LONGEST_FIGURE);
    (!name.is_empty()).then(|| Metric { metric: name, baseline: figure(&metric.baseline), target: figure(&metric.target) })
}

fn without_digits(text: &str) -> String {
    text.replace(|sign: char| sign.is_ascii_digit(), " ")
}
