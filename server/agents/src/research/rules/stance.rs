//! What a sentence is to the value that is held, or which value it gives where none is. Conservative: where the words leave any
//! doubt, it merely informs.

use super::subject::{Subject, root, roots};
use protocol::{
    interview::{Choice, WidgetType},
    research::Stance,
};
use serde_json::{Value, json};

/// Words that turn a sentence around; with one of them nothing is sure.
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "neither", "nor", "without", "isn", "aren", "doesn", "don", "didn", "won", "cannot", "hardly",
    "rarely", "instead", "unlike", "rather",
];
/// Words after which nothing is meant to be so.
const IFS: &[&str] = &["if", "would", "could", "might", "may", "should", "perhaps", "allegedly", "unless", "whether"];
/// Two numbers that are nearer than this share of the greater are the same.
const SAME: f64 = 0.05;
/// Two that are farther apart than this contradict each other.
const OTHER: f64 = 0.25;
/// The longest value that a sentence gives, in words.
const WORDS: usize = 12;

pub(super) fn of(subject: &Subject, sentence: &str) -> (Stance, Option<Value>) {
    let words: Vec<String> =
        sentence.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(root).collect();
    let has = |word: &str| words.iter().any(|known| known == word);
    let certain = !NEGATIONS.iter().chain(IFS).any(|word| has(word)) && !sentence.trim_end().ends_with('?');
    let about = !subject.topic.is_empty() && subject.topic.iter().all(|word| has(word));
    if !certain {
        return (Stance::Informs, None);
    }
    match &subject.value {
        Some(value) => (held(subject, value, sentence, about, &has), None),
        None => (Stance::Informs, given(subject, sentence, about)),
    }
}

fn held(subject: &Subject, value: &Value, sentence: &str, about: bool, has: &impl Fn(&str) -> bool) -> Stance {
    match subject.widget() {
        WidgetType::Number => match (amount(value), only_number(sentence)) {
            (Some(held), Some(found)) if about => numbers(held, found),
            _ => Stance::Informs,
        },
        WidgetType::Choice => match (value.as_str(), &named(options(subject), sentence)[..]) {
            (Some(held), [one]) if one.value == held => Stance::Supports,
            // Another option, said of this very topic.
            (Some(_), [_]) if about => Stance::Contradicts,
            _ => Stance::Informs,
        },
        WidgetType::Text | WidgetType::Multiselect => {
            let enough = match subject.said.len() {
                0 => false,
                // One word occurs by chance: the topic has to stand beside it.
                1 => about,
                _ => subject.topic.iter().any(|word| has(word) && !subject.said.contains(word)),
            };
            if enough && subject.said.iter().all(|word| has(word)) { Stance::Supports } else { Stance::Informs }
        }
        WidgetType::Date => Stance::Informs,
    }
}

fn numbers(held: f64, found: f64) -> Stance {
    let apart = (held - found).abs() / held.abs().max(found.abs()).max(f64::MIN_POSITIVE);
    if apart <= SAME {
        Stance::Supports
    } else if apart > OTHER {
        Stance::Contradicts
    } else {
        Stance::Informs
    }
}

/// The value that a sentence about the topic gives.
fn given(subject: &Subject, sentence: &str, about: bool) -> Option<Value> {
    if !about {
        return None;
    }
    match subject.widget() {
        WidgetType::Number => only_number(sentence).map(|number| json!(number)),
        WidgetType::Choice => match &named(options(subject), sentence)[..] {
            [one] => Some(json!(one.value)),
            _ => None,
        },
        WidgetType::Text => stated(subject, sentence).map(|text| json!(text)),
        WidgetType::Multiselect | WidgetType::Date => None,
    }
}

/// "The target market is dental groups in the UK." or "Target market: dental groups": what follows, up to the next clause.
fn stated(subject: &Subject, sentence: &str) -> Option<String> {
    let lower = sentence.to_lowercase();
    if lower.len() != sentence.len() {
        // Offsets would not fit.
        return None;
    }
    let name = subject.name.to_lowercase();
    let after = lower.match_indices(&name).find_map(|(at, _)| {
        let end = at + name.len();
        let rest = &lower[end..];
        [" is ", " are ", ": ", " was ", " = "].iter().find(|link| rest.starts_with(**link)).map(|link| end + link.len())
    })?;
    let rest = sentence.get(after..)?;
    let end = rest.find([',', ';', '.', '(', '!']).unwrap_or(rest.len());
    let text = rest[..end].trim();
    let count = text.split_whitespace().count();
    ((1..=WORDS).contains(&count) && !roots(text).is_empty()).then(|| text.to_owned())
}

fn options(subject: &Subject) -> &[Choice] {
    subject.template.as_ref().map_or(&[], |template| &template.options)
}

/// The options that a sentence names.
fn named<'a>(options: &'a [Choice], sentence: &str) -> Vec<&'a Choice> {
    let plain = |text: &str| {
        let words: Vec<String> =
            text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(root).collect();
        format!(" {} ", words.join(" "))
    };
    let said = plain(sentence);
    let names = |one: &Choice| {
        let mut all = [&one.label, &one.value].into_iter().chain(&one.synonyms);
        all.any(|name| !name.trim().is_empty() && said.contains(&plain(&name.replace('_', " "))))
    };
    options.iter().filter(|one| names(one)).collect()
}

fn amount(value: &Value) -> Option<f64> {
    value.get("value").unwrap_or(value).as_f64()
}

/// The one number of a sentence that is no year; none where there are several.
fn only_number(sentence: &str) -> Option<f64> {
    let mut found = None;
    let mut words = sentence.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let Some(mut number) = number(word) else { continue };
        let scale = words.peek().map(|next| next.trim_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase());
        number *= match scale.as_deref() {
            Some("thousand" | "k") => 1e3,
            Some("million" | "m" | "mn") => 1e6,
            Some("billion" | "bn") => 1e9,
            _ => 1.0,
        };
        if (1900.0..=2100.0).contains(&number) && number.fract() == 0.0 && word.len() <= 6 && scale.as_deref() != Some("percent")
        {
            continue;
        }
        if found.replace(number).is_some() {
            return None;
        }
    }
    found
}

fn number(word: &str) -> Option<f64> {
    let bare = word.trim_matches(|sign: char| !sign.is_ascii_digit());
    let letters = word.chars().any(char::is_alphabetic);
    if bare.is_empty() || letters || bare.contains(['-', '–', '/', ':']) {
        return None;
    }
    let plain: String = bare.chars().filter(|sign| *sign != ',' && *sign != '’' && *sign != '\'').collect();
    // "1,250" is a thousand and something; "4,5" is not written so in English, and left alone.
    let grouped = bare.split(',').skip(1).all(|group| group.chars().take_while(char::is_ascii_digit).count() == 3);
    if grouped { plain.parse().ok() } else { None }
}
