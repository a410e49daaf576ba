//! Checks a claim against the data.

use super::{ProjectCatalog, plans, project_catalog, queries};
use crate::Projects;
use domain::{
    Failure,
    tools::{
        claim::{Verdict, reasoning, validation},
        warehouse::Rows,
    },
};
use protocol::{ProjectId, UserId, account::Account};
use serde_json::Value;

/// The seed's validation block; that a query fails is an answer too.
///
/// # Errors
/// The project is not there, or its database cannot be asked now.
pub async fn verify_claim(
    projects: &Projects,
    who: &Account,
    project: ProjectId,
    claim: &str,
    claimed: f64,
    sql: Option<&str>,
) -> Result<Value, Failure> {
    let catalog = project_catalog(projects, who.tenant_id, project).await?;
    check(projects, &catalog, who.user_id, claim, claimed, sql).await
}

pub(super) async fn check(
    projects: &Projects,
    catalog: &ProjectCatalog,
    by: UserId,
    claim: &str,
    claimed: f64,
    sql: Option<&str>,
) -> Result<Value, Failure> {
    let (sql, how) = match sql {
        Some(sql) => (sql.to_owned(), String::new()),
        None => match plans::planned(catalog, claim, Some(claimed)).await {
            Ok(plan) => (plan.sql, format!("Read as {}. ", plan.reading)),
            Err(why) => {
                let why = plans::asked_back(&why)
                    .unwrap_or_else(|| "No table of the project has a figure that the claim speaks of.".to_owned());
                let why = format!("{why} Say it with the words of the data, or give the SQL.");
                return Ok(validation(Verdict::Error, None, claimed, None, &why));
            }
        },
    };
    let found = match queries::rows(projects, catalog, by, &sql, 1).await {
        Ok(rows) => first_number(&rows),
        // Of a database that has too much to do nothing is said about the claim.
        Err(failure) if !failure.may_pass() => {
            let why = format!("{how}The query failed: {}.", failure.detail.trim_end_matches('.'));
            return Ok(validation(Verdict::Error, None, claimed, Some(&sql), &why));
        }
        Err(failure) => return Err(failure),
    };
    let Some(found) = found else {
        let why = format!("{how}The query answers no number.");
        return Ok(validation(Verdict::Error, None, claimed, Some(&sql), &why));
    };
    let verdict = Verdict::compare(claimed, found);
    let why = format!("{how}{}", reasoning(verdict, claimed, found));
    Ok(validation(verdict, Some(found), claimed, Some(&sql), &why))
}

/// The first number of the first row; a sum over nothing is nothing.
fn first_number(rows: &Rows) -> Option<f64> {
    let row = rows.rows.first()?;
    let number = row.iter().find_map(|value| match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.parse().ok(),
        Value::Bool(truth) => Some(if *truth { 1.0 } else { 0.0 }),
        _ => None,
    });
    number.or_else(|| row.iter().all(Value::is_null).then_some(0.0))
}
