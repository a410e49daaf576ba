//! The tables of one database: what a noun can name in them, and how they hang together.

use super::{Place, lexicon::LEXICON, names::stems, sentence::Sentence};
use crate::tools::{
    catalog::{Class, Table},
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
    /// It is summed up where nothing else is said.
    pub(super) added: bool,
}

impl Noun {
    /// The words are a whole name, not a part of one.
    pub(super) fn is_whole(&self) -> bool {
        self.best().into_iter().any(|best| best >= 3)
    }

    /// The best quality of a table, and of a column.
    fn best(&self) -> [u8; 2] {
        let tables = self.tables.iter().map(|(_, quality)| *quality).max();
        [tables.unwrap_or(0), self.columns.iter().map(|(_, quality)| *quality).max().unwrap_or(0)]
    }

    /// Rows are named rather than a column.
    pub(super) fn is_table(&self) -> bool {
        let [table, column] = self.best();
        table > 0 && (table >= 3 || table >= column)
    }

    pub(super) fn is_column(&self) -> bool {
        !self.columns.is_empty() && !self.is_table()
    }

    pub(super) fn table(&self) -> Option<usize> {
        only(self.tables.iter().filter(|(_, quality)| *quality == self.best()[0]).map(|(table, _)| *table))
    }

    pub(super) fn holds(&self, values: &[(Col, String)]) -> bool {
        values.iter().any(|(col, _)| self.columns.iter().any(|(own, _)| own == col))
    }
}

/// The one there is, if there is one.
pub(super) fn only<T>(mut of: impl Iterator<Item = T>) -> Option<T> {
    let one = of.next()?;
    of.next().is_none().then_some(one)
}

/// A foreign key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    pub(super) from: Col,
    pub(super) to: Col,
}

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

pub(super) struct Schema<'a> {
    pub(super) database: &'a str,
    pub(super) dialect: Dialect,
    pub(super) tables: Vec<&'a Table>,
    pub(super) edges: Vec<Edge>,
    /// The stems of the tables' names.
    pub(super) names: Vec<Vec<String>>,
    /// By their first stem.
    forms: HashMap<String, Vec<Form>>,
    /// Samples by their first word.
    values: HashMap<String, Vec<Held<'a>>>,
}

impl<'a> Schema<'a> {
    /// Of at least one place.
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

    fn name_table(&mut self, place: usize, tables_of: &HashMap<String, usize>) {
        let table = self.tables[place];
        let own = self.names[place].clone();
        self.form(own.clone(), place, None, 3);
        let telling = |word: &&String| !LEXICON.generic.contains(*word) && !word.chars().all(|sign| sign.is_ascii_digit());
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
                let name: Vec<String> = words.iter().map(|word| stem(word)).collect();
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
                let telling: Vec<String> = core.iter().filter(|word| !LEXICON.kinds.contains(*word)).cloned().collect();
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
        let mut keep = |stems: Vec<String>| {
            let first = stems[0].clone();
            self.forms.entry(first).or_default().push(Form { stems, table, column, quality });
        };
        if stems.is_empty() {
            return;
        }
        if stems.len() > 1 {
            keep(vec![stem(&stems.concat())]);
            if let [first, second] = stems.as_slice() {
                // The date of the order is the order's date.
                keep(vec![second.clone(), "of".to_owned(), first.clone()]);
            }
        }
        keep(stems);
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
        found.added = LEXICON.added.contains(sentence.word(found.end.saturating_sub(1)));
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

    /// The longest samples that begin here, with their end.
    pub(super) fn values_at(&self, sentence: &Sentence, at: usize) -> Option<(usize, Vec<(Col, String)>)> {
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
        while step > 0 && LEXICON.articles.contains(sentence.word(place)) {
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
    let places: HashMap<String, usize> = tables.iter().enumerate().map(|(at, table)| (table.name.to_lowercase(), at)).collect();
    let mut found = Vec::new();
    for (place, table) in tables.iter().enumerate() {
        for (at, column) in table.columns.iter().enumerate() {
            let Some(key) = &column.foreign_key else { continue };
            let Some(other) = places.get(&key.table.to_lowercase()) else { continue };
            let to = tables[*other].columns.iter().position(|column| column.name.eq_ignore_ascii_case(&key.column));
            found.extend(to.map(|to| Edge { from: (place, at), to: (*other, to) }));
        }
    }
    found
}
