//! Rich Text Format: groups, control words and bytes in a code page, read once from the beginning to the end.

use super::{DocumentFault, Read, writer::Writer};
use encoding_rs::{Encoding, WINDOWS_1252};
use std::collections::HashMap;

/// Groups within groups.
const DEEPEST: usize = 10_000;

/// Groups whose text is not the document's.
const ASIDE: [&str; 30] = [
    "fonttbl", "colortbl", "info", "pict", "object", "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr",
    "footerf", "themedata", "datastore", "listtable", "listoverridetable", "rsidtbl", "generator", "xmlnstbl", "latentstyles",
    "fldinst", "nonshppict", "bkmkstart", "bkmkend", "revtbl", "filetbl", "pntext", "listtext", "shppict",
];

/// What a group inherits and gives back.
#[derive(Clone, Copy, Default)]
struct State {
    aside: bool,
    /// In the table of styles.
    styles: bool,
    hidden: bool,
    in_table: bool,
    /// Signs that follow a Unicode sign for programs that know none.
    fallback: usize,
    style: u32,
    outline: Option<u8>,
}

struct Reader<'bytes> {
    bytes: &'bytes [u8],
    at: usize,
    state: State,
    groups: Vec<State>,
    page: &'static Encoding,
    /// Bytes of the code page that wait for their neighbours.
    pending: Vec<u8>,
    skip: usize,
    text: String,
    cells: Vec<String>,
    rows: Vec<Vec<String>>,
    headings: HashMap<u32, u8>,
    surrogate: Option<u16>,
    writer: Writer,
}

pub(super) fn read(bytes: &[u8]) -> Result<Read, DocumentFault> {
    let state = State { fallback: 1, ..State::default() };
    let mut reader = Reader {
        bytes,
        at: 0,
        state,
        groups: Vec::new(),
        page: WINDOWS_1252,
        pending: Vec::new(),
        skip: 0,
        text: String::new(),
        cells: Vec::new(),
        rows: Vec::new(),
        headings: HashMap::new(),
        surrogate: None,
        writer: Writer::default(),
    };
    reader.run()?;
    Ok(Read::new("rtf", reader.writer))
}

