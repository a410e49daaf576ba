//! What a pack is: the areas that findings are sorted into, the prompts of a model, and what a profile says.

use super::{built_in_packs, general};
use crate::tools::ProjectRow;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{cmp::Ordering, collections::BTreeMap};

/// A domain pack (seed 002, Phase 1: Initialization).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pack {
    /// Its name in paths: lower-case letters, digits, `-` and `_`, e.g. `gaming-match3`.
    pub slug: String,
    /// `gaming`; empty only where a draft names none.
    pub domain: String,
    /// `match3`; empty for all categories of the domain.
    pub category: String,
    /// `1.2.0`: up to four numbers with points between them.
    pub version: String,
    /// By their priority. A pack without areas leaves them to the tables.
    pub areas: Vec<PackArea>,
    /// `base_context`, `exploration` and `recommendations`; what is missing is built in.
    pub prompts: BTreeMap<String, String>,
    /// A JSON schema of what is known of the business.
    pub profile_schema: Value,
}

/// An area of analysis.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PackArea {
    /// Lower-case letters, digits and `_`; begins the ids of its insights (`churn-1`).
    pub id: String,
    pub name: String,
    pub description: String,
    /// Steps whose text has one of them belong to the area.
    pub keywords: Vec<String>,
    /// 1 comes first.
    pub priority: u32,
    /// The text of `analysis_{id}`; empty for the built-in one.
    pub prompt: String,
    /// Those that a draft was made from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
}

impl Pack {
    #[must_use]
    pub fn area(&self, id: &str) -> Option<&PackArea> {
        self.areas.iter().find(|area| area.id == id)
    }
}

/// Compares versions number by number; a missing number is zero.
#[must_use]
pub fn compare_versions(left: &str, right: &str) -> Ordering {
    let numbers = |version: &str| -> Vec<u64> {
        let mut numbers: Vec<u64> = version.split('.').map(|part| part.parse().unwrap_or(0)).collect();
        while numbers.last() == Some(&0) {
            numbers.pop();
        }
        numbers
    };
    numbers(left).cmp(&numbers(right))
}

/// The pack of a project: its own, else its tenant's of that domain and category, else the built-in one, else the general one.
#[must_use]
pub fn pack_for(project: &ProjectRow, own: &[Pack]) -> Pack {
    let drafted = project.pack.as_ref().and_then(|pack| Pack::deserialize(pack).ok());
    if let Some(pack) = drafted {
        return pack;
    }
    let domain = project.domain.as_deref().map(fold).unwrap_or_default();
    if domain.is_empty() {
        return general();
    }
    let category = project.category.as_deref().map(fold).unwrap_or_default();
    let built_in = || built_in_packs().iter().filter(|pack| fold(&pack.domain) == domain || pack.has_alias(&domain));
    let own = || own.iter().filter(|pack| fold(&pack.domain) == domain);
    let exact = |pack: &&Pack| fold(&pack.category) == category;
    // A pack without a category serves the whole domain; without a category of its own a project takes the domain's first pack.
    let whole = |pack: &&Pack| pack.category.is_empty() || category.is_empty();
    let found =
        own().find(exact).or_else(|| own().find(whole)).or_else(|| built_in().find(exact)).or_else(|| built_in().find(whole));
    found.cloned().unwrap_or_else(general)
}

/// `Content Sharing`, `content-sharing` and `content_sharing` are one.
pub(super) fn fold(name: &str) -> String {
    let plain: String = name.chars().map(|sign| if sign.is_alphanumeric() { sign } else { ' ' }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join("_").to_lowercase()
}

/// The slug of a domain and its category: `gaming-match3`.
#[must_use]
pub fn slug(domain: &str, category: &str) -> String {
    let plain =
        |name: &str| fold(name).chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '_' }).collect::<String>();
    if category.trim().is_empty() { plain(domain) } else { format!("{}-{}", plain(domain), plain(category)) }
}
