//! What the queries of a piece took, as the databases and the list of prices say.

use super::estimating::{kind, price_list};
use crate::Projects;
use domain::{
    runs::{
        Spending,
        prices::{PriceList, QueryLoad},
    },
    tools::warehouse::{Dialect, Rows},
};
use protocol::{TenantId, run::RunCost};
use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::OnceCell;

/// Counts queries as they come back, until a piece reports what it took.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Read once it is needed: queries of files cost nothing, whatever is paid for others.
    prices: OnceCell<PriceList>,
    taken: Mutex<Taken>,
}

#[derive(Clone, Copy, Debug)]
struct Taken {
    /// None once a database did not say.
    bytes: Option<u64>,
    /// None once a price is not known.
    usd: Option<f64>,
}

impl Default for Taken {
    fn default() -> Self {
        Self { bytes: Some(0), usd: Some(0.0) }
    }
}

impl Taken {
    /// `rows` is none where the query failed: it has read nothing that is charged for, but took its time.
    fn from_query(prices: Option<&PriceList>, dialect: Dialect, rows: Option<&Rows>, elapsed: Duration) -> Self {
        let bytes = rows.map_or(Some(0), |rows| rows.billed_bytes);
        #[expect(clippy::cast_precision_loss, reason = "bytes far below the precision of a double")]
        let load = QueryLoad {
            queries: if rows.is_some() { 1.0 } else { 0.0 },
            bytes: bytes.map(|bytes| bytes as f64),
            seconds: elapsed.as_secs_f64(),
        };
        let usd = match dialect {
            Dialect::Files | Dialect::Sqlite => Some(0.0),
            _ => prices.and_then(|prices| prices.warehouse(kind(dialect))).and_then(|price| price.cost(load)),
        };
        Self { bytes, usd }
    }
}

impl Tally {
    /// A query that reached a database; no rows where it failed.
    pub(super) async fn count(
        &self,
        projects: &Projects,
        tenant: TenantId,
        dialect: Dialect,
        rows: Option<&Rows>,
        elapsed: Duration,
    ) {
        let prices = match dialect {
            Dialect::Files | Dialect::Sqlite => None,
            _ => self.prices.get_or_try_init(|| price_list(projects, tenant)).await.ok(),
        };
        self.add(Taken::from_query(prices, dialect, rows, elapsed));
    }

    fn add(&self, query: Taken) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.bytes = taken.bytes.zip(query.bytes).map(|(one, other)| one + other);
        taken.usd = taken.usd.zip(query.usd).map(|(one, other)| one + other);
    }

    /// What was counted since the last report, together with what models took.
    pub(super) fn report(&self, queries: u32, spending: Spending) -> RunCost {
        let taken = std::mem::take(&mut *self.taken.lock().unwrap_or_else(PoisonError::into_inner));
        RunCost {
            input_tokens: spending.input_tokens,
            output_tokens: spending.output_tokens,
            llm_usd: spending.usd,
            queries,
            bytes_scanned: taken.bytes,
            warehouse_usd: taken.usd,
            total_usd: spending.usd.zip(taken.usd).map(|(llm, warehouse)| llm + warehouse),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::runs::prices::WarehousePrice;

    fn rows(billed_bytes: Option<u64>) -> Rows {
        Rows { columns: Vec::new(), rows: Vec::new(), elapsed_ms: 0, truncated: false, bytes: 0, billed_bytes }
    }

    fn prices() -> PriceList {
        let by_bytes = WarehousePrice {
            kind: "bigquery".into(),
            per_tb_usd: Some(5.0),
            least_bytes_per_query: Some(10_485_760),
            ..WarehousePrice::default()
        };
        let by_time = WarehousePrice { kind: "snowflake".into(), per_second_usd: Some(0.01), ..WarehousePrice::default() };
        PriceList { warehouses: vec![by_bytes, by_time], searches: Vec::new() }
    }

    #[test]
    fn queries_cost_what_the_list_says() {
        let prices = prices();
        let cost = |dialect, rows: Option<Rows>| {
            let taken = Taken::from_query(Some(&prices), dialect, rows.as_ref(), Duration::from_secs(2));
            (taken.bytes, taken.usd.map(|usd| (usd * 1e6).round() / 1e6))
        };
        let terabyte = 1_099_511_627_776;
        assert_eq!(cost(Dialect::Bigquery, Some(rows(Some(terabyte)))), (Some(terabyte), Some(5.0)));
        assert_eq!(cost(Dialect::Bigquery, Some(rows(Some(1)))), (Some(1), Some(0.000_048)), "there is a least");
        assert_eq!(cost(Dialect::Bigquery, None), (Some(0), Some(0.0)), "what fails is not charged by bytes");
        assert_eq!(cost(Dialect::Snowflake, Some(rows(None))), (None, Some(0.02)), "charged by time, bytes unknown");
        assert_eq!(cost(Dialect::Snowflake, None), (Some(0), Some(0.02)));
        assert_eq!(cost(Dialect::Postgres, Some(rows(None))), (None, None), "no price is not nought");
        assert_eq!(cost(Dialect::Files, Some(rows(None))), (None, Some(0.0)));
    }

    #[test]
    fn what_is_not_known_stays_unknown_until_it_is_reported() {
        let tally = Tally::default();
        tally.add(Taken { bytes: Some(7), usd: Some(1.5) });
        let cost = tally.report(1, Spending { usd: Some(0.5), ..Spending::nothing() });
        assert_eq!((cost.queries, cost.bytes_scanned, cost.warehouse_usd, cost.total_usd), (1, Some(7), Some(1.5), Some(2.0)));
        tally.add(Taken { bytes: None, usd: None });
        tally.add(Taken { bytes: Some(3), usd: Some(1.0) });
        let cost = tally.report(2, Spending::nothing());
        assert_eq!((cost.bytes_scanned, cost.warehouse_usd, cost.total_usd), (None, None, None));
        let cost = tally.report(0, Spending::nothing());
        assert_eq!((cost.bytes_scanned, cost.total_usd), (Some(0), Some(0.0)), "each report begins anew");
    }
}
