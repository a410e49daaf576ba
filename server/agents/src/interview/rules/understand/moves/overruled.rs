//! What is put right in so many words, and so holds without being weighed against what is held.

use super::super::{profile::Plan, text::Text};
use domain::interview::{Finding, Heard, Manner, Move};
use protocol::interview::WidgetType;

/// What is held and called wrong in so many words, with what is right: "six, not five", "vets instead of dentists".
pub(in super::super) fn overruled(heard: &Heard, text: &Text<'_>, plan: &Plan, findings: &[Finding]) -> Vec<Move> {
    if heard.imported {
        return Vec::new();
    }
    let against = |at: usize| match text.word(at) {
        "not" | "isn't" | "aren't" => Some(at + 1),
        "instead" | "rather" if matches!(text.word(at + 1), "of" | "than") => Some(at + 2),
        "no" if text.word(at + 1) == "longer" => Some(at + 2),
        _ => None,
    };
    let denied: Vec<usize> = (0..text.words.len()).filter_map(against).collect();
    // "We're 15 now", "I forgot my sister, it's 15": what was true before is not denied, and is over.
    let now = |at: usize| {
        text.word(at) == "now" && at > 0 && !matches!(text.before(at), "for" | "right" | "until" | "till" | "by")
            || matches!(text.word(at), "nowadays" | "meanwhile")
            || text.reads(at, &["these", "days"])
    };
    let added = |at: usize| match text.word(at) {
        "forgot" | "forgotten" => matches!(text.before(at), "i" | "we" | "had" | "have" | "i've"),
        "hired" => matches!(text.before(at), "we" | "i" | "just" | "we've"),
        _ => false,
    };
    let updates = (0..text.words.len()).any(|at| now(at) || added(at));
    let of_today = |finding: &Finding| {
        let at = (0..text.words.len()).find(|&at| text.place(&(at..at + 1)).start >= finding.quote.start);
        at.and_then(|at| text.sentence_of(at)).is_some_and(|sentence| sentence.words.clone().any(now))
    };
    let updated = |finding: &Finding| {
        let counts = plan.index(&finding.key).is_some_and(|slot| plan.slots[slot].widget == WidgetType::Number);
        let corrected = finding.manner == Manner::Corrected && finding.quote.turn.is_none();
        corrected && (updates && counts || of_today(finding))
    };
    let said = |finding: &&Finding| {
        let Some(held) = plan.index(&finding.key).and_then(|slot| heard.held.get(slot)) else { return false };
        let Some(value) = held.value.as_ref().filter(|value| **value != finding.value && held.proposed.is_none()) else {
            return false;
        };
        updated(finding) || denied.iter().any(|&at| names_value(text, at, value))
    };
    findings.iter().filter(said).map(|finding| Move::Overrule { key: finding.key.clone() }).collect()
}

/// Whether the words from here on say the value: its number, or the words that tell it.
fn names_value(text: &Text<'_>, at: usize, value: &serde_json::Value) -> bool {
    let end = (at..text.words.len()).find(|&at| text.is_mark(at)).unwrap_or(text.words.len());
    let number = value.as_f64().or_else(|| value.get("value").and_then(serde_json::Value::as_f64));
    if let Some(number) = number {
        let said = |at: usize| {
            let word = text.word(at);
            let named = super::super::lexicon::UNITS.iter().find(|(name, _)| *name == word).map(|(_, unit)| unit.to_string());
            named.unwrap_or_else(|| word.replace(',', "")).parse::<f64>().is_ok_and(|one| (one - number).abs() < f64::EPSILON)
        };
        return (at..end.min(at + 3)).any(said);
    }
    let known = super::super::profile::stems(&super::super::reading::words_of(value), true);
    !known.is_empty() && known.len() <= end - at.min(end) && known.iter().all(|stem| (at..end).any(|at| text.stem(at) == stem))
}
