//! What people and programs want of pipelines: begun, given another finding, followed, stopped.

use crate::{Opportunities, gathering};
use actors::{
    CommandFault,
    live::{Subscription, Who},
};
use domain::{
    Failure, FailureKind, Refusal,
    account::{AuditLog as _, AuditNote},
    live::StoredEvent,
    opportunities::{MOST_FINDINGS, Pipeline, PipelineCommand, PipelineInput, PipelineRow},
};
use protocol::{
    AskId, PipelineId, ProjectId,
    account::Account,
    live::Recorded,
    opportunities::{Opportunity, PipelineEvent, PipelineSource, PipelineView, Stage},
};
use serde_json::json;
use std::sync::Arc;

/// Pipelines of one tenant that are worked on at once.
const MOST_OPEN: u32 = 50;

/// Everybody of the tenant sees them.
pub(crate) fn who_sees(account: &Account) -> Who {
    Who { tenant: account.tenant_id, only: None, user: Some(account.user_id) }
}

/// Begins a pipeline over what the source names.
///
/// # Errors
/// 404 for a project, run, interview, search or ask that is not there; 422 where there is nothing to begin with; 429 where too many
/// are under way.
pub async fn begin_pipeline(
    opportunities: &Opportunities,
    account: &Account,
    project: ProjectId,
    source: PipelineSource,
) -> Result<PipelineId, Failure> {
    check(opportunities, account, project, &source).await?;
    let id = PipelineId(opportunities.id());
    open(opportunities, account, (id, project), source, (Stage::Exploration, Vec::new())).await?;
    Ok(id)
}

/// Adds an answer to a pipeline of its project, as a finding.
///
/// # Errors
/// 404 for a pipeline or an ask that is not there, or an ask of another project; 409 where the pipeline takes no findings or has this
/// one, naming what is possible, and where the ask has no answer.
pub async fn add_answer(opportunities: &Opportunities, account: &Account, id: PipelineId, ask: AskId) -> Result<(), Failure> {
    let row = find_pipeline(opportunities, account, id).await?;
    let source = PipelineSource { ask_id: Some(ask), ..PipelineSource::default() };
    let sources = opportunities.parts().sources();
    let gathered = gathering::gather(&sources, account, row.project, &source, opportunities.now()).await?;
    let added = PipelineCommand::AddFindings { findings: gathered.findings, left_out: gathered.left_out };
    command(opportunities, account, id, added).await
}

/// What could not be begun is refused now; it is gathered anew in the first stage.
async fn check(
    opportunities: &Opportunities,
    account: &Account,
    project: ProjectId,
    source: &PipelineSource,
) -> Result<(), Failure> {
    let sources = opportunities.parts().sources();
    if sources.projects.project(account.tenant_id, project).await?.is_none() {
        return Err(Failure::not_found("there is no such project"));
    }
    let names_something =
        source.run_id.is_some() || source.session_id.is_some() || source.search_id.is_some() || source.ask_id.is_some();
    if source.findings.is_empty() && !names_something {
        let why = "name a run, an interview, a company search or an ask, or send findings";
        return Err(Refusal::invalid("findings", why).into());
    }
    if source.findings.len() > MOST_FINDINGS {
        return Err(Refusal::invalid("findings", format!("at most {MOST_FINDINGS} findings")).into());
    }
    let gathered = gathering::gather(&sources, account, project, source, opportunities.now()).await?;
    if gathered.findings.is_empty() {
        let why = gathered.left_out.first().map_or("there is nothing to go on from", String::as_str);
        return Err(Refusal::invalid("findings", format!("no findings: {why}")).into());
    }
    Ok(())
}

