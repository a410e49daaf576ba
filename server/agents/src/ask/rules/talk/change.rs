//! The whole question that a follow-up makes of the one before: several wordings, the likeliest first. Which of them counts is decided
//! by reading them: each word has to be understood.

use super::{
    period::{self, plain},
    spans::{Kind, Seen, words},
};
use crate::ask::rules::{listed::listed, passages::terms};
use domain::ask::FollowUp;

pub(super) fn texts(question: &str, follow_up: &FollowUp, seen: &Seen) -> Vec<String> {
    match follow_up {
        FollowUp::Only(what) => narrow(question, bare(what), seen),
        FollowUp::Without(what) => without(question, bare(what), seen),
        FollowUp::By(what) => group(question, bare(what)),
        FollowUp::Instead(what) => replace(question, bare(what), seen),
        FollowUp::Among(what) => among(question, what, seen),
        FollowUp::Against(_) | FollowUp::First(_) | FollowUp::Sort(_) => Vec::new(),
    }
}

/// The question as it is to be read with the same of something else.
pub(super) fn against(question: &str, other: &str, seen: &Seen) -> Vec<(String, String)> {
    let other = bare(other);
    let Some(wanted) = period::whole(other) else {
        return replace(question, other, seen).into_iter().map(|text| (question.to_owned(), text)).collect();
    };
    match period::find(question) {
        Some((own, range)) => {
            let put =
                |period: &period::Period| format!("{}{}{}", &question[..range.start], period.render(), &question[range.end..]);
            own.back(&wanted).map(|period| (question.to_owned(), put(&period))).into_iter().collect()
        }
        // Without a time of its own it is the present one.
        None => match wanted {
            period::Period::Relative { unit, back: 1 } => {
                let this = period::Period::Relative { unit, back: 0 };
                vec![(period::put(question, &this), period::put(question, &wanted))]
            }
            _ => Vec::new(),
        },
    }
}

fn bare(text: &str) -> &str {
    let mut rest = text.trim();
    for end in [", please", " please", " ones", " one"] {
        rest = rest.strip_suffix(end).unwrap_or(rest);
    }
    while let Some(article) = listed("articles").iter().find(|article| begins(&rest.to_lowercase(), article)) {
        rest = rest[article.len()..].trim_start();
    }
    rest
}

/// With this whole word and another one.
fn begins(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| rest.starts_with(' '))
}

fn narrow(question: &str, what: &str, seen: &Seen) -> Vec<String> {
    if let Some(period) = period::whole(what) {
        return vec![period::put(question, &period)];
    }
    let base = plain(question);
    if let Some(Kind::Value(column)) = seen.kind(what) {
        let before = seen.find(question).into_iter().find(|named| named.kind == Kind::Value(column.clone()));
        if let Some(before) = before {
            return vec![format!("{}{what}{}", &question[..before.at.start], &question[before.at.end..])];
        }
        let mut texts = vec![format!("{base} with {column} {what}"), format!("{base} whose {column} is {what}")];
        texts.extend(["in", "for", "of", "from", "with"].map(|word| format!("{base} {word} {what}")));
        texts.extend(before_noun(question, what, seen));
        return texts;
    }
    let mut texts = vec![format!("{base} {what}")];
    texts.extend(before_noun(question, what, seen));
    texts.extend(["with", "that are", "in", "for", "where", "that have"].map(|word| format!("{base} {word} {what}")));
    texts
}

/// "How many orders" with "open": "how many open orders".
fn before_noun(question: &str, what: &str, seen: &Seen) -> Option<String> {
    let table = seen.find(question).into_iter().find(|named| named.kind == Kind::Table)?;
    Some(format!("{}{what} {}", &question[..table.at.start], &question[table.at.start..]))
}

