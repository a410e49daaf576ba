//! Questions about data: one guarded query by `domain::tools::planner`, with the figure or the rows as the premise.

use domain::{
    ask::{AnswerTemplate, Draft, Material, NodeDraft, NodeFrom, Pick, Planned},
    tools::planner::{self, Answers, Plan, Unplanned},
};
use protocol::ask::{AskPlan, Clarification, DiscoveredContext, ModeChoice, PlanStep, PlanSteps, StepAction};

/// None where the question is not read as one about data.
pub(super) fn plan(material: &Material<'_>, choice: ModeChoice) -> Option<Planned> {
    match planner::plan(material.question, None, material.places) {
        Ok(plan) => Some(Planned::Draft(choice, Box::new(draft(&plan)))),
        Err(Unplanned::Unclear(text)) if material.clarified.is_empty() => {
            let question = Clarification { text, ..Clarification::default() };
            Some(Planned::Unclear(choice, vec![question]))
        }
        Err(_) => None,
    }
}

fn draft(plan: &Plan) -> Draft {
    let databases: Vec<String> = plan.tables.iter().filter_map(|table| Some(table.split_once('.')?.0.to_owned())).collect();
    let mut step = PlanStep {
        number: 1,
        goal: plan.reading.clone(),
        databases,
        tables: plan.tables.clone(),
        inputs: Vec::new(),
        depends_on: Vec::new(),
        action: StepAction::Query { sql: plan.sql.clone() },
    };
    step.databases.dedup();
    let is_figure = plan.answers == Answers::Figure;
    let pick = if is_figure { Pick::Cell { row: 0, column: 0 } } else { Pick::Table };
    let node = NodeDraft {
        id: "P1".to_owned(),
        name: plan.reading.clone(),
        from: NodeFrom::Step { number: 1, pick },
        confidence: plan.confidence,
    };
    let reading = capitalize(&plan.reading);
    let text = if is_figure { format!("{reading}: {{P1}}.") } else { format!("{reading}: {{rows}} rows.") };
    Draft {
        plan: AskPlan {
            reasoning: format!("The question is read as: {}.", plan.reading),
            discovered_context: DiscoveredContext { tables: plan.tables.clone(), ..DiscoveredContext::default() },
            plan: PlanSteps { steps: vec![step] },
        },
        nodes: vec![node],
        answer: AnswerTemplate { text, refuted: String::new(), nothing: format!("{reading}: nothing matches.") },
        answer_step: Some(1),
        reading: plan.reading.clone(),
        confidence: plan.confidence,
        ..Draft::default()
    }
}

fn capitalize(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default()
}
