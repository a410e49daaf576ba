//! A model's plan as JSON, read strictly, as a draft that any engine could have made.

use crate::interview::model::form;
use domain::{
    ask::{
        AnswerTemplate, Draft, MOST_QUESTIONS, Material, Move, NodeDraft, NodeFrom, Pick, assumptions_of, facts_of_answers,
        formula,
    },
    tools::fact_key,
};
use protocol::ask::{
    AskPlan, Assumption, Clarification, ClarifyOption, DiscoveredContext, PlanStep, PlanSteps, ProofSource, StepAction,
};
use serde::Deserialize;
use serde_json::{Value, json};
use sqlparser::{ast::visit_relations, dialect::GenericDialect, parser::Parser};
use std::ops::ControlFlow;

const MOST_FOLLOW_UPS: usize = 4;
const LONGEST_TEXT: usize = 600;

#[derive(Deserialize)]
struct Reply {
    #[serde(default)]
    reasoning: String,
    #[serde(default)]
    discovered_context: DiscoveredContext,
    #[serde(default)]
    plan: Steps,
    #[serde(default)]
    premises: Vec<Premise>,
    #[serde(default)]
    inferences: Vec<Inference>,
    #[serde(default)]
    answer: AnswerTemplate,
    #[serde(default)]
    answer_step: Option<u32>,
    #[serde(default)]
    verdict: Option<String>,
    #[serde(default)]
    assumptions: Vec<Assumption>,
    #[serde(default)]
    follow_ups: Vec<String>,
    #[serde(default)]
    questions: Vec<Asked>,
    #[serde(default)]
    confidence: Option<f64>,
}

#[derive(Default, Deserialize)]
struct Steps {
    #[serde(default)]
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    number: u32,
    goal: String,
    #[serde(default)]
    databases: Vec<String>,
    #[serde(default)]
    tables: Vec<String>,
    #[serde(default)]
    inputs: Vec<String>,
    #[serde(default)]
    depends_on: Vec<u32>,
    #[serde(default)]
    action: Option<Action>,
}

/// All fields of all actions, as providers with a form fill them.
#[derive(Deserialize)]
struct Action {
    #[serde(rename = "type")]
    kind: String,
    sql: Option<String>,
    name: Option<String>,
    arguments: Option<Value>,
    document: Option<String>,
    section: Option<String>,
    quote: Option<String>,
    value: Option<Value>,
    source: Option<String>,
    api: Option<String>,
    operation: Option<String>,
    expression: Option<String>,
}

#[derive(Deserialize)]
struct Premise {
    id: String,
    name: String,
    step: Option<u32>,
    pick: Option<String>,
    row: Option<usize>,
    column: Option<usize>,
    fact: Option<String>,
    value: Option<Value>,
}

#[derive(Deserialize)]
struct Inference {
    id: String,
    name: String,
    formula: String,
}

#[derive(Deserialize)]
struct Asked {
    text: String,
    #[serde(default)]
    about: String,
    #[serde(default)]
    personal: bool,
    #[serde(default)]
    options: Vec<ClarifyOption>,
}

/// # Errors
/// What is wrong with it, in words for the model.
pub(super) fn read(text: &str, material: &Material<'_>) -> Result<Move, String> {
    let reply: Reply = form::parse(text)?;
    if !reply.questions.is_empty() && reply.plan.steps.is_empty() {
        return ask_back(reply.questions, material);
    }
    let steps = reply.plan.steps.into_iter().map(|one| step(one, material)).collect::<Result<Vec<_>, _>>()?;
    let confidence = reply.confidence.filter(|number| number.is_finite()).unwrap_or(0.8).clamp(0.0, 1.0);
    let mut nodes = Vec::new();
    for premise in reply.premises {
        nodes.push(NodeDraft { from: source(&premise, material)?, id: premise.id, name: clip(&premise.name), confidence });
    }
    nodes.extend(rest_of_answer(&nodes, reply.answer_step, confidence));
    nodes.extend(reply.inferences.into_iter().map(|one| NodeDraft {
        id: one.id,
        name: clip(&one.name),
        from: NodeFrom::Formula { expression: one.formula },
        confidence,
    }));
    let is_own = nodes.iter().any(|node| matches!(&node.from, NodeFrom::Known { source: ProofSource::Model, .. }));
    Ok(Move::Plan(Box::new(Draft {
        reading: clip(&reply.reasoning),
        plan: AskPlan { reasoning: reply.reasoning, discovered_context: reply.discovered_context, plan: PlanSteps { steps } },
        nodes,
        answer: if is_own { marked(reply.answer) } else { reply.answer },
        answer_step: reply.answer_step,
        verdict: reply.verdict,
        // What was left to the engine is shown on the answer, whatever the model says of it.
        assumptions: assumptions_of(material.clarified).into_iter().chain(reply.assumptions).collect(),
        follow_ups: reply.follow_ups.iter().map(|text| clip(text)).take(MOST_FOLLOW_UPS).collect(),
        confidence,
        ..Draft::default()
    })))
}

