//! From letters with places to lines in reading order: letters to pieces, pieces to columns, columns to lines.

use super::glyphs::{Glyph, Page};

/// A gap of this share of a letter's size is a space; of that share, the end of a piece.
const SPACE: f64 = 0.15;
const APART: f64 = 1.1;
/// How far from each other base lines of one line are.
const SAME_LINE: f64 = 0.4;

/// Letters that stand together in one line.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) x: f64,
    pub(super) end: f64,
    y: f64,
    pub(super) size: f64,
    pub(super) text: String,
}

/// A line of a column: one piece, or several where there are wide gaps.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) pieces: Vec<Piece>,
    pub(super) y: f64,
    pub(super) size: f64,
    /// Of the column that it is in.
    pub(super) left: f64,
    pub(super) right: f64,
    /// Begins a column.
    pub(super) first: bool,
}

impl Line {
    pub(super) fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.trim()).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn end(&self) -> f64 {
        self.pieces.last().map_or(0.0, |piece| piece.end)
    }

    pub(super) fn begin(&self) -> f64 {
        self.pieces.first().map_or(0.0, |piece| piece.x)
    }
}

pub(super) fn lines(page: Page) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut counts = [0_usize; 4];
    page.glyphs.iter().for_each(|glyph| counts[usize::from(glyph.turned)] += 1);
    let mut turns: Vec<u8> = (0..4).filter(|turn| counts[usize::from(*turn)] > 0).collect();
    turns.sort_by_key(|turn| std::cmp::Reverse(counts[usize::from(*turn)]));
    for turn in turns {
        let pieces = pieces(page.glyphs.iter().filter(|glyph| glyph.turned == turn));
        columns(pieces, 0, &mut lines);
    }
    lines
}

fn pieces<'page>(glyphs: impl Iterator<Item = &'page Glyph>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut last: Option<(f64, f64, String)> = None;
    for glyph in glyphs {
        // What is painted twice, for the look of bold, is there once.
        let again = (glyph.x, glyph.y, glyph.text.clone());
        let twice = |(x, y, text): &(f64, f64, String)| {
            *text == glyph.text && (x - glyph.x).abs() < 0.1 * glyph.size && (y - glyph.y).abs() < 0.1 * glyph.size
        };
        if last.as_ref().is_some_and(twice) {
            continue;
        }
        last = Some(again);
        let joins = pieces.last().is_some_and(|piece: &Piece| {
            let gap = glyph.x - piece.end;
            let size = piece.size.max(glyph.size);
            // Raised and lowered small letters belong to the line too.
            let near = (glyph.y - piece.y).abs() < SAME_LINE * size;
            near && gap > -0.6 * size && gap < APART * size
        });
        match pieces.last_mut() {
            Some(piece) if joins => {
                let gap = glyph.x - piece.end;
                let size = piece.size.min(glyph.size);
                if gap > SPACE * size && !piece.text.ends_with(' ') && !glyph.text.starts_with(' ') {
                    piece.text.push(' ');
                }
                piece.text.push_str(&glyph.text);
                piece.end = piece.end.max(glyph.end);
                if glyph.size > piece.size {
                    piece.size = glyph.size;
                    piece.y = glyph.y;
                }
            }
            _ => pieces.push(Piece { x: glyph.x, end: glyph.end, y: glyph.y, size: glyph.size, text: glyph.text.clone() }),
        }
    }
    pieces.retain(|piece| !piece.text.trim().is_empty());
    pieces
}

