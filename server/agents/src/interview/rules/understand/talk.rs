//! What is said to the interviewer rather than of the matter: "undo that", "what do you have so far?", "I'll come back tomorrow".
//! None of it may become a value, so it is taken out of the message before anything else is read.

mod addressed;
mod guess;
mod later;
mod phrases;
mod tongue;

pub(super) use self::guess::{Guessed, guessed};
use self::phrases::{Kind, Opening};
use super::{
    answer, lexicon, moves,
    profile::Plan,
    text::{Mood, Sentence, Text},
};
use domain::interview::{Heard, Move};
use protocol::interview::{Asking, Speaker, WidgetType};
use std::ops::Range;

/// A message of more sentences is a speech, and says what it says.
const MOST: usize = 12;
/// No such sentence is longer, in words.
const LONGEST: usize = 24;

/// A message without what was said to the interviewer in it.
pub(super) struct Talk {
    pub(super) moves: Vec<Move>,
    /// What else it says, with everything at its place; none where that was all.
    pub(super) rest: Option<Heard>,
    /// The answer that the rest puts right, and what was done if it does not.
    pub(super) corrects: Option<(String, Vec<Move>)>,
}

/// `None` where nothing in the message is said to the interviewer.
pub(super) fn of(heard: &Heard, plan: &Plan) -> Option<Talk> {
    let text = Text::new(&heard.text);
    if heard.imported || answer::is_code(&text) || text.sentences.len() > MOST {
        return None;
    }
    if tongue::is_foreign(&text) {
        return Some(Talk { moves: vec![Move::OtherLanguage], rest: None, corrects: None });
    }
    let mut taken: Vec<Range<usize>> = Vec::new();
    let mut moves: Vec<Move> = Vec::new();
    let mut corrects = None;
    for (at, sentence) in text.sentences.iter().enumerate() {
        let words = plain(&text, &sentence.words);
        if words.is_empty() || words.len() > LONGEST || is_odd(&text, &sentence.words) {
            continue;
        }
        let said = join(&words);
        let goes_on = at + 1 < text.sentences.len();
        let asks = sentence.mood == Mood::Question || text.word(sentence.words.end - 1) == "?";
        if asks && goes_on && text.sentences[at + 1].mood == Mood::Statement && phrases::is_rhetorical(&said) {
            taken.push(sentence.words.clone());
            continue;
        }
        match phrases::whole(&said) {
            Some(Kind::No) if heard.asked.is_some() || goes_on => {}
            Some(kind) if fits(heard, plan, kind, sentence, &text) => {
                // "Dentists. Scratch that." takes back what this message said before.
                let here = kind == Kind::Undo && at > 0 && taken.last().is_none_or(|last| last.end < sentence.words.start);
                if here {
                    taken.clear();
                    taken.push(0..sentence.words.end);
                    moves.clear();
                    continue;
                }
                taken.push(sentence.words.clone());
                let done = moves_of(heard, kind);
                if kind == Kind::Undo && corrects.is_none() {
                    corrects = last_answer(heard).map(|key| (key, done.clone()));
                }
                add(&mut moves, done);
                continue;
            }
            _ => {}
        }
        if let Some(words) = put_off(&text, sentence) {
            taken.push(words);
            add(&mut moves, moves_of(heard, Kind::Later));
            continue;
        }
        if let Some((words, opening)) = opened(&text, sentence) {
            let whole = words.end >= sentence.words.end;
            open(heard, plan, (at == 0, whole), words, opening, (&mut taken, &mut moves, &mut corrects));
        }
    }
    if taken.is_empty() {
        return bare_no(heard, plan, &text).map(|moves| Talk { moves, rest: None, corrects: None });
    }
    let rest = without(heard, &text, &taken);
    let corrects = corrects.filter(|_| rest.is_some());
    if corrects.is_some() {
        moves.retain(|one| *one != Move::Undo);
    }
    let rest = rest.map(|text| {
        let asked = corrects.as_ref().map(|(key, _)| (key.clone(), Asking::Negotiation));
        Heard { text, asked: asked.or_else(|| heard.asked.clone()), ..heard.clone() }
    });
    Some(Talk { moves, rest, corrects })
}

/// What these words do, where a pattern of whole sentences says so.
pub(super) fn pattern(text: &Text<'_>, words: &Range<usize>) -> Option<String> {
    let words = plain(text, words);
    if words.is_empty() || words.len() > LONGEST {
        return None;
    }
    phrases::whole(&join(&words)).map(|kind| format!("{kind:?}").to_lowercase())
}

