//! What the person does besides giving values.

mod doubted;
mod overruled;

pub(super) use self::{
    doubted::{doubted, is_a_name, part_around},
    overruled::overruled,
};

use super::{
    answer,
    profile::Plan,
    revise::rejects_both,
    signs::{self, Sign, Signs, negated},
    text::{Mood, Sentence, Text},
};
use domain::interview::{Finding, Heard, Manner, Move};
use protocol::interview::Asking;
use std::ops::Range;

/// Of two values, the one that was held before, and the one that was put against it.
const OLDER: &[&str] = &["keep", "old", "first", "former", "previous", "original", "stay", "earlier", "before"];
const NEWER: &[&str] = &["new", "newer", "second", "latter", "update", "change", "replace", "last", "latest"];

/// The moves of a message. `taken` are the obligations it gave values for.
pub(super) fn of(heard: &Heard, text: &Text<'_>, signs: &Signs, plan: &Plan, taken: &[usize], findings: &[Finding]) -> Vec<Move> {
    if answer::is_code(text) {
        return Vec::new();
    }
    let mut moves: Vec<Move> = Vec::new();
    let add = |one: Move, moves: &mut Vec<Move>| {
        if !moves.contains(&one) {
            moves.push(one);
        }
    };
    if signs.find(Sign::Greeting).any(|words| words.start < 3) {
        add(Move::Greeting, &mut moves);
    }
    if signs.has(Sign::Thanks)
        && !signs.find(Sign::Thanks).all(|words| text.before(words.start) == "no" || negated(text, words.start))
    {
        add(Move::Thanks, &mut moves);
    }
    if signs.has(Sign::Abuse) {
        add(Move::Abuse, &mut moves);
    }
    let reads_back = matches!(heard.asked, Some((_, Asking::ReadBack | Asking::Negotiation)));
    let asked = heard.asked.as_ref().and_then(|(key, _)| plan.index(key));
    let answered = asked.is_some_and(|slot| taken.contains(&slot));
    if let (Some((key, Asking::Negotiation)), Some(slot)) = (&heard.asked, asked)
        && !findings.iter().any(|finding| finding.key == *key)
        && let Some(choice) = chosen(heard, text, key, slot, !findings.is_empty())
    {
        // Neither of two holds: it is open, and asked again at once.
        let leaves_it = [Sign::Skip, Sign::Defer, Sign::DontKnow, Sign::Done].iter().any(|sign| signs.has(*sign));
        let again = matches!(choice, Move::Withdraw { .. }) && !leaves_it;
        return std::iter::once(choice).chain(again.then(|| Move::GoBack { key: Some(key.clone()) })).collect();
    }
    let yes = signs.yes(text);
    if yes && (reads_back || heard.imported || !answered && agrees(text, signs)) {
        add(Move::Accept { key: None }, &mut moves);
    }
    let beside = heard.asked.is_none() && !taken.is_empty();
    let refuses = signs.no(text) && (reads_back || beside || heard.imported || signs.has(Sign::Wrong)) && !signs.has(Sign::Done);
    match elsewhere(heard, text, signs, findings) {
        Some(true) if refuses => {
            if let Some((key, _)) = &heard.asked {
                add(Move::Reject { key: Some(key.clone()) }, &mut moves);
            }
        }
        // "No, actually it's 15, not 12": the no is said to what is corrected with it.
        Some(false) => {}
        _ if refuses => add(Move::Reject { key: None }, &mut moves),
        _ => {}
    }
    for sentence in text.sentences.iter().take(40) {
        about(heard, text, signs, plan, sentence, taken, &mut moves);
    }
    if !heard.imported && taken.is_empty() && text.words.len() < 9 && signs.has(Sign::Ready) && moves.is_empty() {
        add(Move::Greeting, &mut moves);
    }
    if !heard.imported && !reads_back && ends(text) {
        moves.retain(|one| !matches!(one, Move::Accept { .. }));
        add(Move::Done, &mut moves);
    }
    let asks = |sentence: &Sentence| sentence.mood == Mood::Directive && text.word(sentence.words.end - 1) == "?";
    if !heard.imported && taken.is_empty() && moves.is_empty() && text.sentences.iter().any(asks) {
        add(Move::Question, &mut moves);
    }
    let told = !taken.is_empty() && signs.find(Sign::SmallTalk).all(|words| signs::is_a_laugh(text, words));
    if signs.has(Sign::SmallTalk) && !told {
        moves.retain(|one| *one != Move::Question);
        add(Move::SmallTalk, &mut moves);
    }
    moves
}

