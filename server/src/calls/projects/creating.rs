//! Making a project, and the sample.

use super::ProjectDesk;
use crate::calls::{AuditNote, PAGE};
use app::calls::CallFault;
use domain::{
    Failure,
    account::PageQuery,
    tools::{ProjectChange, ProjectRow, ProjectState, checked_description, first_state, one_line},
};
use protocol::{ProjectId, account::Account};
use serde_json::json;

impl ProjectDesk {
    /// The project of made-up data, made where the tenant has none.
    pub(super) async fn open_sample(&self, who: &Account) -> Result<ProjectId, CallFault> {
        let id = projects::sample::id(who.tenant_id);
        if let Some(there) = self.sample_there(who, id).await? {
            return Ok(there);
        }
        if let Err(fault) = self.create_project(who, id, projects::sample::NAME, projects::sample::ABOUT).await {
            // Somebody else has begun it meanwhile.
            return self.sample_there(who, id).await?.ok_or(fault);
        }
        let catalog = self.project_catalog(who, &id.to_string()).await?;
        if let Err(failure) = projects::sample::fill(self.0.projects(), who, &catalog.project).await {
            // An incomplete sample would look complete from now on. A newer project under the same id is not removed.
            let there = self.0.project_store().project(who.tenant_id, id).await.map_err(Failure::from)?;
            if there.is_none_or(|there| there.created_at != catalog.project.created_at) {
                return Err(failure.into());
            }
            if let Err(fault) = projects::remove_project(self.0.projects(), who, &catalog.project).await {
                tracing::warn!(detail = %fault.detail, "a sample that could not be filled could not be removed");
            }
            return Err(failure.into());
        }
        Ok(id)
    }

    pub(super) async fn create_project(
        &self,
        who: &Account,
        id: ProjectId,
        name: &str,
        description: &str,
    ) -> Result<(), CallFault> {
        let now = self.0.now();
        let row = ProjectRow {
            id,
            tenant: who.tenant_id,
            name: one_line("name", name, 200).map_err(Failure::from)?,
            domain: None,
            category: None,
            description: checked_description(description.trim()).map_err(Failure::from)?,
            profile: json!({}),
            filter: None,
            web_search: false,
            context_preload: None,
            generate_pack: false,
            pack: None,
            pack_error: None,
            state: Some(first_state(false)),
            created_by: Some(who.user_id),
            created_at: now,
            updated_at: now,
        };
        projects::room_for_another(self.0.projects(), row.tenant).await?;
        let audit = AuditNote {
            action: "project.created",
            target: row.id.to_string(),
            about: None,
            detail: json!({"name": row.name, "state": ProjectState::Ready}),
        };
        let audit = audit.entry_by(&self.0, who);
        self.0.project_store().insert_project_with(row, Some(audit)).await.map_err(Failure::from)?;
        self.0.projects().changed(ProjectChange::Of { tenant: who.tenant_id, project: id });
        Ok(())
    }

    /// Also one of an earlier edition, and one that was deleted: it comes back.
    async fn sample_there(&self, who: &Account, id: ProjectId) -> Result<Option<ProjectId>, CallFault> {
        let store = self.0.project_store();
        if store.project(who.tenant_id, id).await.map_err(Failure::from)?.is_some() {
            return Ok(Some(id));
        }
        if let Some((row, _)) = projects::trashed_project(self.0.projects(), who.tenant_id, id).await? {
            projects::restore_project(self.0.projects(), who, &row).await?;
            return Ok(Some(id));
        }
        let held = store.projects(who.tenant_id, PageQuery { limit: PAGE, after: None }).await.map_err(Failure::from)?;
        Ok(held.into_iter().find(projects::sample::is_it).map(|row| row.id))
    }
}
