//! Texts and identifiers as words: `camelCase`, `snake_case`, `HTTPServer2` in parts, without accents, by their stems.

use rust_stemmers::{Algorithm, Stemmer};
use std::sync::LazyLock;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// Words that say nothing of what is looked for.
const FUNCTION_WORDS: &[&str] = &[
    "a", "about", "above", "across", "after", "again", "all", "also", "am", "among", "an", "and", "any", "are", "as", "at", "be",
    "been", "before", "being", "below", "between", "both", "but", "by", "can", "could", "did", "do", "does", "doing", "done",
    "during", "each", "either", "else", "ever", "every", "for", "from", "had", "has", "have", "having", "he", "her", "here",
    "him", "his", "how", "if", "in", "into", "is", "it", "its", "just", "least", "less", "like", "made", "many", "may", "me",
    "might", "more", "most", "much", "must", "my", "nor", "not", "of", "off", "on", "one", "ones", "only", "or", "other", "our",
    "out", "over", "own", "please", "s", "same", "she", "should", "so", "some", "such", "t", "than", "that", "the", "their",
    "them", "then", "there", "these", "they", "this", "those", "through", "to", "too", "under", "until", "up", "us", "very",
    "was", "we", "were", "what", "when", "where", "whether", "which", "while", "who", "whom", "whose", "why", "will", "with",
    "within", "without", "would", "you", "your", "i", "exactly", "there", "whole", "per", "using", "used", "use", "according",
    "based", "corresponding", "different", "distinct", "along", "together", "respectively", "mentioned",
];

/// Words by which an answer is asked for, and which are no part of it.
const REQUEST_WORDS: &[&str] = &[
    "show", "give", "list", "find", "return", "tell", "display", "provide", "get", "calculate", "compute", "determine",
    "identify", "state", "write", "indicate", "name", "mention", "describe", "count", "number", "total", "amount", "average",
    "mean", "maximum", "minimum", "sum", "sort", "sorted", "order", "ordered", "descending", "ascending", "alphabetical",
    "highest", "lowest", "top", "first", "last", "greater", "larger", "fewer", "percentage", "ratio", "proportion", "value",
    "id", "ids", "detail", "details", "information", "record", "records", "code", "type", "date", "year", "time",
];

/// How much a word of a question weighs: nothing for words that only hold it together, little for those that ask.
pub(super) fn weight(word: &str, requests: f32) -> f32 {
    if FUNCTION_WORDS.contains(&word) {
        0.0
    } else if asks(word) || word.bytes().all(|sign| sign.is_ascii_digit()) {
        requests
    } else {
        1.0
    }
}

/// Whether an answer is asked for by this word.
pub(super) fn asks(word: &str) -> bool {
    REQUEST_WORDS.contains(&word)
}

pub fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.contains(&word)
}

/// The words of a text in order, in small letters and without accents.
pub fn split(text: &str) -> Vec<String> {
    let signs: Vec<char> = text.nfkd().filter(|sign| !is_combining_mark(*sign)).collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (place, &sign) in signs.iter().enumerate() {
        if !sign.is_alphanumeric() {
            close(&mut words, &mut word);
            continue;
        }
        if place > 0 && !word.is_empty() && parts(signs[place - 1], sign, signs.get(place + 1).copied()) {
            close(&mut words, &mut word);
        }
        word.extend(sign.to_lowercase());
    }
    close(&mut words, &mut word);
    words
}

fn close(words: &mut Vec<String>, word: &mut String) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// Whether a new word begins at `sign`.
fn parts(before: char, sign: char, after: Option<char>) -> bool {
    let humps = sign.is_uppercase() && (before.is_lowercase() || after.is_some_and(char::is_lowercase) && before.is_uppercase());
    // `IDs` is one word, and so is a plural's `s` after capitals.
    let plural = after == Some('s') && before.is_uppercase();
    (humps && !plural) || before.is_numeric() != sign.is_numeric()
}

/// What forms of one word share.
pub fn stem(word: &str) -> String {
    let regular = match word {
        // What somebody thinks of a thing is no rate.
        "rating" | "ratings" | "rated" => return "rating".to_owned(),
        "people" | "persons" => "person",
        "children" => "child",
        "men" => "man",
        "women" => "woman",
        "wives" => "wife",
        "lives" => "life",
        "mice" => "mouse",
        "feet" => "foot",
        "teeth" => "tooth",
        "indices" | "indexes" => "index",
        "matrices" => "matrix",
        "colour" | "colours" => "color",
        "organisation" | "organisations" => "organization",
        other => other,
    };
    STEMMER.stem(regular).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_fall_into_their_words() {
        for (text, wanted) in [
            ("customerOrders", "customer orders"),
            ("HTTPServer2", "http server 2"),
            ("sales_order_IDs", "sales order ids"),
            ("/pet/{petId}/uploadImage", "pet pet id upload image"),
            ("Größe-in-cm", "große in cm"),
            ("Café prices", "cafe prices"),
            ("", ""),
        ] {
            assert_eq!(split(text).join(" "), wanted, "{text}");
        }
    }

    #[test]
    fn forms_of_a_word_share_their_stem() {
        for (left, right) in [("countries", "country"), ("people", "person"), ("invoices", "invoice"), ("colour", "colors")] {
            assert_eq!(stem(left), stem(right));
        }
        assert_ne!(stem("order"), stem("border"));
    }
}
