//! The query in the words of a person.

use super::compile::{Compiler, Shown};

impl Compiler<'_, '_> {
    pub(super) fn reading(&self, base: usize, asked: usize, wheres: &[(String, String)]) -> String {
        let name = |table: usize| self.schema.tables[table].name.as_str();
        let words = |shown: &Shown| match shown {
            Shown::Column(col) if col.0 == base => self.schema.column(*col).name.clone(),
            Shown::Column(col) => format!("{} of {}", self.schema.column(*col).name, name(col.0)),
            Shown::Count(table) => format!("the number of {}", name(*table)),
            Shown::Figure(figure, col) => {
                format!("{} of {} in {}", figure.describe(), self.schema.column(*col).name, name(col.0))
            }
        };
        let mut reading: String = self.shown[..asked].iter().map(words).collect::<Vec<_>>().join(", ");
        if !self.has_figures() {
            reading = format!("{reading} in {}", name(base));
        } else if self.grouped() {
            reading.push_str(" together");
        }
        let said: Vec<&str> = wheres.iter().map(|(_, said)| said.as_str()).filter(|said| !said.is_empty()).collect();
        if !said.is_empty() {
            reading.push_str(&format!(" where {}", said.join(" and ")));
        }
        for (figure, sign, n) in &self.bounds {
            reading.push_str(&format!(", only where {} {sign} {n}", words(figure)));
        }
        for (key, down) in &self.orders {
            reading.push_str(&format!(", by {} {}", words(key), if *down { "from the highest" } else { "from the lowest" }));
        }
        match self.parts.limit {
            Some(1) => reading.push_str(", the first"),
            Some(limit) => reading.push_str(&format!(", the first {limit}")),
            None => {}
        }
        reading
    }
}
