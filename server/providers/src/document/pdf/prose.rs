//! From lines to headings, paragraphs and tables.

use super::layout::Line;
use crate::document::writer::Writer;
use std::collections::{HashMap, HashSet};

/// Rows and columns from which on lines are a table.
const TABLE_ROWS: usize = 3;
const TABLE_COLUMNS: usize = 3;

pub(super) fn write(pages: Vec<(Vec<Line>, Vec<String>)>, writer: &mut Writer) {
    let sizes = headings(&pages);
    let with_headings = !sizes.is_empty();
    let hyphened = hyphened(&pages);
    let several = pages.len() > 1;
    for (number, (lines, remarks)) in pages.iter().enumerate() {
        if several && !with_headings && !lines.is_empty() {
            writer.heading(1, &format!("Page {}", number + 1));
        }
        let mut place = 0;
        while place < lines.len() {
            if let Some(rows) = table(&lines[place..]) {
                place += rows.len();
                writer.table(&rows);
                continue;
            }
            if let Some(level) = level(&lines[place], &sizes) {
                // A heading of two lines is one heading.
                let mut text = lines[place].text();
                while place + 1 < lines.len()
                    && follows(&lines[place], &lines[place + 1])
                    && level_of(&lines[place + 1], &sizes) == Some(level)
                {
                    place += 1;
                    text.push(' ');
                    text.push_str(&lines[place].text());
                }
                writer.heading(level, &text);
                place += 1;
                continue;
            }
            place += paragraph(&lines[place..], &hyphened, writer, &sizes);
        }
        for remark in remarks {
            writer.paragraph(remark);
        }
    }
}

/// The letters' sizes that only headings have, the largest first; empty where all is of one size.
fn headings(pages: &[(Vec<Line>, Vec<String>)]) -> Vec<i64> {
    let mut letters: HashMap<i64, usize> = HashMap::new();
    for line in pages.iter().flat_map(|(lines, _)| lines) {
        *letters.entry(rounded(line.size)).or_default() += line.text().len();
    }
    let Some((&usual, _)) = letters.iter().max_by_key(|(size, count)| (**count, -**size)) else { return Vec::new() };
    let all: usize = letters.values().sum();
    let mut sizes: Vec<i64> = letters
        .iter()
        .filter(|(size, count)| **size * 100 > usual * 114 && **count * 5 < all.max(200))
        .map(|(size, _)| *size)
        .collect();
    sizes.sort_unstable_by(|left, right| right.cmp(left));
    sizes
}

/// In halves of a point.
fn rounded(size: f64) -> i64 {
    (size * 2.0).round() as i64
}

fn level_of(line: &Line, sizes: &[i64]) -> Option<u8> {
    let place = sizes.iter().position(|size| *size == rounded(line.size))?;
    Some((place as u8).saturating_add(1).min(4))
}

fn level(line: &Line, sizes: &[i64]) -> Option<u8> {
    let text = line.text();
    let wordy = text.chars().filter(|sign| sign.is_alphabetic()).count() > 2;
    level_of(line, sizes).filter(|_| wordy && text.len() < 160 && line.pieces.len() < 3)
}

/// Words that the document writes with a hyphen within a line.
fn hyphened(pages: &[(Vec<Line>, Vec<String>)]) -> HashSet<String> {
    let mut found = HashSet::new();
    for line in pages.iter().flat_map(|(lines, _)| lines) {
        let text = line.text();
        let words = text.split_whitespace().map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()));
        found.extend(words.filter(|word| word.contains('-')).map(str::to_lowercase));
    }
    found
}

/// Whether the second line is the next of the first one's paragraph, by its place.
fn follows(line: &Line, next: &Line) -> bool {
    let step = next.y - line.y;
    !next.first && step > 0.0 && step < 1.75 * line.size.max(next.size) && rounded(line.size) == rounded(next.size)
}

