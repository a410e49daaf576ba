//! What each agent is told to do, and the form of its answer: a sheet for every judgement. Its hash is the prompt's version.

use super::{STRENGTH, answer};
use domain::{
    models::{Caller, ModelRequest, ModelTurn, ReplySchema, Task},
    opportunities::Client,
};
use protocol::opportunities::{Agent, Boundary, Purpose};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

const DATA: &str = include_str!("prompts/data.md");
const GROUNDED: &str = include_str!("prompts/grounded.md");
const VALIDATE: &str = include_str!("prompts/validate.md");
const REVISE: &str = include_str!("prompts/revise.md");
/// Of an answer about a batch of items, and about one.
const BATCH_TOKENS: u32 = 12_000;
const ITEM_TOKENS: u32 = 4_000;

pub(super) struct Sheet {
    task: Task,
    system: String,
    schema: ReplySchema,
    max_tokens: u32,
}

impl Sheet {
    /// None where an agent has no such judgement: nobody rejects raw findings, and ranks cross no boundary.
    fn find(agent: Agent, purpose: Purpose) -> Option<Self> {
        use Agent::{FeasibilityDesigner, OpportunityPm, SolutionDesigner, TpmAgent};
        let boundary = |wanted: fn(Boundary) -> Agent| Boundary::ALL.into_iter().find(|one| wanted(*one) == agent);
        Some(match (purpose, agent) {
            (Purpose::Validate, _) => Self::validate(boundary(Boundary::consumer)?),
            (Purpose::Revise, _) => Self::revise(boundary(Boundary::producer)?),
            (Purpose::Produce, OpportunityPm) => Self::frame(),
            (Purpose::Produce, SolutionDesigner) => Self::design(),
            (Purpose::Produce, FeasibilityDesigner) => Self::assess(),
            (Purpose::Produce, TpmAgent) => Self::rank(),
        })
    }

    pub(super) fn frame() -> Self {
        Self::produce(Task::FrameOpportunities, include_str!("prompts/frame.md"), "briefs", answer::briefs_form())
    }

    pub(super) fn design() -> Self {
        Self::produce(Task::DesignSolutions, include_str!("prompts/design.md"), "solutions", answer::solutions_form())
    }

    pub(super) fn assess() -> Self {
        Self::produce(Task::AssessFeasibility, include_str!("prompts/assess.md"), "assessments", answer::assessments_form())
    }

    pub(super) fn rank() -> Self {
        Self::produce(Task::RankOpportunities, include_str!("prompts/rank.md"), "ranking", answer::ranking_form())
    }

    pub(super) fn validate(boundary: Boundary) -> Self {
        let criteria = match boundary {
            Boundary::BriefToSolution => include_str!("prompts/validate_briefs.md"),
            Boundary::SolutionToSpec => include_str!("prompts/validate_solutions.md"),
            Boundary::SpecToRank => include_str!("prompts/validate_specs.md"),
        };
        Self {
            task: Task::ValidateArtifacts,
            system: [criteria, VALIDATE, DATA].concat(),
            schema: ReplySchema { name: "verdict", schema: answer::verdict_form() },
            max_tokens: BATCH_TOKENS,
        }
    }

    pub(super) fn revise(boundary: Boundary) -> Self {
        let (prompt, name, schema) = match boundary {
            Boundary::BriefToSolution => (include_str!("prompts/revise_brief.md"), "briefs", answer::briefs_form()),
            Boundary::SolutionToSpec => (include_str!("prompts/revise_solution.md"), "solution", answer::solution_form()),
            Boundary::SpecToRank => (include_str!("prompts/revise_spec.md"), "specification", answer::spec_form()),
        };
        Self {
            task: Task::ReviseArtifact,
            system: [prompt, REVISE, GROUNDED, DATA].concat(),
            schema: ReplySchema { name, schema },
            max_tokens: ITEM_TOKENS,
        }
    }

    fn produce(task: Task, prompt: &str, name: &'static str, schema: Value) -> Self {
        let schema = ReplySchema { name, schema };
        Self { task, system: [prompt, GROUNDED, DATA].concat(), schema, max_tokens: BATCH_TOKENS }
    }

    pub(super) fn request(self, client: Client, data: &Value) -> ModelRequest {
        ModelRequest {
            caller: Caller { tenant: client.tenant, subject: client.subject, task: self.task },
            strength: STRENGTH,
            system: self.system,
            turns: vec![ModelTurn::user(data.to_string())],
            tools: Vec::new(),
            schema: Some(self.schema),
            max_tokens: self.max_tokens,
        }
    }
}

/// Twelve hexadecimal digits; empty where an agent has no such judgement.
pub(super) fn version(agent: Agent, purpose: Purpose) -> String {
    let Some(sheet) = Sheet::find(agent, purpose) else { return String::new() };
    let digest = Sha256::new().chain_update(&sheet.system).chain_update(sheet.schema.schema.to_string()).finalize();
    digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}
