//! The first three phases: what the project is about, what earlier runs found and people thought of it, and which tables there are.

use super::{
    super::{project_catalog, routing::dialect, source_reading::ended},
    PIECE, Piece,
    memory::{Domain, Memory, keep, numbered},
    next,
    patience::source_name,
};
use crate::{Projects, project_pack, prompts_of};
use domain::{
    Failure, FailureKind,
    account::PageQuery,
    packs::{
        PackArea,
        prompts::{PromptName, analysis_prompt},
    },
    runs::{Area, FeedbackTarget, Progress, ProjectFeedback, Spending, TableSurvey, Then, describe_context},
    tools::{ProjectRow, ProjectSource, SourceKind, SourceStatus, answers::Held, catalog::Table},
};
use protocol::run::{ExplorerChoice, RunStep};
use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicU32, Ordering},
    time::Instant,
};

/// Tables that are explored, the fullest first.
pub(super) const MOST_TABLES: usize = 40;
/// Columns of one table that are explored.
const MOST_COLUMNS: usize = 150;
/// Columns of a table that stand in its area's prompt.
const KEYWORDS: usize = 30;
const DISCOVERIES: usize = 5;
const FEEDBACK: u32 = 200;

/// The areas of the project's pack; without a pack every table is one.
///
/// # Errors
/// The store's.
pub(super) async fn areas(projects: &Projects, project: &ProjectRow) -> Result<Vec<Area>, Failure> {
    let pack = project_pack(projects, project).await?;
    if !pack.areas.is_empty() {
        return Ok(pack.areas.iter().map(area).collect());
    }
    let catalog = project_catalog(projects, project.tenant, project.id).await?;
    let mut tables: Vec<&Table> = Held::databases(&catalog.held).flat_map(|one| &one.found.tables).collect();
    tables.sort_by_key(|table| std::cmp::Reverse(table.row_count.unwrap_or_default()));
    tables.truncate(MOST_TABLES);
    let one = |table: &&Table| {
        let columns = table.columns.iter().map(|column| column.name.clone());
        area_of_table(&table.name, table.description.as_deref(), columns)
    };
    Ok(distinct(tables.iter().map(one)))
}

fn area(area: &PackArea) -> Area {
    Area { id: area.id.clone(), name: area.name.clone(), description: area.description.clone(), keywords: area.keywords.clone() }
}

impl Piece {
    pub(super) async fn initialize(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        let view = &self.run.view;
        let project = super::super::found(&self.projects, self.run.tenant, &view.project.to_string()).await?;
        super::may_run(&project)?;
        memory.goal.text.clone_from(&view.request.goal);
        memory.goal.description = [project.name.as_str(), project.description.as_str()].join(". ");
        let pack = project_pack(&self.projects, &project).await?;
        memory.goal.areas = pack.areas.iter().map(area).collect();
        memory.goal.only.clone_from(&view.request.areas);
        memory.prompts = prompts_of(&self.projects, &project).await?;
        memory.domain = Domain { domain: project.domain.clone(), category: project.category.clone() };
        let mut progress = Progress { then: next(), ..Progress::default() };
        if view.request.explorer != ExplorerChoice::BuiltIn {
            match self.projects.analyst().engine(self.run.tenant).await {
                Ok(name) => memory.model.name = name,
                Err(fault) => {
                    memory.model.name = Some("model".to_owned());
                    memory.model.unusable = Some(fault.to_string());
                    progress
                        .warnings
                        .push(format!("the language model cannot be used ({fault}): the built-in explorer explores"));
                }
            }
        }
        if view.request.explorer == ExplorerChoice::Model && memory.model.name.is_none() {
            progress.warnings.push("no language model is set up: the built-in explorer explores".to_owned());
        }
        progress.kept = vec![
            keep("goal", &memory.goal)?,
            keep("prompts", &memory.prompts)?,
            keep("domain", &memory.domain)?,
            keep("model", &memory.model)?,
        ];
        Ok(progress)
    }

    pub(super) async fn load_context(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        let (tenant, project, store) = (self.run.tenant, self.run.view.project, self.projects.run_store());
        let feedback = store.project_feedback(tenant, project, PageQuery { limit: FEEDBACK, after: None }).await?;
        let name = |row: &ProjectFeedback| row.name.clone();
        let rated = |kind: FeedbackTarget, like: bool| {
            feedback.iter().filter(|row| row.like == like && row.target_type == kind).map(name).collect::<Vec<String>>()
        };
        memory.goal.monitor = rated(FeedbackTarget::Insight, true);
        memory.goal.avoid = rated(FeedbackTarget::Insight, false);
        memory.goal.monitor_recommendations = rated(FeedbackTarget::Recommendation, true);
        memory.goal.avoid_recommendations = rated(FeedbackTarget::Recommendation, false);
        memory.context = describe_context(&self.earlier(DISCOVERIES).await?, &feedback);
        Ok(Progress {
            kept: vec![keep("goal", &memory.goal)?, keep("context", &memory.context)?],
            context: Some(memory.context.clone()),
            then: next(),
            ..Progress::default()
        })
    }

