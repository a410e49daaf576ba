//! What people think of findings, opportunities and companies, given by a program or on a page.

use crate::backend::Backend;
use domain::{
    Failure,
    account::PageQuery,
    companies::CompanyRating,
    runs::{DiscoveryRow, FeedbackTarget, ProjectFeedback},
    tools::ProjectRow,
};
use protocol::{DiscoveryId, OpportunityId, UserId, account::Account};
use serde_json::{Value, json};

const LONGEST_COMMENT: usize = 4_000;
/// Discoveries among which a finding is looked for that is named by its `uuid` alone.
const DISCOVERIES: u32 = 200;

/// The finding or opportunity that somebody means.
pub(crate) struct Target {
    pub(crate) kind: FeedbackTarget,
    /// Its `uuid`, or its `id` beside the discovery; of an opportunity its id.
    pub(crate) id: String,
    pub(crate) discovery: Option<DiscoveryId>,
}

/// Keeps a rating; an earlier one of the same person gives way.
///
/// # Errors
/// 404 where there is no such finding or opportunity in the project; 422 for a comment that is too long.
pub(crate) async fn rate(
    backend: &Backend,
    user: UserId,
    project: &ProjectRow,
    target: &Target,
    (like, comment): (bool, Option<String>),
) -> Result<ProjectFeedback, Failure> {
    check_comment(comment.as_deref())?;
    let (uuid, name) = find(backend, project, target).await?;
    let row = ProjectFeedback {
        id: backend.id(),
        tenant: project.tenant,
        project: project.id,
        user,
        target_type: target.kind,
        target: uuid,
        name,
        like,
        comment: comment.filter(|comment| !comment.trim().is_empty()),
        at: backend.now(),
    };
    let id = backend.projects().run_store().put_feedback(row.clone()).await?;
    Ok(ProjectFeedback { id, ..row })
}

/// Keeps what somebody thinks of a company that they were shown.
///
/// # Errors
/// 404 where they were shown no such company; 422 for a comment that is too long.
pub(crate) async fn rate_company(
    backend: &Backend,
    who: &Account,
    id: &str,
    (like, comment): (bool, Option<String>),
) -> Result<CompanyRating, Failure> {
    check_comment(comment.as_deref())?;
    let store = backend.companies().store();
    let shown = store.seen_of(who.tenant_id, who.user_id, &[id.to_owned()]).await?;
    let name = shown.into_iter().next().map(|seen| seen.name);
    let name = name.ok_or_else(|| Failure::not_found("you were not shown such a company"))?;
    let (tenant, user, entity) = (who.tenant_id, who.user_id, id.to_owned());
    let row = CompanyRating { tenant, user, entity, name, like, comment, at: backend.now() };
    store.rate_company(row.clone()).await?;
    Ok(row)
}

fn check_comment(comment: Option<&str>) -> Result<(), Failure> {
    if comment.is_some_and(|comment| comment.chars().count() > LONGEST_COMMENT) {
        return Err(Failure::invalid("comment", format!("a comment has at most {LONGEST_COMMENT} characters")));
    }
    Ok(())
}

/// Takes a rating back. Where there is none nothing happens.
///
/// # Errors
/// 404 where there is no such finding or opportunity in the project.
pub(crate) async fn take_back(backend: &Backend, user: UserId, project: &ProjectRow, target: &Target) -> Result<(), Failure> {
    let (uuid, _) = find(backend, project, target).await?;
    backend.projects().run_store().delete_feedback(project.tenant, project.id, user, (target.kind, &uuid)).await?;
    Ok(())
}

/// The `uuid` and the name of a finding, or the id and the area of an opportunity.
async fn find(backend: &Backend, project: &ProjectRow, target: &Target) -> Result<(String, String), Failure> {
    match target.kind {
        FeedbackTarget::Insight => find_finding(backend, project, target, "insights").await,
        FeedbackTarget::Recommendation => find_finding(backend, project, target, "recommendations").await,
        FeedbackTarget::Opportunity => find_opportunity(backend, project, &target.id).await,
    }
}

async fn find_opportunity(backend: &Backend, project: &ProjectRow, id: &str) -> Result<(String, String), Failure> {
    let no_opportunity = || Failure::not_found("there is no such opportunity in this project");
    let id: OpportunityId = id.parse().map_err(|_| no_opportunity())?;
    let found = backend.opportunities().store().opportunity(project.tenant, id).await?;
    let found = found.filter(|found| found.project == project.id).ok_or_else(no_opportunity)?;
    Ok((id.to_string(), found.affected_area))
}

async fn find_finding(backend: &Backend, project: &ProjectRow, target: &Target, list: &str) -> Result<(String, String), Failure> {
    let store = backend.projects().run_store();
    let rows: Vec<DiscoveryRow> = match target.discovery {
        Some(id) => store.discovery(project.tenant, id).await?.into_iter().filter(|row| row.project == project.id).collect(),
        None => store.discoveries(project.tenant, project.id, PageQuery { limit: DISCOVERIES, after: None }).await?,
    };
    let fits = |one: &Value| one["uuid"] == json!(target.id) || (target.discovery.is_some() && one["id"] == json!(target.id));
    let found = rows.iter().flat_map(|row| row.result[list].as_array().into_iter().flatten()).find(|one| fits(one));
    let found = found.ok_or_else(|| {
        Failure::not_found("there is no such finding in this project: name its uuid, or its id with the discovery_id")
    })?;
    let name = found["name"].as_str().or(found["title"].as_str()).unwrap_or_default().to_owned();
    Ok((found["uuid"].as_str().unwrap_or_default().to_owned(), name))
}
