//! What a question may mean in several ways as far as the data goes: two columns fit a word, a value occurs in two columns. Each is
//! asked back with what each answer would mean; once it is settled, the other columns are not there for the planner.

mod columns;
mod rounds;
mod senses;
mod tables;
#[cfg(test)]
mod tests;
mod unclear;
mod unknown;
mod values;

pub(super) use rounds::Rounds;
use unclear::from_planner;
use unknown::LEFT_OUT;
pub(super) use unknown::ask_unknown;

use super::{
    known,
    listed::{LISTS, listed},
    passages::terms,
    talk::words,
};
use domain::{
    ask::{KnownFact, MOST_QUESTIONS, Material},
    tools::{
        catalog::{Column, Table},
        planner::Place,
    },
};
use protocol::ask::{Assumption, Clarification, ClarifyOption};
use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

/// Sample values that a question shows.
const SHOWN: usize = 3;

static STEMS: LazyLock<HashMap<&'static str, HashSet<String>>> = LazyLock::new(|| {
    let stems = |words: &Vec<&'static str>| words.iter().filter_map(|word| terms(word).into_iter().next()).collect();
    LISTS.iter().map(|(name, words)| (*name, stems(words))).collect()
});

/// Whether a word of a list has this stem.
fn has_stem(list: &str, stem: &str) -> bool {
    STEMS.get(list).is_some_and(|stems| stems.contains(stem))
}

/// A column by its table; the whole table where it has no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// `database.table`
    pub(super) table: String,
    pub(super) column: String,
}

impl Spot {
    fn new(place: &Place<'_>, column: &str) -> Self {
        Self { table: full_name(place), column: column.to_owned() }
    }

    /// A table with all of its columns.
    fn whole(place: &Place<'_>) -> Self {
        Self::new(place, "")
    }
}

impl Spot {
    /// `database.table.column`
    fn parse(value: &str, material: &Material<'_>) -> Option<Self> {
        material.places.iter().find_map(|place| {
            let column = value.strip_prefix(&full_name(place))?.strip_prefix('.')?;
            place.table.columns.iter().any(|own| own.name == column).then(|| Self::new(place, column))
        })
    }
}

pub(super) fn full_name(place: &Place<'_>) -> String {
    format!("{}.{}", place.database, place.table.name)
}

/// The names of tables and columns by the stems of their words.
pub(super) struct Names<'m>(Vec<TableNames<'m>>);

struct TableNames<'m> {
    place: Place<'m>,
    stems: Vec<String>,
    columns: Vec<(&'m Column, Vec<String>)>,
}

impl<'m> Names<'m> {
    fn new(material: &Material<'m>) -> Self {
        let table = |place: &Place<'m>| TableNames {
            place: *place,
            stems: terms(&place.table.name),
            columns: place.table.columns.iter().map(|column| (column, terms(write_out(&column.name)))).collect(),
        };
        Self(material.places.iter().map(table).collect())
    }

    /// The tables that a question with these words names; all where it names none.
    fn in_play(&self, all: &HashSet<&str>) -> Vec<&TableNames<'m>> {
        let is_named =
            |table: &&TableNames<'m>| !table.stems.is_empty() && table.stems.iter().all(|stem| all.contains(stem.as_str()));
        let named: Vec<&TableNames<'m>> = self.0.iter().filter(is_named).collect();
        if named.is_empty() { self.0.iter().collect() } else { named }
    }
}

/// `fname` is a first name.
fn write_out(name: &str) -> &str {
    let known = listed("short").iter().filter_map(|line| line.split_once(' '));
    known.into_iter().find(|(short, _)| name.eq_ignore_ascii_case(short)).map_or(name, |(_, whole)| whole)
}

/// The words of a question that have one stem, each with it.
fn split_stems(question: &str) -> Vec<(String, &str)> {
    let stem = |word| {
        let mut stems = terms(word);
        (stems.len() == 1).then(|| (stems.swap_remove(0), word))
    };
    words(question).into_iter().filter_map(|range| stem(&question[range])).collect()
}

#[derive(Clone, Debug)]
pub(super) struct Doubt {
    pub(super) question: Clarification,
    /// For each option the column that it chooses; none where it chooses all of them.
    chosen: Vec<Option<Spot>>,
    /// What stands in the question for it where all of them are chosen.
    together: Option<String>,
}

