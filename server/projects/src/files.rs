//! The bytes of uploaded files: in the database for every node, and a copy on this machine's disk where something opens them.

use crate::{Projects, room::no_room};
use domain::account::AuditLog as _;
use domain::{Failure, tools::SourceFile};
use protocol::{FileId, TenantId, Timestamp};
use sha2::{Digest, Sha256};
use std::{
    io,
    path::{Path, PathBuf},
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Bytes of one part.
const PART: usize = 1024 * 1024;
/// Parts without a source are left by a process that died, or by an upload that is under way.
const LOST_AFTER: i64 = 3_600 * 1_000_000;

/// Copies, each under its file's id: no entered name becomes a path.
pub(super) struct LocalFiles {
    folder: PathBuf,
    incoming: PathBuf,
}

impl LocalFiles {
    pub(super) fn open(data: &Path) -> io::Result<Self> {
        let made = Self { folder: data.join("files"), incoming: data.join("files/incoming") };
        // What was on its way when a process died has no owner. Another process may share the folder: only what is old goes.
        std::fs::create_dir_all(&made.incoming)?;
        for entry in std::fs::read_dir(&made.incoming)? {
            let entry = entry?;
            let old = entry.metadata()?.modified()?.elapsed().is_ok_and(|age| age.as_secs() > 3_600);
            if old {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(made)
    }

    pub(super) fn path(&self, file: FileId) -> PathBuf {
        self.folder.join(file.to_string())
    }

    pub(super) fn incoming(&self, file: FileId) -> PathBuf {
        self.incoming.join(file.to_string())
    }

    /// Forgets the copy; that there was none is no fault.
    pub(super) fn forget(&self, file: FileId) {
        if let Err(fault) = std::fs::remove_file(self.path(file))
            && fault.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%fault, %file, "the copy of a file could not be removed");
        }
    }
}

/// Keeps a file that came: its bytes go to the database, the file itself becomes this machine's copy.
pub(super) async fn keep(projects: &Projects, tenant: TenantId, file: &SourceFile, came: &Path) -> Result<(), Failure> {
    let mut reading = tokio::fs::File::open(came).await.map_err(|fault| unreadable(&fault))?;
    let mut part = 0_u32;
    loop {
        let mut bytes = Vec::with_capacity(PART);
        let read = (&mut reading).take(PART as u64).read_to_end(&mut bytes).await.map_err(|fault| unreadable(&fault))?;
        if read == 0 && part > 0 {
            break;
        }
        let most = projects.settings().bytes_per_tenant;
        let turn = projects.0.keeping.take(tenant.0.as_u128()).await;
        let fits = projects.project_store().add_file_part(tenant, file.id, part, &bytes, most, projects.now()).await?;
        if !fits {
            // Before the next turn: of two uploads that do not fit together one does.
            forget_parts(projects, tenant, std::slice::from_ref(file)).await;
            return Err(no_room(projects));
        }
        drop(turn);
        part += 1;
        if read < PART {
            break;
        }
    }
    let copy = projects.0.local.path(file.id);
    tokio::fs::rename(came, copy).await.map_err(|fault| unreadable(&fault))
}

/// Removes what is kept of files that no source has, in pieces.
pub(super) async fn forget_parts(projects: &Projects, tenant: TenantId, files: &[SourceFile]) {
    for file in files {
        if let Err(fault) = projects.project_store().forget_file(tenant, file.id).await {
            tracing::warn!(%fault, file = %file.id, "parts of files that no source has are removed later");
            // The next one would wait as long.
            return;
        }
    }
}

/// Where the file can be opened on this machine; fetched from the database where it was uploaded to another node.
pub(super) async fn local(projects: &Projects, tenant: TenantId, file: &SourceFile) -> Result<PathBuf, Failure> {
    let local = &projects.0.local;
    let path = local.path(file.id);
    if tokio::fs::metadata(&path).await.is_ok_and(|there| there.len() == file.bytes) {
        return Ok(path);
    }
    // A name of its own: two calls may fetch the same file at once.
    let coming = local.incoming(FileId(projects.id()));
    let fetched = fetch(projects, tenant, file, &coming).await;
    if let Err(failure) = fetched {
        drop(tokio::fs::remove_file(&coming).await);
        return Err(failure);
    }
    tokio::fs::rename(&coming, &path).await.map_err(|fault| unreadable(&fault))?;
    Ok(path)
}

async fn fetch(projects: &Projects, tenant: TenantId, file: &SourceFile, to: &Path) -> Result<(), Failure> {
    let lost = || Failure::not_found(format!("the file {} is not there any more: upload it again", file.name));
    let mut writing = tokio::fs::File::create(to).await.map_err(|fault| unreadable(&fault))?;
    let (mut hash, mut written, mut part) = (Sha256::new(), 0_u64, 0_u32);
    while written < file.bytes || part == 0 {
        let bytes = projects.project_store().file_part(tenant, file.id, part).await?.ok_or_else(lost)?;
        hash.update(&bytes);
        written += bytes.len() as u64;
        writing.write_all(&bytes).await.map_err(|fault| unreadable(&fault))?;
        part += 1;
    }
    writing.sync_all().await.map_err(|fault| unreadable(&fault))?;
    if hex(&hash.finalize()) == file.sha256 { Ok(()) } else { Err(lost()) }
}

/// Removes what the process before this one was reading when it died. Only where no other process writes to the database;
/// elsewhere [`sweep_files`] removes it by age.
pub async fn forget_left(projects: &Projects) {
    if !projects.settings().is_alone {
        return;
    }
    if let Err(fault) = projects.project_store().forget_lost_parts(projects.now()).await {
        tracing::warn!(%fault, "parts of files that a dead process left could not be removed");
    }
    let incoming = &projects.0.local.incoming;
    let emptied = std::fs::remove_dir_all(incoming).and_then(|()| std::fs::create_dir_all(incoming));
    if let Err(fault) = emptied {
        tracing::warn!(%fault, "uploads that a dead process left could not be removed");
    }
}

/// Removes bytes that belong to no source, and this machine's copies of files that were deleted on another node.
pub async fn sweep_files(projects: &Projects) {
    if let Err(fault) = sweep_copies(projects).await {
        tracing::warn!(%fault, "copies of deleted files could not be looked for");
    }
    let before = Timestamp(projects.now().0 - LOST_AFTER);
    match projects.project_store().forget_lost_parts(before).await {
        Ok(0) => {}
        Ok(parts) => tracing::info!(parts, "parts of files that belong to no source were removed"),
        Err(fault) => tracing::warn!(%fault, "parts of files that belong to no source could not be removed"),
    }
}

async fn sweep_copies(projects: &Projects) -> anyhow::Result<()> {
    let local = &projects.0.local;
    let mut entries = tokio::fs::read_dir(&local.folder).await?;
    while let Some(entry) = entries.next_entry().await? {
        let Some(found) = entry.file_name().to_str().and_then(Copied::parse) else { continue };
        // One that has just come has its parts, but they may be on their way.
        let Ok(known) = entry.metadata().await else { continue };
        let old = known.modified()?.elapsed().is_ok_and(|age| age.as_secs() > 3_600);
        match found {
            Copied::File(file) if old && !projects.project_store().keeps_file(file).await? => local.forget(file),
            Copied::Left if old => match tokio::fs::remove_file(entry.path()).await {
                // Another process was quicker.
                Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => {}
                removed => removed?,
            },
            _ => {}
        }
    }
    Ok(())
}

/// What lies in the folder of copies.
#[derive(Debug, PartialEq, Eq)]
enum Copied {
    File(FileId),
    /// What SQLite made beside a file. Nothing opens a copy so that this is needed.
    Left,
}

impl Copied {
    fn parse(name: &str) -> Option<Self> {
        let plain = ["-shm", "-wal", "-journal"].into_iter().find_map(|ending| name.strip_suffix(ending));
        let file = plain.unwrap_or(name).parse().ok()?;
        Some(if plain.is_some() { Self::Left } else { Self::File(file) })
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) fn unreadable(fault: &io::Error) -> Failure {
    tracing::error!(%fault, "a file cannot be read or written");
    let full = fault.kind() == io::ErrorKind::StorageFull;
    let detail = if full { "the server's disk is full; nothing was kept" } else { "the server cannot keep files now" };
    Failure { retry_after: Some(5), ..Failure::unavailable(detail) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_beside_a_copy_is_known_for_it() {
        let id = "0199c1de-7a10-7000-8000-000000000001";
        let file: FileId = id.parse().expect("an id");
        assert_eq!(Copied::parse(id), Some(Copied::File(file)));
        for ending in ["-shm", "-wal", "-journal"] {
            assert_eq!(Copied::parse(&format!("{id}{ending}")), Some(Copied::Left));
        }
        for other in ["incoming", "x-shm", "-wal", "notes.txt"] {
            assert_eq!(Copied::parse(other), None, "{other}");
        }
    }
}
