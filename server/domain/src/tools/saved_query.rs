//! Queries that people keep under a name for everybody in their project.

use crate::{Refusal, StoreFault, account::AuditEntry, tools::one_line};
use async_trait::async_trait;
use protocol::{ProjectId, TenantId, Timestamp};

/// The longest name of a query.
const LONGEST_QUERY_NAME: usize = 120;
/// As many a project keeps at most.
const MOST_SAVED_QUERIES: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedQuery {
    pub tenant: TenantId,
    pub project: ProjectId,
    /// One query each, whatever the case of its letters.
    pub name: String,
    pub sql: String,
    pub updated_at: Timestamp,
}

impl SavedQuery {
    /// Under which it is kept once: `Orders by month` and `orders by month` are one.
    #[must_use]
    pub fn key(name: &str) -> String {
        name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
    }
}

/// The name and the statement as they are kept.
///
/// # Errors
/// Without a name or a statement, too long, or one more than a project keeps: `known` has the names that there are.
pub fn checked_query<'a>(
    (name, sql): (&str, &str),
    longest: usize,
    known: impl IntoIterator<Item = &'a str>,
) -> Result<(String, String), Refusal> {
    let name = one_line("name", name, LONGEST_QUERY_NAME)?;
    let sql = sql.trim();
    if sql.is_empty() {
        return Err(Refusal::invalid("sql", "write a query first"));
    }
    if sql.len() > longest {
        return Err(Refusal::invalid("sql", format!("a query has at most {longest} bytes")));
    }
    let others = known.into_iter().filter(|other| SavedQuery::key(other) != SavedQuery::key(&name)).count();
    if others >= MOST_SAVED_QUERIES {
        return Err(Refusal::invalid("name", format!("a project keeps at most {MOST_SAVED_QUERIES} queries: delete one first")));
    }
    Ok((name, sql.to_owned()))
}

#[async_trait]
pub trait SavedQueryStore: Send + Sync {
    /// By name.
    async fn saved_queries(&self, tenant: TenantId, project: ProjectId) -> Result<Vec<SavedQuery>, StoreFault>;
    /// In the place of the query of that name. False if the project is not there.
    async fn save_query(&self, row: SavedQuery, audit: AuditEntry) -> Result<bool, StoreFault>;
    /// False if there was none.
    async fn delete_query(&self, tenant: TenantId, project: ProjectId, name: &str, audit: AuditEntry)
    -> Result<bool, StoreFault>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_kept_with_a_name_and_within_bounds() {
        let many: Vec<String> = (0..MOST_SAVED_QUERIES).map(|at| format!("Query {at}")).collect();
        let known = || many.iter().map(String::as_str);
        let none: [&str; 0] = [];
        assert_eq!(
            checked_query((" Orders  by month ", " SELECT 1\n"), 100, none).ok(),
            Some(("Orders by month".to_owned(), "SELECT 1".to_owned()))
        );
        assert!(checked_query(("QUERY 3", "SELECT 1"), 100, known()).is_ok(), "in the place of one that is there");
        for (name, sql) in [("", "SELECT 1"), ("A", " \n"), ("A", &*"x".repeat(101)), (&*"x".repeat(121), "SELECT 1")] {
            assert!(checked_query((name, sql), 100, none).is_err(), "{name} {sql}");
        }
        assert!(checked_query(("One more", "SELECT 1"), 100, known()).is_err());
    }
}
