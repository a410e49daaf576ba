//! The drafting of a project's domain pack.

use protocol::{
    Timestamp,
    pack::{PackStep, PackView},
    work::{StepState, Steps as _, WorkStatus},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Where the drafting of a pack is.
#[derive(Serialize, ToSchema)]
pub(crate) struct PackGeneration {
    project_id: Uuid,
    #[schema(value_type = String, example = "running")]
    status: WorkStatus,
    /// How often a pack was asked for.
    generation: u32,
    /// How often a server began this one.
    starts: u32,
    steps: Vec<PackGenerationStep>,
    /// Tables that were found.
    tables: Option<u32>,
    /// Areas of analysis that were drafted.
    areas: Option<u32>,
    /// Why it failed.
    error: Option<String>,
    /// Who drafted it, or why not the language model that was to.
    note: Option<String>,
    #[schema(format = DateTime)]
    requested_at: Option<String>,
    #[schema(format = DateTime)]
    updated_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct PackGenerationStep {
    #[schema(value_type = String, example = "survey")]
    step: PackStep,
    #[schema(value_type = String, example = "done")]
    state: StepState,
}

impl PackGeneration {
    pub(crate) fn new(view: &PackView) -> Self {
        let at = |time: Timestamp| (view.work.generation > 0).then(|| time.to_rfc3339());
        Self {
            project_id: view.project.0,
            status: view.work.status,
            generation: view.work.generation,
            starts: view.work.starts,
            steps: PackStep::ALL.map(|step| PackGenerationStep { step, state: view.state(step) }).into(),
            tables: view.tables,
            areas: view.areas,
            error: view.error.clone(),
            note: view.note.clone(),
            requested_at: at(view.work.requested_at),
            updated_at: at(view.work.updated_at),
        }
    }
}