/// Where a message corrects something else than what was read back: whether its "no" is said to what was read back all the same.
fn elsewhere(heard: &Heard, text: &Text<'_>, signs: &Signs, findings: &[Finding]) -> Option<bool> {
    let (asked, _) = heard.asked.as_ref().filter(|_| !heard.imported)?;
    if findings.iter().any(|finding| finding.key == *asked) {
        return None;
    }
    let corrected = findings.iter().find(|finding| finding.manner == Manner::Corrected && finding.quote.turn.is_none())?;
    let at = (0..text.words.len()).find(|&at| text.place(&(at..at + 1)).start >= corrected.quote.start)?;
    let sentence = text.sentence_of(at)?;
    // "That's wrong. And the team is 15, not 12": two things are said.
    let apart = signs.find(Sign::Wrong).any(|words| !sentence.words.contains(&words.start));
    Some(apart)
}

/// Which of two values is meant, by its place or by who said it. Where something else is told, only words that do no more than
/// choose are heard.
fn chosen(heard: &Heard, text: &Text<'_>, key: &str, slot: usize, tells: bool) -> Option<Move> {
    if rejects_both(text).is_some() && heard.held.get(slot).is_some_and(|held| held.proposed.is_some()) {
        return Some(Move::Withdraw { key: key.to_owned() });
    }
    if text.words.len() > 15 || (tells || text.words.len() > 4) && !only_chooses(text, &Signs::of(text)) {
        return None;
    }
    let has = |list: &[&str]| (0..text.words.len()).any(|at| list.contains(&text.word(at)));
    if has(&["neither"]) {
        return Some(Move::Withdraw { key: key.to_owned() });
    }
    if has(&["mine"]) || text.low.contains("what i said") {
        // What was found elsewhere is not theirs; of two that are, "keep mine" means the one that was there.
        let theirs = heard.held.get(slot).is_some_and(|held| held.turn.is_some());
        let anew = has(&["now", "just", "use", "take"]) && !has(&["keep"]);
        return Some(if theirs && !anew { Move::Reject { key: None } } else { Move::Accept { key: None } });
    }
    match (has(OLDER), has(NEWER)) {
        (true, false) => Some(Move::Reject { key: None }),
        (false, true) => Some(Move::Accept { key: None }),
        _ => None,
    }
}

/// "Keep the old one", "leave it": says which of the values holds, and no value.
pub(super) fn only_chooses(text: &Text<'_>, signs: &Signs) -> bool {
    text.words.len() <= 15
        && (0..text.words.len()).all(|at| {
            let word = text.word(at);
            text.is_mark(at)
                || OLDER.contains(&word)
                || NEWER.contains(&word)
                || super::lexicon::COMMON.contains(word)
                || super::lexicon::OPENERS.contains(word)
                || matches!(word, "leave" | "stays" | "neither" | "version" | "value" | "answer")
                || signs.0.iter().any(|(_, words)| words.contains(&at))
        })
}

/// A short, clear yes to nothing in particular: every word of it agrees, thanks or leads to the end.
fn agrees(text: &Text<'_>, signs: &Signs) -> bool {
    let told = |at: usize| {
        let word = text.word(at);
        matches!(word, "," | "." | "!" | "\n" | ":" | ")" | "-")
            || super::lexicon::COMMON.contains(word)
            || super::lexicon::OPENERS.contains(word)
            || matches!(
                word,
                "summary"
                    | "sum"
                    | "summarise"
                    | "summarize"
                    | "finish"
                    | "finished"
                    | "end"
                    | "wrap"
                    | "conclude"
                    | "close"
                    | "ahead"
            )
            || signs.0.iter().any(|(sign, words)| {
                matches!(sign, Sign::Yes | Sign::Likes | Sign::Thanks | Sign::Done | Sign::Ready | Sign::Greeting)
                    && words.contains(&at)
            })
    };
    let reserves = |at: usize| {
        let word = text.word(at);
        super::lexicon::NEGATIONS.contains(&word) && !matches!(text.word(at + 1), "problem" | "worries" | "more" | "questions")
            || matches!(word, "but" | "wait" | "later" | "before" | "first" | "until" | "if" | "unless" | "except" | "once")
    };
    text.words.len() < 13
        && !(0..text.words.len()).any(reserves)
        && text.sentences.iter().all(|sentence| sentence.mood != Mood::Question)
        && (0..text.words.len()).all(told)
}

