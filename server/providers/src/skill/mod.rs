//! Skills on disk and in uploaded archives. A link of a skill is read inside the skill's own folder only.

mod fault;

pub use fault::SkillFault;

use domain::tools::catalog::Skill;
use std::path::{Path, PathBuf};

/// Where skills are looked for, the first that has a name wins.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The project's own folder of skills.
    pub project: Option<PathBuf>,
    /// The one of everybody on this server.
    pub global: Option<PathBuf>,
    pub configured: Vec<PathBuf>,
}

/// All skills of the places by name, and what could not be read, each in a sentence.
#[must_use]
pub fn discover(_places: &Places) -> (Vec<Skill>, Vec<String>) {
    (Vec::new(), Vec::new())
}

/// Skills of an uploaded ZIP archive: every folder in it that has a `SKILL.md`, with its `references` read (an archive is not kept).
///
/// # Errors
/// When it is no archive, holds no skill, or unpacks to too much.
pub fn unpack(_bytes: &[u8]) -> Result<Vec<Skill>, SkillFault> {
    Err(SkillFault::NoSkill)
}

/// What a relative link of the skill in `folder` leads to, as text.
///
/// # Errors
/// When the link leaves the folder, also through a symbolic link, or the file is missing, too large or no text.
pub fn follow(_folder: &Path, _target: &str) -> Result<String, SkillFault> {
    Err(SkillFault::NoSkill)
}
