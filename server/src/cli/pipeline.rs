//! `discovery pipeline --project-id <id>`: a pipeline until its opportunities are in review, in a process of its own.

use super::run::{LEASE, LOOK, REFUSED, account};
use crate::{
    backend::{Backend, DEFAULT_TENANT},
    config::Settings,
    web::{api::schema::OpportunityWhole, wording::read_value},
};
use anyhow::Result;
use clap::Args;
use domain::{
    Failure, FailureKind,
    opportunities::{FindingDraft, check_findings},
};
use protocol::{
    AskId, CompanySearchId, PipelineId, ProjectId, RunId, Timestamp,
    account::Account,
    opportunities::{ContractCycle, Finding, PipelineEvent, PipelineSource, PipelineView, Produced, Revision, RevisionOutcome},
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

#[derive(Args)]
pub(super) struct PipelineWanted {
    /// The project's id, as its page and the API show it.
    #[arg(long)]
    project_id: String,
    /// Insights of this run.
    #[arg(long)]
    run_id: Option<Uuid>,
    /// Companies of this search.
    #[arg(long)]
    search_id: Option<Uuid>,
    /// This answer.
    #[arg(long)]
    ask_id: Option<Uuid>,
    /// The pipeline that the answer is added to, instead of beginning one.
    #[arg(long, requires = "ask_id", conflicts_with_all = ["run_id", "search_id", "findings"])]
    pipeline_id: Option<Uuid>,
    /// A file with findings as JSON: a list, or an object with a list `findings`.
    #[arg(long)]
    findings: Option<PathBuf>,
    /// The tenant that the project is of: an id or a slug.
    #[arg(long, default_value = DEFAULT_TENANT)]
    tenant: String,
}

pub(super) async fn run(what: PipelineWanted, settings: Settings) -> Result<ExitCode> {
    let settings = Settings { beside: true, research_lease: LEASE.min(settings.research_lease), ..settings };
    let backend = Backend::start(settings, CancellationToken::new()).await?;
    let code = match work(&what, &backend).await {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("Error: {}", failure.detail);
            for fault in failure.faults.iter().filter(|fault| fault.message != failure.detail) {
                eprintln!("  {}: {}", fault.field, fault.message);
            }
            let is_refused = matches!(failure.kind, FailureKind::NotFound | FailureKind::Invalid | FailureKind::Conflict);
            if is_refused { ExitCode::from(REFUSED) } else { ExitCode::FAILURE }
        }
    };
    backend.store().close().await;
    Ok(code)
}