/// "Finish", and nothing else.
pub(super) fn ends(text: &Text<'_>) -> bool {
    let only = |phrase: &[&str]| text.reads(0, phrase) && (phrase.len()..text.words.len()).all(|at| text.is_mark(at));
    only(&["that's", "it"])
        || only(&["that", "is", "it"])
        || matches!(text.word(0), "finish" | "finished" | "done" | "stop" | "end" | "quit" | "exit" | "enough")
            && (1..text.words.len()).all(|at| text.is_mark(at) || text.word(at) == "please")
}

fn about(
    heard: &Heard,
    text: &Text<'_>,
    signs: &Signs,
    plan: &Plan,
    sentence: &Sentence,
    taken: &[usize],
    moves: &mut Vec<Move>,
) {
    let within = |sign: Sign| signs.within(sign, &sentence.words);
    let short = |most: usize| sentence.words.len() <= most;
    let named = named_beside(text, &sentence.words, plan, signs);
    let key = named.map(|slot| heard.definition.obligations[slot].key.clone());
    let asked = heard.asked.as_ref().filter(|_| !heard.imported).and_then(|(key, _)| plan.index(key));
    // "I don't know that, but the revenue is 2 million": the revenue is told, and the question left.
    let but = sentence.words.clone().any(|at| matches!(text.word(at), "but" | "though" | "however" | "anyway"));
    let told = |slot: usize| taken.contains(&slot) && asked.is_some_and(|asked| asked != slot && !taken.contains(&asked));
    let (named, key) = if but && named.is_some_and(told) { (None, None) } else { (named, key) };
    let gives = |about: Option<usize>| match about.or(asked) {
        Some(slot) => taken.contains(&slot),
        None => !taken.is_empty(),
    };
    let gave = gives(named);
    let before = moves.len();
    let mut add = |one: Move| {
        if !moves.contains(&one) {
            moves.push(one);
        }
    };
    let asks = sentence.mood == Mood::Question || text.word(sentence.words.end - 1) == "?";
    if !heard.imported && text.leads_a_question(sentence) {
        return;
    }
    // "What if I don't know?", "can I stop any time": asked, and not said.
    let wonders = !heard.imported
        && asks
        && matches!(
            text.word(first_word(text, sentence)),
            "what" | "if" | "can" | "may" | "could" | "am" | "is" | "do" | "does" | "should" | "must" | "will" | "how"
        );
    if within(Sign::Withdraw)
        && let Some(slot) = named
        && !taken.contains(&slot)
        && heard.held.get(slot).is_some_and(|held| held.value.is_some())
    {
        add(Move::Withdraw { key: heard.definition.obligations[slot].key.clone() });
    }
    if within(Sign::Skip) && short(14) && !negated_sign(text, signs, Sign::Skip, &sentence.words) && !gave {
        add(Move::Skip { key: key.clone() });
    }
    let first = sentence.words.start;
    let postpones = within(Sign::Defer) && short(20) && !gave && !within(Sign::Done) && text.word(first) != "later";
    let only_later = || {
        text.word(first) == "later"
            && (first + 1..sentence.words.end).all(|at| {
                text.is_mark(at) || matches!(text.word(at), "please" | "then" | "maybe" | "perhaps" | "ok" | "thanks" | "on")
            })
    };
    if postpones || only_later() {
        add(Move::Defer { key: key.clone() });
    }
    let meaning = within(Sign::Meaning);
    let open = !heard.imported && within(Sign::AnyWillDo) && short(9);
    if (within(Sign::DontKnow) || open) && !meaning && !wonders {
        let doubted = doubted(heard, text, &sentence.words, (plan, signs), named);
        if !gives(doubted) {
            add(Move::DontKnow { key: doubted.map(|slot| heard.definition.obligations[slot].key.clone()) });
        }
    }
    let to_agent = |sign: Sign| {
        signs
            .find(sign)
            .any(|words| words.start >= sentence.words.start && words.end <= sentence.words.end && (words.len() > 1 || short(8)))
    };
    if to_agent(Sign::Why)
        && (asks || short(7))
        && (signs.find(Sign::Why).any(|words| words.start >= first && words.len() > 2)
            || matches!(text.word(first_word(text, sentence)), "why" | "what" | "what's" | "how" | "for" | "and"))
    {
        add(Move::AskWhy { key: key.clone() });
    }
    if meaning && (asks || short(12)) {
        add(Move::AskMeaning { key: key.clone() });
    }
    if within(Sign::Examples) && (asks || short(8) || sentence.mood == Mood::Directive) && (asks || !gave) {
        add(Move::AskExamples { key: key.clone() });
    }
    let does_research = signs.find(Sign::Research).any(|words| {
        words.start >= sentence.words.start
            && words.end <= sentence.words.end
            && (sentence.mood != Mood::Statement
                || words.start <= sentence.words.start + 1
                || text.before(words.start) == "please"
                || matches!(text.before(words.start), "you" | "some"))
    });
    if does_research && !gave {
        add(Move::AskResearch { key: key.clone() });
    }
    if within(Sign::Back) && short(12) {
        add(Move::GoBack { key: None });
    }
    if within(Sign::Done)
        && short(14)
        && !asks
        && closes(text, signs, sentence)
        && !negated_sign(text, signs, Sign::Done, &sentence.words)
    {
        add(Move::Done);
    }
    if moves.len() == before && asks && sentence.mood == Mood::Question {
        moves.push(Move::Question);
        moves.dedup();
    }
}

