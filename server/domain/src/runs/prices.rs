//! What databases and searches cost. Prices change and differ by contract: the list of `prices.json` (public list prices) is a
//! default, and each tenant can set what it pays. What models cost is in [`crate::models`].

use crate::{Fault, StoreFault, account::AuditEntry, models::ModelStore};
use async_trait::async_trait;
use protocol::{TenantId, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Bytes of the terabyte that warehouses charge by.
pub const TERABYTE: f64 = 1_099_511_627_776.0;
/// More kinds or providers than this nobody has.
const MOST: usize = 100;
const LONGEST_NAME: usize = 60;
/// US dollars. What costs more is a slip of the pen.
const DEAREST: f64 = 1_000_000.0;

static LISTED: LazyLock<PriceList> = LazyLock::new(|| serde_json::from_str(include_str!("prices.json")).unwrap_or_default());

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PriceList {
    pub warehouses: Vec<WarehousePrice>,
    pub searches: Vec<SearchPrice>,
}

/// US dollars; none is not known. Where both are set both are charged.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WarehousePrice {
    /// The kind of the source: `bigquery`, `snowflake`, `postgres` …
    pub kind: String,
    /// For a terabyte (2^40 bytes) that queries read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_tb_usd: Option<f64>,
    /// For a second that a query runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_second_usd: Option<f64>,
    /// What is charged even where a query reads less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_bytes_per_query: Option<u64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchPrice {
    /// `brave`, `tavily` …
    pub provider: String,
    pub per_call_usd: f64,
}

/// What queries came to, or will come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QueryLoad {
    pub queries: f64,
    /// None where nobody knows how many.
    pub bytes: Option<f64>,
    pub seconds: f64,
}

impl WarehousePrice {
    /// Nothing is set.
    #[must_use]
    pub const fn is_unknown(&self) -> bool {
        self.per_tb_usd.is_none() && self.per_second_usd.is_none()
    }

    /// In US dollars; none where its price is not known, or it charges for bytes that nobody counted.
    #[must_use]
    pub fn cost(&self, load: QueryLoad) -> Option<f64> {
        let by_time = self.per_second_usd.map(|price| price * load.seconds);
        let by_bytes = match self.per_tb_usd {
            None => None,
            Some(0.0) => Some(0.0),
            Some(price) => {
                #[expect(clippy::cast_precision_loss, reason = "some megabytes")]
                let least = self.least_bytes_per_query.unwrap_or_default() as f64 * load.queries;
                Some(price * load.bytes?.max(least) / TERABYTE)
            }
        };
        match (by_bytes, by_time) {
            (None, None) => None,
            (bytes, time) => Some(bytes.unwrap_or_default() + time.unwrap_or_default()),
        }
    }
}

impl PriceList {
    /// The list prices.
    #[must_use]
    pub fn listed() -> &'static Self {
        &LISTED
    }

    /// Files, and SQLite databases, are read by this server itself: they cost nothing, whatever the list says.
    #[must_use]
    pub fn warehouse(&self, kind: &str) -> Option<WarehousePrice> {
        if is_local(kind) {
            return Some(WarehousePrice { kind: kind.to_owned(), per_tb_usd: Some(0.0), ..WarehousePrice::default() });
        }
        self.warehouses.iter().find(|one| one.kind == kind).cloned()
    }

    #[must_use]
    pub fn search(&self, provider: &str) -> Option<f64> {
        self.searches.iter().find(|one| one.provider == provider).map(|one| one.per_call_usd)
    }

    /// Everything wrong with it, by field. `kinds` and `providers` are those that there are.
    #[must_use]
    pub fn check(&self, kinds: &[&str], providers: &[&str]) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut fault = |field: String, message: String| faults.push(Fault::new(field, message));
        if self.warehouses.len() > MOST || self.searches.len() > MOST {
            fault("warehouses".into(), format!("a list of prices has at most {MOST} entries"));
            return faults;
        }
        let is_wrong = |price: Option<f64>| price.is_some_and(|price| !price.is_finite() || !(0.0..=DEAREST).contains(&price));
        for (at, one) in self.warehouses.iter().enumerate() {
            let field = |name: &str| format!("warehouses[{at}].{name}");
            if one.kind.len() > LONGEST_NAME || !kinds.contains(&one.kind.as_str()) {
                fault(field("kind"), format!("a kind is one of {}", kinds.join(", ")));
            } else if self.warehouses[..at].iter().any(|before| before.kind == one.kind) {
                fault(field("kind"), format!("{} has a price already", one.kind));
            }
            for (name, price) in [("per_tb_usd", one.per_tb_usd), ("per_second_usd", one.per_second_usd)] {
                if is_wrong(price) {
                    fault(field(name), format!("a price lies between 0 and {DEAREST} US dollars"));
                }
            }
        }
        for (at, one) in self.searches.iter().enumerate() {
            let field = |name: &str| format!("searches[{at}].{name}");
            if one.provider.len() > LONGEST_NAME || !providers.contains(&one.provider.as_str()) {
                fault(field("provider"), format!("a provider is one of {}", providers.join(", ")));
            } else if self.searches[..at].iter().any(|before| before.provider == one.provider) {
                fault(field("provider"), format!("{} has a price already", one.provider));
            }
            if is_wrong(Some(one.per_call_usd)) {
                fault(field("per_call_usd"), format!("a price lies between 0 and {DEAREST} US dollars"));
            }
        }
        faults
    }
}

