//! How a SQLite file is opened so that nothing beside it is made or changed.
//!
//! A file in WAL mode, as most programs write it, wants two others beside it, which SQLite makes even where it only reads, and which
//! stay. Where no program has the file open there is no log to heed, and the file is read as one that nobody changes.

use domain::tools::warehouse::WarehouseFault;
use std::{
    ffi::OsString,
    fs::{self, Permissions},
    io::{self, Read as _},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// With locks, as other programs do.
    Shared,
    /// Nobody has it open.
    Immutable,
    /// What stands in the log belongs to it, and who wrote that is gone.
    Copied,
}

/// In the file's head: who may read and who may write, 2 of each for a log.
const VERSIONS: usize = 18;
const LOGGED: u8 = 2;

pub(super) fn way(path: &Path) -> Way {
    if !is_logged(path) {
        return Way::Shared;
    }
    let log = fs::metadata(beside(path, "-wal")).map(|about| about.len());
    match (log, beside(path, "-shm").exists()) {
        (Err(_), _) | (Ok(0), false) => Way::Immutable,
        (Ok(_), true) => Way::Shared,
        (Ok(_), false) => Way::Copied,
    }
}

pub(super) fn is_logged(path: &Path) -> bool {
    let mut head = [0; VERSIONS + 2];
    fs::File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head[VERSIONS..].contains(&LOGGED)
}

/// The file and its log, where they may be worked on, by several processes one after the other and at once.
pub(super) fn copied(path: &Path) -> Result<(TempDir, PathBuf), WarehouseFault> {
    let copy = || {
        let folder = tempfile::Builder::new().prefix("discovery-sqlite-").tempdir()?;
        let to = folder.path().join("copy.db");
        fs::copy(path, &to)?;
        // What is made beside it has the same rights, and whoever comes second has to write into that.
        fs::set_permissions(&to, Permissions::from_mode(0o600))?;
        match fs::copy(beside(path, "-wal"), beside(&to, "-wal")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok((folder, to)),
        }
    };
    copy().map_err(|error| unreadable(&error))
}

pub(super) fn unreadable(error: &io::Error) -> WarehouseFault {
    WarehouseFault::Unusable(format!("the SQLite file cannot be read: {error}"))
}

pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
