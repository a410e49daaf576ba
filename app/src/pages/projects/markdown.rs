//! Markdown as documents have it: headings, paragraphs, lists, quotes, code, tables; bold and slanted words, code and links within a
//! line. Everything else is read as it is written, and nothing in it is markup.

use super::marks::Marker;
use crate::erased::Erase;
use leptos::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Block {
    Heading(String),
    Paragraph(String),
    Quote(String),
    List {
        is_numbered: bool,
        items: Vec<String>,
    },
    Code(String),
    /// The first row has the names of the columns.
    Table(Vec<Vec<String>>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Span {
    Plain(String),
    Strong(String),
    Slanted(String),
    Code(String),
    Link { text: String, href: String },
}

/// Bytes of the words of a link, and of its address.
const LONGEST_PART: usize = 2_000;

/// The texts that are shown, in order.
pub(super) fn texts(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for block in blocks(text) {
        let lines = match block {
            Block::Heading(text) | Block::Paragraph(text) | Block::Quote(text) => vec![text],
            Block::List { items, .. } => items,
            Block::Table(rows) => rows.concat(),
            Block::Code(text) => {
                all.push(text);
                continue;
            }
        };
        all.extend(lines.iter().flat_map(|line| spans(line)).map(Span::into_text));
    }
    all
}

impl Span {
    fn into_text(self) -> String {
        match self {
            Self::Plain(text) | Self::Strong(text) | Self::Slanted(text) | Self::Code(text) | Self::Link { text, .. } => text,
        }
    }
}

/// A text as blocks of a page, with what was searched for marked.
pub(super) fn render(text: &str, marker: &Marker) -> AnyView {
    blocks(text).into_iter().map(|block| draw(block, marker)).collect::<Vec<_>>().erase()
}

/// A text within a line.
pub(super) fn render_line(text: &str, marker: &Marker) -> AnyView {
    let drawn = spans(text).into_iter().map(|span| match span {
        Span::Plain(text) => marker.mark(&text),
        Span::Strong(text) => view! { <strong>{marker.mark(&text)}</strong> }.erase(),
        Span::Slanted(text) => view! { <em>{marker.mark(&text)}</em> }.erase(),
        Span::Code(text) => view! { <code>{marker.mark(&text)}</code> }.erase(),
        Span::Link { text, href } if is_address(&href) => {
            view! { <a href=href rel="noreferrer external">{marker.mark(&text)}</a> }.erase()
        }
        Span::Link { text, .. } => marker.mark(&text),
    });
    drawn.collect::<Vec<_>>().erase()
}

/// An excerpt in one piece: what begins its lines is left out.
pub(super) fn render_excerpt(text: &str, marker: &Marker) -> AnyView {
    let lines: Vec<String> = blocks(text)
        .into_iter()
        .map(|block| match block {
            Block::Heading(text) => format!("**{text}**"),
            Block::Paragraph(text) | Block::Quote(text) => text,
            Block::Code(text) => text.replace('\n', " "),
            Block::List { items, .. } => items.join(" · "),
            Block::Table(rows) => rows.concat().join(" · "),
        })
        .collect();
    render_line(&lines.join(" "), marker)
}

fn draw(block: Block, marker: &Marker) -> AnyView {
    let line = |text: &str| render_line(text, marker);
    match block {
        Block::Heading(text) => view! { <h4 dir="auto">{line(&text)}</h4> }.erase(),
        Block::Paragraph(text) => view! { <p dir="auto">{line(&text)}</p> }.erase(),
        Block::Quote(text) => view! { <blockquote dir="auto">{line(&text)}</blockquote> }.erase(),
        Block::Code(text) => view! { <pre class="code"><code dir="ltr">{marker.mark(&text)}</code></pre> }.erase(),
        Block::List { is_numbered, items } => {
            let items = items.iter().map(|item| view! { <li dir="auto">{line(item)}</li> }.erase()).collect::<Vec<_>>();
            if is_numbered { view! { <ol>{items}</ol> }.erase() } else { view! { <ul>{items}</ul> }.erase() }
        }
        Block::Table(mut rows) => {
            let head = if rows.is_empty() { Vec::new() } else { rows.remove(0) };
            let head = head.iter().map(|cell| view! { <th scope="col" dir="auto">{line(cell)}</th> }.erase()).collect::<Vec<_>>();
            let row = |row: Vec<String>| {
                let cells = row.iter().map(|cell| view! { <td dir="auto">{line(cell)}</td> }.erase()).collect::<Vec<_>>();
                view! { <tr>{cells}</tr> }.erase()
            };
            let rows = rows.into_iter().map(row).collect::<Vec<_>>();
            view! {
                <div class="wide">
                    <table>
                        <thead>
                            <tr>{head}</tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            }
            .erase()
        }
    }
}

/// Only what leads somewhere on the web is a link.
pub(super) fn is_address(href: &str) -> bool {
    href.starts_with("https://") || href.starts_with("http://")
}

/// What kind of block a line belongs to, with what stands in it.
fn line(text: &str) -> Option<Block> {
    let text = text.trim();
    if text.is_empty() || (text.len() > 2 && ["---", "***", "___"].iter().any(|rule| text.trim_start_matches(rule).is_empty())) {
        return None;
    }
    if let Some(quoted) = text.strip_prefix('>') {
        return Some(Block::Quote(quoted.trim().to_owned()));
    }
    let hashes = text.len() - text.trim_start_matches('#').len();
    if (1..=6).contains(&hashes)
        && let Some(heading) = text[hashes..].strip_prefix(' ')
    {
        return Some(Block::Heading(heading.trim().to_owned()));
    }
    if let Some(item) = ["- ", "* ", "+ ", "• "].into_iter().find_map(|mark| text.strip_prefix(mark)) {
        return Some(Block::List { is_numbered: false, items: vec![item.trim().to_owned()] });
    }
    let digits = text.len() - text.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
    if (1..=3).contains(&digits)
        && let Some(item) = text[digits..].strip_prefix(". ").or_else(|| text[digits..].strip_prefix(") "))
    {
        return Some(Block::List { is_numbered: true, items: vec![item.trim().to_owned()] });
    }
    if text.len() > 1 && text.starts_with('|') && text.ends_with('|') {
        let cells: Vec<String> = text[1..text.len() - 1].split('|').map(|cell| cell.trim().to_owned()).collect();
        return Some(Block::Table(vec![cells]));
    }
    Some(Block::Paragraph(text.to_owned()))
}

/// The row below the head of a table.
fn is_ruler(cells: &[String]) -> bool {
    cells.iter().all(|cell| !cell.is_empty() && cell.bytes().all(|sign| matches!(sign, b'-' | b':')))
}

fn blocks(text: &str) -> Vec<Block> {
    let mut all: Vec<Block> = Vec::new();
    let mut goes_on = false;
    let mut lines = text.lines();
    while let Some(written) = lines.next() {
        if let Some(fence) = ["```", "~~~"].into_iter().find(|fence| written.trim_start().starts_with(fence)) {
            let code: Vec<&str> = lines.by_ref().take_while(|line| !line.trim_start().starts_with(fence)).collect();
            all.push(Block::Code(code.join("\n")));
            goes_on = false;
            continue;
        }
        let Some(one) = line(written) else {
            goes_on = false;
            continue;
        };
        match (all.last_mut().filter(|_| goes_on), one) {
            (Some(Block::Paragraph(before)), Block::Paragraph(next)) | (Some(Block::Quote(before)), Block::Quote(next)) => {
                before.push(' ');
                before.push_str(&next);
            }
            (Some(Block::List { is_numbered: before, items }), Block::List { is_numbered, items: next })
                if *before == is_numbered =>
            {
                items.extend(next);
            }
            (Some(Block::Table(rows)), Block::Table(next)) => rows.extend(next.into_iter().filter(|cells| !is_ruler(cells))),
            (_, one) => all.push(one),
        }
        goes_on = true;
    }
    all
}

/// What is bold, slanted, code or a link within a line; a mark without its end is a sign like any other.
fn spans(text: &str) -> Vec<Span> {
    let mut all = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let inner = |mark: &str| {
            let (inner, after) = rest.strip_prefix(mark)?.split_once(mark)?;
            (!inner.trim().is_empty() && !inner.starts_with(' ') && !inner.ends_with(' ')).then(|| (inner.to_owned(), after))
        };
        // A name like `one_of_it` is no slanted word.
        let begins = !plain.ends_with(|sign: char| sign.is_ascii_alphanumeric());
        let found = match sign {
            '*' => {
                let strong = inner("**").map(|(text, after)| (Span::Strong(text), after));
                strong.or_else(|| inner("*").filter(|_| begins).map(|(text, after)| (Span::Slanted(text), after)))
            }
            '_' if begins => inner("_").map(|(text, after)| (Span::Slanted(text), after)),
            '`' => inner("`").map(|(text, after)| (Span::Code(text), after)),
            '[' => link(rest),
            _ => None,
        };
        if let Some((span, after)) = found {
            if !plain.is_empty() {
                all.push(Span::Plain(std::mem::take(&mut plain)));
            }
            all.push(span);
            rest = after;
        } else {
            plain.push(sign);
            rest = &rest[sign.len_utf8()..];
        }
    }
    if !plain.is_empty() {
        all.push(Span::Plain(plain));
    }
    all
}

/// `[text](address)` and what follows it. Of a text with many brackets that none closes, each looks only so far ahead.
fn link(text: &str) -> Option<(Span, &str)> {
    let inner = text.strip_prefix('[')?;
    let near = &inner[..inner.floor_char_boundary(LONGEST_PART)];
    let (shown, rest) = inner.split_at(near.find(['[', ']'])?);
    let rest = rest.strip_prefix("](")?;
    let near = &rest[..rest.floor_char_boundary(LONGEST_PART)];
    let (href, rest) = rest.split_at(near.find(|sign: char| sign == ')' || sign.is_whitespace())?);
    let after = rest.strip_prefix(')')?;
    (!shown.is_empty()).then(|| (Span::Link { text: shown.to_owned(), href: href.to_owned() }, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_blocks() {
        let list = |is_numbered, items: [&str; 2]| Block::List { is_numbered, items: items.map(str::to_owned).to_vec() };
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let text = "Two parts\nof one.\n\n- first\n- second\n1. one\n2) two\n> a quote\n> goes on\n# Head\n---\n```sql\n# SELECT 1\n\n```\n\
            | a | b |\n|---|:-:|\n| 1 | 2 |\n-5 is a number";
        assert_eq!(
            blocks(text),
            [
                Block::Paragraph("Two parts of one.".into()),
                list(false, ["first", "second"]),
                list(true, ["one", "two"]),
                Block::Quote("a quote goes on".into()),
                Block::Heading("Head".into()),
                Block::Code("# SELECT 1\n".into()),
                Block::Table(vec![row(["a", "b"]), row(["1", "2"])]),
                Block::Paragraph("-5 is a number".into()),
            ]
        );
        assert!(blocks(" \n\n").is_empty());
    }

    #[test]
    fn marks_without_an_end_are_signs() {
        let plain = |text: &str| Span::Plain(text.into());
        let link = |text: &str, href: &str| Span::Link { text: text.into(), href: href.into() };
        let cases = [
            ("a **b** c", vec![plain("a "), Span::Strong("b".into()), plain(" c")]),
            ("**open", vec![plain("**open")]),
            ("2 * 3 * 4", vec![plain("2 * 3 * 4")]),
            ("an *old* _new_", vec![plain("an "), Span::Slanted("old".into()), plain(" "), Span::Slanted("new".into())]),
            ("one_of_it", vec![plain("one_of_it")]),
            ("`x` é", vec![Span::Code("x".into()), plain(" é")]),
            ("[a](https://b.example) [c]", vec![link("a", "https://b.example"), plain(" [c]")]),
            ("[a [b](c) [d](e f) [](g)", vec![plain("[a "), link("b", "c"), plain(" [d](e f) [](g)")]),
            ("****", vec![plain("****")]),
        ];
        for (text, expected) in cases {
            assert_eq!(spans(text), expected, "{text}");
        }
    }

    #[test]
    fn brackets_without_an_end_are_read_once() {
        for text in ["[".repeat(200_000), "[a](".repeat(10_000), format!("[{}](b)", "a".repeat(3_000))] {
            assert!(spans(&text) == [Span::Plain(text.clone())], "{} bytes", text.len());
        }
    }

    #[cfg(feature = "ssr")]
    #[test]
    fn nothing_in_a_document_is_markup() {
        let html = render("**<b>** <script>x</script> [a](javascript:b)\n\n```\n<i>\n```", &Marker::new("")).to_html();
        assert!(html.contains("&lt;b"), "{html}");
        assert!(!html.contains("<script>") && !html.contains("<i>") && !html.contains("javascript:"), "{html}");
    }
}
