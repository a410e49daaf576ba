//! The picture of a query's answer, where it has one: what its rows are called by, or when they were, with the first number.

use super::{
    answer::{is_label, is_numeric, number},
    calls::SqlAnswer,
};
use protocol::discovery::{Chart, ChartKind};

/// More rows are a list and no picture.
const MOST: usize = 400;

/// What the picture is called by, and the picture.
pub(super) fn chart(answer: &SqlAnswer) -> Option<(String, Chart)> {
    let SqlAnswer { columns, rows, truncated, .. } = answer;
    if rows.len() < 2 || rows.len() > MOST || *truncated {
        return None;
    }
    let (name, label) = columns.iter().enumerate().find_map(|(at, name)| {
        let kind = if is_label(name) && is_year(rows, at) {
            Some(ChartKind::Line)
        } else if is_numeric(rows, at) {
            None
        } else if is_time(rows, at) {
            Some(ChartKind::Line)
        } else {
            Some(ChartKind::Bars)
        };
        kind.map(|kind| (at, kind))
    })?;
    let value = (0..columns.len()).find(|at| *at != name && is_numeric(rows, *at) && !is_label(&columns[*at]))?;
    let point = |row: &Vec<String>| Some((row.get(name)?.clone(), row.get(value).and_then(|cell| number(cell))?));
    let mut points: Vec<(String, f64)> = rows.iter().filter_map(point).filter(|(name, _)| !name.is_empty()).collect();
    if label == ChartKind::Line {
        points.sort_by(|(left, _), (right, _)| left.cmp(right));
        points.iter_mut().for_each(|(name, _)| shorten(name));
    }
    let mut names: Vec<&str> = points.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    // A name twice means that rows are single things and nothing was counted by it.
    let is_single = names.windows(2).all(|pair| pair[0] != pair[1]);
    let chart = Chart { kind: label, label: columns[value].clone(), points };
    (is_single && chart.points.len() > 1).then(|| (columns[name].clone(), chart))
}

/// The beginning of a month needs no time of day.
fn shorten(moment: &mut String) {
    if moment.get(10..).is_some_and(|rest| rest.trim_matches(['T', ' ', 'Z', '0', ':', '.']).is_empty()) {
        moment.truncate(10);
    }
}

fn is_time(rows: &[Vec<String>], at: usize) -> bool {
    let is_day = |cell: &&str| {
        let shape = |sign: (u8, &u8)| if *sign.1 == b'd' { sign.0.is_ascii_digit() } else { sign.0 == *sign.1 };
        cell.len() >= 7 && cell.bytes().zip(b"dddd-dd-dd").all(shape)
    };
    all(rows, at, &is_day)
}

fn is_year(rows: &[Vec<String>], at: usize) -> bool {
    all(rows, at, &|cell: &&str| cell.len() == 4 && cell.bytes().all(|sign| sign.is_ascii_digit()))
}

/// Whether a column has something, and all of it is like this.
fn all(rows: &[Vec<String>], at: usize, is: &dyn Fn(&&str) -> bool) -> bool {
    let mut cells = rows.iter().filter_map(|row| row.get(at)).map(String::as_str).filter(|cell| !cell.is_empty()).peekable();
    cells.peek().is_some() && cells.all(|cell| is(&cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(columns: &[&str], rows: &[&[&str]]) -> SqlAnswer {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let rows = rows.iter().map(|row| words(row)).collect();
        SqlAnswer { columns: words(columns), rows, elapsed_ms: 1, truncated: false, fault: None }
    }

    #[test]
    fn an_answer_with_names_or_times_and_a_number_has_a_picture() {
        let bars = chart(&answer(&["country", "n"], &[&["AT", "2"], &["DE", "1"]])).expect("bars");
        assert_eq!((bars.0.as_str(), bars.1.kind, bars.1.label.as_str()), ("country", ChartKind::Bars, "n"));
        assert_eq!(bars.1.points, [("AT".to_owned(), 2.0), ("DE".to_owned(), 1.0)]);
        let rows: [&[&str]; 2] = [&["2024-02-01T00:00:00", "5"], &["2024-01-01T00:00:00", "7.5"]];
        let line = chart(&answer(&["month", "total"], &rows)).expect("a line").1;
        assert_eq!(line.kind, ChartKind::Line);
        assert_eq!(line.points, [("2024-01-01".to_owned(), 7.5), ("2024-02-01".to_owned(), 5.0)]);
        let rows: [&[&str]; 2] = [&["2023", "5"], &["2024", "7"]];
        assert_eq!(chart(&answer(&["year", "total"], &rows)).expect("a line").1.kind, ChartKind::Line);
    }

    #[test]
    fn other_answers_have_none() {
        let none: [(&[&str], &[&[&str]]); 6] = [
            (&["n"], &[&["3"], &["4"]]),
            (&["country", "n"], &[&["AT", "2"]]),
            (&["country", "total"], &[&["AT", "2"], &["AT", "3"]]),
            (&["name", "customer_id"], &[&["Ada", "2"], &["Bob", "3"]]),
            (&["name", "city"], &[&["Ada", "Wien"], &["Bob", "Graz"]]),
            (&[], &[]),
        ];
        for (columns, rows) in none {
            assert_eq!(chart(&answer(columns, rows)), None, "{columns:?}");
        }
    }
}
