//! What a run takes from the interview that it follows from (seed 002).

use super::AuditNote;
use crate::backend::{Backend, who};
use actors::CommandFault;
use domain::{
    Failure, StoreFault,
    runs::{fill_profile, goal_from},
    tools::{ProjectChange, ProjectRow},
};
use protocol::{SessionId, Timestamp, account::Account, interview::InterviewView, run::RunRequest};
use serde_json::json;
use std::sync::Arc;

/// The longest profile of a project, in bytes of its JSON.
pub(crate) const LONGEST_PROFILE: usize = 500_000;
/// How often the profile is written anew where somebody else changes the project at the same time.
const TRIES: usize = 4;

/// The goal of a run that has none is the interview's summary, and what the interview knows goes into the project's profile, never
/// over what somebody typed. Without an interview nothing happens. The caller may start runs.
///
/// # Errors
/// 404 for another person's interview; 409 and 422 where the run cannot be started, which changes no profile; 422 where the profile would be too long; the store's.
pub(crate) async fn fill_from_interview(
    backend: &Backend,
    account: &Account,
    project: &ProjectRow,
    request: &mut RunRequest,
) -> Result<(), Failure> {
    let Some(session) = request.session_id else { return Ok(()) };
    let view = own_interview(backend, account, session).await?;
    projects::check_run(backend.projects(), project, request).await?;
    projects::check_room(backend.projects(), project).await?;
    if request.goal.trim().is_empty() {
        request.goal = goal_from(&view);
    }
    fill_project(backend, account, project, &view).await
}

/// What an interview knows goes into a project's profile, never over what somebody typed.
///
/// # Errors
/// 422 where the profile would be too long; the store's.
pub(crate) async fn fill_project(
    backend: &Backend,
    account: &Account,
    project: &ProjectRow,
    view: &InterviewView,
) -> Result<(), Failure> {
    let mut row = project.clone();
    for attempt in 1..=TRIES {
        let Some((profile, paths)) = fill_profile(&row.profile, view, LONGEST_PROFILE)? else { return Ok(()) };
        let was = row.updated_at;
        row.profile = profile;
        row.updated_at = Timestamp(backend.now().0.max(was.0 + 1));
        let detail = json!({"session_id": view.id, "paths": paths});
        let audit = AuditNote { action: "project.profile_filled", target: row.id.to_string(), about: None, detail };
        let audit = audit.entry_by(backend, account);
        match backend.project_store().update_project_with(row.clone(), was, Some(audit)).await {
            Ok(()) => {
                backend.projects().changed(ProjectChange::Of { tenant: row.tenant, project: row.id });
                return Ok(());
            }
            Err(StoreFault::Conflict) if attempt < TRIES => {
                row = projects::found(backend.projects(), account.tenant_id, &project.id.to_string()).await?;
            }
            Err(fault) => return Err(fault.into()),
        }
    }
    Ok(())
}

/// An interview for a run of the same person.
///
/// # Errors
/// 404 for another person's, also for administrators: it was told for another purpose.
pub(crate) async fn own_interview(
    backend: &Backend,
    account: &Account,
    session: SessionId,
) -> Result<Arc<InterviewView>, Failure> {
    let viewed = backend.interviews().view(who(account), session).await?;
    if viewed.owner != account.user_id {
        return Err(CommandFault::NotFound.into());
    }
    Ok(viewed.view)
}
