//! What the texts of a column mean, where a file holds numbers and dates as people write them: `31,200.50`, `1.200,50 €`, `12 %`,
//! `05.01.2026`, `n/a`.
//!
//! A column is read as what it means only where all of it is understood in one way. What could be read in two ways stays a text, and so
//! does what only looks like a number: postcodes, telephone numbers, ids. A percentage keeps the number that is written: `12 %` is 12.

mod day;
mod number;
mod plan;
mod watch;

pub use plan::{Cell, Plan};
pub use watch::{Outcome, Watch};

use serde::{Deserialize, Serialize};

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Meaning {
    Text,
    Integer,
    Number,
    /// In hundredths: the number that is written before the sign.
    Percent,
    Date,
}

/// Whether a column is read as what its texts mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConversionState {
    Applied,
    /// Somebody wants the texts as they are.
    Undone,
    /// Its values can be read in two ways, so they stay texts.
    Unclear,
    /// Most of its values have this meaning and some have not, so they stay texts.
    Mixed,
}

/// What became of one column of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversion {
    pub column: String,
    pub from: Meaning,
    pub to: Meaning,
    pub state: ConversionState,
    /// What stands beside every number, e.g. `€` or `%`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Cells that hold something.
    pub values: u64,
    /// How many of them stand for nothing or do not have the meaning: where the column is converted they are empty.
    pub empty: u64,
    /// Some of those, as the file has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nothings: Vec<String>,
    /// Some of the other values, as the file has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
}

impl Conversion {
    /// Without anything that the rows hold.
    pub fn hide_values(&mut self) {
        (self.values, self.empty) = (0, 0);
        self.nothings.clear();
        self.examples.clear();
    }
}

/// What a reader of files has taken a column for by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    Text,
    Integer,
    Number,
    Date,
    Other,
}

/// Whether a text stands for nothing.
fn is_nothing(text: &str) -> bool {
    const WORDS: [&str; 22] = [
        "-", "–", "—", "--", "---", "na", "n/a", "n.a.", "#n/a", "#nv", "null", "#null!", "none", "nan", "nil", "\\n", "k.a.",
        "k. a.", "#ref!", "#value!", "#div/0!", "#name?",
    ];
    text.len() <= 8 && WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests;
