//! What a run knows of the tables before it asks anything of its own: how big they are, and what part each column may play
//! (seed 002, Phase 3: Schema Discovery).

use super::sql::{quoted, table_reference};
use crate::tools::{
    catalog::{Class, Column, ColumnProfile, ForeignKey, Frequent, Table, TableProfile},
    warehouse::Dialect,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Survey {
    pub tables: Vec<TableSurvey>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableSurvey {
    /// The source it is in.
    pub database: String,
    pub name: String,
    /// As a query names it.
    pub reference: String,
    pub dialect: Dialect,
    pub rows: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub columns: Vec<ColumnSurvey>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ColumnSurvey {
    pub name: String,
    /// As a query names it.
    pub reference: String,
    pub role: Role,
    /// Its values are numbers.
    #[serde(default)]
    pub is_number: bool,
    /// Its values are texts, also where they are days.
    #[serde(default)]
    pub is_text: bool,
    pub nulls: u64,
    pub distinct: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub std: Option<f64>,
    /// See [`ColumnProfile::quantiles`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quantiles: Vec<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub top: Vec<Frequent>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foreign_key: Option<ForeignKey>,
}

/// The part that a column plays in questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Names each row.
    Key,
    /// Names somebody or something that many rows are about.
    Entity,
    /// Few values that divide the rows.
    Category,
    /// A number that can be added up or averaged.
    Measure,
    Time,
    /// Sentences.
    Text,
    /// Nothing can be asked of it: empty, always the same, secret, or of no known kind.
    None,
}

/// More values than this divide nothing that a person would look at.
const MOST_CATEGORIES: u64 = 40;
/// Numbers with so few values may stand for categories (a grade, a level).
pub const MOST_GRADES: u64 = 12;
/// Characters of a text that is a sentence rather than a name.
const SENTENCE: f64 = 25.0;

impl TableSurvey {
    #[must_use]
    pub fn new(table: &Table, profile: &TableProfile, dialect: Dialect, is_secret: impl Fn(&str) -> bool) -> Self {
        let one = |column: &Column| {
            let profile = profile.columns.iter().find(|one| one.name == column.name)?;
            let is_secret = is_secret(&column.name);
            let role = if is_secret { Role::None } else { role(column, profile) };
            let kept = role != Role::None;
            // Texts of no part may be names all the same.
            let has_edges = kept || (!is_secret && column.is_text());
            Some(ColumnSurvey {
                name: column.name.clone(),
                reference: quoted(dialect, &column.name),
                role,
                is_number: column.class() == Class::Number,
                is_text: column.is_text(),
                nulls: profile.nulls,
                distinct: profile.distinct,
                min: profile.min.clone().filter(|_| has_edges),
                max: profile.max.clone().filter(|_| has_edges),
                mean: profile.mean,
                std: profile.std,
                quantiles: profile.quantiles.clone(),
                top: if kept { profile.top.clone() } else { Vec::new() },
                foreign_key: column.foreign_key.clone(),
            })
        };
        Self {
            database: table.database.clone(),
            name: table.name.clone(),
            reference: table_reference(dialect, &table.database, &table.name),
            dialect,
            rows: profile.rows,
            description: table.description.clone(),
            columns: table.columns.iter().filter_map(one).collect(),
        }
    }

    pub fn of_role(&self, role: Role) -> impl Iterator<Item = &ColumnSurvey> {
        self.columns.iter().filter(move |column| column.role == role)
    }

    /// What divides the rows: categories, and numbers that stand for grades.
    pub fn segments(&self) -> impl Iterator<Item = &ColumnSurvey> {
        let is_grade = |column: &&ColumnSurvey| column.role == Role::Measure && (2..=MOST_GRADES).contains(&column.distinct);
        self.columns
            .iter()
            .filter(move |column| column.role == Role::Category || (is_grade(column) && self.rows >= column.distinct * 10))
    }

    #[must_use]
    pub fn column(&self, name: &str) -> Option<&ColumnSurvey> {
        self.columns.iter().find(|column| column.name == name)
    }
}

/// From its type and values; of its name only what says that a number names a row.
fn role(column: &Column, profile: &ColumnProfile) -> Role {
    let (count, distinct) = (profile.count, profile.distinct);
    if count == 0 || distinct <= 1 {
        return Role::None;
    }
    let names_a_row = || {
        let last = column.name.rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
        let is_id = matches!(last.as_str(), "id" | "key" | "uuid" | "guid" | "no" | "nr") || column.name.ends_with("Id");
        column.primary_key || is_id
    };
    // Estimates of many values may lie a little low.
    let is_unique = distinct.saturating_mul(20) >= count.saturating_mul(19);
    let repeats = distinct.saturating_mul(3) <= count.saturating_mul(2);
    match column.class() {
        Class::Time => Role::Time,
        Class::Truth => Role::Category,
        Class::Number if column.foreign_key.is_some() && repeats => Role::Entity,
        Class::Number if names_a_row() => {
            if repeats {
                Role::Entity
            } else {
                Role::Key
            }
        }
        Class::Number => Role::Measure,
        Class::Text => {
            let length = profile.mean.unwrap_or_else(|| sampled_length(column));
            let speaks = length >= SENTENCE || (length >= 12.0 && spaces(column) >= 2.0);
            if distinct <= MOST_CATEGORIES && distinct.saturating_mul(2) <= count {
                Role::Category
            } else if speaks && !is_unique_name(column) {
                Role::Text
            } else if is_unique {
                Role::Key
            } else if repeats {
                Role::Entity
            } else {
                Role::None
            }
        }
        Class::Other => Role::None,
    }
}

fn samples(column: &Column) -> impl Iterator<Item = &str> {
    column.samples.iter().filter_map(Value::as_str)
}

#[expect(clippy::cast_precision_loss, reason = "lengths of short texts")]
fn average(values: impl Iterator<Item = usize>) -> f64 {
    let (count, sum) = values.fold((0_usize, 0_usize), |(count, sum), value| (count + 1, sum + value));
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

fn sampled_length(column: &Column) -> f64 {
    average(samples(column).map(|text| text.chars().count()))
}

fn spaces(column: &Column) -> f64 {
    average(samples(column).map(|text| text.matches(' ').count()))
}

/// Long names without a space (addresses of pages, hashes) are no sentences.
fn is_unique_name(column: &Column) -> bool {
    samples(column).next().is_some() && samples(column).all(|text| !text.contains(' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn role_of(name: &str, data_type: &str, (count, distinct): (u64, u64), mean: Option<f64>, samples: &[&str]) -> Role {
        let column = Column {
            name: name.into(),
            data_type: data_type.into(),
            samples: samples.iter().map(|text| json!(text)).collect(),
            ..Column::default()
        };
        role(&column, &ColumnProfile { name: name.into(), count, distinct, mean, ..ColumnProfile::default() })
    }

    #[test]
    fn columns_play_the_part_that_their_values_say() {
        for (name, data_type, size, mean, samples, expected) in [
            ("id", "Int64", (500, 500), None, &[][..], Role::Key),
            ("customer_id", "Int64", (500, 80), None, &[], Role::Entity),
            ("customerId", "BIGINT", (500, 80), None, &[], Role::Entity),
            ("amount", "Float64", (500, 480), None, &[], Role::Measure),
            ("grade", "Int64", (500, 5), None, &[], Role::Measure),
            ("paid", "bit", (500, 2), None, &[], Role::Category),
            ("town", "Utf8", (500, 7), Some(6.0), &["Hull"], Role::Category),
            ("person", "Utf8", (500, 60), Some(11.0), &["Ada Lovelace"], Role::Entity),
            ("code", "Utf8", (500, 500), Some(10.0), &["AB0001"], Role::Key),
            ("note", "Utf8", (500, 490), Some(41.0), &["The lamp in the hall is broken again"], Role::Text),
            ("link", "Utf8", (500, 490), Some(41.0), &["https://example.test/a/b/c/d/e/f"], Role::Key),
            ("day", "TEXT", (500, 300), None, &["2024-05-01"], Role::Time),
            ("at", "Timestamp(us)", (500, 499), None, &[], Role::Time),
            ("always", "Utf8", (500, 1), Some(3.0), &["yes"], Role::None),
            ("empty", "Utf8", (0, 0), None, &[], Role::None),
            ("place", "geometry", (500, 400), None, &[], Role::None),
        ] {
            assert_eq!(role_of(name, data_type, size, mean, samples), expected, "{name}");
        }
    }
}
