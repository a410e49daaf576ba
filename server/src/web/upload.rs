//! Files as they come over the wire: written to disk while they come, bounded, hashed.

use axum::extract::multipart::{Field, Multipart, MultipartError};
use domain::{Failure, FailureKind, tools::SourceKind};
use projects::{Incoming, Incomplete, Projects, Room, SourceDraft, no_kind, no_room, upload_room};
use protocol::TenantId;
use serde_json::Value;
use std::time::Duration;

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

/// Reads a form with the fields `kind`, `name`, `description`, `type`, `table`, `config` and one or more `file`.
///
/// # Errors
/// 400 for a broken form, 413, 422 for fields that make no sense.
pub(crate) async fn receive(projects: &Projects, tenant: TenantId, mut form: Multipart) -> Result<SourceDraft, Failure> {
    let mut given = SourceDraft::default();
    let room = match upload_room(projects, tenant).await {
        Ok(room) => room,
        Err(failure) => {
            rest(&mut form).await;
            return Err(failure);
        }
    };
    let mut left = room.free.min(projects.settings().upload_bytes);
    let mut table = None;
    while let Some(field) = in_time(form.next_field()).await? {
        let name = field.name().unwrap_or_default().to_owned();
        match name.as_str() {
            "file" | "files" => {
                if given.files.len() == MOST_FILES {
                    return Err(Failure::too_large(format!("at most {MOST_FILES} files at once")));
                }
                match keep(projects, field, &room, &mut left).await {
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

async fn keep(projects: &Projects, mut field: Field<'_>, room: &Room, left: &mut u64) -> Result<Incoming, Failure> {
    let mut incomplete = Incomplete::new(projects, field.file_name().unwrap_or_default()).await?;
    while let Some(chunk) = in_time(field.chunk()).await? {
        let length = chunk.len() as u64;
        if length > *left {
            endure(field).await;
            if room.free < projects.settings().upload_bytes {
                return Err(no_room(projects));
            }
            let most = projects.settings().upload_bytes / (1024 * 1024);
            return Err(Failure::too_large(format!("an upload has at most {most} MB: divide it, or raise DISCOVERY_UPLOAD_MB")));
        }
        *left -= length;
        incomplete.write(&chunk).await?;
    }
    incomplete.finish().await
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
