//! Ways of speaking that are not an interviewer's: data in place of prose, our own instructions, promises; and what in a sentence
//! claims or names something.

use crate::interview::model::{
    understand,
    words::{is_filler, plain, stems},
};
use std::{collections::HashSet, sync::LazyLock};

/// Words of numbers with their figures; "one" is no number most of the time.
const COUNTS: &[(&str, &str)] = &[
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("dozen", "12"),
    ("thirteen", "13"),
    ("fourteen", "14"),
    ("fifteen", "15"),
    ("sixteen", "16"),
    ("seventeen", "17"),
    ("eighteen", "18"),
    ("nineteen", "19"),
    ("twenty", "20"),
    ("thirty", "30"),
    ("forty", "40"),
    ("fifty", "50"),
    ("sixty", "60"),
    ("seventy", "70"),
    ("eighty", "80"),
    ("ninety", "90"),
    ("hundred", "100"),
    ("thousand", "1000"),
    ("million", "1000000"),
];

/// Whoever speaks like this says what will be done.
const FUTURE: &[&str] = &[
    "i'll", "we'll", "i will", "we will", "i shall", "we shall", "i'm going to", "i am going to", "we're going to",
    "we are going to", "i promise", "we promise", "i guarantee", "we guarantee", "ich werde", "wir werden", "je vais",
    "nous allons", "voy a", "vamos a",
];
/// What an interviewer does within the interview.
const WITHIN: &[&str] =
    &["ask", "start", "begin", "go on", "go through", "move on", "come back to", "return to", "leave", "skip"];
const PLEDGES: &[&str] = &[
    "back to you", "in touch", "you posted", "you'll get", "you will get", "you'll receive", "you will receive", "you'll hear",
    "you will hear", "you can expect", "will follow", "will arrive", "on its way", "on the way to you", "put you down for",
    "signed you up", "is guaranteed",
];
const SUBJECTS: &[&str] = &["i", "we", "i've", "we've", "i'm", "we're", "i'd", "we'd"];
/// Where somebody else's deeds begin.
const TURNS: &[&str] = &["you", "your", "you're", "that", "what", "how", "if", "because", "and", "they", "it"];
/// What nobody in an interview does.
const DEEDS: &[&str] = &[
    "send", "sent", "sending", "email", "emailed", "mail", "mailed", "book", "booked", "order", "ordered", "forward",
    "forwarded", "schedule", "scheduled", "arrange", "arranged", "reserve", "reserved", "contact", "contacted", "inform",
    "informed", "notify", "notified", "submit", "submitted", "prepare", "prepared", "deliver", "delivered", "refund", "refunded",
    "transfer", "transferred", "share", "shared", "check", "checked",
];
/// Whoever says so says that something was kept or changed.
const CLAIMS: &[&str] = &[
    "noted", "recorded", "saved", "stored", "written down", "wrote down", "put down", "took down", "taken down", "down as",
    "have you down", "logged", "registered", "added", "changed", "updated", "corrected", "replaced", "removed", "deleted",
    "skipped", "marked", "confirmed", "is set", "set to", "have set", "got it", "got that", "notiert", "vermerkt", "gespeichert",
    "eingetragen", "geändert", "noté", "enregistré", "anotado", "guardado",
];
/// Words around a claim that claim nothing themselves.
const AROUND: &str = "answer answers list down detail details information i've i'll it's that's";
/// Languages in which every noun has a capital show by these.
const CAPITALS: &[&str] =
    &["der", "die", "das", "und", "ist", "nicht", "sie", "ein", "eine", "für", "mit", "wir", "ich", "den", "dem"];
/// So many words of our instructions in a row are no coincidence.
const ECHO: usize = 6;

static INSTRUCTIONS: LazyLock<String> =
    LazyLock::new(|| flatten(&format!("{} {}", understand::instructions(), super::prompt::system())));

/// The words of numbers in a text, with their figures.
pub(super) fn find_counts(text: &str) -> HashSet<(&'static str, &'static str)> {
    plain(text).filter_map(|word| COUNTS.iter().find(|(name, _)| *name == word).copied()).collect()
}

