//! The answer to an open question in the person's own words, without what only carries it.

mod around;
mod frame;
mod lead;
mod whole;

pub(super) use self::{
    around::{is_courtesy, opens_note},
    frame::core,
    lead::beside_courtesy,
};
use self::{
    frame::{ADVERBS, CARRIERS},
    lead::is_introduction,
};
use super::{
    cues, lexicon,
    profile::{Kind, Slot},
    signs::{Sign, Signs},
    text::{Mood, Shape, Text},
};
use protocol::interview::WidgetType;
use std::ops::Range;

/// What is left of the message when the words that carry an answer are taken off; `None` where nothing answers.
/// Sentences that say something `elsewhere` are taken only when no other does.
pub(super) fn trimmed(
    text: &Text<'_>,
    slot: &Slot,
    signs: &Signs,
    pieces: &[Range<usize>],
    elsewhere: &[Range<usize>],
    live: bool,
    named_elsewhere: bool,
) -> Option<(Range<usize>, bool)> {
    let mut best: Option<(Range<usize>, bool)> = None;
    let mut second: Option<(Range<usize>, bool)> = None;
    // "I would be pleased to assist you" is said to anybody.
    let polite =
        |piece: &Range<usize>| live && signs.find(Sign::SmallTalk).any(|words| words.len() > 2 && piece.contains(&words.start));
    let mut introduced: Option<(Range<usize>, bool)> = None;
    let mut last: Option<Range<usize>> = None;
    for piece in pieces.iter().filter(|piece| !(polite(piece) || live && is_courtesy(text, piece))) {
        let before = last.replace(piece.clone());
        let (words, named) = core(text, after_doubt(text, signs, piece.clone()), slot, live);
        if words.is_empty() || is_empty_talk(text, &words, signs, live) {
            continue;
        }
        // "Hello, I'm Petra. We bake bread.": who speaks answers only where nothing else does.
        if live && is_introduction(text, piece, slot) {
            introduced.get_or_insert((words, named));
            continue;
        }
        if elsewhere.iter().any(|other| piece.contains(&other.start)) {
            second.get_or_insert((words, named));
            continue;
        }
        match &mut best {
            None => best = Some((words, named)),
            // A second statement goes on with the first only where both are long: "We sell to dentists. They are mostly small."
            Some((first, _))
                if first.end <= words.start
                    && slot.kind == Kind::Text
                    && second.is_none()
                    && (first.len() + words.len() > 12 || live && before.is_some_and(|before| goes_on(text, &before, piece))) =>
            {
                first.end = words.end
            }
            Some(_) => {}
        }
    }
    best.or(second.filter(|_| !named_elsewhere)).or(introduced)
}

/// "Dave. British Gas.", "My hands. I can't knit for long.": the second stands right behind the first and speaks of the matter.
fn goes_on(text: &Text<'_>, before: &Range<usize>, piece: &Range<usize>) -> bool {
    // "You have to sign everything": said of anybody, and not to the one who asks.
    let to_anybody = cues::find("of anybody", text, piece).is_some();
    let addresses = |at: usize| matches!(text.word(at), "you" | "your" | "you're" | "question" | "questions");
    let to_agent = !to_anybody && piece.clone().any(addresses);
    // "That's the main thing", "it's hard to say": a remark about what was said, unless the first begins so too.
    let first = |words: &Range<usize>| words.clone().find(|&at| !text.is_mark(at)).unwrap_or(words.start);
    let begins = text.word(first(piece));
    let remarks = matches!(begins, "that's" | "that" | "it's" | "this" | "its" | "hope" | "sorry");
    let remarks = remarks && text.word(first(before)) != begins;
    (before.end..piece.start).all(|at| text.is_mark(at)) && !to_agent && !remarks
}

/// "I do", "me": the answer to a question for a person.
pub(super) fn oneself(text: &Text<'_>) -> Option<Range<usize>> {
    let until = (0..text.words.len()).find(|&at| text.is_mark(at)).unwrap_or(text.words.len());
    let me = matches!((text.word(0), text.word(1)), ("i", "do" | "am" | "will" | "decide") | ("me" | "myself", _));
    (me && until <= 3).then_some(0..until)
}

pub(super) fn is_adverb(word: &str) -> bool {
    ADVERBS.contains(&word)
}

pub(super) fn is_carrier(word: &str) -> bool {
    CARRIERS.contains(word)
}

/// "I'm not sure, but I think it's the price": what comes after the doubt.
fn after_doubt(text: &Text<'_>, signs: &Signs, sentence: Range<usize>) -> Range<usize> {
    let doubt = signs.find(Sign::DontKnow).find(|words| sentence.contains(&words.start));
    // "Hard to say, we clean offices"
    if let Some(doubt) = doubt.filter(|doubt| text.reads(doubt.start, &["hard", "to", "say"]) && text.word(doubt.end) == ",")
        && (doubt.end + 1..sentence.end).any(|at| !text.is_mark(at))
    {
        return doubt.end + 1..sentence.end;
    }
    let on = doubt.and_then(|doubt| {
        (doubt.end..sentence.end.min(doubt.end + 5))
            .find(|&at| matches!(text.word(at), "but" | "maybe" | "perhaps" | "probably" | "though"))
    });
    let wrong = signs.find(Sign::Wrong).find(|words| words.start == sentence.start && text.word(words.end) == ",");
    if let Some(wrong) = wrong.filter(|wrong| wrong.end + 1 < sentence.end) {
        return wrong.end + 1..sentence.end;
    }
    on.map_or(sentence.clone(), |at| at + usize::from(text.word(at) == "but")..sentence.end)
}

