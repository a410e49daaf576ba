//! Answers that end in a question mark: "a second shop, if that makes sense?", "would nine be right?", "rent?". What only asks
//! whether the answer will do is taken off; what is left is an answer that is not sure.

use super::{join, phrases, plain};
use crate::interview::rules::understand::{
    answer, lexicon,
    profile::Plan,
    signs::{Sign, Signs},
    text::{Mood, Sentence, Text},
};
use domain::interview::Heard;
use protocol::interview::{Asking, WidgetType};
use regex::Regex;
use std::{ops::Range, sync::LazyLock};

/// The message as if it had been stated.
pub(in super::super) struct Guessed {
    pub(in super::super) heard: Heard,
    /// Where in it stands what is not sure, in bytes.
    pub(in super::super) doubted: Vec<Range<usize>>,
}

/// What may be asked of an answer that was just given.
static TAG: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let asks = r"(?:or |and |but |so )?(?:(?:is|are|was|would|will|could|does|do|did|should|has) (?:that|this|those|these)\b.*|(?:isn'?t|aren'?t|wasn'?t|wouldn'?t|doesn'?t|don'?t|didn'?t|won'?t) (?:it|that|this|they|we|he|she|there|you think|you agree)\b.*|(?:is|would|will|does) it (?:be )?(?:ok|okay|fine|right|correct|enough|too [a-z]+|count|work|do|help|make sense|what you [a-z]+)(?: .*)?|do you (?:see|know what i mean|mean that|think so|(?:want|need) (?:more|the exact|it).*)|or (?:should|shall) (?:i|we)\b.*|or is it\b.*|is (?:it|that) clear|am i (?:right|close|making sense)(?: .*)?)";
    let conditions =
        r"(?:or |but )?(?:if|assuming|provided|unless|depending on whether) (?:that|it|this|i|we|you)\b(?: [a-z0-9']+){0,7}";
    let small = r"(?:right|ok|okay|correct|yes|no|yeah|eh|huh|hm|alright|fine|maybe|perhaps|you know|know what i mean|what do you think|what else|agreed|get it|see|true|or not|or what|or so|or something|or something like that|something like that|(?:or )?something along those lines|you see|would you say|i guess|i suppose|i think)";
    Regex::new(&format!("^(?:{asks}|{conditions}|{small})$")).ok()
});

/// Words of questions that are short: never an answer.
const ASKING: &[&str] = &[
    "really", "pardon", "ready", "done", "next", "more", "again", "anything", "something", "seriously", "optional", "required",
    "possible", "allowed", "mandatory", "necessary", "options", "option", "example", "examples", "meaning", "question",
    "questions", "help", "sorry", "else", "now", "here", "there", "finished", "saved", "summary", "honestly", "private", "safe",
    "free", "short", "long", "exactly", "roughly", "precisely", "details", "sure", "ok", "okay", "hello", "anybody", "anyone",
    "enough",
];

/// `None` where nothing in the message is an answer in the form of a question.
pub(in super::super) fn guessed(heard: &Heard, plan: &Plan) -> Option<Guessed> {
    if heard.imported || !heard.text.contains('?') {
        return None;
    }
    let (key, _) = heard.asked.as_ref()?;
    let slot = plan.index(key)?;
    let text = Text::new(&heard.text);
    if answer::is_code(&text) || text.sentences.len() > super::MOST {
        return None;
    }
    let mut blank: Vec<Range<usize>> = Vec::new();
    let mut doubted: Vec<Range<usize>> = Vec::new();
    let mut stated: Vec<usize> = Vec::new();
    for (at, sentence) in text.sentences.iter().enumerate() {
        let last = sentence.words.end - 1;
        if text.word(last) != "?" {
            continue;
        }
        // What is said to the interviewer stays a question.
        if phrases::whole(&join(&plain(&text, &sentence.words))).is_some() {
            continue;
        }
        let before = at.checked_sub(1).map(|at| &text.sentences[at]);
        let told = before.filter(|one| {
            let ends = text.word(one.words.end - 1) == "?";
            one.mood == Mood::Statement && !ends && has_words(&text, &one.words) && !is_a_condition(&text, one)
        });
        if let Some(told) = told.filter(|_| is_tag(&text, &sentence.words)) {
            blank.push(sentence.words.clone());
            doubted.push(text.place(&told.words));
        } else if let Some(mark) = tag_within(&text, sentence) {
            blank.push(mark..last);
            stated.push(last);
            doubted.push(text.place(&(sentence.words.start..mark)));
        } else if let Some(kept) = wrapped(&text, sentence, plan.slots[slot].widget) {
            blank.push(sentence.words.start..kept.start);
            blank.push(kept.end..last);
            stated.push(last);
            doubted.push(text.place(&kept));
        } else if is_bare(heard, plan, slot, &text, sentence) {
            stated.push(last);
            doubted.push(text.place(&sentence.words));
        }
    }
    if doubted.is_empty() {
        return None;
    }
    let mut bytes = heard.text.clone().into_bytes();
    for words in blank.iter().filter(|words| words.start < words.end) {
        bytes.get_mut(text.place(words))?.fill(b' ');
    }
    for at in stated {
        bytes.get_mut(text.place(&(at..at + 1)))?.fill(b'.');
    }
    let rest = String::from_utf8(bytes).ok()?;
    Some(Guessed { heard: Heard { text: rest, ..heard.clone() }, doubted })
}