/// Writes lines until a paragraph ends; says how many.
fn paragraph(lines: &[Line], hyphened: &HashSet<String>, writer: &mut Writer, sizes: &[i64]) -> usize {
    let mut text = lines[0].text();
    let mut used = 1;
    let mut apart = true;
    while used < lines.len() {
        let (line, next) = (&lines[used - 1], &lines[used]);
        let next_text = next.text();
        if !follows(line, next) || level(next, sizes).is_some() || table(&lines[used..]).is_some() {
            break;
        }
        let full = line.end() > line.right - 0.12 * (line.right - line.left) && line.right - line.left > 12.0 * line.size;
        let prose = line.pieces.len() == 1 && next.pieces.len() == 1 && text.len() > 30;
        let indented = next.begin() > line.begin() + 1.2 * line.size;
        let listed = next_text.starts_with(['•', '–', '-', '*', '▪', '◦', '●', '○']) || numbered(&next_text);
        if full && prose && !indented && !listed {
            join(&mut text, &next_text, hyphened);
        } else {
            // A line of its own, in the same block.
            if apart {
                writer.paragraph(&text);
            } else {
                writer.line(&text);
            }
            apart = false;
            text = next_text;
        }
        used += 1;
    }
    if apart {
        writer.paragraph(&text);
    } else {
        writer.line(&text);
    }
    used
}

/// `1.`, `(a)`, `2)`
fn numbered(text: &str) -> bool {
    let Some(word) = text.split_whitespace().next() else { return false };
    let inner = word.trim_start_matches('(');
    word.len() <= 5
        && inner.len() > 1
        && inner.ends_with(['.', ')'])
        && inner[..inner.len() - 1].chars().all(char::is_alphanumeric)
}

/// A word that was parted at the end of the line is whole again, unless its hyphen is its own.
fn join(text: &mut String, next: &str, hyphened: &HashSet<String>) {
    let parted = text.ends_with('-') && text.chars().rev().nth(1).is_some_and(char::is_alphabetic);
    if !parted || !next.starts_with(char::is_lowercase) {
        if !text.ends_with('-') || next.starts_with(char::is_whitespace) {
            text.push(' ');
        }
        text.push_str(next);
        return;
    }
    let before =
        text.split_whitespace().next_back().unwrap_or_default().trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '-');
    let after =
        next.split_whitespace().next().unwrap_or_default().trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '-');
    let own = hyphened.contains(&format!("{before}{after}").to_lowercase()) || before.trim_end_matches('-').contains('-');
    if !own {
        text.pop();
    }
    text.push_str(next);
}

/// The rows of a table that begins with the first line: lines of several pieces whose beginnings agree.
fn table(lines: &[Line]) -> Option<Vec<Vec<String>>> {
    let first = lines.first().filter(|line| line.pieces.len() >= TABLE_COLUMNS)?;
    let mut rows = 1;
    while rows < lines.len() && lines[rows].pieces.len() >= 2 && !lines[rows].first {
        let step = lines[rows].y - lines[rows - 1].y;
        if step > 3.5 * first.size || step <= 0.0 || lines[rows].pieces.len() > first.pieces.len() {
            break;
        }
        rows += 1;
    }
    if rows < TABLE_ROWS {
        return None;
    }
    let cells = |line: &Line| {
        let mut row = vec![String::new(); first.pieces.len()];
        for piece in &line.pieces {
            // The column that it shares most with, else the nearest.
            let shared = |column: usize| {
                let head = &first.pieces[column];
                let overlap = piece.end.min(head.end) - piece.x.max(head.x);
                let distance = ((piece.x + piece.end) - (head.x + head.end)).abs().min(2.0 * (piece.x - head.x).abs());
                if overlap > 0.0 { overlap + 1_000.0 } else { -distance }
            };
            let column = (0..first.pieces.len()).max_by(|left, right| shared(*left).total_cmp(&shared(*right)))?;
            if !row[column].is_empty() {
                // Two pieces of one column: these lines are no table.
                return None;
            }
            row[column] = piece.text.trim().to_owned();
        }
        Some(row)
    };
    let rows: Vec<Vec<String>> = lines[..rows].iter().map_while(cells).collect();
    (rows.len() >= TABLE_ROWS).then_some(rows)
}
