//! Whether words name an option only to deny it: "not large", "nobody uses the phone".

use protocol::interview::Choice;
use std::{ops::Range, sync::LazyLock};

/// So many words before an option may deny it.
const BACK: usize = 3;
/// So many options in a row may be denied together.
const IN_A_ROW: usize = 12;

type Phrases = Vec<Vec<&'static str>>;

static DENYING: LazyLock<Phrases> = LazyLock::new(|| read_list("denying"));
static HARMLESS: LazyLock<Phrases> = LazyLock::new(|| read_list("harmless"));
static ENDING: LazyLock<Phrases> = LazyLock::new(|| read_list("ending"));
static LINKING: LazyLock<Phrases> = LazyLock::new(|| read_list("linking"));
static LEADING: LazyLock<Phrases> = LazyLock::new(|| read_list("leading"));
static BEGINNING: LazyLock<Phrases> = LazyLock::new(|| read_list("beginning"));

/// What the built-in engine takes for a denial is one here, too.
fn read_list(list: &str) -> Phrases {
    [include_str!("../../rules/understand/cues.txt"), include_str!("denying.txt")]
        .into_iter()
        .flat_map(str::lines)
        .filter_map(|line| line.split_once(": "))
        .filter(|(name, _)| *name == list)
        .flat_map(|(_, phrases)| phrases.split(" | "))
        .map(|phrase| phrase.split(' ').collect())
        .collect()
}

/// Whether these words of a text name the option, and each time to deny it. A quote may be the bare name, so what stands before it
/// counts; where the same words stand several times in the text, any of these places may be meant.
pub(super) fn is_denied(text: &str, quote: &Range<usize>, option: &Choice, options: &[Choice]) -> bool {
    let (words, own, all) = (cut_words(text), list_names([option]), list_names(options));
    let places = text.match_indices(&text[quote.clone()]).map(|(start, part)| start..start + part.len());
    let mut mentions = places.flat_map(|place| find_mentions(&words, &place, &own)).peekable();
    mentions.peek().is_some() && mentions.all(|at| is_denied_at(&words, at, &all))
}

/// A word of a text in small letters; a mark between words has none.
struct Word {
    at: Range<usize>,
    low: String,
}

fn cut_words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut is_open = false;
    let mut letters = text.char_indices().peekable();
    while let Some((start, letter)) = letters.next() {
        let next = letters.peek().map_or(' ', |(_, next)| *next);
        let is_inside = is_open && next.is_alphanumeric();
        let at = start..start + letter.len_utf8();
        let belongs = letter.is_alphanumeric() || is_inside && matches!(letter, '\'' | '’');
        if belongs {
            if !is_open {
                words.push(Word { at: at.clone(), low: String::new() });
            }
            if let Some(word) = words.last_mut() {
                word.at.end = at.end;
                match letter {
                    '’' => word.low.push('\''),
                    _ => word.low.extend(letter.to_lowercase()),
                }
            }
        } else if is_mark(letter, is_inside, next) {
            words.push(Word { at, low: String::new() });
        }
        is_open = belongs;
    }
    words
}

/// "e-mail" and "3.5" have no mark in them.
const fn is_mark(letter: char, is_inside: bool, next: char) -> bool {
    match letter {
        '-' => !is_inside,
        '.' | ',' | ':' => !(is_inside && next.is_ascii_digit()),
        ';' | '!' | '?' | '(' | ')' | '–' | '—' | '…' | '\n' | '。' | '、' | '，' => true,
        _ => false,
    }
}

/// What the options are called, without what may stand before that.
fn list_names<'a>(options: impl IntoIterator<Item = &'a Choice>) -> Vec<Vec<String>> {
    let names = options.into_iter().flat_map(|one| [&one.value, &one.label].into_iter().chain(&one.synonyms));
    let cut = |name: &String| {
        let words = cut_words(name);
        let led = (0..words.len()).take_while(|&at| words[at].low.is_empty() || is_in(&LEADING, &words, at)).count();
        let from = if led < words.len() { led } else { 0 };
        words.into_iter().skip(from).map(|word| word.low).filter(|low| !low.is_empty()).collect::<Vec<String>>()
    };
    names.map(cut).filter(|name| !name.is_empty()).collect()
}