fn has_words(text: &Text<'_>, words: &Range<usize>) -> bool {
    words.clone().any(|at| !text.is_mark(at) && !lexicon::OPENERS.contains(text.word(at)))
}

fn is_tag(text: &Text<'_>, words: &Range<usize>) -> bool {
    let said = plain(text, words);
    said.len() <= 10 && TAG.as_ref().is_some_and(|tag| tag.is_match(&join(&said)))
}

/// The mark behind which nothing but a tag stands.
fn tag_within(text: &Text<'_>, sentence: &Sentence) -> Option<usize> {
    let Range { start, end } = sentence.words;
    let marks = (start + 1..end - 1).filter(|&at| matches!(text.word(at), "," | "-" | ":" | ";" | "("));
    let first = marks.clone().find(|&at| is_tag(text, &(at + 1..end)) && has_words(text, &(start..at)))?;
    let asks = lexicon::WH.contains(&text.word(start)) || lexicon::AUXILIARIES.contains(&text.word(start));
    (!asks && !is_a_condition(text, sentence)).then_some(first)
}

/// "If I tell you, is that saved?": the first part belongs to the question.
fn is_a_condition(text: &Text<'_>, sentence: &Sentence) -> bool {
    matches!(text.word(sentence.words.start), "if" | "when" | "once" | "before" | "after" | "unless" | "suppose")
}

/// "Could I say that …?", "would nine be right?": what stands inside.
fn wrapped(text: &Text<'_>, sentence: &Sentence, widget: WidgetType) -> Option<Range<usize>> {
    let words: Vec<usize> = sentence.words.clone().filter(|&at| !text.is_mark(at)).collect();
    if words.len() < 3 {
        return None;
    }
    let word = |at: usize| words.get(at).map_or("", |at| text.word(*at));
    let mut at = 0;
    while lexicon::OPENERS.contains(word(at)) || matches!(word(at), "hm" | "maybe" | "perhaps") {
        at += 1;
    }
    let kept = |from: usize, until: usize| {
        let range = *words.get(from)?..words.get(until.checked_sub(1)?)? + 1;
        (range.start < range.end && range.len() <= 16).then_some(range)
    };
    if matches!(word(at), "could" | "can" | "may" | "might" | "shall" | "should" | "would") && matches!(word(at + 1), "i" | "we")
    {
        let mut verb = at + 2;
        while matches!(word(verb), "just" | "simply" | "maybe" | "perhaps" | "also") {
            verb += 1;
        }
        let from = match (word(verb), word(verb + 1)) {
            ("go", "with") | ("call", "it") => verb + 2,
            ("say" | "put" | "answer" | "write" | "note", "that") => verb + 2,
            ("say" | "put" | "answer" | "write" | "note", _) => verb + 1,
            _ => return None,
        };
        return kept(from, words.len())
            .filter(|range| !matches!(text.word(range.start), "this" | "it" | "something" | "later" | "no"));
    }
    let judged = matches!(
        word(words.len().wrapping_sub(1)),
        "right" | "ok" | "okay" | "fine" | "enough" | "correct" | "good" | "possible"
    );
    let counted =
        widget == WidgetType::Text && matches!(word(words.len().wrapping_sub(1)), "count" | "work" | "do" | "fit" | "qualify");
    let leads = matches!(word(at), "would" | "will" | "could" | "might" | "is") && judged
        || matches!(word(at), "would" | "will" | "does" | "do" | "could") && counted;
    let pronoun = matches!(word(at + 1), "that" | "this" | "it" | "you" | "there" | "i" | "we" | "everything" | "all" | "they");
    let until = words.len() - 1 - usize::from(judged && words.len() > 2 && word(words.len() - 2) == "be");
    (leads && !pronoun && at + 1 < until).then(|| kept(at + 1, until)).flatten()
}

/// "Rent?", where words are asked for and nothing else is said.
fn is_bare(heard: &Heard, plan: &Plan, slot: usize, text: &Text<'_>, sentence: &Sentence) -> bool {
    let one = &plan.slots[slot];
    let said = plain(text, &sentence.words);
    let question = matches!(heard.asked, Some((_, Asking::Question)));
    let asks = |word: &&str| {
        lexicon::WH.contains(word)
            || lexicon::AUXILIARIES.contains(word)
            || ASKING.contains(word)
            || matches!(
                *word,
                "you" | "your" | "it" | "that" | "this" | "they" | "he" | "she" | "can" | "could" | "would" | "will" | "if"
            )
    };
    let named = |word: &&str| one.named.iter().any(|name| *name == super::super::text::stem(word));
    let tells = |word: &&str| !lexicon::COMMON.contains(word) && !lexicon::OPENERS.contains(word);
    question
        && one.widget == WidgetType::Text
        && text.sentences.len() == 1
        && said.len() <= 4
        && said.iter().any(tells)
        && !said.iter().any(asks)
        && !said.iter().any(named)
        && phrases::whole(&join(&said)).is_none()
        && Signs::of(text).0.iter().all(|(sign, _)| *sign == Sign::Hedge)
}
