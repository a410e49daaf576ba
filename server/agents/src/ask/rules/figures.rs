//! Questions about data: one guarded query by `domain::tools::planner`, with the figure or the rows as the premise.

use domain::{
    ask::{AnswerTemplate, Draft, Material, NodeDraft, NodeFrom, Pick, Planned, chosen_value},
    tools::{
        catalog::{Column, Table},
        planner::{self, Answers, Place, Plan, Unplanned},
    },
};
use protocol::ask::{AskPlan, Clarification, ClarifyOption, DiscoveredContext, ModeChoice, PlanStep, PlanSteps, StepAction};

/// Columns that say what a table is about.
const COLUMNS: usize = 6;
/// Values that show what a column holds.
const SAMPLES: usize = 3;

/// None where the question is not read as one about data.
pub(super) fn plan(material: &Material<'_>, choice: ModeChoice) -> Option<Planned> {
    let (question, places, left_out) = narrow(material);
    let tables: Vec<Table> = places.iter().map(|place| without(place, &left_out)).collect();
    let places: Vec<Place<'_>> = places.iter().zip(&tables).map(|(place, table)| Place { table, ..*place }).collect();
    match planner::plan(&question, None, &places) {
        Ok(plan) => Some(Planned::Draft(choice, Box::new(draft(&plan)))),
        Err(Unplanned::Unclear(text, between)) if material.clarified.is_empty() => {
            let options: Vec<ClarifyOption> = between.iter().filter_map(|name| option(name, material.places)).collect();
            let options = if options.len() > 1 { options } else { Vec::new() };
            let question = Clarification { text, options, ..Clarification::default() };
            Some(Planned::Unclear(choice, vec![question]))
        }
        Err(_) => None,
    }
}

/// The question as it was made clearer: an answer that names tables leaves those, one that names a column leaves out those that it was
/// offered with, any other one is said beside the question.
fn narrow<'a>(material: &Material<'a>) -> (String, Vec<Place<'a>>, Vec<String>) {
    let (mut question, mut places, mut left_out) = (material.question.to_owned(), material.places.to_vec(), Vec::new());
    for (asked_back, answer) in material.clarified {
        let value = chosen_value(asked_back, answer).to_lowercase();
        let named: Vec<Place<'a>> = places.iter().filter(|place| value.contains(&name_of(place))).copied().collect();
        if named.iter().any(|place| place.table.columns.iter().any(|column| column_of(place, column) == value)) {
            left_out.extend(asked_back.options.iter().map(|option| option.value.to_lowercase()).filter(|other| *other != value));
        } else if named.is_empty() {
            question = format!("{} {value}", question.trim_end_matches(['?', '.', '!', ' ']));
        } else {
            places = named;
        }
    }
    (question, places, left_out)
}

fn without(place: &Place<'_>, left_out: &[String]) -> Table {
    let mut table = place.table.clone();
    table.columns.retain(|column| !left_out.contains(&column_of(place, column)));
    table
}

/// `database.table` in small letters.
fn name_of(place: &Place<'_>) -> String {
    format!("{}.{}", place.database, place.table.name).to_lowercase()
}

/// `database.table.column` in small letters.
fn column_of(place: &Place<'_>, column: &Column) -> String {
    format!("{}.{}", name_of(place), column.name.to_lowercase())
}

/// A table or a column between which the planner cannot choose, and what it would mean.
fn option(name: &str, places: &[Place<'_>]) -> Option<ClarifyOption> {
    let lower = name.to_lowercase();
    let (label, meaning) = places.iter().find_map(|place| {
        if name_of(place) == lower {
            let columns: Vec<&str> = place.table.columns.iter().take(COLUMNS).map(|column| column.name.as_str()).collect();
            return Some((name.to_owned(), format!("it has {}", columns.join(", "))));
        }
        let column = place.table.columns.iter().find(|column| column_of(place, column) == lower)?;
        let samples: Vec<String> =
            column.samples.iter().take(SAMPLES).map(|sample| sample.to_string().replace('"', "")).collect();
        let known = column.description.clone().unwrap_or_else(|| format!("{} of {}", column.name, place.table.name));
        let such_as = if samples.is_empty() { String::new() } else { format!(", such as {}", samples.join(", ")) };
        Some((format!("{} of {}", column.name, place.table.name), format!("{known}{such_as}")))
    })?;
    Some(ClarifyOption { label, value: name.to_owned(), meaning })
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
