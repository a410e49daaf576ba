//! The table a figure is taken from, and one that it is joined with.

use super::{
    Place,
    sentence::Sentence,
    write::{named, quoted},
};
use crate::tools::{
    catalog::{Column, Table},
    search::words::{split, stem},
    warehouse::Dialect,
};

pub(super) use crate::tools::catalog::Class;

/// How a second table hangs on the first.
#[derive(Clone, Copy)]
pub(super) struct Join<'a> {
    pub(super) table: &'a Table,
    /// Columns of the first and of the second table that are equal.
    pub(super) on: (&'a str, &'a str),
    /// Each row of the first has at most one of the second.
    pub(super) single: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) place: &'a Place<'a>,
    pub(super) join: Option<Join<'a>>,
}

/// A column of the first or the second table.
#[derive(Clone, Copy)]
pub(super) struct Ref<'a> {
    pub(super) joined: bool,
    pub(super) column: &'a Column,
}

impl<'a> Scope<'a> {
    pub(super) fn columns(&self) -> impl Iterator<Item = Ref<'a>> + use<'a> {
        let first = self.place.table.columns.iter().map(|column| Ref { joined: false, column });
        let second = self.join.into_iter().flat_map(|join| join.table.columns.iter()).map(|column| Ref { joined: true, column });
        first.chain(second)
    }

    pub(super) fn table(&self, joined: bool) -> &'a Table {
        self.join.filter(|_| joined).map_or(self.place.table, |join| join.table)
    }

    pub(super) const fn dialect(&self) -> Dialect {
        self.place.dialect
    }

    /// As a query names it.
    pub(super) fn name(&self, of: Ref<'_>) -> String {
        let name = self.quoted(&of.column.name);
        match self.join {
            None => name,
            Some(_) => format!("{}.{name}", if of.joined { "b" } else { "a" }),
        }
    }

    /// The column in the words of a person.
    pub(super) fn describe(&self, of: Ref<'_>) -> String {
        if of.joined { format!("{} of {}", of.column.name, self.table(true).name) } else { of.column.name.clone() }
    }

    pub(super) fn quoted(&self, name: &str) -> String {
        quoted(self.dialect(), name)
    }

    pub(super) fn from(&self) -> String {
        let named = |table: &Table| named(self.dialect(), self.place.database, table);
        match self.join {
            None => named(self.place.table),
            Some(join) => format!(
                "{} AS a JOIN {} AS b ON a.{} = b.{}",
                named(self.place.table),
                named(join.table),
                self.quoted(join.on.0),
                self.quoted(join.on.1)
            ),
        }
    }

    /// The tables' names with that of their database.
    pub(super) fn tables(&self) -> Vec<String> {
        let tables = std::iter::once(self.place.table).chain(self.join.map(|join| join.table));
        tables.map(|table| format!("{}.{}", self.place.database, table.name)).collect()
    }

    /// The column that identifies a row of the table.
    pub(super) fn key(&self, joined: bool) -> Option<Ref<'a>> {
        let mut keys = self.columns().filter(|one| one.joined == joined && one.column.primary_key);
        match (keys.next(), keys.next()) {
            (Some(key), None) => Some(key),
            (None, _) => {
                let table = stems(&self.table(joined).name);
                self.columns().filter(|one| one.joined == joined).find(|one| {
                    let name = stems(&one.column.name);
                    name == ["id"] || name.split_last().is_some_and(|(last, rest)| last == "id" && rest == table)
                })
            }
            _ => None,
        }
    }

    /// What a person calls a row by.
    pub(super) fn labels(&self, joined: bool) -> Vec<Ref<'a>> {
        let table = stems(&self.table(joined).name);
        let named = |wanted: &[&str]| {
            self.columns().filter(|one| one.joined == joined).find(|one| {
                let name = split(&one.column.name);
                let own = name.split_last().is_some_and(|(last, rest)| {
                    wanted.contains(&last.as_str()) && rest.iter().map(|word| stem(word)).eq(table.iter().cloned())
                });
                own || (name.len() == 1 && wanted.contains(&name[0].as_str())) || wanted.contains(&name.concat().as_str())
            })
        };
        if let Some(name) = named(&["name", "title", "label", "fullname", "displayname"]) {
            return vec![name];
        }
        if let (Some(first), Some(last)) = (named(&["firstname", "givenname"]), named(&["lastname", "surname", "familyname"])) {
            return vec![first, last];
        }
        named(&["email", "username", "code", "number"]).or_else(|| self.key(joined)).into_iter().collect()
    }

    /// Columns whose whole name is said from `from` on; then those of which a part is, with the words left unsaid.
    pub(super) fn mentioned(
        &self,
        said: &Sentence,
        class: impl Fn(Ref<'a>) -> bool,
        from: usize,
    ) -> Vec<(Ref<'a>, usize, usize)> {
        let fits: Vec<Ref<'a>> = self.columns().filter(|one| class(*one)).collect();
        let mut found: Vec<(Ref<'a>, usize, usize)> = Vec::new();
        for one in &fits {
            if let Some((at, count)) = said.mention(&stems(&one.column.name), &joined(&one.column.name), from) {
                found.push((*one, at, count));
            }
        }
        if let Some(longest) = found.iter().map(|(.., count)| *count).max() {
            found.retain(|(.., count)| *count == longest);
            return found;
        }
        for one in fits {
            let name = stems(&one.column.name);
            let own = stems(&self.table(one.joined).name);
            let telling: Vec<String> =
                name.iter().filter(|word| !UNITS.contains(&word.as_str()) && !own.contains(word)).cloned().collect();
            if telling.len() < name.len()
                && let Some((at, count)) = said.mention(&telling, &telling.concat(), from)
            {
                found.push((one, at, count));
                continue;
            }
            // The last word names what it is: the price of `unit_price`.
            if let Some(last) = name.last().filter(|word| name.len() > 1 && !UNITS.contains(&word.as_str()) && word.len() > 2)
                && let Some((at, count)) = said.mention(std::slice::from_ref(last), last, from)
            {
                found.push((one, at, count));
            }
        }
        found
    }
}

/// Words in a column's name that say how it is measured or kept.
const UNITS: [&str; 18] = [
    "id", "usd", "eur", "gbp", "minut", "second", "hour", "day", "ms", "sec", "min", "kg", "km", "cent", "at", "date", "on",
    "utc",
];

impl Ref<'_> {
    pub(super) fn class(&self) -> Class {
        self.column.class()
    }

    /// A number that measures something, not one that names a row.
    pub(super) fn measures(&self) -> bool {
        let name = split(&self.column.name);
        let names_a_row = name.last().is_some_and(|last| matches!(last.as_str(), "id" | "key" | "code" | "uuid"));
        self.class() == Class::Number && !self.column.primary_key && self.column.foreign_key.is_none() && !names_a_row
    }
}

/// The stems of a name's words; what only says that it is a table is left out.
pub(super) fn stems(name: &str) -> Vec<String> {
    let last = name.rsplit('.').next().unwrap_or(name);
    let words = split(last);
    let words: Vec<&String> = words.iter().filter(|word| !matches!(word.as_str(), "tbl" | "dim" | "fact" | "t" | "vw")).collect();
    words.into_iter().map(|word| stem(word)).collect()
}

pub(super) fn joined(name: &str) -> String {
    split(name.rsplit('.').next().unwrap_or(name)).concat()
}
