//! Which rows a sentence speaks of: values, bounds, spans of time, what is so and what is missing.

use super::{
    Unplanned,
    scope::{Class, Ref, Scope, stems},
    sentence::Sentence,
};
use crate::tools::search::words::split;
use serde_json::Value;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Condition {
    pub(super) sql: String,
    pub(super) said: String,
    /// The column as the query names it: conditions of one column may be alternatives.
    pub(super) column: String,
    pub(super) joined: bool,
    /// Where it is said.
    pub(super) at: usize,
    /// A plain equality, as SQL writes its value.
    pub(super) value: Option<String>,
}

pub(super) fn text(value: &str) -> String {
    format!("'{}'", value.replace('\'', "''"))
}

/// Values that the sentence names: samples of columns, quoted texts and numbers after a column's name.
pub(super) fn values(said: &mut Sentence, scope: &Scope<'_>) -> Result<Vec<Condition>, Unplanned> {
    let mut matches: Vec<(usize, usize, Ref<'_>, String)> = Vec::new();
    for one in scope.columns().filter(|one| matches!(one.class(), Class::Text | Class::Other)) {
        for value in one.column.samples.iter().filter_map(Value::as_str) {
            for at in 0..said.len() {
                if let Some(count) = match_value(said, at, value) {
                    matches.push((at, count, one, value.to_owned()));
                }
            }
        }
    }
    matches.sort_by(|left, right| right.1.cmp(&left.1).then(left.0.cmp(&right.0)));
    let mut found = Vec::new();
    while let Some((at, count, ..)) = matches.first().cloned() {
        let (same, rest): (Vec<_>, Vec<_>) =
            matches.into_iter().partition(|other| other.0 < at + count && at < other.0 + other.1);
        let same: Vec<_> = same.into_iter().filter(|other| (other.0, other.1) == (at, count)).collect();
        matches = rest;
        let (column, value) = chosen(said, scope, at, &same)?;
        // The name of the table itself is no value.
        let table = stems(&scope.place.table.name);
        let own = !said.tokens[at].quoted && said.mention_at(&table, &table.concat(), at) == Some(count);
        if !own {
            found.push(equality(said, scope, column, &text(&value), &value, at, count));
        }
    }
    found.extend(after_names(said, scope));
    Ok(found)
}

/// How many words match the value from this place on. Short values must match as they are written.
fn match_value(said: &Sentence, at: usize, value: &str) -> Option<usize> {
    let token = said.tokens.get(at).filter(|_| !said.is_used(at))?;
    if token.quoted {
        return token.text.eq_ignore_ascii_case(value).then_some(1);
    }
    let words: Vec<String> =
        value.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let alike = |said: &str, wanted: &str| said == wanted || said.trim_end_matches('s') == wanted.trim_end_matches('s');
    let plain = !words.is_empty()
        && words.len() <= said.len() - at
        && words.iter().enumerate().all(|(step, word)| !said.is_used(at + step) && alike(said.word(at + step), word));
    let sure = value.chars().count() > 3 || (value.chars().count() > 1 && words.len() == 1 && token.text == value);
    // A word like "total" or "in" is a value only where it is written like one.
    let common = words.len() == 1 && (crate::tools::search::words::is_function_word(&words[0]) || token.number.is_some());
    (plain && sure && (!common || token.text == value)).then_some(words.len())
}

/// Of several columns that hold the value: the one that is named, then the first table's only one.
fn chosen<'a>(
    said: &Sentence,
    scope: &Scope<'a>,
    at: usize,
    same: &[(usize, usize, Ref<'a>, String)],
) -> Result<(Ref<'a>, String), Unplanned> {
    let pick = |of: Vec<&(usize, usize, Ref<'a>, String)>| match of.as_slice() {
        [(_, _, column, value)] => Some((*column, value.clone())),
        _ => None,
    };
    let named = same.iter().filter(|(_, _, one, _)| said.mention(&stems(&one.column.name), "", 0).is_some()).collect();
    let first = same.iter().filter(|(_, _, one, _)| !one.joined).collect();
    pick(same.iter().collect()).or_else(|| pick(named)).or_else(|| pick(first)).ok_or_else(|| {
        let columns: Vec<String> = same.iter().map(|(_, _, one, _)| scope.describe(*one)).collect();
        Unplanned::Unclear(format!("{} may be {}: which is meant?", said.tokens[at].text, columns.join(" or ")))
    })
}

const NEGATING: [&str; 7] = ["not", "non", "except", "excluding", "outside", "isn't", "aren't"];

fn equality(
    said: &mut Sentence,
    scope: &Scope<'_>,
    column: Ref<'_>,
    sql: &str,
    value: &str,
    at: usize,
    count: usize,
) -> Condition {
    said.mark(at, count);
    let name = scope.name(column);
    let skip = (0..2)
        .find(|back| at > *back && !matches!(said.word(at - 1 - back), "in" | "from" | "the" | "a" | "than" | "of" | "for"))
        .unwrap_or(0);
    let before = at.checked_sub(1 + skip);
    let negated = before.is_some_and(|before| NEGATING.contains(&said.word(before)))
        || before.is_some_and(|before| before > 0 && said.reads(before - 1, &["other", "than"]));
    let other = at >= 2 && said.reads(at - 2, &["other", "than"]);
    if other {
        said.mark(at - 2, 2);
    } else if negated && let Some(before) = before {
        said.mark(before, 1);
    }
    let own = stems(&column.column.name);
    if let Some((place, words)) = said.mention(&own, "", 0) {
        said.mark(place, words);
    }
    let negated = negated || other;
    Condition {
        sql: format!("{name} {} {sql}", if negated { "<>" } else { "=" }),
        said: format!("{} is {}{value}", scope.describe(column), if negated { "not " } else { "" }),
        column: name,
        joined: column.joined,
        at,
        value: (!negated).then(|| sql.to_owned()),
    }
}

/// `level 42`, `status "open"`, `where the city is 'Graz'`.
fn after_names(said: &mut Sentence, scope: &Scope<'_>) -> Vec<Condition> {
    let mut found = Vec::new();
    for at in 1..said.len() {
        let token = said.tokens[at].clone();
        let number = token.number.filter(|_| !token.percent && !token.quoted);
        if said.is_used(at) || (number.is_none() && !token.quoted) {
            continue;
        }
        let linked = matches!(said.word(at - 1), "is" | "equals" | "of" | "are" | "was");
        // "The price is 7" claims; it does not choose.
        if linked && number.is_some() {
            continue;
        }
        let end = at - usize::from(linked);
        let class = if number.is_some() { Class::Number } else { Class::Text };
        let column = scope
            .columns()
            .filter(|one| one.class() == class && (number.is_none() || !one.measures() || small(*one)))
            .find_map(|one| {
                let name: Vec<String> =
                    stems(&one.column.name).into_iter().filter(|word| number.is_none() || word != "id").collect();
                let begin = end.checked_sub(name.len())?;
                (!name.is_empty() && (0..name.len()).all(|step| said.tokens[begin + step].stem == name[step]))
                    .then_some((one, begin))
            });
        if let Some((one, begin)) = column {
            said.mark(begin, at - begin);
            let sql = number.map_or_else(|| text(&token.text), super::write::number);
            found.push(equality(said, scope, one, &sql, &token.text, at, 1));
        }
    }
    found
}

/// Numbers that choose rather than measure: `level`, `year`, `rating`.
fn small(of: Ref<'_>) -> bool {
    split(&of.column.name).iter().any(|word| {
        matches!(
            word.as_str(),
            "level"
                | "year"
                | "rating"
                | "priority"
                | "stage"
                | "grade"
                | "tier"
                | "rank"
                | "store"
                | "version"
                | "quarter"
                | "month"
                | "week"
        )
    })
}

const OVER: [&[&str]; 8] = [
    &["more", "than"],
    &["greater", "than"],
    &["higher", "than"],
    &["larger", "than"],
    &["longer", "than"],
    &["over"],
    &["above"],
    &["exceeding"],
];
const UNDER: [&[&str]; 7] = [
    &["less", "than"],
    &["fewer", "than"],
    &["lower", "than"],
    &["smaller", "than"],
    &["shorter", "than"],
    &["under"],
    &["below"],
];

/// `over 100`, `at most 5 hours`, `between 3 and 7`, each with the column that is named before or after it.
pub(super) fn bounds(said: &mut Sentence, scope: &Scope<'_>, claimed: Option<f64>) -> Result<Vec<Condition>, Unplanned> {
    let mut found = Vec::new();
    for at in 0..said.len() {
        let Some((words, sign)) = comparison(said, at) else { continue };
        let Some(number) = said.tokens.get(at + words).filter(|token| !token.quoted).and_then(|token| token.number) else {
            continue;
        };
        let upper = (sign == "BETWEEN").then(|| said.tokens.get(at + words + 2).and_then(|token| token.number)).flatten();
        if sign == "BETWEEN" && upper.is_none() {
            continue;
        }
        // "More than 300 incidents" claims a bound and chooses no rows.
        if claimed == Some(number) && upper.is_none() {
            said.mark(at, words + 1);
            continue;
        }
        let length = words + if upper.is_some() { 3 } else { 1 };
        let column = measured(said, scope, at, length)?;
        said.mark(at, length);
        let name = scope.name(column);
        let (low, high) = (super::write::number(number), upper.map(super::write::number));
        let (sql, spoken) = match high {
            Some(high) => (format!("{name} BETWEEN {low} AND {high}"), format!("between {low} and {high}")),
            None => (format!("{name} {sign} {low}"), format!("{sign} {low}")),
        };
        let said = format!("{} {spoken}", scope.describe(column));
        found.push(Condition { sql, said, column: name, joined: column.joined, at, value: None });
    }
    Ok(found)
}

fn comparison(said: &Sentence, at: usize) -> Option<(usize, &'static str)> {
    if said.is_used(at) {
        return None;
    }
    let of = |all: &[&[&str]], sign| all.iter().find(|words| said.reads(at, words)).map(|words| (words.len(), sign));
    of(&OVER, ">")
        .or_else(|| of(&UNDER, "<"))
        .or_else(|| of(&[&["at", "least"], &["no", "less", "than"]], ">="))
        .or_else(|| of(&[&["at", "most"], &["up", "to"], &["no", "more", "than"]], "<="))
        .or_else(|| of(&[&["between"]], "BETWEEN"))
}

/// The column that a bound is of.
fn measured<'a>(said: &mut Sentence, scope: &Scope<'a>, at: usize, length: usize) -> Result<Ref<'a>, Unplanned> {
    let mut named: Vec<_> = scope.mentioned(said, |one| one.class() == Class::Number, 0);
    // The nearest one, before it or right behind.
    named.sort_by_key(|(_, place, _)| place.abs_diff(at));
    if let Some((column, place, count)) =
        named.first().copied().filter(|(_, place, _)| *place + 6 > at && *place <= at + length + 1)
    {
        let rivals: Vec<_> =
            named.iter().filter(|(other, where_, _)| *where_ == place && other.column.name != column.column.name).collect();
        if rivals.is_empty() {
            said.mark(place, count);
            return Ok(column);
        }
    }
    let measures: Vec<Ref<'a>> = scope.columns().filter(|one| !one.joined && one.measures()).collect();
    match measures.as_slice() {
        [one] => Ok(*one),
        [] => Err(Unplanned::Unclear(format!("What is measured by {}?", said.tokens[at + length - 1].text))),
        several => {
            let names: Vec<&str> = several.iter().take(6).map(|one| one.column.name.as_str()).collect();
            Err(Unplanned::Unclear(format!("Which is meant by {}: {}?", said.tokens[at + length - 1].text, names.join(", "))))
        }
    }
}

