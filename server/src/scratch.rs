//! Files for a while: in a folder of this process below the data folder, so that the next process finds what this one leaves when it
//! is killed, and the system's temporary folder gets nothing.

use anyhow::{Context, Result};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// Below the data folder; a name that nobody else gives, as the data folder may be somebody's home.
const ALL: &str = "discovery-tmp";
/// Begins the name of each process's folder: what is called otherwise is not ours to remove.
const OURS: &str = "process-";
/// In each process's folder, and beside them all; held as long as the process lives, however it ends.
const LOCK: &str = "lock";

/// The folder of this process; it goes when this does.
pub(crate) struct Scratch {
    folder: PathBuf,
    #[expect(dead_code, reason = "it is held")]
    lock: File,
}

impl Scratch {
    /// Removes what dead processes left below `data`, and makes a folder for this one.
    pub(crate) fn open(data: &Path) -> Result<Self> {
        let all = data.join(ALL);
        let made = Self::make(&all).with_context(|| format!("files for a while cannot be kept in {}", all.display()))?;
        if let Err(other) = tempfile::env::override_temp_dir(&made.folder) {
            tracing::warn!(folder = %other.display(), "files for a while are kept elsewhere");
        }
        Ok(made)
    }

    fn make(all: &Path) -> io::Result<Self> {
        fs::create_dir_all(all)?;
        let all = fs::canonicalize(all)?;
        // One process at a time: a folder that is just being made is not locked yet.
        let turn = File::create(all.join(LOCK))?;
        turn.lock()?;
        clear(&all)?;
        let folder = tempfile::Builder::new().prefix(OURS).tempdir_in(&all)?.keep();
        let lock = File::create(folder.join(LOCK))?;
        lock.lock()?;
        Ok(Self { folder, lock })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(fault) = fs::remove_dir_all(&self.folder) {
            tracing::debug!(%fault, "files for a while stay until the next start");
        }
    }
}

/// Removes the folders that nobody holds.
fn clear(all: &Path) -> io::Result<()> {
    for entry in fs::read_dir(all)? {
        let entry = entry?;
        let ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(OURS));
        if !ours || !entry.file_type()?.is_dir() {
            continue;
        }
        let alive = File::open(entry.path().join(LOCK)).is_ok_and(|lock| lock.try_lock().is_err());
        if !alive && let Err(fault) = fs::remove_dir_all(entry.path()) {
            tracing::warn!(%fault, folder = %entry.path().display(), "what a dead process left could not be removed");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_dead_left_goes_and_what_the_living_have_stays() {
        let data = tempfile::tempdir().expect("a folder");
        let all = data.path().join(ALL);
        let living = Scratch::make(&all).expect("a folder");
        fs::write(living.folder.join("table.parquet"), "rows").expect("a file");
        for dead in ["process-unlocked", "process-locked", "a stranger's"] {
            fs::create_dir(all.join(dead)).expect("a folder");
            fs::write(all.join(dead).join("table.parquet"), "rows").expect("a file");
        }
        fs::write(all.join("process-locked").join(LOCK), "").expect("a file");
        let next = Scratch::make(&all).expect("a folder");
        assert!(living.folder.join("table.parquet").exists());
        assert!(!all.join("process-unlocked").exists() && !all.join("process-locked").exists());
        assert!(all.join("a stranger's").join("table.parquet").exists());
        let (gone, stays) = (next.folder.clone(), living.folder.clone());
        drop(next);
        assert!(!gone.exists() && stays.exists());
    }
}
