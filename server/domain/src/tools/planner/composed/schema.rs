//! The tables of one database: what a noun can name in them, and how they hang together.

use super::lexicon::LEXICON;
use crate::tools::{
    catalog::{Class, Column, Table},
    planner::{Place, noun::telling, scope::stems, sentence::Sentence},
    search::{
        synonyms,
        words::{is_function_word, split, stem},
    },
    warehouse::Dialect,
};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// A table and one of its columns, by their places.
pub(super) type Col = (usize, usize);

/// What a few words can name, better matches with a higher number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Noun {
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) tables: Vec<(usize, u8)>,
    pub(super) columns: Vec<(Col, u8)>,
    /// The table whose name is among the words of a column.
    pub(super) owner: Option<usize>,
}

/// A foreign key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    pub(super) from: Col,
    pub(super) to: Col,
}

/// A sample in words, its column, and as it is kept.
type Held<'a> = (Vec<String>, Col, &'a str);

struct Form {
    stems: Vec<String>,
    table: usize,
    column: Option<usize>,
    quality: u8,
}

pub(super) struct Schema<'a> {
    pub(super) database: &'a str,
    pub(super) dialect: Dialect,
    pub(super) tables: Vec<&'a Table>,
    pub(super) edges: Vec<Edge>,
    /// The stems of the tables' names.
    names: Vec<Vec<String>>,
    /// By their first stem.
    forms: HashMap<String, Vec<Form>>,
    /// Samples by their first word.
    values: HashMap<String, Vec<Held<'a>>>,
}

impl<'a> Schema<'a> {
    pub(super) fn new(places: &[&Place<'a>]) -> Self {
        let tables: Vec<&Table> = places.iter().map(|place| place.table).collect();
        let mut schema = Self {
            database: places[0].database,
            dialect: places[0].dialect,
            edges: edges(&tables),
            names: tables.iter().map(|table| stems(&table.name)).collect(),
            tables,
            forms: HashMap::new(),
            values: HashMap::new(),
        };
        let mut tables_of: HashMap<String, usize> = HashMap::new();
        for name in schema.names.iter().flat_map(|names| names.iter().collect::<HashSet<_>>()) {
            *tables_of.entry(name.clone()).or_default() += 1;
        }
        for place in 0..schema.tables.len() {
            schema.name_table(place, &tables_of);
        }
        schema
    }

    pub(super) fn column(&self, of: Col) -> &'a Column {
        &self.tables[of.0].columns[of.1]
    }

    pub(super) fn class(&self, of: Col) -> Class {
        self.column(of).class()
    }

    fn name_table(&mut self, place: usize, tables_of: &HashMap<String, usize>) {
        let table = self.tables[place];
        let own = self.names[place].clone();
        self.form(own.clone(), place, None, 3);
        let telling = telling(&own);
        if telling.len() < own.len() {
            self.form(telling, place, None, 3);
        }
        if let Some(last) = own.last().filter(|last| own.len() > 1 && last.len() > 2) {
            let alone = tables_of.get(last) == Some(&1);
            self.form(vec![last.clone()], place, None, if alone { 3 } else { 1 });
            self.form(own[..own.len() - 1].to_vec(), place, None, 1);
        }
        for (at, column) in table.columns.iter().enumerate() {
            let words: Vec<String> = split(&column.name).into_iter().filter(|word| !is_link(word)).collect();
            for (step, words) in rewordings(&words).into_iter().enumerate() {
                let less = u8::from(step > 0);
                let name: Vec<String> = words.iter().map(|word| stem(word)).collect();
                let core: Vec<String> = name.iter().filter(|word| !own.contains(word)).cloned().collect();
                let compound: Vec<String> = own.iter().chain(&core).cloned().collect();
                self.form(name.clone(), place, Some(at), 4 - less);
                if !core.is_empty() {
                    self.form(compound, place, Some(at), 4 - less);
                    if let (Some(last), true) = (own.last(), own.len() > 1) {
                        self.form(std::iter::once(last.clone()).chain(core.clone()).collect(), place, Some(at), 3 - less);
                    }
                    if core.len() < name.len() {
                        self.form(core.clone(), place, Some(at), 3 - less);
                    }
                }
                let telling: Vec<String> = core.iter().filter(|word| !LEXICON.kinds.contains(*word)).cloned().collect();
                if !telling.is_empty() && telling.len() < core.len() {
                    self.form(telling.clone(), place, Some(at), 2 - less);
                }
                if core.len() > 1 {
                    for word in &core {
                        self.form(vec![word.clone()], place, Some(at), 1 - less);
                    }
                    for end in 2..core.len() {
                        self.form(core[..end].to_vec(), place, Some(at), 2 - less);
                        self.form(core[core.len() - end..].to_vec(), place, Some(at), 2 - less);
                    }
                }
            }
            if matches!(column.class(), Class::Text | Class::Other) {
                for value in column.samples.iter().filter_map(Value::as_str) {
                    let words = split_value(value);
                    if let Some(first) = words.first() {
                        self.values.entry(first.clone()).or_default().push((words, (place, at), value));
                    }
                }
            }
        }
    }

