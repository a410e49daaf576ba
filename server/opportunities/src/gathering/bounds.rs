//! How much a pipeline takes: texts are cut, what is there twice is kept once, and whatever is lost by it is named.

use super::Gathered;
use protocol::opportunities::{Evidence, Finding};
use std::collections::{HashMap, HashSet};

const MOST_FINDINGS: usize = 2_000;
/// In characters, as all lengths here.
const LONGEST_TITLE: usize = 300;
const LONGEST_DESCRIPTION: usize = 5_000;
const LONGEST_ID: usize = 200;
const LONGEST_QUOTE: usize = 2_000;
const LONGEST_LINK: usize = 2_000;
/// Pieces of evidence of one finding.
const MOST_EVIDENCE: usize = 50;
/// Sentences about what was left out.
const MOST_SENTENCES: usize = 100;
/// Titles that one sentence names.
const NAMED: usize = 10;

/// Findings within bounds, with ids of their own.
pub(super) fn settle(gathered: Gathered) -> Gathered {
    let Gathered { findings, mut left_out } = gathered;
    let mut kept: Vec<Finding> = Vec::new();
    let mut by_text: HashMap<(String, String), usize> = HashMap::new();
    let mut ids: HashSet<String> = HashSet::new();
    let mut over: Vec<String> = Vec::new();
    for finding in findings {
        let mut finding = tidy(finding, &mut left_out);
        if finding.title.is_empty() {
            left_out.push(format!("Finding {} has no title.", finding.id));
            continue;
        }
        let key = (plain(&finding.title), plain(&finding.description));
        if let Some(same) = by_text.get(&key).map(|at| &mut kept[*at]) {
            left_out.push(format!(
                "\"{}\" was found twice in the same words ({} and {}): it was kept once, with the evidence of both.",
                finding.title, same.id, finding.id
            ));
            merge(same, finding);
            continue;
        }
        if kept.len() == MOST_FINDINGS {
            over.push(finding.title);
            continue;
        }
        if ids.contains(&finding.id) {
            let own = free_id(&finding.id, &ids);
            left_out.push(format!("Two findings were called {}: the second one is {own} here.", finding.id));
            finding.id = own;
        }
        ids.insert(finding.id.clone());
        by_text.insert(key, kept.len());
        kept.push(finding);
    }
    if !over.is_empty() {
        left_out.push(describe_rest(&over));
    }
    Gathered { findings: kept, left_out: limit(left_out) }
}

/// Texts of a bearable length, numbers in their range, links that lead somewhere.
fn tidy(finding: Finding, left_out: &mut Vec<String>) -> Finding {
    let Finding { id, title, description, mut evidence, surface, impact } = finding;
    let (id, _) = cut(&one_line(&id), LONGEST_ID);
    let (title, title_is_cut) = cut(&one_line(&title), LONGEST_TITLE);
    let (description, description_is_cut) = cut(text(&description).trim(), LONGEST_DESCRIPTION);
    if title_is_cut {
        left_out.push(format!("The title of finding {id} was cut to {LONGEST_TITLE} characters."));
    }
    if description_is_cut {
        left_out.push(format!("The description of finding {id} was cut to {LONGEST_DESCRIPTION} characters."));
    }
    if evidence.len() > MOST_EVIDENCE {
        left_out.push(format!("Finding {id} has {} pieces of evidence: the first {MOST_EVIDENCE} were kept.", evidence.len()));
        evidence.truncate(MOST_EVIDENCE);
    }
    let surface = surface.map(|surface| cut(&one_line(&surface), LONGEST_TITLE).0).filter(|surface| !surface.is_empty());
    let impact = impact.filter(|impact| impact.is_finite()).map(|impact| impact.clamp(0.0, 1.0));
    Finding {
        evidence: evidence.into_iter().map(|one| tidy_evidence(one, &id)).collect(),
        id,
        title,
        description,
        surface,
        impact,
    }
}

