//! HTML in one pass over its tokens: headings, paragraphs, lists, tables, code; without what surrounds the text of a page.

use super::{Read, writer::Writer};
use html5ever::{
    tendril::StrTendril,
    tokenizer::{
        BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
        states::RawKind::{Rawtext, Rcdata, ScriptData},
    },
};
use std::cell::RefCell;

/// What is in these is not read.
const HIDDEN: &[&str] =
    &["script", "style", "noscript", "template", "svg", "math", "select", "object", "iframe", "canvas", "datalist", "head"];
/// Elements around a page's text, and their roles.
const AROUND: &[&str] = &["nav", "footer"];
const ROLES: &[&str] = &["navigation", "banner", "search"];
const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];
const INLINE: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "label",
    "mark", "nobr", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "img",
];
/// Deeper elements are read as if they were not there.
const DEEPEST: usize = 4_000;
const PORTION: usize = 16 * 1024;

pub(super) fn read(text: &str) -> Read {
    let page = parse_page(text, true);
    let whole = || parse_page(text, false);
    // A page that is nothing but its surroundings is taken with them.
    let page = if page.length == 0 || (page.length < 400 && page.length * 500 < text.len()) { whole() } else { page };
    let title = Some(page.title.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|title| !title.is_empty());
    let description = Some(page.description.trim().to_owned()).filter(|text| !text.is_empty());
    Read { title, description, ..Read::new("html", page.writer) }
}

/// Writes a page's text into a document that it is a part of.
pub(super) fn write(text: &str, writer: &mut Writer) {
    for section in parse_page(text, false).writer.finish() {
        if section.level > 0 {
            writer.heading(section.level, &section.heading);
            let below = section.text.split_once('\n').map_or("", |(_, below)| below);
            writer.paragraph(below);
        } else {
            writer.paragraph(&section.text);
        }
    }
}

/// The text of a fragment, without its marks.
pub(super) fn text(fragment: &str) -> String {
    if !fragment.contains(['<', '&']) {
        return fragment.trim().to_owned();
    }
    let sections = parse_page(fragment, false).writer.finish();
    sections.iter().map(|section| section.text.trim()).collect::<Vec<_>>().join("\n")
}

fn parse_page(html: &str, inner: bool) -> Page {
    let page = Page { inner, ..Page::default() };
    let tokenizer = Tokenizer::new(Sink(RefCell::new(page)), TokenizerOpts::default());
    let input = BufferQueue::default();
    let mut rest = html;
    while !rest.is_empty() {
        let (portion, later) = rest.split_at(rest.floor_char_boundary(PORTION.min(rest.len()).max(4)).min(rest.len()));
        input.push_back(StrTendril::from(portion));
        while !matches!(tokenizer.feed(&input), html5ever::TokenizerResult::Done) {}
        rest = later;
    }
    tokenizer.end();
    let mut page = tokenizer.sink.0.into_inner();
    page.hidden.clear();
    page.preformatted = 0;
    page.close_block();
    // Tables that nobody closed.
    while !page.tables.is_empty() {
        page.end("table");
    }
    page
}

struct Sink(RefCell<Page>);

#[derive(Default)]
struct Page {
    inner: bool,
    writer: Writer,
    /// How much text was written.
    length: usize,
    title: String,
    description: String,
    in_title: bool,
    /// The block that is being read.
    block: String,
    heading: Option<u8>,
    preformatted: usize,
    /// For each open list: its next number, nothing where it has none.
    lists: Vec<Option<u32>>,
    item: Option<String>,
    tables: Vec<Table>,
    /// Open elements that hide what is in them, innermost last.
    hidden: Vec<String>,
}

#[derive(Default)]
struct Table {
    rows: Vec<Vec<String>>,
    cell: Option<String>,
    span: usize,
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut page = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => return page.start(&tag),
            Token::TagToken(tag) => page.end(&tag.name),
            Token::CharacterTokens(text) => page.characters(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Page {
    fn start(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        let raw = match name {
            "script" => TokenSinkResult::RawData(ScriptData),
            "style" | "xmp" | "noembed" | "noframes" => TokenSinkResult::RawData(Rawtext),
            "title" | "textarea" => TokenSinkResult::RawData(Rcdata),
            _ => TokenSinkResult::Continue,
        };
        if name == "title" && self.title.is_empty() && !self.hidden.iter().any(|hidden| hidden == "svg") {
            self.in_title = true;
            return raw;
        }
        if name == "meta" && attribute(tag, "name").is_some_and(|name| name.eq_ignore_ascii_case("description")) {
            self.description = attribute(tag, "content").unwrap_or_default();
        }
        if name == "body" {
            // Whatever the head left open ends here.
            self.hidden.clear();
        }
        if VOID.contains(&name) || tag.self_closing {
            if self.hidden.is_empty() {
                self.void(name, tag);
            }
            return raw;
        }
        if !self.hidden.is_empty() || self.is_hidden(name, tag) {
            if self.hidden.len() < DEEPEST && (self.hidden.is_empty() || self.hidden.last().is_some_and(|last| last == name)) {
                self.hidden.push(name.to_owned());
            }
            return raw;
        }
        self.open(name, tag);
        raw
    }

    fn is_hidden(&self, name: &str, tag: &Tag) -> bool {
        if HIDDEN.contains(&name) || (attribute(tag, "hidden").is_some() && name != "html" && name != "body") {
            return true;
        }
        let style = attribute(tag, "style").unwrap_or_default().replace(' ', "").to_ascii_lowercase();
        if style.contains("display:none") && name != "body" && name != "html" {
            return true;
        }
        self.inner && (AROUND.contains(&name) || attribute(tag, "role").is_some_and(|role| ROLES.contains(&&*role)))
    }

    fn open(&mut self, name: &str, tag: &Tag) {
        if !INLINE.contains(&name) && self.preformatted == 0 {
            self.close_block();
        }
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if self.tables.is_empty() => self.heading = Some(name.as_bytes()[1] - b'0'),
            "pre" => self.preformatted += 1,
            "ul" | "ol" | "menu" => self.lists.push((name == "ol").then_some(1)),
            "li" => {
                let depth = self.lists.len().saturating_sub(1).min(8);
                let mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "* ".to_owned(),
                };
                self.item = Some(format!("{}{mark}", "  ".repeat(depth)));
            }
            "table" if self.tables.len() < 50 => self.tables.push(Table::default()),
            "tr" => {
                self.end_cell();
                if let Some(table) = self.tables.last_mut() {
                    table.rows.push(Vec::new());
                }
            }
            "td" | "th" => {
                self.end_cell();
                if let Some(table) = self.tables.last_mut() {
                    table.cell = Some(String::new());
                    table.span = attribute(tag, "colspan").and_then(|span| span.parse().ok()).unwrap_or(1).clamp(1, 60);
                }
            }
            _ => {}
        }
    }

