//! What the rows of a table are called, and the time between two of their moments: by names, and by what the goal and the
//! descriptions keep speaking of.

use super::wording::{is_listed, label, listed, thing};
use domain::{
    runs::{ColumnSurvey, Goal, Role, TableSurvey},
    tools::search::{is_function_word, split_words, stem},
};
use std::collections::HashMap;

/// Names that say that it is a table, and not of what; and what people say of any analysis. One word a line.
const GENERIC: &str = include_str!("generic_words.txt");
/// What rows are called of which nothing better is known.
pub(super) const ROWS: &str = "records";

/// Plural, as in `the number of orders`.
pub(super) fn noun(goal: &Goal, table: &TableSurvey, is_main: bool) -> String {
    // Where many rows are about each of them, the rows are something else.
    let divides = |column: &ColumnSurvey| matches!(column.role, Role::Category | Role::Entity);
    let is_theirs =
        |noun: &String| table.columns.iter().any(|column| divides(column) && plural(thing(&label(&column.name))) == *noun);
    let named = from_name(&table.name).filter(|noun| !is_theirs(noun));
    // People speak of what is in the main table.
    let beside = named.is_none().then(|| from_beside(goal, table)).flatten().map(|noun| (noun, STRONG));
    let spoken = if is_main { from_texts(goal, table) } else { beside }.filter(|(noun, _)| !is_theirs(noun));
    let texts = format!("{} {} {}", goal.text, goal.description, table.description.as_deref().unwrap_or_default());
    let mut known: Vec<String> = split_words(&texts).iter().map(|word| stem(word)).collect();
    known.extend(table.of_role(Role::Key).flat_map(|column| split_words(&column.name)).map(|word| stem(&word)));
    let is_known = |noun: &String| noun.rsplit(' ').next().is_some_and(|last| known.contains(&stem(last)));
    match (named, spoken) {
        // A file may be called anything; people speak of what they mean.
        (Some(named), Some((_, weight))) if weight < STRONG || is_known(&named) => named,
        (_, Some((spoken, _))) => spoken,
        (Some(named), None) => named,
        (None, None) => ROWS.to_owned(),
    }
}

/// How much more than in passing something is spoken of.
const STRONG: u32 = 4;
/// What comes first in a description is what it is of.
const FIRST: u32 = 4;

fn is_generic(word: &str) -> bool {
    let stemmed = stem(word);
    word.len() < 3 || is_function_word(word) || GENERIC.lines().any(|one| one == word || stem(one) == stemmed)
}

fn from_name(name: &str) -> Option<String> {
    let words = split_words(name).into_iter().filter(|word| word.chars().any(char::is_alphabetic));
    let mut words: Vec<String> = words.filter(|word| !is_listed("holds", word)).collect();
    if words.iter().all(|word| is_generic(word)) {
        return None;
    }
    if let Some(last) = words.last_mut() {
        *last = plural(last);
    }
    Some(words.join(" "))
}

/// What a table beside the main one holds, where a text speaks of it: `a second table lists the suppliers`; else by its key.
fn from_beside(goal: &Goal, table: &TableSurvey) -> Option<String> {
    let words = split_words(&goal.description);
    let from = words.iter().position(|word| is_listed("beside", word))?;
    let names_many = |word: &&String| !is_generic(word) && (is_plural(word) || is_listed("plural", word));
    // `table lists`
    let after = if words.get(from + 1).is_some_and(|word| is_listed("holds", word)) { 3 } else { 1 };
    let spoken = words.iter().skip(from + after).find(names_many).cloned();
    spoken.or_else(|| table.of_role(Role::Key).next().map(|key| plural(thing(&label(&key.name)))))
}

