//! Skills and their links (seed 004, Skill Discovery Tools).

use super::{Held, named, nearest};
use crate::{Refusal, tools::catalog::Skill};
use serde_json::{Value, json};

fn skills(held: &[Held]) -> impl Iterator<Item = &Skill> + Clone {
    held.iter().flat_map(|one| one.found.skills.iter())
}

#[must_use]
pub fn list_skills(held: &[Held]) -> Value {
    skills(held)
        .map(|skill| {
            json!({
                "name": skill.name, "description": skill.description, "path": skill.path, "allowed_tools": skill.allowed_tools,
            })
        })
        .collect()
}

fn find<'a>(held: &'a [Held], name: &str) -> Result<&'a Skill, Refusal> {
    named(skills(held), name, |skill| skill.name.as_str()).ok_or_else(|| {
        let near = nearest(name, skills(held).map(|skill| skill.name.as_str()));
        Refusal::unknown(format!("there is no skill {name}{near}"))
    })
}

/// # Errors
/// The skill is unknown.
pub fn get_skill(held: &[Held], name: &str) -> Result<Value, Refusal> {
    let skill = find(held, name)?;
    Ok(json!({
        "name": skill.name, "description": skill.description, "content": skill.content, "allowed_tools": skill.allowed_tools,
        "references": skill.references,
    }))
}

/// # Errors
/// The skill is unknown.
pub fn list_skill_links(held: &[Held], name: &str) -> Result<Value, Refusal> {
    let skill = find(held, name)?;
    Ok(json!({"skill": skill.name, "links": skill.links}))
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq)]
pub enum Linked {
    /// The answer, from the skill's own folder, or why there is none.
    Here(Value),
    /// To be fetched from the web.
    Away { skill: String, target: String },
}

/// Only links that the skill itself has are followed: neither another file of the folder nor another address.
///
/// # Errors
/// The skill is unknown.
pub fn resolve_skill_link(held: &[Held], name: &str, target: &str) -> Result<Linked, Refusal> {
    let skill = find(held, name)?;
    if let Some(content) = skill.references.get(target) {
        return Ok(Linked::Here(json!({"skill": skill.name, "target": target, "content": content})));
    }
    match skill.links.iter().find(|link| link.target == target) {
        Some(link) if link.is_url => Ok(Linked::Away { skill: skill.name.clone(), target: target.to_owned() }),
        Some(_) => Ok(Linked::Here(json!({"error": format!("Failed to resolve {target}: it is not in the skill's folder")}))),
        None => {
            let near = nearest(target, skill.links.iter().map(|link| link.target.as_str()));
            Ok(Linked::Here(json!({"error": format!("Failed to resolve {target}: the skill has no such link{near}")})))
        }
    }
}