    fn form(&mut self, stems: Vec<String>, table: usize, column: Option<usize>, quality: u8) {
        let whole = stem(&stems.concat());
        if stems.is_empty() {
            return;
        }
        if stems.len() > 1 {
            self.forms.entry(whole.clone()).or_default().push(Form { stems: vec![whole], table, column, quality });
            if let [first, second] = stems.as_slice() {
                // The date of the order is the order's date.
                let turned = vec![second.clone(), "of".to_owned(), first.clone()];
                self.forms.entry(second.clone()).or_default().push(Form { stems: turned, table, column, quality });
            }
        }
        self.forms.entry(stems[0].clone()).or_default().push(Form { stems, table, column, quality });
    }

    /// The longest noun that begins here.
    pub(super) fn noun_at(&self, sentence: &Sentence, at: usize) -> Option<Noun> {
        let token = sentence.tokens.get(at).filter(|token| !token.quoted)?;
        let mut found = Noun { at, ..Noun::default() };
        for form in self.forms.get(&token.stem).into_iter().flatten() {
            let Some(end) = reach(sentence, at, &form.stems) else { continue };
            if end > found.end {
                found = Noun { at, end, ..Noun::default() };
            }
            if end < found.end {
                continue;
            }
            match form.column {
                Some(column) => keep_best(&mut found.columns, (form.table, column), form.quality),
                None => keep_best(&mut found.tables, form.table, form.quality),
            }
            let own = &self.names[form.table];
            if form.column.is_some() && form.stems.len() > 1 && own.last().is_some_and(|last| form.stems.contains(last)) {
                found.owner = Some(form.table);
            }
        }
        // The key that leads to a table says no more than the table.
        let leads = |col: Col| {
            self.edges.iter().any(|edge| edge.from == col && found.tables.iter().any(|(table, _)| *table == edge.to.0))
        };
        found.columns = found.columns.iter().copied().filter(|(col, quality)| *quality > 3 || !leads(*col)).collect();
        (found.end > at).then_some(found)
    }

    /// The one table, or else the one column, that a word of the same meaning names.
    pub(super) fn likened(&self, stem: &str, at: usize) -> Option<Noun> {
        let mut noun = Noun { at, end: at + 1, ..Noun::default() };
        for other in synonyms::find(stem) {
            for form in self.forms.get(other).into_iter().flatten().filter(|form| form.stems.len() == 1 && form.quality > 2) {
                match form.column {
                    Some(column) => keep_best(&mut noun.columns, (form.table, column), 2),
                    None => keep_best(&mut noun.tables, form.table, 3),
                }
            }
        }
        match (noun.tables.len(), noun.columns.len()) {
            (1, _) => noun.columns.clear(),
            (0, 1) => {}
            _ => return None,
        }
        Some(noun)
    }

    /// A word of some name has the same beginning, as a verb has with its noun.
    pub(super) fn begins(&self, stem: &str) -> bool {
        let begins =
            |name: &String| name != stem && (name.starts_with(stem) || (name.len() > 3 && stem.starts_with(name.as_str())));
        stem.len() > 3 && self.names.iter().flatten().any(begins)
    }

    /// Whether a column says yes or no, and how it says so.
    pub(super) fn truth(&self, col: Col, yes: bool) -> Option<String> {
        let column = self.column(col);
        let flag = split(&column.name).first().is_some_and(|first| matches!(first.as_str(), "is" | "has" | "was"));
        if column.class() == Class::Truth {
            return Some(if yes { "TRUE" } else { "FALSE" }.to_owned());
        }
        if !flag {
            return None;
        }
        if column.class() == Class::Number {
            return Some(u8::from(yes).to_string());
        }
        let words = &LEXICON.truths[usize::from(!yes)];
        let found = column.samples.iter().filter_map(Value::as_str).find(|sample| words.contains(&sample.to_lowercase()));
        found.map(|sample| format!("'{sample}'"))
    }

    /// The longest samples that begin here, with their end.
    pub(super) fn values_at(&self, sentence: &Sentence, at: usize) -> Option<(usize, Vec<(Col, String)>)> {
        let token = sentence.tokens.get(at)?;
        let mut found: (usize, Vec<(Col, String)>) = (at, Vec::new());
        let quoted = split_value(&token.text);
        let first = if token.quoted { quoted.first()?.clone() } else { token.word.clone() };
        let bare = first.trim_end_matches('s');
        let keys = [first.clone(), bare.to_owned(), format!("{first}s")];
        let keys = if first == bare { vec![&keys[0], &keys[2]] } else { vec![&keys[0], &keys[1]] };
        for (words, col, value) in keys.into_iter().filter_map(|key| self.values.get(key)).flatten() {
            let end = if token.quoted {
                if quoted != *words {
                    continue;
                }
                at + 1
            } else {
                let same = |step: usize, word: &String| {
                    let spoken = sentence.word(at + step);
                    spoken == word || spoken.trim_end_matches('s') == word.trim_end_matches('s')
                };
                let short = value.chars().count() < 3 && token.text != *value;
                if short || !words.iter().enumerate().all(|(step, word)| same(step, word)) {
                    continue;
                }
                at + words.len()
            };
            if end > found.0 {
                found = (end, Vec::new());
            }
            if end == found.0 {
                found.1.push((*col, (*value).to_owned()));
            }
        }
        (!found.1.is_empty()).then_some(found)
    }

