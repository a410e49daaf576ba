//! What became of columns whose texts mean numbers or days.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub(crate) struct ConversionsOfTable {
    table: String,
    conversions: Vec<ConversionOfColumn>,
}

/// What became of one column of a file.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConversionOfColumn {
    column: String,
    from: MeaningOfColumn,
    to: MeaningOfColumn,
    state: StateOfConversion,
    /// What stands beside every number, e.g. `€` or `%`: 12 % is 12.
    #[schema(required = false)]
    unit: Option<String>,
    /// Cells that hold something.
    values: u64,
    /// How many of them stand for nothing or do not have the meaning: where the column is converted they are empty.
    empty: u64,
    /// Some of those, as the file has them.
    #[schema(required = false)]
    nothings: Vec<String>,
    /// Some of the other values, as the file has them.
    #[schema(required = false)]
    examples: Vec<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MeaningOfColumn {
    Text,
    Integer,
    Number,
    Percent,
    Date,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StateOfConversion {
    Applied,
    /// Somebody wants the texts as they are.
    Undone,
    /// Its values can be read in two ways, so they stay texts.
    Unclear,
    /// Most of its values have this meaning and some have not, so they stay texts.
    Mixed,
}
