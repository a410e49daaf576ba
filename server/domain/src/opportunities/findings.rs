//! Findings as programs and people send them: checked all at once, before a pipeline is begun.

use super::MOST_FINDINGS;
use crate::{
    Fault, Refusal,
    research::{is_plausible, published},
};
use protocol::{
    Timestamp,
    opportunities::{Evidence, Finding},
};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashSet;

/// The longest title of a finding, in characters.
pub const LONGEST_TITLE: usize = 300;
/// The longest description of a finding, in characters.
pub const LONGEST_DESCRIPTION: usize = 5_000;
/// How lines of a description begin that say what was measured (`name = value`), of which rows, and what was counted again.
pub const MEASURED: &str = "Measured: ";
pub const SEGMENT: &str = "Segment: ";
pub const COUNTED: &str = "Counted: ";
/// Of a finding or of a source's kind, in characters.
const LONGEST_ID: usize = 100;
const LONGEST_SOURCE: usize = 500;
const LONGEST_QUOTE: usize = 2_000;
/// Evidence of one finding.
const MOST_EVIDENCE: usize = 100;
/// More faults than these are not named.
const MOST_FAULTS: usize = 20;
/// How sure evidence is whose sender does not say it.
const USUAL_CONFIDENCE: f64 = 0.5;
/// Whatever came without the name of a source.
const PASTED: &str = "pasted";

/// A finding before it is checked.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct FindingDraft {
    /// A text or a number; without one it is `f1`, `f2` … by its place.
    #[serde(default)]
    pub id: Option<Value>,
    pub title: String,
    #[serde(default)]
    pub description: Option<String>,
    /// Objects, or texts that are quotes.
    #[serde(default)]
    pub evidence: Option<Vec<Value>>,
}

/// Checks all of them. One without evidence is its own.
///
/// # Errors
/// Names every field at fault, the first 20.
pub fn check_findings(drafts: Vec<FindingDraft>, now: Timestamp) -> Result<Vec<Finding>, Refusal> {
    if drafts.len() > MOST_FINDINGS {
        return Err(Refusal::invalid("findings", format!("a pipeline takes at most {MOST_FINDINGS} findings")));
    }
    let mut faults = Vec::new();
    let ids = name_all(&drafts, &mut faults);
    let mut findings = Vec::with_capacity(drafts.len());
    for (place, (draft, id)) in drafts.into_iter().zip(ids).enumerate() {
        let field = |name: &str| format!("findings[{place}].{name}");
        let title = check_title(&draft.title, &field("title"), &mut faults);
        let description = draft.description.unwrap_or_default();
        hold(&draft.title, LONGEST_TITLE, &field("title"), &mut faults);
        hold(&description, LONGEST_DESCRIPTION, &field("description"), &mut faults);
        let evidence = read_evidence(draft.evidence.unwrap_or_default(), (&id, &field("evidence")), now, &mut faults);
        findings.push(Finding { id, title, description: description.trim().to_owned(), evidence, surface: None, impact: None });
    }
    faults.truncate(MOST_FAULTS);
    match faults.first().map(|first| first.message.clone()) {
        Some(detail) => Err(Refusal::faults(detail, faults)),
        None => Ok(findings),
    }
}

/// One line of plain text.
fn check_title(text: &str, field: &str, faults: &mut Vec<Fault>) -> String {
    let title = text.split_whitespace().collect::<Vec<_>>().join(" ");
    faults.extend(find_title_fault(&title).map(|why| Fault::new(field, why)));
    title
}

/// Why a line cannot be the title of a finding.
#[must_use]
pub fn find_title_fault(title: &str) -> Option<&'static str> {
    if title.is_empty() {
        Some("a finding has a title")
    } else if !title.chars().any(char::is_alphanumeric) {
        Some("a title has words, and this one has signs only")
    } else if title.chars().any(is_invisible) {
        Some("a title is plain text, and this one has characters that cannot be printed")
    } else {
        None
    }
}

