//! The questions of the pages of runs.

mod ratings;
mod requests;
mod views;

pub(crate) use ratings::{Target, rate, rate_company, take_back};
use requests::{LONGEST_GOAL, MOST_AREAS};
pub(crate) use requests::{RunDraft, start_run};

use super::projects::{may, with_head};
use crate::{
    backend::{Backend, who},
    web::api::paging::{after, cut},
};
use app::{
    calls::{CallFault, Listed},
    pages::{
        projects::calls::OfProject,
        runs::calls::{
            EstimateShown, FindingAddress, FindingKind, HomeRun, HomeRuns, OwnRating, RatingWish, RunAddress, RunCalls, RunDeed,
            RunWish, RunsRequest, RunsView, SourceStep, WholeFinding, WholeRun,
        },
    },
};
use async_trait::async_trait;
use domain::{
    Failure,
    account::PageQuery,
    runs::{DiscoveryRow, FeedbackTarget, RunStore},
    tools::ProjectRow,
};
use protocol::{
    ProjectId, RunId, SessionId,
    account::{Account, Role},
    run::{RunBudget, RunRequest, RunStep, RunView, SHOWN_STEPS},
};
use std::sync::Arc;

/// Characters of a field of the form that is no text.
const LONGEST_FIELD: usize = 200;
/// Runs on one page of a list.
const RUNS: u32 = 50;
/// Projects among which the start page looks for one to explore.
const PROJECTS: u32 = 3;
/// Runs among which the start page looks for one that is under way.
const NEWEST: u32 = 20;

pub(crate) struct RunDesk(pub Backend);

#[async_trait]
impl RunCalls for RunDesk {
    async fn home(&self, who: &Account) -> Result<HomeRuns, CallFault> {
        Ok(HomeRuns { newest: self.newest(who).await?, explore: self.unexplored(who).await? })
    }

    async fn list(&self, who: &Account, asked: RunsRequest) -> Result<OfProject<RunsView>, CallFault> {
        let project = self.project(who, &asked.project).await?;
        check_lengths(&asked.wish)?;
        // First: what changes while the rest is read is told afterwards.
        let mark = self.store().runs_version(project.tenant, project.id).await.map_err(Failure::from)?;
        let from = Some(asked.after.as_str()).filter(|after| !after.is_empty());
        let page = PageQuery { limit: RUNS + 1, after: after(from)? };
        let rows = self.store().runs(project.tenant, project.id, page).await.map_err(Failure::from)?;
        let (rows, next) = cut(rows, RUNS, |row| (row.created_at, row.id.0));
        let waiting = self.store().waiting_runs(project.tenant, Some(project.id)).await.map_err(Failure::from)?;
        let catalog = projects::project_catalog(self.0.projects(), project.tenant, project.id).await?;
        let estimate = match asked.estimate {
            false => Ok(None),
            true => self.estimated(who, &RunWish { project: asked.project.clone(), ..asked.wish.clone() }).await.map(Some),
        };
        // What is wrong with a form is said beside it.
        let (estimate, fault) = match estimate {
            Ok(estimate) => (estimate, None),
            Err(failure) if failure.kind.is_callers() => (None, Some(super::sentence(&failure.detail))),
            Err(failure) => return Err(failure.into()),
        };
        let view = RunsView {
            page: Listed { items: rows.iter().map(|row| views::card(row, &waiting)).collect(), next },
            mark,
            areas: projects::run_areas(self.0.projects(), &project).await?.into_iter().map(views::area).collect(),
            blocked: projects::may_run(&project).err().map(|why| super::sentence(&why.detail)).unwrap_or_default(),
            session: self.session(who, &asked.wish.session).await,
            estimate,
            fault,
        };
        Ok(with_head(who, &catalog, view))
    }

    async fn estimate(&self, who: &Account, wish: RunWish) -> Result<EstimateShown, CallFault> {
        Ok(self.estimated(who, &wish).await?)
    }

    async fn start(&self, who: &Account, wish: RunWish, estimated: bool) -> Result<RunId, CallFault> {
        let (project, mut request) = self.request(who, &wish).await?;
        if estimated {
            let estimate = projects::estimate_run(self.0.projects(), &project, &request).await?;
            request.estimate = views::price(&estimate);
        }
        Ok(start_run(&self.0, who, &project, request).await?)
    }

