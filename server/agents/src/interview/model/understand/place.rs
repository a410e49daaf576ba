//! Where a quote stands.

use std::ops::Range;

/// A longer quote says nothing about where a value came from.
const LONGEST: usize = 2_000;
/// Longer ones stand in the text as they are, or not at all: looking for their white space would take too long.
const LOOSE: usize = 300;
/// What a model may put around a quote.
const AROUND: &[char] = &['"', '“', '”', '„', '«', '»', '‘', '’', '\'', ' ', '\n', '\t'];

/// The first place of the quote in the text, letter by letter; only runs of white space may differ.
pub(super) fn place(text: &str, quote: &str) -> Option<Range<usize>> {
    [quote.trim(), quote.trim_matches(AROUND)].into_iter().find_map(|quote| verbatim(text, quote))
}

fn verbatim(text: &str, quote: &str) -> Option<Range<usize>> {
    if quote.is_empty() || quote.len() > LONGEST || !quote.chars().any(char::is_alphanumeric) {
        return None;
    }
    if let Some(start) = text.find(quote) {
        return Some(start..start + quote.len());
    }
    let first = quote.chars().next().filter(|_| quote.len() <= LOOSE)?;
    text.match_indices(first).find_map(|(start, _)| begins_with(&text[start..], quote).map(|length| start..start + length))
}

/// How much of the text the quote takes, where the text begins with it.
fn begins_with(text: &str, quote: &str) -> Option<usize> {
    let (mut rest, mut wanted) = (text, quote);
    while let Some(next) = wanted.chars().next() {
        if next.is_whitespace() {
            let shorter = rest.trim_start();
            if shorter.len() == rest.len() {
                return None;
            }
            (rest, wanted) = (shorter, wanted.trim_start());
        } else {
            rest = rest.strip_prefix(next)?;
            wanted = &wanted[next.len_utf8()..];
        }
    }
    Some(text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_where_it_stands_and_nowhere_else() {
        let text = "Wir verkaufen  „Käse“\nund Brot, Käse und Öl.";
        for (quote, found) in [
            ("Käse", Some("Käse")),
            ("verkaufen „Käse“ und Brot", Some("verkaufen  „Käse“\nund Brot")),
            ("\"und Öl.\"", Some("und Öl.")),
            ("käse", None),
            ("Käse und Wein", None),
            ("", None),
            (" ", None),
            ("„", None),
            ("Käseund", None),
        ] {
            assert_eq!(place(text, quote).map(|at| &text[at]), found, "{quote:?}");
        }
    }

    #[test]
    fn long_and_repetitive_texts_take_no_time() {
        let text = "a a ".repeat(4_000);
        assert_eq!(place(&text, &format!("{}b", "a  a ".repeat(300))), None);
        assert_eq!(place(&text, &format!("{}b", "a  a ".repeat(50))), None);
    }
}