/// Where any of the names stands as a whole within these bytes, by its first word.
fn find_mentions(words: &[Word], within: &Range<usize>, names: &[Vec<String>]) -> Vec<usize> {
    let fits = |at: usize, name: &Vec<String>| {
        is_called(words, at, name) && words.get(at + name.len() - 1).is_some_and(|last| last.at.end <= within.end)
    };
    let first = words.partition_point(|word| word.at.start < within.start);
    (first..words.len())
        .take_while(|&at| words[at].at.start < within.end)
        .filter(|&at| names.iter().any(|name| fits(at, name)))
        .collect()
}

/// The first word of the name that ends with this one.
fn find_until(words: &[Word], last: usize, names: &[Vec<String>]) -> Option<usize> {
    names.iter().find_map(|name| (last + 1).checked_sub(name.len()).filter(|&at| is_called(words, at, name)))
}

fn is_called(words: &[Word], at: usize, name: &[String]) -> bool {
    let part = words.get(at..at + name.len());
    part.is_some_and(|part| part.iter().zip(name).all(|(word, one)| strip_plural(&word.low) == strip_plural(one)))
}

fn strip_plural(word: &str) -> &str {
    if word.len() > 3 { word.strip_suffix('s').unwrap_or(word) } else { word }
}

/// Whether this word, with those around it, is one of the list.
fn is_in(list: &[Vec<&'static str>], words: &[Word], at: usize) -> bool {
    let reads = |start: usize, phrase: &Vec<&'static str>| {
        let part = words.get(start..start + phrase.len());
        part.is_some_and(|part| part.iter().zip(phrase).all(|(word, one)| word.low == *one))
    };
    list.iter().any(|phrase| (0..phrase.len()).filter_map(|back| at.checked_sub(back)).any(|start| reads(start, phrase)))
}

fn denies(words: &[Word], at: usize) -> bool {
    (words[at].low.ends_with("n't") || is_in(&DENYING, words, at)) && !is_in(&HARMLESS, words, at)
}

/// "No we sell online" answers with its first word, and denies nothing of what follows.
fn is_answer(words: &[Word], at: usize) -> bool {
    words[at].low == "no" && is_in(&BEGINNING, words, at + 1)
}

/// What stands before an option in its clause.
enum Before {
    Denial,
    /// Another option, and a word that says the same of both.
    Linked(usize),
    Nothing,
}

fn is_denied_at(words: &[Word], at: usize, all: &[Vec<String>]) -> bool {
    // "We don't, no": an option that is a denial itself is only affirmed by another.
    if denies(words, at) {
        return false;
    }
    let mut first = at;
    for _ in 0..IN_A_ROW {
        match look_back(words, first, all) {
            Before::Denial => return true,
            Before::Linked(other) => first = other,
            Before::Nothing => return false,
        }
    }
    false
}