    async fn run(&self, who: &Account, asked: RunAddress) -> Result<WholeRun, CallFault> {
        let (project, view) = self.view(who, &asked).await?;
        let mark = self.store().runs_version(project.tenant, project.id).await.map_err(Failure::from)?;
        let ahead = projects::queue_position(self.0.projects(), project.tenant, &view).await?;
        let row = self.found(&project, &view).await?;
        let found = row.as_ref().and_then(views::discovery);
        Ok(WholeRun {
            project_name: project.name.clone(),
            ahead,
            mark,
            unreadable: row.is_some() && found.is_none(),
            found,
            may_change: who.role >= Role::Member,
            view: Arc::unwrap_or_clone(view),
        })
    }

    async fn steps(&self, who: &Account, asked: RunAddress, before: u32) -> Result<Vec<RunStep>, CallFault> {
        let (project, view) = self.view(who, &asked).await?;
        let most = u32::try_from(SHOWN_STEPS).unwrap_or(u32::MAX);
        let first = before.saturating_sub(1).saturating_sub(most);
        let limit = before.saturating_sub(1).saturating_sub(first);
        Ok(self.store().run_steps(project.tenant, view.id, first, limit).await.map_err(Failure::from)?)
    }

    async fn act(&self, who: &Account, asked: RunAddress, deed: RunDeed) -> Result<RunId, CallFault> {
        let (project, view) = self.view(who, &asked).await?;
        may(who, Role::Member)?;
        match deed {
            RunDeed::Cancel => {
                projects::cancel_run(self.0.projects(), who, view.id).await?;
                Ok(view.id)
            }
            RunDeed::Resume => {
                projects::may_run(&project)?;
                projects::resume_run(self.0.projects(), who, &project, view.id, false).await?;
                Ok(view.id)
            }
            RunDeed::Again => {
                // It is this person's run now, and nobody expected what it costs.
                let request = RunRequest {
                    schedule_id: None,
                    estimate: None,
                    by_command_line: false,
                    session_id: self.session(who, &id_of(view.request.session_id)).await.map(|(id, _)| id),
                    ..view.request.clone()
                };
                Ok(start_run(&self.0, who, &project, request).await?)
            }
        }
    }

    async fn finding(&self, who: &Account, asked: FindingAddress) -> Result<WholeFinding, CallFault> {
        let (project, view) = self.view(who, &asked.of).await?;
        let row = self.found(&project, &view).await?.ok_or_else(no_finding)?;
        let found = views::discovery(&row).ok_or_else(no_finding)?;
        let (insight, recommendation) = match asked.kind {
            FindingKind::Insight => (found.insight(&asked.id).cloned(), None),
            FindingKind::Recommendation => (None, found.recommendation(&asked.id).cloned()),
        };
        let uuid = insight.as_ref().map(|one| one.uuid).or(recommendation.as_ref().map(|one| one.uuid)).ok_or_else(no_finding)?;
        let numbers = insight.as_ref().map(|one| one.source_steps.as_slice()).unwrap_or_default();
        let own = self.store().own_feedback(project.tenant, project.id, who.user_id).await.map_err(Failure::from)?;
        let own = own.into_iter().find(|one| one.target_type == target(asked.kind) && one.target == uuid.to_string());
        Ok(WholeFinding {
            project: project.id,
            project_name: project.name.clone(),
            run: view.id,
            goal: view.request.goal.clone(),
            discovery: row.id,
            run_type: found.run_type,
            counterparts: views::counterparts(&found, asked.kind, &asked.id),
            steps: self.source_steps(&row, numbers).await?,
            rating: own.map(|own| OwnRating { like: own.like, comment: own.comment.unwrap_or_default() }),
            may_rate: who.role >= Role::Member,
            insight,
            recommendation,
        })
    }

