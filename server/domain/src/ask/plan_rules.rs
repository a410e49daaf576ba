//! Whether a plan can be carried out and proves what it says: asked of every plan that a model made (seed 004, Planner Output).

use super::{AnswerTemplate, Discovered, Draft, NodeDraft, NodeFrom, formula, unproven};
use protocol::ask::{Answer, AskMode, DiscoveredContext, MOST_STEPS, PlanStep, StepAction};
use serde_json::Value;
use std::collections::BTreeSet;

const MOST_NODES: usize = 60;

/// What is wrong with it, in sentences that a model can follow; none where it may run. Its steps name all tables that their queries
/// read.
#[must_use]
pub fn check_plan(draft: &Draft, mode: AskMode, discovered: &Discovered, question: &str) -> Vec<String> {
    let steps = &draft.plan.plan.steps;
    let mut faults = Vec::new();
    if steps.len() > MOST_STEPS {
        faults.push(format!("a plan has at most {MOST_STEPS} steps"));
    }
    for (at, step) in steps.iter().enumerate() {
        if step.number as usize != at + 1 {
            faults.push(format!("steps are numbered 1, 2, 3 …: step {} stands at place {}", step.number, at + 1));
            return faults;
        }
        check_step(step, mode, discovered, &mut faults);
    }
    check_context(&draft.plan.discovered_context, discovered, question, &mut faults);
    check_nodes(draft, &mut faults);
    check_sentences(draft, question, &mut faults);
    faults
}

fn check_step(step: &PlanStep, mode: AskMode, discovered: &Discovered, faults: &mut Vec<String>) {
    let number = step.number;
    if let Some(later) = step.depends_on.iter().find(|other| **other >= number || **other == 0) {
        faults.push(format!("step {number} depends on step {later}, which does not come before it"));
    }
    for table in &step.tables {
        let full = step.databases.first().map_or_else(|| table.clone(), |database| qualified(database, table));
        if !discovered.has_table(&full) && !is_input(table, number) {
            faults.push(format!("step {number} reads {full}, of which no tool has answered anything: look it up first"));
        }
    }
    let reads_data = matches!(step.action, StepAction::Query { .. } | StepAction::Call { .. } | StepAction::Tool { .. });
    if mode == AskMode::Knowledge && reads_data {
        faults.push(format!("step {number} reads data; this question is answered from documents, facts and knowledge alone"));
    }
    match &step.action {
        StepAction::Query { sql } if sql.trim().is_empty() => faults.push(format!("step {number} has no query")),
        StepAction::Call { api, operation, .. } if !discovered.has_operation(api, operation) => {
            faults.push(format!("step {number} calls {api}.{operation}, of which no tool has answered anything"));
        }
        StepAction::Passage { document, .. } if !discovered.has_document(document) => {
            faults.push(format!("step {number} quotes {document}, which no tool has read"));
        }
        StepAction::Formula { expression } => match formula::parse(expression) {
            Err(fault) => faults.push(format!("the formula of step {number} cannot be read: {fault}")),
            Ok(formula) => {
                if let Some(unknown) = formula.ids().into_iter().find(|one| !is_input(one, number)) {
                    faults.push(format!("the formula of step {number} reads {unknown}, which is no step before it"));
                }
            }
        },
        _ => {}
    }
}

/// Nothing is named that was not looked up.
fn check_context(context: &DiscoveredContext, discovered: &Discovered, question: &str, faults: &mut Vec<String>) {
    let mut unknown = |kind: &str, name: &str| {
        faults.push(format!("no tool has answered anything of the {kind} {name}: look it up, or leave it out"));
    };
    for table in context.tables.iter().filter(|table| !discovered.has_table(table)) {
        unknown("table", table);
    }
    for api in context.apis.iter().filter(|api| !discovered.has_api(api)) {
        unknown("API operation", api);
    }
    for document in context.documents.iter().filter(|document| !discovered.has_document(document)) {
        unknown("document", document);
    }
    for fact in context.facts.iter().filter(|fact| !discovered.has_fact(fact, question)) {
        faults.push(format!(
            "nothing that a tool answered says “{}” of {}: look it up, or leave it out",
            fact.definition, fact.term
        ));
    }
}

fn qualified(database: &str, table: &str) -> String {
    if table.contains('.') { table.to_owned() } else { format!("{database}.{table}") }
}

