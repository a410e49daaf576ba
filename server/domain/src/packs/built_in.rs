//! The packs that come with the product, read from the files beside this one.

use super::{
    Pack, PackArea,
    pack::fold,
    prompts::{self, analysis_prompt},
};
use serde::Deserialize;
use serde_json::Value;
use std::{collections::BTreeMap, sync::LazyLock};

const TEXTS: [&str; 5] = [
    include_str!("built_in/gaming_match3.json"),
    include_str!("built_in/social_content_sharing.json"),
    include_str!("built_in/commerce.json"),
    include_str!("built_in/support.json"),
    include_str!("built_in/general.json"),
];

/// A file of such a pack: areas have questions, from which their prompts are made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    slug: String,
    domain: String,
    category: String,
    /// Other names of the domain.
    aliases: Vec<String>,
    version: String,
    areas: Vec<FileArea>,
    profile_schema: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileArea {
    id: String,
    name: String,
    description: String,
    keywords: Vec<String>,
    priority: u32,
    questions: Vec<String>,
}

static FILES: LazyLock<Vec<File>> =
    LazyLock::new(|| TEXTS.into_iter().filter_map(|text| serde_json::from_str(text).ok()).collect());

static PACKS: LazyLock<Vec<Pack>> = LazyLock::new(|| FILES.iter().map(File::pack).collect());

/// All of them, the general one last.
#[must_use]
pub fn built_in_packs() -> &'static [Pack] {
    &PACKS
}

/// The one for a business of which no domain is known. Its areas come from the tables.
#[must_use]
pub fn general() -> Pack {
    PACKS.iter().find(|pack| pack.slug == "general").cloned().unwrap_or_default()
}

impl Pack {
    /// Whether it is a built-in pack that also goes by this folded name of a domain.
    pub(super) fn has_alias(&self, domain: &str) -> bool {
        FILES.iter().any(|file| file.slug == self.slug && file.aliases.iter().any(|alias| fold(alias) == domain))
    }
}

impl File {
    fn pack(&self) -> Pack {
        Pack {
            slug: self.slug.clone(),
            domain: self.domain.clone(),
            category: self.category.clone(),
            version: self.version.clone(),
            areas: self.areas.iter().map(FileArea::area).collect(),
            prompts: BTreeMap::from(prompts::BUILT_IN.map(|(name, text)| (name.to_owned(), text.trim_end().to_owned()))),
            profile_schema: self.profile_schema.clone(),
        }
    }
}

impl FileArea {
    fn area(&self) -> PackArea {
        let mut area = PackArea {
            id: self.id.clone(),
            name: self.name.clone(),
            description: self.description.clone(),
            keywords: self.keywords.clone(),
            priority: self.priority,
            ..PackArea::default()
        };
        area.prompt = analysis_prompt(&area, &self.questions);
        area
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packs::parse_pack;

    #[test]
    fn every_file_is_a_sound_pack() {
        let slugs: Vec<&str> = built_in_packs().iter().map(|pack| pack.slug.as_str()).collect();
        assert_eq!(slugs, ["gaming-match3", "social-content_sharing", "commerce", "support", "general"]);
        for pack in built_in_packs() {
            let value = serde_json::to_value(pack).expect("JSON");
            assert_eq!(parse_pack(&value).as_ref(), Ok(pack), "an export can be imported");
            assert_eq!(pack.slug, crate::packs::slug(&pack.domain, &pack.category));
        }
        let areas = |slug: &str| -> Vec<String> {
            let pack = built_in_packs().iter().find(|pack| pack.slug == slug).expect("it is there");
            pack.areas.iter().map(|area| area.id.clone()).collect()
        };
        assert_eq!(areas("gaming-match3"), ["churn", "engagement", "monetization", "levels"]);
        assert_eq!(areas("social-content_sharing"), ["growth", "engagement", "retention"]);
        assert!(areas("general").is_empty());
    }
}
