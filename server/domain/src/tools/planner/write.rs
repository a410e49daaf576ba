//! The query, written from what was understood.

use super::{
    conditions::Condition,
    form::Figure,
    scope::{Ref, Scope},
};
use crate::tools::{catalog::Table, warehouse::Dialect};
use std::fmt::Write as _;

/// A figure over a scope: what is counted or measured.
#[derive(Clone, Copy)]
pub(super) struct Measure<'a> {
    pub(super) figure: Figure,
    pub(super) column: Option<Ref<'a>>,
}

/// A name as the dialect writes it.
pub(super) fn quoted(dialect: Dialect, name: &str) -> String {
    match dialect {
        Dialect::Mysql | Dialect::Bigquery | Dialect::Databricks => format!("`{}`", name.replace('`', "``")),
        _ => format!("\"{}\"", name.replace('"', "\"\"")),
    }
}

/// A table with its database.
pub(super) fn named(dialect: Dialect, database: &str, table: &Table) -> String {
    let parts: Vec<&str> = match dialect {
        Dialect::Files | Dialect::Sqlite => vec![&table.name],
        _ => table.name.split('.').collect(),
    };
    let parts = std::iter::once(database).chain(parts);
    parts.map(|part| quoted(dialect, part)).collect::<Vec<_>>().join(".")
}

pub(super) fn number(of: f64) -> String {
    format!("{of}")
}

impl Measure<'_> {
    /// The aggregate, over all rows or those of a condition.
    pub(super) fn sql(&self, scope: &Scope<'_>, when: Option<&str>) -> String {
        // A row of the first table may occur several times.
        let repeated = scope.join.is_some_and(|join| !join.single);
        let column = self.column.or_else(|| scope.key(false).filter(|_| repeated)).map(|one| scope.name(one));
        let distinct = self.figure == Figure::Distinct || (self.figure == Figure::Count && repeated);
        match (self.figure, column, when) {
            (_, Some(column), None) if distinct => format!("COUNT(DISTINCT {column})"),
            (_, Some(column), Some(when)) if distinct => format!("COUNT(DISTINCT CASE WHEN {when} THEN {column} END)"),
            (Figure::Count | Figure::Distinct, _, None) | (_, None, None) => "COUNT(*)".to_owned(),
            (Figure::Count | Figure::Distinct, _, Some(when)) | (_, None, Some(when)) => {
                format!("SUM(CASE WHEN {when} THEN 1 ELSE 0 END)")
            }
            (figure, Some(column), None) => format!("{}({column})", figure.function()),
            (Figure::Sum, Some(column), Some(when)) => format!("SUM(CASE WHEN {when} THEN {column} ELSE 0 END)"),
            (figure, Some(column), Some(when)) => format!("{}(CASE WHEN {when} THEN {column} END)", figure.function()),
        }
    }

    pub(super) fn describe(&self, scope: &Scope<'_>) -> String {
        match self.column {
            Some(column) => format!("{} of {} in {}", self.figure.describe(), scope.describe(column), scope.place.table.name),
            None => format!("the number of {}", scope.place.table.name),
        }
    }
}

/// All conditions together: those that want one column to be several things are alternatives.
pub(super) fn all(conditions: &[Condition]) -> Option<(String, String)> {
    let (mut sql, mut said): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for (at, one) in conditions.iter().enumerate() {
        let same = |other: &&Condition| other.column == one.column && other.value.is_some();
        let alternatives: Vec<&Condition> = conditions.iter().filter(same).collect();
        if one.value.is_none() || alternatives.len() < 2 {
            sql.push(if one.sql.contains(" AND ") && !one.sql.contains("BETWEEN") {
                format!("({})", one.sql)
            } else {
                one.sql.clone()
            });
            said.push(one.said.clone());
        } else if !conditions[..at].iter().any(|before| same(&before)) {
            let values: Vec<&str> = alternatives.iter().filter_map(|other| other.value.as_deref()).collect();
            sql.push(format!("{} IN ({})", one.column, values.join(", ")));
            let spoken: Vec<&str> = alternatives.iter().map(|other| other.said.as_str()).collect();
            said.push(spoken.join(" or "));
        }
    }
    (!sql.is_empty()).then(|| (sql.join(" AND "), said.join(" and ")))
}

/// `WHERE …`, with what is said of it.
pub(super) fn filter(conditions: &[Condition], more: &[String]) -> (String, String) {
    let known = all(conditions);
    let parts: Vec<&str> = known.iter().map(|(sql, _)| sql.as_str()).chain(more.iter().map(String::as_str)).collect();
    let sql = if parts.is_empty() { String::new() } else { format!(" WHERE {}", parts.join(" AND ")) };
    (sql, known.map(|(_, said)| format!(" where {said}")).unwrap_or_default())
}

/// Groups with their figure, the first ones or all.
pub(super) fn ranking(
    scope: &Scope<'_>,
    groups: &[Ref<'_>],
    key: Option<Ref<'_>>,
    figure: &str,
    conditions: &[Condition],
    most: bool,
    limit: usize,
) -> String {
    let names: Vec<String> = groups.iter().map(|one| scope.name(*one)).collect();
    let mut sql = String::from("SELECT ");
    for (at, name) in names.iter().enumerate() {
        let _ = write!(sql, "{name} AS g{}, ", at + 1);
    }
    let present: Vec<String> = names.iter().take(1).map(|name| format!("{name} IS NOT NULL")).collect();
    let (filter, _) = filter(conditions, &present);
    let mut by = names;
    by.extend(key.map(|key| scope.name(key)).filter(|key| !by.contains(key)));
    let order = if most { "DESC" } else { "ASC" };
    let _ = write!(
        sql,
        "{figure} AS figure FROM {}{filter} GROUP BY {} ORDER BY figure {order}, g1 LIMIT {limit}",
        scope.from(),
        by.join(", ")
    );
    sql
}
