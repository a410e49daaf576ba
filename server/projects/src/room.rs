//! How much of the server's disk a tenant's files may take, and how many uploads come at once: no member of one tenant fills the
//! disk for everybody.

use crate::Projects;
use domain::{
    Failure, FailureKind,
    turns::{Turn, Turns},
};
use protocol::TenantId;
use std::{sync::Arc, time::Duration};

/// Uploads that come at once, and those of one tenant. Each may be as large as one upload is allowed to be.
const UPLOADS: usize = 16;
const UPLOADS_OF_ONE: usize = 4;
/// Parts of files that are stored at once, and those of one tenant.
const KEPT_AT_ONCE: usize = 8;
const KEPT_OF_ONE: usize = 1;
/// How long an upload waits for its turn.
const PATIENCE: Duration = Duration::from_secs(20);

/// Places are always left for the uploads of other tenants.
pub(super) fn make_turns() -> Arc<Turns> {
    Turns::new(UPLOADS, UPLOADS_OF_ONE)
}

/// A part of a file is stored by a writer that all wait for: of the parts of one tenant one at a time waits for it, and those of others
/// that are small are not kept waiting by two who send large ones.
pub(super) fn make_keeping() -> Arc<Turns> {
    Turns::new(KEPT_AT_ONCE, KEPT_OF_ONE)
}

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
    let (used, most) = read_room(projects, tenant).await?;
    Ok(most.saturating_sub(used))
}

/// Bytes that the tenant's files take, and the most that they may.
///
/// # Errors
/// The store's.
pub async fn read_room(projects: &Projects, tenant: TenantId) -> Result<(u64, u64), Failure> {
    let used = projects.project_store().file_bytes(tenant).await?;
    Ok((used, projects.settings().bytes_per_tenant))
}

/// The files of the tenant take all that they may.
#[must_use]
pub fn no_room(projects: &Projects) -> Failure {
    let most = projects.settings().bytes_per_tenant / (1024 * 1024);
    Failure::too_large(format!(
        "all uploaded files together take at most {most} MB, those of deleted sources included: delete for good what nobody \
         needs, or have DISCOVERY_TENANT_MB raised"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    /// Who is served in which order where one tenant sends a hundred files at once and others a tiny one each after them.
    #[test]
    fn a_flood_of_one_tenant_keeps_no_other_waiting() {
        let turns = make_turns();
        let mut flood: Vec<_> = (0..100).map(|_| Box::pin(turns.take(1))).collect();
        let mut held: Vec<_> = flood.iter_mut().filter_map(FutureExt::now_or_never).collect();
        assert_eq!((held.len(), turns.count()), (UPLOADS_OF_ONE, (UPLOADS_OF_ONE, 100 - UPLOADS_OF_ONE)));
        let others = 2..=u128::try_from(UPLOADS - UPLOADS_OF_ONE + 1).expect("a number");
        let tiny: Vec<_> = others.filter_map(|tenant| turns.take(tenant).now_or_never()).collect();
        assert_eq!(tiny.len(), UPLOADS - UPLOADS_OF_ONE, "each of the others at once");
        // Where all places are taken, one more waits for one upload, not for the flood.
        let mut late = Box::pin(turns.take(u128::MAX));
        assert!((&mut late).now_or_never().is_none());
        drop(held.pop());
        assert!((&mut late).now_or_never().is_some(), "served before the flood");
    }

    #[test]
    fn the_parts_of_one_tenants_files_are_stored_one_after_the_other_and_leave_a_place() {
        let turns = make_keeping();
        let mut flood: Vec<_> = (0..12).map(|_| Box::pin(turns.take(1))).collect();
        let held: Vec<_> = flood.iter_mut().filter_map(FutureExt::now_or_never).collect();
        assert_eq!((held.len(), turns.count()), (1, (1, 11)));
        let second = turns.take(2).now_or_never().expect("a place is free");
        assert!(turns.take(3).now_or_never().is_some(), "a part of another tenant's beside those of two");
        drop(second);
    }
}
