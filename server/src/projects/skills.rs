//! Skills that were uploaded: a ZIP archive of folders, or one `SKILL.md`.

use super::reading::{Read, bytes};
use crate::web::Problem;
use domain::tools::{Found, ProjectSource};
use http::StatusCode;
use providers::skill;
use std::path::PathBuf;

pub(super) async fn read(source: &ProjectSource, paths: &[PathBuf]) -> Result<Read, Problem> {
    if paths.is_empty() {
        return Err(Problem::invalid("file", "a skill is uploaded: a ZIP archive of its folder with SKILL.md in it"));
    }
    let mut skills = Vec::new();
    for (file, path) in source.files.iter().zip(paths) {
        let bytes = bytes(path, "file").await?;
        if !bytes.starts_with(b"PK") {
            let detail = format!("{} is no ZIP archive: upload the skill's folder with SKILL.md in it as .zip", file.name);
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail));
        }
        let unpacked = tokio::task::spawn_blocking(move || skill::unpack(&bytes)).await;
        let unpacked = unpacked.unwrap_or_else(|_| Err(skill::SkillFault::Malformed("it cannot be unpacked".into())));
        skills.extend(unpacked.map_err(|fault| match fault {
            skill::SkillFault::TooLarge { .. } => Problem::new(StatusCode::PAYLOAD_TOO_LARGE, format!("{}: {fault}", file.name)),
            fault => Problem::invalid("file", format!("{}: {fault}", file.name)),
        })?);
    }
    Ok(Read { subtype: "folder".to_owned(), found: Found { skills, ..Found::default() }, warnings: Vec::new() })
}
