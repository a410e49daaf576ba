//! The questions of the page of schedules.

use super::{
    RunDraft, own_interview,
    projects::{may, with_head},
    timing::{self, CHANGED, Timed, filled, version},
};
use crate::backend::Backend;
use app::{
    calls::CallFault,
    pages::{
        projects::calls::OfProject,
        schedules::calls::{
            LastRun, ScheduleAddress, ScheduleCalls, ScheduleCard, ScheduleChange, ScheduleDeed, ScheduleWish, SchedulesView,
        },
    },
};
use async_trait::async_trait;
use domain::{
    Failure,
    account::PageQuery,
    runs::{MOST_SCHEDULES, ScheduleRow, goal_from},
};
use projects::{ScheduleDraft, TimesDraft};
use protocol::{
    account::{Account, Role},
    run::RunRequest,
};

pub(crate) struct ScheduleDesk(pub Backend);

#[async_trait]
impl ScheduleCalls for ScheduleDesk {
    async fn list(&self, who: &Account, project: String) -> Result<OfProject<SchedulesView>, CallFault> {
        let projects = self.0.projects();
        let project = projects::found(projects, who.tenant_id, &project).await?;
        // First: what changes while the rest is read is told afterwards.
        let mark = projects.run_store().runs_version(project.tenant, project.id).await.map_err(Failure::from)?;
        let catalog = projects::project_catalog(projects, project.tenant, project.id).await?;
        let all = PageQuery { limit: u32::try_from(MOST_SCHEDULES).unwrap_or(u32::MAX), after: None };
        let rows = projects::schedules(projects, &project, all).await?;
        Ok(with_head(who, &catalog, SchedulesView { schedules: rows.into_iter().map(card).collect(), mark }))
    }

    async fn make(&self, who: &Account, wish: ScheduleWish) -> Result<(), CallFault> {
        let project = projects::found(self.0.projects(), who.tenant_id, &wish.project).await?;
        may(who, Role::Member)?;
        projects::add_schedule(self.0.projects(), who, &project, draft(wish)?).await?;
        Ok(())
    }

    async fn change(&self, who: &Account, change: ScheduleChange) -> Result<(), CallFault> {
        let projects = self.0.projects();
        let project = projects::found(projects, who.tenant_id, &change.wish.project).await?;
        let known = projects::schedule(projects, &project, &change.schedule).await?;
        may(who, Role::Member)?;
        if version(known.updated_at) != change.version {
            return Err(Failure::conflict(CHANGED).into());
        }
        let draft = changed(change, &known.discover)?;
        projects::change_schedule(projects, who, &project, known, draft).await?;
        Ok(())
    }

    async fn act(&self, who: &Account, asked: ScheduleAddress, deed: ScheduleDeed) -> Result<(), CallFault> {
        let projects = self.0.projects();
        let project = projects::found(projects, who.tenant_id, &asked.project).await?;
        let known = projects::schedule(projects, &project, &asked.schedule).await?;
        may(who, Role::Member)?;
        let switch = |enabled: bool| ScheduleDraft { times: timing::switch(enabled), ..ScheduleDraft::default() };
        match deed {
            ScheduleDeed::Enable => drop(projects::change_schedule(projects, who, &project, known, switch(true)).await?),
            ScheduleDeed::Disable => drop(projects::change_schedule(projects, who, &project, known, switch(false)).await?),
            ScheduleDeed::Delete => projects::remove_schedule(projects, who, &known).await?,
        }
        Ok(())
    }
}

/// What is not entered on the page stays as it is.
fn changed(change: ScheduleChange, known: &RunRequest) -> Result<ScheduleDraft, Failure> {
    let enabled = match change.enabled.as_str() {
        "on" => true,
        "" => false,
        _ => return Err(Failure::invalid("enabled", "this box is ticked or it is not")),
    };
    let draft = draft(change.wish)?;
    let discover = draft.discover.map(|entered| RunRequest {
        goal: entered.goal,
        max_steps: entered.max_steps,
        min_steps: known.min_steps.min(entered.max_steps),
        ..known.clone()
    });
    let times = TimesDraft { enabled: Some(enabled), ..draft.times };
    Ok(ScheduleDraft { times, discover, webhook: draft.webhook.or(Some(None)) })
}

fn draft(wish: ScheduleWish) -> Result<ScheduleDraft, Failure> {
    let max_steps = filled(&wish.max_steps).map(|text| text.parse::<i64>()).transpose();
    let max_steps =
        max_steps.map_err(|_| Failure::invalid("max_steps", "how many queries it may ask is a number from 1 to 1000"))?;
    let discover = RunDraft { goal: Some(wish.goal), max_steps, ..RunDraft::default() }.check()?;
    let (times, webhook) = timing::draft(wish.times)?;
    Ok(ScheduleDraft { times, discover: Some(discover), webhook: webhook.map(Some) })
}

fn card(row: ScheduleRow) -> ScheduleCard {
    let times = Timed {
        cron: &row.cron,
        timezone: &row.timezone,
        enabled: row.enabled,
        updated_at: row.updated_at,
        next: row.next_run_at,
        started: row.last_run.map(|last| last.at),
        skipped: row.skipped.as_ref(),
        webhook: row.webhook.as_ref(),
        delivery: row.delivery.as_ref(),
    };
    ScheduleCard {
        times: times.show(),
        max_steps: row.discover.max_steps,
        id: row.id,
        goal: row.discover.goal,
        last: row.last_run.map(|last| LastRun { id: last.id, status: last.status.name().to_owned(), at: last.at }),
    }
}

/// Where the runs of a schedule follow from an interview and have no goal, its summary is their goal.
///
/// # Errors
/// 404 for another person's interview.
pub(crate) async fn goal_from_interview(backend: &Backend, who: &Account, request: &mut RunRequest) -> Result<(), Failure> {
    let Some(session) = request.session_id else { return Ok(()) };
    let view = own_interview(backend, who, session).await?;
    if request.goal.trim().is_empty() {
        request.goal = goal_from(&view);
    }
    Ok(())
}
