//! Projects and sources that were deleted on a page, and their way back.

use super::{ProjectDesk, acts::may_delete, held, may};
use app::pages::projects::calls::{DeletedSource, TrashedShown};
use domain::{
    Failure,
    tools::{ProjectRow, ProjectSource},
};
use protocol::{
    ProjectId, ProjectSourceId, Timestamp, UserId,
    account::{Account, Role},
};

impl ProjectDesk {
    pub(super) async fn trash_one(&self, who: &Account, id: &str) -> Result<ProjectId, Failure> {
        let row = projects::found(self.0.projects(), who.tenant_id, id).await?;
        check_may_delete(who, row.created_by)?;
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
        check_may_delete(who, row.created_by)?;
        projects::restore_project(self.0.projects(), who, &row).await?;
        Ok(row.id)
    }

    pub(super) async fn remove_one(&self, who: &Account, id: &str) -> Result<(), Failure> {
        let (row, _) = self.in_trash(who, id).await?.ok_or_else(projects::missing)?;
        check_may_delete(who, row.created_by)?;
        projects::remove_trashed_project(self.0.projects(), who, &row).await
    }

    pub(super) async fn trash_one_source(&self, who: &Account, project: &str, source: &str) -> Result<ProjectSource, Failure> {
        let catalog = self.project_catalog(who, project).await?;
        let row = &held(&catalog, source)?.source;
        check_may_delete(who, row.created_by)?;
        projects::trash_source(self.0.projects(), who, row).await?;
        Ok(row.clone())
    }

    pub(super) async fn restore_one_source(&self, who: &Account, project: &str, source: &str) -> Result<ProjectSource, Failure> {
        let project = projects::found(self.0.projects(), who.tenant_id, project).await?;
        let Some(row) = self.source_in_trash(&project, source).await? else {
            // Somebody was quicker: it is there, as was wanted.
            let catalog = self.project_catalog(who, &project.id.to_string()).await?;
            let row = held(&catalog, source)?.source.clone();
            may(who, Role::Member)?;
            return Ok(row);
        };
        check_may_delete(who, row.created_by)?;
        projects::restore_source(self.0.projects(), who, &project, &row).await?;
        Ok(row)
    }

    pub(super) async fn remove_one_source(&self, who: &Account, project: &str, source: &str) -> Result<ProjectSource, Failure> {
        let project = projects::found(self.0.projects(), who.tenant_id, project).await?;
        let row = self.source_in_trash(&project, source).await?;
        let row = row.ok_or_else(|| Failure::not_found("there is no such source"))?;
        check_may_delete(who, row.created_by)?;
        projects::remove_trashed_source(self.0.projects(), who, &row).await?;
        Ok(row)
    }

    /// Those that the person may restore.
    pub(super) async fn deleted_sources(&self, who: &Account, project: &ProjectRow) -> Result<Vec<DeletedSource>, Failure> {
        if who.role < Role::Member {
            return Ok(Vec::new());
        }
        let rows = projects::trashed_sources(self.0.projects(), project).await?.into_iter();
        let own = rows.filter(|(row, _)| may_delete(who, row.created_by));
        let list =
            own.map(|(row, at)| DeletedSource { id: row.id, kind: row.kind.name().to_owned(), name: row.name, deleted_at: at });
        Ok(list.collect())
    }

    async fn source_in_trash(&self, project: &ProjectRow, source: &str) -> Result<Option<ProjectSource>, Failure> {
        let Ok(id) = source.parse::<ProjectSourceId>() else { return Ok(None) };
        projects::trashed_source(self.0.projects(), project, id).await
    }

    async fn in_trash(&self, who: &Account, id: &str) -> Result<Option<(ProjectRow, Timestamp)>, Failure> {
        let Ok(id) = id.parse::<ProjectId>() else { return Ok(None) };
        projects::trashed_project(self.0.projects(), who.tenant_id, id).await
    }
}

/// Who made it, and administrators.
fn check_may_delete(who: &Account, made_by: Option<UserId>) -> Result<(), Failure> {
    may(who, Role::Member)?;
    if may_delete(who, made_by) { Ok(()) } else { may(who, Role::Admin) }
}
