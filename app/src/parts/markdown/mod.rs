//! Markdown, as answers and documents have it, drawn so that nothing in it is markup.

mod read;

pub(crate) use read::{Block, Dialect, Span, blocks, spans};

use crate::erased::Erase;
use leptos::prelude::*;

/// Draws the texts of a page.
#[derive(Clone, Copy)]
pub(crate) struct Markdown<'a> {
    pub(crate) dialect: Dialect,
    /// Draws what has no mark left.
    pub(crate) draw_text: &'a dyn Fn(&str) -> AnyView,
}

impl Markdown<'_> {
    /// A text as blocks of a page.
    pub(crate) fn render(self, text: &str) -> AnyView {
        blocks(text, self.dialect).into_iter().map(|block| self.draw(block)).collect::<Vec<_>>().erase()
    }

    /// A text within a line.
    pub(crate) fn render_line(self, text: &str) -> AnyView {
        let plain = self.draw_text;
        let drawn = spans(text, self.dialect).into_iter().map(|span| match span {
            Span::Plain(text) => plain(&text),
            Span::Strong(text) => view! { <strong>{plain(&text)}</strong> }.erase(),
            Span::Slanted(text) => view! { <em>{plain(&text)}</em> }.erase(),
            Span::Code(text) => view! { <code>{plain(&text)}</code> }.erase(),
            Span::Link { text, href } if is_address(&href) => {
                view! { <a href=href rel="noreferrer external">{plain(&text)}</a> }.erase()
            }
            Span::Link { text, .. } => plain(&text),
        });
        drawn.collect::<Vec<_>>().erase()
    }

    /// A document's own headings are below those of the page around it, and its quotes are in one piece.
    fn draw(self, block: Block) -> AnyView {
        let is_answer = self.dialect == Dialect::Answer;
        let line = |text: &str| self.render_line(text);
        match block {
            Block::Heading(text) if is_answer => view! { <h3 dir="auto">{line(&text)}</h3> }.erase(),
            Block::Heading(text) => view! { <h4 dir="auto">{line(&text)}</h4> }.erase(),
            Block::Paragraph(text) => view! { <p dir="auto">{line(&text)}</p> }.erase(),
            Block::Quote(lines) if is_answer => {
                let lines = lines.iter().map(|one| view! { <p dir="auto">{line(one)}</p> }.erase()).collect::<Vec<_>>();
                view! { <blockquote>{lines}</blockquote> }.erase()
            }
            Block::Quote(lines) => view! { <blockquote dir="auto">{line(&lines.join(" "))}</blockquote> }.erase(),
            Block::Code(text) => view! { <pre class="code"><code dir="ltr">{(self.draw_text)(&text)}</code></pre> }.erase(),
            Block::List { is_numbered, items } => {
                let items = items.iter().map(|item| view! { <li dir="auto">{line(item)}</li> }.erase()).collect::<Vec<_>>();
                if is_numbered { view! { <ol>{items}</ol> }.erase() } else { view! { <ul>{items}</ul> }.erase() }
            }
            Block::Table(rows) => self.draw_table(rows),
        }
    }

    fn draw_table(self, mut rows: Vec<Vec<String>>) -> AnyView {
        let line = |text: &str| self.render_line(text);
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

/// Only what leads somewhere on the web is a link.
pub(crate) fn is_address(href: &str) -> bool {
    href.starts_with("https://") || href.starts_with("http://")
}
