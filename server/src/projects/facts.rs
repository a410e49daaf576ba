//! Facts: kept, listed, found in texts, and questions answered from all that the project has.

use super::{Caller, Shelf, missing};
use crate::{backend::Backend, web::Problem};
use domain::tools::{FactRow, answers::described, checked_fact, definitions, fact_key, registry::Arguments};
use protocol::FactId;
use serde_json::{Value, json};

pub(super) async fn list(backend: &Backend, caller: &Caller, known: bool) -> Result<Value, Problem> {
    let rows = backend.project_store().facts(caller.account.tenant_id, caller.project).await?;
    Ok(rows.iter().filter(|row| row.value.is_some() == known).map(FactRow::shown).collect())
}

pub(super) async fn add(backend: &Backend, caller: &Caller, given: &Arguments) -> Result<Value, Problem> {
    let name = checked_fact(given.text("name"), given.value("value"))?;
    let confidence = given.number("confidence").unwrap_or(1.0);
    if !(0.0..=1.0).contains(&confidence) {
        return Err(Problem::invalid("confidence", "confidence lies between 0 and 1"));
    }
    let source = given.maybe_text("source").unwrap_or("user").to_owned();
    let context = given.maybe_text("context").map(str::to_owned);
    let row = row(backend, caller, name, Some(given.value("value").clone()), source, confidence, context);
    save(backend, row.clone()).await?;
    Ok(row.shown())
}

/// From what is kept, the documents and what tables and columns are said to hold; a question that nothing answers is kept as open.
pub(super) async fn resolve(backend: &Backend, caller: &Caller, shelf: &Shelf, question: &str) -> Result<Value, Problem> {
    let rows = backend.project_store().facts(caller.account.tenant_id, caller.project).await?;
    let mut sources = known(&rows, question);
    sources.extend(said_in_documents(shelf, question).await);
    sources.extend(said_of_tables(shelf, question));
    sources.sort_by(|left, right| right.1.total_cmp(&left.1));
    let Some((_, confidence, answer)) = sources.first().cloned() else {
        let why = Some("no source of the project answers it".to_owned());
        if let Ok(name) = domain::tools::one_line("question", question, domain::tools::LONGEST_FACT_NAME) {
            save(backend, row(backend, caller, name, None, "question".to_owned(), 0.0, why)).await?;
        }
        return Ok(json!({"question": question, "answer": null, "confidence": 0.0, "sources": [], "needs_clarification": true}));
    };
    let sources: Vec<Value> = sources.into_iter().take(5).map(|(source, ..)| source).collect();
    Ok(json!({
        "question": question, "answer": answer, "confidence": confidence, "sources": sources,
        "needs_clarification": confidence < SURE,
    }))
}

/// Below this somebody should be asked.
const SURE: f64 = 0.5;

/// A source of an answer with its confidence and the answer.
type Said = (Value, f64, String);

fn said(kind: &str, name: &str, excerpt: &str, confidence: f64, answer: String) -> Said {
    let confidence = (confidence * 100.0).round() / 100.0;
    (json!({"type": kind, "name": name, "excerpt": excerpt, "confidence": confidence}), confidence, answer)
}

/// The words of a question that say what it is about.
fn subject(question: &str) -> Vec<String> {
    const ASKING: [&str; 30] = [
        "what", "which", "who", "how", "when", "where", "is", "are", "does", "do", "did", "the", "a", "an", "of", "for", "our",
        "we", "define", "defines", "defined", "definition", "mean", "means", "meaning", "count", "as", "in", "to", "considered",
    ];
    let key = fact_key(question);
    key.split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| word.len() > 1 && !ASKING.contains(word))
        .map(|word| word.trim_end_matches('s').to_owned())
        .collect()
}

/// How many of the subject's words stand in a text, from 0 to 1.
fn covered(subject: &[String], text: &str) -> f64 {
    let text = text.to_lowercase();
    if subject.is_empty() {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "a question has few words")]
    let part = subject.iter().filter(|word| text.contains(word.as_str())).count() as f64 / subject.len() as f64;
    part
}

