//! Names: words with capitals and the small words that hold them together.

use super::super::{
    lexicon,
    text::{Shape, Text},
};

/// With these a number or a day begins, and no name.
static MEASURES: lexicon::Words = lexicon::Words::new("before a measure");

const JOINTS: &[&str] =
    &["of", "the", "and", "&", "at", "in", "de", "la", "le", "del", "von", "van", "to", "for", "a", "'", "on", "with", "by", "y"];

/// The end of a name that begins here.
pub(in super::super) fn at(text: &Text<'_>, at: usize) -> Option<usize> {
    let measures = MEASURES.contains(text.word(at));
    // "Around 400", "Around 400k"
    let counted = text.words.get(at + 1).is_some_and(|next| {
        next.shape == Shape::Digits
            || next.shape == Shape::Mixed && text.word(at + 1).starts_with(|one: char| one.is_ascii_digit())
    });
    if !begins(text, at) || measures && counted {
        return None;
    }
    let mut end = at + 1;
    while end < text.words.len() {
        let said = text.word(end);
        if goes_on(text, end) {
            end += 1;
        } else if let Some(title) = degree(text, end) {
            // "Clara Weiss, M.D.", "Ann Lee, PhD"
            end = title;
        } else if is_held_together(text, at, end) {
            // "Hull, UK With two friends": nothing of a place stands behind its region.
            let region = text.word(end) == "," && is_region(text, end + 1);
            end += 2;
            if region {
                break;
            }
        } else if JOINTS.contains(&said) {
            let skip = if JOINTS.contains(&text.word(end + 1)) { 2 } else { 1 };
            let by_the = matches!(said, "by" | "in" | "on" | "for" | "to" | "at")
                && matches!(text.word(end + 1), "the" | "a")
                && goes_on(text, end + 2)
                && begins_title(text, at);
            if by_the {
                end += 3;
                continue;
            }
            // "Between Hull and York" are two.
            let two = said == "and" && text.before(at) == "between";
            if two
                || matches!(said, "to" | "in" | "on" | "at" | "for" | "with" | "a" | "by")
                || !goes_on(text, end + skip)
                || text.word(end + skip) == "i"
            {
                break;
            }
            end += skip + 1;
        } else {
            break;
        }
    }
    Some(end)
}

/// A mark that belongs to the name that began at `from`: "Clara B. Weiss", "Austin, TX", "Ann-Marie".
fn is_held_together(text: &Text<'_>, from: usize, at: usize) -> bool {
    let next = text.words.get(at + 1);
    let tight = !text.words[at].spaced;
    match text.word(at) {
        "." => is_letter(text, at - 1) && goes_on(text, at + 1),
        "," => is_region(text, at + 1) || is_country(text, from, at + 1),
        ":" => tight && next.is_some_and(|next| next.capital),
        "-" | "/" => tight && next.is_some_and(|next| !next.spaced && next.shape != Shape::Mark),
        _ => false,
    }
}

/// What somebody may call themselves behind their name, with or without its stops.
const DEGREES: &[&str] = &["md", "dds", "dmd", "phd", "do", "od", "rn", "np", "esq", "jr", "sr", "mba", "dvm", "ii", "iii"];

/// The end of a degree behind the comma here: ", M.D.", ", DDS".
fn degree(text: &Text<'_>, at: usize) -> Option<usize> {
    let comma = usize::from(text.word(at) == ",");
    let (mut end, mut letters) = (at + comma, String::new());
    let mut stops = 0;
    while letters.len() < 4 && text.words.get(end).is_some_and(|word| word.capital || stops > 0 && text.word(end) != ".") {
        let word = &text.words[end];
        if word.shape != Shape::Letters || end > at + comma && word.spaced {
            break;
        }
        letters.push_str(text.word(end));
        end += 1;
        if text.word(end) != "." || text.words[end].spaced {
            break;
        }
        stops += 1;
        end += 1;
    }
    // A last stop belongs to it where it closes every part, or something goes on behind.
    (comma + stops > 0 && (comma > 0 || stops > 1) && DEGREES.contains(&letters.as_str())).then_some(end)
}

