//! The frame of an answer: the words that carry it ("well, we mostly …", "our main goal is …", "…, I think") and are no part of it.

use super::super::{
    cues,
    lexicon::{self, Words},
    profile::Slot,
    reading::{after_participle, is_a_relative},
    text::{Shape, Text},
};
use super::{
    around::without_end,
    lead::past_lead,
    whole::{begins_with_a_deed, goes_from_to, is_described},
};
use std::ops::Range;

/// Adverbs that carry no answer.
static HEDGES: Words = Words::new("adverb that hedges");
/// With these an answer may begin without its verb.
static PLACES: Words = Words::new("before a place");

pub(super) const ADVERBS: &[&str] = &[
    "mostly", "mainly", "primarily", "usually", "generally", "currently", "really", "just", "only", "probably", "maybe",
    "perhaps", "always", "also", "typically", "largely", "basically", "actually", "definitely", "still", "now", "already",
    "think", "guess", "believe", "suppose", "sometimes", "often", "roughly", "approximately", "about", "around", "possibly",
    "likely", "at", "the", "moment", "right", "simply", "all", "kind", "of", "sort",
];

pub(super) static CARRIERS: Words = Words::new("carrier");

/// Verbs that carry what a firm does, in the third person.
const DOES: &[&str] = &[
    "makes", "make", "sells", "sell", "offers", "offer", "builds", "build", "provides", "provide", "serves", "serve", "targets",
    "target", "runs", "produces", "does", "delivers",
];

pub(super) const SUBJECTS: &[&str] = &[
    "i", "we", "it", "they", "you", "he", "she", "this", "that", "there", "i'm", "i'd", "i've", "i'll", "we're", "we'd", "we've",
    "we'll", "it's", "it'd", "it'll", "its", "that's", "they're", "let's", "lets", "there's", "that'd", "that'll", "he's",
    "she's",
];

const LEADS: &[&str] = &[
    "to", "for", "with", "in", "at", "on", "by", "as", "from", "into", "near", "around", "towards", "toward", "the", "a", "an",
    "some", "about",
];

/// The part of a sentence that answers, and whether the words before it name what is asked.
pub(in super::super) fn core(text: &Text<'_>, sentence: Range<usize>, slot: &Slot, live: bool) -> (Range<usize>, bool) {
    let end = without_end(text, sentence.start, sentence.end, live);
    let start = past_lead(text, &(sentence.start..end), slot, live);
    let (mut words, mut named) = unframed(text, start..end, slot, live);
    // "It's, well, a bakery": what only opens may stand behind the frame, too.
    while live && !words.is_empty() && text.is_mark(words.start) {
        let from = past_lead(text, &words, slot, live);
        if from == words.start || from >= words.end {
            break;
        }
        let (rest, again) = unframed(text, from..words.end, slot, live);
        (words, named) = (rest, named || again);
    }
    (words, named)
}

