//! Reference documents (seed 004, Document Discovery Tools).

use super::{Held, named, nearest};
use crate::{
    Refusal,
    tools::catalog::{Document, one_after_the_other},
};
use protocol::Timestamp;
use serde_json::{Value, json};

/// Each document with the source that it is in.
fn documents(held: &[Held]) -> impl Iterator<Item = (&Held, &Document)> + Clone {
    held.iter().flat_map(|one| one.found.documents.iter().map(move |document| (one, document)))
}

#[must_use]
pub fn list_documents(held: &[Held]) -> Value {
    documents(held)
        .map(|(one, document)| {
            json!({
                "name": document.name, "type": document.kind, "format": document.format, "title": document.title,
                "description": document.description.clone().or_else(|| one.source.description.clone()).or_else(|| document.title.clone())
                    .unwrap_or_default(),
                "tags": document.tags, "sections": document.sections.len(),
            })
        })
        .collect()
}

fn find<'a>(held: &'a [Held], name: &str) -> Result<(&'a Held, &'a Document), Refusal> {
    let by_source = || {
        let mut of = documents(held).filter(|(one, _)| one.source.name.eq_ignore_ascii_case(name.trim()));
        of.next().filter(|_| of.next().is_none())
    };
    named(documents(held), name, |(_, document)| document.name.as_str()).or_else(by_source).ok_or_else(|| {
        let near = nearest(name, documents(held).map(|(_, document)| document.name.as_str()));
        Refusal::unknown(format!("there is no document {name}{near}"))
    })
}

/// # Errors
/// The document is unknown.
pub fn get_document(held: &[Held], name: &str) -> Result<Value, Refusal> {
    let (one, document) = find(held, name)?;
    let updated = document.last_updated.unwrap_or(one.source.updated_at);
    let sections: Vec<Value> =
        document.sections.iter().map(|section| json!({"heading": section.heading, "level": section.level})).collect();
    Ok(json!({
        "name": document.name, "content": document.content(), "format": document.format,
        "last_updated": Timestamp::to_rfc3339(updated), "sections": sections,
    }))
}

/// # Errors
/// The document or the section is unknown.
pub fn get_document_section(held: &[Held], name: &str, section: &str) -> Result<Value, Refusal> {
    let (_, document) = find(held, name)?;
    let headings = || document.sections.iter().map(|one| one.heading.as_str());
    let wanted = section.trim().trim_start_matches('#').trim();
    let at = headings()
        .position(|heading| heading == wanted)
        .or_else(|| headings().position(|heading| heading.to_lowercase() == wanted.to_lowercase()))
        .ok_or_else(|| {
            let near = nearest(wanted, headings().filter(|heading| !heading.is_empty()));
            Refusal::unknown(format!("there is no section {wanted} in {}{near}", document.name))
        })?;
    // What stands deeper belongs to it.
    let first = &document.sections[at];
    let below = document.sections[at + 1..].iter().take_while(|one| first.level > 0 && one.level > first.level);
    let content = one_after_the_other(std::iter::once(first).chain(below));
    Ok(json!({"document": document.name, "section": first.heading, "level": first.level, "content": content}))
}
