//! `model_calls`, summed up.

use crate::{
    Store,
    columns::{At, count},
    faults::fault,
    pools::read,
};
use domain::{
    StoreFault,
    models::{Usage, UsageBy, UsageQuery, UsageRow, Usd},
};
use sqlx::QueryBuilder;
use uuid::Uuid;

#[derive(sqlx_macros::FromRow)]
struct Record<G> {
    grp: G,
    calls: i64,
    failed: i64,
    input: i64,
    output: i64,
    cost: i64,
    unpriced: i64,
    estimated: i64,
}

/// `$group` stands in the query's text twice and gives a value of the type that `$after` has.
macro_rules! sums {
    ($store:expr, $query:expr, $group:expr, $after:expr) => {
        read!($store, |on| {
            let query: &UsageQuery = $query;
            let mut sql = QueryBuilder::new("SELECT ");
            sql.push($group).push(
                " AS grp, COUNT(*) AS calls, \
                 CAST(SUM(CASE WHEN outcome IN ('done', 'running', 'cancelled') THEN 0 ELSE 1 END) AS BIGINT) AS failed, \
                 CAST(SUM(input_tokens) AS BIGINT) AS input, CAST(SUM(output_tokens) AS BIGINT) AS output, \
                 CAST(COALESCE(SUM(cost_nanos), 0) AS BIGINT) AS cost, \
                 CAST(SUM(CASE WHEN cost_nanos IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS unpriced, \
                 CAST(SUM(CASE WHEN estimated THEN 1 ELSE 0 END) AS BIGINT) AS estimated \
                 FROM model_calls WHERE tenant_id = ",
            );
            sql.push_bind(query.tenant.0);
            if let Some(from) = query.from {
                sql.push(" AND begun_at >= ").push_bind(At(from));
            }
            if let Some(to) = query.to {
                sql.push(" AND begun_at < ").push_bind(At(to));
            }
            if let Some(after) = $after {
                sql.push(" AND ").push($group).push(" < ").push_bind(after);
            }
            sql.push(" GROUP BY 1 ORDER BY 1 DESC LIMIT ").push_bind(i64::from(query.limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        })
    };
}

impl Store {
    pub(super) async fn sum_usage(&self, query: UsageQuery) -> Result<Vec<UsageRow>, StoreFault> {
        let group = match query.by {
            UsageBy::Session => return self.sum_sessions(&query).await,
            // Somebody asks for more than the one tenant there is.
            UsageBy::Tenant if query.after.is_some() => return Ok(Vec::new()),
            UsageBy::Tenant => "''",
            UsageBy::Task => "task",
            UsageBy::Model => "provider || '/' || model",
            UsageBy::Day => "day",
        };
        let records: Vec<Record<String>> = sums!(self, &query, group, query.after.clone());
        let named = |group: String| if query.by == UsageBy::Tenant { query.tenant.to_string() } else { group };
        records.into_iter().map(|record| record.row(named)).collect()
    }

    async fn sum_sessions(&self, query: &UsageQuery) -> Result<Vec<UsageRow>, StoreFault> {
        // Calls outside any interview come last, as the empty group.
        let after = match query.after.as_deref() {
            None => None,
            Some("") => return Ok(Vec::new()),
            Some(after) => Some(Uuid::parse_str(after).map_err(|_| StoreFault::Refused(format!("{after} is no interview")))?),
        };
        let group = match self.pools() {
            crate::pools::Pools::Sqlite(_) => "CASE WHEN subject_kind = 'interview' THEN subject_id ELSE zeroblob(16) END",
            crate::pools::Pools::Postgres(_) => {
                "CASE WHEN subject_kind = 'interview' THEN subject_id ELSE '00000000-0000-0000-0000-000000000000'::uuid END"
            }
        };
        let records: Vec<Record<Uuid>> = sums!(self, query, group, after);
        let named = |group: Uuid| if group.is_nil() { String::new() } else { group.to_string() };
        records.into_iter().map(|record| record.row(named)).collect()
    }
}

impl<G> Record<G> {
    fn row(self, named: impl Fn(G) -> String) -> Result<UsageRow, StoreFault> {
        Ok(UsageRow {
            group: named(self.grp),
            calls: count(self.calls)?,
            failed: count(self.failed)?,
            usage: Usage { input: count(self.input)?, output: count(self.output)? },
            cost: Usd(self.cost),
            unpriced: count(self.unpriced)?,
            estimated: count(self.estimated)?,
        })
    }
}