fn look_back(words: &[Word], at: usize, all: &[Vec<String>]) -> Before {
    // Whether nothing but small words stands between.
    let mut is_bare = true;
    for place in (at.saturating_sub(BACK)..at).rev() {
        if is_answer(words, place) {
            return Before::Nothing;
        }
        if denies(words, place) {
            return Before::Denial;
        }
        let before = place.checked_sub(1).filter(|_| is_bare && is_in(&LINKING, words, place));
        if let Some(first) = before.and_then(|last| find_until(words, last, all)) {
            return Before::Linked(first);
        }
        let ends = words[place].low.is_empty() || is_in(&ENDING, words, place);
        // "Not small it's large": what is denied is the other one.
        if ends || find_until(words, place, all).is_some() {
            return Before::Nothing;
        }
        is_bare &= is_in(&LEADING, words, place);
    }
    Before::Nothing
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn options() -> Vec<Choice> {
        serde_json::from_value(json!([
            {"value": "small", "label": "Small", "synonyms": ["tiny"]},
            {"value": "large", "label": "Large"},
            {"value": "by_phone", "label": "By phone"},
            {"value": "market", "label": "At the market"},
            "online",
            {"value": "nobody", "label": "No staff", "synonyms": ["none"]},
        ]))
        .expect("options")
    }

    /// Of the text, the quote in it, and the option that it is taken for.
    fn denied(text: &str, quote: &str, value: &str) -> bool {
        let start = text.find(quote).expect("a quote of the text");
        let options = options();
        let option = options.iter().find(|one| one.value == value).expect("an option");
        is_denied(text, &(start..start + quote.len()), option, &options)
    }

    #[test]
    fn an_option_is_denied_by_the_words_before_it() {
        for (text, quote, value) in [
            ("We are not large.", "not large", "large"),
            ("We are not large.", "large", "large"),
            ("It isn't very large", "isn't very large", "large"),
            ("It isn’t large", "large", "large"),
            ("Not so large", "Not so large", "large"),
            ("Nobody uses the phone.", "Nobody uses the phone", "by_phone"),
            ("None of the phones", "phones", "by_phone"),
            ("We live well without the market", "without the market", "market"),
            ("We do without the phone", "do without the phone", "by_phone"),
            ("We never sell online", "never sell online", "online"),
            ("Neither small nor large", "small nor large", "small"),
            ("Neither small nor large", "small nor large", "large"),
            ("We don't sell online or at the market", "online or at the market", "market"),
            ("Everything except online", "online", "online"),
            ("The market instead of online", "instead of online", "online"),
            ("Not large. Well, who knows, large is a word.", "Not large", "large"),
            ("Nicht online", "Nicht online", "online"),
        ] {
            assert!(denied(text, quote, value), "{value} in {text:?}");
        }
    }

    #[test]
    fn an_option_that_is_meant_is_not_denied() {
        for (text, quote, value) in [
            ("We are large.", "large", "large"),
            ("Not only online", "Not only online", "online"),
            ("We don't just sell online", "sell online", "online"),
            ("No doubt large", "No doubt large", "large"),
            ("There is no doubt it's large", "large", "large"),
            ("Why not online?", "Why not online", "online"),
            ("We can't do without the phone", "the phone", "by_phone"),
            ("Not small, large", "Not small, large", "large"),
            ("Not small but large", "Not small but large", "large"),
            ("not small it's large", "not small it's large", "large"),
            ("It's not small and it's large", "large", "large"),
            ("The market instead of online", "The market instead", "market"),
            ("Not large at first. Now it is large.", "large", "large"),
            ("Nobody I can think of uses the phone", "the phone", "by_phone"),
            ("No staff", "No staff", "nobody"),
            ("We don't, none", "none", "nobody"),
            ("not in a hall", "not in a hall", "large"),
            ("no we sell online", "online", "online"),
            ("no it's large", "no it's large", "large"),
            ("Nothing beats the market", "Nothing beats the market", "market"),
            ("don't forget online", "don't forget online", "online"),
            ("We can't ignore the phone", "the phone", "by_phone"),
            ("More often than not online", "online", "online"),
            ("Not exclusively online", "Not exclusively online", "online"),
            ("not always online", "not always online", "online"),
            ("nothing except online", "nothing except online", "online"),
            ("why don't we say large", "large", "large"),
        ] {
            assert!(!denied(text, quote, value), "{value} in {text:?}");
        }
    }

    #[test]
    fn every_list_is_there_and_the_denials_of_the_rules_are_among_them() {
        for (list, phrase) in [
            (&DENYING, "nobody"),
            (&DENYING, "instead of"),
            (&HARMLESS, "no doubt"),
            (&ENDING, "only"),
            (&LINKING, "nor"),
            (&LEADING, "the"),
            (&BEGINNING, "we"),
        ] {
            assert!(list.iter().any(|one| one.join(" ") == phrase), "{phrase}");
        }
    }
}