    pub(super) async fn survey(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        let (tenant, project) = (self.run.tenant, self.run.view.project);
        let mut progress = Progress::default();
        if memory.surveyed.is_empty() {
            for name in wait_for_sources(self, tenant).await? {
                memory.partial = true;
                progress.kept.push(keep("partial", &true)?);
                progress.warnings.push(format!("the source {name} could not be read: what is in it is not explored"));
            }
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
        let (begun, queries) = (Instant::now(), AtomicU32::new(0));
        for (one, table) in &tables {
            let name = format!("{}.{}", one.source.name, table.name);
            if memory.surveyed.contains(&name) {
                continue;
            }
            if begun.elapsed() >= PIECE && !progress.steps.is_empty() {
                progress.kept.push(keep("surveyed", &memory.surveyed)?);
                self.note_queries(&queries, &mut progress);
                return Ok(progress);
            }
            let begun_at = Instant::now();
            let step = self.step("lookup_schema");
            let looked_at = if memory.given_up.contains(&source_name(&one.source.name)) {
                Err(Failure::new(FailureKind::Unavailable, "its source did not answer for other tables"))
            } else {
                self.profile(&catalog.project, one, table, &queries).await
            };
            if let Err(failure) = &looked_at {
                self.note_unread(memory, &one.source.name, (failure, begun_at.elapsed()), &mut progress)?;
            }
            let step = match looked_at {
                Ok(profile) => {
                    let mut survey = TableSurvey::new(table, &profile, dialect(one), warehouse::is_secret);
                    if survey.columns.len() > MOST_COLUMNS {
                        let all = survey.columns.len();
                        progress.warnings.push(format!("of the {all} columns of {name} the first {MOST_COLUMNS} are explored"));
                        survey.columns.truncate(MOST_COLUMNS);
                    }
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
            let elapsed_ms = u64::try_from(begun_at.elapsed().as_millis()).unwrap_or(u64::MAX);
            progress.steps.push(RunStep { elapsed_ms, purpose: Some(format!("What is in {name}?")), ..step });
            memory.surveyed.push(name);
        }
        self.note_queries(&queries, &mut progress);
        if memory.survey.tables.is_empty() {
            let why = progress.warnings.last().cloned().unwrap_or_default();
            // Whoever resumes it tries all of them again.
            progress.kept.push(keep("surveyed", &Vec::<String>::new())?);
            Self::ask_all_again(memory, &mut progress)?;
            progress.then = Then::Fail(format!("no table of the project could be read: {why}"));
            return Ok(progress);
        }
        if memory.goal.areas.is_empty() {
            let one = |table: &TableSurvey| {
                let columns = table.columns.iter().map(|column| column.name.clone());
                area_of_table(&table.name, table.description.as_deref(), columns)
            };
            memory.goal.areas = distinct(memory.survey.tables.iter().map(one));
            for area in &memory.goal.areas {
                let name = PromptName::Analysis(area.id.clone());
                let whole = PackArea {
                    id: area.id.clone(),
                    name: area.name.clone(),
                    description: area.description.clone(),
                    keywords: area.keywords.iter().take(KEYWORDS).cloned().collect(),
                    ..PackArea::default()
                };
                memory.prompts.entry(name.name()).or_insert_with(|| analysis_prompt(&whole, &[]));
            }
            progress.kept.extend([keep("goal", &memory.goal)?, keep("prompts", &memory.prompts)?]);
        }
        if memory.wanted_areas().next().is_none() {
            let known: Vec<&str> = memory.goal.areas.iter().map(|area| area.id.as_str()).collect();
            let detail = format!("the project has none of these areas; its areas are {}", known.join(", "));
            return Err(Failure::new(FailureKind::Invalid, detail));
        }
        progress.goal_questions = self.projects.explorer().doubt_goal(&memory.goal, &memory.survey);
        progress.kept.push(keep("surveyed", &memory.surveyed)?);
        progress.then = Then::Next;
        Ok(progress)
    }

    /// What looking at tables took: of files nothing is counted.
    fn note_queries(&self, queries: &AtomicU32, progress: &mut Progress) {
        let queries = queries.load(Ordering::Relaxed);
        if queries > 0 {
            progress.spent = self.tally.report(queries, Spending::nothing());
        }
    }
}

/// Without a pack every table is an area.
fn area_of_table(name: &str, description: Option<&str>, columns: impl Iterator<Item = String>) -> Area {
    let id: String = name.to_lowercase().chars().map(|sign| if sign.is_alphanumeric() { sign } else { '_' }).collect();
    Area { id, name: name.to_owned(), description: description.unwrap_or_default().to_owned(), keywords: columns.collect() }
}

/// Tables of the same name in several sources are one area.
fn distinct(areas: impl Iterator<Item = Area>) -> Vec<Area> {
    let mut ids = BTreeSet::new();
    areas.filter(|area| ids.insert(area.id.clone())).collect()
}

/// What is being read belongs to the project; the names of the databases that could not be read.
async fn wait_for_sources(piece: &Piece, tenant: protocol::TenantId) -> Result<Vec<String>, Failure> {
    for row in piece.projects.project_store().all_sources(tenant, piece.run.view.project).await? {
        if row.status == SourceStatus::Reading
            && let Err(failure) = ended(&piece.projects, &row).await
            && failure.kind != FailureKind::NotFound
        {
            return Err(failure);
        }
    }
    let rows = piece.projects.project_store().all_sources(tenant, piece.run.view.project).await?;
    let is_lost = |row: &ProjectSource| row.status == SourceStatus::Failed && row.kind == SourceKind::Database;
    Ok(rows.into_iter().filter(is_lost).map(|row| row.name).collect())
}
