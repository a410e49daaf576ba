//! Keys that have to be unique, or rows are added up several times: those of tables that are joined to the one whose values are summed.

use super::{Token, tokens};
use std::ops::Range;

/// What may stand between two joined tables.
const JOINING: [&str; 7] = ["inner", "left", "right", "full", "outer", "join", "asof"];
/// What may stand after the last of them.
const CLAUSES: [&str; 8] = ["where", "group", "order", "having", "limit", "offset", "fetch", "qualify"];

/// Columns of a joined table, as they are written in the query. Where several of its rows have the same values, a row of the table whose
/// values are summed counts several times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedKey {
    pub table: String,
    pub columns: Vec<String>,
    /// The name of the table whose values are summed.
    pub summed: String,
}

impl JoinedKey {
    /// How many values of the key several rows have.
    #[must_use]
    pub fn count_repeated(&self) -> String {
        let columns = self.columns.join(", ");
        let known: Vec<String> = self.columns.iter().map(|column| format!("{column} IS NOT NULL")).collect();
        let (table, known) = (&self.table, known.join(" AND "));
        format!(
            "SELECT COUNT(*) AS repeated FROM (SELECT {columns} FROM {table} WHERE {known} GROUP BY {columns} HAVING COUNT(*) > 1) \
             repeated_keys"
        )
    }
}

struct Joined {
    /// The name that the query calls it by, and how it is written.
    tables: Vec<(String, String)>,
    /// `a.x = b.y`: names of tables with columns.
    pairs: Vec<[(String, String); 2]>,
    /// The place of the first token after them.
    end: usize,
}

/// Of one plain `SELECT … FROM a JOIN b ON a.x = b.y`; none where it is anything else, or nothing is summed.
#[must_use]
pub fn joined_keys(sql: &str) -> Vec<JoinedKey> {
    read(sql).unwrap_or_default()
}

fn read(sql: &str) -> Option<Vec<JoinedKey>> {
    let tokens = tokens(sql)?;
    let count = |word: &str| tokens.iter().filter(|(token, _)| token.is_word(word)).count();
    if count("select") != 1 || count("from") != 1 {
        return None;
    }
    let from = tokens.iter().position(|(token, _)| token.is_word("from"))?;
    let query = Query { sql, tokens: &tokens };
    let joined = query.read_tables(from + 1)?;
    let summed = query.find_summed(from)?;
    let mut keys: Vec<JoinedKey> = Vec::new();
    let mut reached = vec![summed.clone()];
    let mut at = 0;
    while let Some(near) = reached.get(at).cloned() {
        at += 1;
        for (far, written) in &joined.tables {
            let columns: Vec<String> = joined.pairs.iter().filter_map(|pair| key_of(pair, &near, far)).collect();
            if columns.is_empty() || reached.contains(far) {
                continue;
            }
            reached.push(far.clone());
            let mut key = JoinedKey { table: written.clone(), columns, summed: summed.clone() };
            // What tells its rows apart in the answer, or is one value, belongs to the key.
            for column in query.find_apart(far, (from, joined.end))? {
                if !key.columns.contains(&column) {
                    key.columns.push(column);
                }
            }
            keys.push(key);
        }
    }
    Some(keys)
}

fn key_of([left, right]: &[(String, String); 2], near: &str, far: &str) -> Option<String> {
    match (left.0 == near && right.0 == far, right.0 == near && left.0 == far) {
        (true, _) => Some(right.1.clone()),
        (_, true) => Some(left.1.clone()),
        _ => None,
    }
}

struct Query<'sql> {
    sql: &'sql str,
    tokens: &'sql [(Token, Range<usize>)],
}