async fn work(what: &PipelineWanted, backend: &Backend) -> Result<ExitCode, Failure> {
    let who = account(&what.tenant, backend).await.map_err(|error| Failure::not_found(error.to_string()))?;
    let project = projects::found(backend.projects(), who.tenant_id, &what.project_id).await?;
    let (id, seen) = match (what.pipeline_id, what.ask_id) {
        (Some(id), Some(ask)) => (PipelineId(id), add(backend, &who, project.id, (PipelineId(id), AskId(ask))).await?),
        _ => (begin(what, backend, &who, project.id).await?, 0),
    };
    eprintln!("pipeline {id}");
    let view = follow(backend, &who, id, seen).await?;
    println!("{}", summarize(&view));
    if let Some(error) = &view.error {
        eprintln!("Error: {error}");
    }
    eprintln!("{}", count(&view));
    let is_done = view.is_in_review() || view.status() == protocol::opportunities::PipelineStatus::Completed;
    Ok(if is_done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Adds an answer to a pipeline of the project; the last of its events before.
async fn add(backend: &Backend, who: &Account, project: ProjectId, (id, ask): (PipelineId, AskId)) -> Result<u64, Failure> {
    let all = backend.opportunities();
    let before = opportunities::pipeline_view(all, who, id).await?;
    if before.project != project {
        return Err(Failure::not_found("there is no such pipeline in this project"));
    }
    opportunities::add_answer(all, who, id, ask).await?;
    Ok(before.work.seq)
}

async fn begin(what: &PipelineWanted, backend: &Backend, who: &Account, project: ProjectId) -> Result<PipelineId, Failure> {
    let findings = what.findings.as_deref().map(|path| read_findings(path, backend.now())).transpose()?.unwrap_or_default();
    let source = PipelineSource {
        run_id: what.run_id.map(RunId),
        // An interview is its owner's, whom a command line does not know.
        session_id: None,
        search_id: what.search_id.map(CompanySearchId),
        ask_id: what.ask_id.map(AskId),
        findings,
        experiment: None,
    };
    opportunities::begin_pipeline(backend.opportunities(), who, project, source).await
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Sent {
    List(Vec<Value>),
    Named { findings: Vec<Value> },
}

fn read_findings(path: &Path, now: Timestamp) -> Result<Vec<Finding>, Failure> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::invalid("findings", format!("{shown} cannot be read: {error}")))?;
    parse_findings(&text, now).map_err(|failure| Failure { detail: format!("{shown}: {}", failure.detail), ..failure })
}

fn parse_findings(text: &str, now: Timestamp) -> Result<Vec<Finding>, Failure> {
    let sent: Sent = serde_json::from_str(text)
        .map_err(|_| Failure::invalid("findings", "this is no JSON list of findings, and no object with one"))?;
    let (Sent::List(sent) | Sent::Named { findings: sent }) = sent;
    let mut drafts = Vec::with_capacity(sent.len());
    for (place, one) in sent.into_iter().enumerate() {
        let draft: FindingDraft = read_value(one)
            .map_err(|fault| Failure::invalid(&format!("findings[{place}]"), format!("findings[{place}]: {}", fault.message)))?;
        drafts.push(draft);
    }
    Ok(check_findings(drafts, now)?)
}

/// Writes every stage that comes after this event, until people have to decide or the pipeline is over.
async fn follow(backend: &Backend, who: &Account, id: PipelineId, mut seen: u64) -> Result<Arc<PipelineView>, Failure> {
    let all = backend.opportunities();
    loop {
        let view = opportunities::pipeline_view(all, who, id).await?;
        for recorded in opportunities::pipeline_events(all, who, id, seen).await? {
            seen = recorded.seq;
            describe(&recorded.event, &view).iter().for_each(|line| eprintln!("{line}"));
        }
        if view.work.seq <= seen && (view.work.status.is_over() || view.is_in_review()) {
            return Ok(view);
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// The lines of an event; none for what nobody waits for.
fn describe(event: &PipelineEvent, view: &PipelineView) -> Vec<String> {
    match event {
        PipelineEvent::StageBegan { stage, attempt, items } => {
            let again = if *attempt > 1 { format!(", attempt {attempt}") } else { String::new() };
            let about = if items.is_empty() { String::new() } else { format!(": {}", counted(items.len(), "item")) };
            vec![format!("stage {} {}{again}{about}", stage.number(), stage.name())]
        }
        PipelineEvent::Explored { findings, left_out, .. } => {
            let found = format!("  {}", counted(findings.len(), "finding"));
            std::iter::once(found).chain(left_out.iter().map(|why| format!("  left out: {why}"))).collect()
        }
        PipelineEvent::FellBack { why } => vec![format!("  the built-in engine goes on: {why}")],
        PipelineEvent::Produced { made, .. } => made.iter().map(|one| format!("  {}", describe_made(one, view))).collect(),
        PipelineEvent::Validated { cycle, .. } => describe_cycle(cycle, view),
        PipelineEvent::Revised { revisions, .. } => revisions.iter().map(|one| describe_revision(one, view)).collect(),
        PipelineEvent::StageEnded { stage, status } => {
            vec![format!("stage {} {} {}", stage.number(), stage.name(), status.name())]
        }
        PipelineEvent::SentBack { from_stage, way } => {
            vec![format!("  sent back from {} to {}: {}", from_stage.name(), way.to_stage.name(), way.guidance)]
        }
        _ => Vec::new(),
    }
}

fn describe_made(made: &Produced, view: &PipelineView) -> String {
    let area = |id| area_of(view, id);
    match made {
        Produced::Brief { brief, .. } => format!("brief: {}", brief.affected_area),
        Produced::Solution { id, .. } => format!("solution: {}", area(*id)),
        Produced::Feasibility { id, feasibility, .. } => {
            format!("{}: {}", if feasibility.feasible { "feasible" } else { "not feasible" }, area(*id))
        }
        Produced::Rank { id, rank } => format!("rank {}: {}", rank.rank, area(*id)),
    }
}

fn describe_cycle(cycle: &ContractCycle, view: &PipelineView) -> Vec<String> {
    let consumer = cycle.boundary.consumer().name();
    let (accepted, rejected) = (cycle.accepted.len(), cycle.rejected.len());
    let head = format!("  {} cycle {}: {consumer} accepts {accepted}, rejects {rejected}", cycle.boundary.name(), cycle.cycle);
    let why = cycle.rejected.iter().map(|one| format!("  rejected {}: {}", area_of(view, one.item), one.reason));
    let failed = cycle.failed.iter().map(|why| format!("  the verdict could not be used: {why}"));
    std::iter::once(head).chain(why).chain(failed).collect()
}

fn describe_revision(revision: &Revision, view: &PipelineView) -> String {
    let area = area_of(view, revision.item);
    match &revision.outcome {
        RevisionOutcome::Replaced { .. } => format!("  revised {area}"),
        RevisionOutcome::Split { parts } => format!("  split {area} into {}", parts.len()),
        RevisionOutcome::Skipped { why } => format!("  not revised {area}: {why}"),
    }
}

fn area_of(view: &PipelineView, id: protocol::OpportunityId) -> String {
    view.opportunity(id).map_or_else(|| id.to_string(), |one| one.brief.affected_area.clone())
}

fn counted(number: usize, name: &str) -> String {
    if number == 1 { format!("1 {name}") } else { format!("{number} {name}s") }
}

fn count(view: &PipelineView) -> String {
    let listed = view.listed();
    let warned = listed.iter().filter(|one| one.warnings().next().is_some()).count();
    let opportunities = if listed.len() == 1 { "1 opportunity".to_owned() } else { format!("{} opportunities", listed.len()) };
    let state = if view.is_in_review() { "in review" } else { view.status().name() };
    format!("{state}: {} became {opportunities}, {warned} with warnings", counted(view.findings.len(), "finding"))
}

fn summarize(view: &PipelineView) -> Value {
    let listed = view.listed();
    let whole: Vec<OpportunityWhole> = listed.iter().map(|one| OpportunityWhole::new(one, view.id)).collect();
    json!({
        "pipeline_id": view.id, "project_id": view.project, "status": view.status(), "in_review": view.is_in_review(),
        "engine": view.engine(), "findings": view.findings.len(), "left_out": view.left_out, "error": view.error,
        "opportunities": whole,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_come_as_a_list_or_within_an_object() {
        for (text, expected) in [
            (r#"[{"title": "a"}, {"title": "b"}]"#, Ok(vec!["f1", "f2"])),
            (r#"{"findings": [{"title": "a", "id": "x"}], "of": 7}"#, Ok(vec!["x"])),
            ("[]", Ok(vec![])),
            ("{}", Err("findings")),
            ("no JSON", Err("findings")),
            (r#"[{"title": "a"}, {"description": "b"}]"#, Err("findings[1]")),
            (r#"[{"title": " "}]"#, Err("findings[0].title")),
        ] {
            let read = parse_findings(text, Timestamp(0));
            let read = read.map(|findings| findings.into_iter().map(|one| one.id).collect::<Vec<_>>());
            match (read, expected) {
                (Ok(read), Ok(expected)) => assert_eq!(read, expected, "{text}"),
                (Err(failure), Err(field)) => assert_eq!(failure.faults[0].field, field, "{text}"),
                (read, _) => panic!("{text}: {read:?}"),
            }
        }
    }
}
