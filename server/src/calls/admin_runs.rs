//! Runs of all projects, as administrators review them.

use super::{PAGE, only_admins, reviews::names};
use crate::{
    backend::Backend,
    web::api::paging::{after, cut},
};
use app::{
    calls::{CallFault, Listed},
    pages::admin::runs::calls::{FindingLine, RunFilter, RunLine, RunReviewCalls, RunReviews},
};
use async_trait::async_trait;
use domain::{
    Failure,
    account::PageQuery,
    runs::{RunQuery, RunRatings, RunRow},
};
use protocol::{ProjectId, RunId, TenantId, account::Account, interview::Rating, work::WorkStatus};
use std::collections::{BTreeSet, HashMap};

/// Projects that a filter offers, the newest.
const PROJECTS: u32 = 200;

/// A run with the names of its project and of the person who started it.
pub(crate) struct ReviewedRun {
    pub run: RunRow,
    pub project: String,
    /// None where the person was removed.
    pub person: Option<String>,
    /// Runs of the project that come before it, while it waits.
    pub ahead: u32,
    /// What people think of what it found.
    pub ratings: RunRatings,
}

/// Newest first. The caller is an administrator.
///
/// # Errors
/// The store's.
pub(crate) async fn reviewed_runs(
    backend: &Backend,
    who: &Account,
    wanted: RunQuery,
    page: PageQuery,
) -> Result<Vec<ReviewedRun>, Failure> {
    let rows = backend.projects().run_store().tenant_runs(who.tenant_id, wanted, page).await?;
    let ids: Vec<RunId> = rows.iter().map(|run| run.id).collect();
    let ratings = backend.projects().run_store().run_ratings(who.tenant_id, &ids).await?;
    let people = names(backend, who).await?;
    let projects = project_names(backend, who.tenant_id, rows.iter().map(|run| run.project)).await?;
    let waiting = backend.projects().run_store().waiting_runs(who.tenant_id, None).await?;
    let reviewed = rows.into_iter().map(|run| ReviewedRun {
        person: people.get(&run.created_by).cloned(),
        project: projects.get(&run.project).cloned().unwrap_or_default(),
        ahead: waiting.get(&run.id).copied().unwrap_or_default(),
        ratings: ratings.get(&run.id).copied().unwrap_or_default(),
        run,
    });
    Ok(reviewed.collect())
}

async fn project_names(
    backend: &Backend,
    tenant: TenantId,
    ids: impl Iterator<Item = ProjectId>,
) -> Result<HashMap<ProjectId, String>, Failure> {
    let mut names = HashMap::new();
    for id in ids.map(|id| id.0).collect::<BTreeSet<_>>() {
        if let Some(project) = backend.project_store().project(tenant, ProjectId(id)).await? {
            names.insert(project.id, project.name);
        }
    }
    Ok(names)
}

pub(crate) struct RunReviewDesk(pub Backend);

#[async_trait]
impl RunReviewCalls for RunReviewDesk {
    async fn runs(&self, who: &Account, filter: RunFilter) -> Result<RunReviews, CallFault> {
        only_admins(who)?;
        let page = PageQuery { limit: PAGE + 1, after: after(filter.after.as_deref())? };
        let project = match filter.project.as_str() {
            "" => None,
            id => Some(projects::found(self.0.projects(), who.tenant_id, id).await?),
        };
        let wanted = RunQuery {
            project: project.as_ref().map(|project| project.id),
            status: filter.status,
            run_type: filter.run_type,
            disliked: filter.disliked,
        };
        let counts = self.0.projects().run_store().count_tenant_runs(who.tenant_id, wanted).await.map_err(Failure::from)?;
        let offered = PageQuery { limit: PROJECTS, after: None };
        let offered = self.0.project_store().projects(who.tenant_id, offered).await.map_err(Failure::from)?;
        let mut names: Vec<(ProjectId, String)> = offered.into_iter().map(|project| (project.id, project.name)).collect();
        // What is asked for can be seen, however old it is.
        if let Some(project) = project.filter(|project| names.iter().all(|(id, _)| *id != project.id)) {
            names.push((project.id, project.name));
        }
        let rows = reviewed_runs(&self.0, who, wanted, page).await?;
        let (rows, next) = cut(rows, PAGE, |row| (row.run.created_at, row.run.id.0));
        let line = |ReviewedRun { run, project, person, ratings, .. }: ReviewedRun| RunLine {
            id: run.id,
            project: run.project,
            project_name: project,
            goal: run.request.goal,
            person,
            status: run.status,
            run_type: run.run_type,
            error: run.error,
            insights: run.insights,
            queries: run.cost.queries,
            total_usd: run.cost.total_usd,
            likes: ratings.likes,
            dislikes: ratings.dislikes,
            at: run.created_at,
        };
        Ok(RunReviews {
            lines: Listed { items: rows.into_iter().map(line).collect(), next },
            counts: WorkStatus::ALL.map(|status| (status, counts.get(&status).copied().unwrap_or_default())).to_vec(),
            projects: names,
        })
    }

    async fn findings(
        &self,
        who: &Account,
        rating: Option<Rating>,
        from: Option<String>,
    ) -> Result<Listed<FindingLine>, CallFault> {
        only_admins(who)?;
        let page = PageQuery { limit: PAGE + 1, after: after(from.as_deref())? };
        let like = rating.map(|rating| rating == Rating::Like);
        let rows = self.0.projects().run_store().tenant_feedback(who.tenant_id, like, page).await.map_err(Failure::from)?;
        let (rows, next) = cut(rows, PAGE, |row| (row.at, row.id));
        let people = names(&self.0, who).await?;
        let projects = project_names(&self.0, who.tenant_id, rows.iter().map(|row| row.project)).await?;
        let line = |row: domain::runs::ProjectFeedback| FindingLine {
            at: row.at,
            person: people.get(&row.user).cloned().unwrap_or_default(),
            project: row.project,
            project_name: projects.get(&row.project).cloned().unwrap_or_default(),
            finding: row.name,
            rating: if row.like { Rating::Like } else { Rating::Dislike },
            comment: row.comment,
        };
        Ok(Listed { items: rows.into_iter().map(line).collect(), next })
    }
}
