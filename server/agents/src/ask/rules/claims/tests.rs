//! Claims over invented tables: what is decided is right, and what cannot be read stays open.

use super::{Judged, grid::Grid, judge, lexicon};
use domain::ask::{Material, SmallTable};
use domain::tools::catalog::Column;
use protocol::Timestamp;
use serde_json::{Map, Value};
use std::{fs, path::Path};

struct Claims {
    table: SmallTable,
    claims: Vec<(bool, String)>,
}

/// A caption, rows as CSV, and after `---` claims that begin with `+` where they are true, else with `-`.
fn read(path: &Path) -> Claims {
    let text = fs::read_to_string(path).expect("a file");
    let (table, claims) = text.split_once("---").expect("claims");
    let mut lines = table.lines();
    let caption = lines.next().expect("a caption").trim_start_matches('#').trim().replace(' ', "_");
    let mut rows: Vec<Vec<String>> = lines.filter(|line| !line.trim().is_empty()).map(cells).collect();
    let headers = rows.remove(0);
    let numeric =
        |at: usize| rows.iter().all(|row| row.get(at).is_none_or(|cell| cell.is_empty() || cell.parse::<f64>().is_ok()));
    let is_numeric: Vec<bool> = (0..headers.len()).map(numeric).collect();
    let column = |(at, name): (usize, &String)| Column {
        name: name.clone(),
        data_type: if is_numeric[at] { "DOUBLE" } else { "TEXT" }.into(),
        ..Column::default()
    };
    let value = |at: usize, cell: &String| match cell.parse::<f64>() {
        _ if cell.is_empty() => Value::Null,
        Ok(number) if is_numeric[at] => Value::from(number),
        _ => Value::from(cell.as_str()),
    };
    let table = SmallTable {
        database: "d".into(),
        table: caption,
        columns: headers.iter().enumerate().map(column).collect(),
        rows: rows.iter().map(|row| row.iter().enumerate().map(|(at, cell)| value(at, cell)).collect()).collect(),
    };
    let claim = |line: &str| {
        Some((line.starts_with('+'), line.trim_start_matches(['+', '-']).trim().to_owned())).filter(|(_, text)| !text.is_empty())
    };
    Claims { table, claims: claims.lines().filter_map(claim).collect() }
}

fn cells(line: &str) -> Vec<String> {
    let (mut all, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    for sign in line.chars() {
        match sign {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => all.push(std::mem::take(&mut cell)),
            other => cell.push(other),
        }
    }
    all.push(cell);
    all
}

fn material<'a>(tables: &'a [SmallTable], values: &'a Map<String, Value>) -> Material<'a> {
    Material {
        question: "",
        mode: None,
        places: &[],
        small_tables: tables,
        facts: &[],
        passages: &[],
        earlier: None,
        clarified: &[],
        values,
        now: Timestamp(0),
    }
}

#[test]
fn what_is_decided_is_mostly_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ask_claims");
    let (mut decided, mut right, mut all) = (0, 0, 0);
    let values = Map::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let claims = read(&entry.expect("an entry").path());
        let tables = [claims.table];
        let material = material(&tables, &values);
        let grid = Grid::new(&tables[0], &material);
        for (is_true, claim) in &claims.claims {
            all += 1;
            if let Judged::Read(reading) = judge(&grid, &lexicon::strip_asking(claim)) {
                let found: Vec<_> = reading.premises.iter().map(|premise| premise.find(&grid)).collect();
                let verdict = reading.formula.judge(&found).expect("a verdict");
                decided += 1;
                right += usize::from(verdict == *is_true);
                let written = super::write::draft(&grid, &reading);
                assert!(written.nodes.len() == reading.premises.len() + 1, "{claim}");
                if verdict != *is_true {
                    println!("wrong: {claim}\n   {}", written.plan.reasoning);
                }
            } else {
                println!("open: {claim}");
            }
        }
    }
    println!("{all} claims, {decided} decided, {right} right");
    assert!(decided * 10 >= all * 4 && right * 10 >= decided * 8, "{decided} of {all} decided, {right} right");
}

#[test]
fn a_time_behind_what_most_are_goes_for_all_that_are_spoken_of() {
    let row = |(title, state, date): &(&str, &str, &str)| vec![Value::from(*title), Value::from(*state), Value::from(*date)];
    let rows = [
        ("Emma", "kept", "2023-01-05"),
        ("Dune", "kept", "2023-02-05"),
        ("Ivanhoe", "kept", "2023-03-05"),
        ("Walden", "kept", "2023-04-05"),
        ("Kim", "renewed", "2024-05-05"),
        ("Lolita", "renewed", "2024-06-05"),
        ("Beloved", "kept", "2024-07-05"),
    ];
    let column = |name: &str| Column { name: name.into(), data_type: "TEXT".into(), ..Column::default() };
    let table = SmallTable {
        database: "d".into(),
        table: "loans".into(),
        columns: ["title", "state", "lent_on"].map(column).into(),
        rows: rows.iter().map(row).collect(),
    };
    let (tables, values) = ([table], Map::new());
    let material = material(&tables, &values);
    let grid = Grid::new(&tables[0], &material);
    for (claim, is_true) in [
        ("Most of the loans were renewed in 2024", true),
        ("Most of the loans were kept in 2024", false),
        ("Most of the loans were kept", true),
        ("Most of the loans were in 2024", false),
    ] {
        let Judged::Read(reading) = judge(&grid, &lexicon::strip_asking(claim)) else { panic!("it is read: {claim}") };
        let found: Vec<_> = reading.premises.iter().map(|premise| premise.find(&grid)).collect();
        assert_eq!(reading.formula.judge(&found), Some(is_true), "{claim}");
    }
}
