//! What is worth knowing of a table at once, from the profile of its values.

use super::catalog::{Column, ColumnProfile, Table, TableProfile};
use serde_json::Value;

/// Of one table.
const MOST: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RemarkKind {
    /// What looks like a key does not tell the rows apart.
    Repeats,
    /// No row has a value.
    Empty,
    /// Every row has the same.
    Constant,
    /// Some rows have no value.
    Missing,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    pub column: String,
    pub kind: RemarkKind,
    /// Distinct values of values, or rows of rows.
    pub count: u64,
    pub of: u64,
    /// The one that every row has.
    pub value: Option<Value>,
}

/// The gravest first.
#[must_use]
pub fn remarks(profile: &TableProfile, table: &Table) -> Vec<Remark> {
    if profile.rows == 0 {
        return Vec::new();
    }
    let known = |name: &str| table.columns.iter().find(|column| column.name == name);
    let mut all: Vec<Remark> =
        profile.columns.iter().filter_map(|column| remark(profile.rows, column, known(&column.name))).collect();
    // Where nearly every row has a value, those that have none are worth a look.
    all.sort_by_key(|remark| (remark.kind, if remark.kind == RemarkKind::Missing { remark.count } else { 0 }));
    all.truncate(MOST);
    all
}

fn remark(rows: u64, column: &ColumnProfile, known: Option<&Column>) -> Option<Remark> {
    let one = |kind, count, of, value| Some(Remark { column: column.name.clone(), kind, count, of, value });
    let leads_away = known.is_some_and(|known| known.foreign_key.is_some());
    if column.count == 0 {
        one(RemarkKind::Empty, 0, rows, None)
    } else if is_key(&column.name) && !leads_away && !column.estimated && column.distinct < column.count {
        one(RemarkKind::Repeats, column.distinct, column.count, None)
    } else if column.nulls > 0 {
        one(RemarkKind::Missing, column.nulls, rows, None)
    } else if rows > 1 && column.distinct == 1 && !column.estimated {
        one(RemarkKind::Constant, rows, rows, column.min.clone())
    } else {
        None
    }
}

/// `id`, `customer_id`, `customerId`, `uuid`.
fn is_key(name: &str) -> bool {
    let lower = name.to_lowercase();
    matches!(lower.as_str(), "id" | "uuid" | "guid") || lower.ends_with("_id") || lower.ends_with(" id") || name.ends_with("Id")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::catalog::ForeignKey;
    use serde_json::json;

    fn column(name: &str, count: u64, distinct: u64) -> ColumnProfile {
        let min = (count > 0).then(|| json!("a"));
        ColumnProfile { name: name.into(), count, nulls: 10 - count, distinct, min, ..ColumnProfile::default() }
    }

    fn found(columns: Vec<ColumnProfile>) -> Vec<(String, RemarkKind, u64, u64)> {
        let foreign = Some(ForeignKey { table: "shops".into(), column: "id".into(), declared: false });
        let table = Table {
            columns: vec![Column { name: "shop_id".into(), foreign_key: foreign, ..Column::default() }],
            ..Table::default()
        };
        let profile = TableProfile { rows: 10, columns, ..TableProfile::default() };
        remarks(&profile, &table).into_iter().map(|one| (one.column, one.kind, one.count, one.of)).collect()
    }

    #[test]
    fn what_is_odd_is_said_and_what_is_usual_is_not() {
        for (seen, wanted) in [
            (column("id", 10, 10), None),
            (column("total", 10, 3), None),
            (column("id", 10, 9), Some((RemarkKind::Repeats, 9, 10))),
            (column("customerId", 10, 4), Some((RemarkKind::Repeats, 4, 10))),
            // A key of another table repeats as a rule.
            (column("shop_id", 10, 4), None),
            (column("paid", 10, 4), None),
            (column("note", 0, 0), Some((RemarkKind::Empty, 0, 10))),
            (column("date", 7, 7), Some((RemarkKind::Missing, 3, 10))),
            (column("currency", 10, 1), Some((RemarkKind::Constant, 10, 10))),
            (ColumnProfile { estimated: true, ..column("id", 10, 9) }, None),
        ] {
            let name = seen.name.clone();
            let remarks = found(vec![seen]);
            assert_eq!(remarks, wanted.map(|(kind, count, whole)| (name, kind, count, whole)).into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_gravest_come_first_and_there_are_few() {
        let mut columns: Vec<ColumnProfile> = (1..10).map(|many| column(&format!("c{many}"), 10 - many, 10 - many)).collect();
        columns.push(column("id", 10, 9));
        let all = found(columns);
        let names: Vec<&str> = all.iter().map(|one| one.0.as_str()).collect();
        assert_eq!(names, ["id", "c1", "c2", "c3", "c4", "c5", "c6", "c7"]);
        assert!(remarks(&TableProfile::default(), &Table::default()).is_empty());
    }
}
