//! A sentence as words and numbers, and which of them have been understood.

use crate::tools::search::words::stem;

#[derive(Clone, Debug)]
pub(super) struct Token {
    /// As it was written.
    pub(super) text: String,
    pub(super) word: String,
    pub(super) stem: String,
    pub(super) number: Option<f64>,
    pub(super) percent: bool,
    pub(super) quoted: bool,
    /// A comma or another sign is before it.
    pub(super) parted: bool,
    /// A sentence begins with it.
    pub(super) opens: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Sentence {
    pub(super) tokens: Vec<Token>,
    used: Vec<bool>,
}

const NUMBERS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

impl Sentence {
    pub(super) fn read(text: &str) -> Self {
        let mut tokens: Vec<Token> = Vec::new();
        for piece in pieces(text) {
            let word = piece.text.to_lowercase();
            let percent = piece.text == "%" || word == "percent";
            if let Some(last) = tokens.last_mut().filter(|last| last.number.is_some() && !last.quoted) {
                if percent {
                    last.percent = true;
                    continue;
                }
                let factor = match word.as_str() {
                    "thousand" => 1e3,
                    "million" => 1e6,
                    "billion" => 1e9,
                    _ => 1.0,
                };
                if factor > 1.0 {
                    last.number = last.number.map(|number| number * factor);
                    continue;
                }
            }
            if piece.text == "%" {
                continue;
            }
            let number = if piece.quoted { None } else { number(&word) };
            let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(&word).to_owned();
            tokens.push(Token {
                stem: stem(&word),
                text: piece.text.strip_suffix("'s").unwrap_or(&piece.text).to_owned(),
                number,
                percent: false,
                quoted: piece.quoted,
                parted: piece.parted,
                opens: piece.opens,
                word,
            });
        }
        Self { used: vec![false; tokens.len()], tokens }
    }

    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(super) fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.word.as_str())
    }

    pub(super) fn is_used(&self, at: usize) -> bool {
        self.used.get(at).copied().unwrap_or(true)
    }

    pub(super) fn mark(&mut self, at: usize, count: usize) {
        for place in at..(at + count).min(self.used.len()) {
            self.used[place] = true;
        }
    }

    /// The first place of one of these words from `from` on.
    pub(super) fn find(&self, words: &[&str], from: usize) -> Option<usize> {
        (from..self.len()).find(|at| words.contains(&self.word(*at)))
    }

    /// Whether these words follow one another from here on.
    pub(super) fn reads(&self, at: usize, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(step, word)| self.word(at + step) == *word)
    }

    /// Where words follow one another by their stems, or are written as one, among those not understood yet.
    pub(super) fn mention(&self, stems: &[String], joined: &str, from: usize) -> Option<(usize, usize)> {
        (from..self.len()).find_map(|at| self.mention_at(stems, joined, at).map(|count| (at, count)))
    }

    pub(super) fn mention_at(&self, stems: &[String], joined: &str, at: usize) -> Option<usize> {
        if stems.is_empty() || self.is_used(at) {
            return None;
        }
        let free = |count: usize| at + count <= self.len() && (at..at + count).all(|place| !self.is_used(place));
        let same = |count: usize| (0..count).all(|step| self.tokens[at + step].stem == stems[step]);
        if free(stems.len()) && same(stems.len()) {
            return Some(stems.len());
        }
        (1..=3).find(|count| {
            let written = || self.tokens[at..at + count].iter().map(|token| token.word.as_str()).collect::<String>();
            let plural =
                |written: &str| written.strip_suffix('s').unwrap_or(written) == joined.strip_suffix('s').unwrap_or(joined);
            free(*count) && plural(&written())
        })
    }

    /// The words that were not understood, without those that change nothing.
    pub(super) fn left(&self) -> Vec<&str> {
        let left = self.tokens.iter().enumerate().filter(|(at, token)| !self.used[*at] && !is_harmless(&token.word));
        left.map(|(_, token)| token.text.as_str()).collect()
    }
}

#[derive(Default)]
struct Part {
    text: String,
    quoted: bool,
    parted: bool,
    opens: bool,
}

