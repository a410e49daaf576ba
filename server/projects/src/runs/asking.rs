//! Queries of a run: asked as whoever wanted it, and mended by a model where a database refuses them (seed 002, Self-healing SQL).

use super::{
    super::{queries, routing},
    Piece,
    memory::{Memory, ROWS},
    prompting::judge_fault,
};
use crate::{ProjectCatalog, query_log::Requester};
use domain::{
    Failure, FailureKind,
    runs::{Broken, Client, Question, Spending},
    tools::{
        answers::Held,
        warehouse::{Dialect, Rows},
    },
};
use protocol::{
    live::Kind,
    run::{Fix, RunStep},
};
use std::{fmt::Write, time::Instant};

/// Attempts to mend one query.
const MOST_FIXES: u32 = 3;
/// What a model is shown of the tables when it mends a query, in characters.
const SCHEMA: usize = 12_000;

/// What a query came to, after it was mended where it had to be.
pub(super) struct Queried {
    pub sql: String,
    pub result: Result<Rows, Failure>,
    pub fixes: Vec<Fix>,
    pub spending: Spending,
    /// Queries that reached a database.
    pub queries: u32,
    pub elapsed_ms: u64,
    /// Of it what its last query took.
    pub last_ms: u64,
}

impl Piece {
    /// For whom the run's queries are asked.
    pub(super) fn requester(&self) -> Requester {
        Requester { user: self.run.by, subject: Some((Kind::Run, self.run.view.id.0)) }
    }

    /// For whom a model is asked.
    pub(super) fn client(&self) -> Client {
        let limit = self.run.view.request.budget.usd.map(domain::models::Usd::dollars);
        Client { tenant: self.run.tenant, run: self.run.view.id, limit }
    }

    pub(super) async fn query(&self, catalog: &ProjectCatalog, sql: &str, rows: usize) -> Result<Rows, Failure> {
        let begun = Instant::now();
        let (dialect, found) = queries::rows_with_dialect(&self.projects, catalog, self.requester(), sql, rows).await;
        if let Some(dialect) = dialect {
            self.tally.count(&self.projects, self.run.tenant, dialect, found.as_ref().ok(), begun.elapsed()).await;
        }
        found
    }

    pub(super) async fn ask(&self, catalog: &ProjectCatalog, question: Question) -> (Question, RunStep, Result<Rows, Failure>) {
        let begun = Instant::now();
        let found = self.query(catalog, &question.sql, ROWS).await;
        let step = RunStep {
            purpose: Some(question.purpose.clone()),
            sql: Some(question.sql.clone()),
            elapsed_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            ..self.step("query")
        };
        match found {
            Ok(rows) => {
                let step = RunStep { row_count: Some(rows.rows.len() as u64), ..step };
                (question, step, Ok(rows))
            }
            Err(failure) => {
                let step = RunStep { status: "error".into(), error: Some(failure.detail.clone()), ..step };
                (question, step, Err(failure))
            }
        }
    }

    /// A model's query. What the database says to it goes back to the model, up to three times.
    pub(super) async fn ask_mending(&self, catalog: &ProjectCatalog, memory: &mut Memory, sql: &str, rows: usize) -> Queried {
        let begun = Instant::now();
        let (mut sql, mut fixes, mut spending, mut queries) = (sql.to_owned(), Vec::new(), Spending::nothing(), 0);
        let (result, last_ms) = loop {
            queries += 1;
            let sent = Instant::now();
            let found = self.query(catalog, &sql, rows).await;
            let last_ms = u64::try_from(sent.elapsed().as_millis()).unwrap_or(u64::MAX);
            let failure = match found {
                Ok(rows) => break (Ok(rows), last_ms),
                Err(failure) => failure,
            };
            let attempt = u32::try_from(fixes.len()).unwrap_or(u32::MAX) + 1;
            if attempt > MOST_FIXES || failure.kind == FailureKind::Unavailable || memory.model.usable().is_none() {
                break (Err(failure), last_ms);
            }
            let (dialect, schema) = (describe_target(catalog, &sql), describe_tables(catalog));
            let broken = Broken { dialect: &dialect, sql: &sql, error: &failure.detail, schema: &schema };
            let judged = self.projects.analyst().mend_query(self.client(), &broken).await;
            spending.add(judged.spending);
            let mended = match judged.result {
                Ok(mended) => mended,
                Err(fault) => {
                    // The next step would meet the same bad key or the same spent budget.
                    judge_fault(memory, &fault);
                    break (Err(failure), last_ms);
                }
            };
            fixes.push(Fix { attempt, sql_before: sql, error: failure.detail, sql_after: mended.clone() });
            sql = mended;
        };
        let elapsed_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Queried { sql, result, fixes, spending, queries, elapsed_ms, last_ms }
    }
}

/// The databases of a project with the SQL that each speaks.
pub(super) fn dialects(catalog: &ProjectCatalog) -> String {
    Held::databases(&catalog.held).map(describe_dialect).collect::<Vec<_>>().join("; ")
}

/// The same of the database alone that a query is for; of all where that cannot be told.
fn describe_target(catalog: &ProjectCatalog, sql: &str) -> String {
    routing::routed(&catalog.held, sql).map_or_else(|_| dialects(catalog), |(held, _)| describe_dialect(held))
}

fn describe_dialect(held: &Held) -> String {
    let dialect = match routing::dialect(held) {
        Dialect::Files => "SQL of DataFusion (close to PostgreSQL)".to_owned(),
        other => format!("{other:?}"),
    };
    format!("{}: {dialect}", held.source.name)
}

/// A line for each table with its columns and their types, as far as there is room.
pub(super) fn describe_tables(catalog: &ProjectCatalog) -> String {
    let mut text = String::new();
    for table in Held::databases(&catalog.held).flat_map(|one| &one.found.tables) {
        let columns: Vec<String> = table.columns.iter().map(|column| format!("{} {}", column.name, column.data_type)).collect();
        let line = format!("{}.{}({})", table.database, table.name, columns.join(", "));
        if text.len() + line.len() > SCHEMA {
            let _ = writeln!(text, "… more tables are not shown");
            break;
        }
        let _ = writeln!(text, "{line}");
    }
    text
}
