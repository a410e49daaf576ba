//! What the values of a table are like, from one pass over it.

use crate::tools::conversion::Conversion;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TableProfile {
    pub table: String,
    pub rows: u64,
    pub columns: Vec<ColumnProfile>,
    pub elapsed_ms: u64,
    /// What became of columns whose texts mean numbers or days; of files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conversions: Vec<Conversion>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ColumnProfile {
    pub name: String,
    #[serde(rename = "type")]
    pub data_type: String,
    /// Rows with a value; the others are null.
    pub count: u64,
    pub nulls: u64,
    /// About how many different values; exact where they are few.
    pub distinct: u64,
    /// It was estimated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// In the forms of [`super::super::warehouse::Rows`], texts shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Value>,
    /// Of numbers; of texts it is their length in characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// Standard deviation of the sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub std: Option<f64>,
    /// About the quantiles 0.05, 0.25, 0.5, 0.75 and 0.95 of numbers, days and times; empty for everything else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quantiles: Vec<Value>,
    /// How the values of numbers, days and times lie between the least and the greatest: about so many in each of equal parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub histogram: Vec<u64>,
    /// The most frequent values, most frequent first, with about how often they occur. Empty where hardly a value repeats, and for
    /// columns that look like secrets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub top: Vec<Frequent>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frequent {
    pub value: Value,
    pub count: u64,
}
