//! The tables of one database: what a noun can name in them, and how they hang together.

use super::{
    Col, Noun, WORDS,
    numbered::Numbered,
    paths::{Edge, edges},
};
use crate::tools::planner::Place;
use crate::tools::{
    catalog::{Class, Column, Table, stems},
    search::{
        synonyms,
        words::{is_function_word, split, stem},
    },
    sentence::Sentence,
    warehouse::Dialect,
};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// A longer description is no name.
const DESCRIBED: usize = 4;

/// A sample in words, its column, and as it is kept.
type Held<'a> = (Vec<String>, Col, &'a str);

struct Form {
    stems: Vec<String>,
    table: usize,
    column: Option<usize>,
    quality: u8,
}

pub(in crate::tools) struct Schema<'a> {
    pub(in crate::tools) database: &'a str,
    pub(in crate::tools) dialect: Dialect,
    pub(in crate::tools) tables: Vec<&'a Table>,
    pub(in crate::tools) edges: Vec<Edge>,
    /// The stems of the tables' names.
    pub(in crate::tools) names: Vec<Vec<String>>,
    /// Of words, as far as they were needed.
    stems: HashMap<String, String>,
    /// By their first stem.
    forms: HashMap<String, Vec<Form>>,
    /// Samples by their first word.
    values: HashMap<String, Vec<Held<'a>>>,
    numbered: Vec<Numbered>,
}

