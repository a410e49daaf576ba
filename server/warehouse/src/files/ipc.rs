//! Arrow's own files: with an index at their end, or as a stream. What they say of their lengths is not believed, because as much
//! memory is taken at once as a part says that it has.

use super::{csv, format::Packing, prepare::unwritable, unpack};
use arrow::{
    ipc::{
        Block,
        reader::{FileReader, StreamReader},
        root_as_footer, root_as_message,
    },
    record_batch::RecordBatchReader,
};
use domain::tools::warehouse::WarehouseFault;
use std::{
    fs::File,
    io::{self, BufReader, Read as _, Seek as _, SeekFrom},
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

const MARK: &[u8] = b"ARROW1";
/// What a stream's parts begin with.
const PART: [u8; 4] = [0xFF; 4];
/// At the end of a file: the length of the index, and the mark once more.
const END: usize = 10;

pub(super) fn batches(path: &Path, stop: &Arc<AtomicBool>) -> Result<Box<dyn RecordBatchReader + Send>, WarehouseFault> {
    drop(unpack::bytes(path, Packing::None, stop)?);
    let open = || File::open(path).map(BufReader::new).map_err(unwritable);
    let mut file = open()?;
    let length = file.get_ref().metadata().map_err(unwritable)?.len();
    let mut begin = Vec::new();
    file.by_ref().take(MARK.len() as u64).read_to_end(&mut begin).map_err(unwritable)?;
    if begin == MARK {
        indexed(&mut file, length)?;
        let reader = FileReader::try_new(open()?, None).map_err(|error| csv::unreadable(&error))?;
        return Ok(Box::new(reader));
    }
    // A stream says so at its beginning; anything else would be taken for a length.
    if !begin.starts_with(&PART) {
        return Err(WarehouseFault::Unusable("the file is no Arrow file".to_owned()));
    }
    streamed(&mut open()?, length)?;
    let reader = StreamReader::try_new(open()?, None).map_err(|error| csv::unreadable(&error))?;
    Ok(Box::new(reader))
}

/// Whether all parts that the index names lie within the file.
fn indexed(file: &mut BufReader<File>, length: u64) -> Result<(), WarehouseFault> {
    let cut = || WarehouseFault::Unusable("the file is no Arrow file, or its end is missing".to_owned());
    let before = length.checked_sub((END + MARK.len()) as u64).ok_or_else(cut)?;
    file.seek(SeekFrom::Start(length - END as u64)).map_err(unwritable)?;
    let mut end = [0; END];
    file.read_exact(&mut end).map_err(unwritable)?;
    let (said, mark) = end.split_at(4);
    if mark != MARK {
        return Err(cut());
    }
    let index = whole(i64::from(i32::from_le_bytes([said[0], said[1], said[2], said[3]])), before)?;
    file.seek(SeekFrom::Start(length - END as u64 - index)).map_err(unwritable)?;
    let mut bytes = Vec::new();
    file.take(index).read_to_end(&mut bytes).map_err(unwritable)?;
    // What is no index is said by who reads it.
    let Ok(footer) = root_as_footer(&bytes) else { return Ok(()) };
    let within = |block: &Block| {
        let from = whole(block.offset(), length)?;
        let about = whole(i64::from(block.metaDataLength()), length - from)?;
        whole(block.bodyLength(), length - from - about).map(drop)
    };
    let blocks = footer.recordBatches().into_iter().chain(footer.dictionaries());
    blocks.flat_map(|blocks| blocks.iter()).try_for_each(within)
}

/// The same for the parts of a stream, which stand one behind the other.
fn streamed(file: &mut BufReader<File>, length: u64) -> Result<(), WarehouseFault> {
    let mut left = length;
    let mut bytes = Vec::new();
    loop {
        let mut mark = [0; 8];
        match file.read_exact(&mut mark) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(unwritable(error)),
        }
        left -= 8;
        let about = whole(i64::from(i32::from_le_bytes([mark[4], mark[5], mark[6], mark[7]])), left)?;
        if about == 0 || mark[..4] != PART {
            return Ok(());
        }
        left -= about;
        bytes.clear();
        file.take(about).read_to_end(&mut bytes).map_err(unwritable)?;
        let Ok(message) = root_as_message(&bytes) else { return Ok(()) };
        let body = whole(message.bodyLength(), left)?;
        left -= body;
        file.seek_relative(i64::try_from(body).unwrap_or(i64::MAX)).map_err(unwritable)?;
    }
}

/// A length as it is said, where there is as much.
fn whole(said: i64, most: u64) -> Result<u64, WarehouseFault> {
    u64::try_from(said).ok().filter(|said| *said <= most).ok_or_else(|| {
        WarehouseFault::Unusable("the file is damaged: a part of it says that it is longer than the file".to_owned())
    })
}
