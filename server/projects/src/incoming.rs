//! Files on their way to being kept: written to disk while they come, bounded, hashed.

use crate::{
    Projects,
    files::{hex, unreadable},
};
use domain::{Failure, account::AuditLog as _, tools::SourceFile};
use protocol::FileId;
use sha2::{Digest, Sha256};
use std::path::PathBuf;
use tokio::io::AsyncWriteExt;

/// A file on its way; removed again unless it is kept.
pub struct Incoming {
    pub(super) file: SourceFile,
    pub(super) path: PathBuf,
}

impl Incoming {
    /// A file that was made here.
    pub(super) async fn from_bytes(projects: &Projects, name: &str, bytes: &[u8]) -> Result<Self, Failure> {
        let id = FileId(projects.id());
        let (length, sha256) = (bytes.len() as u64, hex(&Sha256::digest(bytes)));
        let file = SourceFile { id, name: name.to_owned(), bytes: length, sha256 };
        let incoming = Self { file, path: projects.0.local.incoming(id) };
        tokio::fs::write(&incoming.path, bytes).await.map_err(|fault| unreadable(&fault))?;
        Ok(incoming)
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        if let Err(fault) = std::fs::remove_file(&self.path)
            && fault.kind() != std::io::ErrorKind::NotFound
        {
            tracing::warn!(%fault, "an uploaded file could not be removed");
        }
    }
}

/// A file of which more comes.
pub struct Incomplete {
    incoming: Incoming,
    writing: tokio::fs::File,
    hash: Sha256,
}

impl Incomplete {
    /// # Errors
    /// The disk's.
    pub async fn new(projects: &Projects, name: &str) -> Result<Self, Failure> {
        let id = FileId(projects.id());
        let path = projects.0.local.incoming(id);
        let incoming = Incoming { file: SourceFile { id, name: plain_name(name), bytes: 0, sha256: String::new() }, path };
        let writing = tokio::fs::File::create(&incoming.path).await.map_err(|fault| unreadable(&fault))?;
        Ok(Self { incoming, writing, hash: Sha256::new() })
    }

    /// # Errors
    /// The disk's.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.incoming.file.bytes += bytes.len() as u64;
        self.hash.update(bytes);
        self.writing.write_all(bytes).await.map_err(|fault| unreadable(&fault))
    }

    /// # Errors
    /// The disk's, or that it is empty.
    pub async fn finish(mut self) -> Result<Incoming, Failure> {
        self.writing.flush().await.map_err(|fault| unreadable(&fault))?;
        if self.incoming.file.bytes == 0 {
            return Err(Failure::invalid("file", format!("the file {} is empty", self.incoming.file.name)));
        }
        self.incoming.file.sha256 = hex(&self.hash.finalize());
        Ok(self.incoming)
    }
}

/// The last part of what the browser calls the file, without signs that mean something to a disk or a terminal.
fn plain_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last.chars().filter(|sign| !sign.is_control()).take(200).collect();
    let name = name.trim().trim_start_matches('.').to_owned();
    if name.is_empty() { "file".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn a_name_is_no_path() {
        for (given, name) in [
            ("data.csv", "data.csv"),
            ("../../etc/passwd", "passwd"),
            ("C:\\Users\\a\\b.xlsx", "b.xlsx"),
            (".hidden", "hidden"),
            ("a\u{0}\nb.txt", "ab.txt"),
            ("", "file"),
            ("..", "file"),
            ("Größe 1.csv", "Größe 1.csv"),
        ] {
            assert_eq!(plain_name(given), name);
        }
    }
}
