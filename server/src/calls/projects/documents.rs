//! A document as a whole, a long one a page at a time.

use super::source;
use app::pages::projects::calls::{DocumentView, HeadingShown, PassageShown, ProjectRequest, count_marks};
use domain::{
    Failure,
    tools::{
        answers::Held,
        catalog::{Document, Section},
    },
};

/// Bytes of one page, and of a part of a section that is longer than that.
const PAGE: usize = 60_000;
const PART: usize = 20_000;
/// Lines of the table of contents.
const HEADINGS: usize = 400;
/// Characters of the words that are looked for.
const LONGEST_WORDS: usize = 200;

pub(super) fn build_view(one: &Held, asked: &ProjectRequest) -> Result<DocumentView, Failure> {
    let found = one.found.documents.iter().find(|document| document.name == asked.document);
    let document = found.ok_or_else(|| Failure::not_found("there is no such document"))?;
    let parts = cut(document);
    let ends = paginate(parts.iter().map(|part| part.text.len()));
    let page = ends.iter().position(|end| asked.from < *end).unwrap_or_default();
    let words: String = asked.words.trim().chars().take(LONGEST_WORDS).collect();
    let page_of = |part: usize| ends.iter().position(|end| part < *end).unwrap_or_default();
    let contents = parts
        .iter()
        .enumerate()
        .filter(|(_, part)| !part.heading.is_empty())
        .take(HEADINGS)
        .map(|(at, part)| HeadingShown { heading: part.heading.clone(), level: part.level, page: page_of(at), part: at })
        .collect();
    let starts = || std::iter::once(0).chain(ends.iter().copied());
    let on_page = |(start, end): (usize, usize)| parts[start..end].iter().map(|part| count_in(part, &words)).sum::<usize>();
    let matches = if words.is_empty() { Vec::new() } else { starts().zip(ends.iter().copied()).map(on_page).collect() };
    let (start, end) = (starts().nth(page).unwrap_or_default(), ends.get(page).copied().unwrap_or_default());
    Ok(DocumentView {
        source: source(&one.source),
        name: document.name.clone(),
        title: document.title.clone().filter(|title| *title != document.name).unwrap_or_default(),
        format: document.format.clone(),
        url: document.origin.as_ref().and_then(|origin| origin.url.clone()).unwrap_or_default(),
        words,
        contents,
        parts: parts[start..end].to_vec(),
        page,
        starts: starts().take(ends.len()).collect(),
        matches,
    })
}

fn count_in(part: &PassageShown, words: &str) -> usize {
    count_marks(&part.heading, words) + count_marks(&part.text, words)
}

/// The number of the part that a section begins with.
pub(super) fn part_of(document: &Document, section: usize) -> usize {
    document.sections.iter().take(section).map(|section| pieces(body(section)).len()).sum()
}

fn cut(document: &Document) -> Vec<PassageShown> {
    let mut parts: Vec<PassageShown> = Vec::new();
    for section in &document.sections {
        for (nth, text) in pieces(body(section)).into_iter().enumerate() {
            let heading = if nth == 0 { section.heading.clone() } else { String::new() };
            parts.push(PassageShown { part: parts.len(), heading, level: section.level, text: text.to_owned() });
        }
    }
    parts
}

/// Without the line of the heading, which is shown by itself.
fn body(section: &Section) -> &str {
    let text = section.text.trim_start();
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let is_heading = line.starts_with('#') && line.trim_matches(['#', ' ', '\r']) == section.heading.trim();
    if is_heading { rest } else { &section.text }
}

/// A long text in parts that end where paragraphs or lines do; at least one.
fn pieces(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while rest.len() > PART {
        let window = &rest[..rest.floor_char_boundary(PART)];
        let after = |sign: &str| window.rfind(sign).filter(|place| *place > PART / 4).map(|place| place + sign.len());
        let end = after("\n\n").or_else(|| after("\n")).or_else(|| after(" ")).unwrap_or(window.len());
        let (piece, later) = rest.split_at(end);
        found.push(piece);
        rest = later;
    }
    if !rest.is_empty() || found.is_empty() {
        found.push(rest);
    }
    found
}

/// Where each page ends, by the number of the part behind it; at least one page.
fn paginate(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let (mut ends, mut size, mut count) = (Vec::new(), 0, 0);
    for length in lengths {
        if size > 0 && size + length > PAGE {
            ends.push(count);
            size = 0;
        }
        size += length;
        count += 1;
    }
    ends.push(count);
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(heading: &str, text: &str) -> Section {
        Section { heading: heading.into(), level: 2, text: text.into() }
    }

    #[test]
    fn a_heading_is_not_read_twice() {
        for (heading, text, expected) in [
            ("Orders", "## Orders\n\nAn order counts.", "\nAn order counts."),
            ("Orders", "## Orders ##\nIt counts.", "It counts."),
            ("Page 2", "# Other\nText", "# Other\nText"),
            ("", "Text", "Text"),
            ("Orders", "## Orders", ""),
        ] {
            assert_eq!(body(&section(heading, text)), expected, "{text}");
        }
    }

    #[test]
    fn long_texts_are_cut_between_paragraphs_and_nothing_is_lost() {
        let long = "A line of it.\n\n".repeat(4_000);
        let found = pieces(&long);
        assert!(found.len() > 1 && found.iter().all(|piece| piece.len() <= PART && piece.ends_with("\n\n")));
        assert_eq!(found.concat(), long);
        assert_eq!(pieces(""), [""]);
        assert_eq!(pieces(&"é".repeat(PART)).concat(), "é".repeat(PART));
    }

    #[test]
    fn pages_have_whole_parts() {
        for (lengths, ends) in [
            (vec![], vec![0]),
            (vec![10, 20], vec![2]),
            (vec![PAGE, 1], vec![1, 2]),
            (vec![PAGE / 2, PAGE / 2, PAGE / 2], vec![2, 3]),
            (vec![PAGE * 2, 1], vec![1, 2]),
        ] {
            assert_eq!(paginate(lengths.into_iter()), ends);
        }
    }
}
