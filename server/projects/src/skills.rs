//! Skills that were uploaded (a ZIP archive of folders) and those of the server's folders, with what they link to.

use super::{
    Caller, ProjectCatalog,
    look::no_archive,
    reading::{Read, bytes},
};
use crate::Projects;
use domain::{
    Failure,
    tools::{
        Found, ProjectSource,
        answers::{Linked, get_skill, resolve_skill_link},
    },
};
use providers::skill;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// All references of one skill, in bytes; further ones are read by themselves.
const MOST_REFERENCES: usize = 8 * 1024 * 1024;

/// `get_skill`: what a skill of the server's folders links to is read now.
pub(super) async fn whole(projects: &Projects, catalog: &ProjectCatalog, name: &str) -> Result<Value, Failure> {
    let mut answer = get_skill(&catalog.skills, name)?;
    let Some((skill, folder)) = catalog.on_disk(answer["name"].as_str().unwrap_or_default()) else { return Ok(answer) };
    let (mut references, mut bytes) = (Map::new(), 0);
    for link in skill.links.iter().filter(|link| !link.is_url) {
        let text = projects.0.skill_folders.follow(folder.clone(), link.target.clone()).await;
        if let Ok(text) = text
            && bytes + text.len() <= MOST_REFERENCES
            && references.insert(link.target.clone(), (*text).into()).is_none()
        {
            bytes += text.len();
        }
    }
    answer["references"] = references.into();
    Ok(answer)
}

/// `resolve_skill_link`: from the skill's folder, or a page under the guard of addresses; what went wrong is the answer, as the seed
/// has it.
pub(super) async fn resolved(
    projects: &Projects,
    caller: &Caller,
    catalog: &ProjectCatalog,
    name: &str,
    target: &str,
) -> Result<Value, Failure> {
    let answer = |skill: &str, content: Result<&str, String>| match content {
        Ok(content) => json!({"skill": skill, "target": target, "content": content}),
        Err(fault) => json!({"error": format!("Failed to resolve {target}: {fault}")}),
    };
    let whole = get_skill(&catalog.skills, name)?;
    if let Some((skill, folder)) = catalog.on_disk(whole["name"].as_str().unwrap_or_default())
        && skill.links.iter().any(|link| link.target == target && !link.is_url)
    {
        let text = projects.0.skill_folders.follow(folder, target.to_owned()).await;
        return Ok(answer(&skill.name, text.as_deref().map_err(ToString::to_string)));
    }
    Ok(match resolve_skill_link(&catalog.skills, name, target)? {
        Linked::Here(answer) => answer,
        Linked::Away { skill, target: url } => {
            let text = projects.0.linked.text(projects, caller.account.tenant_id, &url).await;
            answer(&skill, text.as_deref().map_err(ToString::to_string))
        }
    })
}

pub(super) async fn read(source: &ProjectSource, paths: &[PathBuf]) -> Result<Read, Failure> {
    if paths.is_empty() {
        return Err(Failure::invalid("file", "a skill is uploaded: a ZIP archive of its folder with SKILL.md in it"));
    }
    let mut skills = Vec::new();
    for (file, path) in source.files.iter().zip(paths) {
        let bytes = bytes(path, "file").await?;
        if !bytes.starts_with(b"PK") {
            return Err(no_archive(&file.name));
        }
        let unpacked = tokio::task::spawn_blocking(move || skill::unpack(&bytes)).await;
        let unpacked = unpacked.unwrap_or_else(|_| Err(skill::SkillFault::Malformed("it cannot be unpacked".into())));
        skills.extend(unpacked.map_err(|fault| match fault {
            skill::SkillFault::TooLarge { .. } => Failure::too_large(format!("{}: {fault}", file.name)),
            fault => Failure::invalid("file", format!("{}: {fault}", file.name)),
        })?);
    }
    Ok(Read { subtype: "folder".to_owned(), found: Found { skills, ..Found::default() }, warnings: Vec::new() })
}