/// `step_3`, of a step before this one.
fn is_input(table: &str, number: u32) -> bool {
    table
        .to_lowercase()
        .strip_prefix("step_")
        .and_then(|rest| rest.parse::<u32>().ok())
        .is_some_and(|one| one < number && one > 0)
}

fn check_nodes(draft: &Draft, faults: &mut Vec<String>) {
    let steps = draft.plan.plan.steps.len();
    let mut ids: BTreeSet<&str> = BTreeSet::new();
    if draft.nodes.len() > MOST_NODES {
        faults.push(format!("a proof has at most {MOST_NODES} premises and inferences"));
    }
    for NodeDraft { id, from, .. } in &draft.nodes {
        match from {
            NodeFrom::Step { number, .. } if *number == 0 || *number as usize > steps => {
                faults.push(format!("{id} is of step {number}, which is not in the plan"));
            }
            NodeFrom::Formula { expression } => match formula::parse(expression) {
                Err(fault) => faults.push(format!("the formula of {id} cannot be read: {fault}")),
                Ok(formula) => {
                    let is_known = |one: &String| ids.contains(one.as_str()) || is_input(one, u32::MAX);
                    if let Some(unknown) = formula.ids().into_iter().find(|one| !is_known(one)) {
                        faults.push(format!("the formula of {id} reads {unknown}, which does not stand before it"));
                    }
                }
            },
            _ => {}
        }
        if !ids.insert(id) {
            faults.push(format!("there are two values {id}"));
        }
    }
    if let Some(id) = draft.verdict.as_ref().filter(|id| !ids.contains(id.as_str())) {
        faults.push(format!("the verdict is that of {id}, which is no premise and no inference"));
    }
    if let Some(number) = draft.answer_step.filter(|number| *number == 0 || *number as usize > steps) {
        faults.push(format!("the answer's table is that of step {number}, which is not in the plan"));
    } else if let Some(number) = draft.answer_step
        && !draft.nodes.iter().any(|node| matches!(&node.from, NodeFrom::Step { number: of, .. } if *of == number))
    {
        faults.push(format!("the answer's table is that of step {number}, and no premise is of that step"));
    }
}

/// A sentence has no number of its own: values are put into their places when they are known.
fn check_sentences(draft: &Draft, question: &str, faults: &mut Vec<String>) {
    let AnswerTemplate { text, refuted, nothing } = &draft.answer;
    if text.trim().is_empty() {
        faults.push("the answer has no sentence".to_owned());
    }
    // Before anything was found, only a claim can be put into words whole.
    if draft.verdict.is_none() && draft.guided.is_none() && !text.trim().is_empty() && without_places(text).1.is_empty() {
        faults.push("the sentence says nothing of what is found: write a place like {P1} or {rows} into it".to_owned());
    }
    let record = Answer { assumptions: draft.assumptions.clone(), ..Answer::default() };
    for sentence in [text, refuted, nothing] {
        let (plain, places) = without_places(sentence);
        for id in places.iter().filter(|id| *id != "rows" && !draft.nodes.iter().any(|node| node.id == **id)) {
            faults.push(format!("the sentence has a place {{{id}}}, and there is no such value"));
        }
        for number in unproven(&plain, &record, question) {
            faults.push(format!("the sentence says {number}, which is no value of the proof: write a place like {{P1}}"));
        }
    }
    if draft.nodes.is_empty() && draft.guided.is_none() {
        faults.push("an answer needs at least one premise".to_owned());
    }
    let is_empty = |value: &Value| value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty());
    for node in &draft.nodes {
        if matches!(&node.from, NodeFrom::Known { value, .. } if is_empty(value)) {
            faults.push(format!("{} has no value", node.id));
        }
    }
}

/// The sentence without its places, and their names.
fn without_places(sentence: &str) -> (String, Vec<String>) {
    let (mut plain, mut places, mut rest) = (String::new(), Vec::new(), sentence);
    while let Some((before, after)) = rest.split_once('{') {
        plain.push_str(before);
        match after.split_once('}').filter(|(id, _)| !id.is_empty() && id.chars().all(|sign| sign.is_ascii_alphanumeric())) {
            Some((id, after)) => {
                places.push(id.to_owned());
                rest = after;
            }
            None => rest = after,
        }
    }
    plain.push_str(rest);
    (plain, places)
}
