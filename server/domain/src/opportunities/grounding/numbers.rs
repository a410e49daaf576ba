//! Numbers as people write them: with separators, units, percents, and the larger ones in words.

/// How far a number may be rounded, as a part of itself.
const TOLERANCE: f64 = 0.005;
/// Says always, and no number.
const ALWAYS: &str = "24/7";

pub(super) struct Known(Vec<f64>);

impl Known {
    pub(super) fn new(material: &[&str]) -> Self {
        let mut known: Vec<f64> = Vec::new();
        for text in material {
            known.extend(numbers(text).into_iter().flat_map(|number| number.readings()));
            known.extend(spaced(text));
            known.extend(spelled(text).into_iter().map(|(_, value)| value));
        }
        Self(known)
    }

    pub(super) fn missing(&self, texts: &[&str]) -> Vec<String> {
        let mut missing = Vec::new();
        for text in texts {
            let written = numbers(&text.replace(ALWAYS, " "));
            missing.extend(written.into_iter().filter(|number| !self.has(number)).map(|number| number.written));
            // The small ones in words are ordinary English.
            let large = spelled(text).into_iter().filter(|(_, value)| *value > 10.0);
            missing.extend(large.filter(|(_, value)| !self.has_near(*value)).map(|(written, _)| written));
        }
        missing
    }

    fn has(&self, number: &Number) -> bool {
        let part = |value: f64| number.is_percent && self.has_near(value / 100.0);
        number.readings().into_iter().any(|value| self.has_near(value) || part(value))
    }

    fn has_near(&self, value: f64) -> bool {
        self.0.iter().any(|one| (one - value).abs() <= one.abs() * TOLERANCE + f64::EPSILON)
    }
}

struct Number {
    /// With its percent sign.
    written: String,
    /// Its digits and separators.
    digits: String,
    /// By what its unit multiplies it.
    factor: f64,
    is_percent: bool,
}

impl Number {
    /// What it may mean: "1.234" is one thing to some and another to others.
    fn readings(&self) -> Vec<f64> {
        let comma = self.digits.replace(',', "");
        let mut readings: Vec<f64> = comma.parse().ok().into_iter().collect();
        if self.digits.contains([',', '.']) {
            readings.extend(self.digits.replace('.', "").replace(',', ".").parse::<f64>().ok());
        }
        readings.retain(|value| value.is_finite());
        readings.iter().map(|value| value * self.factor).collect()
    }
}

/// Runs of digits that no word begins; those that count the lines of a list say nothing.
fn numbers(text: &str) -> Vec<Number> {
    let mut found = Vec::new();
    for line in text.lines() {
        let signs: Vec<char> = line.chars().collect();
        let mut at = 0;
        while at < signs.len() {
            let begins = signs[at].is_ascii_digit() && (at == 0 || !(signs[at - 1].is_alphanumeric() || signs[at - 1] == '_'));
            if !begins {
                at += 1;
                continue;
            }
            let end = end_of_digits(&signs, at);
            let after: String = signs[end..].iter().take(12).collect();
            let digits: String = signs[at..end].iter().filter(|sign| !is_thin_space(**sign)).collect();
            let is_item = signs[..at].iter().all(|sign| sign.is_whitespace())
                && matches!(signs.get(end), Some('.' | ')'))
                && signs.get(end + 1).is_some_and(|sign| sign.is_whitespace());
            // "5xx" is a kind of answer, "2_id" and "5G" are names.
            let is_name = after.starts_with("xx") || after.starts_with(|sign: char| sign == '_' || sign.is_uppercase());
            if !is_item && (!is_name || after.starts_with(['K', 'M', 'B', 'T'])) {
                let (factor, is_percent) = unit(&after);
                let written = if is_percent { format!("{digits} %") } else { digits.clone() };
                found.push(Number { written, digits, factor, is_percent });
            }
            at = end;
        }
    }
    found
}

/// After the digits and the separators between them.
fn end_of_digits(signs: &[char], from: usize) -> usize {
    let is_digit = |at: usize| signs.get(at).is_some_and(char::is_ascii_digit);
    let mut end = from;
    loop {
        if is_digit(end) {
            end += 1;
            continue;
        }
        let thousands = || is_digit(end + 2) && is_digit(end + 3) && !is_digit(end + 4);
        match signs.get(end) {
            Some(',' | '.') if is_digit(end + 1) => end += 1,
            Some(sign) if is_thin_space(*sign) && is_digit(end + 1) && thousands() => end += 1,
            _ => return end,
        }
    }
}

const fn is_thin_space(sign: char) -> bool {
    matches!(sign, '\u{a0}' | '\u{2009}' | '\u{202f}' | '\'' | '’')
}

/// By what the unit after a number multiplies it, and whether it is a percent.
fn unit(after: &str) -> (f64, bool) {
    let after = after.trim_start();
    if after.starts_with('%') {
        return (1.0, true);
    }
    let word: String = after.chars().take_while(|sign| sign.is_alphabetic()).collect();
    match word.as_str() {
        "k" | "K" | "thousand" => (1e3, false),
        "M" | "mn" | "million" => (1e6, false),
        "B" | "bn" | "billion" => (1e9, false),
        "percent" => (1.0, true),
        _ => (1.0, false),
    }
}

/// "12 000" with plain spaces, which may also be two numbers.
fn spaced(text: &str) -> Vec<f64> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_digits = |word: &str| !word.is_empty() && word.chars().all(|sign| sign.is_ascii_digit());
    let mut found = Vec::new();
    for (at, first) in words.iter().enumerate().filter(|(_, word)| is_digits(word) && word.len() <= 3) {
        let mut joined = (*first).to_owned();
        for group in words[at + 1..].iter().map(|word| word.trim_end_matches(['.', ',', ';', '%'])) {
            if !(is_digits(group) && group.len() == 3) {
                break;
            }
            joined.push_str(group);
            found.extend(joined.parse::<f64>().ok());
        }
    }
    found
}

const SMALL: [&str; 20] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Numbers below a hundred in words, "forty-seven" among them.
fn spelled(text: &str) -> Vec<(String, f64)> {
    let value = |word: &str| -> Option<u32> {
        let small = |word: &str| SMALL.iter().position(|one| *one == word).and_then(|at| u32::try_from(at).ok());
        let tens = |word: &str| TENS.iter().position(|one| *one == word).and_then(|at| u32::try_from(at * 10 + 20).ok());
        match word.split_once('-') {
            Some((first, second)) => Some(tens(first)? + small(second).filter(|digit| *digit < 10)?),
            None => small(word).or_else(|| tens(word)),
        }
    };
    let lower = text.to_lowercase();
    let words = lower.split(|sign: char| !(sign.is_alphanumeric() || sign == '-')).map(|word| word.trim_matches('-'));
    words.filter_map(|word| Some((word.to_owned(), f64::from(value(word)?)))).collect()
}