/// `without an email`, `active users`, `not churned`.
pub(super) fn states(said: &mut Sentence, scope: &Scope<'_>) -> Vec<Condition> {
    let mut found = Vec::new();
    for at in 0..said.len() {
        let words = if said.reads(at, &["without"]) || said.reads(at, &["missing"]) {
            1
        } else if said.reads(at, &["with", "no"]) || said.reads(at, &["have", "no"]) || said.reads(at, &["has", "no"]) {
            2
        } else {
            continue;
        };
        let next = at + words + usize::from(matches!(said.word(at + words), "a" | "an" | "any"));
        let column = scope.columns().find_map(|one| Some((one, said.mention_at(&stems(&one.column.name), "", next)?)));
        if let Some((one, count)) = column {
            said.mark(at, next + count - at);
            let name = scope.name(one);
            let spoken = format!("{} is missing", scope.describe(one));
            found.push(Condition {
                sql: format!("{name} IS NULL"),
                said: spoken,
                column: name,
                joined: one.joined,
                at,
                value: None,
            });
        }
    }
    for one in scope.columns() {
        let mut name = stems(&one.column.name);
        let flagged = name.len() > 1 && matches!(name[0].as_str(), "is" | "has" | "was");
        if flagged {
            name.remove(0);
        }
        if one.class() != Class::Truth && !(flagged && one.class() == Class::Number) {
            continue;
        }
        if let Some((at, count)) = said.mention(&name, "", 0) {
            let negated = at > 0 && NEGATING.contains(&said.word(at - 1));
            said.mark(at - usize::from(negated), count + usize::from(negated));
            let column = scope.name(one);
            let value = match (one.class(), negated) {
                (Class::Truth, false) => "TRUE",
                (Class::Truth, true) => "FALSE",
                (_, false) => "1",
                (_, true) => "0",
            };
            let spoken = format!("{} is {}", scope.describe(one), !negated);
            let sql = format!("{column} = {value}");
            found.push(Condition { sql, said: spoken, column, joined: one.joined, at, value: None });
        }
    }
    found
}
