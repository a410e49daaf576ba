//! Values that somebody gave stand in the place of the words for them: "my budget", a word that was corrected, a term that a fact
//! explains. Nothing is assumed for what only the person knows.

use super::{doubts::put, listed::listed, passages::terms, talk::words};
use domain::{
    ask::{Draft, IN_DOCUMENT, KnownFact, Material, NodeDraft, NodeFrom, Pick, facts_of_answers, render_value},
    tools::fact_key,
};
use protocol::ask::{Clarification, PlanFact, PlanStep, ProofSource, StepAction};
use serde_json::Value;

/// The question with known values in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Filled {
    pub(super) question: String,
    /// What stands in it now.
    pub(super) taken: Vec<KnownFact>,
    /// "Budget": only the person knows it, and has not said it.
    pub(super) missing: Vec<String>,
}

/// What is known under this name: an answer in this ask, a value of it, a fact; the last one wins.
pub(super) fn find(material: &Material<'_>, name: &str) -> Option<KnownFact> {
    let key = fact_key(name);
    let stems = terms(name);
    let count = |text: &str| text.split_whitespace().count();
    let is_it =
        |other: &String| fact_key(other) == key || (!stems.is_empty() && terms(other) == stems && count(other) == count(name));
    let given = facts_of_answers(material.clarified);
    let own = material.values.iter().chain(given.iter()).find(|(name, _)| is_it(name));
    let own = own.map(|(name, value)| KnownFact {
        name: name.clone(),
        value: value.clone(),
        source: "user".to_owned(),
        quote: None,
        confidence: 1.0,
    });
    own.or_else(|| material.facts.iter().rev().find(|fact| is_it(&fact.name)).cloned())
}

/// "My budget" becomes what it is. `is_read` says whether a question can be read: a word is replaced where that still can.
pub(super) fn fill(material: &Material<'_>, is_read: &dyn Fn(&str) -> bool) -> Filled {
    let mut filled = Filled { question: material.question.to_owned(), ..Filled::default() };
    for (phrase, name) in personal(material) {
        match find(material, &name) {
            Some(fact) => {
                filled.question = put(&filled.question, &phrase, &render_plain(&fact.value));
                filled.taken.push(fact);
            }
            None if !filled.missing.contains(&name) => filled.missing.push(name),
            None => {}
        }
    }
    for fact in material.facts.iter().rev() {
        if filled.taken.iter().any(|taken| fact_key(&taken.name) == fact_key(&fact.name)) {
            continue;
        }
        let value = render_plain(&fact.value);
        let is_known_better = filled.question.to_lowercase().contains(&value.to_lowercase());
        // What a person said of a word comes first; other facts explain what the data does not.
        let is_said = fact.source == "user" || fact.name.parse::<f64>().is_ok();
        let texts = replaced(&filled.question, &fact.name, &value);
        if is_known_better || texts.is_empty() || (!is_said && is_read(&filled.question)) {
            continue;
        }
        if let Some(text) = texts.into_iter().find(|text| is_read(text)) {
            filled.question = text;
            filled.taken.push(fact.clone());
        }
    }
    filled
}

/// Whether a name of several words stands in the question, is known, and has one of these.
pub(super) fn explains(material: &Material<'_>, words: &[String]) -> bool {
    let has = |name: &str| {
        let own = terms(name);
        own.len() > 1 && words.iter().flat_map(|word| terms(word)).any(|term| own.contains(&term))
    };
    let mut facts = material.facts.iter().filter(|fact| has(&fact.name));
    facts.any(|fact| !replaced(material.question, &fact.name, "").is_empty())
}

/// The question with a value in the place of its name: "VIP customers" as "customers with …", else as it is.
fn replaced(question: &str, name: &str, value: &str) -> Vec<String> {
    let wanted = terms(name);
    let ranges = words(question);
    let count = name.split_whitespace().count();
    let at = ranges.windows(count.max(1)).find(|window| {
        let text = &question[window[0].start..window[window.len() - 1].end];
        text.eq_ignore_ascii_case(name) || (!wanted.is_empty() && terms(text) == wanted)
    });
    let Some(window) = at else { return Vec::new() };
    let (mut from, to) = (window[0].start, window[window.len() - 1].end);
    let is_number = value.parse::<f64>().is_ok();
    // "Over the minimum order": a number has no article.
    if let Some(before) = ranges.iter().rfind(|range| range.end <= from)
        && is_number
        && is_article(&question[before.clone()])
    {
        from = before.start;
    }
    let put = |text: &str| format!("{}{text}{}", &question[..from], &question[to..]);
    let mut texts = Vec::new();
    if count > 1 && !is_number {
        let noun = &question[window[window.len() - 1].clone()];
        let says = strip_noun(value, noun);
        if says.len() < value.len() {
            texts.push(put(&format!("{noun} {says}")));
        }
        texts.extend(["with", "that have", "whose", "that are"].map(|word| put(&format!("{noun} {word} {says}"))));
    }
    texts.push(put(value));
    texts
}

