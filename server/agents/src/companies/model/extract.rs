//! Layer 4 by a model: all texts in one call. What it answers is a proposal; `checking` keeps what the texts prove.

mod checking;
#[cfg(test)]
mod tests;

use super::{ModelAnalyst, Work};
use crate::interview::model::form;
use checking::Checked;
use domain::{
    companies::{Candidate, Client, Counted, FoundText, Gazetteer, Presence, ReadingGoal, Role, SignalType, Unmarked},
    models::{ReplySchema, Task},
    runs::{Judged, Spending},
};
use serde::Deserialize;
use serde_json::{Value, json};

const SYSTEM: &str = include_str!("extract.md");
/// Enough for the companies of forty results with their quotes.
const MOST_TOKENS: u32 = 12_000;
/// The most characters of one text that the model sees.
const LONGEST_TEXT: usize = 10_000;

#[derive(Deserialize)]
struct Answer {
    companies: Vec<Proposal>,
}

/// A company as the model puts it.
#[derive(Clone, Debug, Deserialize)]
struct Proposal {
    /// From 1.
    text: usize,
    name: String,
    snippet: String,
    #[serde(default)]
    place: String,
    role: Role,
    presence: Presence,
    certainty: Belief,
    signal: Hint,
    #[serde(default)]
    industry: Option<String>,
    #[serde(default)]
    domain: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Belief {
    #[serde(alias = "VERIFIED")]
    Verified,
    #[serde(alias = "INFERRED")]
    Inferred,
    #[serde(alias = "UNVERIFIED")]
    Unverified,
}

#[derive(Clone, Debug, Deserialize)]
struct Hint {
    #[serde(rename = "type")]
    kind: SignalType,
    strength: f64,
    #[serde(default)]
    description: String,
}

/// Asks once for all texts. Without texts nobody is asked.
pub(super) async fn extract(
    analyst: &ModelAnalyst,
    client: Client,
    goal: &ReadingGoal,
    texts: &[FoundText],
    gazetteer: &Gazetteer,
) -> Counted<Vec<Candidate>> {
    if texts.is_empty() {
        let judged = Judged { result: Ok(Vec::new()), reply: String::new(), spending: Spending::nothing() };
        return Counted { judged, calls: 0, is_cut: false };
    }
    let shown: Vec<Value> =
        texts.iter().enumerate().map(|(number, text)| json!({"text": number + 1, "content": show(text)})).collect();
    let work = Work {
        task: Task::ExtractCompanies,
        system: SYSTEM,
        text: json!({"place": {"wanted": goal.place, "names": goal.aliases}, "texts": shown}).to_string(),
        schema: ReplySchema { name: "companies", schema: schema() },
        max_tokens: MOST_TOKENS,
    };
    analyst.ask(client, work, |reply| parse(reply, goal, texts, gazetteer)).await
}

fn show(text: &FoundText) -> String {
    Unmarked::new(&text.text).text.chars().take(LONGEST_TEXT).collect()
}

/// # Errors
/// In words for the model: no such JSON, texts that are not there, or not one quote that is in its text.
fn parse(reply: &str, goal: &ReadingGoal, texts: &[FoundText], gazetteer: &Gazetteer) -> Result<Vec<Candidate>, String> {
    let answer: Answer = form::parse(reply)?;
    if let Some(unknown) = answer.companies.iter().map(|one| one.text).find(|number| *number == 0 || *number > texts.len()) {
        return Err(format!("there is no text {unknown}: they are numbered from 1 to {}", texts.len()));
    }
    let checked = Checked::new(goal, texts, gazetteer);
    let mut found: Vec<Candidate> = Vec::new();
    for proposal in &answer.companies {
        if let Some(candidate) = checked.candidate(proposal)
            && !found.iter().any(|other| other.text == candidate.text && other.name == candidate.name)
        {
            found.push(candidate);
        }
    }
    if found.is_empty() && !answer.companies.is_empty() {
        return Err(
            "no snippet is a part of its text that contains the name: copy passages letter by letter, or list no company".into(),
        );
    }
    Ok(found)
}

fn schema() -> Value {
    let kinds: Vec<&str> = SignalType::ALL.iter().map(|kind| kind.name()).collect();
    let signal = form::object(&json!({
        "type": {"type": "string", "enum": kinds},
        "strength": {"type": "integer"},
        "description": {"type": "string"},
    }));
    let company = form::object(&json!({
        "text": {"type": "integer"},
        "name": {"type": "string"},
        "snippet": {"type": "string"},
        "place": {"type": "string"},
        "role": {"type": "string", "enum": ["tenant", "regulator", "zone_owner", "adviser", "investor", "customer", "other"]},
        "presence": {"type": "string", "enum": ["present", "announced", "planned", "left", "denied", "unclear"]},
        "certainty": {"type": "string", "enum": ["verified", "inferred", "unverified"]},
        "signal": signal,
        "industry": {"type": ["string", "null"]},
        "domain": {"type": ["string", "null"]},
    }));
    form::object(&json!({"companies": {"type": "array", "items": company}}))
}