/// The many that a text begins with: `tickets` of `Incident tickets of a shop`, `expense reports`, `visits` of `Visit records`.
fn first_many(text: &str) -> Option<String> {
    let one = |sentence: &str| {
        let words = split_words(sentence);
        let at = (0..words.len()).find(|at| is_plural(&words[*at]) && !words.get(at + 1).is_some_and(|next| is_plural(next)))?;
        let phrase: Vec<&String> = words[..=at].iter().rev().take_while(|word| !is_function_word(word)).collect();
        let (last, before) = (phrase.first()?, phrase.get(1));
        if is_listed("holds", last) {
            return phrase.last().filter(|first| !is_generic(first)).map(|first| plural(first));
        }
        Some(before.filter(|_| is_generic(last)).map_or_else(|| (*last).clone(), |before| format!("{before} {last}")))
    };
    text.split('.').find_map(one)
}

/// The word that is said most, in the plural at least once or as the name of a key; and how much it is said.
fn from_texts(goal: &Goal, table: &TableSurvey) -> Option<(String, u32)> {
    let keys: Vec<String> =
        table.of_role(Role::Key).flat_map(|column| split_words(&column.name)).map(|word| stem(&word)).collect();
    let others = table.columns.iter().filter(|column| column.role != Role::Key);
    // `ticket status` is of tickets, and is a status.
    let columns: Vec<String> =
        others.filter_map(|column| split_words(thing(&label(&column.name))).last().map(|word| stem(word))).collect();
    let texts = [(goal.text.as_str(), 3), (goal.description.as_str(), 1), (table.description.as_deref().unwrap_or_default(), 2)];
    let mut said: HashMap<String, (u32, Option<String>)> = HashMap::new();
    for (text, weight) in texts {
        for word in split_words(text) {
            let stemmed = stem(&word);
            let is_key = keys.contains(&stemmed);
            if is_generic(&word) || (columns.contains(&stemmed) && !is_key) {
                continue;
            }
            let entry = said.entry(stemmed).or_default();
            entry.0 += if is_key { weight + 2 } else { weight };
            if is_plural(&word) {
                entry.1 = Some(word);
            } else if is_key {
                entry.1.get_or_insert_with(|| plural(&word));
            }
        }
    }
    if let Some(first) = first_many(&goal.description).filter(|first| !columns.contains(&stem(first))) {
        let entry = said.entry(stem(&first)).or_default();
        *entry = (entry.0 + FIRST, Some(first));
    }
    let most =
        said.into_iter().filter_map(|(stemmed, (count, word))| Some((count, stemmed, word?))).filter(|(count, ..)| *count >= 2);
    most.max_by(|one, other| one.0.cmp(&other.0).then_with(|| other.1.cmp(&one.1))).map(|(count, _, word)| (word, count))
}

/// Whether a word ends in one of a kind of sounds.
fn ends(kind: &str, word: &str) -> bool {
    listed(kind).any(|sound| word.ends_with(sound))
}

fn is_plural(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && !ends("single", word)
}

pub(super) fn plural(word: &str) -> String {
    if is_plural(word) || is_listed("plural", word) {
        return word.to_owned();
    }
    if is_listed("mass", word) {
        return format!("{word} records");
    }
    let consonant_y = word.ends_with('y') && !ends("vowelled", word);
    if consonant_y {
        format!("{}ies", &word[..word.len() - 1])
    } else if ends("hissing", word) {
        format!("{word}es")
    } else {
        format!("{word}s")
    }
}

/// One of several: `order lines` as `order line`.
pub(super) fn singular(words: &str) -> String {
    if let Some(rest) = words.strip_suffix("ies").filter(|rest| rest.len() > 2) {
        return format!("{rest}y");
    }
    let last = words.rsplit(' ').next().unwrap_or_default();
    let cut = if ends("hissed", words) { 2 } else { usize::from(is_plural(last)) };
    words[..words.len() - cut].to_owned()
}

/// `closed` as `close`, `shipped` as `ship`; none where it is no such word.
pub(super) fn verb(participle: &str) -> Option<String> {
    if let Some(rest) = participle.strip_suffix("ied") {
        return Some(format!("{rest}y"));
    }
    let base = participle.strip_suffix("ed").filter(|base| base.len() > 2 && base.is_ascii())?;
    let (rest, end) = base.split_at(base.len() - 1);
    if rest.ends_with(end) && !is_listed("doubled", end) {
        return Some(rest.to_owned());
    }
    let is_silent = ends("silent", base) && !ends("sounded", base);
    Some(if is_silent { format!("{base}e") } else { base.to_owned() })
}

