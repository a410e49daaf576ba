//! What of the model's answer is handed on. A finding keeps its stance and its value only where its quote speaks of them; a
//! sentence that says more than the quotes is left out.

use super::form_of_answer::{ModelFinding, ModelFindings};
use crate::{
    interview::model::{
        reply::sentences::{has_markup, next, plain},
        words::{numbers, stems},
    },
    research::rules::{
        subject::{Subject, root},
        summary,
    },
};
use domain::research::{Claim, FINDINGS, Judged, Material, verified};
use protocol::{interview::WidgetType, research::Stance};
use serde_json::{Value, json};
use std::collections::HashSet;

/// The most sentences of a summary.
const SENTENCES: usize = 5;
/// Twice as many findings as are kept are looked at.
const LOOKED_AT: usize = 2 * FINDINGS;
/// What is said to a machine and to nobody else. A page that tells whoever reads it what to report has said nothing of the subject.
const ORDERS: &[&str] = &[
    "previous instructions", "all instructions", "instructions above", "your instructions", "system prompt", "you are now",
    "ignore all", "ignore previous", "ignore the above", "ignore any", "disregard all", "disregard previous",
    "disregard the above", "mark every", "mark all", "mark it as", "mark this as", "as satisfied", "as contradicted",
    "set the value", "set its value", "set the phase", "respond with", "reply with", "output only", "=== ", "<system", "</",
    "system:", "assistant:", "answer only with", "every api key", "finish the interview", "complete the interview",
    "accepted everything", "{\"",
];

pub(super) fn carried(subject: &Subject, material: &Material, said: ModelFindings) -> Judged {
    let proposed = said.findings.len();
    let findings = said.findings.into_iter().take(LOOKED_AT).filter(|one| !is_order(&one.quote));
    let claims: Vec<Claim> = findings.map(|one| claim(subject, material, one)).collect();
    let dropped = proposed - claims.len();
    if dropped > 0 {
        metrics::counter!("discovery_model_proposals_dropped", "task" => "judge_research").increment(dropped as u64);
        tracing::debug!(dropped, "findings of the model that are nothing of the subject");
    }
    let texts: Vec<_> = material.sources.iter().map(|one| (one.source.id, one.text.as_str())).collect();
    let (kept, _) = verified(claims.clone(), &texts);
    let told = told(subject, material, &kept, &said.summary);
    Judged { summary: told.unwrap_or_else(|| summary::of(subject, material, &kept)), claims }
}

/// Whether the quote stands in its source.
pub(super) fn stands(material: &Material, one: &ModelFinding) -> bool {
    let Some(source) = one.source.checked_sub(1).and_then(|place| material.sources.get(place)) else { return false };
    let claim =
        Claim { claim: String::new(), quote: one.quote.clone(), source: source.source.id, stance: Stance::Informs, value: None };
    !verified(vec![claim], &[(source.source.id, source.text.as_str())]).0.is_empty()
}

fn is_order(quote: &str) -> bool {
    let quote = quote.to_lowercase();
    ORDERS.iter().any(|order| quote.contains(order))
}

fn claim(subject: &Subject, material: &Material, one: ModelFinding) -> Claim {
    let words: HashSet<String> =
        one.quote.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(root).collect();
    let held = |of: &[String]| of.iter().filter(|word| words.contains(*word)).count();
    let (topic, said) = (held(&subject.topic), held(&subject.said));
    let stance = match one.stance {
        Stance::Supports if said > 0 && said * 2 >= subject.said.len() => Stance::Supports,
        Stance::Contradicts if subject.value.is_some() && topic + said > 0 => Stance::Contradicts,
        _ => Stance::Informs,
    };
    let value = one.value.filter(|_| subject.value.is_none() && topic > 0).and_then(|value| typed(subject, &value));
    let foreign = !numbers(&one.claim).is_subset(&numbers(&one.quote));
    let said = plain(&one.claim);
    let claim = if said.is_empty() || foreign || has_markup(&said) || is_order(&said) { one.quote.clone() } else { said };
    Claim { claim, quote: one.quote, source: material.sources[one.source - 1].source.id, stance, value }
}

/// In the form that the obligation's widget takes; `domain` sees whether the quote says it.
fn typed(subject: &Subject, value: &str) -> Option<Value> {
    let value = value.trim();
    match subject.widget() {
        WidgetType::Number => {
            let bare = value.replace([',', '_', ' ', '\u{a0}', '\u{202f}'], "");
            bare.parse::<i64>().map(|whole| json!(whole)).or_else(|_| bare.parse::<f64>().map(|number| json!(number))).ok()
        }
        WidgetType::Text | WidgetType::Choice => (!value.is_empty()).then(|| json!(value)),
        WidgetType::Multiselect => {
            let each: Vec<&str> = value.split(',').map(str::trim).filter(|one| !one.is_empty()).collect();
            (!each.is_empty()).then(|| json!(each))
        }
        WidgetType::Date => None,
    }
}

/// The sentences of the summary that say nothing which is not in the quotes.
fn told(subject: &Subject, material: &Material, kept: &[Claim], said: &str) -> Option<String> {
    if kept.is_empty() {
        return None;
    }
    let mut ground: String = kept.iter().map(|claim| format!("{} ", claim.quote)).collect();
    ground.push_str(&format!("{} {} {}", material.asked.query, subject.name, subject.said.join(" ")));
    let (known, counted) = (stems(&ground), numbers(&ground));
    let mut rest = said.to_owned();
    let mut sentences = Vec::new();
    while let Some(sentence) = next(&mut rest, true) {
        let sentence = plain(&sentence);
        let words = stems(&sentence);
        let grounded = words.iter().filter(|word| known.contains(*word)).count() * 2 >= words.len();
        let good = !words.is_empty()
            && grounded
            && numbers(&sentence).is_subset(&counted)
            && !has_markup(&sentence)
            && !is_order(&sentence)
            && !sentence.ends_with('?');
        if good && sentences.len() < SENTENCES {
            sentences.push(sentence);
        }
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}
