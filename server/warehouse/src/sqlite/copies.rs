//! Copies of files that can only be read as copies, see [`super::opening`]: each is kept while file and log stay as they are and
//! somebody has the file open, so that not every query copies it anew.

use super::opening::{self, Way, beside, copied};
use domain::tools::warehouse::WarehouseFault;
use std::{
    collections::HashMap,
    fs, io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::{
        Arc, LazyLock, Mutex, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tempfile::TempDir;
use tokio::sync::Mutex as Waiting;

/// Of all that are kept, in bytes; what is beyond is copied for each query.
const MOST: u64 = 4 << 30;
/// As long ago a change has to be for the next one to have another time, whatever a disk's times are rounded to, in seconds.
const SETTLED: i64 = 2;
/// How often a file that is being written is copied, and how long is waited in between.
const ATTEMPTS: u32 = 3;
const PAUSE: Duration = Duration::from_millis(200);

static KEPT: AtomicU64 = AtomicU64::new(0);
static SLOTS: LazyLock<Mutex<HashMap<PathBuf, Weak<Waiting<Kept>>>>> = LazyLock::new(Mutex::default);

type Kept = Option<Arc<Copy>>;

/// Where the copy of one file is, for all who have that file open; it goes with the last of them.
pub(crate) struct Slot {
    of: PathBuf,
    kept: Arc<Waiting<Kept>>,
}

/// What a file and its log are known by: device, number, size and the times of change.
type Stamp = [(u64, u64, u64, [i64; 4]); 2];

pub(crate) struct Copy {
    path: PathBuf,
    of: Stamp,
    counted: u64,
    /// Goes with it.
    _folder: TempDir,
}

impl Slot {
    pub(crate) fn from_path(path: &Path) -> Self {
        let mut all = SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, slot| slot.strong_count() > 0);
        let kept = all.get(path).and_then(Weak::upgrade).unwrap_or_default();
        all.insert(path.to_owned(), Arc::downgrade(&kept));
        Self { of: path.to_owned(), kept }
    }

    /// The copy to read; none where the file itself can be read. A copy that is begun is finished, also for who asks next.
    pub(crate) async fn copy(&self) -> Result<Option<Arc<Copy>>, WarehouseFault> {
        let (mut kept, path) = (Arc::clone(&self.kept).lock_owned().await, self.of.clone());
        let copying = tokio::task::spawn_blocking(move || -> Result<Kept, WarehouseFault> {
            for attempt in 1.. {
                if opening::way(&path) != Way::Copied {
                    *kept = None;
                    return Ok(None);
                }
                match copied_or_kept(&path, &mut kept) {
                    // Somebody writes it at this moment: what was copied is of two states.
                    Err(fault) if attempt >= ATTEMPTS => return Err(opening::unreadable(&fault)),
                    Err(_) => std::thread::sleep(PAUSE),
                    Ok(copy) => return Ok(Some(copy)),
                }
            }
            Ok(None)
        });
        copying.await.unwrap_or_else(|error| Err(opening::unreadable(&io::Error::other(error))))
    }
}

impl Copy {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// And whether it may be kept.
    fn made(path: &Path, of: Stamp) -> io::Result<(Self, bool)> {
        let (folder, copy) = copied(path).map_err(|fault| io::Error::other(fault.to_string()))?;
        if stamp(path)? != of {
            return Err(io::Error::other("another program is writing it; try again"));
        }
        let now = fs::metadata(&copy)?.mtime();
        let settled = of.iter().all(|(.., [changed, ..])| now - changed >= SETTLED);
        let bytes = of.iter().map(|(_, _, bytes, _)| bytes).sum::<u64>();
        let counted = |kept: u64| kept.checked_add(bytes).filter(|all| *all <= MOST);
        let keeps = settled && KEPT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, counted).is_ok();
        Ok((Self { path: copy, of, counted: if keeps { bytes } else { 0 }, _folder: folder }, keeps))
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        KEPT.fetch_sub(self.counted, Ordering::Relaxed);
    }
}

/// The copy that is kept where nothing changed, else another one.
fn copied_or_kept(path: &Path, kept: &mut Kept) -> io::Result<Arc<Copy>> {
    let of = stamp(path)?;
    if let Some(same) = kept.as_ref().filter(|copy| copy.of == of) {
        return Ok(Arc::clone(same));
    }
    // Before there are two of them.
    *kept = None;
    let (copy, keeps) = Copy::made(path, of)?;
    let copy = Arc::new(copy);
    *kept = keeps.then(|| Arc::clone(&copy));
    Ok(copy)
}