/// What people call the time until something is done: `resolution time` where they speak of it, else `time to resolve`.
pub(super) fn time_until(goal: &Goal, verb: &str) -> String {
    let words = split_words(&format!("{} {}", goal.text, goal.description));
    let root = &verb[..verb.len().min(5).max(verb.len().saturating_sub(2))];
    let is_meant = |word: &String| root.len() > 3 && word.starts_with(&root[..root.len().min(5)]);
    let spoken = words.windows(2).find(|pair| is_meant(&pair[0]) && is_listed("lasts", &pair[1]));
    if let Some([what, _]) = spoken {
        return format!("{what} time");
    }
    let until = words.windows(3).find(|three| three[0] == "time" && three[1] == "to" && is_meant(&three[2]));
    match until {
        Some([_, _, what]) => format!("time to {what}"),
        _ => format!("time to {verb}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::tools::warehouse::Dialect;

    #[test]
    fn rows_are_called_what_people_call_them() {
        let table = |name: &str| TableSurvey {
            database: "d".into(),
            name: name.into(),
            reference: name.into(),
            dialect: Dialect::Files,
            rows: 1,
            description: None,
            columns: Vec::new(),
        };
        let goal = |text: &str, description: &str| Goal { text: text.into(), description: description.into(), ..Goal::default() };
        for (name, text, description, expected) in [
            ("orders", "", "", "orders"),
            ("order_line", "", "", "order lines"),
            ("staff", "", "", "staff"),
            ("repairs_export", "", "", "repairs"),
            ("monthly", "", "", "records"),
            ("data", "Why do repairs take so long?", "Each repair of a bicycle.", "repairs"),
            ("batch7", "Why do repairs take so long?", "Each repair of a bicycle.", "repairs"),
            ("data", "Find patterns in the data", "", "records"),
            ("export2", "", "Visits to the clinic. Visits are booked by phone.", "visits"),
            ("data", "How fast are our deliveries?", "Parcel shipments of a shop by carrier.", "shipments"),
            ("data", "What drives the cost?", "Expense reports handed in by employees.", "expense reports"),
            ("data", "", "Visit records of a clinic.", "visits"),
        ] {
            assert_eq!(noun(&goal(text, description), &table(name), true), expected, "{name} {text}");
        }
        let beside = |text: &str| noun(&goal("", text), &table("second"), false);
        assert_eq!(beside("Repairs of a shop; a second table lists the machines."), "machines");
        for (one, many) in [("order", "orders"), ("city", "cities"), ("box", "boxes"), ("day", "days")] {
            assert_eq!((plural(one), singular(many)), (many.to_owned(), one.to_owned()));
        }
    }

    #[test]
    fn times_are_called_by_what_they_lead_to() {
        for (participle, expected) in [
            ("closed", Some("close")),
            ("resolved", Some("resolve")),
            ("shipped", Some("ship")),
            ("delivered", Some("deliver")),
            ("completed", Some("complete")),
            ("repaired", Some("repair")),
            ("paid", None),
            ("processed", Some("process")),
            ("created", Some("create")),
            ("returned", Some("return")),
            ("finished", Some("finish")),
            ("verified", Some("verify")),
            ("filled", Some("fill")),
        ] {
            assert_eq!(verb(participle).as_deref(), expected, "{participle}");
        }
        let goal = |text: &str| Goal { text: text.into(), ..Goal::default() };
        assert_eq!(time_until(&goal("What drives the resolution time?"), "resolve"), "resolution time");
        assert_eq!(time_until(&goal("How is the time to resolution?"), "resolve"), "time to resolution");
        assert_eq!(time_until(&goal("Where is it slow?"), "resolve"), "time to resolve");
    }
}