/// Whether it is data, or a part of some, and no sentence.
pub(super) fn is_data(sentence: &str) -> bool {
    sentence.contains(['{', '}', '[', ']', '|'])
        || sentence.contains("===")
        || sentence.contains("\":")
        || sentence.matches('"').count() % 2 == 1
        || matches!(sentence.trim_end_matches('.'), "null" | "true" | "false")
        || sentence.split_whitespace().any(|word| word.trim_matches(|one: char| !one.is_alphanumeric()).contains('_'))
}

/// Whether it repeats what the model was told.
pub(super) fn echoes(sentence: &str) -> bool {
    repeats(sentence, ECHO, &INSTRUCTIONS, "")
}

/// Whether so many words of a text stand in a row in one flat text, and not in the other.
pub(super) fn repeats(text: &str, length: usize, of: &str, but_for: &str) -> bool {
    let flat = flatten(text);
    let words: Vec<&str> = flat.split_whitespace().collect();
    words.windows(length).any(|part| {
        let run = format!(" {} ", part.join(" "));
        of.contains(&run) && !but_for.contains(&run)
    })
}

/// Whether it says that somebody will do something, or has done it: nobody does.
pub(super) fn promises(sentence: &str) -> bool {
    let flat = flatten(sentence);
    let pledged = FUTURE.iter().any(|future| {
        let future = format!(" {future} ");
        flat.match_indices(&future).any(|(at, _)| {
            let rest = &flat[at + future.len()..];
            !WITHIN.iter().any(|within| rest.strip_prefix(within).is_some_and(|after| after.starts_with(' ')))
        })
    });
    pledged || PLEDGES.iter().any(|pledge| has(&flat, pledge)) || is_deed(&flat)
}

/// "We can send", "has been booked".
fn is_deed(flat: &str) -> bool {
    let words: Vec<&str> = flat.split_whitespace().collect();
    let done = words.windows(2).any(|pair| matches!(pair, ["been" | "be" | "being", deed] if DEEDS.contains(deed)));
    let by_us =
        |at: usize| words.iter().skip(at + 1).take(4).take_while(|word| !TURNS.contains(*word)).any(|word| DEEDS.contains(word));
    done || (0..words.len()).any(|at| SUBJECTS.contains(&words[at]) && by_us(at))
}

/// Whether it says that something was kept or changed.
pub(super) fn claims(sentence: &str) -> bool {
    let flat = flatten(sentence);
    CLAIMS.iter().any(|claim| has(&flat, claim))
}

/// The telling words of a claim but for those that claim.
pub(super) fn strip_claim(sentence: &str) -> HashSet<String> {
    let mut telling = stems(sentence);
    for word in CLAIMS.iter().flat_map(|claim| stems(claim)).chain(stems(AROUND)) {
        telling.remove(&word);
    }
    telling
}

/// Words that begin with a capital where no sentence begins. In a language that gives every noun one they show nothing.
pub(super) fn find_names(sentence: &str) -> Vec<String> {
    if plain(sentence).filter(|word| CAPITALS.contains(&word.as_str())).count() > 1 {
        return Vec::new();
    }
    let (mut found, mut begins) = (Vec::new(), true);
    for word in sentence.split_whitespace() {
        let bare = word.trim_matches(|one: char| !one.is_alphanumeric());
        let bare = bare.split(['\'', '’']).next().unwrap_or(bare);
        if !begins && bare.chars().count() > 1 && bare.starts_with(char::is_uppercase) {
            found.push(bare.to_owned());
        }
        begins = word.ends_with([':', ';', '.', '!', '?', '…', '–', '—', '-', '“', '"', '(']);
    }
    found.retain(|name| !is_filler(&name.to_lowercase()));
    found
}

fn has(flat: &str, phrase: &str) -> bool {
    flat.match_indices(phrase).any(|(at, _)| flat[..at].ends_with(' ') && flat[at + phrase.len()..].starts_with(' '))
}

/// Small letters, one space between words and around the whole; of all marks only the apostrophe.
pub(super) fn flatten(text: &str) -> String {
    let low = text.to_lowercase().replace('’', "'");
    let words: Vec<&str> =
        low.split(|one: char| !(one.is_alphanumeric() || one == '\'')).filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" "))
}
