//! A proposed move against the words it is said to rest on. What changes something that is settled needs words that say so.

use super::{
    form_of_answer::{ModelMove, MoveKind},
    place::place,
};
use crate::interview::{
    model::words::{plain, stems},
    rules::understand::of_the_matter,
};
use domain::interview::{Heard, Held, Move, value::format_value};
use protocol::interview::Asking;
use std::collections::HashSet;

/// More than this is not one message.
const MOST: usize = 20;

/// "Yes" and "no" where the rules know only English.
const YES: &[&str] = &[
    "ja", "jawohl", "genau", "stimmt", "richtig", "oui", "exact", "exactement", "si", "sí", "claro", "correcto", "sim", "certo",
    "esatto", "da", "да", "tak", "ano", "igen", "evet", "naam", "نعم", "כן", "はい", "是", "对", "對", "네", "예", "haan", "हाँ",
    "ya", "jo", "kyllä", "nai", "ναι",
];
const NO: &[&str] = &[
    "nein", "falsch", "non", "faux", "não", "nao", "errado", "sbagliato", "incorrecto", "nee", "nej", "nie", "ne", "нет", "nem",
    "hayır", "لا", "לא", "いいえ", "不", "不是", "아니요", "nahi", "नहीं", "tidak", "ei", "όχι",
];

/// Likewise for what is put off.
const LATER: &[&str] = &[
    "später", "überspringen", "lieber", "tard", "passer", "passons", "luego", "después", "saltar", "dopo", "salta", "depois",
    "pular", "later", "позже", "později", "później", "sonra", "後で", "以后", "나중에", "لاحقا", "rather", "skip", "pass", "park",
];
/// And for what is taken back.
const FORGET: &[&str] = &[
    "forget", "scratch", "drop", "remove", "delete", "vergiss", "vergessen", "streich", "oublie", "oubliez", "olvida",
    "dimentica", "esquece", "забудь", "zapomnij", "unut",
];

/// `read`: the moves that the rules read in the same message.
pub(super) fn carried(heard: &Heard, proposed: &[ModelMove], read: Vec<Move>) -> Vec<Move> {
    let whole = of_the_matter(heard).is_some_and(|matter| matter.trim().is_empty());
    let mut moves: Vec<Move> = proposed.iter().take(MOST).filter_map(|one| carry(heard, one, &read)).collect();
    // What is said to the interviewer in a whole sentence is known by its words.
    let told: Vec<Move> =
        read.into_iter().filter(|one| is_to_the_interviewer(one) || whole && one.is_about_something()).collect();
    if !told.is_empty() {
        moves.retain(|one| !matches!(one, Move::Question | Move::SmallTalk) && !told.contains(one));
        moves.extend(told);
    }
    moves
}

const fn is_to_the_interviewer(one: &Move) -> bool {
    matches!(
        one,
        Move::Undo
            | Move::TakeUp
            | Move::Repeat
            | Move::AskSummary
            | Move::AskProgress
            | Move::ToldAlready
            | Move::Pause
            | Move::Overrule { .. }
    )
}

fn carry(heard: &Heard, said: &ModelMove, read: &[Move]) -> Option<Move> {
    let at = place(&heard.text, &said.quote)?;
    let quote = &heard.text[at];
    let asked = heard.asked.as_ref();
    let key = said.key.clone().filter(|key| asked.is_none_or(|(asked, _)| asked != key));
    let about = key.as_deref().map(|key| heard.held.iter().find(|one| one.key == key));
    if let Some(about) = about
        && !about.is_some_and(|one| is_named(heard, one, quote))
    {
        return None;
    }
    Some(match said.kind {
        MoveKind::Accept => {
            let waited_for = asked.filter(|(_, kind)| *kind != Asking::Question);
            let open = about.flatten().is_some_and(|one| one.proposed.is_some());
            let agrees =
                read.iter().any(|one| matches!(one, Move::Accept { .. })) || (waited_for.is_some() || open) && says(quote, YES);
            return agrees.then_some(Move::Accept { key });
        }
        MoveKind::Reject => {
            let denies = read.iter().any(|one| matches!(one, Move::Reject { .. } | Move::Correct { .. })) || says(quote, NO);
            return denies.then_some(Move::Reject { key });
        }
        MoveKind::Withdraw => {
            let key = key.or_else(|| asked.map(|(key, _)| key.clone()))?;
            let held = heard.held.iter().find(|one| one.key == key && one.value.is_some())?;
            let taken_back = read.iter().any(|one| matches!(one, Move::Withdraw { .. })) || says(quote, FORGET);
            return (taken_back && is_named(heard, held, quote)).then_some(Move::Withdraw { key });
        }
        // These two move the whole interview.
        MoveKind::Done => return read.contains(&Move::Done).then_some(Move::Done),
        MoveKind::GoBack => return read.iter().find(|one| matches!(one, Move::GoBack { .. })).cloned(),
        MoveKind::Skip => return puts_off(read, quote).then_some(Move::Skip { key }),
        MoveKind::Defer => return puts_off(read, quote).then_some(Move::Defer { key }),
        MoveKind::DontKnow => Move::DontKnow { key },
        MoveKind::AskWhy => Move::AskWhy { key },
        MoveKind::AskMeaning => Move::AskMeaning { key },
        MoveKind::AskExamples => Move::AskExamples { key },
        MoveKind::AskResearch => Move::AskResearch { key },
        MoveKind::Greeting => Move::Greeting,
        MoveKind::Thanks => Move::Thanks,
        MoveKind::SmallTalk => Move::SmallTalk,
        MoveKind::Question => Move::Question,
        MoveKind::Abuse => Move::Abuse,
    })
}

fn puts_off(read: &[Move], quote: &str) -> bool {
    let unwilling = |one: &Move| matches!(one, Move::Skip { .. } | Move::Defer { .. } | Move::DontKnow { .. });
    read.iter().any(unwilling) || says(quote, LATER)
}

fn says(quote: &str, words: &[&str]) -> bool {
    plain(quote).any(|word| words.contains(&word.as_str()))
}

/// Whether the quote names the obligation, or the value that is held of it.
fn is_named(heard: &Heard, held: &Held, quote: &str) -> bool {
    let Some(template) = heard.definition.obligations.iter().find(|one| one.key == held.key) else { return false };
    let mut names: HashSet<String> = stems(&template.name());
    names.extend(stems(&template.key.replace('_', " ")));
    for value in held.value.iter().chain(&held.proposed) {
        names.extend(stems(&format_value(template, value)));
    }
    stems(quote).iter().any(|word| names.contains(word))
}
