//! The little Markdown of answers: paragraphs, lists, quotes, headings, bold words and code. Everything else is read as it is written.

use crate::erased::Erase;
use leptos::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Block {
    Heading(String),
    Paragraph(String),
    /// A line each.
    Quote(Vec<String>),
    List {
        is_numbered: bool,
        items: Vec<String>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Span {
    Plain(String),
    Strong(String),
    Code(String),
}

/// What kind of block a line belongs to, with what stands in it.
fn line(text: &str) -> Option<Block> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    if let Some(quoted) = text.strip_prefix('>') {
        return Some(Block::Quote(vec![quoted.trim().to_owned()]));
    }
    let hashes = text.len() - text.trim_start_matches('#').len();
    if (1..=6).contains(&hashes)
        && let Some(heading) = text[hashes..].strip_prefix(' ')
    {
        return Some(Block::Heading(heading.trim().to_owned()));
    }
    if let Some(item) = ["- ", "* ", "• "].into_iter().find_map(|mark| text.strip_prefix(mark)) {
        return Some(Block::List { is_numbered: false, items: vec![item.trim().to_owned()] });
    }
    let digits = text.len() - text.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
    if (1..=3).contains(&digits)
        && let Some(item) = text[digits..].strip_prefix(". ").or_else(|| text[digits..].strip_prefix(") "))
    {
        return Some(Block::List { is_numbered: true, items: vec![item.trim().to_owned()] });
    }
    Some(Block::Paragraph(text.to_owned()))
}

fn blocks(text: &str) -> Vec<Block> {
    let mut all: Vec<Block> = Vec::new();
    let mut goes_on = false;
    for one in text.lines().map(line) {
        let Some(one) = one else {
            goes_on = false;
            continue;
        };
        match (all.last_mut().filter(|_| goes_on), one) {
            (Some(Block::Paragraph(before)), Block::Paragraph(next)) => {
                before.push(' ');
                before.push_str(&next);
            }
            (Some(Block::Quote(before)), Block::Quote(next)) => before.extend(next),
            (Some(Block::List { is_numbered: before, items }), Block::List { is_numbered, items: next })
                if *before == is_numbered =>
            {
                items.extend(next);
            }
            (_, one) => all.push(one),
        }
        goes_on = true;
    }
    all
}

/// Bold words and code within a line; a mark without its end is a sign like any other.
fn spans(text: &str) -> Vec<Span> {
    let mut all = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let inner = |mark: &str| {
            let (inner, after) = rest.strip_prefix(mark)?.split_once(mark)?;
            (!inner.trim().is_empty()).then_some((inner, after))
        };
        let found = match sign {
            '*' => inner("**").map(|(strong, after)| (Span::Strong(strong.to_owned()), after)),
            '`' => inner("`").map(|(code, after)| (Span::Code(code.to_owned()), after)),
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

fn written(text: &str) -> AnyView {
    spans(text)
        .into_iter()
        .map(|span| match span {
            Span::Plain(text) => text.erase(),
            Span::Strong(text) => view! { <strong>{text}</strong> }.erase(),
            Span::Code(text) => view! { <code>{text}</code> }.erase(),
        })
        .collect_view()
        .erase()
}

/// The text of an answer as blocks of a page.
pub(super) fn render(text: &str) -> AnyView {
    let drawn = |block: Block| match block {
        Block::Heading(text) => view! { <h3 dir="auto">{written(&text)}</h3> }.erase(),
        Block::Paragraph(text) => view! { <p dir="auto">{written(&text)}</p> }.erase(),
        Block::Quote(lines) => {
            let lines = lines.iter().map(|line| view! { <p dir="auto">{written(line)}</p> }.erase()).collect_view();
            view! { <blockquote>{lines}</blockquote> }.erase()
        }
        Block::List { is_numbered, items } => {
            let items = items.iter().map(|item| view! { <li dir="auto">{written(item)}</li> }.erase()).collect_view();
            if is_numbered { view! { <ol>{items}</ol> }.erase() } else { view! { <ul>{items}</ul> }.erase() }
        }
    };
    blocks(text).into_iter().map(drawn).collect_view().erase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_blocks() {
        let text = "Two parts\nof one paragraph.\n\n- first\n- second\n1. one\n2) two\n> a quote\n> goes on\n# Head\n#no head\n-5 is a number";
        let list = |is_numbered, items: [&str; 2]| Block::List { is_numbered, items: items.map(str::to_owned).to_vec() };
        assert_eq!(
            blocks(text),
            [
                Block::Paragraph("Two parts of one paragraph.".into()),
                list(false, ["first", "second"]),
                list(true, ["one", "two"]),
                Block::Quote(vec!["a quote".into(), "goes on".into()]),
                Block::Heading("Head".into()),
                Block::Paragraph("#no head -5 is a number".into()),
            ]
        );
        assert!(blocks(" \n\n").is_empty());
    }

    #[test]
    fn marks_without_an_end_are_signs() {
        let plain = |text: &str| Span::Plain(text.into());
        let cases = [
            ("a **b** c", vec![plain("a "), Span::Strong("b".into()), plain(" c")]),
            ("**open", vec![plain("**open")]),
            ("2 * 3 ** 4", vec![plain("2 * 3 ** 4")]),
            ("`x` é", vec![Span::Code("x".into()), plain(" é")]),
            ("****", vec![plain("****")]),
        ];
        for (text, expected) in cases {
            assert_eq!(spans(text), expected, "{text}");
        }
    }

    #[cfg(feature = "ssr")]
    #[test]
    fn nothing_in_an_answer_is_markup() {
        let html = render("**<b>** & <script>x</script>\n> <i>").to_html().replace("<!>", "");
        assert!(html.contains("<strong>&lt;b&gt;</strong>") || html.contains("<strong>&lt;b></strong>"), "{html}");
        assert!(!html.contains("<script>") && !html.contains("<i>"), "{html}");
    }
}
