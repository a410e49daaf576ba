//! Files as they come over the wire: written to disk while they come, bounded, hashed.

use super::{
    files::{hex, unreadable},
    prepare::SourceDraft,
};
use crate::backend::Backend;
use axum::extract::multipart::{Field, Multipart, MultipartError};
use domain::{
    Failure, FailureKind,
    tools::{SourceFile, SourceKind},
};
use protocol::FileId;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::{path::PathBuf, time::Duration};
use tokio::io::AsyncWriteExt;

/// Files of one upload.
const MOST_FILES: usize = 200;
/// A field that is no file.
const LONGEST_FIELD: usize = 256 * 1024;
/// A client that sends nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(30);
/// How much of a too large upload is read before the connection is closed. A client that is still sending often does not see the
/// answer.
const ENDURED: u64 = 64 * 1024 * 1024;

const FAREWELL: Duration = Duration::from_secs(5);

/// A file on its way; removed again unless it is kept.
pub(crate) struct Incoming {
    pub(super) file: SourceFile,
    pub(super) path: PathBuf,
}

impl Incoming {
    /// A file that was made here.
    pub(super) async fn from_bytes(backend: &Backend, name: &str, bytes: &[u8]) -> Result<Self, Failure> {
        let id = FileId(backend.id());
        let (length, sha256) = (bytes.len() as u64, hex(&Sha256::digest(bytes)));
        let file = SourceFile { id, name: name.to_owned(), bytes: length, sha256 };
        let incoming = Self { file, path: backend.projects().local.incoming(id) };
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

/// Reads a form with the fields `kind`, `name`, `description`, `type`, `table`, `config` and one or more `file`.
///
/// # Errors
/// 400 for a broken form, 413, 422 for fields that make no sense.
pub(crate) async fn receive(backend: &Backend, mut form: Multipart) -> Result<SourceDraft, Failure> {
    let mut given = SourceDraft::default();
    let mut left = backend.settings().upload_bytes;
    let mut table = None;
    while let Some(field) = in_time(form.next_field()).await? {
        let name = field.name().unwrap_or_default().to_owned();
        match name.as_str() {
            "file" | "files" => {
                if given.files.len() == MOST_FILES {
                    return Err(Failure::too_large(format!("at most {MOST_FILES} files at once")));
                }
                match keep(backend, field, &mut left).await {
                    Ok(incoming) => given.files.push(incoming),
                    Err(failure) => {
                        rest(&mut form).await;
                        return Err(failure);
                    }
                }
            }
            "kind" => {
                let kind = text(field).await?;
                given.kind = Some(SourceKind::parse(kind.trim()).ok_or_else(no_kind)?);
            }
            "type" => given.subtype = some(text(field).await?),
            "name" => given.name = some(text(field).await?),
            "description" => given.description = some(text(field).await?),
            "table" => table = some(text(field).await?),
            "config" => {
                let config: Value = serde_json::from_str(&text(field).await?)
                    .map_err(|fault| Failure::invalid("config", format!("config is not JSON: {fault}")))?;
                given.config = config;
            }
            other => {
                return Err(Failure::invalid(
                    other,
                    "a form has the fields kind, name, description, type, table, config and one or more file",
                ));
            }
        }
    }
    if let Some(table) = table {
        let config = std::mem::take(&mut given.config);
        let mut fields = config.as_object().cloned().unwrap_or_default();
        let table = if table.trim() == "false" { Value::Bool(false) } else { table.trim().into() };
        fields.insert("table".to_owned(), table);
        given.config = Value::Object(fields);
    }
    if given.files.is_empty() {
        return Err(Failure::invalid("file", "no file was sent: a form has one or more fields named file"));
    }
    Ok(given)
}

pub(super) fn no_kind() -> Failure {
    let kinds: Vec<&str> = SourceKind::ALL.into_iter().map(SourceKind::name).collect();
    Failure::invalid("kind", format!("a source is one of {}", kinds.join(", ")))
}

fn some(text: String) -> Option<String> {
    Some(text).filter(|text| !text.trim().is_empty())
}

async fn in_time<T>(coming: impl Future<Output = Result<T, MultipartError>>) -> Result<T, Failure> {
    let dawdled = |_| Failure::new(FailureKind::TimedOut, format!("nothing came for {} s", PATIENCE.as_secs()));
    tokio::time::timeout(PATIENCE, coming).await.map_err(dawdled)?.map_err(|fault| broken(&fault))
}

fn broken(fault: &MultipartError) -> Failure {
    Failure::malformed(format!("the form cannot be read: {}", fault.body_text()))
}

async fn text(mut field: Field<'_>) -> Result<String, Failure> {
    let name = field.name().unwrap_or_default().to_owned();
    let mut bytes = Vec::new();
    while let Some(chunk) = in_time(field.chunk()).await? {
        if bytes.len() + chunk.len() > LONGEST_FIELD {
            let detail = format!("{name} is larger than {} kB", LONGEST_FIELD / 1024);
            return Err(Failure::too_large(detail));
        }
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).map_err(|_| Failure::invalid(&name, format!("{name} is not UTF-8")))
}

async fn keep(backend: &Backend, mut field: Field<'_>, left: &mut u64) -> Result<Incoming, Failure> {
    let id = FileId(backend.id());
    let name = plain_name(field.file_name().unwrap_or_default());
    let path = backend.projects().local.incoming(id);
    let mut incoming = Incoming { file: SourceFile { id, name, bytes: 0, sha256: String::new() }, path };
    let mut writing = tokio::fs::File::create(&incoming.path).await.map_err(|fault| unreadable(&fault))?;
    let mut hash = Sha256::new();
    while let Some(chunk) = in_time(field.chunk()).await? {
        let length = chunk.len() as u64;
        if length > *left {
            endure(field).await;
            let most = backend.settings().upload_bytes / (1024 * 1024);
            let detail = format!("an upload has at most {most} MB: divide it, or raise DISCOVERY_UPLOAD_MB");
            return Err(Failure::too_large(detail));
        }
        *left -= length;
        incoming.file.bytes += length;
        hash.update(&chunk);
        writing.write_all(&chunk).await.map_err(|fault| unreadable(&fault))?;
    }
    writing.flush().await.map_err(|fault| unreadable(&fault))?;
    if incoming.file.bytes == 0 {
        return Err(Failure::invalid("file", format!("the file {} is empty", incoming.file.name)));
    }
    incoming.file.sha256 = hex(&hash.finalize());
    Ok(incoming)
}

async fn endure(mut field: Field<'_>) {
    let mut read = 0;
    while read < ENDURED {
        match in_time(field.chunk()).await {
            Ok(Some(chunk)) => read += chunk.len() as u64,
            _ => return,
        }
    }
}

/// What follows a file that was refused is read too, for a while, so that the answer is seen.
async fn rest(form: &mut Multipart) {
    let reading = async {
        while let Ok(Some(field)) = form.next_field().await {
            drop(field)
        }
    };
    tokio::time::timeout(FAREWELL, reading).await.ok();
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
