//! F1 of each check on labelled texts of others, and the signs that the weights are fitted to.

use super::{
    super::{
        super::hash,
        brief,
        judge::{BY_RULE, LEARNED, weigh},
        smells,
        text::Text,
    },
    CASES, OF_BRIEFS, OF_SOLUTIONS, judge,
};
use protocol::opportunities::Check;
use std::collections::BTreeSet;

/// A text with the checks that somebody has judged, and whether each has to fail.
struct Labelled {
    text: String,
    labels: Vec<(Check, bool)>,
}

fn of_folder(folder: &str) -> Vec<Labelled> {
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    files.sort();
    let lines = files.iter().map(|path| std::fs::read_to_string(path).expect("a text")).collect::<Vec<_>>().join("\n");
    lines.lines().filter(|line| !line.trim().is_empty()).map(labelled).collect()
}

fn labelled(line: &str) -> Labelled {
    let row: serde_json::Value = serde_json::from_str(line).expect("an object a line");
    let label = |check: Check| Some((check, row["labels"].get(check.name())?.as_bool()?));
    let labels = OF_BRIEFS.into_iter().chain(OF_SOLUTIONS).filter_map(label).collect();
    Labelled { text: row["text"].as_str().expect("a text").to_owned(), labels }
}

const FILES: [(&str, &str, &[Check]); 4] = [
    ("", include_str!("labelled/stories.txt"), &OF_BRIEFS),
    ("natural ", include_str!("labelled/natural_stories.txt"), &OF_BRIEFS),
    ("", include_str!("labelled/requirements.txt"), &OF_SOLUTIONS),
    ("natural ", include_str!("labelled/natural_requirements.txt"), &OF_SOLUTIONS),
];

/// The labelled texts of the project, each with its trade.
fn of_project() -> Vec<(String, Labelled)> {
    let mut rows = Vec::new();
    for (kind, file, checks) in FILES {
        let mut trade = String::new();
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            let (head, text) = line.split_once(' ').expect("a head and a text");
            if head == "@" {
                trade = format!("{kind}{text}");
                continue;
            }
            let labels = checks.iter().map(|check| (*check, head.contains(letter(*check)))).collect();
            rows.push((trade.clone(), Labelled { text: text.to_owned(), labels }));
        }
    }
    rows
}

fn letter(check: Check) -> char {
    match check {
        Check::SolutionForProblem => 's',
        Check::NoSurface => 'n',
        Check::SeveralIssues => 'm',
        Check::Subjective => 'j',
        Check::Ambiguous => 'a',
        Check::NotVerifiable => 'v',
        _ => 'p',
    }
}

/// Trade, labels and signs of each text that is learned from; cases are of no trade.
fn signs_of_project() -> Vec<String> {
    let cases = OF_BRIEFS.into_iter().flat_map(|check| {
        let own = CASES.lines().filter_map(move |line| line.strip_prefix(check.name())?.trim_start().split_once(' '));
        own.map(move |(sign, text)| ("cases".to_owned(), Labelled { text: text.to_owned(), labels: vec![(check, sign == "+")] }))
    });
    let is_learned = |labels: &[(Check, bool)]| labels.iter().all(|(check, _)| OF_BRIEFS.contains(check));
    let rows = of_project().into_iter().filter(|(_, row)| is_learned(&row.labels)).chain(cases);
    let describe = |(trade, row): (String, Labelled)| {
        let label = |(check, fails): &(Check, bool)| format!("{}={}", check.name(), if *fails { "+" } else { "-" });
        let labels: Vec<String> = row.labels.iter().map(label).collect();
        let text = Text::read(&row.text);
        let signs = brief::signs(&text);
        let broken = OF_BRIEFS.into_iter().filter(|check| weigh(&BY_RULE, *check, &signs).is_some());
        let broken = broken.map(|check| format!("rule {}", check.name())).collect::<Vec<_>>();
        let signs: BTreeSet<String> = signs.all.into_iter().map(|(sign, _)| sign).chain(broken).collect();
        format!("{trade}\t{}\t{}", labels.join(","), signs.into_iter().collect::<Vec<_>>().join("\t"))
    };
    rows.map(describe).collect()
}

