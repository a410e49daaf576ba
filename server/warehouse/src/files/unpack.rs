//! Reads a file's bytes, unpacked where it is packed, and stops where that becomes more than it may.

use super::format::Packing;
use domain::tools::warehouse::WarehouseFault;
use flate2::read::MultiGzDecoder;
use std::{
    fs::File,
    io::{self, BufReader, Read},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Of one file, unpacked.
const MOST: u64 = 8 << 30;
/// A file that unpacks to more than this many times its size is a trap, once it is large.
const RATIO: u64 = 500;
const LARGE: u64 = 64 << 20;

/// The bytes of a file; reading fails once `stop` is set.
pub(super) fn bytes(path: &Path, packing: Packing, stop: &Arc<AtomicBool>) -> Result<Box<dyn Read + Send>, WarehouseFault> {
    let file = File::open(path).map_err(|error| unusable(&error))?;
    let size = file.metadata().map_err(|error| unusable(&error))?.len();
    if size == 0 {
        return Err(WarehouseFault::Unusable("the file is empty".to_owned()));
    }
    let file = BufReader::with_capacity(1 << 17, file);
    let inner: Box<dyn Read + Send> = match packing {
        Packing::None => Box::new(file),
        Packing::Gzip => Box::new(MultiGzDecoder::new(file)),
        Packing::Zstd => Box::new(zstd::Decoder::with_buffer(file).map_err(|error| unusable(&error))?),
    };
    let most = if matches!(packing, Packing::None) { u64::MAX } else { MOST.min((size * RATIO).max(LARGE)) };
    Ok(Box::new(Bounded { inner, left: most, stop: Arc::clone(stop) }))
}

fn unusable(error: &io::Error) -> WarehouseFault {
    WarehouseFault::Unusable(format!("the file cannot be read: {error}"))
}

struct Bounded {
    inner: Box<dyn Read + Send>,
    left: u64,
    stop: Arc<AtomicBool>,
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("nobody waits for it any more"));
        }
        let read = self.inner.read(buffer)?;
        self.left = self
            .left
            .checked_sub(read as u64)
            .ok_or_else(|| io::Error::other("it unpacks to far more than a file of its size should"))?;
        Ok(read)
    }
}
