//! Skills of an uploaded archive.

use super::{LONGEST, SkillFault, parse};
use domain::tools::{catalog::Skill, skill::inside};
use std::{
    collections::BTreeMap,
    io::{Cursor, Read},
};
use zip::ZipArchive;

const MOST_UNPACKED: usize = 32 * 1024 * 1024;
const MOST_FILES: usize = 2_000;

/// Skills of an uploaded ZIP archive: every folder in it that has a `SKILL.md`, with its `references` read (an archive is not kept).
///
/// # Errors
/// When it is no archive, holds no skill, or unpacks to too much.
pub fn unpack(bytes: &[u8]) -> Result<Vec<Skill>, SkillFault> {
    let broken = |fault: zip::result::ZipError| SkillFault::Malformed(format!("the archive cannot be opened: {fault}"));
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MOST_FILES {
        return Err(SkillFault::TooLarge { limit: MOST_UNPACKED });
    }
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut left = MOST_UNPACKED;
    for place in 0..archive.len() {
        let file = archive.by_index(place).map_err(broken)?;
        let Ok(name) = file.name().map(|name| name.into_owned()) else { continue };
        // Names that lead elsewhere, and links, are nobody's skill.
        let Some(path) = inside_archive(&name).filter(|_| !file.is_dir() && !file.is_symlink()) else { continue };
        let mut text = Vec::new();
        let most = left.min(LONGEST);
        let read = file.take(most as u64 + 1).read_to_end(&mut text).map_err(|fault| SkillFault::Malformed(fault.to_string()))?;
        if read > most {
            if left < LONGEST || path.ends_with("SKILL.md") {
                return Err(SkillFault::TooLarge { limit: MOST_UNPACKED });
            }
            left -= most;
            continue;
        }
        left -= read;
        if let Ok(text) = String::from_utf8(text) {
            files.insert(path, text);
        }
    }
    let mut skills: BTreeMap<String, Skill> = BTreeMap::new();
    for (path, text) in files.iter().filter(|(path, _)| path.rsplit('/').next() == Some("SKILL.md")) {
        let folder = path.trim_end_matches("SKILL.md");
        let name = folder.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let mut skill = parse(text, name, path)?;
        for link in skill.links.iter().filter(|link| !link.is_url) {
            if let Some(linked) = inside(&link.target).and_then(|target| files.get(&format!("{folder}{target}"))) {
                skill.references.insert(link.target.clone(), linked.clone());
            }
        }
        skills.entry(skill.name.clone()).or_insert(skill);
    }
    if skills.is_empty() { Err(SkillFault::NoSkill) } else { Ok(skills.into_values().collect()) }
}

/// The name as it is, where it stays inside.
fn inside_archive(name: &str) -> Option<String> {
    let name = name.replace('\\', "/");
    let escapes = name.starts_with('/') || name.contains('\0') || name.contains(':') || name.split('/').any(|part| part == "..");
    (!escapes && !name.contains("__MACOSX")).then(|| name.trim_start_matches("./").to_owned())
}
