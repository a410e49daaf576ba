//! What a run knows so far: kept in the store with every piece of work, and read again by the server that goes on with it.

use crate::Projects;
use domain::{
    Failure,
    runs::{Answer, Answers, Goal, Insight, Kept, Progress, Recommendation, Run, Survey, TableSurvey},
    turns::Turn,
};
use protocol::TenantId;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::sync::Arc;
use warehouse::worker::Stay;

/// Rows of an answer that are kept.
pub(super) const ROWS: usize = 2_500;

#[derive(Default)]
pub(super) struct Memory {
    loaded: bool,
    /// The steps of the run that this goes with.
    steps: u32,
    pub goal: Goal,
    pub survey: Survey,
    /// Tables that were looked at, also those that could not be read.
    pub surveyed: Vec<String>,
    pub answers: Answers,
    pub insights: Vec<Insight>,
    pub recommendations: Vec<Recommendation>,
    pub stopped_by: Option<String>,
    pub partial: bool,
    /// A query's process waits for the next one.
    pub stay: Option<Arc<Stay>>,
    /// Its place among the runs of this server.
    pub turn: Option<Turn>,
}

impl Memory {
    /// The processes of this tenant's queries wait for the next one, as long as the run lasts.
    pub(super) fn stay(&mut self, tenant: TenantId) {
        self.stay.get_or_insert_with(|| Arc::new(Stay::new(tenant.0.as_u128())));
    }

    /// What this came to is about to be stored.
    pub(super) fn expect(&mut self, run: &Run, progress: &Progress) {
        self.steps = run.view.step_count + u32::try_from(progress.steps.len()).unwrap_or(u32::MAX);
    }

    pub(super) async fn load(&mut self, projects: &Projects, run: &Run) -> Result<(), Failure> {
        // What was never stored, or stored by another server, is read anew.
        if self.loaded && self.steps == run.view.step_count {
            return Ok(());
        }
        *self = Self { stay: self.stay.take(), turn: self.turn.take(), steps: run.view.step_count, ..Self::default() };
        let kept = projects.run_store().run_memory(run.tenant, run.view.id).await?;
        for Kept { name, value } in kept {
            match name.split_once(':').unwrap_or((&name, "")) {
                ("goal", _) => self.goal = read(value).unwrap_or_default(),
                ("table", _) => self.survey.tables.extend(read::<TableSurvey>(value)),
                ("surveyed", _) => self.surveyed = read(value).unwrap_or_default(),
                ("answer", id) => {
                    if let Some(answer) = read::<Answer>(value) {
                        self.answers.0.insert(id.to_owned(), answer);
                    }
                }
                ("insight", _) => self.insights.extend(read::<Insight>(value)),
                ("recommendations", _) => self.recommendations = read(value).unwrap_or_default(),
                ("stopped_by", _) => self.stopped_by = read(value),
                ("partial", _) => self.partial = true,
                _ => {}
            }
        }
        self.loaded = true;
        Ok(())
    }
}

fn read<T: DeserializeOwned>(value: Value) -> Option<T> {
    serde_json::from_value(value).inspect_err(|error| tracing::error!(%error, "what a run kept cannot be read")).ok()
}

/// # Errors
/// What cannot be written as JSON.
pub(super) fn keep(name: impl Into<String>, value: &impl Serialize) -> Result<Kept, Failure> {
    let value = serde_json::to_value(value).map_err(|error| domain::StoreFault::Refused(error.to_string()))?;
    Ok(Kept { name: name.into(), value })
}

/// Names in their order, up to a thousand of them.
pub(super) fn numbered(name: &str, number: usize) -> String {
    format!("{name}:{number:03}")
}
