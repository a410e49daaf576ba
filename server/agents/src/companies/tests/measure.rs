//! Precision and recall on labelled texts, and no leak: a company that must be refused is never returned.

use crate::companies::BuiltInReader;
use domain::companies::{Candidate, Certainty, CompanyReader as _, FoundText, Gazetteer, Place, ReadingGoal, Role};
use std::collections::BTreeSet;

struct Case {
    goal: ReadingGoal,
    title: String,
    text: String,
    present: BTreeSet<String>,
    refused: BTreeSet<String>,
}

fn cases(data: &str) -> Vec<Case> {
    let lines = format!("\n{data}");
    lines.split("\n@ ").skip(1).map(case).collect()
}

fn case(block: &str) -> Case {
    let (head, rest) = block.split_once('\n').expect("a first line with the place");
    let (area, city) = head.split_once(" | ").expect("an area and a city");
    let (title, rest) = rest.strip_prefix("# ").map_or(("", rest), |rest| rest.split_once('\n').unwrap_or((rest, "")));
    let (mut lines, mut present, mut refused) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    // Labels end the block; a list in the text has a blank line or another mark.
    let mut rest: Vec<&str> = rest.lines().filter(|line| !line.starts_with("# ")).collect();
    while rest.last().is_some_and(|line| line.trim().is_empty()) {
        rest.pop();
    }
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
    Case {
        goal: ReadingGoal { place, aliases, excluded: Vec::new() },
        title: title.to_owned(),
        text: lines.join("\n"),
        present,
        refused,
    }
}

fn counts(goal: &ReadingGoal, candidate: &Candidate) -> bool {
    let there = match &goal.place.area {
        Some(area) => candidate.place.area.as_ref() == Some(area) && candidate.certainty == Certainty::Verified,
        None => candidate.place.city == goal.place.city && candidate.certainty != Certainty::Unverified,
    };
    there && candidate.role == Role::Tenant && candidate.presence.counts()
}

fn bare(name: &str) -> String {
    const LEGAL: [&str; 26] = [
        "ltd", "limited", "llc", "inc", "plc", "gmbh", "ag", "sa", "fze", "pte", "corp", "co", "oyj", "ab", "asa", "sas", "pvt",
        "private", "sdn", "bhd", "nv", "bv", "spa", "srl", "kg", "as",
    ];
    let lower = name.replace([',', '.'], "").to_lowercase();
    let mut words: Vec<&str> = lower.trim_start_matches("the ").split_whitespace().collect();
    while words.len() > 1 && words.last().is_some_and(|last| LEGAL.contains(last)) {
        words.pop();
    }
    words.join(" ")
}

/// What came of reading texts.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    right: usize,
    wrong: usize,
    leaks: usize,
    /// Nothing was seen that has the name.
    unseen: usize,
    /// It was seen, and not put into the area.
    unplaced: usize,
}