/// `cargo test -p agents prints_the_signs -- --ignored --nocapture`, what `examples/fit_validators.py` reads.
#[test]
#[ignore = "prints what is learned from"]
fn prints_the_signs() {
    signs_of_project().iter().for_each(|line| println!("SIGNS\t{line}"));
}

#[test]
fn the_weights_are_those_of_the_signs() {
    let signs = signs_of_project().join("\n");
    let hash = format!("{:016x}", hash(signs.bytes()));
    let head = LEARNED.lines().next().unwrap_or_default();
    assert!(
        head.contains(&hash),
        "fit the weights again (examples/fit_validators.py): the signs are {hash}, not those of {head}"
    );
}

/// Of texts as they stand in life, whose words no rule was written for; what is learned saw the stories, so of them only the rules count.
#[test]
fn rules_find_what_others_see_in_texts_of_life() {
    for (check, least) in [
        (Check::SolutionForProblem, 0.53),
        (Check::NoSurface, 0.30),
        (Check::SeveralIssues, 0.58),
        (Check::Subjective, 0.66),
        (Check::Ambiguous, 0.63),
        (Check::NotVerifiable, 0.42),
        (Check::VaguePronoun, 0.38),
    ] {
        let (mut hits, mut found, mut failing) = (0_u32, 0_u32, 0_u32);
        for (_, row) in of_project().iter().filter(|(trade, _)| trade.starts_with("natural ")) {
            let Some((_, fails)) = row.labels.iter().find(|(of, _)| *of == check) else { continue };
            let text = Text::read(&row.text);
            let parts = if OF_BRIEFS.contains(&check) {
                vec![brief::signs(&text)]
            } else {
                text.sentences().iter().map(|sentence| smells::signs(&text, sentence)).collect()
            };
            let is_found = parts.iter().any(|signs| weigh(&BY_RULE, check, signs).is_some());
            hits += u32::from(is_found && *fails);
            found += u32::from(is_found);
            failing += u32::from(*fails);
        }
        let f1 = f64::from(2 * hits) / f64::from(found + failing);
        assert!(f1 >= least, "{}: {f1:.2}", check.name());
    }
}

/// `STORIES=folder cargo test -p agents measures_the_stories_of_a_folder -- --ignored --nocapture`; with `STORIES_SHOW=1` the errors too.
#[test]
#[ignore = "measures a folder of texts that the project does not have"]
fn measures_the_stories_of_a_folder() {
    let rows = of_folder(&std::env::var("STORIES").expect("STORIES names a folder"));
    let is_shown = std::env::var("STORIES_SHOW").is_ok();
    println!("check                  F1    precision  recall  always  failing of all");
    for check in OF_BRIEFS.into_iter().chain(OF_SOLUTIONS) {
        let label = |row: &Labelled| row.labels.iter().find(|(of, _)| *of == check).map(|(_, fails)| *fails);
        let (mut hits, mut found, mut failing, mut all) = (0_u32, 0_u32, 0_u32, 0_u32);
        for (row, fails) in rows.iter().filter_map(|row| Some((row, label(row)?))) {
            let is_found = judge(check, &row.text);
            hits += u32::from(is_found && fails);
            found += u32::from(is_found);
            failing += u32::from(fails);
            all += 1;
            if is_shown && is_found != fails {
                println!("{} {} {}", check.name(), if fails { "MISSED" } else { "WRONG" }, row.text);
            }
        }
        let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
        let (f1, always) = (share(2 * hits, found + failing), share(2 * failing, failing + all));
        let (precision, recall) = (share(hits, found), share(hits, failing));
        println!("{:22} {f1:.2}  {precision:.2}       {recall:.2}    {always:.2}    {failing} of {all}", check.name());
    }
}