/// "Three bedrooms": the capital is the sentence's, the word a number.
pub(in super::super) fn begins_with_number_word(text: &Text<'_>, at: usize) -> bool {
    lexicon::UNITS.iter().any(|(name, _)| *name == text.word(at)) && !text.words.get(at + 1).is_some_and(|next| next.capital)
}

fn begins(text: &Text<'_>, at: usize) -> bool {
    let Some(word) = text.words.get(at) else { return false };
    let said = text.word(at);
    if word.shape == Shape::Digits {
        // "21 Club Mirador", "3 Oaks Clinic"
        return !said.contains([':', ',']) && goes_on(text, at + 1) && (at + 1..).take_while(|&at| goes_on(text, at)).count() > 1;
    }
    if word.shape == Shape::Mark || !word.capital {
        return false;
    }
    let opens = text.sentence_of(at).is_some_and(|sentence| sentence.words.start == at)
        || matches!(text.before(at), "." | ":" | "," | "\"" | "?" | "!");
    let dated = lexicon::WEEKDAYS.iter().any(|(name, _)| *name == said);
    // "Pull up Hull", "I'm Leaving Hull": what is done stands before the name.
    let done = opens && matches!(text.word(at + 1), "up" | "out" | "over" | "down" | "off") && goes_on(text, at + 2)
        || said.ends_with("ing")
            && goes_on(text, at + 1)
            && [lexicon::FROM, lexicon::TO].iter().any(|all| all.contains(&text.stem(at)));
    if done || said == "between" {
        return false;
    }
    let common = lexicon::COMMON.contains(said)
        || lexicon::OPENERS.contains(said)
        || dated
        || opens && (lexicon::VERBS.contains(said) || lexicon::AUXILIARIES.contains(&said));
    if common {
        // "The Blue Door", "Once Upon a Time"
        let title = !opens
            && (goes_on(text, at + 1) || !matches!(said, "i" | "i'm" | "i'd" | "i'll" | "i've" | "am" | "pm") && said.len() > 3);
        let article = said == "the" && goes_on(text, at + 1) && goes_on(text, at + 2);
        return (title || article) && !matches!(said, "i" | "i'm" | "i'd" | "i'll" | "i've" | "it's" | "am" | "pm");
    }
    true
}

fn goes_on(text: &Text<'_>, at: usize) -> bool {
    let Some(word) = text.words.get(at) else { return false };
    let said = text.word(at);
    match word.shape {
        Shape::Letters => word.capital && !is_i(said) && !matches!(said, "please" | "thanks"),
        // "Roughly 400k I think": the capital behind it is no name's.
        Shape::Mixed => {
            word.capital
                || text.words[at].start > 0
                    && text.words.get(at + 1).is_some_and(|next| next.capital && next.shape == Shape::Letters)
                    && !is_i(text.word(at + 1))
        }
        Shape::Digits => {
            !said.contains([':', ','])
                && said.len() < 5
                && text.words.get(at.wrapping_sub(1)).is_some_and(|before| before.capital)
        }
        Shape::Mark => false,
    }
}

/// The speaker, who is written with a capital everywhere.
fn is_i(word: &str) -> bool {
    matches!(word, "i" | "i'm" | "i'd" | "i'll" | "i've")
}

fn is_letter(text: &Text<'_>, at: usize) -> bool {
    text.word(at).len() == 1 || lexicon::ABBREVIATIONS.contains(&text.word(at))
}

/// "in London, England": one more capital after the comma, and then the sentence goes on without another.
fn is_country(text: &Text<'_>, name: usize, at: usize) -> bool {
    matches!(text.before(name), "in" | "near" | "from" | "to" | "around" | "of" | "for")
        && goes_on(text, at)
        && !lexicon::COMMON.contains(text.word(at))
        && !lexicon::VERBS.contains(text.word(at))
        && text.word(at + 1) != ","
        && !matches!(text.word(at + 1), "and" | "or")
}

