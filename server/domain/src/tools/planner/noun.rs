//! What a noun names: a column, or the rows of a table.

use super::{
    attempt::Reading,
    form::Noun,
    scope::{Class, Ref, joined, stems},
    sentence::Sentence,
};

/// Rows of a table, or values of a column, by which an answer is grouped.
pub(super) struct Group<'a> {
    pub(super) shown: Vec<Ref<'a>>,
    pub(super) key: Option<Ref<'a>>,
    /// The first table itself: its rows are what is ranked.
    pub(super) rows: bool,
    pub(super) said: String,
}

impl<'a> Reading<'a, '_> {
    /// What a noun names: a column, or the rows of a table.
    pub(super) fn noun(&mut self, noun: Noun) -> Option<Group<'a>> {
        let places: Vec<(usize, Option<usize>)> = match noun {
            Noun::At(at) => {
                let skip = (at..self.said.len())
                    .find(|at| !matches!(self.said.word(*at), "the" | "our" | "all" | "of" | "individual"))?;
                vec![(skip, None)]
            }
            Noun::Before(end) => (1..=3).filter_map(|back| Some((end.checked_sub(back)?, Some(end)))).collect(),
        };
        for (at, end) in places {
            let ends = |count: usize| end.is_none_or(|end| at + count == end);
            if let Some((group, count)) = self.noun_at(at).filter(|(_, count)| ends(*count)) {
                self.said.mark(at, count);
                return Some(group);
            }
        }
        None
    }

    fn noun_at(&mut self, at: usize) -> Option<(Group<'a>, usize)> {
        let scope = self.scope;
        let can_group = |one: &Ref<'_>| one.class() != Class::Other && !one.measures();
        let whole = scope.columns().filter(|one| can_group(one) || stems(&one.column.name) == ["year"]).find_map(|one| {
            self.said.mention_at(&stems(&one.column.name), &joined(&one.column.name), at).map(|count| (one, count))
        });
        if let Some((one, count)) = whole {
            self.joined |= one.joined;
            return Some((Group { said: scope.describe(one), shown: vec![one], key: None, rows: false }, count));
        }
        for second in [true, false] {
            if second && !scope.join.is_some_and(|join| join.single) {
                continue;
            }
            let table = scope.table(second);
            if let Some((count, doubt)) = named_at(&self.said, &table.name, at) {
                let (shown, key) = (scope.labels(second), scope.key(second));
                self.doubt += doubt;
                self.joined |= second;
                return (!shown.is_empty()).then(|| (Group { shown, key, rows: !second, said: table.name.clone() }, count));
            }
        }
        // The customer of `customer_id`, where no table of customers is at hand.
        let part = scope.columns().filter(can_group).find_map(|one| {
            let name: Vec<String> = stems(&one.column.name)
                .into_iter()
                .filter(|word| !matches!(word.as_str(), "id" | "name" | "key" | "code"))
                .collect();
            let count = self.said.mention_at(&name, &name.concat(), at)?;
            Some((one, count))
        })?;
        self.doubt += if part.0.class() == Class::Text { 0.04 } else { 0.1 };
        self.joined |= part.0.joined;
        Some((Group { said: scope.describe(part.0), shown: vec![part.0], key: None, rows: false }, part.1))
    }
}

/// Words of a file's name that say nothing of what its rows are.
const GENERIC: [&str; 18] = [
    "export", "data", "dataset", "file", "list", "report", "raw", "clean", "sheet", "final", "all", "csv", "v", "master", "copi",
    "full", "dump", "sampl",
];

/// The words of a table's name that say what its rows are.
pub(super) fn telling(whole: &[String]) -> Vec<String> {
    let tells = |word: &&String| !GENERIC.contains(&word.as_str()) && !word.chars().all(|sign| sign.is_ascii_digit());
    whole.iter().filter(tells).cloned().collect()
}

/// How many words name this table here, and how doubtful that is.
pub(super) fn named_at(said: &Sentence, name: &str, at: usize) -> Option<(usize, f64)> {
    let whole = stems(name);
    if let Some(count) = said.mention_at(&whole, &joined(name), at) {
        return Some((count, 0.0));
    }
    let telling = telling(&whole);
    if telling.len() < whole.len()
        && let Some(count) = said.mention_at(&telling, &telling.concat(), at)
    {
        return Some((count, 0.01));
    }
    let last = telling.last().filter(|last| telling.len() > 1 && last.len() > 2)?;
    said.mention_at(std::slice::from_ref(last), last, at).map(|count| (count, 0.06))
}
