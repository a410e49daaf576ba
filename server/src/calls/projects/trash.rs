//! Projects that were deleted on a page, and their way back.

use super::{ProjectDesk, acts::may_delete, may};
use app::pages::projects::calls::TrashedShown;
use domain::{Failure, tools::ProjectRow};
use protocol::{
    ProjectId, Timestamp,
    account::{Account, Role},
};

impl ProjectDesk {
    pub(super) async fn trash_one(&self, who: &Account, id: &str) -> Result<ProjectId, Failure> {
        let row = projects::found(self.0.projects(), who.tenant_id, id).await?;
        check_may_delete(who, &row)?;
        projects::trash_project(self.0.projects(), who, &row).await?;
        Ok(row.id)
    }

    pub(super) async fn find_trashed(&self, who: &Account, id: &str) -> Result<Option<TrashedShown>, Failure> {
        Ok(self.in_trash(who, id).await?.map(|(row, at)| TrashedShown {
            trashed_project: row.id,
            trashed_at: at,
            days: projects::TRASH_DAYS,
            may_restore: may_delete(who, row.created_by),
            name: row.name,
        }))
    }

    pub(super) async fn restore_one(&self, who: &Account, id: &str) -> Result<ProjectId, Failure> {
        let Some((row, _)) = self.in_trash(who, id).await? else {
            // Somebody was quicker: it is there, as was wanted.
            let row = projects::found(self.0.projects(), who.tenant_id, id).await?;
            may(who, Role::Member)?;
            return Ok(row.id);
        };
        check_may_delete(who, &row)?;
        projects::restore_project(self.0.projects(), who, &row).await?;
        Ok(row.id)
    }

    pub(super) async fn remove_one(&self, who: &Account, id: &str) -> Result<(), Failure> {
        let (row, _) = self.in_trash(who, id).await?.ok_or_else(projects::missing)?;
        check_may_delete(who, &row)?;
        projects::remove_project(self.0.projects(), who, &row).await
    }

    async fn in_trash(&self, who: &Account, id: &str) -> Result<Option<(ProjectRow, Timestamp)>, Failure> {
        let Ok(id) = id.parse::<ProjectId>() else { return Ok(None) };
        projects::trashed_project(self.0.projects(), who.tenant_id, id).await
    }
}

/// Who made it, and administrators.
fn check_may_delete(who: &Account, row: &ProjectRow) -> Result<(), Failure> {
    may(who, Role::Member)?;
    if may_delete(who, row.created_by) { Ok(()) } else { may(who, Role::Admin) }
}
