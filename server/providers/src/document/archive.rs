//! ZIP archives (Word, PowerPoint, Excel, EPUB and plain ones), unpacked within bounds: what the archive says of its sizes is not
//! believed.

use super::DocumentFault;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Everything of one archive together.
pub(super) const MOST_UNPACKED: usize = if cfg!(test) { 4 } else { 256 } * 1024 * 1024;
const MOST_FILES: usize = 20_000;

pub(super) struct Archive<'bytes> {
    archive: ZipArchive<Cursor<&'bytes [u8]>>,
    names: Vec<String>,
    left: usize,
}

impl<'bytes> Archive<'bytes> {
    pub(super) fn open(bytes: &'bytes [u8]) -> Result<Self, DocumentFault> {
        let damaged = |_| DocumentFault::Damaged("its archive cannot be opened".into());
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
        if archive.len() > MOST_FILES {
            return Err(DocumentFault::TooLarge { limit: MOST_UNPACKED });
        }
        let names = archive.file_names().map(|name| name.map(|name| name.replace('\\', "/")).unwrap_or_default()).collect();
        Ok(Self { archive, names, left: MOST_UNPACKED })
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.place(name).is_some()
    }

    fn place(&self, name: &str) -> Option<usize> {
        let name = name.trim_start_matches('/');
        let exact = self.names.iter().position(|known| known == name);
        exact.or_else(|| self.names.iter().position(|known| known.eq_ignore_ascii_case(name)))
    }

    /// A file of the archive; nothing where it is not there.
    pub(super) fn file(&mut self, name: &str) -> Result<Option<Vec<u8>>, DocumentFault> {
        let Some(place) = self.place(name) else { return Ok(None) };
        self.at(place).map(Some)
    }

    pub(super) fn at(&mut self, place: usize) -> Result<Vec<u8>, DocumentFault> {
        let damaged = |fault: String| DocumentFault::Damaged(format!("its archive cannot be unpacked ({fault})"));
        let file = self.archive.by_index(place).map_err(|fault| damaged(fault.to_string()))?;
        if file.encrypted() {
            return Err(DocumentFault::Encrypted);
        }
        let mut bytes = Vec::new();
        let read = file.take(self.left as u64 + 1).read_to_end(&mut bytes).map_err(|fault| damaged(fault.to_string()))?;
        if read > self.left {
            return Err(DocumentFault::TooLarge { limit: MOST_UNPACKED });
        }
        self.left -= read;
        Ok(bytes)
    }

    /// Unpacks everything once to nowhere, for a reader that knows no bounds of its own.
    pub(super) fn weigh(&mut self) -> Result<(), DocumentFault> {
        for place in 0..self.names.len() {
            if self.names[place].ends_with('/') {
                continue;
            }
            self.at(place)?;
        }
        self.left = MOST_UNPACKED;
        Ok(())
    }
}
