//! Texts: Markdown, plain text, CSV, JSON, notebooks, feeds.

use super::{
    DocumentFault, Read, html,
    writer::{LONGEST, Writer},
    xml,
};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use domain::tools::catalog::Section;
use serde_json::Value;

const MOST_ROWS: usize = 100_000;
const MOST_COLUMNS: usize = 5_000;

/// Bytes as text: by their mark, as UTF-8, else by what the letters look like.
pub(super) fn decoded(bytes: &[u8]) -> Result<String, DocumentFault> {
    let (encoding, mark) = encoding_rs::Encoding::for_bom(bytes).unwrap_or_else(|| (guessed(bytes), 0));
    let text = encoding.decode_without_bom_handling(&bytes[mark..]).0.replace("\r\n", "\n").replace('\r', "\n");
    // A text has few signs that cannot be seen, or that are none.
    let strange =
        |sign: &char| (sign.is_control() && !matches!(sign, '\n' | '\t' | '\u{c}')) || *sign == char::REPLACEMENT_CHARACTER;
    let signs = text.chars().count();
    if text.chars().filter(strange).count() * 20 > signs {
        return Err(DocumentFault::Unknown);
    }
    Ok(text.replace('\0', ""))
}

fn guessed(bytes: &[u8]) -> &'static encoding_rs::Encoding {
    if std::str::from_utf8(bytes).is_ok() {
        return encoding_rs::UTF_8;
    }
    // Every second byte nothing: UTF-16 without its mark.
    let sample = &bytes[..bytes.len().min(4_000)];
    let zeros = |odd: usize| sample.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    if zeros(1) * 5 > sample.len() && zeros(0) * 20 < sample.len() {
        return encoding_rs::UTF_16LE;
    }
    if zeros(0) * 5 > sample.len() && zeros(1) * 20 < sample.len() {
        return encoding_rs::UTF_16BE;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}

/// Markdown is cut at its headings and otherwise kept as written, so that quotes are found in it. Lines in fences are not
/// headings.
pub(super) fn markdown(text: &str) -> Read {
    let (front, body) = front_matter(text);
    let body = &body[..body.floor_char_boundary(LONGEST)];
    // Where each section begins, with its level and heading.
    let mut heads = vec![(0, 0, String::new())];
    let mut fence: Option<&str> = None;
    // A line that the next line may turn into a heading.
    let mut above: Option<(usize, &str)> = None;
    let mut at = 0;
    for whole in body.split_inclusive('\n') {
        let line = whole.trim_end_matches('\n');
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark && start.trim_matches(['`', '~']).trim().is_empty() => fence = None,
            _ => {}
        }
        let prose = fence.is_none() && mark.is_none();
        let own = heading(line).filter(|(_, text)| prose && !text.is_empty()).map(|(level, text)| (at, level, text.to_owned()));
        let below =
            || above.zip(underline(line).filter(|_| prose)).map(|((at, text), level)| (at, level, text.trim().to_owned()));
        let found = own.or_else(below);
        let plain = prose && found.is_none() && !start.is_empty() && !start.starts_with(['|', '-', '*', '>']);
        above = plain.then_some((at, line));
        heads.extend(found);
        at += whole.len();
    }
    let ends = heads.iter().skip(1).map(|(at, ..)| *at).chain([body.len()]);
    let section = |((at, level, heading), end): (&(usize, u8, String), usize)| Section {
        heading: heading.clone(),
        level: *level,
        text: body[*at..end].to_owned(),
    };
    let sections = heads.iter().zip(ends).map(section);
    let sections = sections.filter(|section| section.level > 0 || !section.text.trim().is_empty()).collect();
    let mut read = Read { sections, ..Read::new("markdown", Writer::default()) };
    read.title = front.iter().find(|(name, _)| name == "title").map(|(_, value)| value.clone());
    read.description = front.iter().find(|(name, _)| name == "description").map(|(_, value)| value.clone());
    read
}

/// The level of the line above: `===` or `---`.
fn underline(line: &str) -> Option<u8> {
    let line = line.trim_end();
    let all = |sign: char| line.len() > 2 && line.chars().all(|other| other == sign);
    if all('=') { Some(1) } else { all('-').then_some(2) }
}

/// `## Heading ##`
fn heading(line: &str) -> Option<(u8, &str)> {
    let level = line.bytes().take_while(|sign| *sign == b'#').count();
    let text = line.get(level..)?;
    if !(1..=6).contains(&level) || !(text.is_empty() || text.starts_with([' ', '\t'])) {
        return None;
    }
    Some((level as u8, text.trim().trim_end_matches('#').trim_end()))
}

/// The plain `name: value` lines between two `---`, and what comes after.
fn front_matter(text: &str) -> (Vec<(String, String)>, &str) {
    let Some(rest) = text.strip_prefix("---\n") else { return (Vec::new(), text) };
    let Some(end) = rest.find("\n---\n").filter(|end| *end < 20_000) else { return (Vec::new(), text) };
    let pair = |line: &str| {
        let (name, value) = line.split_once(':')?;
        Some((name.trim().to_lowercase(), value.trim().trim_matches(['"', '\'']).to_owned()))
    };
    (rest[..end].lines().filter_map(pair).filter(|(_, value)| !value.is_empty()).collect(), &rest[end + 5..])
}