/// Whether a doubt goes on to an answer.
pub(super) fn doubts_and_answers(text: &Text<'_>, signs: &Signs) -> bool {
    text.sentences.iter().any(|sentence| after_doubt(text, signs, sentence.words.clone()).start != sentence.words.start)
}

/// "Do you have competitors?" "No.": the word itself is the answer.
pub(super) fn yes_or_no(text: &Text<'_>, slot: &Slot, signs: &Signs) -> Option<Range<usize>> {
    let closed = slot.closed && text.words.len() < 8 && text.sentences.iter().all(|sentence| sentence.mood == Mood::Statement);
    closed.then(|| [Sign::No, Sign::Yes].iter().find_map(|sign| signs.find(*sign).next().cloned())).flatten()
}

/// Markup, queries and programs are not an answer in words.
pub(super) fn is_code(text: &Text<'_>) -> bool {
    let low = &text.low;
    let marks = low
        .bytes()
        .filter(|byte| matches!(byte, b'<' | b'>' | b'{' | b'}' | b'=' | b';' | b'`' | b'|' | b'\\' | b'$' | b'~' | b'^'))
        .count();
    const SIGNS: &[&str] = &[
        "<script", "</", "/>", "javascript:", "onerror", "onload", "drop table", "union select", "select *", "insert into",
        "delete from", "' or '", "or 1=1", "--;", "; --", "{{", "}}", "${", "%{", "<%", "%>", "../", "..\\", "/etc/", "eval(",
        "exec(", "system(", "=cmd", "ignore previous", "ignore all previous", "ignore the previous", "ignore your",
        "disregard previous", "disregard all", "disregard your", "previous instructions", "system prompt", "prompt injection",
        "mark everything", "mark all", "set all", "\\x", "\\u00", "%00", "%3c", "&#", "<img", "<svg", "<!--", "contenteditable",
        " order by ", "<iframe", "waitfor delay", "sleep(", "xp_cmdshell",
    ];
    let encoded = low.as_bytes().windows(3).filter(|part| part[0] == b'%' && part[1..].iter().all(u8::is_ascii_hexdigit)).count();
    let operator = low.match_indices('$').any(|(at, _)| low[at + 1..].starts_with(|next: char| next.is_ascii_lowercase()));
    encoded > 2
        || operator
        || SIGNS.iter().any(|sign| low.contains(sign))
        || low.len() > 3 && marks * 4 > low.len()
        || low.contains('\0')
}

/// What stands in a form or a program for no value at all: "n/a", "null", "-".
pub(super) fn is_placeholder(text: &Text<'_>, widget: WidgetType) -> bool {
    let said = text.low.trim().trim_matches(|mark: char| matches!(mark, '"' | '\'' | '`' | '(' | ')' | '<' | '>' | '.' | '!'));
    match said {
        // "Nil" counts, and counts nothing.
        "nil" => widget != WidgetType::Number,
        "null" | "undefined" | "nan" | "void" | "n/a" | "na" | "n.a" | "not applicable" | "[]" | "{}" | "empty" | "blank" => true,
        _ => !said.is_empty() && said.chars().all(|mark| matches!(mark, '-' | '–' | '—' | '/' | '_')),
    }
}

/// "None", "nobody", "nothing at all": says that there is none.
pub(super) fn is_nothing(text: &Text<'_>, words: &Range<usize>) -> bool {
    let first = matches!(text.word(words.start), "none" | "nothing" | "nobody" | "nowhere" | "never" | "neither")
        || text.reads(words.start, &["no", "one"]);
    first
        && words.clone().skip(1).all(|at| {
            text.is_mark(at)
                || matches!(text.word(at), "one" | "at" | "all" | "yet" | "really" | "of" | "them" | "these" | "those")
        })
}

/// Letters without a word among them: "asdfghjkl", "aaaaaaaa".
pub(super) fn is_noise(said: &str) -> bool {
    let letters: Vec<char> = said.chars().filter(|letter| letter.is_alphanumeric()).take(200).collect();
    if letters.is_empty() {
        return true;
    }
    let longest = said.split_whitespace().map(|word| word.chars().take(80).count()).max().unwrap_or(0);
    let first = letters[0];
    longest > 60 || letters.len() > 3 && letters.iter().all(|letter| *letter == first)
}

fn is_empty_talk(text: &Text<'_>, words: &Range<usize>, signs: &Signs, live: bool) -> bool {
    let talk = [
        Sign::Yes,
        Sign::No,
        Sign::Likes,
        Sign::Thanks,
        Sign::Greeting,
        Sign::Skip,
        Sign::Defer,
        Sign::DontKnow,
        Sign::Done,
        Sign::SmallTalk,
        Sign::Ready,
        Sign::Why,
        Sign::Meaning,
        Sign::Abuse,
        Sign::Others,
    ];
    words.clone().all(|at| {
        text.is_mark(at)
            || live && signs.0.iter().any(|(sign, found)| *sign == Sign::Wrong && found.contains(&at))
            || live && lexicon::OPENERS.contains(text.word(at))
            || text.word(at).len() == 1 && text.words[at].shape == Shape::Letters && words.len() > 1
            || signs.0.iter().any(|(sign, found)| talk.contains(sign) && found.contains(&at))
    })
}