fn without(question: &str, what: &str, seen: &Seen) -> Vec<String> {
    let base = plain(question);
    match seen.kind(what) {
        Some(Kind::Value(column)) => {
            ["whose {c} is not {v}", "that are not {v}", "not in {v}", "not from {v}", "with {c} not {v}"]
                .map(|form| format!("{base} {}", form.replace("{c}", &column).replace("{v}", what)))
                .to_vec()
        }
        _ => ["without", "that have no", "that are not"].map(|word| format!("{base} {word} {what}")).to_vec(),
    }
}

fn group(question: &str, what: &str) -> Vec<String> {
    let base = plain(question);
    // "By region" after "by month" takes its place.
    let lower = base.to_ascii_lowercase();
    let places = listed("grouping").iter().map(|word| format!(" {word} "));
    let old = places.filter_map(|word| Some((lower.rfind(&word)?, word.len()))).max();
    let short = old.filter(|(at, length)| base[at + length..].split_whitespace().count() <= 3).map(|(at, _)| &base[..at]);
    let there = base.strip_suffix(" are there").or_else(|| base.strip_suffix(" there"));
    let bases = short.into_iter().chain(there).chain([base]);
    bases.flat_map(|base| ["by", "per", "for each", "in each"].map(|word| format!("{base} {word} {what}"))).collect()
}

fn replace(question: &str, what: &str, seen: &Seen) -> Vec<String> {
    if let Some(period) = period::whole(what) {
        return vec![period::put(question, &period)];
    }
    let named = seen.find(question);
    let swap = |at: &std::ops::Range<usize>| format!("{}{what}{}", &question[..at.start], &question[at.end..]);
    let mut texts: Vec<String> = match seen.kind(what) {
        Some(kind) => {
            let is_like = |other: &Kind| match (&kind, other) {
                (Kind::Column(own), Kind::Column(other)) => own == other,
                (own, other) => own == other,
            };
            named.iter().filter(|one| is_like(&one.kind)).map(|one| swap(&one.at)).collect()
        }
        None => Vec::new(),
    };
    match seen.kind(what) {
        Some(Kind::Value(_)) => texts.extend(narrow(question, what, seen)),
        // What is counted or measured, whatever it was.
        Some(Kind::Table | Kind::Column(_)) => {
            let nouns = named.iter().filter(|one| matches!(one.kind, Kind::Table | Kind::Column(_)));
            texts.extend(nouns.map(|one| swap(&one.at)));
        }
        Some(Kind::Figure | Kind::Number) => {}
        None => {
            // The same asked of something else: "what is a" with a new name.
            let words = words(question);
            let count = words.iter().take_while(|range| terms(&question[(*range).clone()]).is_empty()).count();
            if let Some(last) = count.checked_sub(1).and_then(|at| words.get(at)) {
                texts.push(format!("{} {what}?", &question[..last.end]));
            }
        }
    }
    texts.dedup();
    texts
}

/// "How many are in Oslo" of the rows before.
fn among(question: &str, what: &str, seen: &Seen) -> Vec<String> {
    let lower = what.to_ascii_lowercase();
    let counts = lower.starts_with("how many");
    let asking = listed("rows_asking").iter().find(|word| lower.starts_with(**word));
    let rest = asking.map_or(what, |word| what[word.len()..].trim_start());
    let rest_lower = rest.to_ascii_lowercase();
    let verb = listed("being").iter().find(|verb| begins(&rest_lower, verb));
    let base = plain(question).to_owned();
    let base = match listed("list_asking").iter().find(|word| base.to_ascii_lowercase().starts_with(&format!("{word} "))) {
        Some(word) if counts => format!("How many{}", &base[word.len()..]),
        _ => base,
    };
    let joint = if base.contains(" that ") || base.contains(" with ") { "and" } else { "that" };
    let mut texts = vec![format!("{base} {joint} {rest}"), format!("{base} {rest}"), format!("{base} and {rest}")];
    if let Some(verb) = verb {
        texts.splice(0..0, narrow(&base, rest[verb.len()..].trim(), seen));
    }
    texts
}
