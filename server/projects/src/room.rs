//! How much of the server's disk a tenant's files may take, and how many uploads come at once: no member of one tenant fills the
//! disk for everybody.

use crate::Projects;
use domain::{Failure, FailureKind, turns::Turn};
use protocol::TenantId;
use std::time::Duration;

/// Uploads that come at once, and those of one tenant. Each may be as large as one upload is allowed to be.
pub(super) const UPLOADS: usize = 16;
pub(super) const UPLOADS_OF_ONE: usize = 4;
/// How long an upload waits for its turn.
const PATIENCE: Duration = Duration::from_secs(20);

/// Held while an upload comes.
pub struct Room {
    /// Bytes that the tenant's files may still take.
    pub free: u64,
    _turn: Turn,
}

/// Room for one upload of this tenant.
///
/// # Errors
/// Busy where too many come at once; too large where there is no room at all.
pub async fn upload_room(projects: &Projects, tenant: TenantId) -> Result<Room, Failure> {
    let busy = || Failure {
        retry_after: Some(10),
        ..Failure::new(FailureKind::Busy, "too many uploads come at once: try again in a moment")
    };
    let turn = tokio::time::timeout(PATIENCE, projects.0.uploads.take(tenant.0.as_u128())).await;
    let turn = turn.map_err(|_| busy())?.map_err(|_| busy())?;
    let free = free_bytes(projects, tenant).await?;
    if free == 0 { Err(no_room(projects)) } else { Ok(Room { free, _turn: turn }) }
}

/// Whether so many bytes more still fit.
pub(super) async fn check_room(projects: &Projects, tenant: TenantId, bytes: u64) -> Result<(), Failure> {
    if bytes > 0 && bytes > free_bytes(projects, tenant).await? { Err(no_room(projects)) } else { Ok(()) }
}

async fn free_bytes(projects: &Projects, tenant: TenantId) -> Result<u64, Failure> {
    let used = projects.project_store().file_bytes(tenant).await?;
    Ok(projects.settings().bytes_per_tenant.saturating_sub(used))
}

/// The files of the tenant take all that they may.
#[must_use]
pub fn no_room(projects: &Projects) -> Failure {
    let most = projects.settings().bytes_per_tenant / (1024 * 1024);
    Failure::too_large(format!(
        "all uploaded files together take at most {most} MB: delete sources that nobody needs, or have DISCOVERY_TENANT_MB raised"
    ))
}
