//! Reads Markdown into blocks, and their lines into spans. What is no mark is a sign like any other.

/// How much of Markdown is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Headings, paragraphs, lists and quotes; bold words and code within a line.
    Answer,
    /// Also blocks of code, tables and rules; slanted words and links within a line.
    Document,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    Heading(String),
    Paragraph(String),
    /// A line each.
    Quote(Vec<String>),
    List {
        is_numbered: bool,
        items: Vec<String>,
    },
    Code(String),
    /// The first row has the names of the columns.
    Table(Vec<Vec<String>>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    Plain(String),
    Strong(String),
    Slanted(String),
    Code(String),
    Link { text: String, href: String },
}

/// Bytes of the words of a link, and of its address.
const LONGEST_PART: usize = 2_000;

impl Span {
    pub(crate) fn into_text(self) -> String {
        match self {
            Self::Plain(text) | Self::Strong(text) | Self::Slanted(text) | Self::Code(text) | Self::Link { text, .. } => text,
        }
    }
}

pub(crate) fn blocks(text: &str, dialect: Dialect) -> Vec<Block> {
    let mut all: Vec<Block> = Vec::new();
    let mut goes_on = false;
    let mut lines = text.lines();
    while let Some(written) = lines.next() {
        let begins = |fence: &&str| dialect == Dialect::Document && written.trim_start().starts_with(*fence);
        if let Some(fence) = ["```", "~~~"].into_iter().find(begins) {
            let code: Vec<&str> = lines.by_ref().take_while(|line| !line.trim_start().starts_with(fence)).collect();
            all.push(Block::Code(code.join("\n")));
            goes_on = false;
            continue;
        }
        let Some(one) = line(written, dialect) else {
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
            (Some(Block::Table(rows)), Block::Table(next)) => rows.extend(next.into_iter().filter(|cells| !is_ruler(cells))),
            (_, one) => all.push(one),
        }
        goes_on = true;
    }
    all
}

