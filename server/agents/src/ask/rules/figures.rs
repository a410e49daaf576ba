//! Questions about data: one guarded query by `domain::tools::planner`, with the figure or the rows as the premise. What can mean several
//! things, and what only the person knows, is asked back first.

use super::{
    doubts::{self, Rounds, Settled},
    guided, known, passages, sides, ties,
};
use domain::{
    ask::{AnswerTemplate, Draft, Material, NodeDraft, NodeFrom, Pick, Planned, read_follow_up},
    tools::{
        catalog::{Class, Column},
        planner::{self, Answers, Plan, Unplanned},
    },
};
use protocol::ask::{AskPlan, Clarification, DiscoveredContext, ModeChoice, PlanStep, PlanSteps, StepAction};

/// Columns that a figure may be asked by next.
const COLUMNS_TRIED: usize = 4;
const COLUMNS_OFFERED: usize = 2;

/// None where the question is not read as one about data.
pub(super) fn plan(material: &Material<'_>, choice: ModeChoice) -> Option<Planned> {
    let filled = known::fill(material, &|text| is_text_read(text, material));
    if !filled.missing.is_empty() {
        return Some(Planned::Unclear(choice, known::ask_personal(&filled.missing)));
    }
    let settled = doubts::settle(&filled.question, material);
    if !settled.open.is_empty() {
        return Some(Planned::Unclear(choice, settled.open));
    }
    let rounds = Rounds {
        plan: &|rest| planner::plan(rest.question, None, rest.places),
        draft: &|plan, settled| {
            let mut draft = draft(plan);
            sides::add_difference(&mut draft, plan);
            ties::add_ties(&mut draft, plan);
            draft.follow_ups = next_questions(&settled.question, plan, material);
            known::add_taken(&mut draft, &filled.taken);
            Some(draft)
        },
        ask: &|why, settled| ask_words(why, settled, material),
    };
    rounds.run(settled, material, choice)
}

/// Which words are to be explained; none where documents answer it, or it is known what they stand for and still it is no query.
fn ask_words(why: Unplanned, settled: &Settled, material: &Material<'_>) -> Option<Clarification> {
    if passages::is_read(material) {
        return None;
    }
    let words = match why {
        Unplanned::Unknown(words) => words,
        _ => guided::unknown_words(&settled.question, material),
    };
    if known::explains(material, &words) {
        return None;
    }
    doubts::ask_unknown(&settled.question, &words, material)
}

/// Whether every word of it is understood, however often it has to be asked back.
pub(super) fn is_read(material: &Material<'_>) -> bool {
    let filled = known::fill(material, &|text| is_text_read(text, material));
    is_text_read(&filled.question, material)
}

fn is_text_read(question: &str, material: &Material<'_>) -> bool {
    matches!(read(&doubts::settle(question, material), material), Ok(_) | Err(Unplanned::Unclear(..)))
}

/// Over the tables and columns that are left.
fn read(settled: &Settled, material: &Material<'_>) -> Result<Plan, Unplanned> {
    settled.with_rest(material, |rest| planner::plan(rest.question, None, rest.places))
}

pub(super) fn draft(plan: &Plan) -> Draft {
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
    let sign = if plan.percent { "%" } else { "" };
    let text = if is_figure { format!("{reading}: {{P1}}{sign}.") } else { format!("{reading}: {{found}}.") };
    let mut draft = Draft {
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
    };
    if let Some(sql) = &plan.newest {
        add_newest(&mut draft, sql);
    }
    draft
}

/// From which day "the last 30 days" were counted is a premise, looked up anew each time as the rows are.
fn add_newest(draft: &mut Draft, sql: &str) {
    const GOAL: &str = "the newest day in the data";
    let step = draft.plan.plan.steps.first().cloned();
    draft.plan.plan.steps.extend(step.map(|step| PlanStep {
        number: 2,
        goal: format!("Find {GOAL}"),
        action: StepAction::Query { sql: sql.to_owned() },
        ..step
    }));
    let from = NodeFrom::Step { number: 2, pick: Pick::Cell { row: 0, column: 0 } };
    draft.nodes.push(NodeDraft { id: "P2".to_owned(), name: GOAL.to_owned(), from, confidence: draft.confidence });
    for text in [&mut draft.answer.text, &mut draft.answer.nothing] {
        text.push_str(&format!(" The time is counted back from {{P2}}, {GOAL}."));
    }
}

/// What may be asked next: the reader of follow-ups reads it, and the data answers it.
fn next_questions(question: &str, plan: &Plan, material: &Material<'_>) -> Vec<String> {
    let question = question.trim_end_matches(['?', '.', '!', ' ']);
    let lower = question.to_lowercase();
    let mut next = Vec::new();
    if plan.answers == Answers::Figure {
        let places = material.places.iter().filter(|place| plan.tables.contains(&doubts::full_name(place)));
        // By what numbers its rows every group is one row.
        let is_key = |column: &Column| column.primary_key || column.name.to_lowercase().ends_with("_id");
        let columns = places.flat_map(|place| &place.table.columns);
        let columns = columns.filter(|column| column.class() == Class::Text && !is_key(column));
        let names = columns.map(|column| column.name.replace('_', " ").to_lowercase());
        let tried = names.filter(|name| !lower.contains(name.as_str())).take(COLUMNS_TRIED);
        let is_answered = |name: &String| planner::plan(&format!("{question} by {name}"), None, material.places).is_ok();
        next.extend(tried.filter(is_answered).map(|name| format!("By {name}")).take(COLUMNS_OFFERED));
    } else {
        next.push("Just the top 3".to_owned());
    }
    let mut numbers = question.split(|sign: char| !sign.is_ascii_digit()).filter_map(|digits| digits.parse::<u32>().ok());
    let year = numbers.find(|number| (1900..2100).contains(number));
    next.extend(year.map(|year| format!("Compare to {}", year - 1)));
    next.retain(|text| read_follow_up(text).is_some());
    next
}

fn capitalize(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default()
}