    async fn rate(&self, who: &Account, wish: RatingWish) -> Result<(), CallFault> {
        let (project, view) = self.view(who, &wish.of.of).await?;
        may(who, Role::Member)?;
        let target =
            Target { kind: target(wish.of.kind), id: wish.of.id, discovery: Some(view.discovery.ok_or_else(no_finding)?) };
        match wish.rating {
            Some(OwnRating { like, comment }) => {
                rate(&self.0, who.user_id, &project, &target, (like, Some(comment))).await?;
            }
            None => take_back(&self.0, who.user_id, &project, &target).await?,
        }
        Ok(())
    }
}

impl RunDesk {
    fn store(&self) -> &dyn RunStore {
        self.0.projects().run_store()
    }

    async fn project(&self, who: &Account, id: &str) -> Result<ProjectRow, Failure> {
        projects::found(self.0.projects(), who.tenant_id, id).await
    }

    /// A run of this project.
    async fn view(&self, who: &Account, asked: &RunAddress) -> Result<(ProjectRow, Arc<RunView>), Failure> {
        let missing = || Failure::not_found("there is no such run");
        let project = self.project(who, &asked.project).await?;
        let id: RunId = asked.run.parse().map_err(|_| missing())?;
        let view = projects::run_view(self.0.projects(), who, id).await?;
        if view.project != project.id {
            return Err(missing());
        }
        Ok((project, view))
    }

    /// What a run found, with its logs.
    async fn found(&self, project: &ProjectRow, view: &RunView) -> Result<Option<DiscoveryRow>, Failure> {
        let Some(id) = view.discovery else { return Ok(None) };
        let row = self.store().discovery(project.tenant, id).await?;
        Ok(row.filter(|row| row.project == project.id))
    }

    /// The interview of this person: its id and title; none where there is no such one.
    async fn session(&self, account: &Account, id: &str) -> Option<(SessionId, String)> {
        let id: SessionId = id.parse().ok()?;
        let viewed = self.0.interviews().view(who(account), id).await.ok()?;
        Some((id, viewed.view.shown_title()))
    }

    /// What somebody who may start runs entered, checked.
    async fn request(&self, who: &Account, wish: &RunWish) -> Result<(ProjectRow, RunRequest), Failure> {
        let project = self.project(who, &wish.project).await?;
        may(who, Role::Member)?;
        Ok((project, draft(wish)?.check()?))
    }

    async fn estimated(&self, who: &Account, wish: &RunWish) -> Result<EstimateShown, Failure> {
        let (project, request) = self.request(who, wish).await?;
        let estimate = projects::estimate_run(self.0.projects(), &project, &request).await?;
        let mut shown = views::estimate(&estimate);
        if request.budget.usd.is_some() {
            let prices = projects::price_list(self.0.projects(), project.tenant).await?;
            shown.unpriced = views::unpriced(&estimate, &prices, who.role >= Role::Admin);
        }
        Ok(shown)
    }

    async fn source_steps(&self, row: &DiscoveryRow, numbers: &[u32]) -> Result<Vec<SourceStep>, Failure> {
        let (Some(first), Some(last)) = (numbers.iter().min(), numbers.iter().max()) else { return Ok(Vec::new()) };
        let before = first.saturating_sub(1);
        let steps = self.store().run_steps(row.tenant, row.run, before, last.saturating_sub(before)).await?;
        let own = steps.into_iter().filter(|step| numbers.contains(&step.number));
        Ok(own.map(|step| views::source_step(step, &row.logs)).collect())
    }

    /// The newest run that is under way, else the newest of all.
    async fn newest(&self, who: &Account) -> Result<Option<HomeRun>, Failure> {
        let rows = self.store().newest_runs(who.tenant_id, NEWEST).await?;
        let Some(row) = rows.iter().find(|row| !row.status.is_over()).or(rows.first()) else { return Ok(None) };
        let mark = self.store().runs_version(row.tenant, row.project).await?;
        let project = self.0.project_store().project(who.tenant_id, row.project).await?;
        let card = views::card(row, &self.store().waiting_runs(who.tenant_id, Some(row.project)).await?);
        Ok(project.map(|project| HomeRun { project: project.id, project_name: project.name, card, mark }))
    }

