//! What a run knows so far: kept in the store with every piece of work, and read again by the server that goes on with it.

use super::{analysing::MOST_INSIGHTS, patience::Patience};
use crate::Projects;
use domain::{
    Failure,
    runs::{Answer, Answers, Exchange, Goal, Insight, Kept, Progress, Recommendation, Run, Survey, TableSurvey},
    turns::Turn,
};
use protocol::{TenantId, discovery::FeedbackEffect};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use warehouse::worker::Stay;

/// Rows of an answer that are kept.
pub(super) const ROWS: usize = 2_500;

#[derive(Default)]
pub(super) struct Memory {
    loaded: bool,
    /// The steps of the run that this goes with.
    steps: u32,
    pub goal: Goal,
    /// The domain of its pack.
    pub domain: Domain,
    /// The texts of its prompts, as they were when it began.
    pub prompts: BTreeMap<String, String>,
    /// See `domain::runs::describe_context`.
    pub context: String,
    pub survey: Survey,
    /// Tables that were looked at, also those that could not be read.
    pub surveyed: Vec<String>,
    pub answers: Answers,
    pub model: ModelPart,
    /// What a model did so far, with what came of it.
    pub exchanges: Vec<Exchange>,
    pub insights: Vec<Insight>,
    /// What feedback changed.
    pub effects: Vec<FeedbackEffect>,
    /// A line of the log for each area that was analysed.
    pub analyses: Vec<Value>,
    pub recommendations: Vec<Recommendation>,
    pub recommendation_log: Value,
    pub stopped_by: Option<String>,
    pub partial: bool,
    pub patience: Patience,
    /// Tables and sources that are not asked any more.
    pub given_up: BTreeSet<String>,
    /// A query's process waits for the next one.
    pub stay: Option<Arc<Stay>>,
    /// Its place among the runs of this server.
    pub turn: Option<Turn>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Domain {
    pub domain: Option<String>,
    pub category: Option<String>,
}

/// How far a language model has come; all of it is nothing where none takes part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ModelPart {
    /// Its name.
    pub name: Option<String>,
    /// It does not explore any more; the built-in explorer goes on where `failed`.
    pub explored: bool,
    pub failed: bool,
    pub lookups: u32,
    pub searches: u32,
    /// Steps with errors, one after the other.
    pub errors: u32,
    /// Steps that told nothing new, one after the other.
    pub stale: u32,
    /// It cannot be asked anything any more, and why: the run fails by that.
    pub unusable: Option<String>,
    /// Areas that it could not analyse, with the reason.
    pub lost: BTreeMap<String, String>,
    pub analysed: BTreeSet<String>,
    /// The money for it is spent.
    pub spent: bool,
    /// The insights are all there are.
    pub concluded: bool,
}

impl ModelPart {
    /// Its name while it may be asked.
    pub(super) fn usable(&self) -> Option<&str> {
        self.name.as_deref().filter(|_| self.unusable.is_none() && !self.spent)
    }
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
        if self.loaded && self.steps == run.view.step_count && !run.view.cancelling {
            return Ok(());
        }
        *self = Self { stay: self.stay.take(), turn: self.turn.take(), steps: run.view.step_count, ..Self::default() };
        let kept = projects.run_store().run_memory(run.tenant, run.view.id).await?;
        for Kept { name, value } in kept {
            match name.split_once(':').unwrap_or((&name, "")) {
                ("goal", _) => self.goal = read(value).unwrap_or_default(),
                ("domain", _) => self.domain = read(value).unwrap_or_default(),
                ("prompts", _) => self.prompts = read(value).unwrap_or_default(),
                ("context", _) => self.context = read(value).unwrap_or_default(),
                ("table", _) => self.survey.tables.extend(read::<TableSurvey>(value)),
                ("surveyed", _) => self.surveyed = read(value).unwrap_or_default(),
                // To be asked again.
                ("answer", _) if value.is_null() => {}
                ("answer", id) => {
                    if let Some(answer) = read::<Answer>(value) {
                        self.answers.0.insert(id.to_owned(), answer);
                    }
                }
                ("model", _) => self.model = read(value).unwrap_or_default(),
                ("exchange", _) => self.exchanges.extend(read::<Exchange>(value)),
                ("insight", _) => self.insights.extend(read::<Insight>(value)),
                ("effects", _) => self.effects = read(value).unwrap_or_default(),
                ("analysis", _) => self.analyses.push(value),
                ("recommendations", _) => self.recommendations = read(value).unwrap_or_default(),
                ("recommendation_log", _) => self.recommendation_log = value,
                ("stopped_by", _) => self.stopped_by = read(value),
                ("partial", _) => self.partial = true,
                ("given_up", _) => self.given_up = read(value).unwrap_or_default(),
                _ => {}
            }
        }
        if self.model.concluded {
            self.insights.truncate(MOST_INSIGHTS);
        }
        self.loaded = true;
        Ok(())
    }

    /// The areas that somebody wants.
    pub(super) fn wanted_areas(&self) -> impl Iterator<Item = &domain::runs::Area> {
        self.goal.areas.iter().filter(|area| self.goal.wants(&area.id))
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

/// Names in their order, up to ten thousand of them.
pub(super) fn numbered(name: &str, number: usize) -> String {
    format!("{name}:{number:04}")
}