fn unframed(text: &Text<'_>, words: Range<usize>, slot: &Slot, live: bool) -> (Range<usize>, bool) {
    let Range { mut start, end } = words;
    if live {
        start = after_participle(text, &(start..end));
        start = after_aside(text, start, end).unwrap_or(start);
    }
    if live && let Some(copula) = text.wh_subject(start, end) {
        let from = (copula + 1..end - 1).find(|&at| !ADVERBS.contains(&text.word(at)) && !text.is_mark(at)).unwrap_or(copula + 1);
        return (article(text, from, end), false);
    }
    if live && let Some(from) = field(text, start, end) {
        return (article(text, from, end), false);
    }
    // "Our company makes rain coats": whose and what, then a verb that carries.
    if matches!(text.word(start), "our" | "my")
        && let Some(verb) = (start + 2..end.min(start + 5)).find(|&at| DOES.contains(&text.word(at)))
        && verb + 1 < end
    {
        let from = if LEADS.contains(&text.word(verb + 1)) && verb + 2 < end { verb + 2 } else { verb + 1 };
        return (article(text, from, end), false);
    }
    if live && let Some(cleft) = cleft(text, start, end) {
        return (cleft, false);
    }
    // "Our target market is small businesses": a subject that names what is asked, then "is".
    if let Some(copula) =
        (start..end.min(start + 12)).find(|&at| matches!(text.word(at), "is" | "are" | "was" | "were" | "be" | "would" | ":"))
    {
        let owned = matches!(text.word(start), "our" | "my");
        let counts = live && (start..copula).any(|at| text.words[at].shape == Shape::Digits);
        let points = live && matches!(text.before(copula), "one" | "thing" | "answer" | "point" | "reason" | "part" | "name");
        let names = !counts
            && (points
                || (start..copula).any(|at| {
                    slot.cues.contains_key(text.stem(at)) || live && at + 1 == copula && slot.spoken.is_about(text.stem(at))
                }));
        // "My wife is due in June" is told of her.
        let somebody = live && !names && owned && (is_a_relative(text.word(copula - 1)) || is_described(text.word(copula + 1)));
        if copula + 1 < end && (owned || names) && !somebody && !SUBJECTS.contains(&text.word(start)) {
            let mut from = copula + 1;
            while from + 1 < end && (ADVERBS.contains(&text.word(from)) && text.word(from) != "the" || text.word(from) == "be") {
                from += 1;
            }
            if live && text.word(from) == "that" && from + 2 < end {
                return (from + 1..end, names);
            }
            if text.word(from) == "i" && text.word(from + 1) == "think" && from + 2 < end {
                from += 2;
            }
            return (article(text, from, end), names);
        }
    }
    // "You have to ring everybody twice": what anybody has to do is the answer as it stands.
    if live && (begins_with_a_deed(text, start, end) || cues::is("of anybody", text, start)) {
        return (start..end, false);
    }
    let mut at = start;
    let mut carried = false;
    // "My husband and I run a campsite": two who do it.
    if live
        && matches!(text.word(start), "my" | "our")
        && let Some(us) =
            (start + 3..end.min(start + 6)).find(|&at| matches!(text.word(at), "i" | "me") && text.before(at) == "and")
    {
        at = us;
    }
    while at + 1 < end {
        let word = text.word(at);
        let subject = SUBJECTS.contains(&word);
        let verb = carried && (CARRIERS.contains(word) || live && matches!(word, "had" | "meant" | "got"));
        let adverb = ADVERBS.contains(&word)
            && (carried
                || CARRIERS.contains(text.word(at + 1))
                || SUBJECTS.contains(&text.word(at + 1))
                || HEDGES.contains(word));
        let lead = carried && LEADS.contains(&word) && at > start;
        // "We don't have enough people" is the answer as it stands.
        if carried && lexicon::NEGATIONS.contains(&word) {
            at = start;
            break;
        }
        // "To take bookings": the verb is part of what is wanted.
        if live && carried && word == "to" && means(text.word(at + 1)) && at + 2 < end {
            at += 1;
            break;
        }
        // "That the piano gets scratched" is one thing, and the first word only opens it.
        if live && word == "that" && !CARRIERS.contains(text.word(at + 1)) && !ADVERBS.contains(&text.word(at + 1))
            || live && word == "that" && text.word(at + 1) == "the"
        {
            return (at + 1..end, false);
        }
        if !(subject || verb || adverb && !matches!(word, "of" | "the" | "right") || lead) {
            break;
        }
        carried |= subject || CARRIERS.contains(word);
        at += 1;
        // "It's kind of a bakery"
        if live && carried && matches!(word, "kind" | "sort") && text.word(at) == "of" && at + 1 < end {
            at += 1;
        }
    }
    // "It's next door and it's free" is said of one thing twice.
    if live
        && at > start
        && (at + 1..end).any(|later| {
            text.word(later) == text.word(start)
                && SUBJECTS.contains(&text.word(start))
                && !matches!(text.word(start), "i" | "we")
        })
    {
        return (start..end, false);
    }
    // "They lose patients": who does it belongs to what is done.
    if live && at > start {
        let stem = text.stem(at);
        let one = matches!(text.word(at - 1), "i" | "we")
            && text.words[at].shape == Shape::Letters
            && !text.words[at].capital
            && !ADVERBS.contains(&text.word(at))
            && slot.spoken.names(&[stem], stem).is_none();
        if acts(text.word(at - 1)) || one {
            at -= 1;
        }
    }
    // "They probably just buy it": what is done to it is the answer.
    if live && at > start && matches!(text.word(at), "it" | "them" | "this" | "that" | "these" | "those") && at + 1 < end {
        return (start..end, false);
    }
    // "We primarily address hotels": who does it, where a word stands between.
    if live && at > start + 1 && text.words[at].shape == Shape::Letters && !text.words[at].capital {
        let doubts = (start..at).any(|at| matches!(text.word(at), "think" | "guess" | "believe" | "suppose"));
        let doer = (start..at - 1).rev().find(|&back| !ADVERBS.contains(&text.word(back))).filter(|_| !doubts);
        let verb = !slot.spoken.is_about(text.stem(at)) && !LEADS.contains(&text.word(at));
        if ADVERBS.contains(&text.word(at - 1)) && verb && doer.is_some_and(|doer| matches!(text.word(doer), "i" | "we")) {
            at = doer.unwrap_or(at);
        }
    }
    if !carried
        && at + 1 < end
        && (CARRIERS.contains(text.word(at)) && LEADS.contains(&text.word(at + 1)) && !goes_from_to(text, at + 1, end)
            || !(live && tells(text, at + 1..end)) && PLACES.contains(text.word(at)))
    {
        at += 1;
        while at + 1 < end && (LEADS.contains(&text.word(at)) || CARRIERS.contains(text.word(at)) && text.word(at) != "like") {
            at += 1;
        }
    }
    (article(text, at, end), false)
}

