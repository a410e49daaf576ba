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
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// Of one file, unpacked.
const MOST: u64 = 8 << 30;
/// What became more than this many times the bytes that were read for it is a trap, once it is large. Real tables are packed to a
/// tenth, seldom to a fiftieth.
const RATIO: u64 = 200;
const LARGE: u64 = 16 << 20;
/// Taken of a file at once: what was taken counts, so it must not be much.
const BUFFER: usize = 1 << 14;
/// One reading of a packed file from its beginning to its end.
const PATIENCE: Duration = Duration::from_secs(600);

/// The bytes of a file; reading fails once `stop` is set. What is packed like a trap from its beginning on is not begun with.
pub(super) fn bytes(path: &Path, packing: Packing, stop: &Arc<AtomicBool>) -> Result<Box<dyn Read + Send>, WarehouseFault> {
    let opened = open(path, packing, stop)?;
    if packing != Packing::None {
        // Unpacking is quick; whoever reads what comes out of it is not.
        let mut beginning = open(path, packing, stop)?.take(LARGE + 3 * RATIO * BUFFER as u64);
        io::copy(&mut beginning, &mut io::sink()).map_err(|error| unusable(&error))?;
    }
    Ok(Box::new(opened))
}

fn open(path: &Path, packing: Packing, stop: &Arc<AtomicBool>) -> Result<Bounded, WarehouseFault> {
    let file = File::open(path).map_err(|error| unusable(&error))?;
    if file.metadata().map_err(|error| unusable(&error))?.len() == 0 {
        return Err(WarehouseFault::Unusable("the file is empty".to_owned()));
    }
    let taken = Arc::new(AtomicU64::new(0));
    let file = BufReader::with_capacity(BUFFER, Counted { file, taken: Arc::clone(&taken) });
    let inner: Box<dyn Read + Send> = match packing {
        Packing::None => Box::new(file),
        Packing::Gzip => Box::new(MultiGzDecoder::new(file)),
        Packing::Zstd => Box::new(zstd::Decoder::with_buffer(file).map_err(|error| unusable(&error))?),
    };
    let packed = (packing != Packing::None).then_some(taken);
    Ok(Bounded { inner, packed, given: 0, until: Instant::now() + PATIENCE, stop: Arc::clone(stop) })
}

fn unusable(error: &io::Error) -> WarehouseFault {
    WarehouseFault::Unusable(format!("the file cannot be read: {error}"))
}

/// Tells how much of a file was taken.
struct Counted {
    file: File,
    taken: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.taken.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

struct Bounded {
    inner: Box<dyn Read + Send>,
    /// How much was taken of a packed file.
    packed: Option<Arc<AtomicU64>>,
    given: u64,
    until: Instant,
    stop: Arc<AtomicBool>,
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("nobody waits for it any more"));
        }
        let read = self.inner.read(buffer)?;
        let Some(taken) = &self.packed else { return Ok(read) };
        self.given += read as u64;
        let most = LARGE.max(taken.load(Ordering::Relaxed).saturating_mul(RATIO)).min(MOST);
        if self.given > most {
            return Err(io::Error::other("it unpacks to far more than a file of its size should; upload it unpacked"));
        }
        if Instant::now() > self.until {
            return Err(io::Error::other(format!("unpacking it took longer than {} minutes", PATIENCE.as_secs() / 60)));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    /// So many bytes, packed at their best.
    fn packed(line: &[u8], length: usize, packing: Packing) -> Vec<u8> {
        let whole = line.repeat(length / line.len());
        match packing {
            Packing::Zstd => zstd::encode_all(whole.as_slice(), 3).expect("it is packed"),
            _ => {
                let mut packer = GzEncoder::new(Vec::new(), Compression::best());
                packer.write_all(&whole).expect("it is packed");
                packer.finish().expect("it is packed")
            }
        }
    }

    fn unpacked(bytes: &[u8], packing: Packing) -> Result<u64, String> {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(bytes).expect("it is written");
        let stop = Arc::new(AtomicBool::new(false));
        let mut reader = super::bytes(file.path(), packing, &stop).map_err(|fault| fault.to_string())?;
        io::copy(&mut reader, &mut io::sink()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_trap_is_seen_before_it_is_unpacked() {
        for packing in [Packing::Gzip, Packing::Zstd] {
            let trap = packed(b"0,0\n", 64 << 20, packing);
            assert!(trap.len() < 100_000, "{}", trap.len());
            let mut file = tempfile::NamedTempFile::new().expect("a file");
            file.write_all(&trap).expect("it is written");
            let opened = super::bytes(file.path(), packing, &Arc::new(AtomicBool::new(false)));
            let told = opened.err().expect("a trap").to_string();
            assert!(told.contains("far more than a file of its size"), "{told}");
        }
    }

    #[test]
    fn a_trap_behind_sound_bytes_is_seen_while_it_is_unpacked() {
        // One part of noise, then one that is all the same.
        let noise: Vec<u8> = (0..200_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let mut whole = packed(&noise, noise.len(), Packing::Gzip);
        whole.extend(packed(b"0,0\n", 128 << 20, Packing::Gzip));
        assert!(unpacked(&whole, Packing::Gzip).is_err_and(|told| told.contains("far more")));
    }

    #[test]
    fn what_is_packed_well_is_read_whole() {
        let rows: String =
            (0..700_000).map(|number| format!("{number},customer {},{}\n", number % 977, number * 7 % 1_013)).collect();
        for packing in [Packing::Gzip, Packing::Zstd] {
            assert_eq!(unpacked(&packed(rows.as_bytes(), rows.len(), packing), packing), Ok(rows.len() as u64));
        }
        // Small files may be packed as well as they like.
        assert_eq!(unpacked(&packed(b"0,0\n", 8 << 20, Packing::Gzip), Packing::Gzip), Ok(8 << 20));
        assert!(unpacked(b"\x1f\x8bbroken", Packing::Gzip).is_err() && unpacked(b"broken", Packing::Zstd).is_err());
    }
}
