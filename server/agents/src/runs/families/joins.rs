//! What another table, found by its key, says of the rows.

use super::{names::Names, prelude::*, segments::means, shares::finding};
use domain::runs::MOST_GRADES;

const MOST_JOINS: usize = 4;
const MOST_COLUMNS: usize = 5;
const MOST_NUMBERS: usize = 2;
/// Of its part of the other table, the difference below which a value has no more of the rows than was to be expected.
const SAME: f64 = 0.1;
/// Rows of the other table from which its own division is an insight by itself.
const LEAST_OTHERS: u64 = 100;

pub(super) fn questions(scope: &Scope<'_>) -> Vec<Question> {
    let mut all = Vec::new();
    for join in joins(scope) {
        for Beside { column, expression, .. } in &join.columns() {
            let (figures, rows) = (join.subject.aggregates(), join.rows(expression));
            let sql = format!(
                "SELECT joined_value AS g, COUNT(*) AS n{figures} FROM {rows} GROUP BY joined_value ORDER BY n DESC, joined_value LIMIT 60"
            );
            let purpose = format!("How do {} divide by the {}?", join.subject.noun, join.called(column));
            all.push(Question { id: join.id(column), purpose, sql });
        }
    }
    all
}

pub(super) fn findings(scope: &Scope<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    for join in joins(scope) {
        for Beside { column, expression, is_half } in &join.columns() {
            let (asked, names) = (join.id(column), Names::from_survey(scope, join.other, column));
            let split = Split {
                subject: join.subject,
                kind: Statement::Joined,
                called: join.called(column),
                columns: vec![column.name.clone(), join.key.name.clone()],
                from: join.rows(expression),
                groups: names.call(scope.groups(&asked, join.subject)),
                column: ColumnSurvey { reference: "joined_value".to_owned(), ..column.clone() },
                asked: [Some(asked), names.source()].into_iter().flatten().collect(),
            };
            let repeats = join.other.table.rows >= LEAST_OTHERS && divides_alike(&split.groups, &join.groups(scope, column));
            found.extend(finding(&split, None).filter(|_| !is_half && !repeats));
            for at in 0..join.subject.figures.len() {
                found.extend(means(&split, at).filter(|one| !is_half || !one.is_null_result));
                found.extend(finding(&split, Some(at)).filter(|_| !is_half));
            }
        }
    }
    found
}

/// Whether the most frequent value of some rows has the same part of others: what leads to a table divides as that does by itself.
fn divides_alike(rows: &[Group], others: &[Group]) -> bool {
    let Some(top) = rows.iter().max_by(|one, other| one.count.total_cmp(&other.count)) else { return false };
    let part = |groups: &[Group]| {
        let own = groups.iter().find(|group| group.value == top.value).map_or(0.0, |group| group.count);
        own / groups.iter().map(|group| group.count).sum::<f64>().max(1.0)
    };
    let (own, theirs) = (part(rows), part(others));
    (own - theirs).abs() < SAME * own
}

/// What a row of another table says: a value, or in which half of its numbers it is.
struct Beside {
    column: ColumnSurvey,
    expression: String,
    is_half: bool,
}

/// A number of a row as one of two values.
fn half(column: &ColumnSurvey) -> Option<Beside> {
    let (name, middle) = (&column.reference, column.quantiles.get(2).filter(|_| column.distinct > MOST_GRADES)?);
    let (said, middle) = (shown(middle)?, number(middle)?);
    Some(Beside {
        expression: format!(
            "CASE WHEN b.{name} < {middle} THEN 'below {said}' WHEN b.{name} >= {middle} THEN '{said} or more' END"
        ),
        column: ColumnSurvey { is_number: false, is_text: true, distinct: 2, min: None, max: None, ..column.clone() },
        is_half: true,
    })
}

/// Rows with what a row of another table says of each.
struct Join<'s> {
    subject: &'s Subject<'s>,
    key: &'s ColumnSurvey,
    other: &'s Subject<'s>,
    to: &'s ColumnSurvey,
}

fn joins<'s>(scope: &'s Scope<'_>) -> Vec<Join<'s>> {
    let pairs = scope.tables.iter().flat_map(|subject| scope.tables.iter().map(move |other| (subject, other)));
    let others =
        pairs.filter(|(subject, other)| other.table.database == subject.table.database && other.table.name != subject.table.name);
    let joined = others.filter_map(|(subject, other)| keys(subject, other).map(|(key, to)| Join { subject, key, other, to }));
    joined.take(MOST_JOINS).collect()
}

/// The column that leads to a row of another table: a foreign key, or one whose values are all of them names of its rows.
fn keys<'s>(subject: &'s Subject<'_>, other: &'s Subject<'_>) -> Option<(&'s ColumnSurvey, &'s ColumnSurvey)> {
    let declared = subject.table.columns.iter().find_map(|key| {
        let target = key.foreign_key.as_ref().filter(|target| target.table == other.table.name)?;
        Some((key, other.table.column(&target.column)?))
    });
    declared.or_else(|| {
        let names_row = |column: &&ColumnSurvey| column.distinct >= other.table.rows && column.nulls == 0 && column.is_text;
        let repeats = |column: &&ColumnSurvey| matches!(column.role, Role::Category | Role::Entity) && column.is_text;
        other.table.columns.iter().filter(names_row).find_map(|to| {
            let key = subject.table.columns.iter().filter(repeats).find(|key| is_key(key, to))?;
            Some((key, to))
        })
    })
}

