//! Plain text: what a person or an objective's author wrote, made fit to stand inside a sentence.

use unicode_segmentation::UnicodeSegmentation;

/// The text on one line, without control characters, at most `limit` characters long; a longer one ends in an ellipsis after a
/// whole word. Characters that turn the direction of writing would turn the words around them too, so they are left out.
pub(super) fn plain(text: &str, limit: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    let mut gap = false;
    for piece in text.graphemes(true) {
        if piece.chars().all(|one| one.is_whitespace() || one.is_control()) {
            gap = !out.is_empty();
            continue;
        }
        let kept: String = piece.chars().filter(|one| !unprintable(*one)).collect();
        let length = kept.chars().count() + usize::from(gap);
        if used + length > limit {
            return cut(out, gap);
        }
        if gap && !kept.is_empty() {
            out.push(' ');
            gap = false;
        }
        used += length;
        out.push_str(&kept);
    }
    out
}

/// A value's words: plain, without the marks that would end or question the sentence around them.
pub(super) fn words(text: &str, limit: usize) -> String {
    let open: String = plain(text, limit).chars().filter(|one| !is_question_mark(*one)).collect();
    open.trim_matches(|one: char| one.is_whitespace() || matches!(one, '.' | ',' | ';' | ':' | '!')).to_owned()
}

/// The text as a sentence: a capital at the start, a stop at the end.
pub(super) fn sentence(text: &str) -> String {
    let mut out = capital(text.trim());
    if !out.is_empty() && !out.ends_with(['.', '!', '?', '…', '？', '؟', ':']) {
        out.push('.');
    }
    out
}

/// With a capital, also behind an opening quotation mark.
pub(super) fn capital(text: &str) -> String {
    if let Some(quoted) = text.strip_prefix('“') {
        return format!("“{}", capital(quoted));
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// With a small first letter, unless the first word is written in capitals ("API", "I", "X-ray").
pub(super) fn small(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), text.chars().nth(1)) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

/// "a, b and c"; more than `most` are counted: "a, b and three more".
pub(super) fn listing(items: &[String], link: &str, most: usize) -> String {
    let mut shown: Vec<&str> = items.iter().map(String::as_str).filter(|one| !one.is_empty()).collect();
    let rest = shown.len().saturating_sub(most);
    let more = format!("{} more", counted(rest + 1));
    if rest > 0 {
        shown.truncate(most.saturating_sub(1));
        shown.push(&more);
    }
    match shown.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, before)) => {
            // "A website, and partners and resellers": what joins the list must not be taken for what joins an item.
            let inner = shown[shown.len() - 2..].iter().any(|item| item.contains(" and ") || item.contains(" or "));
            let comma = if inner && rest == 0 { "," } else { "" };
            format!("{}{comma} {} {last}", before.join(", "), if rest > 0 { "and" } else { link })
        }
    }
}

/// Small numbers in letters.
pub(super) fn counted(number: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// The first question of a text with the statements beside it: a reply asks one thing only.
pub(super) fn one_question(text: &str) -> String {
    let mut asked = false;
    let kept: Vec<&str> = sentences(text).filter(|one| !is_question(one) || !std::mem::replace(&mut asked, true)).collect();
    kept.join(" ")
}

/// The statements of a text; where it has none, its questions as statements.
pub(super) fn statements(text: &str) -> String {
    let kept: Vec<&str> = sentences(text).filter(|one| !is_question(one)).collect();
    if kept.is_empty() {
        sentence(text.trim_end_matches(is_question_mark)).replace(is_question_mark, ".")
    } else {
        sentence(&kept.join(" "))
    }
}

pub(super) fn is_question(text: &str) -> bool {
    text.contains(is_question_mark)
}

fn is_question_mark(one: char) -> bool {
    matches!(one, '?' | '？' | '؟')
}

/// Sentences end at a stop that is followed by a space, or at a question mark.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest
            .char_indices()
            .find(|(at, one)| {
                let after = at + one.len_utf8();
                is_question_mark(*one) || (matches!(one, '.' | '!') && rest[after..].starts_with(' '))
            })
            .map_or(rest.len(), |(at, one)| at + one.len_utf8());
        let (first, later) = rest.split_at(end);
        rest = later.trim_start();
        Some(first)
    })
}

fn cut(mut out: String, at_word: bool) -> String {
    if !at_word && let Some(space) = out.rfind(' ') {
        out.truncate(space);
    }
    let kept = out.trim_end_matches([',', ';', ':', '.', '-', '–', ' ']).len();
    out.truncate(kept);
    out.push('…');
    out
}

fn unprintable(one: char) -> bool {
    one.is_control()
        || matches!(one, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_put_on_one_line_and_cut_after_a_word() {
        for (text, limit, wanted) in [
            ("dentists", 20, "dentists"),
            ("  two\n\nlines\tand\u{0} a tab ", 40, "two lines and a tab"),
            ("small dental practices in Spain", 22, "small dental practices…"),
            ("small dental practices in Spain", 21, "small dental…"),
            ("abc\u{202e}def", 20, "abcdef"),
            ("aaaaaaaaaaaaaaaa", 4, "aaaa…"),
            ("👩‍👩‍👧 family", 40, "👩‍👩‍👧 family"),
            ("", 10, ""),
            (" \n ", 10, ""),
        ] {
            assert_eq!(plain(text, limit), wanted, "{text:?}");
        }
    }

    #[test]
    fn lists_read_naturally() {
        let items = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        assert_eq!(listing(&items(&[]), "and", 5), "");
        assert_eq!(listing(&items(&["a"]), "and", 5), "a");
        assert_eq!(listing(&items(&["a", "b"]), "or", 5), "a or b");
        assert_eq!(listing(&items(&["a", "b", "c"]), "and", 5), "a, b and c");
        assert_eq!(listing(&items(&["a", "b and c"]), "and", 5), "a, and b and c");
        assert_eq!(listing(&items(&["a", "b", "c", "d", "e"]), "or", 3), "a, b and three more");
    }

    #[test]
    fn one_question_is_kept() {
        assert_eq!(
            one_question("Is there a deadline? If so, when? A month is enough."),
            "Is there a deadline? A month is enough."
        );
        assert_eq!(one_question("Tell me about it."), "Tell me about it.");
        assert_eq!(statements("Good morning. How are you? Let us begin"), "Good morning. Let us begin.");
        assert_eq!(statements("Ready?"), "Ready.");
    }
}