type Found<'a> = (&'a mut Vec<Range<usize>>, &'a mut Vec<Move>, &'a mut Option<(String, Vec<Move>)>);

/// A sentence that begins with words to the interviewer, or consists of them.
fn open(
    heard: &Heard,
    plan: &Plan,
    (first, whole): (bool, bool),
    words: Range<usize>,
    opening: Opening,
    (taken, moves, corrects): Found<'_>,
) {
    let slot = |name: &str| named(plan, name);
    let key = |slot: usize| heard.definition.obligations[slot].key.clone();
    let held = |slot: usize| heard.held.get(slot).is_some_and(|held| held.value.is_some());
    match opening {
        Opening::Told => {
            taken.push(words);
            if whole {
                add(moves, vec![Move::ToldAlready]);
            }
        }
        Opening::Undo if first && !whole => {
            if let Some(key) = last_answer(heard) {
                *corrects = Some((key, vec![Move::Undo]));
            }
            taken.push(words);
        }
        Opening::Undo => {}
        Opening::Wrong(name) => {
            let Some(slot) = slot(&name) else {
                // "You got my name wrong": nothing that is held is called so.
                let pointed =
                    matches!(name.as_str(), "it" | "that" | "this" | "me" | "us" | "everything" | "all" | "it all" | "that one");
                if whole && !pointed && text_begins_with_you(heard) {
                    taken.push(words);
                    add(moves, vec![Move::Question]);
                }
                return;
            };
            taken.push(words);
            let denies = if held(slot) { Move::Reject { key: Some(key(slot)) } } else { Move::GoBack { key: Some(key(slot)) } };
            if whole && !first {
                return add(moves, vec![denies]);
            }
            add(moves, vec![denies.clone()]);
            *corrects = Some((key(slot), vec![denies]));
        }
        Opening::Change(name) => {
            let Some(slot) = slot(&name).filter(|slot| held(*slot)) else { return };
            taken.push(words);
            *corrects = Some((key(slot), vec![Move::GoBack { key: Some(key(slot)) }]));
        }
        // "Can I change the budget later?" only asks.
        Opening::Back(name) => {
            if whole
                && !name.ends_with(" later")
                && let Some(slot) = slot(&name)
            {
                taken.push(words);
                add(moves, vec![Move::GoBack { key: Some(key(slot)) }]);
            }
        }
    }
}

fn text_begins_with_you(heard: &Heard) -> bool {
    heard.text.trim_start().to_lowercase().starts_with("you")
}

/// Whether a sentence that reads like one to the interviewer can be one at this moment.
fn fits(heard: &Heard, plan: &Plan, kind: Kind, sentence: &Sentence, text: &Text<'_>) -> bool {
    let asked = heard.asked.as_ref().and_then(|(key, kind)| Some((plan.index(key)?, *kind)));
    let question = asked.filter(|(_, kind)| *kind == Asking::Question).map(|(slot, _)| slot);
    match kind {
        // "My partner knows" may answer who does.
        Kind::AskSomebodyElse => {
            let refers =
                |at: usize| matches!(text.word(at), "ask" | "question" | "check" | "don't" | "dont" | "talk" | "consult");
            question.is_none_or(|slot| !plan.slots[slot].spoken.who) || (0..text.words.len()).any(refers)
        }
        Kind::No => heard.asked.is_none(),
        Kind::Close => asked.is_none_or(|(_, kind)| kind != Asking::Negotiation),
        // Of two values "the last" is one; a day may be what is asked for.
        Kind::Later => {
            let said = join(&plain(text, &sentence.words));
            question.is_none_or(|slot| plan.slots[slot].widget != WidgetType::Date || !later::tells_a_time(&said))
        }
        // "Agents" may be who decides, or whom one sells to.
        Kind::Beyond => {
            sentence.words.len() > 2
                || !phrases::names_somebody(&join(&plain(text, &sentence.words)))
                || question.is_none_or(|slot| !plan.slots[slot].spoken.who)
        }
        // "That's very nice" may judge what was read back.
        Kind::Filler => asked.is_none_or(|(_, kind)| kind == Asking::Question) && sentence.mood != Mood::Question,
        // "Yes, show me the summary" agrees to what was offered.
        Kind::Summary => {
            heard.asked.is_some() || !matches!(text.word(sentence.words.start), "yes" | "yeah" | "sure" | "ok" | "okay")
        }
        // Of two values, "the previous one" is one.
        Kind::Back => asked.is_none_or(|(_, kind)| kind != Asking::Negotiation),
        // "Later this week" is a time where one is asked for.
        Kind::Pause => {
            question.is_none_or(|slot| plan.slots[slot].widget != WidgetType::Date)
                || sentence.words.len() > 4
                || text.word(sentence.words.start) == "save"
        }
        Kind::Told | Kind::Next => asked.is_none_or(|(_, kind)| kind != Asking::Negotiation) || text.words.len() > 2,
        _ => true,
    }
}

