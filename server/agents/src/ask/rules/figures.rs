//! Questions about data: one guarded query by `domain::tools::planner`, with the figure or the rows as the premise.

use domain::{
    ask::{AnswerTemplate, Draft, Material, NodeDraft, NodeFrom, Pick, Planned, chosen_value},
    tools::planner::{self, Answers, Place, Plan, Unplanned},
};
use protocol::ask::{AskPlan, Clarification, ClarifyOption, DiscoveredContext, ModeChoice, PlanStep, PlanSteps, StepAction};

/// Columns that say what a table is about.
const COLUMNS: usize = 6;

/// None where the question is not read as one about data.
pub(super) fn plan(material: &Material<'_>, choice: ModeChoice) -> Option<Planned> {
    let (question, places) = narrow(material);
    match planner::plan(&question, None, &places) {
        Ok(plan) => Some(Planned::Draft(choice, Box::new(draft(&plan)))),
        Err(Unplanned::Unclear(text)) if material.clarified.is_empty() => {
            let options = options_in(&text, material.places);
            let question = Clarification { text, options, ..Clarification::default() };
            Some(Planned::Unclear(choice, vec![question]))
        }
        Err(_) => None,
    }
}

/// The question as it was made clearer: an answer that names tables leaves those, any other one is said beside the question.
fn narrow<'a>(material: &Material<'a>) -> (String, Vec<Place<'a>>) {
    let (mut question, mut places) = (material.question.to_owned(), material.places.to_vec());
    for (asked_back, answer) in material.clarified {
        let value = chosen_value(asked_back, answer).to_lowercase();
        let named: Vec<Place<'a>> = places.iter().filter(|place| value.contains(&name_of(place))).copied().collect();
        if named.is_empty() {
            question = format!("{} {value}", question.trim_end_matches(['?', '.', '!', ' ']));
        } else {
            places = named;
        }
    }
    (question, places)
}

/// `database.table` in small letters.
fn name_of(place: &Place<'_>) -> String {
    format!("{}.{}", place.database, place.table.name).to_lowercase()
}

/// The tables between which the planner cannot choose.
fn options_in(text: &str, places: &[Place<'_>]) -> Vec<ClarifyOption> {
    let lower = text.to_lowercase();
    let named = places.iter().filter(|place| lower.contains(&name_of(place)));
    let option = |place: &Place<'_>| {
        let columns: Vec<&str> = place.table.columns.iter().take(COLUMNS).map(|column| column.name.as_str()).collect();
        let value = format!("{}.{}", place.database, place.table.name);
        ClarifyOption { label: value.clone(), value, meaning: format!("it has {}", columns.join(", ")) }
    };
    let options: Vec<ClarifyOption> = named.map(option).collect();
    if options.len() > 1 { options } else { Vec::new() }
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
