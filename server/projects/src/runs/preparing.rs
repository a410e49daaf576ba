//! The first three phases: what the project is about, what earlier runs found and people thought of it, and which tables there are.

use super::{
    super::{connections::connected, project_catalog, routing::dialect, source_reading::ended},
    PIECE, Piece,
    memory::{Memory, keep, numbered},
    next,
};
use crate::Projects;
use domain::{
    Failure, FailureKind,
    account::PageQuery,
    runs::{Area, Progress, TableSurvey, Then},
    tools::{
        ProjectRow, SourceStatus,
        answers::Held,
        catalog::{Table, TableProfile},
        warehouse::Dialect,
    },
};
use protocol::run::{ExplorerChoice, RunStep};
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

/// Tables that are explored, the fullest first.
const MOST_TABLES: usize = 40;
/// How often a run that waits looks whether it is its turn.
const LOOK: Duration = Duration::from_millis(300);
const DISCOVERIES: u32 = 5;
const FEEDBACK: u32 = 200;

/// The areas of the project's own pack; none where it has no pack.
pub(super) fn areas(project: &ProjectRow) -> Vec<Area> {
    let areas = project.pack.as_ref().and_then(|pack| pack["areas"].as_array().cloned()).unwrap_or_default();
    areas.into_iter().filter_map(|area| serde_json::from_value(area).ok()).collect()
}

impl Piece {
    pub(super) async fn initialize(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        let (view, store) = (&self.run.view, self.projects.run_store());
        while store.runs_ahead(self.run.tenant, view.project, view.id).await? > 0 {
            tokio::time::sleep(LOOK).await;
        }
        self.take_turn(memory).await;
        let project = super::super::found(&self.projects, self.run.tenant, &view.project.to_string()).await?;
        super::may_run(&project)?;
        memory.goal.text.clone_from(&view.request.goal);
        memory.goal.description = [project.name.as_str(), project.description.as_str()].join(". ");
        memory.goal.areas = areas(&project);
        if !view.request.areas.is_empty() {
            memory.goal.areas.retain(|area| view.request.areas.contains(&area.id));
        }
        let mut progress = Progress { kept: vec![keep("goal", &memory.goal)?], then: next(), ..Progress::default() };
        if view.request.explorer == ExplorerChoice::Model {
            progress.warnings.push("no language model explores yet: the built-in explorer does".to_owned());
        }
        Ok(progress)
    }

    pub(super) async fn load_context(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        let (tenant, project, store) = (self.run.tenant, self.run.view.project, self.projects.run_store());
        let page = |limit: u32| PageQuery { limit, after: None };
        (memory.goal.monitor, memory.goal.avoid) = (Vec::new(), Vec::new());
        for one in store.project_feedback(tenant, project, page(FEEDBACK)).await? {
            if one.like { &mut memory.goal.monitor } else { &mut memory.goal.avoid }.push(one.name);
        }
        let earlier = store.discoveries(tenant, project, page(DISCOVERIES)).await?;
        let message = format!(
            "{} earlier discoveries, {} liked and {} rejected findings",
            earlier.len(),
            memory.goal.monitor.len(),
            memory.goal.avoid.len()
        );
        tracing::debug!(run = %self.run.view.id, message, "the context of a run");
        Ok(Progress { kept: vec![keep("goal", &memory.goal)?], then: next(), ..Progress::default() })
    }