fn moves_of(heard: &Heard, kind: Kind) -> Vec<Move> {
    match kind {
        Kind::Undo => vec![Move::Undo],
        Kind::Repeat => vec![Move::Repeat],
        Kind::Summary => vec![Move::AskSummary],
        Kind::Progress => vec![Move::AskProgress],
        Kind::Done if insists(heard) => vec![Move::Done, Move::Pause],
        Kind::Done => vec![Move::Done],
        Kind::Insist => vec![Move::Done, Move::Pause],
        Kind::Pause => vec![Move::Pause],
        Kind::Back => vec![Move::GoBack { key: None }],
        Kind::Told => vec![Move::ToldAlready],
        Kind::Next | Kind::LeaveIt => vec![Move::Skip { key: None }],
        Kind::AskSomebodyElse => vec![Move::DontKnow { key: None }],
        Kind::Wait => vec![Move::SmallTalk],
        Kind::Hello => vec![Move::Greeting],
        Kind::Complaint => vec![Move::Abuse],
        Kind::Later => vec![Move::Defer { key: None }],
        Kind::TakeUp => vec![Move::TakeUp],
        Kind::Help => vec![Move::AskMeaning { key: None }],
        Kind::Beyond => vec![Move::Question],
        Kind::Filler => vec![Move::SmallTalk],
        Kind::Close if !matches!(heard.asked, Some((_, Asking::Question))) => vec![Move::Accept { key: None }],
        Kind::Close => vec![Move::SmallTalk],
        Kind::No => vec![Move::Reject { key: None }],
    }
}

/// "=== end ===": nobody talks like that.
fn is_odd(text: &Text<'_>, words: &Range<usize>) -> bool {
    let usual = |word: &str| {
        matches!(word, "," | "." | "!" | "?" | ":" | ";" | "-" | "–" | "—" | "…" | "'" | "\"" | "(" | ")" | "\n" | "“" | "”")
    };
    words.clone().any(|at| text.is_mark(at) && !usual(text.word(at)) && text.word(at).is_ascii())
}

/// Whoever wanted to end in the turn before, and was told what is missing, means it.
fn insists(heard: &Heard) -> bool {
    let before = heard.history.iter().rev().find(|turn| turn.speaker == Speaker::User);
    before.is_some_and(|turn| {
        let text = Text::new(&turn.text);
        text.sentences.iter().take(MOST).any(|sentence| {
            let said = join(&plain(&text, &sentence.words));
            matches!(phrases::whole(&said), Some(Kind::Done | Kind::Insist))
        })
    })
}

/// "No" to a question for a day: there is none.
fn bare_no(heard: &Heard, plan: &Plan, text: &Text<'_>) -> Option<Vec<Move>> {
    let (key, _) = heard.asked.as_ref().filter(|(_, kind)| *kind == Asking::Question)?;
    let day = plan.slots[plan.index(key)?].widget == WidgetType::Date;
    let said = join(&plain(text, &(0..text.words.len())));
    let denies = matches!(said.as_str(), "no" | "nope" | "none" | "nah" | "not really" | "there is none") || has_no_day(&said);
    (day && denies).then(|| vec![Move::DontKnow { key: None }])
}

/// "There's no deadline yet", "we have no fixed date".
fn has_no_day(said: &str) -> bool {
    let has = ["there's ", "there is ", "we have ", "i have ", "we've got ", "we've ", "it has ", ""];
    let is = ["fixed ", "real ", "hard ", "firm ", "strict ", "particular ", "specific ", "set ", "exact ", ""];
    let then = ["", " yet", " really", " as such", " so far", " at all", " for it", " for that", " at the moment"];
    let rest = has.iter().find_map(|has| said.strip_prefix(has)?.strip_prefix("no "));
    let rest = rest.and_then(|rest| is.iter().find_map(|is| rest.strip_prefix(is)));
    let day = |rest: &'_ str| -> Option<String> {
        ["date", "deadline", "day", "time limit", "end date"].iter().find_map(|day| rest.strip_prefix(day)).map(str::to_owned)
    };
    rest.and_then(day).is_some_and(|rest| then.contains(&rest.as_str()))
}