    /// One of the newest projects that has tables and that no run has explored.
    async fn unexplored(&self, who: &Account) -> Result<Option<(ProjectId, String)>, Failure> {
        if who.role < Role::Member {
            return Ok(None);
        }
        for project in self.0.project_store().projects(who.tenant_id, PageQuery { limit: PROJECTS, after: None }).await? {
            if is_unexplored(&self.0, &project).await? {
                return Ok(Some((project.id, project.name)));
            }
        }
        Ok(None)
    }
}

/// Whether a project has tables and no run has explored them.
pub(super) async fn is_unexplored(backend: &Backend, project: &ProjectRow) -> Result<bool, Failure> {
    if projects::may_run(project).is_err() {
        return Ok(false);
    }
    let sources = backend.project_store().all_sources(project.tenant, project.id).await?;
    let has_tables = sources.iter().any(|source| source.summary["tables"].as_u64().unwrap_or_default() > 0);
    if !has_tables {
        return Ok(false);
    }
    let page = PageQuery { limit: 1, after: None };
    Ok(backend.projects().run_store().runs(project.tenant, project.id, page).await?.is_empty())
}

fn no_finding() -> Failure {
    Failure::not_found("there is no such finding")
}

const fn target(kind: FindingKind) -> FeedbackTarget {
    match kind {
        FindingKind::Insight => FeedbackTarget::Insight,
        FindingKind::Recommendation => FeedbackTarget::Recommendation,
    }
}

fn id_of(session: Option<SessionId>) -> String {
    session.map(|id| id.to_string()).unwrap_or_default()
}

/// No field of the form is longer than it can be.
fn check_lengths(wish: &RunWish) -> Result<(), Failure> {
    let short = [&wish.project, &wish.explorer, &wish.max_steps, &wish.queries, &wish.minutes, &wish.usd, &wish.session];
    let longest = short.into_iter().chain(&wish.areas).map(|text| text.chars().count()).max().unwrap_or_default();
    if longest > LONGEST_FIELD || wish.areas.len() > MOST_AREAS {
        let detail = format!("a field has at most {LONGEST_FIELD} characters, and a run at most {MOST_AREAS} areas");
        return Err(Failure::invalid("wish", detail));
    }
    if wish.goal.chars().count() > LONGEST_GOAL {
        return Err(Failure::invalid("goal", format!("a goal has at most {LONGEST_GOAL} characters")));
    }
    Ok(())
}

/// What was entered as text; empty fields were not filled in.
fn draft(wish: &RunWish) -> Result<RunDraft, Failure> {
    fn number<N: std::str::FromStr>(name: &str, entered: &str) -> Result<Option<N>, Failure> {
        let entered = entered.trim().replace(',', ".");
        if entered.is_empty() {
            return Ok(None);
        }
        entered.parse().map(Some).map_err(|_| Failure::invalid(name, "this is not a number: enter one, or leave it empty"))
    }
    check_lengths(wish)?;
    let filled = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let session = filled(&wish.session).map(|id| id.parse()).transpose();
    Ok(RunDraft {
        goal: filled(&wish.goal),
        areas: Some(wish.areas.clone()),
        max_steps: number("max_steps", &wish.max_steps)?,
        min_steps: None,
        explorer: filled(&wish.explorer),
        session: session.map_err(|_| Failure::not_found("there is no such interview"))?,
        budget: RunBudget {
            usd: number("usd", &wish.usd)?,
            queries: number("queries", &wish.queries)?,
            minutes: number("minutes", &wish.minutes)?,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_entered_is_read_as_numbers() {
        let wish = RunWish { queries: " 40 ".into(), usd: "0,5".into(), max_steps: String::new(), ..RunWish::default() };
        let read = draft(&wish).expect("numbers");
        assert_eq!((read.budget.queries, read.budget.usd, read.max_steps), (Some(40), Some(0.5), None));
        for wrong in [
            RunWish { minutes: "many".into(), ..RunWish::default() },
            RunWish { queries: "-1".into(), ..RunWish::default() },
            RunWish { session: "nobody".into(), ..RunWish::default() },
        ] {
            assert!(draft(&wrong).is_err(), "{wrong:?}");
        }
    }
}