/// Also what writes the text around it backwards.
fn is_invisible(sign: char) -> bool {
    sign.is_control() || matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Their ids, those of their own first, so that a number never takes the name of a later one.
fn name_all(drafts: &[FindingDraft], faults: &mut Vec<Fault>) -> Vec<String> {
    let own = |draft: &FindingDraft| match &draft.id {
        Some(Value::String(id)) => Some(id.trim().to_owned()).filter(|id| !id.is_empty()),
        Some(Value::Number(id)) => Some(id.to_string()),
        _ => None,
    };
    let mut taken = HashSet::new();
    for (place, draft) in drafts.iter().enumerate() {
        let field = format!("findings[{place}].id");
        if draft.id.as_ref().is_some_and(|id| !id.is_string() && !id.is_number() && !id.is_null()) {
            faults.push(Fault::new(field, "an id is a text"));
        } else if let Some(id) = own(draft) {
            hold(&id, LONGEST_ID, &field, faults);
            if !taken.insert(id.clone()) {
                let shown: String = id.chars().take(LONGEST_ID).collect();
                faults.push(Fault::new(field, format!("two findings have the id {shown}")));
            }
        }
    }
    let mut names = Vec::with_capacity(drafts.len());
    for (place, draft) in drafts.iter().enumerate() {
        let free = || (place + 1..).map(|number| format!("f{number}")).find(|name| !taken.contains(name));
        let name = own(draft).or_else(free).unwrap_or_default();
        taken.insert(name.clone());
        names.push(name);
    }
    names
}

fn read_evidence(given: Vec<Value>, (id, field): (&str, &str), now: Timestamp, faults: &mut Vec<Fault>) -> Vec<Evidence> {
    if given.len() > MOST_EVIDENCE {
        faults.push(Fault::new(field, format!("a finding has at most {MOST_EVIDENCE} pieces of evidence")));
        return Vec::new();
    }
    let pasted = |quote: Option<String>| Evidence {
        source_type: PASTED.into(),
        source_id: id.to_owned(),
        retrieved_at: now,
        confidence: USUAL_CONFIDENCE,
        quote,
        link: None,
    };
    let mut evidence = Vec::with_capacity(given.len().max(1));
    for (place, one) in given.into_iter().enumerate() {
        let field = format!("{field}[{place}]");
        match one {
            Value::Null => {}
            Value::String(quote) => {
                hold(&quote, LONGEST_QUOTE, &field, faults);
                evidence.push(pasted(Some(quote)));
            }
            Value::Object(fields) => evidence.push(read_entry(&fields, pasted(None), &field, faults)),
            _ => faults.push(Fault::new(field, "evidence is an object or a quote")),
        }
    }
    if evidence.is_empty() {
        evidence.push(pasted(None));
    }
    evidence
}

/// What it says in the place of what is usual.
fn read_entry(fields: &Map<String, Value>, usual: Evidence, at: &str, faults: &mut Vec<Fault>) -> Evidence {
    let mut text = |name: &str, most: usize| match fields.get(name) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => {
            hold(text, most, &format!("{at}.{name}"), faults);
            Some(text.trim().to_owned()).filter(|text| !text.is_empty())
        }
        Some(Value::Number(number)) => Some(number.to_string()),
        Some(_) => {
            faults.push(Fault::new(format!("{at}.{name}"), format!("{name} is a text")));
            None
        }
    };
    let (source_type, source_id) = (text("source_type", LONGEST_ID), text("source_id", LONGEST_SOURCE));
    let (quote, link) = (text("quote", LONGEST_QUOTE), text("link", LONGEST_SOURCE));
    let mut wrong = |name: &str, message: &str| faults.push(Fault::new(format!("{at}.{name}"), message));
    let retrieved_at = match fields.get("retrieved_at") {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => published(text),
        Some(value) => value.as_i64().map(since_1970).filter(|at| is_plausible(*at)),
    };
    if retrieved_at.is_none() && fields.get("retrieved_at").is_some_and(|value| !value.is_null()) {
        wrong("retrieved_at", "retrieved_at is a time like 2026-01-31T12:00:00Z, from the years 1971 to 2100");
    }
    let confidence = match fields.get("confidence") {
        None | Some(Value::Null) => Some(usual.confidence),
        Some(Value::String(text)) => text.trim().parse().ok(),
        Some(value) => value.as_f64(),
    };
    let confidence = confidence.filter(|share| (0.0..=1.0).contains(share)).unwrap_or_else(|| {
        wrong("confidence", "confidence lies between 0 and 1");
        usual.confidence
    });
    Evidence {
        source_type: source_type.unwrap_or(usual.source_type),
        source_id: source_id.unwrap_or(usual.source_id),
        retrieved_at: retrieved_at.unwrap_or(usual.retrieved_at),
        confidence,
        quote,
        link: link.filter(|link| leads_somewhere(link)),
    }
}

/// A page of this product or of the web: whatever else somebody sends is not followed.
fn leads_somewhere(link: &str) -> bool {
    let is_own = link.starts_with('/') && !link.starts_with("//") && !link.contains('\\');
    let is_web = link.starts_with("https://") || link.starts_with("http://");
    (is_own || is_web) && !link.chars().any(char::is_control)
}

/// A number is seconds, milliseconds or microseconds, by its size.
fn since_1970(number: i64) -> Timestamp {
    let factor = match number.unsigned_abs() {
        0..100_000_000_000 => 1_000_000,
        100_000_000_000..100_000_000_000_000 => 1_000,
        _ => 1,
    };
    Timestamp(number.saturating_mul(factor))
}