/// What is settled by an answer, a known value, or an assumption.
#[derive(Clone, Debug, Default)]
pub(super) struct Settled {
    pub(super) question: String,
    /// Columns that are not meant.
    pub(super) dropped: Vec<Spot>,
    /// The only table that is meant.
    pub(super) table: Option<String>,
    /// What was chosen for a word by a value that can be changed.
    pub(super) assumptions: Vec<Assumption>,
    /// What is still to be asked.
    pub(super) open: Vec<Clarification>,
}

pub(super) fn settle(question: &str, material: &Material<'_>) -> Settled {
    let names = Names::new(material);
    let found = values::scan(question, material, &names);
    let question = values::name_ways(question, &found);
    let mut settled = Settled { question: question.clone(), ..Settled::default() };
    let of_names = tables::find(&question, &names).into_iter().chain(columns::find(&question, material, &names));
    let of_kinds = senses::find(&question, material, &names);
    for doubt in of_names.chain(of_kinds).chain(values::find(&question, &found, &names)) {
        match known::find(material, &doubt.question.about) {
            Some(fact) if fact.value.is_string() => settled.choose(&doubt, &fact, fact.value.as_str().unwrap_or_default()),
            _ => settled.open.push(doubt.question),
        }
    }
    settled.open.truncate(MOST_QUESTIONS);
    settled
}

impl Settled {
    fn choose(&mut self, doubt: &Doubt, fact: &KnownFact, value: &str) {
        let options = &doubt.question.options;
        let about = doubt.question.about.as_str();
        let Some(at) = chosen(options, value) else {
            // Words of one's own stand in the place of the word.
            self.question = put(&self.question, about, value);
            return;
        };
        match doubt.chosen.get(at) {
            Some(Some(spot)) => {
                let others = doubt.chosen.iter().flatten().filter(|other| *other != spot);
                self.dropped.extend(others.cloned());
            }
            _ => {
                if let Some(together) = &doubt.together {
                    self.question = put(&self.question, about, together);
                }
            }
        }
        if fact.source == "user" {
            let others = options.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, option)| option.value.clone());
            self.assumptions.push(Assumption {
                name: about.to_owned(),
                text: format!("{about} stands for {}", options[at].label),
                value: options[at].value.clone(),
                alternatives: others.collect(),
            });
        }
    }

    /// What the planner could not choose, by what is known of it; false where nothing is.
    pub(super) fn apply(&mut self, asked: &Clarification, material: &Material<'_>) -> bool {
        let name = if asked.about.is_empty() { &asked.text } else { &asked.about };
        let Some(value) = known::find(material, name).and_then(|fact| fact.value.as_str().map(str::to_owned)) else {
            return false;
        };
        let Some(at) = chosen(&asked.options, &value) else {
            self.question = match asked.about.is_empty() {
                true => format!("{} {}", self.question.trim_end_matches(['?', '.', '!', ' ']), value.to_lowercase()),
                false => put(&self.question, &asked.about, &value),
            };
            return true;
        };
        let option = &asked.options[at];
        if material.places.iter().any(|place| full_name(place).eq_ignore_ascii_case(&option.value)) {
            self.table = Some(option.value.clone());
            return true;
        }
        let spots: Vec<Option<Spot>> = asked.options.iter().map(|option| Spot::parse(&option.value, material)).collect();
        if spots.iter().all(Option::is_some) {
            self.dropped.extend(spots.into_iter().enumerate().filter(|(other, _)| *other != at).filter_map(|(_, spot)| spot));
        } else {
            let value = if option.value == LEFT_OUT { String::new() } else { by_columns(&option.value, material) };
            self.question = put(&self.question, &asked.about, &value).split_whitespace().collect::<Vec<_>>().join(" ");
        }
        true
    }

    /// Of columns of several tables, the only one of a table that the question names, or a value of; false where there is no such one.
    pub(super) fn prefer(&mut self, between: &[String], material: &Material<'_>) -> bool {
        let spots: Vec<Spot> = between.iter().filter_map(|name| Spot::parse(name, material)).collect();
        let names = Names::new(material);
        let stems = terms(&self.question);
        let all: HashSet<&str> = stems.iter().map(String::as_str).collect();
        let named: Vec<String> = names.in_play(&all).into_iter().map(|table| full_name(&table.place)).collect();
        let held: Vec<String> = values::scan(&self.question, material, &names).iter().flat_map(values::Found::tables).collect();
        let one_of = |tables: &[String]| {
            let mut own = spots.iter().filter(|spot| tables.contains(&spot.table));
            own.next().filter(|_| own.next().is_none()).cloned()
        };
        let is_whole = spots.len() == between.len() && spots.len() > 1;
        let Some(only) = one_of(&named).or_else(|| one_of(&held)).filter(|_| is_whole) else { return false };
        self.dropped.extend(spots.into_iter().filter(|spot| *spot != only));
        true
    }

    /// Does something with the tables and columns that are left.
    pub(super) fn with_rest<T>(&self, material: &Material<'_>, then: impl FnOnce(&Material<'_>) -> T) -> T {
        let tables = if self.dropped.is_empty() { Vec::new() } else { self.tables(material) };
        let left = material.places.iter().zip(&tables).map(|(place, table)| Place { table, ..*place });
        let mut places: Vec<Place<'_>> = if tables.is_empty() { material.places.to_vec() } else { left.collect() };
        places.retain(|place| !self.is_dropped(place));
        if let Some(only) = &self.table {
            places.retain(|place| full_name(place).eq_ignore_ascii_case(only));
        }
        then(&Material { question: &self.question, places: &places, ..*material })
    }

    /// Whether another table is meant in its place.
    fn is_dropped(&self, place: &Place<'_>) -> bool {
        let name = full_name(place);
        self.dropped.iter().any(|spot| spot.column.is_empty() && spot.table == name)
    }

    /// The tables without the columns that are not meant.
    fn tables(&self, material: &Material<'_>) -> Vec<Table> {
        let left = |place: &Place<'_>| {
            let mut table = place.table.clone();
            let name = full_name(place);
            table.columns.retain(|column| !self.dropped.iter().any(|spot| spot.table == name && spot.column == column.name));
            table
        };
        material.places.iter().map(left).collect()
    }
}