/// Whether a kind of source is read by this server itself.
#[must_use]
pub fn is_local(kind: &str) -> bool {
    matches!(kind, "files" | "sqlite")
}

/// What a tenant pays. The store of models belongs to it: their prices are in their settings.
#[async_trait]
pub trait PriceStore: ModelStore {
    /// None where the tenant set none: the listed ones hold.
    async fn prices(&self, tenant: TenantId) -> Result<Option<PriceList>, StoreFault>;
    /// Together with its line of the audit.
    async fn save_prices(
        &self,
        tenant: TenantId,
        prices: &PriceList,
        by: UserId,
        now: Timestamp,
        audit: AuditEntry,
    ) -> Result<(), StoreFault>;
    /// The listed ones hold again. Together with its line of the audit.
    async fn clear_prices(&self, tenant: TenantId, audit: AuditEntry) -> Result<(), StoreFault>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_listed_prices_are_read() {
        let listed = PriceList::listed();
        assert_eq!(listed.warehouse("bigquery").and_then(|price| price.per_tb_usd), Some(6.25));
        assert_eq!(listed.warehouse("snowflake"), None, "what a credit costs is in the contract");
        assert_eq!(listed.search("searxng"), Some(0.0));
        assert_eq!(listed.check(&["bigquery", "files", "sqlite"], &["searxng", "tavily"]), []);
    }

    #[test]
    fn what_is_not_known_costs_nothing_known() {
        let load = QueryLoad { queries: 2.0, bytes: Some(TERABYTE), seconds: 10.0 };
        let price = |per_tb_usd, per_second_usd| WarehousePrice { per_tb_usd, per_second_usd, ..WarehousePrice::default() };
        for (price, load, cost) in [
            (price(Some(6.25), None), load, Some(6.25)),
            (price(None, Some(0.5)), load, Some(5.0)),
            (price(Some(6.25), Some(0.5)), load, Some(11.25)),
            (price(None, None), load, None),
            (price(Some(6.25), None), QueryLoad { bytes: None, ..load }, None),
            (price(Some(0.0), None), QueryLoad { bytes: None, ..load }, Some(0.0)),
        ] {
            assert_eq!(price.cost(load), cost, "{price:?}");
        }
        let least = WarehousePrice { least_bytes_per_query: Some(1 << 40), ..price(Some(1.0), None) };
        assert_eq!(least.cost(QueryLoad { bytes: Some(5.0), ..load }), Some(2.0), "each query is charged for its least");
    }

    #[test]
    fn wrong_prices_are_named() {
        let warehouse = |kind: &str, per_tb_usd| WarehousePrice { kind: kind.into(), per_tb_usd, ..WarehousePrice::default() };
        let list = PriceList {
            warehouses: vec![warehouse("x", None), warehouse("bigquery", Some(-1.0)), warehouse("bigquery", Some(f64::NAN))],
            searches: vec![SearchPrice { provider: "brave".into(), per_call_usd: f64::INFINITY }],
        };
        let fields: Vec<String> = list.check(&["bigquery"], &["brave"]).into_iter().map(|fault| fault.field).collect();
        assert_eq!(
            fields,
            [
                "warehouses[0].kind", "warehouses[1].per_tb_usd", "warehouses[2].kind", "warehouses[2].per_tb_usd",
                "searches[0].per_call_usd"
            ]
        );
    }
}