impl Query<'_> {
    fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at).map(|(token, _)| token)
    }

    fn word(&self, at: usize) -> Option<&str> {
        match self.token(at)? {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    fn is_any(&self, at: usize, words: &[&str]) -> bool {
        self.token(at).is_some_and(|token| words.iter().any(|word| token.is_word(word)))
    }

    fn is_sign(&self, at: usize, sign: char) -> bool {
        self.token(at).is_some_and(|token| token.is_sign(sign))
    }

    fn is_end(&self, at: usize) -> bool {
        self.token(at).is_none() || self.is_sign(at, ';') || self.is_any(at, &CLAUSES)
    }

    /// As it is written, from one token to another.
    fn written(&self, first: usize, last: usize) -> Option<String> {
        let (first, last) = (self.tokens.get(first)?, self.tokens.get(last)?);
        self.sql.get(first.1.start..last.1.end).map(str::to_owned)
    }

    fn read_tables(&self, start: usize) -> Option<Joined> {
        let (first, mut at) = self.read_table(start)?;
        let mut joined = Joined { tables: vec![first], pairs: Vec::new(), end: at };
        while !self.is_end(at) {
            let begun = at;
            while self.is_any(at, &JOINING) {
                at += 1;
            }
            if at == begun {
                return None;
            }
            let (table, after) = self.read_table(at)?;
            joined.tables.push(table);
            at = after;
            if !self.is_any(at, &["on"]) {
                return None;
            }
            loop {
                let (left, sign) = self.read_column(at + 1)?;
                if !self.is_sign(sign, '=') {
                    return None;
                }
                let (right, after) = self.read_column(sign + 1)?;
                joined.pairs.push([left, right]);
                at = after;
                if !self.is_any(at, &["and"]) {
                    break;
                }
            }
        }
        joined.end = at;
        (joined.pairs.len() + 1 >= joined.tables.len()).then_some(joined)
    }

    /// `place.table AS name`: what it is called, how it is written, and what comes after it.
    fn read_table(&self, start: usize) -> Option<((String, String), usize)> {
        let mut at = start;
        let mut name = self.word(at)?;
        while self.is_sign(at + 1, '.') {
            at += 2;
            name = self.word(at)?;
        }
        let written = self.written(start, at)?;
        at += 1;
        if self.is_any(at, &["as"]) {
            at += 1;
            name = self.word(at)?;
            at += 1;
        } else if let Some(word) =
            self.word(at).filter(|_| !self.is_end(at) && !self.is_any(at, &JOINING) && !self.is_any(at, &["on"]))
        {
            name = word;
            at += 1;
        }
        Some(((name.to_lowercase(), written), at))
    }

    /// `table.column`, and what comes after it.
    fn read_column(&self, start: usize) -> Option<((String, String), usize)> {
        let (mut table, mut at) = (self.word(start)?, start);
        while self.is_sign(at + 1, '.') && self.is_sign(at + 3, '.') {
            at += 2;
            table = self.word(at)?;
        }
        if !self.is_sign(at + 1, '.') {
            return None;
        }
        self.word(at + 2)?;
        Some(((table.to_lowercase(), self.written(at + 2, at + 2)?), at + 3))
    }

    /// The one table whose values are summed or averaged before this place.
    fn find_summed(&self, end: usize) -> Option<String> {
        let mut found: Option<String> = None;
        let mut at = 0;
        while at < end {
            let is_sum = self.is_any(at, &["sum", "avg"]) && self.is_sign(at + 1, '(') && !self.is_any(at + 2, &["distinct"]);
            if !is_sum {
                at += 1;
                continue;
            }
            let close = self.find_close(at + 1)?;
            for place in at + 2..close {
                if self.is_sign(place, '.') {
                    let table = self.word(place - 1)?.to_lowercase();
                    if found.as_ref().is_some_and(|before| *before != table) {
                        return None;
                    }
                    found = Some(table);
                }
            }
            at = close;
        }
        found
    }

    fn find_close(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in open..self.tokens.len() {
            if self.is_sign(at, '(') {
                depth += 1;
            } else if self.is_sign(at, ')') {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
        }
        None
    }

    /// Columns of this table that are selected, grouped by, or compared with one value. None where names stand without their table among
    /// what is grouped by: they may be any table's.
    fn find_apart(&self, table: &str, (from, end): (usize, usize)) -> Option<Vec<String>> {
        let group = (end..self.tokens.len()).find(|at| self.is_any(*at, &["group"]));
        let after = group.map(|group| (group + 1..self.tokens.len()).find(|at| self.is_end(*at)).unwrap_or(self.tokens.len()));
        let grouped = group.unwrap_or(0)..after.unwrap_or(0);
        let mut found = Vec::new();
        for at in (0..from).chain(end..self.tokens.len()) {
            let Some(word) = self.word(at) else { continue };
            let is_alone = !(self.is_sign(at + 1, '.') || at > 0 && self.is_sign(at - 1, '.'));
            if is_alone {
                let is_name = !self.is_sign(at + 1, '(') && word.starts_with(|sign: char| !sign.is_ascii_digit());
                if grouped.contains(&at) && is_name && !self.is_any(at, &["group", "by"]) {
                    return None;
                }
                continue;
            }
            let is_meant = word.eq_ignore_ascii_case(table) && self.is_sign(at + 1, '.') && !self.is_sign(at + 3, '.');
            let is_value = self.is_sign(at + 3, '=') && !self.is_sign(at + 5, '.');
            // `COUNT(l.id)` tells no rows apart.
            let is_selected = at < from && !(at > 0 && self.is_sign(at - 1, '('));
            if is_meant && (is_selected || grouped.contains(&at) || is_value) {
                found.push(self.written(at + 2, at + 2)?);
            }
        }
        Some(found)
    }
}
