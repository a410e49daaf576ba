//! F1 of each check on labelled texts of others, and the signs that the judges are fitted to.

use super::{
    super::{smells, story, text::Text},
    CASES, OF_BRIEFS, OF_SOLUTIONS, judge,
};
use protocol::opportunities::Check;

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

/// The texts that the judges are fitted to, each with its trade; cases are of none.
fn of_project() -> Vec<(String, Labelled)> {
    let mut rows = Vec::new();
    let files = [
        ("", include_str!("labelled/stories.txt"), &OF_BRIEFS[..]),
        ("natural ", include_str!("labelled/natural_stories.txt"), &OF_BRIEFS),
        ("", include_str!("labelled/requirements.txt"), &OF_SOLUTIONS),
        ("natural ", include_str!("labelled/natural_requirements.txt"), &OF_SOLUTIONS),
    ];
    for (kind, file, checks) in files {
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
    for check in OF_BRIEFS.into_iter().chain(OF_SOLUTIONS) {
        let own = CASES.lines().filter_map(|line| line.strip_prefix(check.name())?.trim_start().split_once(' '));
        rows.extend(
            own.map(|(sign, text)| ("cases".to_owned(), Labelled { text: text.to_owned(), labels: vec![(check, sign == "+")] })),
        );
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

fn dump(trade: &str, row: &Labelled) {
    let text = Text::read(&row.text);
    let signs = if row.labels.iter().all(|(check, _)| OF_BRIEFS.contains(check)) {
        story::signs(&text).all
    } else {
        text.sentences().iter().flat_map(|sentence| smells::signs(&text, sentence).all).collect()
    };
    let labels: Vec<String> =
        row.labels.iter().map(|(check, fails)| format!("{}={}", check.name(), if *fails { "+" } else { "-" })).collect();
    let signs: Vec<String> = signs.into_iter().map(|(sign, _)| sign).collect();
    println!("SIGNS\t{trade}\t{}\t{}", labels.join(","), signs.join("\t"));
}

/// `cargo test -p agents prints_the_signs -- --ignored --nocapture`, what `examples/fit_validators.py` reads.
#[test]
#[ignore = "prints what the judges are fitted to"]
fn prints_the_signs() {
    for (trade, row) in of_project() {
        dump(&trade, &row);
    }
    if let Ok(folder) = std::env::var("STORIES") {
        of_folder(&folder).iter().for_each(|row| dump("extra", row));
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
