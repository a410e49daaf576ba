//! Paragraphs and tables of a section.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Table,
}

/// A part of a section, to the letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block<'text> {
    pub(super) text: &'text str,
    pub(super) kind: Kind,
}

impl<'text> Block<'text> {
    /// Without what only marks a heading or a list.
    pub(super) fn quote(&self) -> &'text str {
        self.text.trim()
    }
}

/// Between blank lines; headings alone say nothing.
pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    let mut push = |from: usize, to: usize| {
        let text = text[from..to].trim();
        let is_heading = text.lines().all(|line| line.trim_start().starts_with('#') || line.trim().is_empty());
        if !text.is_empty() && !is_heading {
            let is_table = text.lines().filter(|line| line.trim_start().starts_with('|')).count() >= 2;
            found.push(Block { text: without_heading(text), kind: if is_table { Kind::Table } else { Kind::Text } });
        }
    };
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            push(start, at);
            start = at + line.len();
        }
        at += line.len();
    }
    push(start, at);
    found
}

fn without_heading(text: &str) -> &str {
    match text.split_once('\n') {
        Some((first, rest)) if first.trim_start().starts_with('#') => rest.trim(),
        _ => text,
    }
}

/// The sentences of a paragraph, to the letter.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let bytes: Vec<(usize, char)> = text.char_indices().collect();
    for (place, (at, sign)) in bytes.iter().enumerate() {
        let ends = matches!(sign, '.' | '!' | '?') && bytes.get(place + 1).is_none_or(|(_, next)| next.is_whitespace());
        let word = text[start..*at].rsplit(char::is_whitespace).next().unwrap_or_default();
        // "No. 5", "Inc. said" and single letters end no sentence.
        let is_short = *sign == '.'
            && (word.chars().count() <= 3
                && word.chars().next().is_some_and(char::is_uppercase)
                && word.chars().all(char::is_alphabetic));
        if ends && !is_short {
            let end = at + sign.len_utf8();
            found.push(text[start..end].trim());
            start = end;
        }
    }
    found.push(text[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}
