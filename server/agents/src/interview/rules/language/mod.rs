//! In which language a message is written that the built-in engine does not read, and the sentence that declines it.
//!
//! Names, short answers and lists of foreign words are answers like any other: only whole sentences are declined.

#[cfg(test)]
mod tests;

use domain::interview::Heard;
use std::{
    collections::{BTreeSet, HashSet},
    sync::LazyLock,
};

static LANGUAGES: LazyLock<Vec<Language>> =
    LazyLock::new(|| rows(include_str!("languages.txt")).filter_map(Language::read).collect());
static ENGLISH: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| rows(include_str!("english.txt")).flat_map(str::split_whitespace).collect());

/// No more of a message is looked at, in characters.
const READ: usize = 4_000;
/// A sentence has so many words.
const SENTENCE: usize = 5;
/// In a script that English is not written in, a name has fewer words, or letters where words are not set apart.
const OTHER_SCRIPT: usize = 3;
const IDEOGRAPHS: usize = 6;

pub(super) struct Language {
    code: &'static str,
    /// Words without which there is no sentence: "wir", "ist", "nicht".
    verbal: HashSet<&'static str>,
    small: HashSet<&'static str>,
    /// Letters that no other language here has.
    letters: &'static str,
    decline: &'static str,
}

impl Language {
    fn read(row: &'static str) -> Option<Self> {
        let mut fields = row.split('|').map(str::trim);
        let (code, verbal, small) = (fields.next()?, fields.next()?, fields.next()?);
        let (letters, decline) = (fields.next()?, fields.next()?);
        let words = |of: &'static str| of.split_whitespace().collect();
        Some(Self { code, verbal: words(verbal), small: words(small), letters, decline })
    }

    /// How many of these words are its own, if together they are a sentence in it.
    fn count(&self, words: &[Word<'_>]) -> Option<usize> {
        let (mut own, mut english, mut is_sentence) = (0, 0, false);
        let mut apart = BTreeSet::new();
        for word in words {
            let plain = word.plain.as_str();
            let has_letter = !word.capital && plain.chars().any(|one| self.letters.contains(one));
            let is_verbal = has_letter || self.verbal.contains(plain);
            if is_verbal || self.small.contains(plain) {
                own += 1;
                if !ENGLISH.contains(plain) {
                    apart.insert(plain);
                    is_sentence |= is_verbal;
                }
            } else if ENGLISH.contains(plain) {
                english += 1;
            }
        }
        // Endings do the work of small words in languages with letters of their own.
        let share = if self.letters.is_empty() { 3 } else { 4 };
        // Where nouns are written small, many capitals are a name.
        let capitals = words.iter().skip(1).filter(|word| word.capital).count();
        let is_name = self.code != "de" && capitals * 3 > words.len();
        let fits = is_sentence && apart.len() > 1 && own * share >= words.len() && english * 4 <= own && !is_name;
        fits.then_some(own)
    }
}

struct Word<'a> {
    plain: String,
    capital: bool,
    written: &'a str,
}

/// The language of what was heard, where the engine does not read it; an option that was chosen, and the language in which the
/// objective itself asks, are answers.
pub(super) fn detect_unread(heard: &Heard) -> Option<&'static Language> {
    let language = recognise(&heard.text)?;
    let text = heard.text.trim().to_lowercase();
    let mut options = heard.definition.obligations.iter().flat_map(|one| &one.options);
    if options.any(|option| option.label.trim().to_lowercase() == text || option.value.trim().to_lowercase() == text) {
        return None;
    }
    let prompts = heard.definition.obligations.iter().map(|one| one.prompt.as_str()).collect::<Vec<_>>().join(" ");
    let asks_in_it = recognise(&prompts).is_some_and(|own| own.code == language.code);
    (!asks_in_it).then_some(language)
}

/// One sentence in the language of a message that says what the engine reads, on a line of its own.
pub(super) fn decline(message: &str) -> Option<String> {
    recognise(message).map(|language| format!("{}\n", language.decline))
}

/// The language of a sentence, where there is no doubt that it is another than English.
fn recognise(text: &str) -> Option<&'static Language> {
    let end = text.char_indices().nth(READ).map_or(text.len(), |(at, _)| at);
    let text = text.get(..end)?;
    let words: Vec<Word<'_>> = text.split_whitespace().filter_map(word).collect();
    let letters = || words.iter().flat_map(|word| word.written.chars()).filter(|one| one.is_alphabetic());
    let scripts: Vec<&str> = letters().filter_map(script).collect();
    if scripts.len() * 10 > letters().count() * 8 {
        let code = recognise_script(text, words.len(), &scripts)?;
        return LANGUAGES.iter().find(|one| one.code == code);
    }
    if words.len() < SENTENCE {
        return None;
    }
    let fitting = LANGUAGES.iter().filter_map(|one| Some((one.count(&words)?, one)));
    // Of two that fit alike the first of the list is taken.
    fitting.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, language)| language)
}

fn rows(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines().filter(|row| !row.trim().is_empty() && !row.starts_with('#'))
}

fn word(token: &str) -> Option<Word<'_>> {
    let written = token.trim_matches(|one: char| !one.is_alphanumeric());
    let first = written.chars().next().filter(|one| one.is_alphabetic())?;
    Some(Word { plain: written.to_lowercase().replace('’', "'"), capital: first.is_uppercase(), written })
}

/// The script of a letter, by the language that is taken for it; none for Latin ones and for scripts that nobody here declines.
const fn script(letter: char) -> Option<&'static str> {
    Some(match letter {
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => "el",
        '\u{400}'..='\u{52f}' => "ru",
        '\u{590}'..='\u{5ff}' => "he",
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => "ar",
        '\u{900}'..='\u{97f}' => "hi",
        '\u{3040}'..='\u{30ff}' => "ja",
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => "zh",
        '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}' => "ko",
        _ => return None,
    })
}

fn recognise_script(text: &str, words: usize, scripts: &[&'static str]) -> Option<&'static str> {
    let count = |code: &str| scripts.iter().filter(|one| **one == code).count();
    if count("ja") + count("zh") > scripts.len() / 2 {
        // Japanese is written with signs of Chinese, and never with those alone.
        let code = if count("ja") * 10 >= scripts.len() { "ja" } else { "zh" };
        return (scripts.len() >= IDEOGRAPHS).then_some(code);
    }
    if words < OTHER_SCRIPT {
        return None;
    }
    let most = ["el", "ru", "he", "ar", "hi", "ko"].into_iter().max_by_key(|code| count(code))?;
    let has = |letters: &[char]| text.contains(letters);
    Some(match most {
        "ru" if has(&['і', 'ї', 'є', 'ґ', 'І', 'Ї', 'Є', 'Ґ']) => "uk",
        "ar" if has(&['پ', 'چ', 'ژ', 'گ', 'ک', 'ی']) => "fa",
        other => other,
    })
}
