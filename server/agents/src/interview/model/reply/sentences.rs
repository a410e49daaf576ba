//! Sentences of a text that is still growing.

/// What closes a sentence behind its mark.
const CLOSING: &[char] = &['"', '”', '’', '\'', ')', '»', '*', '_'];
/// A text without an end is no sentence.
const LONGEST: usize = 1_200;

/// Takes the first whole sentence off; at the end of the text also what has no mark.
pub(crate) fn next(text: &mut String, over: bool) -> Option<String> {
    let end = match end(text, over) {
        Some(end) => end,
        None if over || text.len() > LONGEST => text.len(),
        None => return None,
    };
    let rest = text.split_off(end);
    Some(std::mem::replace(text, rest)).filter(|one| !one.is_empty())
}

fn end(text: &str, over: bool) -> Option<usize> {
    for (at, one) in text.char_indices() {
        let after = at + one.len_utf8();
        match one {
            '\n' => return Some(after),
            '。' | '！' | '？' | '؟' => return Some(after),
            '.' | '!' | '?' | '…' => {
                let behind = text[after..].trim_start_matches(['.', '!', '?', '…']).trim_start_matches(CLOSING);
                let closed = text.len() - behind.len();
                let mut following = behind.chars();
                let Some(space) = following.next() else { return over.then_some(closed) };
                if !space.is_whitespace() {
                    continue;
                }
                match following.find(|next| !next.is_whitespace()) {
                    // "e.g. this"
                    Some(next) if one == '.' && next.is_lowercase() => {}
                    None if one == '.' && !over => return None,
                    _ => return Some(closed),
                }
            }
            _ => {}
        }
    }
    None
}

/// One line of plain text: no control characters, no marks of Markdown, nothing that turns the direction of writing.
pub(crate) fn plain(sentence: &str) -> String {
    let bare = sentence.trim_start_matches(['#', '-', '*', '>', ' ', '\t', '\n', '•']);
    let kept: String = bare.replace("**", "").replace("__", "").chars().filter(|one| !unwanted(*one)).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn unwanted(one: char) -> bool {
    matches!(one, '`' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || (one.is_control() && !one.is_whitespace())
}

/// Whether it holds a link or markup.
pub(crate) fn has_markup(sentence: &str) -> bool {
    let low = sentence.to_lowercase();
    let link = ["://", "www.", "](", "javascript:", "data:", "mailto:"].iter().any(|sign| low.contains(sign));
    let tag = low
        .match_indices('<')
        .any(|(at, _)| low[at + 1..].starts_with(|one: char| one.is_ascii_alphabetic() || matches!(one, '/' | '!' | '?')));
    link || tag
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut text = text.to_owned();
        std::iter::from_fn(|| next(&mut text, true)).map(|one| plain(&one)).filter(|one| !one.is_empty()).collect()
    }

    #[test]
    fn a_text_falls_into_its_sentences() {
        for (text, wanted) in [
            ("Got it. And who buys?", &["Got it.", "And who buys?"][..]),
            ("That is 3.5 t, e.g. of cheese. “Fine!” Next", &["That is 3.5 t, e.g. of cheese.", "“Fine!”", "Next"]),
            ("# Title\n- **One** thing\n- two", &["Title", "One thing", "two"]),
            ("好的。您卖什么？", &["好的。", "您卖什么？"]),
            ("Really?! Yes...", &["Really?!", "Yes..."]),
            ("", &[]),
        ] {
            assert_eq!(all(text), wanted, "{text}");
        }
    }

    #[test]
    fn pieces_give_the_same_sentences() {
        let text = "Got it, 3.5 t of cheese. Thanks! And who, e.g. in Porto, buys it? Fine.";
        let (mut grown, mut said) = (String::new(), Vec::new());
        for one in text.chars() {
            grown.push(one);
            said.extend(next(&mut grown, false).map(|one| plain(&one)));
        }
        said.extend(std::iter::from_fn(|| next(&mut grown, true)).map(|one| plain(&one)));
        assert_eq!(said, all(text));
    }

    #[test]
    fn links_and_markup_are_seen() {
        for bad in
            ["See https://x.example.", "See [this](x).", "<img src=x>", "Go to www.x.example", "</script>", "javascript:alert(1)"]
        {
            assert!(has_markup(bad), "{bad}");
        }
        for good in ["Fewer than 5 < 6.", "I <3 it.", "3:1"] {
            assert!(!has_markup(good), "{good}");
        }
    }
}
