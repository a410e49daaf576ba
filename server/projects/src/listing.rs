//! Where projects and the list of them stand, in the words that pages compare.

use crate::Projects;
use domain::{
    StoreFault,
    tools::{ProjectRow, project_version, projects_version},
};
use protocol::{ProjectId, TenantId};

/// A hundred of a tenant's projects are listed on the first page, and one more, which tells that there is another page.
pub const LISTED: u32 = 101;

/// Where the projects stand that were read as the first page.
pub fn listed_version(rows: &[ProjectRow]) -> String {
    projects_version(rows.iter().map(|row| row.updated_at))
}

/// The same, without reading them.
///
/// # Errors
/// The store's.
pub async fn list_version(projects: &Projects, tenant: TenantId) -> Result<String, StoreFault> {
    Ok(projects_version(projects.project_store().project_changes(tenant, LISTED).await?))
}

/// Where a project stands; empty where there is none.
///
/// # Errors
/// The store's.
pub async fn mark(projects: &Projects, tenant: TenantId, id: ProjectId) -> Result<String, StoreFault> {
    let store = projects.project_store();
    let Some(project) = store.project(tenant, id).await? else { return Ok(String::new()) };
    Ok(project_version(&project, &store.all_sources(tenant, id).await?))
}