fn tidy_evidence(evidence: Evidence, finding: &str) -> Evidence {
    let or = |text: &str, other: &str| if text.trim().is_empty() { other.to_owned() } else { cut(&one_line(text), LONGEST_ID).0 };
    Evidence {
        source_type: or(&evidence.source_type, "pasted"),
        source_id: or(&evidence.source_id, finding),
        retrieved_at: evidence.retrieved_at,
        confidence: if evidence.confidence.is_finite() { evidence.confidence.clamp(0.0, 1.0) } else { 0.0 },
        quote: evidence.quote.map(|quote| cut(text(&quote).trim(), LONGEST_QUOTE).0).filter(|quote| !quote.is_empty()),
        link: evidence.link.filter(|link| leads_somewhere(link)),
    }
}

/// A page of this product or of the web: anything else that a program sends may be a script.
fn leads_somewhere(link: &str) -> bool {
    let is_own = link.starts_with('/') && !link.starts_with("//") && !link.starts_with("/\\");
    let is_web = link.starts_with("https://") || link.starts_with("http://");
    (is_own || is_web) && link.len() <= LONGEST_LINK && !link.chars().any(char::is_control)
}

/// Another finding's evidence beside its own.
fn merge(same: &mut Finding, other: Finding) {
    let is_known = |known: &[Evidence], one: &Evidence| {
        known
            .iter()
            .any(|known| (&known.source_type, &known.source_id, &known.quote) == (&one.source_type, &one.source_id, &one.quote))
    };
    for one in other.evidence {
        if same.evidence.len() < MOST_EVIDENCE && !is_known(&same.evidence, &one) {
            same.evidence.push(one);
        }
    }
    same.surface = same.surface.take().or(other.surface);
    same.impact = match (same.impact, other.impact) {
        (Some(one), Some(other)) => Some(one.max(other)),
        (one, other) => one.or(other),
    };
}

fn free_id(id: &str, taken: &HashSet<String>) -> String {
    let mut number = 2_u32;
    loop {
        let free = format!("{id}-{number}");
        if !taken.contains(&free) {
            return free;
        }
        number += 1;
    }
}

fn describe_rest(over: &[String]) -> String {
    let named: Vec<String> = over.iter().take(NAMED).map(|title| format!("\"{title}\"")).collect();
    let more = if over.len() > NAMED { format!(" and {} more", over.len() - NAMED) } else { String::new() };
    format!("A pipeline takes at most {MOST_FINDINGS} findings. These were left out: {}{more}.", named.join(", "))
}

fn limit(mut sentences: Vec<String>) -> Vec<String> {
    if sentences.len() > MOST_SENTENCES {
        // The last one tells how many findings there were too many.
        let last = sentences.pop();
        let more = sentences.len() - (MOST_SENTENCES - 2);
        sentences.truncate(MOST_SENTENCES - 2);
        sentences.push(format!("{more} more were left out, cut or kept once."));
        sentences.extend(last);
    }
    sentences
}

