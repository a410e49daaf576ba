//! What a look at a file's name and first bytes tells before the file is kept: that it can never be read as what it came as.

use super::{
    guessing::{head_bytes, is_sqlite_file},
    reading::of_document,
};
use domain::{
    Failure,
    tools::{SourceKind, file_format::names_sqlite},
};
use providers::document;
use std::path::Path;

/// # Errors
/// 415 or 422 in a sentence.
pub(super) async fn look(kind: SourceKind, name: &str, path: &Path) -> Result<(), Failure> {
    match kind {
        SourceKind::Database if names_sqlite(name) && !is_sqlite_file(path).await => {
            Err(Failure::invalid("file", format!("{name} is no SQLite database: it does not begin as one")))
        }
        SourceKind::Skill if !head_bytes(path).await.starts_with(b"PK") => Err(no_archive(name)),
        SourceKind::Document => {
            let looked = document::look(name, &head_bytes(path).await);
            looked.map_err(|fault| of_document(&fault, name, "file"))
        }
        SourceKind::Database | SourceKind::Api | SourceKind::Skill => Ok(()),
    }
}

pub(super) fn no_archive(name: &str) -> Failure {
    let detail = format!("{name} is no ZIP archive: upload the skill's folder with SKILL.md in it as .zip");
    Failure::unsupported(detail)
}