    pub(super) async fn survey(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        let (tenant, project) = (self.run.tenant, self.run.view.project);
        let mut progress = Progress::default();
        if memory.surveyed.is_empty() {
            wait_for_sources(self, tenant).await?;
        }
        let catalog = project_catalog(&self.projects, tenant, project).await?;
        let mut tables: Vec<(&Held, &Table)> =
            Held::databases(&catalog.held).flat_map(|one| one.found.tables.iter().map(move |table| (one, table))).collect();
        tables.sort_by_key(|(_, table)| std::cmp::Reverse(table.row_count.unwrap_or_default()));
        if tables.is_empty() {
            let detail = "the project has no table to explore: add a source with data, wait until it is ready, and run again";
            return Err(Failure::new(FailureKind::Invalid, detail));
        }
        if tables.len() > MOST_TABLES && memory.surveyed.is_empty() {
            progress.warnings.push(format!("of {} tables the {MOST_TABLES} fullest are explored", tables.len()));
        }
        tables.truncate(MOST_TABLES);
        memory.stay(self.run.tenant);
        let begun = Instant::now();
        for (one, table) in &tables {
            let name = format!("{}.{}", one.source.name, table.name);
            if memory.surveyed.contains(&name) {
                continue;
            }
            if begun.elapsed() >= PIECE && !progress.steps.is_empty() {
                progress.kept.push(keep("surveyed", &memory.surveyed)?);
                return Ok(progress);
            }
            let asked = Instant::now();
            let step = self.step("lookup_schema");
            let step = match profiled(&self.projects, &catalog.project, one, table).await {
                Ok(profile) => {
                    let survey = TableSurvey::new(table, &profile, dialect(one), warehouse::is_secret);
                    let message = format!("{name}: {} rows, {} columns", profile.rows, table.columns.len());
                    progress.kept.push(keep(numbered("table", memory.survey.tables.len()), &survey)?);
                    memory.survey.tables.push(survey);
                    RunStep { message: Some(message), row_count: Some(profile.rows), ..step }
                }
                Err(failure) => {
                    memory.partial = true;
                    progress.kept.push(keep("partial", &true)?);
                    progress.warnings.push(format!("{name} could not be read: {}", failure.detail));
                    RunStep { status: "error".into(), error: Some(failure.detail), message: Some(name.clone()), ..step }
                }
            };
            let elapsed_ms = u64::try_from(asked.elapsed().as_millis()).unwrap_or(u64::MAX);
            progress.steps.push(RunStep { elapsed_ms, purpose: Some(format!("What is in {name}?")), ..step });
            memory.surveyed.push(name);
        }
        if memory.survey.tables.is_empty() {
            let why = progress.warnings.last().cloned().unwrap_or_default();
            return Err(Failure::new(FailureKind::Unavailable, format!("no table of the project could be read: {why}")));
        }
        if memory.goal.areas.is_empty() {
            memory.goal.areas = areas_of_tables(&memory.survey.tables);
            let (wanted, known) = (&self.run.view.request.areas, memory.goal.areas.clone());
            memory.goal.areas.retain(|area| wanted.is_empty() || wanted.contains(&area.id));
            if memory.goal.areas.is_empty() {
                let known: Vec<&str> = known.iter().map(|area| area.id.as_str()).collect();
                let detail = format!("the project has none of these areas; its areas are {}", known.join(", "));
                return Err(Failure::new(FailureKind::Invalid, detail));
            }
            progress.kept.push(keep("goal", &memory.goal)?);
        }
        progress.kept.push(keep("surveyed", &memory.surveyed)?);
        progress.then = Then::Next;
        Ok(progress)
    }
}

/// Without a pack every table is an area.
fn areas_of_tables(tables: &[TableSurvey]) -> Vec<Area> {
    let mut ids = BTreeSet::new();
    let one = |table: &TableSurvey| {
        let id: String = table.name.to_lowercase().chars().map(|sign| if sign.is_alphanumeric() { sign } else { '_' }).collect();
        let keywords = table.columns.iter().map(|column| column.name.clone()).collect();
        ids.insert(id.clone()).then(|| Area {
            id,
            name: table.name.clone(),
            description: table.description.clone().unwrap_or_default(),
            keywords,
        })
    };
    tables.iter().filter_map(one).collect()
}

/// What is being read belongs to the project.
async fn wait_for_sources(piece: &Piece, tenant: protocol::TenantId) -> Result<(), Failure> {
    for row in piece.projects.project_store().all_sources(tenant, piece.run.view.project).await? {
        if row.status == SourceStatus::Reading
            && let Err(failure) = ended(&piece.projects, &row).await
            && failure.kind != FailureKind::NotFound
        {
            return Err(failure);
        }
    }
    Ok(())
}

async fn profiled(projects: &Projects, project: &ProjectRow, one: &Held, table: &Table) -> Result<TableProfile, Failure> {
    let database = connected(projects, project, &one.source).await?;
    let answer = if database.dialect() == Dialect::Files && project.filter.is_none() {
        database.profile(&table.name).await
    } else {
        super::super::profile::profile_with_queries(&*database, project, dialect(one), table).await
    };
    answer.map_err(|fault| super::super::connections::of_fault(&fault))
}
