//! A pack as a language model drafts it. Ids, prompts and everything that is left open are made here: the model only says what the
//! areas are, and only about tables that are there.

mod form_of_answer;
#[cfg(test)]
mod tests;

use crate::interview::model::{
    fence::{RULE, fence},
    form, nudge,
};
use async_trait::async_trait;
use domain::{
    interview::EngineFault,
    models::{Caller, LanguageModel, ModelRequest, ModelTurn, Strength, Subject, Task},
    packs::{DraftMaterial, Pack, PackArea, PackDrafter, parse_pack, prompts::analysis_prompt, slug},
};
use form_of_answer::{ModelArea, ModelPack};
use protocol::{live::Kind, pack::SurveyedTable};
use serde_json::{Value, json};
use std::{collections::HashSet, sync::Arc};

/// Much is read, and nobody waits.
const STRENGTH: Strength = Strength::Strong;
const MOST_TOKENS: u32 = 6_000;
const MOST_AREAS: usize = 12;
const MOST_KEYWORDS: usize = 40;
const MOST_QUESTIONS: usize = 10;
/// Of a question and of a description, in characters.
const LONGEST: usize = 1_000;
/// Of a name or keyword, in characters.
const LONGEST_NAME: usize = 100;
/// Of the profile and description of a project, in characters.
const ABOUT: usize = 8_000;
/// Names of a kind that are shown of each table.
const SHOWN: usize = 25;

/// Drafts with whatever model each tenant chose.
pub struct ByModel {
    model: Arc<dyn LanguageModel>,
}

impl ByModel {
    #[must_use]
    pub fn new(model: Arc<dyn LanguageModel>) -> Self {
        Self { model }
    }
}

#[async_trait]
impl PackDrafter for ByModel {
    async fn draft(&self, material: &DraftMaterial) -> Result<Option<(String, Pack)>, EngineFault> {
        let tenant = material.project.tenant;
        let Some(name) = self.model.chosen(tenant, STRENGTH).await? else { return Ok(None) };
        // Nothing to draft from: the rules do that as well.
        if material.tables.is_empty() {
            return Ok(None);
        }
        let request = ModelRequest {
            caller: Caller {
                tenant,
                subject: Some(Subject { kind: Kind::Pack, id: material.project.id.0, limit: None }),
                task: Task::DraftPack,
            },
            strength: STRENGTH,
            system: format!("{}\n\n{RULE}", include_str!("prompt.md").trim_end()),
            turns: vec![ModelTurn::user(describe(material))],
            tools: Vec::new(),
            schema: Some(form_of_answer::schema()),
            max_tokens: MOST_TOKENS,
        };
        let pack = nudge::ask(&*self.model, request, |text| read(text, material)).await?;
        Ok(Some((name.to_string(), pack)))
    }
}

fn describe(material: &DraftMaterial) -> String {
    let DraftMaterial { project, tables, documents, built_in } = material;
    let cut = |text: &str| text.chars().take(ABOUT).collect::<String>();
    let mut prompt = String::new();
    let about = format!(
        "name {}\ndomain {}\ncategory {}\n{}\n{}",
        project.name,
        project.domain.as_deref().unwrap_or("unknown"),
        project.category.as_deref().unwrap_or("unknown"),
        cut(&project.description),
        cut(&project.profile.to_string())
    );
    fence(&mut prompt, "business", &about);
    fence(&mut prompt, "tables", &tables.iter().map(table).collect::<Vec<_>>().join("\n"));
    if !documents.is_empty() {
        let line = |(name, headings): (&str, &[String])| format!("{name}: {}", headings.join("; "));
        let lines: Vec<String> = documents.iter().map(|one| line((&one.name, &one.headings))).collect();
        fence(&mut prompt, "documents", &lines.join("\n"));
    }
    if !built_in.areas.is_empty() {
        let lines: Vec<String> = built_in.areas.iter().map(|area| format!("{}: {}", area.name, area.description)).collect();
        fence(&mut prompt, "areas by rule", &lines.join("\n"));
    }
    prompt.push_str(
        "Draft the areas for this business. Those of the block `areas by rule` are a first try: keep, merge or replace them.",
    );
    prompt
}

