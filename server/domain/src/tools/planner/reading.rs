//! The query in the words of a person.

use super::{
    compile::{Compiler, Shown},
    filter::describe,
    resolve::Rule,
    tree::{Shape, Test},
    write::Written,
};

impl Compiler<'_, '_> {
    pub(super) fn reading(&self, written: &Written<'_, '_>, asked: usize, named: &[Rule]) -> String {
        let base = written.base;
        let name = |table: usize| self.schema.tables[table].name.as_str();
        let words = |shown: &Shown| match shown {
            Shown::Column(col) => self.schema.describe(*col, base),
            Shown::Part(part, col) => format!("{} of {}", part.name(), self.schema.describe(*col, base)),
            Shown::Count(table) => format!("the number of {}", name(*table)),
            Shown::Figure(figure, col) => {
                format!("{} of {} in {}", figure.names().1, self.schema.column(*col).name, name(col.0))
            }
            Shown::Mean(table, col) => {
                format!("the number of {} by the number of different {}", name(*table), self.schema.describe(*col, base))
            }
            Shown::MeanOfPart(table, part, col) => {
                let date = self.schema.describe(*col, base);
                format!("the average number of {} in each {} of {date} that has any", name(*table), part.name())
            }
        };
        let list = |all: &[&Shown]| all.iter().map(|shown| words(shown)).collect::<Vec<_>>().join(", ");
        let (keys, figures): (Vec<&Shown>, Vec<&Shown>) = self.shown[..asked].iter().partition(|one| !one.is_figure());
        let by = if figures.is_empty() || keys.is_empty() { "" } else { " by " };
        let within = if self.has_figures() { String::new() } else { format!(" in {}", name(base)) };
        // Of a row that is shown whole the answer names the columns.
        let is_whole = figures.is_empty() && keys.len() > 4 && keys.len() == self.schema.columns(base).count();
        let mut reading = if is_whole { name(base).to_owned() } else { format!("{}{by}{}{within}", list(&figures), list(&keys)) };
        let [(_, first), (_, second)] = &written.sides;
        match written.shape {
            Shape::Plain => {}
            Shape::Share => reading = format!("the share where {first}, of {reading}"),
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
            reading.push_str(&format!(", only where {} {sign} {limit}", words(figure)));
        }
        for (key, down) in &self.orders {
            reading.push_str(&format!(", by {} {}", words(key), if *down { "from the highest" } else { "from the lowest" }));
        }
        for rule in named {
            if let Test::Text(value) = &rule.test {
                reading.push_str(&format!(", for {value}"));
            }
        }
        match self.parts.limit {
            Some(1) => reading.push_str(", the first"),
            Some(limit) => reading.push_str(&format!(", the first {limit}")),
            None => {}
        }
        reading
    }
}