/// All rows that the answer shows, where the premises hold only some of their values.
fn rest_of_answer(nodes: &[NodeDraft], answer_step: Option<u32>, confidence: f64) -> Option<NodeDraft> {
    let number = answer_step?;
    let is_of = |node: &&NodeDraft| matches!(&node.from, NodeFrom::Step { number: of, .. } if *of == number);
    let is_whole = |node: &NodeDraft| matches!(&node.from, NodeFrom::Step { pick: Pick::Table, .. });
    let held: Vec<&NodeDraft> = nodes.iter().filter(is_of).collect();
    if held.is_empty() || held.into_iter().any(is_whole) {
        return None;
    }
    let id = (1..).map(|number| format!("P{number}")).find(|id| nodes.iter().all(|node| node.id != *id))?;
    let from = NodeFrom::Step { number, pick: Pick::Table };
    Some(NodeDraft { id, name: "rows of the answer".to_owned(), from, confidence })
}

fn ask_back(questions: Vec<Asked>, material: &Material<'_>) -> Result<Move, String> {
    let is_new = |asked: &Asked| !material.clarified.iter().any(|(before, _)| before.text.eq_ignore_ascii_case(&asked.text));
    let questions: Vec<Clarification> = questions
        .into_iter()
        .filter(is_new)
        .take(MOST_QUESTIONS)
        .map(|asked| Clarification {
            id: String::new(),
            text: clip(&asked.text),
            options: asked.options.into_iter().take(8).collect(),
            about: clip(&asked.about),
            personal: asked.personal,
        })
        .collect();
    if questions.is_empty() {
        return Err("it asks what was answered already; plan with the answer".to_owned());
    }
    Ok(Move::Unclear(questions))
}

fn step(step: Step, material: &Material<'_>) -> Result<PlanStep, String> {
    let number = step.number;
    let action = step.action.ok_or_else(|| format!("step {number} has no action"))?;
    let action =
        action_of(action).and_then(|action| check_fact(action, material)).map_err(|why| format!("step {number}: {why}"))?;
    let inputs: Vec<String> = step.inputs.iter().map(|name| input(name)).collect();
    let mut depends_on = step.depends_on;
    let mut tables = step.tables;
    if let StepAction::Query { sql } = &action
        && let Some(read) = relations(sql)
    {
        depends_on.extend(read.iter().filter_map(|name| input_number(name)));
        tables = read.into_iter().filter(|name| input_number(name).is_none()).collect();
    }
    if let StepAction::Formula { expression } = &action
        && let Ok(formula) = formula::parse(expression)
    {
        depends_on.extend(formula.ids().iter().filter_map(|name| input_number(name)));
    }
    depends_on.extend(inputs.iter().filter_map(|name| input_number(name)));
    depends_on.sort_unstable();
    depends_on.dedup();
    Ok(PlanStep { number, goal: clip(&step.goal), databases: step.databases, tables, inputs, depends_on, action })
}

/// `step_1_results` is the table `step_1`.
fn input(name: &str) -> String {
    input_number(name).map_or_else(|| name.to_owned(), |number| format!("step_{number}"))
}