/// "That's all" ends something where the sentence says nothing else: not "I asked two friends, that's all".
pub(super) fn closes(text: &Text<'_>, signs: &Signs, sentence: &Sentence) -> bool {
    let Some(done) = signs.find(Sign::Done).find(|words| sentence.words.contains(&words.start)) else { return false };
    (sentence.words.start..done.start).all(|at| {
        text.is_mark(at)
            || super::lexicon::COMMON.contains(text.word(at))
            || super::lexicon::OPENERS.contains(text.word(at))
            || signs.0.iter().any(|(_, words)| words.contains(&at))
    })
}

fn first_word(text: &Text<'_>, sentence: &Sentence) -> usize {
    sentence
        .words
        .clone()
        .find(|&at| {
            !text.is_mark(at) && !matches!(text.word(at), "but" | "and" | "so" | "ok" | "okay" | "hmm" | "sorry" | "well")
        })
        .unwrap_or(sentence.words.start)
}

fn negated_sign(text: &Text<'_>, signs: &Signs, sign: Sign, within: &Range<usize>) -> bool {
    signs.find(sign).filter(|words| within.contains(&words.start)).all(|words| {
        words.start > 0 && super::lexicon::NEGATIONS.contains(&text.before(words.start)) && text.before(words.start) != "no"
    })
}

/// The obligation that a sentence names: every word of its name stands there.
pub(super) fn mentioned(text: &Text<'_>, words: &Range<usize>, plan: &Plan) -> Option<usize> {
    named_by(&words.clone().take(60).map(|at| text.stem(at)).collect::<Vec<_>>(), plan)
}

/// Whether these words name another obligation in full, and this one not at all.
pub(super) fn names_another(text: &Text<'_>, words: &Range<usize>, plan: &Plan, slot: usize) -> bool {
    let has = |name: &String| words.clone().any(|at| text.stem(at) == name.as_str());
    let another = |other: usize| {
        let named = &plan.slots[other].named;
        other != slot && !named.is_empty() && named.iter().all(has)
    };
    !plan.slots[slot].named.iter().any(has) && (0..plan.slots.len()).any(another)
}

/// The same without the words of what the sentence does: "no idea" names no idea.
pub(super) fn named_beside(text: &Text<'_>, words: &Range<usize>, plan: &Plan, signs: &Signs) -> Option<usize> {
    let does = |at: usize| signs.0.iter().any(|(_, sign)| sign.len() > 1 && sign.contains(&at));
    named_by(&words.clone().take(60).filter(|at| !does(*at)).map(|at| text.stem(at)).collect::<Vec<_>>(), plan)
}

fn named_by(stems: &[&str], plan: &Plan) -> Option<usize> {
    let mut best: Option<(usize, usize)> = None;
    for (slot, one) in plan.slots.iter().enumerate() {
        let all = !one.named.is_empty() && one.named.iter().all(|word| stems.contains(&word.as_str()));
        let by_one = one
            .named
            .iter()
            .filter(|word| {
                stems.contains(&word.as_str()) && one.cues.get(*word).is_some_and(|weight| *weight >= 2.0) && word.len() > 3
            })
            .count();
        let strength = if all { one.named.len() * 2 } else { by_one };
        if strength > 0 && best.is_none_or(|(_, known)| strength > known) {
            best = Some((slot, strength));
        }
    }
    best.map(|(slot, _)| slot)
}