pub(super) fn one_line(text: &str) -> String {
    let words = text.split(|sign: char| sign.is_whitespace() || sign.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Without signs that no page can show.
fn text(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control() || matches!(sign, '\n' | '\t')).collect()
}

/// The beginning, and whether that is not all.
fn cut(text: &str, most: usize) -> (String, bool) {
    if text.chars().nth(most).is_none() {
        return (text.to_owned(), false);
    }
    let begin: String = text.chars().take(most - 1).collect();
    (format!("{}…", begin.trim_end()), true)
}

/// What two texts have in common that differ in case and space only.
fn plain(text: &str) -> String {
    one_line(text).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::Timestamp;

    fn evidence(id: &str) -> Evidence {
        Evidence {
            source_type: "insight".into(),
            source_id: id.into(),
            retrieved_at: Timestamp(1),
            confidence: 0.8,
            quote: None,
            link: None,
        }
    }

    fn finding(id: &str, title: &str, description: &str) -> Finding {
        Finding {
            id: id.into(),
            title: title.into(),
            description: description.into(),
            evidence: vec![evidence(id)],
            surface: None,
            impact: None,
        }
    }

    fn settled(findings: Vec<Finding>) -> Gathered {
        settle(Gathered { findings, left_out: Vec::new() })
    }

    #[test]
    fn what_is_there_twice_is_kept_once_with_the_evidence_of_both() {
        let again = Finding { impact: Some(0.4), ..finding("b", "checkout IS  slow", " Nine\nseconds.") };
        let found = settled(vec![finding("a", "Checkout is slow", "Nine seconds."), again, finding("c", "Checkout is slow", "")]);
        let ids: Vec<&str> = found.findings.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["a", "c"]);
        let first = &found.findings[0];
        assert_eq!(first.evidence.iter().map(|one| one.source_id.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!((first.impact, found.left_out.len()), (Some(0.4), 1));
        assert!(found.left_out[0].contains("(a and b)"), "{}", found.left_out[0]);
    }

    #[test]
    fn ids_are_unique() {
        let found = settled(vec![finding("a", "1", ""), finding("a-2", "2", ""), finding("a", "3", "")]);
        assert_eq!(found.findings.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["a", "a-2", "a-3"]);
        assert_eq!(found.left_out, ["Two findings were called a: the second one is a-3 here."]);
    }

    #[test]
    fn long_texts_are_cut_and_named() {
        let found = settled(vec![finding("a", &"ä".repeat(301), &"ö".repeat(5_001)), finding("b", "\0 ", "")]);
        let first = &found.findings[0];
        assert_eq!((first.title.chars().count(), first.description.chars().count()), (300, 5_000));
        assert!(first.title.ends_with('…') && first.description.ends_with('…'));
        assert_eq!(
            found.left_out,
            [
                "The title of finding a was cut to 300 characters.",
                "The description of finding a was cut to 5000 characters.",
                "Finding b has no title."
            ]
        );
        let exact = settled(vec![finding("a", &"ä".repeat(300), &"ö".repeat(5_000))]);
        assert!(exact.left_out.is_empty());
    }

    #[test]
    fn too_many_are_listed() {
        let found = settled((0..2_012).map(|number| finding(&format!("f{number}"), &format!("Finding {number}"), "")).collect());
        assert_eq!(found.findings.len(), 2_000);
        let [sentence] = found.left_out.as_slice() else { panic!("{:?}", found.left_out) };
        assert!(sentence.contains("\"Finding 2000\"") && sentence.ends_with("and 2 more."), "{sentence}");
    }

    #[test]
    fn sentences_are_bounded_too() {
        let same = (0..500).map(|number| finding(&format!("f{number}"), "The same", "")).collect();
        let found = settled(same);
        assert_eq!((found.findings.len(), found.left_out.len()), (1, 100));
        assert_eq!(found.left_out[98], "400 more were left out, cut or kept once.");
        assert_eq!(found.findings[0].evidence.len(), 50);
    }

    #[test]
    fn evidence_is_safe_to_show() {
        for (link, is_kept) in [
            ("/projects/1/runs/2/insights/churn-1", true),
            ("https://example.org/a", true),
            ("javascript:alert(1)", false),
            ("//example.org", false),
            ("/\\example.org", false),
            ("", false),
        ] {
            let one = Evidence { link: Some(link.into()), confidence: 7.0, quote: Some(" ".into()), ..evidence("") };
            let tidied = tidy_evidence(Evidence { source_type: String::new(), ..one }, "f");
            assert_eq!(tidied.link.is_some(), is_kept, "{link}");
            assert_eq!((tidied.confidence, tidied.quote), (1.0, None));
            assert_eq!((tidied.source_type.as_str(), tidied.source_id.as_str()), ("pasted", "f"));
        }
    }
}