impl<'a> Schema<'a> {
    /// Of at least one place.
    pub(in crate::tools) fn new(places: &[&Place<'a>]) -> Self {
        let tables: Vec<&Table> = places.iter().map(|place| place.table).collect();
        let mut schema = Self {
            database: places[0].database,
            dialect: places[0].dialect,
            edges: edges(&tables),
            names: tables.iter().map(|table| stems(&table.name)).collect(),
            tables,
            forms: HashMap::new(),
            stems: HashMap::new(),
            values: HashMap::new(),
            numbered: Vec::new(),
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

    fn name_table(&mut self, place: usize, tables_of: &HashMap<String, usize>) {
        let table = self.tables[place];
        let own = self.names[place].clone();
        self.form(own.clone(), place, None, 3);
        let telling = |word: &&String| !WORDS.generic.contains(*word) && !word.chars().all(|sign| sign.is_ascii_digit());
        let telling: Vec<String> = own.iter().filter(telling).cloned().collect();
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
            let described = split(column.description.as_deref().unwrap_or_default());
            let described: Vec<String> = described.into_iter().filter(|word| !is_link(word)).collect();
            let described = Some(described).filter(|words| (1..=DESCRIBED).contains(&words.len()));
            for (step, words) in rewordings(&words).into_iter().chain(described).enumerate() {
                let less = u8::from(step > 0);
                let name: Vec<String> = words.iter().map(|word| self.stemmed(word)).collect();
                let core: Vec<String> = name.iter().filter(|word| !own.contains(word)).cloned().collect();
                self.form(name.clone(), place, Some(at), 4 - less);
                if !core.is_empty() {
                    self.form([&own[..], &core].concat(), place, Some(at), 4 - less);
                    if let (Some(last), true) = (own.last(), own.len() > 1) {
                        self.form(std::iter::once(last).chain(&core).cloned().collect(), place, Some(at), 3 - less);
                    }
                    if core.len() < name.len() {
                        self.form(core.clone(), place, Some(at), 3 - less);
                    }
                }
                let telling: Vec<String> = core.iter().filter(|word| !WORDS.kinds.contains(*word)).cloned().collect();
                // What a price is counted in is no part of what it is called.
                let unitless: Vec<String> = core.iter().filter(|word| !WORDS.units.contains(*word)).cloned().collect();
                let is_in = |other: &Column| {
                    let words: Vec<String> = split(&other.name).iter().map(|word| stem(word)).collect();
                    other.name != column.name && unitless.iter().all(|word| words.contains(word))
                };
                let is_telling = !unitless.is_empty() && unitless.len() < core.len() && column.measures();
                if is_telling && !table.columns.iter().any(is_in) {
                    self.form(unitless, place, Some(at), 3 - less);
                }
                if !telling.is_empty() && telling.len() < core.len() {
                    self.form(telling, place, Some(at), 2 - less);
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
                self.numbered.extend(Numbered::read(column, (place, at)));
                for value in column.samples.iter().filter_map(Value::as_str) {
                    let words = split_value(value);
                    if let Some(first) = words.first() {
                        self.values.entry(first.clone()).or_default().push((words, (place, at), value));
                    }
                }
            }
        }
    }

    pub(in crate::tools) fn column(&self, of: Col) -> &'a Column {
        &self.tables[of.0].columns[of.1]
    }

    pub(in crate::tools) fn class(&self, of: Col) -> Class {
        self.column(of).class()
    }

    pub(in crate::tools) fn columns(&self, table: usize) -> impl Iterator<Item = Col> + use<'a> {
        (0..self.tables[table].columns.len()).map(move |at| (table, at))
    }

    /// In the words of a person.
    pub(in crate::tools) fn describe(&self, col: Col, base: usize) -> String {
        let name = &self.column(col).name;
        if col.0 == base { name.clone() } else { format!("{name} of {}", self.tables[col.0].name) }
    }

    pub(in crate::tools) fn quote(&self, col: Col) -> String {
        self.dialect.quote(&self.column(col).name)
    }

    /// A table as a query names it.
    pub(in crate::tools) fn table(&self, table: usize) -> String {
        self.dialect.name(self.database, &self.tables[table].name)
    }

    pub(in crate::tools) fn key(&self, table: usize) -> Option<Col> {
        self.tables[table].key().map(|at| (table, at))
    }

    pub(in crate::tools) fn labels(&self, table: usize) -> Vec<Col> {
        self.tables[table].labels().into_iter().map(|at| (table, at)).collect()
    }

    pub(in crate::tools) fn dates(&self, table: usize) -> Vec<Col> {
        self.tables[table].dates().into_iter().map(|at| (table, at)).collect()
    }

    /// What a row of an answer shows of a thing: what it is called by, or else a key that is no mere number.
    pub(in crate::tools) fn shown(&self, table: usize) -> Vec<Col> {
        let labels = self.labels(table);
        let key = || self.key(table).filter(|key| self.class(*key) == Class::Text);
        if labels.is_empty() { key().into_iter().collect() } else { labels }
    }

    /// The columns of money that comes in.
    pub(in crate::tools) fn money(&self, at: usize) -> Option<Noun> {
        let is_money = |col: &Col| {
            let words = stems(&self.column(*col).name);
            self.column(*col).measures() && WORDS.money.iter().any(|word| words.contains(&stem(word)))
        };
        let columns = (0..self.tables.len()).flat_map(|table| self.columns(table)).filter(is_money);
        let columns: Vec<(Col, u8)> = columns.map(|col| (col, 3)).collect();
        (!columns.is_empty()).then(|| Noun { at, end: at + 1, columns, added: true, ..Noun::default() })
    }

    fn form(&mut self, stems: Vec<String>, table: usize, column: Option<usize>, quality: u8) {
        if stems.is_empty() {
            return;
        }
        if stems.len() > 1 {
            let written = self.stemmed(&stems.concat());
            self.keep(vec![written], table, column, quality);
            if let [first, second] = stems.as_slice() {
                // The date of the order is the order's date.
                self.keep(vec![second.clone(), "of".to_owned(), first.clone()], table, column, quality);
            }
        }
        self.keep(stems, table, column, quality);
    }

    fn keep(&mut self, stems: Vec<String>, table: usize, column: Option<usize>, quality: u8) {
        self.forms.entry(stems[0].clone()).or_default().push(Form { stems, table, column, quality });
    }

    /// The same words are in many names.
    fn stemmed(&mut self, word: &str) -> String {
        if let Some(known) = self.stems.get(word) {
            return known.clone();
        }
        self.stems.insert(word.to_owned(), stem(word));
        self.stems[word].clone()
    }

    /// The longest noun that begins here.
    pub(in crate::tools) fn noun_at(&self, sentence: &Sentence, at: usize) -> Option<Noun> {
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
        found.added = WORDS.added.contains(sentence.word(found.end.saturating_sub(1)));
        // The key that leads to a table says no more than the table.
        let leads = |col: Col| {
            self.edges.iter().any(|edge| edge.from == col && found.tables.iter().any(|(table, _)| *table == edge.to.0))
        };
        found.columns = found.columns.iter().copied().filter(|(col, quality)| *quality > 3 || !leads(*col)).collect();
        (found.end > at).then_some(found)
    }

    /// The one table, or else the one column, that a word of the same meaning names.
    pub(in crate::tools) fn likened(&self, stem: &str, at: usize) -> Option<Noun> {
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
    pub(in crate::tools) fn begins(&self, stem: &str) -> bool {
        !self.begun(stem).is_empty()
    }

    /// The tables with such a word in their names.
    pub(in crate::tools) fn begun(&self, stem: &str) -> Vec<usize> {
        let begins =
            |name: &String| name != stem && (name.starts_with(stem) || (name.len() > 3 && stem.starts_with(name.as_str())));
        (0..self.names.len()).filter(|table| stem.len() > 3 && self.names[*table].iter().any(begins)).collect()
    }

    /// The longest samples that begin here, with their end.
    pub(in crate::tools) fn values_at(&self, sentence: &Sentence, at: usize) -> Option<(usize, Vec<(Col, String)>)> {
        let token = sentence.tokens.get(at)?;
        let mut found: (usize, Vec<(Col, String)>) = (at, Vec::new());
        let quoted = split_value(&token.text);
        let first = if token.quoted { quoted.first()?.clone() } else { token.word.clone() };
        let bare = first.trim_end_matches('s');
        let other = if first == bare { format!("{first}s") } else { bare.to_owned() };
        for (words, col, value) in [&first, &other].into_iter().filter_map(|key| self.values.get(key)).flatten() {
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
        // A sample that is as long says it itself.
        let longest = found.0;
        for numbered in &self.numbered {
            let Some((end, value)) = numbered.value_at(sentence, at).filter(|(end, _)| *end > longest) else { continue };
            if end > found.0 {
                found = (end, Vec::new());
            }
            if end == found.0 {
                found.1.push((numbered.col, value));
            }
        }
        (!found.1.is_empty()).then_some(found)
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
        while step > 0 && WORDS.articles.contains(sentence.word(place)) {
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
    is_function_word(word) && !WORDS.same.iter().flatten().flatten().any(|known| known == word)
}

pub(super) fn split_value(value: &str) -> Vec<String> {
    value.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// The words of a name, and other ways to say them.
fn rewordings(words: &[String]) -> Vec<Vec<String>> {
    let mut found = vec![words.to_vec()];
    for group in &WORDS.same {
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
