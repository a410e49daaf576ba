//! What an estimate is made from.

use super::prices::WarehousePrice;
use crate::models::{ModelName, Price};

/// What a run has to do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workload {
    /// Those that are explored.
    pub tables: Vec<TableLoad>,
    /// Areas that are analysed, each by itself.
    pub areas: u32,
    pub max_steps: u32,
    pub min_steps: u32,
    /// The budget of queries.
    pub most_queries: Option<u32>,
    /// Who explores; none is the built-in explorer.
    pub model: Option<ModelLoad>,
    /// By the kinds of [`TableLoad::kind`].
    pub prices: Vec<(String, Option<WarehousePrice>)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableLoad {
    /// Of its source: `files`, `postgres` …
    pub kind: String,
    pub rows: Option<u64>,
    pub columns: u32,
    /// Columns that divide its rows, and columns of time: the more of them, the more is asked.
    pub telling: u32,
    /// Of one row.
    pub row_bytes: u64,
    /// Queries read only the columns that they name.
    pub by_columns: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ModelLoad {
    pub name: ModelName,
    /// None where it is not known.
    pub price: Option<Price>,
}
