//! What runs will take, and what costs what.

use domain::{
    models::{ModelName, Price, Strength},
    runs::{Breakdown, Estimate, prices::PriceList},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a run will take. A price that is not known is `null`, and so is every sum that it belongs to.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunEstimate {
    llm: LlmEstimate,
    warehouse: WarehouseEstimate,
    /// US dollars.
    total_cost_usd: Option<f64>,
    /// Of the total: eight of ten runs end within it.
    range: EstimateRange,
    /// The total by phase, in US dollars.
    breakdown: EstimateBreakdown,
    /// What is not known, and how it becomes known.
    notes: Vec<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LlmEstimate {
    /// `built_in` where no language model explores.
    provider: String,
    model: String,
    estimated_input_tokens: u64,
    estimated_output_tokens: u64,
    cost_usd: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct WarehouseEstimate {
    /// The kinds of the project's databases: `files, postgres`.
    provider: String,
    estimated_queries: u32,
    estimated_bytes_scanned: Option<u64>,
    cost_usd: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct EstimateRange {
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct EstimateBreakdown {
    exploration: Option<f64>,
    analysis: Option<f64>,
    validation: Option<f64>,
    recommendations: Option<f64>,
}

impl RunEstimate {
    pub(crate) fn new(of: Estimate) -> Self {
        let Breakdown { exploration, analysis, validation, recommendations } = of.breakdown;
        Self {
            llm: LlmEstimate {
                provider: of.llm.provider,
                model: of.llm.model,
                estimated_input_tokens: of.llm.estimated_input_tokens,
                estimated_output_tokens: of.llm.estimated_output_tokens,
                cost_usd: of.llm.cost_usd,
            },
            warehouse: WarehouseEstimate {
                provider: of.warehouse.provider,
                estimated_queries: of.warehouse.estimated_queries,
                estimated_bytes_scanned: of.warehouse.estimated_bytes_scanned,
                cost_usd: of.warehouse.cost_usd,
            },
            total_cost_usd: of.total_cost_usd,
            range: EstimateRange { low: of.range.low, high: of.range.high },
            breakdown: EstimateBreakdown { exploration, analysis, validation, recommendations },
            notes: of.notes,
        }
    }
}

/// What costs what, in US dollars. What is not there is not known.
#[derive(Serialize, ToSchema)]
pub(crate) struct PriceLists {
    /// Of the models that answer now; they are set at `/api/v1/admin/models`.
    models: Vec<ModelPrice>,
    warehouses: Vec<WarehousePrice>,
    searches: Vec<SearchPrice>,
    /// Nobody changed the listed prices.
    listed: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ModelPrice {
    /// `fast` or `strong`.
    #[schema(max_length = 20)]
    strength: String,
    #[schema(max_length = 60)]
    provider: String,
    #[schema(max_length = 200)]
    model: String,
    /// For a million tokens.
    input_usd: Option<f64>,
    output_usd: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct WarehousePrice {
    #[schema(example = "bigquery")]
    kind: String,
    /// For a terabyte (2^40 bytes) that is read.
    per_tb_usd: Option<f64>,
    /// For a second that a query runs.
    per_second_usd: Option<f64>,
    /// What is charged even where a query reads less.
    least_bytes_per_query: Option<u64>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SearchPrice {
    #[schema(example = "tavily")]
    provider: String,
    per_call_usd: f64,
}

impl ModelPrice {
    pub(crate) fn new(strength: Strength, name: &ModelName, price: Option<Price>) -> Self {
        Self {
            strength: strength.name().to_owned(),
            provider: name.provider.name().to_owned(),
            model: name.model.clone(),
            input_usd: price.map(|price| price.input.in_dollars()),
            output_usd: price.map(|price| price.output.in_dollars()),
        }
    }
}

impl PriceLists {
    /// `own` are those that somebody set.
    pub(crate) fn new(models: Vec<ModelPrice>, own: Option<&PriceList>) -> Self {
        let list = own.unwrap_or_else(|| PriceList::listed());
        let warehouse = |one: &domain::runs::prices::WarehousePrice| WarehousePrice {
            kind: one.kind.clone(),
            per_tb_usd: one.per_tb_usd,
            per_second_usd: one.per_second_usd,
            least_bytes_per_query: one.least_bytes_per_query,
        };
        let search = |one: &domain::runs::prices::SearchPrice| SearchPrice {
            provider: one.provider.clone(),
            per_call_usd: one.per_call_usd,
        };
        Self {
            models,
            warehouses: list.warehouses.iter().map(warehouse).collect(),
            searches: list.searches.iter().map(search).collect(),
            listed: own.is_none(),
        }
    }
}
