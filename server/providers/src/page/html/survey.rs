//! One pass over a page's tokens, without building a tree: its plain text, what it says of itself, and whether a tree of it would
//! be of a bearable size. A page that nests without end, or opens styles that every later element inherits, costs a parser of
//! trees time and memory far beyond its length; here it costs one pass.

use super::{
    dates::{DateSource, Dates},
    tidy,
};
use html5ever::{
    LocalName,
    tendril::StrTendril,
    tokenizer::{
        BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
        states::RawKind::{Rawtext, Rcdata, ScriptData},
    },
};
use protocol::Timestamp;
use std::{
    cell::RefCell,
    time::{Duration, Instant},
};

/// The deepest nesting that is taken apart.
const DEEPEST: usize = 200;
const MOST_ELEMENTS: usize = 60_000;
/// Elements counted with the open styles that a parser would repeat inside each.
const MOST_COST: usize = 600_000;
/// The most bytes of text that are gathered.
const MOST_TEXT: usize = 2 * 1024 * 1024;
/// How long one pass may take; thousands of attributes of one element cost more than their length.
const PATIENCE: Duration = Duration::from_secs(2);
const PORTION: usize = 16 * 1024;

const HIDDEN: &[&str] = &["noscript", "template", "svg", "math", "select", "object", "iframe", "canvas", "datalist"];
const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];
const STYLES: &[&str] = &["b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"];
/// Closed by the next of their kind.
const UNCLOSED: &[&str] = &["p", "li", "td", "th", "tr", "dt", "dd", "option"];
const INLINE: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "label",
    "mark", "nobr", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "img",
];

/// What one pass found.
#[derive(Debug)]
pub(crate) struct Survey {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) published_at: Option<Timestamp>,
    pub(crate) canonical: Option<String>,
    /// A tree of it would be of a bearable size.
    pub(crate) tame: bool,
}

pub(crate) fn survey(html: &str) -> Survey {
    let begun = Instant::now();
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    let mut rest = html;
    let mut whole = true;
    while !rest.is_empty() {
        if begun.elapsed() > PATIENCE {
            whole = false;
            break;
        }
        let (portion, later) = rest.split_at(rest.floor_char_boundary(PORTION.min(rest.len())));
        input.push_back(StrTendril::from(portion));
        // This sink never stops the tokenizer for a script.
        while !matches!(tokenizer.feed(&input), html5ever::TokenizerResult::Done) {}
        rest = later;
    }
    if whole {
        tokenizer.end();
    }
    let seen = tokenizer.sink.0.into_inner();
    let title = [seen.og_title, seen.title, seen.heading].into_iter().map(|title| tidy(&title).replace('\n', " "));
    Survey {
        title: title.filter(|title| !title.is_empty()).map(|title| title.chars().take(300).collect()).next().unwrap_or_default(),
        text: tidy(&seen.text),
        published_at: seen.dates.published(),
        canonical: seen.canonical,
        tame: whole && !seen.wild,
    }
}

#[derive(Default)]
struct Sink(RefCell<Seen>);

