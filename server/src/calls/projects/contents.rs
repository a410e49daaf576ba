//! What was found in one source, a page of it at a time.

use super::{found::encoded, source, tables, text};
use app::pages::projects::calls::{
    DocumentShown, OperationShown, ParameterShown, ProjectRequest, SkillLinkShown, SkillShown, SourceView,
};
use domain::tools::{
    answers::Held,
    catalog::{Document, Operation, Skill},
};
use serde_json::Value;

/// Tables, operations, documents or skills on one page.
const MOST: usize = 50;
/// Sections of a document, and signs of each and of a schema.
const SECTIONS: usize = 200;
const LONGEST: usize = 4_000;

pub(super) fn build_view(one: &Held, asked: &ProjectRequest) -> SourceView {
    let found = &one.found;
    let words = asked.words.trim().to_lowercase();
    let has = |texts: &[&str]| words.split_whitespace().all(|word| texts.iter().any(|text| text.to_lowercase().contains(word)));
    let matching_tables: Vec<_> = found
        .tables
        .iter()
        .filter(|table| {
            let columns = table.columns.iter().map(|column| column.name.as_str());
            let names: Vec<&str> =
                [table.name.as_str(), table.description.as_deref().unwrap_or_default()].into_iter().chain(columns).collect();
            has(&names)
        })
        .collect();
    let matching_operations: Vec<_> = found
        .operations
        .iter()
        .filter(|one| {
            has(&[&one.name, one.path.as_deref().unwrap_or_default(), one.method.as_deref().unwrap_or_default(), &one.summary])
        })
        .collect();
    let matching_documents: Vec<_> = found
        .documents
        .iter()
        .filter(|one| {
            let texts = one.sections.iter().flat_map(|section| [section.heading.as_str(), section.text.as_str()]);
            has(&[one.name.as_str(), one.title.as_deref().unwrap_or_default()].into_iter().chain(texts).collect::<Vec<_>>())
        })
        .collect();
    let matching_skills: Vec<_> =
        found.skills.iter().filter(|skill| has(&[&skill.name, &skill.description, &skill.content])).collect();
    let matching = matching_tables.len() + matching_operations.len() + matching_documents.len() + matching_skills.len();
    let address = format!("/projects/{}/sources/{}", asked.id, one.source.id);
    // A source is of one kind, so that a place in one of the lists is a place in the source.
    let from = if asked.from < matching { asked.from } else { 0 };
    SourceView {
        source: source(&one.source),
        words: asked.words.trim().to_owned(),
        tables: matching_tables.into_iter().skip(from).take(MOST).map(tables::line).collect(),
        operations: matching_operations.into_iter().skip(from).take(MOST).map(operation).collect(),
        documents: matching_documents
            .into_iter()
            .skip(from)
            .take(MOST)
            .map(|document| shown_document(document, &address))
            .collect(),
        skills: matching_skills.into_iter().skip(from).take(MOST).map(skill).collect(),
        from,
        matching,
        all: found.tables.len() + found.operations.len() + found.documents.len() + found.skills.len(),
        most: MOST,
    }
}

fn operation(one: &Operation) -> OperationShown {
    let about = if one.summary.is_empty() { &one.description } else { &one.summary };
    OperationShown {
        name: one.name.clone(),
        method: one.method.clone().unwrap_or_else(|| text(&serde_json::json!(one.kind))),
        path: one.path.clone().unwrap_or_default(),
        about: about.clone(),
        deprecated: one.deprecated,
        parameters: one
            .parameters
            .iter()
            .map(|parameter| ParameterShown {
                name: parameter.name.clone(),
                place: parameter.place.clone(),
                data_type: parameter.data_type.clone(),
                required: parameter.required,
                about: parameter.description.clone(),
            })
            .collect(),
        takes: one.request_schema.as_ref().map(schema).unwrap_or_default(),
        answers: one.response_schema.as_ref().map(schema).unwrap_or_default(),
    }
}

fn schema(schema: &Value) -> String {
    cut(&serde_json::to_string_pretty(schema).unwrap_or_default())
}

fn shown_document(one: &Document, address: &str) -> DocumentShown {
    let sections = one.sections.iter().take(SECTIONS).map(|section| (section.heading.clone(), cut(&section.text))).collect();
    DocumentShown {
        name: one.name.clone(),
        title: one.title.clone().filter(|title| *title != one.name).unwrap_or_default(),
        format: one.format.clone(),
        sections,
        more: one.sections.len().saturating_sub(SECTIONS),
        href: format!("{address}/documents/{}", encoded(&one.name)),
    }
}

fn skill(one: &Skill) -> SkillShown {
    let link = |link: &domain::tools::catalog::SkillLink| SkillLinkShown {
        text: link.text.clone(),
        target: link.target.clone(),
        away: link.is_url,
    };
    SkillShown {
        name: one.name.clone(),
        about: one.description.clone(),
        content: cut(&one.content),
        links: one.links.iter().map(link).collect(),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
