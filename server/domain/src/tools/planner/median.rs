//! Medians. Few databases have a function for them, under several names: the middle of the values in their order is one everywhere.

use super::{
    compile::{Compiler, Shown},
    tree::{Figure, Shape},
    write::Written,
};
use crate::tools::naming::Col;

impl Compiler<'_, '_> {
    /// The column whose median is asked for.
    pub(super) fn find_median(&self) -> Option<Col> {
        let orders = self.orders.iter().map(|(key, _)| key);
        self.shown.iter().chain(orders).find_map(|one| match one {
            Shown::Figure(Figure::Median, col) => Some(*col),
            _ => None,
        })
    }

    /// The one or two values in the middle, of each group. None where anything else is worked out beside them.
    pub(super) fn select_median(&self, written: &Written<'_, '_>, present: &[String], col: Col) -> Option<String> {
        let median = Shown::Figure(Figure::Median, col);
        let is_alone = self.shown.iter().filter(|one| one.is_figure()).all(|one| *one == median);
        let is_known = |key: &Shown| self.shown.contains(key);
        let is_plain = written.shape == Shape::Plain && self.bounds.is_empty() && col.0 == written.base;
        (is_plain && is_alone && is_known(&median) && self.orders.iter().all(|(key, _)| is_known(key))).then_some(())?;
        let frame = &written.frame;
        let part = match self.part() {
            Some((_, col)) => Some(self.write_part(&frame.name(col))?),
            None => None,
        };
        let (mut keys, mut select, mut names) = (Vec::new(), Vec::new(), Vec::new());
        for column in &self.shown {
            let (key, name) = match (column, &part) {
                (Shown::Column(col), _) => (frame.name(*col), self.schema.quote(*col)),
                (Shown::Part(part, _), Some([value, ..])) => (value.clone(), part.name().to_owned()),
                _ => {
                    select.push("AVG(v) AS figure".to_owned());
                    names.push("AVG(v)".to_owned());
                    continue;
                }
            };
            keys.push(key);
            select.push(format!("g{} AS {name}", keys.len()));
            names.push(if matches!(column, Shown::Part(..)) { "MIN(k)".to_owned() } else { format!("g{}", keys.len()) });
        }
        for name in self.groups.iter().map(|col| frame.name(*col)) {
            if !keys.contains(&name) {
                keys.push(name);
            }
        }
        let value = frame.name(col);
        let within = if keys.is_empty() { String::new() } else { format!("PARTITION BY {}", keys.join(", ")) };
        let places: Vec<String> = (1..=keys.len()).map(|place| format!("g{place}")).collect();
        let mut inner: Vec<String> = keys.iter().zip(&places).map(|(key, place)| format!("{key} AS {place}")).collect();
        inner.extend(part.iter().map(|[_, order, _]| format!("{order} AS k")));
        let ordered = format!("{within} ORDER BY {value}");
        inner.push(format!("{value} AS v, ROW_NUMBER() OVER ({}) AS n, COUNT(*) OVER ({within}) AS m", ordered.trim_start()));
        let known: Vec<String> = present.iter().cloned().chain([format!("{value} IS NOT NULL")]).collect();
        let rows = written.rows(&known);
        let (select, inner) = (select.join(", "), inner.join(", "));
        let mut sql = format!("SELECT {select} FROM (SELECT {inner}{rows}) AS ordered WHERE 2 * n BETWEEN m AND m + 2");
        if places.is_empty() {
            return Some(sql);
        }
        sql.push_str(&format!(" GROUP BY {}", places.join(", ")));
        let name = |key: &Shown| self.shown.iter().position(|column| column == key).map(|at| names[at].clone());
        let order = |(key, down): &(Shown, bool)| Some(format!("{}{}", name(key)?, if *down { " DESC" } else { "" }));
        let mut orders = self.orders.iter().map(order).collect::<Option<Vec<_>>>()?;
        if orders.is_empty() && part.is_none() {
            orders.push("AVG(v) DESC".to_owned());
        }
        orders.extend(part.iter().map(|_| "MIN(k)".to_owned()));
        orders.push("g1".to_owned());
        sql.push_str(&format!(" ORDER BY {}", orders.join(", ")));
        if let Some(limit) = self.parts.limit {
            sql.push_str(&format!(" LIMIT {limit}"));
        }
        Some(sql)
    }
}
