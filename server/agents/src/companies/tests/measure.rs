//! Precision and recall on labelled texts, and no leak: a company that must be refused is never returned.

use crate::companies::BuiltInReader;
use domain::companies::{Candidate, Certainty, CompanyReader as _, FoundText, Gazetteer, Place, ReadingGoal, Role};
use std::collections::BTreeSet;

struct Case {
    goal: ReadingGoal,
    text: String,
    present: BTreeSet<String>,
    refused: BTreeSet<String>,
}

fn cases(data: &str) -> Vec<Case> {
    let blocks = data.split("\n@ ").skip(1);
    blocks.map(case).collect()
}

fn case(block: &str) -> Case {
    let (head, rest) = block.split_once('\n').expect("a first line with the place");
    let (area, city) = head.split_once(" | ").expect("an area and a city");
    let (mut lines, mut present, mut refused) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    // Labels end the block; a list in the text has a blank line or another mark.
    let rest: Vec<&str> = rest.trim_end().lines().collect();
    let labels = rest.iter().rev().take_while(|line| line.starts_with("+ ") || line.starts_with("- ")).count();
    let first = rest.len() - labels
        + rest[rest.len() - labels..]
            .iter()
            .take_while(|line| line.starts_with("- ") && rest.iter().any(|line| line.starts_with("+ ")))
            .count();
    let first = if rest[rest.len() - labels..].iter().any(|line| line.starts_with("+ ")) { first } else { rest.len() - labels };
    for (at, line) in rest.iter().enumerate() {
        if at < first {
            lines.push(*line);
        } else if let Some(name) = line.strip_prefix("+ ") {
            present.insert(name.to_owned());
        } else if let Some(name) = line.strip_prefix("- ") {
            refused.insert(name.to_owned());
        }
    }
    let place = |area: Option<&str>| Place { area: area.map(str::to_owned), city: Some(city.to_owned()), ..Place::default() };
    let gazetteer = Gazetteer::built_in();
    let place = gazetteer.canonicalise(&place((area != "-").then_some(area)));
    let mut aliases = gazetteer.aliases(&place);
    aliases.push(if area == "-" { city } else { area }.to_owned());
    Case { goal: ReadingGoal { place, aliases, excluded: Vec::new() }, text: lines.join("\n"), present, refused }
}

fn counts(goal: &ReadingGoal, candidate: &Candidate) -> bool {
    let there = match &goal.place.area {
        Some(area) => candidate.place.area.as_ref() == Some(area) && candidate.certainty == Certainty::Verified,
        None => candidate.place.city == goal.place.city && candidate.certainty != Certainty::Unverified,
    };
    there && candidate.role == Role::Tenant && candidate.presence.counts()
}

fn bare(name: &str) -> String {
    const LEGAL: [&str; 12] = ["ltd", "limited", "llc", "inc", "plc", "gmbh", "ag", "sa", "fze", "pte", "corp", "co"];
    let lower = name.replace([',', '.'], "").to_lowercase();
    let mut words: Vec<&str> = lower.trim_start_matches("the ").split_whitespace().collect();
    while words.len() > 1 && words.last().is_some_and(|last| LEGAL.contains(last)) {
        words.pop();
    }
    words.join(" ")
}

/// Prints every error; answers precision, recall and leaks.
fn measure(data: &str) -> (f64, f64, usize) {
    let (mut right, mut wrong, mut missed, mut leaks) = (0, 0, 0, 0);
    for case in cases(data) {
        let text =
            FoundText { url: "https://example.org".into(), title: String::new(), text: case.text.clone(), published: None };
        let found = BuiltInReader::default().read(&case.goal, std::slice::from_ref(&text));
        let returned: Vec<&Candidate> = found.iter().filter(|candidate| counts(&case.goal, candidate)).collect();
        for candidate in &returned {
            assert!(text.text.contains(&candidate.snippet), "{}", candidate.snippet);
            assert!(candidate.snippet.contains(&candidate.name), "{} in {}", candidate.name, candidate.snippet);
            assert!(
                case.goal.aliases.iter().any(|alias| candidate.snippet.to_lowercase().contains(&alias.to_lowercase())),
                "{:?} in {}",
                case.goal.aliases,
                candidate.snippet
            );
            if case.present.iter().any(|name| bare(name) == bare(&candidate.name)) {
                right += 1;
            } else {
                wrong += 1;
                let leak = case.refused.iter().any(|name| bare(name) == bare(&candidate.name));
                leaks += usize::from(leak);
                println!(
                    "{} {} ({}) in: {}\n",
                    if leak { "LEAK" } else { "WRONG" },
                    candidate.name,
                    candidate.raw_place,
                    case.text
                );
            }
        }
        for name in &case.present {
            if !returned.iter().any(|candidate| bare(name) == bare(&candidate.name)) {
                missed += 1;
                let near: Vec<_> = found
                    .iter()
                    .map(|one| (one.name.as_str(), one.role, one.presence, one.certainty, one.raw_place.as_str()))
                    .collect();
                println!("MISSED {name} in: {}\n  {near:?}\n", case.text);
            }
        }
    }
    let precision = f64::from(right) / f64::from(right + wrong).max(1.0);
    let recall = f64::from(right) / f64::from(right + missed).max(1.0);
    println!("precision {precision:.2} recall {recall:.2} leaks {leaks}");
    (precision, recall, leaks)
}

#[test]
fn the_texts_it_was_developed_with() {
    let (precision, recall, leaks) = measure(include_str!("development.txt"));
    assert!(precision >= 0.90 && recall >= 0.80 && leaks == 0, "precision {precision:.2} recall {recall:.2} leaks {leaks}");
}
