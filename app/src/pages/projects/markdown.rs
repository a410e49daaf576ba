//! Documents as Markdown, with what was searched for marked.

pub(super) use crate::parts::markdown::is_address;

use super::marks::Marker;
use crate::parts::markdown::{Block, Dialect, Markdown, Span, blocks, spans};
use leptos::prelude::*;

/// The texts that are shown, in order.
pub(super) fn texts(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for block in blocks(text, Dialect::Document) {
        let lines = match block {
            Block::Heading(text) | Block::Paragraph(text) => vec![text],
            Block::Quote(lines) => vec![lines.join(" ")],
            Block::List { items, .. } => items,
            Block::Table(rows) => rows.concat(),
            Block::Code(text) => {
                all.push(text);
                continue;
            }
        };
        all.extend(lines.iter().flat_map(|line| spans(line, Dialect::Document)).map(Span::into_text));
    }
    all
}

/// A text as blocks of a page, with what was searched for marked.
pub(super) fn render(text: &str, marker: &Marker) -> AnyView {
    let mark = |text: &str| marker.mark(text);
    Markdown { dialect: Dialect::Document, draw_text: &mark }.render(text)
}

/// A text within a line.
pub(super) fn render_line(text: &str, marker: &Marker) -> AnyView {
    let mark = |text: &str| marker.mark(text);
    Markdown { dialect: Dialect::Document, draw_text: &mark }.render_line(text)
}

/// An excerpt in one piece: what begins its lines is left out.
pub(super) fn render_excerpt(text: &str, marker: &Marker) -> AnyView {
    let lines: Vec<String> = blocks(text, Dialect::Document)
        .into_iter()
        .map(|block| match block {
            Block::Heading(text) => format!("**{text}**"),
            Block::Paragraph(text) => text,
            Block::Quote(lines) => lines.join(" "),
            Block::Code(text) => text.replace('\n', " "),
            Block::List { items, .. } => items.join(" · "),
            Block::Table(rows) => rows.concat().join(" · "),
        })
        .collect();
    render_line(&lines.join(" "), marker)
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_document_is_markup() {
        let html = render("**<b>** <script>x</script> [a](javascript:b)\n\n```\n<i>\n```", &Marker::new("")).to_html();
        assert!(html.contains("&lt;b"), "{html}");
        assert!(!html.contains("<script>") && !html.contains("<i>") && !html.contains("javascript:"), "{html}");
    }
}