/// Columns of prose are read one after the other, and what stands across them before, between and after them. Everything else is
/// read line by line, so that tables stay rows.
fn columns(mut pieces: Vec<Piece>, depth: usize, lines: &mut Vec<Line>) {
    if pieces.is_empty() {
        return;
    }
    let Some(gutter) = (if depth < 3 { gutter(&pieces) } else { None }) else {
        lines.extend(rows(pieces));
        return;
    };
    pieces.sort_by(|left, right| left.y.total_cmp(&right.y));
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for piece in pieces {
        if piece.x < gutter && piece.end > gutter {
            columns(std::mem::take(&mut left), depth + 1, lines);
            columns(std::mem::take(&mut right), depth + 1, lines);
            // Pieces of one line that cross come in one after the other; they are put together again.
            let mut row = rows(vec![piece]);
            match (lines.last_mut(), row.pop()) {
                (Some(above), Some(line)) if (above.y - line.y).abs() < SAME_LINE * line.size => above.pieces.extend(line.pieces),
                (_, Some(line)) => lines.push(line),
                _ => {}
            }
        } else if piece.end <= gutter {
            left.push(piece);
        } else {
            right.push(piece);
        }
    }
    columns(left, depth + 1, lines);
    columns(right, depth + 1, lines);
}

/// Where a page of two columns of prose is parted.
fn gutter(pieces: &[Piece]) -> Option<f64> {
    let begin = pieces.iter().map(|piece| piece.x).fold(f64::INFINITY, f64::min);
    let end = pieces.iter().map(|piece| piece.end).fold(f64::NEG_INFINITY, f64::max);
    let width = end - begin;
    let letters = |piece: &Piece| piece.text.chars().count();
    let all: usize = pieces.iter().map(letters).sum();
    if pieces.len() < 12 || all < 400 || width <= 0.0 {
        return None;
    }
    let mut best: Option<(usize, f64)> = None;
    for step in 0..=40 {
        let at = begin + width * (0.3 + 0.4 * f64::from(step) / 40.0);
        let (mut crossing, mut left, mut right) = (0, (0, 0), (0, 0));
        for piece in pieces {
            let count = letters(piece);
            if piece.x < at && piece.end > at {
                crossing += count;
            } else if piece.end <= at {
                left = (left.0 + count, left.1 + 1);
            } else {
                right = (right.0 + count, right.1 + 1);
            }
        }
        // Prose has long pieces on both sides; a table's are short.
        let prose = |(letters, pieces): (usize, usize)| pieces >= 5 && letters / pieces >= 18 && letters * 5 >= all;
        if crossing * 3 < all && prose(left) && prose(right) && best.is_none_or(|(least, _)| crossing < least) {
            best = Some((crossing, at));
        }
    }
    best.map(|(_, at)| at)
}

/// Lines from above, each with its pieces from the left.
fn rows(mut pieces: Vec<Piece>) -> Vec<Line> {
    pieces.sort_by(|left, right| left.y.total_cmp(&right.y));
    let left = pieces.iter().map(|piece| piece.x).fold(f64::INFINITY, f64::min);
    let right = pieces.iter().map(|piece| piece.end).fold(f64::NEG_INFINITY, f64::max);
    let mut lines: Vec<Line> = Vec::new();
    for piece in pieces {
        // The line above is the nearest; one before that may be meant where signs stand lower.
        let same =
            lines.iter_mut().rev().take(3).find(|line| (line.y - piece.y).abs() < SAME_LINE * line.size.min(piece.size).max(1.0));
        match same {
            Some(line) => {
                if piece.size > line.size {
                    line.size = piece.size;
                    line.y = piece.y;
                }
                line.pieces.push(piece);
            }
            None => lines.push(Line { y: piece.y, size: piece.size, pieces: vec![piece], left, right, first: false }),
        }
    }
    for line in &mut lines {
        line.pieces.sort_by(|left, right| left.x.total_cmp(&right.x));
        joined(&mut line.pieces);
    }
    if let Some(first) = lines.first_mut() {
        first.first = true;
    }
    lines
}

/// Pieces that follow each other closely were painted apart only.
fn joined(pieces: &mut Vec<Piece>) {
    let mut whole: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces.drain(..) {
        match whole.last_mut() {
            Some(last) if piece.x - last.end < APART * last.size.min(piece.size) => {
                if piece.x - last.end > SPACE * last.size && !last.text.ends_with(' ') && !piece.text.starts_with(' ') {
                    last.text.push(' ');
                }
                last.text.push_str(&piece.text);
                last.end = last.end.max(piece.end);
            }
            _ => whole.push(piece),
        }
    }
    *pieces = whole;
}