impl Reader<'_> {
    fn run(&mut self) -> Result<(), DocumentFault> {
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'{' => {
                    self.flush();
                    if self.groups.len() == DEEPEST {
                        return Err(DocumentFault::Damaged("its groups nest too deeply".into()));
                    }
                    self.groups.push(self.state);
                }
                b'}' => {
                    self.flush();
                    if self.state.styles {
                        self.name_style();
                    }
                    let Some(before) = self.groups.pop() else { break };
                    self.state = before;
                }
                b'\\' => self.control(),
                b'\r' | b'\n' => {}
                byte => self.sign(byte),
            }
        }
        self.paragraph();
        self.table();
        Ok(())
    }

    fn control(&mut self) {
        let Some(&first) = self.bytes.get(self.at) else { return };
        if !first.is_ascii_alphabetic() {
            self.at += 1;
            match first {
                b'\'' => {
                    let digits = self.bytes.get(self.at..self.at + 2).and_then(|digits| std::str::from_utf8(digits).ok());
                    let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                    self.at = (self.at + 2).min(self.bytes.len());
                    if let Some(byte) = byte {
                        self.sign(byte);
                    }
                }
                // A group that only some programs know.
                b'*' => self.state.aside = true,
                b'~' => self.say("\u{a0}"),
                b'_' => self.say("-"),
                b'\\' | b'{' | b'}' => self.sign(first),
                b'\r' | b'\n' => self.paragraph(),
                _ => {}
            }
            return;
        }
        let rest = &self.bytes[self.at..];
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).take(32).count();
        let word = String::from_utf8_lossy(&rest[..letters]).into_owned();
        let negative = rest.get(letters) == Some(&b'-');
        let from = letters + usize::from(negative);
        let digits = rest[from..].iter().take_while(|byte| byte.is_ascii_digit()).take(10).count();
        let number = std::str::from_utf8(&rest[from..from + digits]).ok().and_then(|digits| digits.parse::<i64>().ok());
        let number = number.map(|number| if negative { -number } else { number });
        let end = if digits > 0 { from + digits } else { letters };
        self.at += end + usize::from(rest.get(end) == Some(&b' '));
        self.word(&word, number);
    }

    fn word(&mut self, word: &str, number: Option<i64>) {
        self.flush();
        let small = |number: Option<i64>| number.and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
        match word {
            "par" | "sect" | "page" => self.paragraph(),
            "line" => self.say("\n"),
            "tab" => self.say("\t"),
            "cell" | "nestcell" => {
                let cell = std::mem::take(&mut self.text);
                self.cells.push(cell.trim().to_owned());
            }
            "row" | "nestrow" => {
                let row = std::mem::take(&mut self.cells);
                self.rows.push(row);
            }
            "u" => self.unicode(number.unwrap_or(0)),
            "uc" => self.state.fallback = small(number) as usize,
            "ansicpg" => {
                let label = format!("windows-{}", small(number));
                self.page = Encoding::for_label(label.as_bytes()).unwrap_or(WINDOWS_1252);
            }
            "bin" => self.at = self.at.saturating_add(small(number) as usize).min(self.bytes.len()),
            "pard" => (self.state.style, self.state.outline, self.state.in_table) = (0, None, false),
            "intbl" => self.state.in_table = true,
            "plain" => self.state.hidden = false,
            "v" => self.state.hidden = number != Some(0),
            "s" => self.state.style = small(number),
            "outlinelevel" => self.state.outline = u8::try_from(small(number)).ok().filter(|level| *level < 6),
            "stylesheet" => self.state.styles = true,
            "emdash" => self.say("—"),
            "endash" => self.say("–"),
            "bullet" => self.say("•"),
            "lquote" => self.say("‘"),
            "rquote" => self.say("’"),
            "ldblquote" => self.say("“"),
            "rdblquote" => self.say("”"),
            word if ASIDE.contains(&word) => self.state.aside = true,
            _ => {}
        }
    }

    /// UTF-16, signed, sign by sign.
    fn unicode(&mut self, number: i64) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the format's own sixteen bits")]
        let unit = number as u16;
        let units: Vec<u16> = self.surrogate.take().into_iter().chain([unit]).collect();
        if units.len() == 1 && (0xd800..0xdc00).contains(&unit) {
            self.surrogate = Some(unit);
        } else {
            self.say(&String::from_utf16_lossy(&units));
        }
        self.skip = self.state.fallback;
    }

    fn sign(&mut self, byte: u8) {
        if self.skip > 0 {
            self.skip -= 1;
        } else {
            self.pending.push(byte);
        }
    }

    /// Decodes what waits.
    fn flush(&mut self) {
        if !self.pending.is_empty() {
            let bytes = std::mem::take(&mut self.pending);
            let (text, _) = self.page.decode_without_bom_handling(&bytes);
            self.say(&text);
        }
    }

    fn say(&mut self, text: &str) {
        if !self.pending.is_empty() {
            self.flush();
        }
        if !self.state.aside && !self.state.hidden {
            self.text.push_str(text);
        }
    }

    /// `heading 2;` in the table of styles.
    fn name_style(&mut self) {
        let name = std::mem::take(&mut self.text).to_lowercase();
        let level = name.trim().trim_end_matches(';').strip_prefix("heading ").and_then(|level| level.trim().parse::<u8>().ok());
        if let Some(level) = level.filter(|level| (1..=6).contains(level)) {
            self.headings.insert(self.state.style, level);
        }
    }

    fn paragraph(&mut self) {
        self.flush();
        if self.state.aside || self.state.styles {
            return;
        }
        // Within a cell a paragraph is a line of it.
        if self.state.in_table {
            self.text.push('\n');
            return;
        }
        self.table();
        let text = std::mem::take(&mut self.text);
        let styled = (self.state.style > 0).then(|| self.headings.get(&self.state.style).copied()).flatten();
        match self.state.outline.map(|level| level + 1).or(styled) {
            Some(level) if !text.trim().is_empty() => self.writer.heading(level, text.trim()),
            _ => self.writer.paragraph(text.trim()),
        }
    }

    fn table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        if !rows.is_empty() {
            self.writer.table(&rows);
        }
    }
}
