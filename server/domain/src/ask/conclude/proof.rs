//! Premises and inferences with their values.

use crate::ask::{Draft, NodeDraft, NodeFrom, Pick, StepOutcome, formula};
use protocol::ask::{AskTable, NodeStatus, PlanStep, ProofNode, ProofSource, StepAction};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A table or a column with more rows than this is known by its size and its digest.
const WHOLE: usize = 50;
/// How sure a value is that comes of a doubtful step, at most.
const DOUBT: f64 = 0.5;

pub(super) struct Proof {
    pub(super) nodes: Vec<ProofNode>,
    /// What went wrong in inferences.
    pub(super) faults: Vec<String>,
    /// Ids of what comes of doubtful steps at once.
    doubtful: Vec<String>,
}

impl Proof {
    pub(super) fn new(draft: &Draft, outcomes: &[StepOutcome]) -> Self {
        let mut proof = Self { nodes: Vec::with_capacity(draft.nodes.len()), faults: Vec::new(), doubtful: Vec::new() };
        for (at, node) in draft.nodes.iter().enumerate() {
            let resolved = match &node.from {
                NodeFrom::Known { source: ProofSource::Document, .. } if is_quote_gone(draft, outcomes, at) => {
                    resolve(node, NodeStatus::Failed, Value::Null, ProofSource::Document)
                }
                NodeFrom::Step { number, pick } => from_step(node, draft, outcomes, (*number, pick)),
                NodeFrom::Formula { expression } => proof.infer(node, expression, outcomes),
                NodeFrom::Known { value, source, origin } => {
                    let status = if value.is_null() { NodeStatus::Unresolved } else { NodeStatus::Resolved };
                    ProofNode { origin: origin.clone(), ..resolve(node, status, value.clone(), *source) }
                }
                NodeFrom::Open => {
                    ProofNode { confidence: 0.0, ..resolve(node, NodeStatus::Unresolved, Value::Null, ProofSource::Unresolved) }
                }
            };
            if reads_doubtful(&node.from, outcomes) {
                proof.doubtful.push(node.id.clone());
            }
            proof.nodes.push(resolved);
        }
        proof
    }

    pub(super) fn node(&self, id: &str) -> Option<&ProofNode> {
        self.nodes.iter().find(|node| node.id == id)
    }

    /// Whether a node, or anything it depends on, is a model's own knowledge.
    pub(super) fn rests_on_a_model(&self, id: &str) -> bool {
        self.node(id)
            .is_some_and(|node| node.source == ProofSource::Model || node.depends_on.iter().any(|id| self.rests_on_a_model(id)))
    }

    /// Whether a node, or anything it depends on, comes of a step that may say something else than what was meant.
    pub(super) fn is_doubtful(&self, id: &str) -> bool {
        self.doubtful.iter().any(|one| one == id)
            || self.node(id).is_some_and(|node| node.depends_on.iter().any(|id| self.is_doubtful(id)))
    }

    /// As sure as its weakest support.
    fn infer(&mut self, node: &NodeDraft, expression: &str, outcomes: &[StepOutcome]) -> ProofNode {
        let value = |id: &str| match self.node(id) {
            Some(node) => Some(node.value.clone()),
            None => first_column(id, outcomes),
        };
        let (result, ids) = match formula::parse(expression) {
            Ok(formula) => (formula.evaluate(&value), formula.ids()),
            Err(fault) => (Err(fault), Vec::new()),
        };
        let depends_on: Vec<String> = ids.into_iter().filter(|id| self.node(id).is_some()).collect();
        let weakest =
            depends_on.iter().filter_map(|id| self.node(id)).map(|node| node.confidence).fold(node.confidence, f64::min);
        let (status, value) = match result {
            Ok(Value::Null) => (NodeStatus::Unresolved, Value::Null),
            Ok(value) => (NodeStatus::Resolved, value),
            Err(fault) => {
                self.faults.push(format!("{} ({}) could not be worked out: {fault}.", node.id, node.name));
                (NodeStatus::Failed, Value::Null)
            }
        };
        let formula = Some(expression.to_owned());
        ProofNode { formula, depends_on, confidence: round(weakest), ..resolve(node, status, value, ProofSource::Derived) }
    }
}

fn reads_doubtful(from: &NodeFrom, outcomes: &[StepOutcome]) -> bool {
    let is_doubtful = |number: u32| outcomes.iter().any(|one| one.number == number && one.doubtful);
    match from {
        NodeFrom::Step { number, .. } => is_doubtful(*number),
        NodeFrom::Formula { expression } => formula::parse(expression).is_ok_and(|formula| {
            let number = |id: &String| id.strip_prefix("step_").and_then(|rest| rest.parse::<u32>().ok());
            formula.ids().iter().filter_map(number).any(is_doubtful)
        }),
        NodeFrom::Known { .. } | NodeFrom::Open => false,
    }
}

/// What a document was read to say stands before the quote that says it, and no longer than that.
fn is_quote_gone(draft: &Draft, outcomes: &[StepOutcome], at: usize) -> bool {
    let next = draft.nodes.get(at + 1).map(|node| &node.from);
    let Some(NodeFrom::Step { number, .. }) = next else { return false };
    let steps = &draft.plan.plan.steps;
    let is_quote = steps.iter().any(|step| step.number == *number && matches!(step.action, StepAction::Passage { .. }));
    is_quote && outcomes.iter().any(|one| one.number == *number && !one.is_ok())
}

