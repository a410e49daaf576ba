//! Queries of an ask's steps: over a database, over rows of earlier steps, or over both.

use super::{
    Caller, ProjectCatalog,
    connections::{connected, of_fault},
    project_catalog,
    queries::with_names,
    query_log::{Requester, ceiling, guarded, refused},
    routing::{dialect, routed, routed_or_alone},
};
use crate::Projects;
use domain::{
    Failure, FailureKind,
    ask::{MOST_BYTES, MOST_ROWS, weigh_rows},
    tools::{
        answers::Held,
        warehouse::{Dialect, GivenRows, QueryLimits, Rows},
    },
};
use protocol::ask::AskTable;
use warehouse::{
    ConnectionSettings, FilesSettings, Options,
    guard::{GivenTable, with_tables},
};

/// Of the rows that one query brings along, as JSON: they are sent to the process that works it out.
const MOST_BROUGHT: usize = 2 * MOST_BYTES;

/// How much of an answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// So many rows, and no more than one query hands out.
    Usual(usize),
    /// What later steps go on from: [`MOST_ROWS`] rows and [`MOST_BYTES`] of JSON. Nobody is shown all of it.
    Kept,
}

impl Extent {
    fn limits(self, projects: &Projects) -> QueryLimits {
        let most = self.most(projects);
        match self {
            Self::Usual(rows) => QueryLimits { rows, ..most },
            Self::Kept => most,
        }
    }

    /// The most that a query gets.
    fn most(self, projects: &Projects) -> QueryLimits {
        let usual = ceiling(projects).clone();
        match self {
            Self::Usual(_) => usual,
            Self::Kept => QueryLimits { rows: usual.rows.max(MOST_ROWS), bytes: usual.bytes.max(MOST_BYTES), ..usual },
        }
    }
}

/// One guarded query with the dialect of the database that was asked.
///
/// # Errors
/// 422 for whatever is not one query that reads one database of the project.
pub async fn query_rows(
    projects: &Projects,
    caller: &Caller,
    sql: &str,
    extent: Extent,
) -> (Option<Dialect>, Result<Rows, Failure>) {
    query_with_tables(projects, caller, sql, Vec::new(), extent).await
}

/// The same with tables of earlier steps. Beside files, or alone, they are tables in memory; any other database is sent them as a part of
/// the query, which may be of few rows.
///
/// # Errors
/// As [`query_rows`], and where a table is too large to be brought along.
pub async fn query_with_tables(
    projects: &Projects,
    caller: &Caller,
    sql: &str,
    tables: Vec<AskTable>,
    extent: Extent,
) -> (Option<Dialect>, Result<Rows, Failure>) {
    let catalog = match project_catalog(projects, caller.account.tenant_id, caller.project).await {
        Ok(catalog) => catalog,
        Err(failure) => return (None, Err(failure)),
    };
    let query = StepQuery { projects, catalog: &catalog, by: caller.account.user_id.into(), extent };
    let own: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    let place = if own.is_empty() { routed(&catalog.held, sql).map(Some) } else { routed_or_alone(&catalog.held, sql, &own) };
    match place {
        Ok(None) => (Some(Dialect::Files), query.of_steps(sql, tables).await),
        Ok(Some((one, sql))) => (Some(dialect(one)), query.of_database(one, &sql, tables).await),
        Err(failure) => {
            refused(projects, &catalog.project, query.by, sql, &failure.detail).await;
            (None, Err(failure))
        }
    }
}

struct StepQuery<'query> {
    projects: &'query Projects,
    catalog: &'query ProjectCatalog,
    by: Requester,
    extent: Extent,
}

impl StepQuery<'_> {
    /// `sql` is in the database's own names.
    async fn of_database(&self, one: &Held, sql: &str, tables: Vec<AskTable>) -> Result<Rows, Failure> {
        let (sql, rows) = if tables.is_empty() || dialect(one) == Dialect::Files {
            (sql.to_owned(), brought(tables)?)
        } else {
            let given: Vec<GivenTable<'_>> =
                tables.iter().map(|table| GivenTable { name: &table.name, columns: &table.columns, rows: &table.rows }).collect();
            (with_tables(sql, dialect(one), &given).map_err(|fault| of_fault(&fault))?, Vec::new())
        };
        let project = &self.catalog.project;
        let database = connected(self.projects, project, &one.source).await?;
        let most = self.extent.most(self.projects);
        let database = guarded(self.projects, project, (Some(&one.source), database), self.by, &most).await?;
        database.query_with(&sql, rows, &self.limits()).await.map_err(|fault| of_fault(&with_names(fault, one)))
    }

    /// Of rows that were read under the project's filter already.
    async fn of_steps(&self, sql: &str, tables: Vec<AskTable>) -> Result<Rows, Failure> {
        let rows = brought(tables)?;
        let project = &self.catalog.project;
        let options = Options { whose: project.tenant.0.as_u128(), ..Options::default() };
        let alone = warehouse::open(&ConnectionSettings::Files(FilesSettings::default()), options);
        let alone = alone.map_err(|fault| of_fault(&fault))?;
        let most = self.extent.most(self.projects);
        let alone = guarded(self.projects, project, (None, alone), self.by, &most).await?;
        let limits = QueryLimits { filter: None, ..self.limits() };
        alone.query_with(sql, rows, &limits).await.map_err(|fault| of_fault(&fault))
    }

    fn limits(&self) -> QueryLimits {
        QueryLimits { filter: self.catalog.project.filter.clone(), ..self.extent.limits(self.projects) }
    }
}

/// # Errors
/// 422 where they are too much for one query.
fn brought(tables: Vec<AskTable>) -> Result<Vec<GivenRows>, Failure> {
    let bytes: usize = tables.iter().map(|table| weigh_rows(&table.rows)).sum();
    if bytes > MOST_BROUGHT {
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        let (names, size, most) = (names.join(", "), bytes / 1_000_000, MOST_BROUGHT / 1_000_000);
        let detail = format!(
            "{names} have {size} MB together, and a query reads at most {most} MB of steps: select fewer columns or aggregate first"
        );
        return Err(Failure::new(FailureKind::Invalid, detail));
    }
    Ok(tables.into_iter().map(|AskTable { name, columns, rows, .. }| GivenRows { name, columns, rows }).collect())
}