/// "It's a bit embarrassing, but I can't sleep": past what is only said about the answer.
fn after_aside(text: &Text<'_>, start: usize, end: usize) -> Option<usize> {
    const TONES: &[&str] = &[
        "bit", "little", "hard", "difficult", "complicated", "embarrassing", "personal", "awkward", "silly", "stupid", "funny",
        "strange", "tricky", "boring",
    ];
    let pointed = matches!(text.word(start), "it's" | "that's")
        || matches!(text.word(start), "it" | "that") && text.word(start + 1) == "is";
    let comma = (start + 2..end.min(start + 8)).find(|&at| text.word(at) == ",")?;
    let tones = (start + 1..comma).any(|at| TONES.contains(&text.word(at)));
    let but = comma + 1;
    // "That sounds very businesslike, I only knit hats": said of the question.
    let judges = matches!(text.word(start), "that" | "this" | "it")
        && matches!(text.word(start + 1), "sounds" | "seems" | "feels" | "looks")
        && SUBJECTS.contains(&text.word(but));
    if judges && but + 1 < end {
        return Some(but);
    }
    (pointed && tones && text.word(but) == "but" && but + 2 < end).then_some(but + 1)
}

/// "We are active in the field of industrial cleaning": where the field itself begins.
fn field(text: &Text<'_>, start: usize, end: usize) -> Option<usize> {
    let of = (start..end.min(start + 8)).find(|&at| {
        text.word(at + 1) == "of" && matches!(text.word(at), "field" | "area" | "business" | "sector" | "world" | "line")
    })?;
    let led = text.word(of - usize::from(of > start)) == "the" && of > start + 1 && text.word(of - 2) == "in";
    let stated =
        (start..of).any(|at| matches!(text.word(at), "are" | "am" | "is" | "work" | "we're" | "i'm" | "it's" | "active"));
    (led && stated && of + 2 < end).then_some(of + 2)
}

/// "It's Tom who decides", "it is the price that matters": what stands between.
fn cleft(text: &Text<'_>, start: usize, end: usize) -> Option<Range<usize>> {
    let from = (start..end).find_map(|at| match (text.word(at), text.word(at + 1)) {
        ("it's", _) => Some(at + 1),
        ("it", "is" | "was") => Some(at + 2),
        _ => None,
    })?;
    let until = (from + 1..end.min(from + 7)).find(|&at| text.word(at) == "who")?;
    let named = capital(text, from) || until + 2 >= end;
    named.then(|| article(text, from, until))
}

/// A statement of its own rather than a place or a purpose.
fn tells(text: &Text<'_>, words: Range<usize>) -> bool {
    words.clone().any(|at| SUBJECTS.contains(&text.word(at)) && at > words.start)
}

/// Stands for somebody who does something rather than for the answer as a whole.
fn acts(word: &str) -> bool {
    matches!(word, "they" | "he" | "she" | "it" | "there" | "that" | "this" | "you")
}

/// Verbs that say what is wanted, where others only carry it.
fn means(word: &str) -> bool {
    CARRIERS.contains(word)
        && !matches!(word, "be" | "have" | "do" | "go" | "say" | "see" | "name" | "call" | "like" | "want" | "need")
}

/// Whether a word is written with a capital; what lies behind the last word is not.
pub(super) fn capital(text: &Text<'_>, at: usize) -> bool {
    text.words.get(at).is_some_and(|word| word.capital)
}

fn article(text: &Text<'_>, mut start: usize, mut end: usize) -> Range<usize> {
    // "vets, not dentists", "vets instead of dentists"
    if let Some(denial) = (start + 1..end).find(|&at| {
        text.word(at) == "," && text.word(at + 1) == "not"
            || text.reads(at, &["instead", "of"])
            || text.reads(at, &["rather", "than"])
    }) {
        end = denial;
    }
    let titled =
        capital(text, start) && (text.word(start) == "the" || text.words.get(start + 1).is_some_and(|next| next.capital));
    // "A van hit my car" is a sentence, not a thing.
    let tells = capital(text, start)
        && (start + 1..end)
            .any(|at| SUBJECTS.contains(&text.word(at)) && text.word(at) != "that" || matches!(text.word(at), "me" | "us"));
    if start + 1 < end
        && matches!(text.word(start), "a" | "an" | "the" | "some")
        && !titled
        && !tells
        && !matches!(
            text.word(start + 1),
            "time" | "bit" | "few" | "lot" | "couple" | "little" | "number" | "handful" | "third" | "quarter" | "dozen"
        )
    {
        start += 1;
    }
    start..end
}
