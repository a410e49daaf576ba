//! A guarded query. What a database refuses is mended by the model, where there is one, up to three attempts (seed 004, AUDITABLE
//! Mode); what the guard refuses is not.

use super::{Mending, fail, joins, values};
use crate::{
    Asks,
    memory::{steps_in, steps_read},
};
use domain::{
    FailureKind,
    ask::{ATTEMPTS, Attempt, Client, StepOutcome},
    runs::Broken,
    tools::warehouse::{Dialect, Rows},
};
use projects::{Caller, Extent, dispatch, query_with_tables};
use protocol::ask::{AskCost, AskTable, PlanStep};
use serde_json::{Map, Value, json};

pub(super) async fn run(
    asks: &Asks,
    caller: &Caller,
    (step, sql, extent): (&PlanStep, &str, Extent),
    (earlier, own_values): (&[StepOutcome], &Map<String, Value>),
    mending: Mending,
) -> StepOutcome {
    let (mut sql, mut attempts, mut cost) = (sql.to_owned(), Vec::new(), AskCost::default());
    // Of other steps not all rows are here.
    let whole = steps_read(step);
    loop {
        let read = steps_in(&sql);
        let is_read = |one: &&StepOutcome| one.is_ok() && read.contains(&one.number) && whole.contains(&one.number);
        let tables = earlier.iter().filter(is_read).map(|one| one.table.clone()).collect();
        let (dialect, failure) = match query_with_tables(asks.projects(), caller, &sql, tables, extent).await {
            (_, Ok(rows)) => {
                let database = step.databases.first().cloned().unwrap_or_default();
                let table = to_table(rows);
                let found = StepOutcome {
                    number: step.number,
                    table,
                    database,
                    sql: Some(sql),
                    attempts,
                    cost,
                    ..StepOutcome::default()
                };
                let known = (earlier, own_values, mending);
                let mut outcome = values::correct(asks, caller, (step, extent), known, found).await;
                joins::check(asks, caller, (step, earlier), &mut outcome).await;
                return outcome;
            }
            (dialect, Err(failure)) => (dialect, failure),
        };
        attempts.push(Attempt { sql: sql.clone(), error: failure.detail.clone() });
        let may_mend = attempts.len() < ATTEMPTS && matches!(failure.kind, FailureKind::Invalid | FailureKind::NotFound);
        let mended = match mending.client.filter(|_| may_mend) {
            Some(client) => mend(asks, (caller, client), step, (&sql, &failure.detail, dialect), &mut cost).await,
            None => None,
        };
        match mended {
            Some(mended) => sql = mended,
            None => {
                let last = attempts.pop().map(|last| last.error).unwrap_or_default();
                return StepOutcome { sql: Some(sql), attempts, cost, ..fail(step.number, last) };
            }
        }
    }
}

async fn mend(
    asks: &Asks,
    (caller, client): (&Caller, Client),
    step: &PlanStep,
    (sql, error, dialect): (&str, &str, Option<Dialect>),
    cost: &mut AskCost,
) -> Option<String> {
    asks.analyst().engine(client.tenant).await.ok().flatten()?;
    let tables: Vec<&String> = step.tables.iter().take(10).collect();
    let schema = match dispatch(asks.projects(), caller, "lookup_schema", &json!({"tables": tables})).await {
        Ok(schema) => schema.to_string(),
        Err(_) => String::new(),
    };
    let dialect = dialect.map(|dialect| format!("{dialect:?}")).unwrap_or_default();
    let broken = Broken { dialect: &dialect, sql, error, schema: &schema };
    let judged = asks.analyst().mend_query(client, &broken).await;
    cost.input_tokens += judged.spending.input_tokens;
    cost.output_tokens += judged.spending.output_tokens;
    cost.usd += judged.spending.usd.unwrap_or_default();
    judged.result.ok().filter(|mended| mended.trim() != sql.trim())
}

pub(super) fn to_table(rows: Rows) -> AskTable {
    let row_count = rows.rows.len() as u64;
    AskTable { name: String::new(), columns: rows.columns, rows: rows.rows, row_count, truncated: rows.truncated }
}