/// Whether the values of a column are likely to name rows of the other one: called alike and within its range, or the very same range.
pub(super) fn is_key(key: &ColumnSurvey, to: &ColumnSurvey) -> bool {
    fn edges(column: &ColumnSurvey) -> Option<(&str, &str)> {
        Some((column.min.as_ref()?.as_str()?, column.max.as_ref()?.as_str()?))
    }
    let Some((own, theirs)) = edges(key).zip(edges(to)) else { return false };
    let is_within = key.distinct <= to.distinct && own.0 >= theirs.0 && own.1 <= theirs.1;
    is_within && (key.name.eq_ignore_ascii_case(&to.name) || (own == theirs && key.distinct == to.distinct))
}

impl Join<'_> {
    fn columns(&self) -> Vec<Beside> {
        let values = self.other.segments.iter().filter(|column| column.name != self.to.name).take(MOST_COLUMNS);
        let one = |column: &&ColumnSurvey| {
            let expression = format!("b.{}", column.reference);
            Beside { column: (*column).clone(), expression, is_half: false }
        };
        let is_number = |column: &&ColumnSurvey| is_measure(self.other.table, column) || is_year(column);
        let numbers = self.other.table.columns.iter().filter(is_number).filter_map(half).take(MOST_NUMBERS);
        values.map(one).chain(numbers).collect()
    }

    /// `doctor seniority`.
    fn called(&self, column: &ColumnSurvey) -> String {
        let (whose, called) = (singular(&self.other.noun), label(&column.name));
        if called.starts_with(&whose) { called } else { format!("{whose} {called}") }
    }

    /// How the other table's own rows divide, as far as that was asked.
    fn groups(&self, scope: &Scope<'_>, column: &ColumnSurvey) -> Vec<Group> {
        scope.groups(&self.other.id("groups", &[&column.name]), self.other)
    }

    fn id(&self, column: &ColumnSurvey) -> String {
        self.subject.id("joined", &[&self.key.name, &self.other.table.name, &column.name])
    }

    fn rows(&self, expression: &str) -> String {
        format!(
            "(SELECT a.*, {expression} AS joined_value FROM {} AS a JOIN {} AS b ON a.{} = b.{}) AS joined",
            self.subject.table.reference, self.other.table.reference, self.key.reference, self.to.reference
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{
        runs::{Answers, Goal, Survey},
        tools::warehouse::Dialect,
    };
    use serde_json::json;

    #[test]
    fn a_key_of_the_other_table_is_called_by_its_name() {
        let column = |name: &str, role: Role, distinct: u64, edges: [&str; 2], to: Value| {
            json!({"name": name, "reference": name, "role": role, "is_text": true, "nulls": 0, "distinct": distinct,
                "min": edges[0], "max": edges[1], "mean": 4.0, "foreign_key": to})
        };
        let to = |table: &str| json!({"table": table, "column": "code", "declared": true});
        let table = |name: &str, rows: u64, columns: &[Value]| {
            let dialect = Dialect::Files;
            json!({"database": "shop", "name": name, "reference": name, "dialect": dialect, "rows": rows, "columns": columns})
        };
        let visits = table("visits", 90, &[column("guest", Role::Entity, 12, ["g1", "g9"], to("guests"))]);
        let (key, place) = (
            column("code", Role::Key, 12, ["g1", "g9"], json!(null)),
            column("place", Role::Category, 2, ["p1", "p2"], to("places")),
        );
        let places =
            [column("code", Role::Key, 2, ["p1", "p2"], json!(null)), column("name", Role::Key, 2, ["Elm", "Oak"], json!(null))];
        let tables = [visits, table("guests", 12, &[key, place]), table("places", 2, &places)];
        let survey: Survey = serde_json::from_value(json!({"tables": tables})).expect("a survey");
        let rows = |rows: Value| json!({"step": 1, "sql": "", "rows": rows});
        let answers: Answers = serde_json::from_value(json!({
            "joined:shop.visits:guest,guests,place": rows(json!([["p1", 70], ["p2", 20]])),
            "names:shop.guests:place": rows(json!([["p1", "Elm", 8], ["p2", "Oak", 4]])),
        }))
        .expect("answers");
        let goal = Goal::default();
        let found = findings(&Scope::new(&goal, &survey, &answers));
        let one = found.first().expect("a finding");
        assert!(one.name.contains("p1 (Elm)"), "{}", one.name);
        assert_eq!(one.asked, ["joined:shop.visits:guest,guests,place", "names:shop.guests:place"]);
        assert!(one.claims.iter().all(|claim| !claim.sql.contains("Elm")), "it is looked for by its key");
    }

    #[test]
    fn rows_that_divide_as_the_table_they_lead_to_are_no_news() {
        let groups = |all: &[(&str, f64)]| -> Vec<Group> {
            let one = |(value, count): &(&str, f64)| Group {
                value: json!(value),
                label: (*value).to_owned(),
                count: *count,
                figures: Vec::new(),
            };
            all.iter().map(one).collect()
        };
        for (rows, others, expected) in [
            (groups(&[("a", 300.0), ("b", 100.0)]), groups(&[("b", 26.0), ("a", 74.0)]), true),
            (groups(&[("a", 300.0), ("b", 100.0)]), groups(&[("a", 50.0), ("b", 50.0)]), false),
            (groups(&[("a", 300.0), ("b", 100.0)]), groups(&[("b", 74.0), ("a", 26.0)]), false),
            // Of what was not asked nothing is known.
            (groups(&[("a", 300.0), ("b", 100.0)]), groups(&[]), false),
            (groups(&[]), groups(&[("a", 1.0)]), false),
        ] {
            assert_eq!(divides_alike(&rows, &others), expected, "{rows:?} {others:?}");
        }
    }
}