/// # Errors
/// 429 where too many of the tenant's are under way.
async fn expect_room(opportunities: &Opportunities, account: &Account) -> Result<(), Failure> {
    if opportunities.store().open_pipelines(account.tenant_id).await? >= MOST_OPEN {
        let detail = format!("{MOST_OPEN} pipelines are under way: stop some, or wait until they reach review");
        return Err(Failure { retry_after: Some(5), ..Failure::new(FailureKind::Busy, detail) });
    }
    Ok(())
}

/// Begins one at a stage.
///
/// # Errors
/// 429 where too many are under way.
pub(crate) async fn open(
    opportunities: &Opportunities,
    account: &Account,
    (id, project): (PipelineId, ProjectId),
    source: PipelineSource,
    start: (Stage, Vec<Opportunity>),
) -> Result<(), Failure> {
    expect_room(opportunities, account).await?;
    // One that is chosen and cannot be used now is no reason to do nothing, but people see why.
    let (model, fell_back) = match opportunities.parts().analyst.engine(account.tenant_id).await {
        Ok(model) => (model, None),
        Err(fault) => (None, Some(fault.to_string())),
    };
    let audit =
        AuditNote { action: "pipeline.started", target: id.to_string(), about: None, detail: json!({"project": project}) };
    let audit = audit.entry_by(opportunities, account);
    let mut pipeline = Pipeline::new(account.tenant_id, (id, project, account.user_id), source, start, model);
    pipeline.view.fell_back = fell_back;
    opportunities.directory().open(pipeline, PipelineInput::Request, Some(audit)).await.map_err(fault)?;
    Ok(())
}

/// A pipeline of the tenant.
///
/// # Errors
/// 404.
pub async fn find_pipeline(opportunities: &Opportunities, account: &Account, id: PipelineId) -> Result<PipelineRow, Failure> {
    opportunities.store().pipeline(account.tenant_id, id).await?.ok_or_else(missing)
}

/// Where a pipeline is.
///
/// # Errors
/// 404.
pub async fn pipeline_view(
    opportunities: &Opportunities,
    account: &Account,
    id: PipelineId,
) -> Result<Arc<PipelineView>, Failure> {
    // One that is still at work in a deleted project is seen by nobody.
    opportunities.store().pipeline(account.tenant_id, id).await?.ok_or_else(missing)?;
    opportunities.directory().view(who_sees(account), id).await.map(|viewed| viewed.view).map_err(fault)
}

/// What happens to a pipeline from now on.
///
/// # Errors
/// 404.
pub async fn follow_pipeline(
    opportunities: &Opportunities,
    account: &Account,
    id: PipelineId,
) -> Result<Subscription<Pipeline>, Failure> {
    let joined = opportunities.directory().join(who_sees(account), id, None).await;
    joined.map(|joined| joined.subscription).map_err(fault)
}

/// What happened to it after this event.
///
/// # Errors
/// The store's.
pub async fn pipeline_events(
    opportunities: &Opportunities,
    account: &Account,
    id: PipelineId,
    after: u64,
) -> Result<Vec<Recorded<PipelineEvent>>, Failure> {
    let stored = opportunities.parts().live.store.stored_events(account.tenant_id, id.0, after).await?;
    Ok(stored.iter().map(StoredEvent::read).collect::<Result<_, _>>()?)
}

/// Stops a pipeline.
///
/// # Errors
/// 404; 409 where it is over.
pub async fn stop_pipeline(opportunities: &Opportunities, account: &Account, id: PipelineId) -> Result<(), Failure> {
    command(opportunities, account, id, PipelineCommand::Stop).await
}

pub(crate) async fn command(
    opportunities: &Opportunities,
    account: &Account,
    id: PipelineId,
    command: PipelineCommand,
) -> Result<(), Failure> {
    opportunities.directory().command(who_sees(account), id, command).await.map(|_| ()).map_err(fault)
}

fn missing() -> Failure {
    Failure::not_found("there is no such pipeline")
}

fn fault(fault: CommandFault) -> Failure {
    match fault {
        CommandFault::NotFound => missing(),
        other => other.into(),
    }
}