fn is_article(word: &str) -> bool {
    listed("owners").iter().any(|article| word.eq_ignore_ascii_case(article))
}

/// "Customers with spend over 1000", "those with …": what it says of the noun.
fn strip_noun<'value>(value: &'value str, noun: &str) -> &'value str {
    let own = terms(noun);
    let is_noun = |word: &str| word.eq_ignore_ascii_case("those") || (!own.is_empty() && terms(word) == own);
    let first = words(value).into_iter().find(|range| !is_article(&value[range.clone()]));
    first.filter(|range| is_noun(&value[range.clone()])).map_or(value, |range| value[range.end..].trim_start())
}

/// Phrases like "my budget", each with its name. "Our customers" are in the data.
fn personal(material: &Material<'_>) -> Vec<(String, String)> {
    let question = material.question;
    let ranges = words(question);
    let is_of_data = |text: &str| {
        let stems = terms(text);
        let has = |name: &str| {
            let own = terms(name);
            stems.last().is_some_and(|last| own.contains(last))
        };
        let places = material.places;
        places.iter().any(|place| has(&place.table.name) || place.table.columns.iter().any(|column| has(&column.name)))
    };
    let mut found = Vec::new();
    for (at, range) in ranges.iter().enumerate() {
        let owner = question[range.clone()].to_lowercase();
        if owner != "my" && owner != "our" {
            continue;
        }
        let is_named = |count: &usize| {
            let last = ranges.get(at + count)?;
            let name = question[ranges[at + 1].start..last.end].to_lowercase();
            let is_listed = listed("personal").contains(&name.as_str());
            let is_known = find(material, &name).is_some();
            (is_listed || is_known).then(|| (question[range.start..last.end].to_owned(), name))
        };
        let unknown = || {
            let next = &question[ranges.get(at + 1)?.clone()];
            (owner == "my" && !terms(next).is_empty() && !is_of_data(next))
                .then(|| (format!("{} {next}", &question[range.clone()]), next.to_lowercase()))
        };
        found.extend([2, 1].iter().find_map(is_named).or_else(unknown));
    }
    found
}

pub(super) fn ask_personal(missing: &[String]) -> Vec<Clarification> {
    let ask = |name: &String| Clarification {
        text: format!("What is your {name}? Only you know it, and the answer depends on it."),
        about: name.clone(),
        personal: true,
        ..Clarification::default()
    };
    missing.iter().take(domain::ask::MOST_QUESTIONS).map(ask).collect()
}

fn render_plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What was taken stands in the proof as premises, and the answer says so.
pub(super) fn add_taken(draft: &mut Draft, taken: &[KnownFact]) {
    for fact in taken {
        let number = u32::try_from(draft.plan.plan.steps.len()).unwrap_or(u32::MAX) + 1;
        // What a document was read to say stands beside its words.
        let quoted = fact.source.strip_prefix(IN_DOCUMENT).zip(fact.quote.as_ref());
        let premises = draft.nodes.iter().take_while(|node| node.id.starts_with('P')).count();
        let id = format!("P{}", premises + 1);
        draft.plan.plan.steps.push(PlanStep {
            number,
            goal: format!("Take what is known of {}", fact.name),
            databases: Vec::new(),
            tables: Vec::new(),
            inputs: Vec::new(),
            depends_on: Vec::new(),
            action: match quoted {
                Some((document, quote)) => {
                    StepAction::Passage { document: document.to_owned(), section: String::new(), quote: quote.clone() }
                }
                None => StepAction::Fact { name: fact.name.clone(), value: fact.value.clone(), source: fact.source.clone() },
            },
        });
        draft.plan.discovered_context.facts.push(PlanFact {
            term: fact.name.clone(),
            definition: render_value(&fact.value),
            source: fact.source.clone(),
        });
        let from = NodeFrom::Step { number, pick: Pick::Cell { row: 0, column: 0 } };
        let mut node = NodeDraft { id: id.clone(), name: fact.name.clone(), from, confidence: fact.confidence };
        if let Some((document, _)) = quoted {
            let quote = NodeDraft { id: format!("P{}", premises + 2), name: format!("what {document} says"), ..node.clone() };
            draft.nodes.insert(premises, quote);
            draft.plan.discovered_context.documents.push(document.to_owned());
            node.from = NodeFrom::Known { value: fact.value.clone(), source: ProofSource::Document, origin: document.to_owned() };
        }
        draft.nodes.insert(premises, node);
        let who = if fact.source == "user" { "as you said".to_owned() } else { format!("from {}", fact.source) };
        let sentence = format!(" Here {} means {{{id}}}, {who}.", fact.name);
        for text in [&mut draft.answer.text, &mut draft.answer.refuted, &mut draft.answer.nothing] {
            if !text.is_empty() {
                text.push_str(&sentence);
            }
        }
    }
}
