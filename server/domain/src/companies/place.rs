//! Where a company is, as a constraint, a text or the gazetteer says it (seed 001, parts A and B).

use serde::{Deserialize, Serialize};

/// What kind of area it is. The three names of the seed; anything else that the gazetteer knows is a district.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AreaType {
    FreeZone,
    Mainland,
    District,
}

/// A place by its parts, each by its canonical name ("UAE", "Abu Dhabi", "ADGM"). What is not known is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// An emirate of the UAE, a state or a province elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emirate: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area_type: Option<AreaType>,
}

impl Place {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// How sure it is that a company is where a text puts it (seed 001, Layer 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Certainty {
    /// The text itself names the area (or an alias of it) as where the company is.
    Verified,
    /// It follows from what the text says: the city of a named area, the place of a dateline.
    Inferred,
    Unverified,
}
