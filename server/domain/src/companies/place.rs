//! Where a company is, as a constraint, a text or the gazetteer says it (seed 001, parts A and B).

use protocol::companies::Constraints;
use serde::{Deserialize, Serialize};

pub use protocol::companies::AreaType;

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

    /// Its most precise part: the area, else the city, else the emirate, else the country.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.area.as_ref().or(self.city.as_ref()).or(self.emirate.as_ref()).or(self.country.as_ref()).map(String::as_str)
    }
}

impl From<&Constraints> for Place {
    fn from(constraints: &Constraints) -> Self {
        let Constraints { country, emirate, city, area, area_type } = constraints.clone();
        Self { country, emirate, city, area, area_type }
    }
}

/// Knows names of places: the gazetteer, for rules that need no more of it.
pub trait Places {
    /// Other names become canonical ones, and parents that are known are filled in. What is there already is kept, even where it
    /// contradicts the rest; an unknown area keeps its own words.
    fn canonicalise(&self, place: &Place) -> Place;
    /// All names of its most precise part, canonical first.
    fn aliases(&self, place: &Place) -> Vec<String>;
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

impl Certainty {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verified => "VERIFIED",
            Self::Inferred => "INFERRED",
            Self::Unverified => "UNVERIFIED",
        }
    }
}
