//! What is searched for: words for the full text, and queries no longer than a provider takes.

use std::collections::HashSet;

/// The most words of one search of the full text.
const MOST_WORDS: usize = 16;

/// Of a long question.
const FEW: usize = 3;

/// Words that say nothing of a subject.
const EMPTY_WORDS: &[&str] = &[
    "a", "about", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could", "do",
    "does", "for", "from", "had", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "me", "more", "most", "my",
    "no", "not", "of", "on", "or", "our", "so", "some", "than", "that", "the", "their", "them", "there", "they", "this", "to",
    "up", "us", "was", "we", "were", "what", "when", "where", "which", "who", "why", "will", "with", "would", "you", "your",
];

/// The words of a question that a full text can be searched for: lower case, each once, without those that say nothing.
#[must_use]
pub fn search_words(question: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    question
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty() && word.chars().count() <= 60)
        .map(str::to_lowercase)
        .filter(|word| !EMPTY_WORDS.contains(&word.as_str()) && seen.insert(word.clone()))
        .take(MOST_WORDS)
        .collect()
}

/// How many of so many words must stand in a page that was read before, and how many in a document that the tenant brought in: half
/// of them, but of a long question only a few. A query worded from all that is known holds more words than any document does.
#[must_use]
pub fn words_needed(asked: usize) -> (usize, usize) {
    let half = asked.div_ceil(2);
    (half, half.min(FEW))
}

/// A query on one line, cut at a word so that it keeps a provider's limits.
#[must_use]
pub fn shortened(query: &str, most_characters: usize, most_words: usize) -> String {
    let mut short = String::new();
    let mut length = 0;
    for word in
        query.split(|sign: char| sign.is_whitespace() || sign.is_control()).filter(|word| !word.is_empty()).take(most_words)
    {
        let space = usize::from(length > 0);
        let more = word.chars().count() + space;
        if length + more > most_characters {
            if length == 0 {
                short.extend(word.chars().take(most_characters));
            }
            break;
        }
        if space > 0 {
            short.push(' ');
        }
        short.push_str(word);
        length += more;
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_subject() {
        assert_eq!(
            search_words("What is the market for lavender-soap, the MARKET in Köln?"),
            ["market", "lavender", "soap", "köln"]
        );
        assert_eq!(search_words("who are you?"), Vec::<String>::new());
        assert_eq!(search_words(&"word ".repeat(40)), ["word"]);
        let many: String = (0..40).map(|number| format!("w{number} ")).collect();
        assert_eq!(search_words(&many).len(), MOST_WORDS);
        assert!(search_words(&"x".repeat(61)).is_empty());
    }

    #[test]
    fn who_says_more_of_what_is_wanted_is_not_told_less() {
        for (asked, needed) in [(0, (0, 0)), (1, (1, 1)), (2, (1, 1)), (4, (2, 2)), (5, (3, 3)), (7, (4, 3)), (16, (8, 3))] {
            assert_eq!(words_needed(asked), needed, "{asked}");
        }
    }

    #[test]
    fn queries_keep_the_limits() {
        assert_eq!(shortened("  a\tb\nc  ", 400, 50), "a b c");
        assert_eq!(shortened("one two three", 400, 2), "one two");
        assert_eq!(shortened("one two three", 9, 50), "one two");
        assert_eq!(shortened("ääää bb", 6, 50), "ääää");
        assert_eq!(shortened(&"x".repeat(500), 400, 50).len(), 400);
        let long = "word ".repeat(200);
        let short = shortened(&long, 400, 50);
        assert!(short.chars().count() <= 400 && short.split(' ').count() == 50, "{short}");
    }
}