    /// The one column that identifies a row.
    pub(super) fn key(&self, table: usize) -> Option<Col> {
        let columns = &self.tables[table].columns;
        let mut keys = (0..columns.len()).filter(|at| columns[*at].primary_key);
        match (keys.next(), keys.next()) {
            (Some(key), None) => Some((table, key)),
            (None, _) => {
                let own = stems(&self.tables[table].name);
                let is_key = |at: &usize| {
                    let name = stems(&columns[*at].name);
                    name == ["id"] || name.split_last().is_some_and(|(last, rest)| last == "id" && rest == own)
                };
                (0..columns.len()).find(is_key).map(|at| (table, at))
            }
            _ => None,
        }
    }

    /// What a person calls a row by.
    pub(super) fn labels(&self, table: usize) -> Vec<Col> {
        let own = stems(&self.tables[table].name);
        let columns = &self.tables[table].columns;
        let named = |wanted: &[&str]| {
            let fits = |at: &usize| {
                let words = split(&columns[*at].name);
                let rest: Vec<&String> = words.iter().filter(|word| !own.contains(&stem(word))).collect();
                wanted.contains(&rest.iter().map(|word| word.as_str()).collect::<String>().as_str())
                    || wanted.contains(&words.concat().as_str())
            };
            (0..columns.len()).find(fits).map(|at| (table, at))
        };
        if let (Some(first), Some(last)) =
            (named(&["firstname", "givenname", "fname", "forename"]), named(&["lastname", "surname", "familyname", "lname"]))
        {
            return vec![first, last];
        }
        let called = || {
            (0..columns.len())
                .find(|at| stems(&columns[*at].name) == own && columns[*at].class() == Class::Text)
                .map(|at| (table, at))
        };
        named(&["name", "title", "label", "fullname", "displayname"]).or_else(called).into_iter().collect()
    }

    /// A number that measures something, not one that names a row.
    pub(super) fn measures(&self, of: Col) -> bool {
        let column = self.column(of);
        let names = split(&column.name).last().is_some_and(|last| matches!(last.as_str(), "id" | "key" | "code" | "uuid"));
        column.class() == Class::Number && !column.primary_key && column.foreign_key.is_none() && !names
    }
}

fn keep_best<T: PartialEq>(list: &mut Vec<(T, u8)>, one: T, quality: u8) {
    match list.iter_mut().find(|(known, _)| *known == one) {
        Some((_, known)) => *known = quality.max(*known),
        None => list.push((one, quality)),
    }
}

/// Where these stems end; articles between them are passed over.
fn reach(sentence: &Sentence, at: usize, stems: &[String]) -> Option<usize> {
    let mut place = at;
    for (step, stem) in stems.iter().enumerate() {
        while step > 0 && matches!(sentence.word(place), "the" | "a" | "an" | "each" | "every" | "their") && stems.len() == 2 {
            place += 1;
        }
        if step > 0 && stem != "of" && sentence.word(place) == "of" && stems.len() == 2 {
            return None;
        }
        while step > 0 && matches!(sentence.word(place), "the" | "a" | "an") {
            place += 1;
        }
        let token = sentence.tokens.get(place).filter(|token| !token.quoted && (step == 0 || !token.parted))?;
        if token.stem != *stem && token.word != *stem {
            return None;
        }
        place += 1;
    }
    Some(place)
}

fn is_link(word: &str) -> bool {
    is_function_word(word) && !LEXICON.same.iter().flatten().flatten().any(|known| known == word)
}

fn split_value(value: &str) -> Vec<String> {
    value.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// The words of a name, and other ways to say them.
fn rewordings(words: &[String]) -> Vec<Vec<String>> {
    let mut found = vec![words.to_vec()];
    for group in &LEXICON.same {
        for known in group {
            let Some(at) = words.windows(known.len()).position(|window| window == known.as_slice()) else { continue };
            for other in group.iter().filter(|other| *other != known) {
                let mut reworded = words.to_vec();
                reworded.splice(at..at + known.len(), other.iter().cloned());
                found.push(reworded);
            }
        }
    }
    found
}

fn edges(tables: &[&Table]) -> Vec<Edge> {
    let mut found = Vec::new();
    for (place, table) in tables.iter().enumerate() {
        for (at, column) in table.columns.iter().enumerate() {
            let Some(key) = &column.foreign_key else { continue };
            let other = tables.iter().position(|other| other.name.eq_ignore_ascii_case(&key.table));
            let to = other.and_then(|other| {
                let found = tables[other].columns.iter().position(|column| column.name.eq_ignore_ascii_case(&key.column));
                found.map(|column| (other, column))
            });
            found.extend(to.map(|to| Edge { from: (place, at), to }));
        }
    }
    found
}