/// `step_3` is the list of the first column of that step's rows.
fn first_column(id: &str, outcomes: &[StepOutcome]) -> Option<Value> {
    let number: u32 = id.strip_prefix("step_")?.parse().ok()?;
    let is_whole = |one: &&StepOutcome| one.is_ok() && !one.table.truncated && !one.of_cut_rows;
    let outcome = outcomes.iter().find(|one| one.number == number).filter(is_whole)?;
    Some(Value::Array(outcome.table.rows.iter().filter_map(|row| row.first().cloned()).collect()))
}

fn from_step(node: &NodeDraft, draft: &Draft, outcomes: &[StepOutcome], (number, pick): (u32, &Pick)) -> ProofNode {
    let step = draft.plan.plan.steps.iter().find(|step| step.number == number);
    let outcome = outcomes.iter().find(|one| one.number == number);
    let (status, value) = match outcome {
        None => (NodeStatus::Unresolved, Value::Null),
        Some(outcome) if !outcome.is_ok() => (NodeStatus::Failed, Value::Null),
        Some(outcome) if outcome.of_cut_rows => (NodeStatus::Unresolved, Value::Null),
        Some(outcome) => match value_of(pick, &outcome.table) {
            Value::Null => (NodeStatus::Unresolved, Value::Null),
            value => (NodeStatus::Resolved, value),
        },
    };
    let source = step.map_or(ProofSource::Unresolved, source_of);
    let mut resolved = resolve(node, status, value, source);
    if let Some(outcome) = outcome {
        (resolved.query, resolved.quote) = (outcome.sql.clone(), outcome.quote.clone());
        (resolved.elapsed_ms, resolved.origin) = (outcome.elapsed_ms, outcome.database.clone());
        if outcome.doubtful {
            resolved.confidence = resolved.confidence.min(DOUBT);
        }
    }
    match step.map(|step| &step.action) {
        Some(StepAction::Passage { document, .. }) => resolved.origin.clone_from(document),
        Some(StepAction::Fact { source, .. }) => resolved.origin.clone_from(source),
        Some(StepAction::Call { api, operation, arguments }) => {
            resolved.call = Some(json!({"api": api, "operation": operation, "arguments": arguments}));
            resolved.origin.clone_from(api);
        }
        Some(StepAction::Tool { name, arguments }) => {
            resolved.call = Some(json!({"tool": name, "arguments": arguments}));
            resolved.origin.clone_from(name);
        }
        _ => {}
    }
    resolved
}

fn source_of(step: &PlanStep) -> ProofSource {
    match &step.action {
        StepAction::Query { .. } => ProofSource::Database,
        StepAction::Passage { .. } => ProofSource::Document,
        StepAction::Fact { source, .. } => match source.as_str() {
            "user" | "interview" => ProofSource::User,
            "profile" | "config" => ProofSource::Config,
            _ => ProofSource::Fact,
        },
        StepAction::Call { .. } => ProofSource::Api,
        StepAction::Formula { .. } => ProofSource::Derived,
        StepAction::Tool { name, .. } => match name.as_str() {
            "run_query" | "verify_claim" | "get_sample_values" => ProofSource::Database,
            "search_documents" | "get_document" | "get_document_section" => ProofSource::Document,
            "resolve_fact" | "list_known_facts" => ProofSource::Fact,
            _ => ProofSource::Config,
        },
    }
}

fn resolve(node: &NodeDraft, status: NodeStatus, value: Value, source: ProofSource) -> ProofNode {
    ProofNode {
        id: node.id.clone(),
        name: node.name.clone(),
        status,
        value,
        source,
        confidence: if status == NodeStatus::Resolved { round(node.confidence) } else { 0.0 },
        formula: None,
        query: None,
        quote: None,
        call: None,
        origin: String::new(),
        depends_on: Vec::new(),
        elapsed_ms: 0,
    }
}

/// From 0 to 1, with no more digits than people read.
fn round(confidence: f64) -> f64 {
    (confidence.clamp(0.0, 1.0) * 1000.0).round() / 1000.0
}

/// A cell, a number of rows, or the values themselves; of more than 50 rows their number and their digest.
#[must_use]
pub fn value_of(pick: &Pick, table: &AskTable) -> Value {
    let whole = |value: Value| {
        if table.rows.len() <= WHOLE {
            return value;
        }
        let digest = Sha256::digest(value.to_string());
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        json!({"rows": table.rows.len(), "sha256": hex})
    };
    // Of rows that were cut off nothing is known in all.
    if table.truncated && !matches!(pick, Pick::Cell { .. }) {
        return Value::Null;
    }
    match pick {
        Pick::Cell { row, column } => table.rows.get(*row).and_then(|row| row.get(*column)).cloned().unwrap_or(Value::Null),
        Pick::Count => table.rows.len().into(),
        Pick::Column { column } => whole(table.rows.iter().map(|row| row.get(*column).cloned().unwrap_or(Value::Null)).collect()),
        Pick::Table => whole(table.rows.iter().map(|row| Value::Array(row.clone())).collect()),
    }
}