fn known(rows: &[FactRow], question: &str) -> Vec<Said> {
    let (key, subject) = (fact_key(question), subject(question));
    rows.iter()
        .filter_map(|row| {
            let value = row.value.as_ref()?;
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let name = fact_key(&row.name);
            let likeness = if name == key { 1.0 } else { covered(&subject, &name) };
            (likeness >= 0.99).then(|| said("fact", &row.name, &text, row.confidence * likeness, text.clone()))
        })
        .collect()
}

async fn said_in_documents(shelf: &Shelf, question: &str) -> Vec<Said> {
    let subject = subject(question);
    let passages = shelf.index.documents(question, 8).await;
    let mut found = Vec::new();
    for passage in passages.as_array().into_iter().flatten() {
        let text = |field: &str| passage[field].as_str().unwrap_or_default();
        let sentences = text("excerpt").split(['\n']).flat_map(|line| line.split_inclusive(". "));
        let best = sentences
            .map(|sentence| (covered(&subject, sentence), sentence.trim().trim_start_matches(['-', '*', '#', ' '])))
            .filter(|(part, sentence)| *part > 0.6 && sentence.len() > 3)
            .max_by(|left, right| left.0.total_cmp(&right.0));
        if let Some((part, sentence)) = best {
            let plain = sentence.replace("**", "");
            let definition = definitions(&plain).into_iter().next();
            let (answer, sure) = definition.map_or((plain.clone(), 0.6), |(_, value)| (value, 0.95));
            found.push(said("document", text("document"), &plain, part * sure, answer));
        }
    }
    found
}

fn said_of_tables(shelf: &Shelf, question: &str) -> Vec<Said> {
    let subject = subject(question);
    let mut found = Vec::new();
    for one in &shelf.held {
        for table in &one.found.tables {
            if table.description.is_some() && covered(&subject, &table.name) >= 0.99 {
                let name = format!("{}.{}", one.source.name, table.name);
                found.push(said("schema", &name, &described(table), 0.6, described(table)));
            }
            for column in &table.columns {
                let Some(description) = &column.description else { continue };
                if covered(&subject, &column.name.replace('_', " ")) >= 0.99 {
                    let name = format!("{}.{}.{}", one.source.name, table.name, column.name);
                    found.push(said("schema", &name, description, 0.6, description.clone()));
                }
            }
        }
    }
    found
}

pub(super) async fn extract(backend: &Backend, caller: &Caller, text: &str, keep: bool) -> Result<Value, Problem> {
    let mut facts = Vec::new();
    for line in text.lines().flat_map(|line| line.split_inclusive(". ")) {
        for (name, value) in definitions(line) {
            if keep {
                let (value, context) = (Some(Value::String(value.clone())), Some(line.trim().to_owned()));
                save(backend, row(backend, caller, name.clone(), value, "text".to_owned(), 0.8, context)).await?;
            }
            facts.push(json!({"name": name, "value": value, "confidence": 0.8, "excerpt": line.trim()}));
        }
    }
    Ok(json!({"facts": facts, "saved": if keep { facts.len() } else { 0 }}))
}

fn row(
    backend: &Backend,
    caller: &Caller,
    name: String,
    value: Option<Value>,
    source: String,
    confidence: f64,
    context: Option<String>,
) -> FactRow {
    let now = backend.now();
    FactRow {
        id: FactId(backend.id()),
        tenant: caller.account.tenant_id,
        project: caller.project,
        name,
        value,
        source,
        confidence,
        context,
        // The command line is nobody whom the accounts know.
        created_by: Some(caller.account.user_id).filter(|user| !user.0.is_nil()),
        created_at: now,
        updated_at: now,
    }
}

async fn save(backend: &Backend, row: FactRow) -> Result<(), Problem> {
    if backend.project_store().save_fact(row).await? { Ok(()) } else { Err(missing()) }
}