    fn void(&mut self, name: &str, tag: &Tag) {
        match name {
            "br" => {
                self.block.truncate(self.block.trim_end_matches(' ').len());
                self.block.push('\n');
            }
            "hr" => self.close_block(),
            "img" => {
                let text = attribute(tag, "alt").unwrap_or_default();
                if text.trim().len() > 3 {
                    self.push(&format!("![{}]", text.trim()));
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        if name == "title" && self.in_title {
            self.in_title = false;
            return;
        }
        if let Some(last) = self.hidden.last() {
            if last == name {
                self.hidden.pop();
            }
            return;
        }
        if !INLINE.contains(&name) && (self.preformatted == 0 || name == "pre") {
            self.close_block();
        }
        match name {
            "pre" => self.preformatted = self.preformatted.saturating_sub(1),
            "ul" | "ol" | "menu" => {
                self.lists.pop();
                self.item = None;
            }
            "li" => self.item = None,
            "td" | "th" => self.end_cell(),
            "table" => {
                self.end_cell();
                if let Some(table) = self.tables.pop() {
                    self.finish(&table.rows);
                }
            }
            _ => {}
        }
    }

    /// A table inside a cell, or of one column, is only a way to place things.
    fn finish(&mut self, rows: &[Vec<String>]) {
        let wide = rows.iter().map(Vec::len).max().unwrap_or_default() > 1;
        let length: usize = rows.iter().flatten().map(String::len).sum();
        if let Some(outer) = self.tables.last_mut() {
            if let Some(cell) = &mut outer.cell {
                for text in rows.iter().flatten().filter(|text| !text.is_empty()) {
                    cell.push(' ');
                    cell.push_str(text);
                }
            }
            return;
        }
        self.length += length;
        if wide {
            self.writer.table(rows);
        } else {
            rows.iter().flatten().for_each(|text| self.writer.paragraph(text));
        }
    }

    fn end_cell(&mut self) {
        self.close_block();
        if let Some(table) = self.tables.last_mut()
            && let Some(cell) = table.cell.take()
        {
            if table.rows.is_empty() {
                table.rows.push(Vec::new());
            }
            if let Some(row) = table.rows.last_mut() {
                row.push(cell.trim().to_owned());
                row.extend(std::iter::repeat_n(String::new(), table.span.saturating_sub(1)));
            }
        }
    }

    fn characters(&mut self, text: &str) {
        if self.in_title {
            self.title.push_str(text);
        } else if self.hidden.is_empty() {
            self.push(text);
        }
    }

    fn push(&mut self, text: &str) {
        if self.preformatted > 0 {
            self.block.push_str(text);
            return;
        }
        for sign in text.chars() {
            // White space is a space, and of several one stays.
            let sign = if sign.is_whitespace() && sign != '\u{a0}' { ' ' } else { sign };
            if sign == ' ' && (self.block.is_empty() || self.block.ends_with([' ', '\n'])) {
                continue;
            }
            self.block.push(sign);
        }
    }

    fn close_block(&mut self) {
        let block = std::mem::take(&mut self.block);
        let text = block.replace('\u{a0}', " ");
        let text = if self.preformatted > 0 { text.trim_matches('\n') } else { text.trim() };
        if text.is_empty() {
            return;
        }
        if let Some(cell) = self.tables.last_mut().and_then(|table| table.cell.as_mut()) {
            if !cell.is_empty() {
                cell.push('\n');
            }
            cell.push_str(text);
            return;
        }
        self.length += text.len();
        if let Some(level) = self.heading.take() {
            self.writer.heading(level, text);
        } else if self.preformatted > 0 {
            self.writer.paragraph(&format!("```\n{text}\n```"));
        } else if let Some(mark) = self.item.take() {
            self.writer.line(&format!("{mark}{text}"));
        } else {
            self.writer.paragraph(text);
        }
    }
}

fn attribute(tag: &Tag, name: &str) -> Option<String> {
    tag.attrs.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| attribute.value.to_string())
}
