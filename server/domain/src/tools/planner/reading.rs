//! The query in the words of a person.

use super::{
    compile::{Compiler, Shown},
    filter::describe,
    resolve::Rule,
    tree::{Figure, Shape, Test},
    write::Written,
};
use crate::tools::{
    catalog::Class,
    naming::{Col, many_of, spell},
};

impl Compiler<'_, '_> {
    pub(super) fn reading(&self, written: &Written<'_, '_>, asked: usize, named: &[Rule]) -> String {
        let base = written.base;
        let (keys, figures): (Vec<&Shown>, Vec<&Shown>) = self.shown[..asked].iter().partition(|one| !one.is_figure());
        // Of a row that is shown whole the answer names the columns.
        let is_whole = figures.is_empty() && keys.len() > 4 && keys.len() == self.schema.columns(base).count();
        let first_ones = self.first_ones(written, &keys, &figures, is_whole);
        let mut reading = match &first_ones {
            Some(words) => words.clone(),
            None if is_whole => self.schema.tables[base].name.clone(),
            None => self.all_ones(&keys, &figures, base),
        };
        let [(_, first), (_, second)] = &written.sides;
        match written.shape {
            Shape::Plain => {}
            Shape::Share => reading = format!("the share where {first}, of {reading}"),
            Shape::Each => reading = format!("the share, in percent, of {reading}"),
            Shape::Difference => reading.push_str(&format!(", {first} less {second}")),
            Shape::Times => reading.push_str(&format!(", {first} divided by {second}")),
            Shape::Percent => reading.push_str(&format!(", {first} in percent against {second}")),
            Shape::Beside => reading.push_str(&format!(", {first} beside {second}")),
        }
        let wheres = describe(&written.wheres);
        reading.push_str(&wheres);
        if written.shape == Shape::Share && !wheres.is_empty() {
            reading.push_str(", which goes for the part and the whole");
        }
        for (figure, sign, limit) in &self.bounds {
            let limit = limit.map_or_else(|| "that of all rows".to_owned(), |n| n.to_string());
            reading.push_str(&format!(", only where {} {sign} {limit}", self.words(figure, base)));
        }
        for (key, down) in self.orders.iter().filter(|_| first_ones.is_none()) {
            let from = if *down { "from the highest" } else { "from the lowest" };
            // The only figure was named.
            let by = if figures == [key] { String::new() } else { format!("by {} ", self.words(key, base)) };
            reading.push_str(&format!(", {by}{from}"));
        }
        for rule in named {
            if let Test::Text(value) = &rule.test {
                reading.push_str(&format!(", for {value}"));
            }
        }
        match self.parts.limit.filter(|_| first_ones.is_none()) {
            Some(1) => reading.push_str(", the first"),
            Some(limit) => reading.push_str(&format!(", the first {limit}")),
            None => {}
        }
        reading
    }

    fn words(&self, shown: &Shown, base: usize) -> String {
        let rows = |table: usize| self.schema.rows_name(table);
        match shown {
            Shown::Column(col) => self.schema.describe(*col, base),
            Shown::Part(part, col) => format!("{} of {}", part.name(), self.schema.describe(*col, base)),
            Shown::Count(table) => format!("the number of {}", rows(*table)),
            Shown::Figure(figure, col) => {
                format!("{} of {} in {}", figure.names().1, self.schema.column(*col).name, self.schema.tables[col.0].name)
            }
            Shown::Mean(table, col) => {
                let each = self.schema.thing(*col).unwrap_or_else(|| self.schema.describe(*col, base));
                format!("the average number of {} per {each} (of those that have any)", rows(*table))
            }
            Shown::MeanOfPart(table, part, col) => {
                let date = self.schema.describe(*col, base);
                format!("the average number of {} in each {} of {date} that has any", rows(*table), part.name())
            }
        }
    }

    fn all_ones(&self, keys: &[&Shown], figures: &[&Shown], base: usize) -> String {
        let by = if figures.is_empty() || keys.is_empty() { "" } else { " by " };
        let within = if self.has_figures() { String::new() } else { format!(" in {}", self.schema.tables[base].name) };
        let keys: Vec<String> = match (self.grouped(), figures) {
            (false, _) => keys.iter().map(|key| self.words(key, base)).collect(),
            (true, []) => self.name_keys(keys, base).into_iter().map(|(_, many)| many).collect(),
            (true, _) => self.name_keys(keys, base).into_iter().map(|(one, _)| one).collect(),
        };
        let figures: Vec<String> = figures.iter().map(|figure| self.words(figure, base)).collect();
        format!("{}{by}{}{within}", figures.join(", "), keys.join(", "))
    }