/// "Houses by the Sea": a name that was not led in by a place's preposition.
fn begins_title(text: &Text<'_>, at: usize) -> bool {
    !matches!(text.before(at), "in" | "near" | "from" | "to" | "around" | "at")
}

/// ", CA", ", Ca": two capitals after a comma, or two letters that are no word.
fn is_region(text: &Text<'_>, at: usize) -> bool {
    let said = text.said(&(at..at + 1));
    let short = said.len() == 2 && said.starts_with(char::is_uppercase) && said.chars().all(char::is_alphabetic);
    if short
        && !lexicon::COMMON.contains(text.word(at))
        && !lexicon::OPENERS.contains(text.word(at))
        && !lexicon::VERBS.contains(text.word(at))
    {
        return true;
    }
    (2..=3).contains(&said.len()) && said.chars().all(char::is_uppercase) && !matches!(said, "OK" | "AM" | "PM")
}

/// "Call the project Blue fern instead", "name it Second try", "titled Ready for Winter": what follows is a name as it stands.
pub(in super::super) fn given(text: &Text<'_>, at: usize) -> Option<(usize, usize)> {
    let word = text.word(at);
    let mut start = at + 1;
    match word {
        "called" | "named" | "titled" | "entitled" | "labeled" | "labelled" => {}
        "call" | "name" | "title" | "label" | "rename" | "title:" => match text.word(start) {
            "it" | "this" | "that" | "them" => start += 1,
            "the" | "my" | "our" => {
                // The thing that gets the name: up to two small words, or the words before the capital.
                start += 1;
                let capital = (start..start + 4).find(|&at| text.words.get(at).is_some_and(|word| word.capital));
                start = capital?;
            }
            _ if word == "call" || word == "label" => return None,
            "is" | "should" | "to" | "for" | "of" | "and" | "," | "." | "would" | "will" => return None,
            _ => return None,
        },
        _ => return None,
    }
    if matches!(text.word(start), "as" | "to" | "\"" | "'") {
        start += 1;
    }
    let mut end = start;
    let capital = text.words.get(start).is_some_and(|word| word.capital);
    while end < text.words.len() && end < start + 8 {
        let said = text.word(end);
        let stops = text.is_mark(end) && !matches!(said, "-" | "&" | "'")
            || matches!(said, "instead" | "please" | "now" | "then" | "because" | "so")
            // "Called Blue Fern that is in Hull": what is told of it.
            || capital
                && end > start
                && !text.words[end].capital
                && matches!(said, "that" | "which" | "who" | "located" | "situated" | "is" | "was" | "has");
        let next_capital = text.words.get(end + 1).is_some_and(|next| next.capital);
        let joint = matches!(said, "for" | "at" | "and" | "with" | "on" | "to" | "by" | "in")
            && !(capital && next_capital && !matches!(said, "with" | "by"));
        if stops || joint && end > start {
            break;
        }
        end += 1;
    }
    (end > start).then_some((start, end))
}

/// Who writes without any capital still names places: "in leeds", "try new delhi".
pub(in super::super) fn small(text: &Text<'_>, at: usize) -> Option<usize> {
    let known = |at: usize| {
        let word = text.word(at);
        lexicon::COMMON.contains(word)
            || lexicon::VERBS.contains(word)
            || lexicon::OPENERS.contains(word)
            || lexicon::PARTS_OF_DAY.contains(&word)
    };
    let leads = matches!(text.before(at), "in" | "near" | "around" | "try" | "from");
    let small = |at: usize| {
        text.words.get(at).is_some_and(|word| word.shape == Shape::Letters && word.end - word.start > 2) && !known(at)
    };
    if !leads || !small(at) || lexicon::MONTHS.iter().any(|(name, _)| *name == text.word(at)) {
        return None;
    }
    let more = usize::from(small(at + 1) && text.is_mark(at + 2));
    (more == 1 || text.is_mark(at + 1) || lexicon::COMMON.contains(text.word(at + 1))).then_some(at + 1 + more)
}
