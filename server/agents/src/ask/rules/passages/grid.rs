//! The cell of a Markdown table that a question asks for.

use super::rank::{Query, terms};

/// The names of its row and column, the cell as it is written, and its row to the letter.
pub(super) fn find_cell(query: &Query, text: &str) -> Option<(String, String, String)> {
    let lines: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with('|')).collect();
    let is_rule = |line: &&&str| line.chars().all(|sign| "|-: ".contains(sign));
    let rows: Vec<(Vec<&str>, &str)> = lines.iter().filter(|line| !is_rule(line)).map(|line| (cells(line), *line)).collect();
    let width = rows.iter().map(|(cells, _)| cells.len()).max()?;
    // Header rows have no figures but years.
    let is_header = |cells: &[&str]| cells.iter().skip(1).all(|cell| !is_figure(cell) || is_year(cell));
    let headers: Vec<&(Vec<&str>, &str)> = rows.iter().take_while(|(cells, _)| is_header(cells)).collect();
    let body = &rows[headers.len().max(1).min(rows.len())..];
    let header_of = |column: usize| {
        let parts: Vec<&str> =
            headers.iter().filter_map(|(cells, _)| cells.get(column).copied()).filter(|cell| !cell.is_empty()).collect();
        parts.join(" ")
    };
    let mut best: Option<(f64, &str, usize, usize)> = None;
    let mut group = "";
    for (at, (cells, _)) in body.iter().enumerate() {
        let label = cells.first().copied().unwrap_or_default();
        if cells.iter().skip(1).all(|cell| cell.is_empty()) {
            group = label;
            continue;
        }
        let of_row = likeness(query, label) + 0.3 * likeness(query, group);
        for column in 1..width {
            let header = header_of(column);
            let score = of_row + column_score(query, &header);
            let has_value = cells.get(column).is_some_and(|cell| !cell.is_empty());
            if has_value && likeness(query, label) > 0.0 && best.is_none_or(|(known, ..)| score > known + 1e-9) {
                best = Some((score, label, at, column));
            }
        }
    }
    let (score, label, at, column) = best?;
    if score < 0.5 {
        return None;
    }
    let (cells, line) = &body[at];
    let header = header_of(column);
    let name = if header.is_empty() { label.to_owned() } else { format!("{label}, {header}") };
    Some((name, cells.get(column)?.to_string(), line.trim().to_owned()))
}

fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_start_matches('|').trim_end_matches('|').split('|').map(str::trim).collect()
}

fn is_figure(cell: &str) -> bool {
    cell.contains(|sign: char| sign.is_ascii_digit())
}

fn is_year(cell: &str) -> bool {
    cell.split(|sign: char| !sign.is_ascii_digit())
        .any(|part| part.len() == 4 && (part.starts_with("19") || part.starts_with("20")))
        && !cell.contains(['$', '%', ','])
}

/// The part of a label's words that the question has, and of the question's that the label has.
#[expect(clippy::cast_precision_loss, reason = "labels have few words")]
fn likeness(query: &Query, label: &str) -> f64 {
    let words = terms(label);
    if words.is_empty() {
        return 0.0;
    }
    let shared = words.iter().filter(|word| query.terms.contains(word)).count() as f64;
    shared / words.len() as f64 + 0.3 * shared / query.terms.len().max(1) as f64
}

/// A year that the question names decides; without one the first column of figures is as good as any.
fn column_score(query: &Query, header: &str) -> f64 {
    let years: Vec<&str> = header.split(|sign: char| !sign.is_ascii_digit()).filter(|part| part.len() == 4).collect();
    let named = years.iter().any(|year| query.text.contains(year));
    let words = likeness(query, &header.chars().filter(|sign| !sign.is_ascii_digit()).collect::<String>());
    if named { 1.0 + words } else { 0.5 * words }
}