impl Tally {
    #[expect(clippy::cast_precision_loss, reason = "counts of some hundreds")]
    fn precision(&self) -> f64 {
        self.right as f64 / (self.right + self.wrong).max(1) as f64
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of some hundreds")]
    fn recall(&self) -> f64 {
        self.right as f64 / (self.right + self.unseen + self.unplaced).max(1) as f64
    }
}

fn measure(data: &str, tally: &mut Tally, is_shown: bool) {
    let show = |line: String| {
        if is_shown {
            println!("{line}");
        }
    };
    for case in cases(data) {
        let text =
            FoundText { url: "https://example.org".into(), title: case.title.clone(), text: case.text.clone(), published: None };
        let found = BuiltInReader::new(Gazetteer::built_in()).read(&case.goal, std::slice::from_ref(&text));
        let returned: Vec<&Candidate> = found.iter().filter(|candidate| counts(&case.goal, candidate)).collect();
        let mut errors = Vec::new();
        for candidate in &returned {
            check_evidence(&case, candidate);
            if case.present.iter().any(|name| bare(name) == bare(&candidate.name)) {
                tally.right += 1;
                continue;
            }
            tally.wrong += 1;
            let is_leak = case.refused.iter().any(|name| bare(name) == bare(&candidate.name));
            tally.leaks += usize::from(is_leak);
            errors.push(format!("{} {} ({})", if is_leak { "LEAK" } else { "WRONG" }, candidate.name, candidate.raw_place));
        }
        for name in &case.present {
            if returned.iter().any(|candidate| bare(name) == bare(&candidate.name)) {
                continue;
            }
            let seen = found.iter().find(|candidate| bare(name) == bare(&candidate.name));
            match seen {
                Some(_) => tally.unplaced += 1,
                None => tally.unseen += 1,
            }
            let what = seen.map(|one| (one.role, one.presence, one.certainty, one.raw_place.as_str()));
            errors.push(format!("MISSED {name} {what:?}"));
        }
        let signs = crate::companies::rules::signs(&case.goal, &case.text);
        for row in signs.iter().filter(|row| errors.iter().any(|error| error.contains(&row[0]))).collect::<Vec<_>>() {
            errors.push(format!("  {}", row.join(" | ")));
        }
        if std::env::var("READER_DUMP").is_ok() {
            println!("TEXT\t{}\t{}\t{}", case.title, case.present.len(), case.refused.len());
            for row in &signs {
                let is_in = |names: &BTreeSet<String>| names.iter().any(|one| bare(one) == bare(&row[0]));
                let label = if is_in(&case.present) {
                    "+"
                } else if is_in(&case.refused) {
                    "-"
                } else {
                    "?"
                };
                println!("SIGNS\t{label}\t{}", row.join("\t"));
            }
        }
        if !errors.is_empty() {
            show(format!("# {}\n{}\n  {}", case.title, case.text, errors.join("\n  ")));
            show(format!("  seen: {:?}\n", found.iter().map(|one| one.name.as_str()).collect::<Vec<_>>()));
        }
    }
}

fn check_evidence(case: &Case, candidate: &Candidate) {
    assert!(case.text.contains(&candidate.snippet), "{}", candidate.snippet);
    assert!(candidate.snippet.contains(&candidate.name), "{} in {}", candidate.name, candidate.snippet);
    let snippet = candidate.snippet.to_lowercase();
    let names_area = case.goal.aliases.iter().any(|alias| snippet.contains(&alias.to_lowercase()));
    assert!(names_area, "{:?} in {}", case.goal.aliases, candidate.snippet);
}

fn print(tally: &Tally) {
    println!("precision {:.2} recall {:.2} {tally:?}", tally.precision(), tally.recall());
}

#[test]
fn the_texts_it_was_developed_with() {
    let mut tally = Tally::default();
    measure(include_str!("development.txt"), &mut tally, true);
    print(&tally);
    assert!(tally.precision() >= 0.90 && tally.recall() >= 0.80 && tally.leaks == 0, "{tally:?}");
}

#[test]
fn refusals_in_many_words() {
    let mut tally = Tally::default();
    measure(include_str!("refusals.txt"), &mut tally, true);
    assert_eq!((tally.wrong, tally.right), (0, 0), "{tally:?}");
}

#[test]
fn says_where_companies_are_in_many_ways() {
    let mut tally = Tally::default();
    measure(include_str!("placing.txt"), &mut tally, true);
    print(&tally);
    assert_eq!((tally.wrong, tally.unseen, tally.unplaced), (0, 0, 0), "{tally:?}");
}

/// `READER_TEXTS=folder cargo test -p agents --release texts_of_a_folder -- --ignored --nocapture`; with `READER_SHOW=1` the errors too.
#[test]
#[ignore = "measures a folder of texts that the project does not have"]
fn measures_the_texts_of_a_folder() {
    let folder = std::env::var("READER_TEXTS").expect("READER_TEXTS names a folder");
    let is_shown = std::env::var("READER_SHOW").is_ok();
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let mut tally = Tally::default();
    for file in files {
        let mut own = Tally::default();
        measure(&std::fs::read_to_string(&file).expect("a text"), &mut own, is_shown);
        if is_shown {
            print!("{} ", file.display());
            print(&own);
        }
        tally = Tally {
            right: tally.right + own.right,
            wrong: tally.wrong + own.wrong,
            leaks: tally.leaks + own.leaks,
            unseen: tally.unseen + own.unseen,
            unplaced: tally.unplaced + own.unplaced,
        };
    }
    print(&tally);
}