/// Columns by their own names, where a value says them as people do: no word of theirs is read as another one then.
fn by_columns(value: &str, material: &Material<'_>) -> String {
    let mut parts: Vec<String> = value.split(" and ").map(str::to_owned).collect();
    for part in parts.iter_mut().filter(|part| part.contains(' ')) {
        let columns = material.places.iter().flat_map(|place| &place.table.columns);
        if let Some(column) = columns.into_iter().find(|column| column.name.replace('_', " ").eq_ignore_ascii_case(part)) {
            part.clone_from(&column.name);
        }
    }
    parts.join(" and ")
}

/// The option that an answer means: by its value, its label, or its first words.
fn chosen(options: &[ClarifyOption], value: &str) -> Option<usize> {
    let key = value.trim().to_lowercase().replace('_', " ");
    let is = |option: &ClarifyOption, test: &dyn Fn(&str) -> bool| {
        test(&option.value.to_lowercase().replace('_', " ")) || test(&option.label.to_lowercase())
    };
    let same = options.iter().position(|option| is(option, &|text| text == key));
    let only = |test: &dyn Fn(&str) -> bool| {
        let mut found = options.iter().enumerate().filter(|(_, option)| is(option, test));
        found.next().filter(|_| found.next().is_none()).map(|(at, _)| at)
    };
    same.or_else(|| only(&|text| text.ends_with(&format!(".{key}")) || text.ends_with(&format!(" {key}"))))
        .or_else(|| only(&|text| text.contains(&key)))
}

/// The text with another word in the place of this one.
pub(super) fn put(text: &str, word: &str, other: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let wanted = word.to_ascii_lowercase();
    let is_edge = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphanumeric());
    let found = lower
        .match_indices(&wanted)
        .map(|(at, _)| at)
        .find(|at| is_edge(text[..*at].chars().next_back()) && is_edge(text[at + wanted.len()..].chars().next()));
    found.map_or_else(|| text.to_owned(), |at| format!("{}{other}{}", &text[..at], &text[at + wanted.len()..]))
}

/// `first_name` → `first name`.
fn spoken(name: &str) -> String {
    domain::tools::search::split_words(name).join(" ")
}

/// "For instance Oslo, Bergen".
fn instances(values: &[serde_json::Value]) -> String {
    let shown: Vec<String> = values.iter().filter(|value| !value.is_null()).take(SHOWN).map(domain::ask::render_value).collect();
    if shown.is_empty() { String::new() } else { format!(", for instance {}", shown.join(", ")) }
}
