//! The built-in draft: areas of analysis from tables, documents and profile. Somebody looks at them before they are used.

mod areas;
mod survey;
mod words;

pub use survey::{survey_document, survey_table};

use super::{Pack, general, pack_for, slug};
use crate::tools::ProjectRow;
use protocol::pack::{SurveyedDocument, SurveyedTable};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use words::{WORDING, words};

/// Areas of a draft; tables that it is made from.
pub const MOST_AREAS: usize = 12;
/// A pack names its domain in so many characters.
const LONGEST_NAME: usize = 100;
/// Of the profile that is read for words, in characters.
const READ: usize = 20_000;

/// A pack for a project with these tables and documents.
#[must_use]
pub fn draft(project: &ProjectRow, tables: &[SurveyedTable], documents: &[SurveyedDocument]) -> Pack {
    // The domain's own areas, as far as the tables have something to say about them.
    let known = pack_for(&ProjectRow { pack: None, ..project.clone() }, &[]);
    let business = words(&about(project));
    let areas = areas::areas(&known.areas, tables, documents, &business, MOST_AREAS);
    let short = |name: &Option<String>| name.as_deref().unwrap_or_default().trim().chars().take(LONGEST_NAME).collect::<String>();
    let domain = Some(short(&project.domain)).filter(|domain| !domain.is_empty()).unwrap_or_else(|| "general".to_owned());
    let category = short(&project.category);
    let own = slug(&project.name, "").trim_matches(['_', '-']).chars().take(60).collect::<String>();
    Pack {
        slug: if own.is_empty() { "pack".to_owned() } else { own },
        domain,
        category,
        version: "1.0.0".to_owned(),
        areas,
        prompts: known.prompts.clone(),
        profile_schema: profile_schema(&known, tables),
    }
}

/// What is known of the business, as one text.
fn about(project: &ProjectRow) -> String {
    let mut text = format!("{} {} ", project.name, project.description);
    values(&project.profile, &mut text);
    text.chars().take(READ).collect()
}

fn values(of: &Value, text: &mut String) {
    match of {
        Value::String(value) => text.extend([value.as_str(), " "]),
        Value::Array(list) => list.iter().for_each(|value| values(value, text)),
        Value::Object(fields) => fields.values().for_each(|value| values(value, text)),
        _ => {}
    }
}

/// That of the domain, and what the tables make one want to know.
fn profile_schema(known: &Pack, tables: &[SurveyedTable]) -> Value {
    let mut schema = if known.profile_schema.is_object() { known.profile_schema.clone() } else { general().profile_schema };
    let measures = || tables.iter().flat_map(|table| &table.measures);
    let is_money = |name: &&String| words(name).iter().any(|word| WORDING.money.contains(word));
    let mut add = |name: &str, kind: &str, description: String| {
        if let Some(properties) = schema["properties"].as_object_mut() {
            properties.entry(name).or_insert_with(|| json!({"type": kind, "description": description}));
        }
    };
    if let Some(measure) = measures().find(is_money) {
        add("currency", "string", format!("The currency of amounts such as {measure}"));
    }
    if tables.iter().any(|table| !table.times.is_empty()) {
        add("business_year", "string", "The month in which the business year begins".to_owned());
    }
    let mut wanted = BTreeSet::new();
    for table in tables.iter().take(MOST_AREAS / 2) {
        if let Some(measure) = table.measures.first().filter(|measure| wanted.insert(measure.as_str())) {
            let name = format!("target_{}", super::pack::fold(measure));
            add(&name, "number", format!("What {measure} of {} should be", table.name));
        }
    }
    schema
}