fn hold(text: &str, most: usize, field: &str, faults: &mut Vec<Fault>) {
    if text.len() > most && text.chars().nth(most).is_some() {
        faults.push(Fault::new(field, format!("{field} has at most {most} characters")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const NOW: Timestamp = Timestamp(1_770_000_000_000_000);

    fn check(findings: Value) -> Result<Vec<Finding>, Vec<String>> {
        let drafts: Vec<FindingDraft> = serde_json::from_value(findings).expect("drafts");
        check_findings(drafts, NOW).map_err(|refusal| refusal.faults.into_iter().map(|fault| fault.field).collect())
    }

    #[test]
    fn what_has_no_id_gets_one_that_is_free() {
        let findings = json!([{"title": "a"}, {"title": "b", "id": "f1"}, {"title": "c", "id": 7}, {"title": "d", "id": null}]);
        let ids: Vec<String> = check(findings).expect("they fit").into_iter().map(|one| one.id).collect();
        assert_eq!(ids, ["f2", "f1", "7", "f4"]);
    }

    #[test]
    fn a_title_is_one_line() {
        let findings = check(json!([{"title": " Late \n parcels\t<b> "}])).expect("it fits");
        assert_eq!(findings[0].title, "Late parcels <b>");
    }

    #[test]
    fn every_field_at_fault_is_named() {
        let long = "a".repeat(LONGEST_TITLE + 1);
        for (findings, fields) in [
            (json!([{"title": " "}]), vec!["findings[0].title"]),
            (json!([{"title": long}]), vec!["findings[0].title"]),
            (json!([{"title": "?! …"}]), vec!["findings[0].title"]),
            (json!([{"title": "a\u{0}b"}]), vec!["findings[0].title"]),
            (json!([{"title": "a \u{202e}b"}]), vec!["findings[0].title"]),
            (json!([{"title": "a", "evidence": [{"retrieved_at": "2025-02-30"}]}]), vec!["findings[0].evidence[0].retrieved_at"]),
            (
                json!([{"title": "a", "evidence": [{"retrieved_at": "0001-01-01T00:00:00Z"}, {"retrieved_at": -62_135_596_800_i64}]}]),
                vec!["findings[0].evidence[0].retrieved_at", "findings[0].evidence[1].retrieved_at"],
            ),
            (json!([{"title": "a", "id": "x"}, {"title": "b", "id": "x"}]), vec!["findings[1].id"]),
            (json!([{"title": "a", "id": []}]), vec!["findings[0].id"]),
            (json!([{"title": "a", "description": "b".repeat(LONGEST_DESCRIPTION + 1)}]), vec!["findings[0].description"]),
            (json!([{"title": "a", "evidence": [7]}]), vec!["findings[0].evidence[0]"]),
            (
                json!([{"title": "a", "evidence": [{"confidence": 2, "retrieved_at": "soon"}]}]),
                vec!["findings[0].evidence[0].retrieved_at", "findings[0].evidence[0].confidence"],
            ),
        ] {
            assert_eq!(check(findings.clone()).expect_err("it is wrong"), fields, "{findings}");
        }
        let many = vec![json!({"title": ""}); MOST_FINDINGS];
        assert_eq!(check(json!(many)).expect_err("they are wrong").len(), MOST_FAULTS);
        assert_eq!(check(json!(vec![json!({"title": "a"}); MOST_FINDINGS + 1])), Err(vec!["findings".into()]));
    }

    #[test]
    fn evidence_says_as_much_as_it_knows() {
        for (given, source, at, confidence, quote, link) in [
            (json!([]), ("pasted", "x"), NOW, 0.5, None, None),
            (json!(["late"]), ("pasted", "x"), NOW, 0.5, Some("late"), None),
            (
                json!([{"source_type": "insight", "source_id": 9, "retrieved_at": "2026-02-02T02:40:00Z", "confidence": "0.9"}]),
                ("insight", "9"),
                NOW,
                0.9,
                None,
                None,
            ),
            (json!([{"retrieved_at": 1_770_000_000, "link": "/runs/1"}]), ("pasted", "x"), NOW, 0.5, None, Some("/runs/1")),
            (json!([{"link": "javascript:alert(1)", "other": {}}]), ("pasted", "x"), NOW, 0.5, None, None),
            (json!([{"link": "//evil.example"}]), ("pasted", "x"), NOW, 0.5, None, None),
            (json!([{"link": "https://a.example/b"}]), ("pasted", "x"), NOW, 0.5, None, Some("https://a.example/b")),
            (json!([{"link": "https://a.example/\nb"}]), ("pasted", "x"), NOW, 0.5, None, None),
        ] {
            let findings = check(json!([{"id": "x", "title": "a", "evidence": given}])).expect("it fits");
            let one = &findings[0].evidence[0];
            assert_eq!((one.source_type.as_str(), one.source_id.as_str()), source, "{given}");
            assert_eq!((one.retrieved_at, one.confidence), (at, confidence), "{given}");
            assert_eq!((one.quote.as_deref(), one.link.as_deref()), (quote, link), "{given}");
        }
    }
}
