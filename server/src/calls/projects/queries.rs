//! What stands beside a query: examples made of the project's tables, what is kept under a name, and one's own newest queries.

use super::{ProjectDesk, tables};
use crate::calls::AuditNote;
use app::pages::projects::calls::{ProjectAct, QueryShown};
use domain::{
    Failure,
    account::PageQuery,
    tools::{
        ProjectRow, QueryFilter, QueryOutcome, SavedQuery,
        answers::Held,
        catalog::{Class, Column, Table},
        checked_query,
        warehouse::Dialect,
    },
};
use projects::ProjectCatalog;
use protocol::account::Account;
use serde_json::json;

/// Queries of one's own that are listed, and lines of the log that they are chosen from.
const REMEMBERED: usize = 12;
const LINES: u32 = 60;
/// Bytes of a query that is kept under a name.
const LONGEST_SAVED: usize = 20_000;
/// Tables that examples are made of.
const EXAMPLES: usize = 2;

/// The largest tables: their first rows, what they have most of, and how they went month by month.
pub(super) fn examples(catalog: &ProjectCatalog) -> Vec<QueryShown> {
    let mut all: Vec<(&Held, &Table)> =
        Held::databases(&catalog.held).flat_map(|one| one.found.tables.iter().map(move |table| (one, table))).collect();
    all.sort_by_key(|(_, table)| std::cmp::Reverse(table.row_count.unwrap_or_default()));
    all.into_iter().take(EXAMPLES).flat_map(|(one, table)| build_examples(catalog, one, table)).collect()
}

fn build_examples(catalog: &ProjectCatalog, one: &Held, table: &Table) -> Vec<QueryShown> {
    let dialect = projects::dialect(one);
    let name = tables::queried_name(catalog, one, table);
    let rows = QueryShown { name: format!("First rows of {}", table.name), sql: format!("SELECT * FROM {name} LIMIT 100") };
    std::iter::once(rows).chain(group_rows(dialect, table, &name)).chain(count_by_month(dialect, table, &name)).collect()
}

fn group_rows(dialect: Dialect, table: &Table, name: &str) -> Option<QueryShown> {
    let is_group = |column: &&Column| {
        column.class() == Class::Text && !column.primary_key && column.foreign_key.is_none() && !column.samples.is_empty()
    };
    // What has the fewest different values among the samples is most likely a group.
    let group = table.columns.iter().filter(is_group).min_by_key(|column| {
        let mut seen: Vec<String> = column.samples.iter().map(ToString::to_string).collect();
        seen.sort_unstable();
        seen.dedup();
        seen.len()
    })?;
    let column = projects::column_name(dialect, &group.name);
    Some(QueryShown {
        name: format!("{} by {}", table.name, group.name),
        sql: format!("SELECT {column}, COUNT(*) AS how_many\nFROM {name}\nGROUP BY {column}\nORDER BY how_many DESC"),
    })
}

/// Only where moments are moments: in texts the database would not find the month.
fn count_by_month(dialect: Dialect, table: &Table, name: &str) -> Option<QueryShown> {
    let truncates =
        matches!(dialect, Dialect::Files | Dialect::Postgres | Dialect::Redshift | Dialect::Snowflake | Dialect::Trino);
    let is_moment = |column: &&Column| column.class() == Class::Time && !column.is_text();
    let moment = table.columns.iter().find(is_moment).filter(|_| truncates)?;
    let column = projects::column_name(dialect, &moment.name);
    Some(QueryShown {
        name: format!("{} by month", table.name),
        sql: format!("SELECT DATE_TRUNC('month', {column}) AS month, COUNT(*) AS how_many\nFROM {name}\nGROUP BY 1\nORDER BY 1"),
    })
}

impl ProjectDesk {
    /// What everybody in the project keeps.
    pub(super) async fn saved_queries(&self, project: &ProjectRow) -> Result<Vec<QueryShown>, Failure> {
        let rows = self.0.saved_queries().saved_queries(project.tenant, project.id).await?;
        Ok(rows.into_iter().map(|SavedQuery { name, sql, .. }| QueryShown { name, sql }).collect())
    }

    /// One's own newest queries that were answered, each once; not those that are kept in part only.
    pub(super) async fn own_queries(&self, who: &Account, project: &ProjectRow) -> Result<Vec<String>, Failure> {
        let filter = QueryFilter {
            project: Some(project.id),
            user: Some(who.user_id),
            outcome: Some(QueryOutcome::Done),
            ..QueryFilter::default()
        };
        let page = PageQuery { limit: LINES, after: None };
        let lines = self.0.query_log().logged_queries(project.tenant, filter, page).await?;
        let mut own: Vec<String> = Vec::new();
        for line in lines {
            let is_query = line.subject.is_none() && !line.sql.starts_with("profile of ") && !line.sql.ends_with('…');
            if is_query && own.len() < REMEMBERED && !own.contains(&line.sql) {
                own.push(line.sql);
            }
        }
        Ok(own)
    }

    pub(super) async fn save_query(&self, who: &Account, project: &ProjectRow, act: &ProjectAct) -> Result<String, Failure> {
        let sql = act.entered.get("sql").map(String::as_str).unwrap_or_default();
        let known = self.0.saved_queries().saved_queries(project.tenant, project.id).await?;
        let (name, sql) = checked_query((act.name.as_str(), sql), LONGEST_SAVED, known.iter().map(|one| one.name.as_str()))?;
        let audit = note("query.saved", project, &name).entry_by(&self.0, who);
        let sentence = format!("{name} is saved.");
        let row = SavedQuery { tenant: project.tenant, project: project.id, name, sql, updated_at: self.0.now() };
        if !self.0.saved_queries().save_query(row, audit).await? {
            return Err(projects::missing());
        }
        Ok(sentence)
    }

    pub(super) async fn delete_query(&self, who: &Account, project: &ProjectRow, act: &ProjectAct) -> Result<String, Failure> {
        let audit = note("query.deleted", project, &act.name).entry_by(&self.0, who);
        if !self.0.saved_queries().delete_query(project.tenant, project.id, &act.name, audit).await? {
            return Err(Failure::not_found("there is no such query"));
        }
        Ok(format!("{} is deleted.", act.name))
    }
}

fn note<'a>(action: &'a str, project: &ProjectRow, query: &str) -> AuditNote<'a> {
    AuditNote { action, target: project.id.to_string(), about: None, detail: json!({"name": project.name, "query": query}) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_made_of_what_a_table_has() {
        let column = |name: &str, data_type: &str, samples: serde_json::Value| Column {
            name: name.into(),
            data_type: data_type.into(),
            samples: samples.as_array().cloned().unwrap_or_default(),
            ..Column::default()
        };
        let table = Table {
            name: "orders".into(),
            columns: vec![
                column("customer", "Utf8", json!(["Ada", "Bela", "Carla"])),
                column("Channel", "Utf8", json!(["web", "shop", "web"])),
                column("ordered_on", "Date32", json!(["2024-01-05"])),
            ],
            ..Table::default()
        };
        let found = group_rows(Dialect::Files, &table, "orders").expect("a group");
        assert_eq!(found.name, "orders by Channel");
        assert!(found.sql.contains("GROUP BY \"Channel\""), "{}", found.sql);
        assert!(
            count_by_month(Dialect::Files, &table, "orders")
                .is_some_and(|one| one.sql.contains("DATE_TRUNC('month', ordered_on)"))
        );
        assert!(count_by_month(Dialect::Sqlite, &table, "orders").is_none());
        assert!(group_rows(Dialect::Files, &Table::default(), "nothing").is_none());
    }
}
