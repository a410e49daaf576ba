//! The prompts of a pack, and the placeholders `{{NAME}}` in them (seed 002, Phases 2, 4, 5 and 7).

use super::{Pack, PackArea};
use std::collections::BTreeMap;

/// What a template may name: the seed's variables, and four more.
pub const VARIABLES: [&str; 12] = [
    "PREVIOUS_CONTEXT", "SCHEMA_INFO", "DATASET", "TOTAL_QUERIES", "QUERY_RESULTS", "DISCOVERY_DATE", "INSIGHTS_SUMMARY",
    "INSIGHTS_DATA", "PROFILE", "FILTER", "ANALYSIS_AREAS", "DIALECT",
];

/// Those that every prompt gets a value for.
const EVERYWHERE: [&str; 6] = ["PROFILE", "PREVIOUS_CONTEXT", "DATASET", "DIALECT", "FILTER", "ANALYSIS_AREAS"];

/// Of one prompt, in characters.
pub const LONGEST_PROMPT: usize = 50_000;

pub(super) const BUILT_IN: [(&str, &str); 3] = [
    ("base_context", include_str!("built_in/prompts/base_context.md")),
    ("exploration", include_str!("built_in/prompts/exploration.md")),
    ("recommendations", include_str!("built_in/prompts/recommendations.md")),
];

const ANALYSIS: &str = include_str!("built_in/prompts/analysis.md");

const PREFIX: &str = "analysis_";

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PromptName {
    /// Comes before each of the others.
    BaseContext,
    Exploration,
    /// Of the area with this id.
    Analysis(String),
    Recommendations,
}

impl PromptName {
    /// All prompts of a pack, in the order of their use.
    #[must_use]
    pub fn all(pack: &Pack) -> Vec<Self> {
        let mut names = vec![Self::BaseContext, Self::Exploration];
        names.extend(pack.areas.iter().map(|area| Self::Analysis(area.id.clone())));
        names.push(Self::Recommendations);
        names
    }

    /// `base_context`, `exploration`, `analysis_{area}` or `recommendations`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::BaseContext => "base_context".to_owned(),
            Self::Exploration => "exploration".to_owned(),
            Self::Analysis(area) => format!("{PREFIX}{area}"),
            Self::Recommendations => "recommendations".to_owned(),
        }
    }

    /// The area need not exist in any pack.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "base_context" => Some(Self::BaseContext),
            "exploration" => Some(Self::Exploration),
            "recommendations" => Some(Self::Recommendations),
            name => name.strip_prefix(PREFIX).filter(|area| !area.is_empty()).map(|area| Self::Analysis(area.to_owned())),
        }
    }

    /// The variables that have a value in this prompt; the others of [`VARIABLES`] are empty in it.
    #[must_use]
    pub fn variables(&self) -> Vec<&'static str> {
        let own: &[&'static str] = match self {
            Self::BaseContext => &[],
            Self::Exploration => &["SCHEMA_INFO"],
            Self::Analysis(_) => &["TOTAL_QUERIES", "QUERY_RESULTS"],
            Self::Recommendations => &["DISCOVERY_DATE", "INSIGHTS_SUMMARY", "INSIGHTS_DATA"],
        };
        own.iter().chain(&EVERYWHERE).copied().collect()
    }
}

/// The text with values in place of its placeholders. A value is not read for placeholders again. A known variable without a
/// value becomes nothing, an unknown one stays as it is written.
#[must_use]
pub fn render(template: &str, variables: &BTreeMap<&str, String>) -> String {
    let mut out = String::with_capacity(template.len());
    for part in parts(template) {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Variable { name, whole } => match variables.get(name) {
                Some(value) => out.push_str(value),
                None if VARIABLES.contains(&name) => {}
                None => out.push_str(whole),
            },
        }
    }
    out
}

/// Placeholders that name no variable, each once, in the order of the text.
#[must_use]
pub fn unknown_variables(template: &str) -> Vec<String> {
    let mut unknown: Vec<String> = Vec::new();
    for part in parts(template) {
        if let Part::Variable { name, .. } = part
            && !VARIABLES.contains(&name)
            && !unknown.iter().any(|known| known == name)
        {
            unknown.push(name.to_owned());
        }
    }
    unknown
}

/// The text of a prompt in this pack, before anybody changed it in a project. An area that the pack does not have gets the
/// built-in text with its id as its name.
#[must_use]
pub fn default_prompt(pack: &Pack, name: &PromptName) -> String {
    match name {
        PromptName::Analysis(id) => match pack.area(id) {
            Some(area) if !area.prompt.trim().is_empty() => area.prompt.clone(),
            Some(area) => analysis_prompt(area, &[]),
            None => analysis_prompt(&PackArea { name: id.replace('_', " "), ..PackArea::default() }, &[]),
        },
        name => {
            let name = name.name();
            let own = pack.prompts.get(&name).filter(|text| !text.trim().is_empty());
            own.cloned().unwrap_or_else(|| built_in(&name).unwrap_or_default().to_owned())
        }
    }
}

