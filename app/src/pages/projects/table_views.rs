//! What the page of a table shows.

use super::views::{SourceCard, TableLine};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableView {
    pub source: SourceCard,
    pub line: TableLine,
    pub columns: Vec<ColumnShown>,
    /// Keys of other tables that lead here.
    pub referenced_by: Vec<KeyShown>,
    /// A query that shows its first rows.
    pub sql: String,
    pub rows: RowsShown,
    /// What became of columns whose texts mean numbers or days.
    pub conversions: Vec<ConversionShown>,
    /// Known already; it is computed by itself where nobody pays for it.
    pub profile: Option<ProfileShown>,
    pub is_free: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ColumnShown {
    pub name: String,
    pub data_type: String,
    pub about: String,
    pub nullable: bool,
    pub key: bool,
    pub leads_to: Option<KeyShown>,
    pub samples: Vec<String>,
}

/// A key to or from another table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KeyShown {
    pub table: String,
    pub column: String,
    /// The column of this table that it belongs to.
    pub here: String,
    /// The database says so; else it was inferred.
    pub declared: bool,
}

/// What the values of a table are like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileShown {
    pub rows: u64,
    pub elapsed_ms: u64,
    pub columns: Vec<ColumnProfileShown>,
    /// Columns that were left out.
    pub more: usize,
    /// What is worth knowing at once.
    pub remarks: Vec<RemarkShown>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnProfileShown {
    pub name: String,
    pub data_type: String,
    pub nulls: u64,
    pub distinct: u64,
    /// The number of distinct values is an estimate.
    pub estimated: bool,
    pub min: String,
    pub max: String,
    pub mean: String,
    /// Where the 5, 25, 50, 75 and 95 % of the values lie between the least and the greatest, in per cent.
    pub spread: Vec<u8>,
    pub middle: String,
    /// How many values lie in each of equal parts between the least and the greatest, in per cent of the largest part.
    pub histogram: Vec<u8>,
    /// The most frequent values.
    pub top: Vec<(String, u64)>,
}

/// Some rows of a table, each value as a person reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowsShown {
    pub columns: Vec<RowColumn>,
    pub rows: Vec<Vec<CellShown>>,
    /// The place of the first one that is shown; as many are on one page.
    pub from: usize,
    pub most: usize,
    pub more: bool,
    /// The column that orders them; empty where none does.
    pub sort: String,
    pub descending: bool,
    /// Columns that have no room.
    pub left_out: usize,
    /// Columns whose values are not shown, because they look like secrets.
    pub hidden: Vec<String>,
    /// They are some that were seen when the source was read.
    pub sampled: bool,
    /// Why there are none; empty otherwise.
    pub fault: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowColumn {
    pub name: String,
    pub is_number: bool,
    pub can_sort: bool,
    /// What stands beside every number in the file.
    pub unit: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellShown {
    pub text: String,
    /// All of it, where the text is only its beginning.
    pub whole: String,
    pub is_null: bool,
}

/// What became of a column whose texts mean numbers or days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConversionShown {
    pub column: String,
    /// `integer`, `number`, `percent` or `date`.
    pub to: String,
    /// `applied`, `undone`, `unclear` or `mixed`.
    pub state: String,
    pub unit: String,
    pub values: u64,
    pub empty: u64,
    pub nothings: Vec<String>,
    pub examples: Vec<String>,
}

/// Whether a column is to be read as what its texts mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConversionWanted {
    pub project: String,
    pub source: String,
    pub table: String,
    pub column: String,
    pub applied: bool,
}

/// Something that is worth knowing of a column at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemarkShown {
    pub column: String,
    /// `empty`, `missing`, `constant` or `repeats`.
    pub kind: String,
    /// How many of how many, as the kind counts them.
    pub count: u64,
    pub of: u64,
    pub value: String,
}