fn pieces(text: &str) -> Vec<Part> {
    let signs: Vec<char> = text.chars().collect();
    let mut parts: Vec<Part> = Vec::new();
    let mut at = 0;
    let (mut parted, mut opens) = (false, true);
    while at < signs.len() {
        let sign = signs[at];
        let before = parts.len();
        let closing = match sign {
            '"' => Some('"'),
            '“' => Some('”'),
            '\'' | '‘' if at == 0 || !signs[at - 1].is_alphanumeric() => Some(if sign == '‘' { '’' } else { '\'' }),
            _ => None,
        };
        let closed = closing.and_then(|closing| (at + 1..signs.len()).find(|end| signs[*end] == closing));
        if let Some(end) = closed.filter(|end| *end > at + 1) {
            parts.push(Part { text: signs[at + 1..end].iter().collect(), quoted: true, ..Part::default() });
            at = end + 1;
        } else if sign.is_ascii_digit() {
            let mut end = at;
            while end < signs.len() && belongs_to_number(&signs, end) {
                end += 1;
            }
            parts.push(Part { text: signs[at..end].iter().collect(), ..Part::default() });
            at = end;
        } else if sign.is_alphanumeric() {
            let mut end = at;
            let apostrophe =
                |end: usize| matches!(signs[end], '\'' | '’') && signs.get(end + 1).is_some_and(|next| next.is_alphanumeric());
            while end < signs.len() && (signs[end].is_alphanumeric() || apostrophe(end)) {
                end += 1;
            }
            parts.push(Part { text: signs[at..end].iter().collect(), ..Part::default() });
            at = end;
        } else {
            parted |= matches!(sign, ',' | ';' | ':' | '.' | '!' | '?');
            opens |= matches!(sign, '.' | '!' | '?');
            if sign == '%' {
                parts.push(Part { text: "%".into(), ..Part::default() });
            }
            at += 1;
        }
        if let Some(part) = parts.get_mut(before) {
            (part.parted, part.opens) = (parted, opens);
            (parted, opens) = (false, false);
        }
    }
    parts
}

/// Digits, signs between digits (`1,234.5`, `2024-05-01`), and letters that follow (`100k`, `3rd`).
fn belongs_to_number(signs: &[char], at: usize) -> bool {
    let digit = |at: usize| signs.get(at).is_some_and(char::is_ascii_digit);
    signs[at].is_alphanumeric() || (matches!(signs[at], '.' | ',' | '-') && digit(at - 1) && digit(at + 1))
}

fn number(word: &str) -> Option<f64> {
    if let Some(at) = NUMBERS.iter().position(|name| *name == word) {
        return u32::try_from(at).ok().map(f64::from);
    }
    let plain: String = word.chars().filter(|sign| *sign != ',').collect();
    let (digits, factor) = match plain.strip_suffix(['k', 'm']) {
        Some(digits) => (digits, if plain.ends_with('k') { 1e3 } else { 1e6 }),
        None => (plain.as_str(), 1.0),
    };
    digits
        .starts_with(|sign: char| sign.is_ascii_digit())
        .then(|| digits.parse::<f64>().ok())
        .flatten()
        .map(|number| number * factor)
}

/// Words without which a sentence says the same of the data. What negates, compares or bounds is not among them.
fn is_harmless(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "the", "a", "an", "of", "in", "for", "is", "are", "was", "were", "be", "been", "being", "there", "that", "which", "who",
        "whose", "what", "how", "do", "does", "did", "done", "has", "have", "had", "having", "with", "by", "from", "to", "at",
        "on", "and", "our", "we", "us", "i", "me", "it", "its", "their", "they", "them", "all", "any", "these", "those", "this",
        "please", "show", "give", "tell", "find", "get", "currently", "about", "approximately", "around", "roughly", "exactly",
        "only", "just", "nearly", "almost", "some", "recorded", "placed", "made", "exist", "exists", "found", "data", "dataset",
        "database", "table", "overall", "altogether", "together", "equal", "equals", "can", "could", "would", "will", "you",
        "your", "into", "across", "within", "among", "where", "entire", "whole", "every", "as", "s", "so", "then", "also",
        "here", "my", "say", "says", "many", "much", "number", "amount", "count", "counts", "value", "values", "stand", "stands",
        "lie", "lies", "know", "known",
    ];
    WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_quotes_are_read() {
        let read =
            |text: &str| Sentence::read(text).tokens.iter().map(|token| (token.word.clone(), token.number)).collect::<Vec<_>>();
        for (text, word, number) in [
            ("1,234.5 rows", "1,234.5", Some(1234.5)),
            ("$100k.", "100k", Some(100_000.0)),
            ("2 million people", "2", Some(2_000_000.0)),
            ("three dogs", "three", Some(3.0)),
            ("2024-05-01", "2024-05-01", None),
            ("'New York' only", "new york", None),
        ] {
            assert_eq!(read(text)[0], (word.to_owned(), number), "{text}");
        }
        let said = Sentence::read("45 % of customer's orders aren't late");
        assert!(said.tokens[0].percent && said.word(2) == "customer" && said.word(4) == "aren't");
        assert_eq!(Sentence::read("It is not late").left(), ["not", "late"]);
    }
}