/// What kind of block a line belongs to, with what stands in it.
fn line(text: &str, dialect: Dialect) -> Option<Block> {
    let text = text.trim();
    let is_document = dialect == Dialect::Document;
    if text.is_empty() || (is_document && is_rule(text)) {
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
    let bullets: &[&str] = if is_document { &["- ", "* ", "• ", "+ "] } else { &["- ", "* ", "• "] };
    if let Some(item) = bullets.iter().find_map(|mark| text.strip_prefix(*mark)) {
        return Some(Block::List { is_numbered: false, items: vec![item.trim().to_owned()] });
    }
    let digits = text.len() - text.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
    if (1..=3).contains(&digits)
        && let Some(item) = text[digits..].strip_prefix(". ").or_else(|| text[digits..].strip_prefix(") "))
    {
        return Some(Block::List { is_numbered: true, items: vec![item.trim().to_owned()] });
    }
    if is_document && text.len() > 1 && text.starts_with('|') && text.ends_with('|') {
        let cells: Vec<String> = text[1..text.len() - 1].split('|').map(|cell| cell.trim().to_owned()).collect();
        return Some(Block::Table(vec![cells]));
    }
    Some(Block::Paragraph(text.to_owned()))
}

/// A line across the page.
fn is_rule(text: &str) -> bool {
    text.len() > 2 && ["---", "***", "___"].iter().any(|rule| text.trim_start_matches(rule).is_empty())
}

/// The row below the head of a table.
fn is_ruler(cells: &[String]) -> bool {
    cells.iter().all(|cell| !cell.is_empty() && cell.bytes().all(|sign| matches!(sign, b'-' | b':')))
}

/// What is more than plain within a line; a mark without its end is a sign like any other.
pub(crate) fn spans(text: &str, dialect: Dialect) -> Vec<Span> {
    let is_document = dialect == Dialect::Document;
    let mut all = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let inner = |mark: &str| {
            let (inner, after) = rest.strip_prefix(mark)?.split_once(mark)?;
            let is_loose = is_document && (inner.starts_with(' ') || inner.ends_with(' '));
            (!inner.trim().is_empty() && !is_loose).then(|| (inner.to_owned(), after))
        };
        // A name like `one_of_it` is no slanted word.
        let begins = is_document && !plain.ends_with(|sign: char| sign.is_ascii_alphanumeric());
        let found = match sign {
            '*' => {
                let strong = inner("**").map(|(text, after)| (Span::Strong(text), after));
                strong.or_else(|| if begins { inner("*").map(|(text, after)| (Span::Slanted(text), after)) } else { None })
            }
            '_' if begins => inner("_").map(|(text, after)| (Span::Slanted(text), after)),
            '`' => inner("`").map(|(text, after)| (Span::Code(text), after)),
            '[' if is_document => link(rest),
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

    fn list(is_numbered: bool, items: [&str; 2]) -> Block {
        Block::List { is_numbered, items: items.map(str::to_owned).to_vec() }
    }

    fn plain(text: &str) -> Span {
        Span::Plain(text.into())
    }

    #[test]
    fn lines_of_an_answer_become_blocks() {
        let text = "Two parts\nof one paragraph.\n\n- first\n- second\n1. one\n2) two\n> a quote\n> goes on\n# Head\n#no head\n\
            -5 is a number\n\n---\n| a |\n```\n+ b";
        assert_eq!(
            blocks(text, Dialect::Answer),
            [
                Block::Paragraph("Two parts of one paragraph.".into()),
                list(false, ["first", "second"]),
                list(true, ["one", "two"]),
                Block::Quote(vec!["a quote".into(), "goes on".into()]),
                Block::Heading("Head".into()),
                Block::Paragraph("#no head -5 is a number".into()),
                Block::Paragraph("--- | a | ``` + b".into()),
            ]
        );
        assert!(blocks(" \n\n", Dialect::Answer).is_empty());
    }

    #[test]
    fn lines_of_a_document_become_blocks() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let text = "Two parts\nof one.\n\n- first\n+ second\n1. one\n2) two\n> a quote\n> goes on\n# Head\n---\n```sql\n# SELECT 1\n\n```\n\
            | a | b |\n|---|:-:|\n| 1 | 2 |\n-5 is a number";
        assert_eq!(
            blocks(text, Dialect::Document),
            [
                Block::Paragraph("Two parts of one.".into()),
                list(false, ["first", "second"]),
                list(true, ["one", "two"]),
                Block::Quote(vec!["a quote".into(), "goes on".into()]),
                Block::Heading("Head".into()),
                Block::Code("# SELECT 1\n".into()),
                Block::Table(vec![row(["a", "b"]), row(["1", "2"])]),
                Block::Paragraph("-5 is a number".into()),
            ]
        );
        assert!(blocks(" \n\n", Dialect::Document).is_empty());
    }

    #[test]
    fn marks_without_an_end_are_signs() {
        let strong = |text: &str| Span::Strong(text.into());
        for dialect in [Dialect::Answer, Dialect::Document] {
            for (text, expected) in [
                ("a **b** c", vec![plain("a "), strong("b"), plain(" c")]),
                ("**open", vec![plain("**open")]),
                ("2 * 3 ** 4", vec![plain("2 * 3 ** 4")]),
                ("2 * 3 * 4", vec![plain("2 * 3 * 4")]),
                ("one_of_it", vec![plain("one_of_it")]),
                ("`x` é", vec![Span::Code("x".into()), plain(" é")]),
                ("****", vec![plain("****")]),
            ] {
                assert_eq!(spans(text, dialect), expected, "{text}");
            }
        }
    }

    #[test]
    fn slanted_words_and_links_are_of_documents() {
        let link = |text: &str, href: &str| Span::Link { text: text.into(), href: href.into() };
        let slanted = |text: &str| Span::Slanted(text.into());
        for (text, expected) in [
            ("an *old* _new_", vec![plain("an "), slanted("old"), plain(" "), slanted("new")]),
            ("[a](https://b.example) [c]", vec![link("a", "https://b.example"), plain(" [c]")]),
            ("[a [b](c) [d](e f) [](g)", vec![plain("[a "), link("b", "c"), plain(" [d](e f) [](g)")]),
        ] {
            assert_eq!(spans(text, Dialect::Document), expected, "{text}");
            assert_eq!(spans(text, Dialect::Answer), [plain(text)], "{text}");
        }
    }

    #[test]
    fn brackets_without_an_end_are_read_once() {
        for text in ["[".repeat(200_000), "[a](".repeat(10_000), format!("[{}](b)", "a".repeat(3_000))] {
            assert!(spans(&text, Dialect::Document) == [Span::Plain(text.clone())], "{} bytes", text.len());
        }
    }
}