fn stamp(path: &Path) -> io::Result<Stamp> {
    let of = |path: &Path| {
        let about = fs::metadata(path)?;
        let times = [about.mtime(), about.mtime_nsec(), about.ctime(), about.ctime_nsec()];
        io::Result::Ok((about.dev(), about.ino(), about.len(), times))
    };
    Ok([of(path)?, of(&beside(path, "-wal"))?])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What looks like a database with a log, changed so long ago.
    fn write_database(path: &Path, log: &str, ago: Duration) {
        let mut head = vec![0; 100];
        head[18..20].copy_from_slice(&[2, 2]);
        for (path, bytes) in [(path.to_owned(), &*head), (beside(path, "-wal"), log.as_bytes())] {
            fs::write(&path, bytes).expect("it is written");
            let file = fs::File::options().write(true).open(&path).expect("it is there");
            let then = file.metadata().and_then(|about| about.modified()).expect("a time") - ago;
            file.set_modified(then).expect("it is set");
        }
    }

    /// What one of these tests counts as kept, the other one would feel.
    static ALONE: Waiting<()> = Waiting::const_new(());

    async fn copy(slot: &Slot) -> Arc<Copy> {
        slot.copy().await.expect("no fault").expect("a copy")
    }

    fn log_of(copy: &Copy) -> String {
        fs::read_to_string(beside(copy.path(), "-wal")).expect("a log")
    }

    #[tokio::test]
    async fn a_copy_is_kept_while_nothing_changes_and_somebody_has_it_open() {
        let _alone = ALONE.lock().await;
        let folder = tempfile::tempdir().expect("a folder");
        let (path, ago) = (folder.path().join("shop.db"), Duration::from_secs(60));
        write_database(&path, "one", ago);
        let (slot, other) = (Slot::from_path(&path), Slot::from_path(&path));
        let first = copy(&slot).await;
        assert!(Arc::ptr_eq(&first, &copy(&slot).await) && Arc::ptr_eq(&first, &copy(&other).await), "one for all");
        // The same size, and times that somebody set; a disk may count time in steps.
        tokio::time::sleep(Duration::from_millis(50)).await;
        write_database(&path, "two", ago);
        let second = copy(&other).await;
        assert_eq!((log_of(&first), log_of(&second)), ("one".to_owned(), "two".to_owned()), "who reads it may go on");
        let (gone, stays) = (first.path().to_owned(), second.path().to_owned());
        drop(first);
        assert!(!gone.exists() && stays.exists());
        assert!(Arc::ptr_eq(&second, &copy(&slot).await));
        // Somebody opens the file: it is read itself.
        fs::write(beside(&path, "-shm"), "").expect("it is written");
        assert!(slot.copy().await.expect("no fault").is_none());
        drop(second);
        assert!(!stays.exists());
        fs::remove_file(beside(&path, "-shm")).expect("it goes");
        let last = copy(&slot).await.path().to_owned();
        assert!(last.exists(), "it is kept for the next query");
        drop((slot, other));
        assert!(!last.exists(), "nobody has it open");
    }

    #[test]
    fn what_was_written_while_it_was_copied_is_no_copy() {
        let _alone = ALONE.blocking_lock();
        let folder = tempfile::tempdir().expect("a folder");
        let (path, ago) = (folder.path().join("shop.db"), Duration::from_secs(60));
        write_database(&path, "one", ago);
        let before = stamp(&path).expect("it is there");
        assert!(Copy::made(&path, before).is_ok());
        // A disk may count time in steps.
        std::thread::sleep(Duration::from_millis(50));
        write_database(&path, "two", ago);
        let fault = Copy::made(&path, before).map(|_| ()).expect_err("it may be of two states");
        assert!(fault.to_string().contains("another program is writing it"), "{fault}");
    }

    #[tokio::test]
    async fn what_has_just_changed_or_is_too_large_is_copied_each_time() {
        let _alone = ALONE.lock().await;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("shop.db");
        write_database(&path, "one", Duration::ZERO);
        let slot = Slot::from_path(&path);
        let first = copy(&slot).await;
        assert!(!Arc::ptr_eq(&first, &copy(&slot).await), "another change might have the same time");
        drop(first);
        let ago = Duration::from_secs(60);
        write_database(&path, "one", ago);
        let before = KEPT.load(Ordering::Relaxed);
        KEPT.fetch_add(MOST - before - 50, Ordering::Relaxed);
        let (large, again) = (copy(&slot).await, copy(&slot).await);
        assert!(!Arc::ptr_eq(&large, &again));
        drop((large, again));
        KEPT.fetch_sub(MOST - before - 50, Ordering::Relaxed);
        let kept = copy(&slot).await;
        assert!(Arc::ptr_eq(&kept, &copy(&slot).await));
        drop((slot, kept));
        assert_eq!(KEPT.load(Ordering::Relaxed), before);
    }
}
