//! What several sources say to one question, weighed (seed 004, Fact Resolution Tool).

use super::{FactRow, definitions, fact_key};
use serde_json::{Value, json};

/// Below this somebody should be asked.
pub const SURE: f64 = 0.5;
/// Sources of one answer.
const SHOWN: usize = 5;

/// What one source says.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// `fact`, `document`, `schema`, `data` or `web`.
    pub kind: String,
    pub name: String,
    pub excerpt: String,
    pub answer: String,
    /// From 0 to 1.
    pub confidence: f64,
    /// Of data.
    pub query: Option<String>,
    /// Of the web.
    pub url: Option<String>,
}

impl Said {
    /// The excerpt is the answer.
    #[must_use]
    pub fn new(kind: &str, name: &str, excerpt: &str, confidence: f64) -> Self {
        let confidence = (confidence * 100.0).round() / 100.0;
        let (kind, name, excerpt) = (kind.to_owned(), name.to_owned(), excerpt.to_owned());
        Self { kind, name, answer: excerpt.clone(), excerpt, confidence, query: None, url: None }
    }

    fn shown(&self) -> Value {
        let mut shown = json!({"type": self.kind, "name": self.name, "excerpt": self.excerpt, "confidence": self.confidence});
        for (field, value) in [("query", &self.query), ("url", &self.url)] {
            if let Some(value) = value {
                shown[field] = value.as_str().into();
            }
        }
        shown
    }
}

/// The seed's shape. Where somebody should be asked, `clarification` is the question.
#[must_use]
pub fn answer(question: &str, mut sources: Vec<Said>, asked_back: Option<String>) -> Value {
    sources.sort_by(|left, right| right.confidence.total_cmp(&left.confidence));
    let best = sources.first();
    let confidence = best.map_or(0.0, |best| best.confidence);
    let unsure = confidence < SURE;
    let ask = || {
        let subject = question.split_whitespace().collect::<Vec<_>>().join(" ");
        asked_back.unwrap_or_else(|| match best {
            Some(best) => format!("Is this the answer to \"{subject}\": {}?", best.answer.trim_end_matches(['.', '?'])),
            None => format!("No source of the project answers it. {}?", subject.trim_end_matches(['?', '.', ' '])),
        })
    };
    json!({
        "question": question, "answer": best.map(|best| best.answer.as_str()), "confidence": confidence,
        "sources": sources.iter().take(SHOWN).map(Said::shown).collect::<Vec<_>>(),
        "needs_clarification": unsure, "clarification": if unsure { Some(ask()) } else { None },
    })
}

/// The words of a question that say what it is about.
#[must_use]
pub fn subject(question: &str) -> Vec<String> {
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
#[must_use]
pub fn covered(subject: &[String], text: &str) -> f64 {
    let text = text.to_lowercase();
    if subject.is_empty() {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "a question has few words")]
    let part = subject.iter().filter(|word| text.contains(word.as_str())).count() as f64 / subject.len() as f64;
    part
}

/// Facts whose name is the question, or all that it is about.
#[must_use]
pub fn known(rows: &[FactRow], question: &str) -> Vec<Said> {
    let (key, subject) = (fact_key(question), subject(question));
    rows.iter()
        .filter_map(|row| {
            let value = row.value.as_ref()?;
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let name = fact_key(&row.name);
            let likeness = if name == key { 1.0 } else { covered(&subject, &name) };
            (likeness >= 0.99).then(|| Said::new("fact", &row.name, &text, row.confidence * likeness))
        })
        .collect()
}

/// The sentence of a passage that answers best; `trust` is how far its source is believed.
#[must_use]
pub fn in_passage(question: &str, kind: &str, name: &str, passage: &str, trust: f64) -> Option<Said> {
    let subject = subject(question);
    let sentences = passage.split(['\n']).flat_map(|line| line.split_inclusive(". "));
    let (part, sentence) = sentences
        .map(|sentence| (covered(&subject, sentence), sentence.trim().trim_start_matches(['-', '*', '#', ' '])))
        .filter(|(part, sentence)| *part > 0.6 && sentence.len() > 3)
        .max_by(|left, right| left.0.total_cmp(&right.0))?;
    let plain = sentence.replace("**", "");
    let definition = definitions(&plain).into_iter().next();
    let (answer, sure) = definition.map_or((plain.clone(), 0.6), |(_, value)| (value, 0.95));
    Some(Said { answer, ..Said::new(kind, name, &plain, part * sure * trust) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surest_source_answers() {
        let page =
            in_passage("What is churn?", "web", "Wikipedia", "Churn means customers that leave.", 0.7).expect("it says so");
        let told = answer("What is churn?", vec![page.clone(), Said::new("fact", "churn", "90 days", 1.0)], None);
        assert_eq!((&told["answer"], &told["sources"][1]["type"]), (&json!("90 days"), &json!("web")));
        let told = answer("What is churn?", vec![page], None);
        assert_eq!((&told["answer"], &told["needs_clarification"]), (&json!("customers that leave"), &json!(false)));
        let told = answer("What is churn?", Vec::new(), None);
        assert_eq!(told["clarification"], "No source of the project answers it. What is churn?");
        let told = answer("Average price?", Vec::new(), Some("Which price?".into()));
        assert_eq!((&told["clarification"], &told["answer"]), (&json!("Which price?"), &json!(null)));
        let weak = answer("Why?", vec![Said::new("web", "a", "Because.", 0.42)], None);
        assert_eq!(weak["clarification"], "Is this the answer to \"Why?\": Because?");
    }
}
