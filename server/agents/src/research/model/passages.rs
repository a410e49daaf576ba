//! The parts of a long text that bear on the subject, as they stand and in their order.

use crate::research::rules::subject::{Subject, root};
use std::collections::HashSet;

/// About a paragraph, in characters.
const PART: usize = 1_200;

/// The whole text where it is short enough, else its beginning and the parts with most of the subject's words. What was left out
/// between two of them is marked.
pub(super) fn passages(subject: &Subject, text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let parts = parts(text);
    let mut ranked: Vec<(usize, usize)> = parts.iter().map(|part| weight(subject, part)).enumerate().collect();
    // Stable: of equals the first. The beginning says what the text is about.
    ranked.sort_by_key(|(place, weight)| (*place > 0, std::cmp::Reverse(*weight)));
    let mut room = most;
    let mut kept = Vec::new();
    for (place, _) in ranked {
        let length = parts[place].chars().count();
        if length > room {
            break;
        }
        room -= length;
        kept.push(place);
    }
    kept.sort_unstable();
    let mut out = String::new();
    let mut next = 0;
    for place in kept {
        if place != next {
            out.push_str("\n[…]\n");
        }
        out.push_str(parts[place]);
        next = place + 1;
    }
    out
}

fn weight(subject: &Subject, part: &str) -> usize {
    let words: HashSet<String> =
        part.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(root).collect();
    subject.words.iter().filter(|word| words.contains(*word)).count()
}

/// The text in pieces that end at a line, a sentence or at least a word.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((end, _)) = rest.char_indices().nth(PART) {
        let head = &rest[..end];
        let least = head.len() / 2;
        let cut = [head.rfind('\n'), head.rfind(". "), head.rfind(char::is_whitespace)]
            .into_iter()
            .flatten()
            .find(|at| *at >= least)
            .map_or(end, |at| at + head[at..].chars().next().map_or(1, char::len_utf8));
        let (part, behind) = rest.split_at(cut);
        parts.push(part);
        rest = behind;
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(words: &[&str]) -> Subject {
        Subject {
            name: String::new(),
            topic: Vec::new(),
            said: Vec::new(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            template: None,
            value: None,
        }
    }

    #[test]
    fn a_short_text_is_shown_whole_and_a_long_one_where_it_matters() {
        let tea = subject(&["tea"]);
        assert_eq!(passages(&tea, "All about tea.", 40), "All about tea.");
        let filler = "Nothing of interest is said in this sentence. ".repeat(60);
        let text = format!("A title\n{filler}\nGreen tea sells best in spring. {filler}");
        let shown = passages(&tea, &text, 3_000);
        assert!(shown.starts_with("A title\n") && shown.contains("Green tea sells best in spring. "), "{shown}");
        assert!(shown.contains("\n[…]\n") && shown.chars().count() <= 3_020, "{}", shown.chars().count());
        for part in shown.split("\n[…]\n") {
            assert!(text.contains(part), "verbatim");
        }
    }

    #[test]
    fn parts_are_the_text() {
        for text in ["word ".repeat(2_000), "x".repeat(5_000), "ä\u{2003}ö".repeat(1_500), String::new()] {
            assert_eq!(parts(&text).concat(), text);
        }
    }
}