fn input_number(name: &str) -> Option<u32> {
    let rest = name.to_lowercase();
    let digits: String = rest.strip_prefix("step_")?.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The first table that a mended query reads and that neither the query before it nor what was shown of its tables has.
pub(super) fn find_unknown_table(mended: &str, before: &str, schema: &str) -> Option<String> {
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_lowercase();
    let shown: Value = serde_json::from_str(schema).unwrap_or_default();
    let shown = shown["tables"].as_array().into_iter().flatten().filter_map(|table| table["table"].as_str().map(last));
    let known: Vec<String> = relations(before).unwrap_or_default().iter().map(|name| last(name.as_str())).chain(shown).collect();
    relations(mended)?.into_iter().find(|name| !known.contains(&last(name.as_str())))
}

/// The tables that a query reads, without those that it makes itself. None where it is in a dialect of its own: the guard reads it.
fn relations(sql: &str) -> Option<Vec<String>> {
    let statements = Parser::parse_sql(&GenericDialect {}, sql).ok()?;
    let mut made = Vec::new();
    for statement in &statements {
        if let sqlparser::ast::Statement::Query(query) = statement
            && let Some(with) = &query.with
        {
            made.extend(with.cte_tables.iter().map(|table| table.alias.name.value.to_lowercase()));
        }
    }
    let mut read = Vec::new();
    let _ = visit_relations(&statements, |relation| {
        let parts = relation.0.iter().map(|part| part.as_ident().map_or_else(|| part.to_string(), |ident| ident.value.clone()));
        let name = parts.collect::<Vec<_>>().join(".");
        if !made.contains(&name.to_lowercase()) && !read.contains(&name) {
            read.push(name);
        }
        ControlFlow::<()>::Continue(())
    });
    Some(read)
}

fn action_of(action: Action) -> Result<StepAction, String> {
    let needs = |field: &str, value: Option<String>| {
        value.filter(|text| !text.trim().is_empty()).ok_or_else(|| format!("a {} needs {field}", action.kind))
    };
    // A form without free objects has them as text.
    let arguments = match action.arguments {
        Some(Value::String(text)) => {
            serde_json::from_str(&text).map_err(|fault| format!("its arguments are no JSON: {fault}"))?
        }
        Some(value @ Value::Object(_)) => value,
        _ => json!({}),
    };
    Ok(match action.kind.as_str() {
        "query" => StepAction::Query { sql: needs("sql", action.sql)? },
        "tool" => StepAction::Tool { name: needs("name", action.name)?, arguments },
        "passage" => StepAction::Passage {
            document: needs("document", action.document)?,
            section: action.section.unwrap_or_default(),
            quote: needs("quote", action.quote)?,
        },
        "fact" => StepAction::Fact {
            name: needs("name", action.name)?,
            value: action.value.unwrap_or_default(),
            source: action.source.unwrap_or_default(),
        },
        "call" => {
            StepAction::Call { api: needs("api", action.api)?, operation: needs("operation", action.operation)?, arguments }
        }
        "formula" => StepAction::Formula { expression: needs("expression", action.expression)? },
        other => return Err(format!("there is no action {other}")),
    })
}

/// A fact is what somebody or something said, with whoever said it: a model adds none.
fn check_fact(action: StepAction, material: &Material<'_>) -> Result<StepAction, String> {
    let StepAction::Fact { name, value, .. } = &action else { return Ok(action) };
    let values = material.values.clone().into_iter().chain(facts_of_answers(material.clarified));
    let values = values.map(|(name, value)| (name, value, "user".to_owned()));
    let facts = material.facts.iter().map(|fact| (fact.name.clone(), fact.value.clone(), fact.source.clone()));
    let same: Vec<_> = facts.chain(values).filter(|(other, ..)| fact_key(other) == fact_key(name)).collect();
    let Some((_, newest, _)) = same.last() else {
        return Err(format!("the fact {name} is not known: look it up, or give it as a premise of your own knowledge"));
    };
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), |text| text.trim().to_owned());
    let wrong = format!("the fact {name} is {}, and not {}", plain(newest), plain(value));
    // Without a value it is whatever is known.
    let found = same.into_iter().rev().find(|(_, known, _)| value.is_null() || plain(known) == plain(value));
    let (name, value, source) = found.ok_or(wrong)?;
    Ok(StepAction::Fact { name, value, source })
}

