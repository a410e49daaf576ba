//! What a planner hands over: a plan whose steps can be run, how the answer is worded, and what proves it.

use super::{First, Sort};
use protocol::ask::{
    AskPlan, Assumption, Chart, DiscoveredContext, GuidedQuery, Offer, PlanStep, PlanSteps, ProofSource, StepAction,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// Without steps where nothing could be read, and where the answer needs none.
    pub plan: AskPlan,
    /// Premises first, then inferences over them, in the order of their ids.
    #[serde(default)]
    pub nodes: Vec<NodeDraft>,
    pub answer: AnswerTemplate,
    /// Sentences behind the answer, each only where it has something to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asides: Vec<Aside>,
    /// The number of the step whose rows are the answer's table; none where there is no table.
    #[serde(default)]
    pub answer_step: Option<u32>,
    /// The node whose truth is the verdict; of claims only.
    #[serde(default)]
    pub verdict: Option<String>,
    #[serde(default)]
    pub assumptions: Vec<Assumption>,
    #[serde(default)]
    pub chart: Option<Chart>,
    #[serde(default)]
    pub follow_ups: Vec<String>,
    #[serde(default)]
    pub guided: Option<GuidedQuery>,
    #[serde(default)]
    pub offers: Vec<Offer>,
    /// How the question was read, in words: what a follow-up goes on from.
    #[serde(default)]
    pub reading: String,
    /// The whole question, where it was put together from what was said before: what the next follow-up goes on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<WholeQuestion>,
    /// From 0 to 1: of the reading, not of the data.
    #[serde(default)]
    pub confidence: f64,
}

/// A question of a conversation with everything that was said to it since.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WholeQuestion {
    pub question: String,
    /// The same of something else, beside it.
    #[serde(default)]
    pub against: Option<String>,
    #[serde(default)]
    pub sort: Option<Sort>,
    #[serde(default)]
    pub first: Option<First>,
}

/// Sentences with places for values: `{P1}`, `{I1}`, and `{rows}` for the number of rows of the answer's table. A value that could
/// not be found out reads "unknown".
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerTemplate {
    /// The answer; of a claim that is proven.
    pub text: String,
    /// Of a claim that is refuted.
    #[serde(default)]
    pub refuted: String,
    /// Where nothing was found, or a claim is not decided.
    #[serde(default)]
    pub nothing: String,
}

/// A sentence with places for values, as those of the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aside {
    /// Over nodes, in the language of [`super::formula`]: the sentence is left out where it is not true.
    pub when: String,
    pub text: String,
}

/// A premise (`P1`) or an inference (`I1`), before its value is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeDraft {
    pub id: String,
    pub name: String,
    pub from: NodeFrom,
    /// Of the reading behind it, from 0 to 1.
    pub confidence: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum NodeFrom {
    /// What came of a step; its source, query, quote and call are those of the step's action.
    Step { number: u32, pick: Pick },
    /// Over other nodes, in the language of [`super::formula`].
    Formula { expression: String },
    /// It is known: from a person, a fact, a setting, or a model's own knowledge.
    Known { value: Value, source: ProofSource, origin: String },
    /// Nobody said it yet, and nobody is asked now.
    Open,
}

/// Which value of a step's rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Pick {
    /// By place, from 0 on.
    Cell { row: usize, column: usize },
    /// The number of rows.
    Count,
    /// All values of a column, from 0 on.
    Column { column: usize },
    /// All rows.
    Table,
}

impl Draft {
    /// Of one query that was written by hand or put together from fields.
    #[must_use]
    pub fn from_query(sql: &str, reading: &str) -> Self {
        let step = PlanStep {
            number: 1,
            goal: reading.to_owned(),
            databases: Vec::new(),
            tables: Vec::new(),
            inputs: Vec::new(),
            depends_on: Vec::new(),
            action: StepAction::Query { sql: sql.to_owned() },
        };
        let plan = AskPlan {
            reasoning: "The query was put together by hand.".to_owned(),
            discovered_context: DiscoveredContext::default(),
            plan: PlanSteps { steps: vec![step] },
        };
        let node = NodeDraft {
            id: "P1".to_owned(),
            name: reading.to_owned(),
            from: NodeFrom::Step { number: 1, pick: Pick::Table },
            confidence: 1.0,
        };
        let answer = AnswerTemplate {
            text: format!("{reading}: {{found}}."),
            nothing: format!("{reading}: nothing matches."),
            ..AnswerTemplate::default()
        };
        Self {
            plan,
            nodes: vec![node],
            answer,
            answer_step: Some(1),
            reading: reading.to_owned(),
            confidence: 1.0,
            ..Self::default()
        }
    }
}
