//! The judgements of a pipeline (seed 003, Agent Methods), for both engines. What they answer is a proposal: items are matched by id,
//! numbers and names are held against the findings, before anything is kept.

use crate::{interview::EngineFault, models::Subject, runs::Judged};
use async_trait::async_trait;
use protocol::{
    OpportunityId, TenantId, Timestamp,
    opportunities::{
        Agent, Artifact, Boundary, Brief, Check, ExperimentNote, Feasibility, Finding, Opportunity, Purpose, Rank, Rejection,
        Solution, Spec,
    },
};

/// For whom an agent works: who pays, and for which pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client {
    pub tenant: TenantId,
    pub subject: Option<Subject>,
}

/// What agents may know beside the items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Context {
    /// The project's name and what it is about.
    pub project: String,
    /// Facts of the project by name, constraints among them.
    pub facts: Vec<(String, String)>,
    /// All findings of the pipeline.
    pub findings: Vec<Finding>,
    /// What reviewers decided about earlier opportunities of the project, newest first.
    pub past: Vec<PastDecision>,
    pub experiment: Option<ExperimentNote>,
    pub now: Timestamp,
}

impl Context {
    /// The findings that a brief was framed from.
    pub fn findings_of<'a>(&'a self, brief: &'a Brief) -> impl Iterator<Item = &'a Finding> {
        self.findings.iter().filter(|finding| brief.findings.contains(&finding.id))
    }
}

/// A reviewer's word about an opportunity of an earlier pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastDecision {
    pub affected_area: String,
    /// `accepted`, `rejected`, `like`, `dislike` …
    pub decision: String,
    pub reasoning: String,
}

/// What a receiver says about its input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Accepted by name; what is in neither list is accepted too.
    pub accepted: Vec<String>,
    pub rejected: Vec<ItemRejection>,
}

/// A rejection as an engine words it, before its item is found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ItemRejection {
    /// An id of its own or, where that is unique, the boundary's id field.
    pub item: String,
    pub reason: String,
    pub suggestion: String,
    pub checks: Vec<Check>,
}

/// What a validator of rules finds wrong about an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doubt {
    /// One sentence; it quotes the words at fault.
    pub reason: String,
    pub suggestion: String,
    /// In order of weight, at least one.
    pub checks: Vec<Check>,
}

/// What a producer makes of a rejection.
#[derive(Clone, Debug, PartialEq)]
pub enum Revised {
    Replaced(Artifact),
    /// One bundled brief as several, at least two.
    Split(Vec<Brief>),
    /// It has nothing better, and why.
    Nothing(String),
}

/// The built-in engine: rules, without I/O.
pub trait OpportunityRules: Send + Sync {
    /// Changes whenever the rules of this judgement do.
    fn edition(&self, agent: Agent, purpose: Purpose) -> String;
    /// Every finding is in exactly one brief.
    fn frame(&self, findings: &[Finding], context: &Context) -> Vec<Brief>;
    /// None where the receiver can work with it.
    fn validate(&self, boundary: Boundary, artifact: &Artifact) -> Option<Doubt>;
    fn revise(&self, boundary: Boundary, item: &Opportunity, rejection: &Rejection, context: &Context) -> Revised;
    fn design(&self, item: &Opportunity, context: &Context) -> Solution;
    /// Without a spec where it cannot be built.
    fn assess(&self, item: &Opportunity, context: &Context) -> (Feasibility, Option<Spec>);
    /// Ranks 1 to N of all items.
    fn rank(&self, items: &[Opportunity], context: &Context) -> Vec<(OpportunityId, Rank)>;
}

/// A language model's judgements. Validating and revising take one call each, and an answer that cannot be read is not asked for again.
#[async_trait]
pub trait OpportunityAnalyst: Send + Sync {
    /// The model's name; none where the tenant has none.
    ///
    /// # Errors
    /// One is chosen and cannot be used.
    async fn engine(&self, tenant: TenantId) -> Result<Option<String>, EngineFault>;
    /// Hash of the prompt of this judgement.
    fn prompt_version(&self, agent: Agent, purpose: Purpose) -> String;
    async fn frame(&self, client: Client, findings: &[Finding], context: &Context) -> Judged<Vec<Brief>>;
    /// All items in one call.
    async fn validate(&self, client: Client, boundary: Boundary, items: &[Opportunity], context: &Context) -> Judged<Verdict>;
    async fn revise(
        &self,
        client: Client,
        boundary: Boundary,
        item: &Opportunity,
        rejection: &Rejection,
        context: &Context,
    ) -> Judged<Revised>;
    /// What it leaves out the built-in engine designs.
    async fn design(&self, client: Client, items: &[Opportunity], context: &Context) -> Judged<Vec<(OpportunityId, Solution)>>;
    async fn assess(
        &self,
        client: Client,
        items: &[Opportunity],
        context: &Context,
    ) -> Judged<Vec<(OpportunityId, Feasibility, Option<Spec>)>>;
    /// What it leaves out is appended and flagged.
    async fn rank(&self, client: Client, items: &[Opportunity], context: &Context) -> Judged<Vec<(OpportunityId, Rank)>>;
}
