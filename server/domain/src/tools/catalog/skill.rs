//! Skills: instructions for a domain, a folder with `SKILL.md` and what it links to (seed 004, Skill Discovery Tools).

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skill {
    pub name: String,
    pub description: String,
    /// Where its `SKILL.md` is, as people name the place.
    pub path: String,
    #[serde(default)]
    pub allowed_tools: Vec<String>,
    /// The text below the front matter.
    pub content: String,
    /// Files inside the skill's folder that `content` links to, by the link's target. Read when they are asked for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub references: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<SkillLink>,
}

/// A link in a skill's text, found when the skill is read and followed only when somebody asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillLink {
    pub text: String,
    pub target: String,
    pub is_url: bool,
    /// In `SKILL.md`, counted from 1.
    pub line_number: u32,
}