/// Whatever is no step and no known fact is the model's own knowledge, however it is called.
fn source(premise: &Premise, material: &Material<'_>) -> Result<NodeFrom, String> {
    if let Some(number) = premise.step {
        let pick = match premise.pick.as_deref().unwrap_or("cell") {
            "cell" => Pick::Cell { row: premise.row.unwrap_or_default(), column: premise.column.unwrap_or_default() },
            "count" => Pick::Count,
            "column" => Pick::Column { column: premise.column.unwrap_or_default() },
            "table" => Pick::Table,
            other => return Err(format!("{} has an unknown pick {other}", premise.id)),
        };
        return Ok(NodeFrom::Step { number, pick });
    }
    if let Some(name) = &premise.fact {
        let fact = material.facts.iter().rev().find(|fact| fact.name.eq_ignore_ascii_case(name));
        let fact = fact.ok_or_else(|| format!("{} is of the fact {name}, which is not known", premise.id))?;
        let source = match fact.source.as_str() {
            "user" | "interview" => ProofSource::User,
            "profile" | "config" => ProofSource::Config,
            _ => ProofSource::Fact,
        };
        return Ok(NodeFrom::Known { value: fact.value.clone(), source, origin: fact.source.clone() });
    }
    let value = premise.value.clone().unwrap_or_default();
    Ok(NodeFrom::Known { value, source: ProofSource::Model, origin: "the model's own knowledge".to_owned() })
}

/// Whoever reads it sees that nothing of the project says it.
fn marked(answer: AnswerTemplate) -> AnswerTemplate {
    let text = format!("Nothing in this project says it; by the model's own knowledge: {}", answer.text);
    AnswerTemplate { text, ..answer }
}

fn clip(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONGEST_TEXT).collect()
}

/// For models that are given a form in place of tools.
pub(super) fn schema() -> Value {
    let text = || json!({"type": "string"});
    let maybe = |kind: &str| json!({"type": [kind, "null"]});
    let texts = || json!({"type": "array", "items": {"type": "string"}});
    let list = |items: Value| json!({"type": "array", "items": items});
    let object = |properties: Value| form::object(&properties);
    let action = object(json!({
        "type": text(), "sql": maybe("string"), "name": maybe("string"), "arguments": maybe("string"), "document": maybe("string"),
        "section": maybe("string"), "quote": maybe("string"), "value": maybe("string"), "source": maybe("string"),
        "api": maybe("string"), "operation": maybe("string"), "expression": maybe("string"),
    }));
    let step = object(json!({
        "number": {"type": "integer"}, "goal": text(), "databases": texts(), "tables": texts(), "inputs": texts(),
        "depends_on": list(json!({"type": "integer"})), "action": action,
    }));
    let premise = object(json!({
        "id": text(), "name": text(), "step": maybe("integer"), "pick": maybe("string"), "row": maybe("integer"),
        "column": maybe("integer"), "fact": maybe("string"), "value": maybe("string"),
    }));
    let option = object(json!({"value": text(), "label": text(), "meaning": text()}));
    object(json!({
        "reasoning": text(),
        "discovered_context": object(json!({
            "facts": list(object(json!({"term": text(), "definition": text(), "source": text()}))),
            "tables": texts(), "apis": texts(), "documents": texts(),
        })),
        "plan": object(json!({"steps": list(step)})),
        "premises": list(premise),
        "inferences": list(object(json!({"id": text(), "name": text(), "formula": text()}))),
        "answer": object(json!({"text": text(), "refuted": text(), "nothing": text()})),
        "answer_step": maybe("integer"), "verdict": maybe("string"),
        "assumptions": list(object(json!({"name": text(), "text": text(), "value": text(), "alternatives": texts()}))),
        "follow_ups": texts(),
        "questions": list(object(json!({
            "text": text(), "about": text(), "personal": {"type": "boolean"}, "options": list(option),
        }))),
        "confidence": {"type": "number"},
    }))
}
