//! Sections in the making.

use domain::tools::catalog::Section;

/// The longest text of a document that is kept.
pub(super) const LONGEST: usize = 16 * 1024 * 1024;

#[derive(Default)]
pub(super) struct Writer {
    sections: Vec<Section>,
    length: usize,
}

impl Writer {
    /// A heading opens a section.
    pub(super) fn heading(&mut self, level: u8, text: &str) {
        let heading = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if heading.is_empty() {
            return;
        }
        let level = level.clamp(1, 6);
        let text = format!("{} {heading}\n", "#".repeat(level.into()));
        self.length += text.len();
        self.sections.push(Section { heading, level, text });
    }

    /// A paragraph as it is, with an empty line before it.
    pub(super) fn paragraph(&mut self, text: &str) {
        let text = text.trim_end().trim_start_matches(['\n', '\r']);
        if !text.trim().is_empty() {
            self.push(text, true);
        }
    }

    /// A line that belongs to the one before.
    pub(super) fn line(&mut self, text: &str) {
        let text = text.trim_end();
        if !text.trim().is_empty() {
            self.push(text, false);
        }
    }

    fn push(&mut self, text: &str, apart: bool) {
        if self.length > LONGEST {
            return;
        }
        if self.sections.is_empty() {
            self.sections.push(Section::default());
        }
        let Some(section) = self.sections.last_mut() else { return };
        if apart && !section.text.is_empty() {
            section.text.push('\n');
        }
        section.text.push_str(text);
        section.text.push('\n');
        self.length += text.len() + 2;
    }

    /// A table with its first row as heads. Empty rows and columns at the end are left out.
    pub(super) fn table(&mut self, rows: &[Vec<String>]) {
        let filled = |row: &&Vec<String>| row.iter().any(|cell| !cell.trim().is_empty());
        let rows: Vec<&Vec<String>> = rows.iter().filter(filled).collect();
        let last = |row: &&Vec<String>| row.iter().rposition(|cell| !cell.trim().is_empty()).map_or(0, |place| place + 1);
        let width = rows.iter().map(last).max().unwrap_or_default();
        for (place, row) in rows.iter().enumerate() {
            // A short row is as wide as the widest.
            if self.length > LONGEST {
                return;
            }
            let mut line = String::from("|");
            for column in 0..width {
                line.push(' ');
                line.push_str(&cell(row.get(column).map_or("", String::as_str)));
                line.push_str(" |");
            }
            self.push(&line, place == 0);
            if place == 0 {
                self.push(&format!("|{}", " --- |".repeat(width)), false);
            }
        }
    }

    pub(super) fn finish(self) -> Vec<Section> {
        self.sections
    }
}

/// A cell in one line; a stroke of its own would end it.
fn cell(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ").replace('|', "\\|")
}