fn built_in(name: &str) -> Option<&'static str> {
    BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, text)| text.trim_end())
}

/// The built-in analysis of an area, with what is known of the area written into it.
#[must_use]
pub fn analysis_prompt(area: &PackArea, questions: &[String]) -> String {
    let usual = [
        "What is usual here, and which group, place or time differs from it?",
        "What changes over time, and since when?",
        "What is missing, late, doubled or impossible?",
    ];
    let listed = |questions: &mut dyn Iterator<Item = &str>| {
        questions.map(|question| format!("- {}", question.trim())).collect::<Vec<_>>().join("\n")
    };
    let questions =
        if questions.is_empty() { listed(&mut usual.into_iter()) } else { listed(&mut questions.iter().map(String::as_str)) };
    let or = |text: &str, other: &str| if text.trim().is_empty() { other.to_owned() } else { text.trim().to_owned() };
    let variables = BTreeMap::from([
        ("AREA_NAME", or(&area.name, &area.id)),
        ("AREA_DESCRIPTION", or(&area.description, "Nothing more is known of this area.")),
        ("AREA_KEYWORDS", or(&area.keywords.join(", "), "none")),
        ("AREA_QUESTIONS", questions),
    ]);
    let mut out = String::new();
    // The variables of a run stay placeholders.
    for part in parts(ANALYSIS.trim_end()) {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Variable { name, whole } => match variables.get(name) {
                // What is known of an area may itself look like a placeholder.
                Some(value) => out.push_str(&value.replace("{{", "{ {")),
                None => out.push_str(whole),
            },
        }
    }
    out
}

enum Part<'a> {
    Text(&'a str),
    Variable { name: &'a str, whole: &'a str },
}

/// A placeholder is a name of letters, digits and `_` in double braces; JSON in a text is none.
fn parts(template: &str) -> Vec<Part<'_>> {
    let (mut parts, mut rest) = (Vec::new(), template);
    let mut from = 0;
    while let Some(open) = rest[from..].find("{{").map(|at| from + at) {
        let inner = &rest[open + 2..];
        let name = inner.find("}}").map(|end| inner[..end].trim());
        let is_name = |name: &str| {
            name.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '_')
                && name.bytes().all(|sign| sign.is_ascii_alphanumeric() || sign == b'_')
        };
        match name.filter(|name| is_name(name)) {
            Some(name) => {
                let end = open + 2 + inner.find("}}").unwrap_or_default() + 2;
                parts.push(Part::Text(&rest[..open]));
                parts.push(Part::Variable { name, whole: &rest[open..end] });
                (rest, from) = (&rest[end..], 0);
            }
            None => from = open + 1,
        }
    }
    parts.push(Part::Text(rest));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packs::general;

    #[test]
    fn placeholders_are_replaced_once() {
        let variables = BTreeMap::from([("PROFILE", "{{DATASET}}".to_owned()), ("DATASET", "shop".to_owned())]);
        for (template, rendered) in [
            ("", ""),
            ("about {{PROFILE}}.", "about {{DATASET}}."),
            ("{{DATASET}}{{ DATASET }}", "shopshop"),
            ("{{FILTER}}", ""),
            ("{{OTHER}}", "{{OTHER}}"),
            ("{{{DATASET}}}", "{shop}"),
            ("{\"a\": {\"b\": {}}} {{", "{\"a\": {\"b\": {}}} {{"),
            ("{{é}} {{DATASET}}", "{{é}} shop"),
        ] {
            assert_eq!(render(template, &variables), rendered, "{template}");
        }
    }

    #[test]
    fn unknown_variables_are_named() {
        for (template, unknown) in [
            ("{{PROFILE}} {{DIALECT}}", vec![]),
            ("{{profile}} {{NOPE}} {{NOPE}}", vec!["profile", "NOPE"]),
            ("{{ \"a\": 1 }} {{", vec![]),
        ] {
            assert_eq!(unknown_variables(template), unknown, "{template}");
        }
    }

    #[test]
    fn every_prompt_of_every_built_in_pack_can_be_filled() {
        for pack in crate::packs::built_in_packs() {
            for name in PromptName::all(pack) {
                assert_eq!(PromptName::parse(&name.name()).as_ref(), Some(&name));
                let text = default_prompt(pack, &name);
                assert_eq!(unknown_variables(&text), Vec::<String>::new(), "{} {}", pack.slug, name.name());
                for variable in name.variables().iter().filter(|variable| !EVERYWHERE.contains(variable)) {
                    assert!(text.contains(&format!("{{{{{variable}}}}}")), "{} lacks {variable}", name.name());
                }
            }
        }
        let other = default_prompt(&general(), &PromptName::Analysis("late_orders".into()));
        assert!(other.contains("late orders") && other.contains("{{QUERY_RESULTS}}") && unknown_variables(&other).is_empty());
    }
}