fn place(table: &SurveyedTable) -> String {
    format!("{}.{}", table.database, table.name)
}

fn table(table: &SurveyedTable) -> String {
    let list = |name: &str, names: &[String]| match names {
        [] => String::new(),
        names => format!("; {name}: {}", names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ")),
    };
    let rows = table.rows.map_or_else(|| "rows unknown".to_owned(), |rows| format!("{rows} rows"));
    format!(
        "{}: {rows}; {}{}{}{}{}{}",
        place(table),
        table.description,
        list("columns", &table.columns),
        list("numbers", &table.measures),
        list("categories", &table.categories),
        list("times", &table.times),
        list("points to", &table.links)
    )
}

/// The pack of an answer, unless something in it cannot be used; then why.
fn read(text: &str, material: &DraftMaterial) -> Result<Pack, String> {
    let answer: ModelPack = form::parse(text)?;
    if !(1..=MOST_AREAS).contains(&answer.areas.len()) {
        return Err(format!("there are {} areas; name 1 to {MOST_AREAS}", answer.areas.len()));
    }
    let known: HashSet<String> = material.tables.iter().map(place).collect();
    let mut ids = HashSet::new();
    let mut areas = Vec::new();
    for (place, given) in answer.areas.into_iter().enumerate() {
        let area = area(place, given, &known)?;
        if !ids.insert(area.id.clone()) {
            return Err(format!("two areas are named {}", area.name));
        }
        areas.push(area);
    }
    let mut profile_schema = material.built_in.profile_schema.clone();
    for field in answer.profile {
        let name = slug(&field.name, "");
        if name.trim_matches('_').is_empty() || name.len() > LONGEST_NAME || field.description.chars().count() > LONGEST {
            return Err(format!(
                "a fact of the profile needs a short name of letters and a short description, and {name:?} has not"
            ));
        }
        if let Some(properties) = profile_schema["properties"].as_object_mut() {
            properties.insert(name, json!({"type": field.r#type.name(), "description": field.description.trim()}));
        }
    }
    let pack = Pack { areas, profile_schema, ..material.built_in.clone() };
    // What no import would take is no draft.
    let whole = serde_json::to_value(&pack).unwrap_or(Value::Null);
    parse_pack(&whole).map_err(|refusal| refusal.detail)
}

fn area(place: usize, given: ModelArea, known: &HashSet<String>) -> Result<PackArea, String> {
    let name = given.name.split_whitespace().collect::<Vec<_>>().join(" ");
    let id = slug(&name, "");
    if id.trim_matches('_').is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(format!("the area {} needs a name of 1 to {LONGEST_NAME} characters with letters in it", place + 1));
    }
    if given.tables.is_empty() {
        return Err(format!("the area {name} names no table"));
    }
    if let Some(unknown) = given.tables.iter().find(|table| !known.contains(table.as_str())) {
        return Err(format!("there is no table {unknown:?}: write tables as the block `tables` has them"));
    }
    let is_short = |text: &String| (1..=LONGEST).contains(&text.trim().chars().count());
    if given.questions.is_empty() || given.questions.len() > MOST_QUESTIONS || !given.questions.iter().all(is_short) {
        return Err(format!("the area {name} needs 1 to {MOST_QUESTIONS} questions of at most {LONGEST} characters"));
    }
    let is_word = |word: &String| (1..=LONGEST_NAME).contains(&word.trim().chars().count());
    if given.keywords.is_empty() || given.keywords.len() > MOST_KEYWORDS || !given.keywords.iter().all(is_word) {
        return Err(format!("the area {name} needs 1 to {MOST_KEYWORDS} short keywords"));
    }
    if given.description.chars().count() > LONGEST {
        return Err(format!("the description of {name} is longer than {LONGEST} characters"));
    }
    let mut area = PackArea {
        id,
        name,
        description: given.description.trim().to_owned(),
        keywords: given.keywords.iter().map(|word| word.trim().to_owned()).collect(),
        priority: u32::try_from(place + 1).unwrap_or(u32::MAX),
        prompt: String::new(),
        tables: given.tables,
    };
    area.prompt = analysis_prompt(&area, &given.questions);
    Ok(area)
}