#[derive(Default)]
struct Seen {
    text: String,
    title: String,
    og_title: String,
    heading: String,
    canonical: Option<String>,
    dates: Dates,
    json_ld: String,
    /// Where the text goes to.
    place: Place,
    /// The element whose text is not shown, and how often it is open.
    hidden: Option<(LocalName, usize)>,
    /// Open elements, while their number is bearable.
    open: Vec<LocalName>,
    elements: usize,
    styles: usize,
    cost: usize,
    wild: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Body,
    Title,
    Heading,
    JsonLd,
    Nowhere,
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut seen = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => return seen.start(&tag),
            Token::TagToken(tag) => seen.end(&tag.name),
            Token::CharacterTokens(text) => seen.characters(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Seen {
    fn start(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        self.measure(tag);
        self.note(name, tag);
        if !INLINE.contains(&name) {
            self.break_line();
        }
        match name {
            "script" => {
                let json_ld = attribute(tag, "type").is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"));
                self.place = if json_ld { Place::JsonLd } else { Place::Nowhere };
                return TokenSinkResult::RawData(ScriptData);
            }
            "style" | "xmp" | "noembed" | "noframes" => {
                self.place = Place::Nowhere;
                return TokenSinkResult::RawData(Rawtext);
            }
            "title" if !self.inside_drawing() => {
                self.place = if self.title.is_empty() { Place::Title } else { Place::Nowhere };
                return TokenSinkResult::RawData(Rcdata);
            }
            "textarea" => {
                self.place = Place::Nowhere;
                return TokenSinkResult::RawData(Rcdata);
            }
            "h1" if self.heading.is_empty() => self.place = Place::Heading,
            _ if HIDDEN.contains(&name) && !tag.self_closing => match &mut self.hidden {
                Some((hidden, times)) if *hidden == tag.name => *times += 1,
                Some(_) => {}
                none => *none = Some((tag.name.clone(), 1)),
            },
            _ => {}
        }
        TokenSinkResult::Continue
    }

    fn end(&mut self, name: &LocalName) {
        match &mut self.hidden {
            Some((hidden, times)) if hidden == name => {
                *times -= 1;
                if *times == 0 {
                    self.hidden = None;
                }
            }
            _ => {}
        }
        let plain: &str = name;
        match plain {
            "script" | "style" | "xmp" | "noembed" | "noframes" | "title" | "textarea" | "h1" => {
                if self.place == Place::JsonLd {
                    self.dates.json_ld(&self.json_ld);
                    self.json_ld.clear();
                }
                self.place = Place::Body;
            }
            _ => {}
        }
        if !INLINE.contains(&plain) {
            self.break_line();
        }
        if STYLES.contains(&plain) {
            self.styles = self.styles.saturating_sub(1);
        }
        if !self.wild
            && let Some(at) = self.open.iter().rposition(|open| open == name)
        {
            self.open.truncate(at);
        }
    }

    fn characters(&mut self, text: &str) {
        let into = match self.place {
            Place::Title => &mut self.title,
            Place::JsonLd => &mut self.json_ld,
            Place::Nowhere => return,
            _ if self.hidden.is_some() => return,
            Place::Heading => {
                if self.heading.len() < 1_000 {
                    self.heading.push_str(text);
                }
                &mut self.text
            }
            Place::Body => &mut self.text,
        };
        if into.len() < MOST_TEXT {
            into.push_str(text);
        }
    }

    fn break_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    fn inside_drawing(&self) -> bool {
        self.hidden.as_ref().is_some_and(|(name, _)| matches!(&**name, "svg" | "math"))
    }

    /// Keeps count of what a tree would hold.
    fn measure(&mut self, tag: &Tag) {
        let name: &str = &tag.name;
        self.elements += 1;
        self.cost += 1 + self.styles + tag.attrs.len() / 8;
        if STYLES.contains(&name) {
            self.styles += 1;
        }
        if self.wild || VOID.contains(&name) {
            return;
        }
        if let Some(last) = self.open.last()
            && UNCLOSED.contains(&name)
            && (last == &tag.name || (matches!(&**last, "td" | "th") && matches!(name, "td" | "th" | "tr")))
        {
            self.open.pop();
            if name == "tr" && self.open.last().is_some_and(|open| *open == tag.name) {
                self.open.pop();
            }
        }
        self.open.push(tag.name.clone());
        self.wild = self.open.len() > DEEPEST || self.elements > MOST_ELEMENTS || self.cost > MOST_COST;
        if self.wild {
            self.open = Vec::new();
        }
    }

    /// What the page says of itself in attributes.
    fn note(&mut self, name: &str, tag: &Tag) {
        let said = |names: &[&str]| names.iter().find_map(|name| attribute(tag, name)).unwrap_or_default();
        match name {
            "meta" => {
                let content = said(&["content"]);
                let key = said(&["property", "name", "itemprop"]).trim().to_ascii_lowercase();
                if key == "og:title" && self.og_title.is_empty() {
                    self.og_title = content.to_owned();
                }
                self.dates.meta(&key, content);
            }
            "link" if self.canonical.is_none() => {
                let relations = said(&["rel"]);
                if relations.split_ascii_whitespace().any(|relation| relation.eq_ignore_ascii_case("canonical")) {
                    self.canonical = attribute(tag, "href").map(str::to_owned);
                }
            }
            _ => {
                let marked = said(&["itemprop"]).eq_ignore_ascii_case("datePublished");
                let class = said(&["class"]).to_ascii_lowercase();
                let marked = marked || (name == "time" && (attribute(tag, "pubdate").is_some() || class.contains("publish")));
                if marked || name == "time" {
                    let how = if marked { DateSource::Marked } else { DateSource::Somewhere };
                    self.dates.element(said(&["datetime", "content"]), how);
                }
            }
        }
    }
}

fn attribute<'a>(tag: &'a Tag, name: &str) -> Option<&'a str> {
    // Whoever writes hundreds of attributes has nothing to say with them.
    tag.attrs.iter().take(100).find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
}