pub(super) fn text(text: &str) -> Read {
    let mut writer = Writer::default();
    writer.paragraph(text.trim_matches('\n'));
    Read::new("text", writer)
}

/// CSV as a table, by the separator that its lines agree on.
pub(super) fn csv(text: &str, separator: Option<u8>) -> Result<Read, DocumentFault> {
    let separator = separator.unwrap_or_else(|| likely_separator(text));
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records().take(MOST_ROWS) {
        let record = record.map_err(|fault| DocumentFault::Damaged(fault.to_string()))?;
        rows.push(record.iter().take(MOST_COLUMNS).map(|cell| cell.trim().to_owned()).collect::<Vec<String>>());
    }
    let mut writer = Writer::default();
    writer.table(&rows);
    Ok(Read::new("csv", writer))
}

fn likely_separator(text: &str) -> u8 {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(20).collect();
    let agreed = |sign: u8| {
        let counts: Vec<usize> = lines.iter().map(|line| line.bytes().filter(|byte| *byte == sign).count()).collect();
        let least = counts.iter().min().copied().unwrap_or_default();
        (least, counts.first().copied().unwrap_or_default())
    };
    [b',', b';', b'\t', b'|'].into_iter().max_by_key(|sign| (agreed(*sign), *sign == b',')).unwrap_or(b',')
}

pub(super) fn json(text: &str) -> Result<Read, DocumentFault> {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        // One value a line.
        Err(_) if lines_of_json(text) => return Ok(code("json", text)),
        Err(fault) => return Err(DocumentFault::Damaged(format!("it is no JSON, {fault}"))),
    };
    if let Some(cells) = value.get("cells").and_then(Value::as_array).filter(|_| value.get("nbformat").is_some()) {
        return Ok(notebook(cells, &value));
    }
    Ok(code("json", text))
}

fn lines_of_json(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    lines.peek().is_some() && lines.all(|line| serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok())
}

fn code(language: &'static str, text: &str) -> Read {
    let mut writer = Writer::default();
    writer.paragraph(&format!("```{language}\n{}\n```", text.trim()));
    Read::new(language, writer)
}

/// A notebook: its texts, its code, and the texts that the code gave.
fn notebook(cells: &[Value], whole: &Value) -> Read {
    let language = whole.pointer("/metadata/kernelspec/language").and_then(Value::as_str).unwrap_or("python");
    let mut text = String::new();
    for cell in cells {
        let source = joined(cell.get("source").or_else(|| cell.get("input")));
        match cell.get("cell_type").and_then(Value::as_str) {
            Some("code") => {
                text.push_str(&format!("\n```{language}\n{}\n```\n", source.trim_end()));
                for output in cell.get("outputs").and_then(Value::as_array).into_iter().flatten() {
                    let shown = joined(output.get("text").or_else(|| output.pointer("/data/text~1plain")));
                    if !shown.trim().is_empty() {
                        text.push_str(&format!("\n```\n{}\n```\n", shown.trim_end()));
                    }
                }
            }
            Some("raw") => text.push_str(&format!("\n```\n{}\n```\n", source.trim_end())),
            _ => text.push_str(&format!("\n{source}\n")),
        }
    }
    Read { format: "ipynb", ..markdown(&text) }
}

fn joined(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(lines)) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

/// RSS and Atom by their entries; other XML by its texts.
pub(super) fn xml(bytes: &[u8]) -> Result<Read, DocumentFault> {
    let tree = xml::parse(bytes)?;
    let mut writer = Writer::default();
    let channel = tree.child("channel").unwrap_or(&tree);
    if matches!(&*tree.name, "rss" | "feed" | "RDF") {
        feed(&tree, channel, &mut writer);
    } else {
        texts(&tree, &mut writer);
    }
    Ok(Read::new("xml", writer))
}

fn feed(tree: &xml::Element, channel: &xml::Element, writer: &mut Writer) {
    let said = |element: &xml::Element, name: &str| element.child(name).map(xml::Element::text).unwrap_or_default();
    writer.heading(1, &said(channel, "title"));
    for name in ["description", "subtitle"] {
        writer.paragraph(&html::text(&said(channel, name)));
    }
    let entries = channel.elements().chain(tree.elements()).filter(|element| matches!(&*element.name, "item" | "entry"));
    for entry in entries {
        writer.heading(2, &html::text(&said(entry, "title")));
        for name in ["pubDate", "published", "updated"] {
            writer.line(&said(entry, name));
        }
        for name in ["description", "summary", "encoded", "content"] {
            writer.paragraph(&html::text(&said(entry, name)));
        }
    }
}

fn texts(element: &xml::Element, writer: &mut Writer) {
    for child in &element.children {
        match child {
            xml::Node::Text(text) => writer.line(text.trim()),
            xml::Node::Element(inner) => texts(inner, writer),
        }
    }
}
