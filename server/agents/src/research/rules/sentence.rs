//! The sentences of a text, verbatim.

use unicode_segmentation::UnicodeSegmentation;

/// Shorter, it is a heading or a crumb; longer, a list or a table.
const SHORTEST: usize = 24;
const LONGEST: usize = 500;
/// Words after which a full stop ends nothing.
const ABBREVIATIONS: &[&str] = &[
    "e.g.", "i.e.", "approx.", "ca.", "no.", "vs.", "inc.", "ltd.", "co.", "corp.", "dr.", "mr.", "mrs.", "ms.", "st.", "u.s.",
    "u.k.", "fig.",
];

/// Those that are worth citing.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r']).flat_map(of_line).filter(|sentence| {
        let length = sentence.chars().count();
        (SHORTEST..=LONGEST).contains(&length) && sentence.split_whitespace().nth(3).is_some()
    })
}

fn of_line(line: &str) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    let mut begin = 0;
    for (at, piece) in line.split_sentence_bound_indices() {
        let end = at + piece.len();
        let so_far = line[begin..end].trim_end();
        let last = so_far.rsplit(char::is_whitespace).next().unwrap_or_default().to_lowercase();
        if ABBREVIATIONS.contains(&last.as_str()) && end < line.len() {
            continue;
        }
        out.push(line[begin..end].trim());
        begin = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_whole_and_verbatim() {
        let text = "Menu\nThe market, e.g. in Austria, grew by 4.5 % in 2024. It has  two big sellers.\nOK.\nWhat about the rest of it? Nobody knows that.";
        let found: Vec<_> = sentences(text).collect();
        assert_eq!(
            found,
            ["The market, e.g. in Austria, grew by 4.5 % in 2024.", "It has  two big sellers.", "What about the rest of it?",]
        );
        for sentence in found {
            assert!(text.contains(sentence));
        }
        let long = "word ".repeat(200);
        assert_eq!(sentences(&long).count(), 0);
    }
}