    /// "The station with the highest number of rentals", "the 3 stations with …"; none where that does not say all of it.
    fn first_ones(&self, written: &Written<'_, '_>, keys: &[&Shown], figures: &[&Shown], is_whole: bool) -> Option<String> {
        let ([(order, down)], Some(limit)) = (self.orders.as_slice(), self.parts.limit) else { return None };
        let (base, is_grouped) = (written.base, self.grouped());
        let claim = self.parts.claim;
        let is_plain =
            written.shape == Shape::Plain && self.parts.shape == Shape::Plain && !claim.is_some_and(|claim| claim.rank);
        let is_alone = figures.iter().all(|figure| *figure == order) && (is_whole || !keys.contains(&order));
        let is_row = |key: &&Shown| key.column().is_some_and(|col| col.0 == base && self.names_rows(col));
        let fits = if is_grouped { order.is_figure() } else { is_whole || keys.iter().all(is_row) };
        let is_last = claim.is_none() || self.shown.last() == Some(order);
        (is_plain && is_alone && fits && is_last).then_some(())?;
        let row = self.schema.row_name(base);
        let names: Vec<(String, String)> =
            if is_whole { row.iter().map(|one| (one.clone(), many_of(one))).collect() } else { self.name_keys(keys, base) };
        let [(one, many)] = names.as_slice() else { return None };
        let within = if is_grouped || row.is_some() { String::new() } else { format!(" in {}", self.schema.tables[base].name) };
        let by = match order {
            Shown::Part(..) => return None,
            Shown::Column(col) => self.name_column(*col, base).0,
            // The highest of the highest values is said once.
            Shown::Figure(Figure::Highest, col) if *down => self.schema.describe(*col, usize::MAX),
            Shown::Figure(Figure::Lowest, col) if !*down => self.schema.describe(*col, usize::MAX),
            figure => self.words(figure, base).trim_start_matches("the ").to_owned(),
        };
        let is_time = order.column().is_some_and(|col| self.schema.class(col) == Class::Time);
        let end = match (is_time, *down) {
            (true, true) => "latest",
            (true, false) => "earliest",
            (false, true) => "highest",
            (false, false) => "lowest",
        };
        let subject = if limit == 1 { one.clone() } else { format!("{limit} {many}") };
        let ones = format!("the {subject}{within} with the {end} {by}");
        // A claim says their figure.
        Some(match (claim, order) {
            (None, _) => ones,
            (_, Shown::Column(_)) => format!("the {by} of {ones}"),
            (_, figure) => format!("{} of {ones}", self.words(figure, base)),
        })
    }

    /// What rows are put together by, one of it and several of it. A thing with a name and a key is said once.
    fn name_keys(&self, keys: &[&Shown], base: usize) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for key in keys {
            let names = match key {
                Shown::Part(part, col) => {
                    let date = self.schema.describe(*col, base);
                    (format!("{} of {date}", part.name()), format!("{}s of {date}", part.name()))
                }
                Shown::Column(col) => match self.thing(*col) {
                    Some(one) => {
                        let many = many_of(&one);
                        (one, many)
                    }
                    None => self.name_column(*col, base),
                },
                figure => (self.words(figure, base), self.words(figure, base)),
            };
            if !found.contains(&names) {
                found.push(names);
            }
        }
        found
    }

    /// What a column tells apart: by its key, or by its name where no two of one name are put together.
    fn thing(&self, col: Col) -> Option<String> {
        if !self.schema.labels(col.0).contains(&col) {
            return self.schema.thing(col);
        }
        let by_key = || self.schema.key(col.0).is_some_and(|key| key == col || self.groups.contains(&key));
        if !self.grouped() || by_key() { self.schema.row_name(col.0) } else { None }
    }

    fn name_column(&self, col: Col, base: usize) -> (String, String) {
        let name = spell(&self.schema.column(col).name);
        let of = if col.0 == base { String::new() } else { format!(" of {}", self.schema.tables[col.0].name) };
        (format!("{name}{of}"), format!("{}{of}", many_of(&name)))
    }
}