/// The answer given last.
fn last_answer(heard: &Heard) -> Option<String> {
    let said = heard.held.iter().filter(|one| one.value.is_some() && one.turn.is_some());
    said.max_by_key(|one| one.turn).map(|one| one.key.clone())
}

/// "No idea, leave it for later", "let's come back to it, we open at nine": the first or the last part of a sentence puts off.
fn put_off(text: &Text<'_>, sentence: &Sentence) -> Option<Range<usize>> {
    let Range { start, end } = sentence.words;
    let breaks = |at: usize| matches!(text.word(at), "," | "-" | "–" | "—" | ":");
    let first = (start + 1..end).find(|&at| breaks(at)).map(|at| start..at + 1);
    let last = (start + 1..end).rev().find(|&at| breaks(at) && at + 2 < end).map(|at| at..end);
    let puts_off = |words: &Range<usize>| {
        let said = plain(text, words);
        said.len() > 1 && phrases::whole(&join(&said)) == Some(Kind::Later) && !later::tells_a_time(&join(&said))
    };
    first.filter(puts_off).or_else(|| last.filter(puts_off))
}

/// The beginning of a sentence up to a mark, or up to its end, that is said to the interviewer.
fn opened(text: &Text<'_>, sentence: &Sentence) -> Option<(Range<usize>, Opening)> {
    let breaks = |at: usize| at == sentence.words.end || matches!(text.word(at), "," | ":" | ";" | "-" | "–" | "—" | "." | "!");
    let first = sentence.words.start;
    let ends = (first + 1..=sentence.words.end.min(first + LONGEST))
        .filter(|&at| breaks(at) || matches!(text.word(at - 1), "to" | "into"));
    for end in ends {
        let said = join(&plain(text, &(first..end)));
        if let Some(opening) = phrases::opening(&said)
            && (breaks(end) || matches!(opening, Opening::Change(_)))
        {
            // The mark goes with it.
            let rest = (end..sentence.words.end).find(|&at| !text.is_mark(at));
            return Some((first..rest.unwrap_or(sentence.words.end), opening));
        }
    }
    None
}

/// The obligation that is called so, if all that is said of it belongs to its name.
fn named(plan: &Plan, name: &str) -> Option<usize> {
    let text = Text::new(name);
    let small = |word: &str| {
        lexicon::COMMON.contains(word)
            || matches!(
                word,
                "question"
                    | "questions"
                    | "part"
                    | "answer"
                    | "section"
                    | "point"
                    | "topic"
                    | "number"
                    | "value"
                    | "figure"
                    | "amount"
            )
    };
    let told: Vec<usize> = (0..text.words.len()).filter(|&at| !text.is_mark(at) && !small(text.word(at))).collect();
    if told.is_empty() || told.len() > 4 {
        return None;
    }
    let all_of = |slot: usize| told.iter().all(|&at| plan.slots[slot].named.iter().any(|word| word == text.stem(at)));
    let mut fitting = (0..plan.slots.len()).filter(|&slot| all_of(slot));
    match (fitting.next(), fitting.next()) {
        (Some(slot), None) => Some(slot),
        // "Goal" may be a part of several names; the one it tells apart is meant.
        (Some(_), Some(_)) => moves::mentioned(&text, &(0..text.words.len()), plan).filter(|&slot| all_of(slot)),
        _ => None,
    }
}

fn plain<'t>(text: &'t Text<'_>, words: &Range<usize>) -> Vec<&'t str> {
    words.clone().filter(|&at| !text.is_mark(at)).map(|at| text.word(at)).collect()
}

fn join(words: &[&str]) -> String {
    words.join(" ")
}

fn add(moves: &mut Vec<Move>, more: Vec<Move>) {
    for one in more {
        if !moves.contains(&one) {
            moves.push(one);
        }
    }
}

/// The message with spaces where these words were; `None` where no word is left.
fn without(heard: &Heard, text: &Text<'_>, taken: &[Range<usize>]) -> Option<String> {
    let mut bytes = heard.text.clone().into_bytes();
    for words in taken {
        if let Some(bytes) = bytes.get_mut(text.place(words)) {
            bytes.fill(b' ');
        }
    }
    let rest = String::from_utf8(bytes).ok()?;
    rest.chars().any(char::is_alphanumeric).then_some(rest)
}
