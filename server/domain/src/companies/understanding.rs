//! What a search is after, as its text and its constraints say it (seed 001, Layers 1 and 2).

use super::{Place, SignalType};
use serde::{Deserialize, Serialize};

/// What was understood of the query.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Understanding {
    /// `find_leads` unless the text says otherwise.
    pub intent: String,
    /// What binds: the constraints, and what the text names beside them. A place in the text binds like a constraint.
    pub place: Place,
    /// 0 to 1.
    pub place_confidence: f64,
    /// `company`, or the narrower word of the text ("startup", "bank").
    pub entity_type: String,
    pub signals: Vec<SignalType>,
    /// Words of the trade that it is about ("fintech", "logistics"), as the text has them.
    pub sectors: Vec<String>,
    /// "recent", "this week"; none where the text has no such words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_hint: Option<String>,
    /// Companies that the text leaves out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<Exclusion>,
    pub conflicts: Vec<Conflict>,
    /// The text and the constraints name places of which nothing is in both, or the text wants companies that are not there any more:
    /// nothing passes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_impossible: bool,
    /// Places that the text leaves out: what is there does not pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<Place>,
}

/// "Not banks", "except Careem".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exclusion {
    /// As the text has it.
    pub text: String,
    pub kind: ExclusionKind,
    /// By which companies of a sector are recognised; none for a name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExclusionKind {
    /// One company.
    Name,
    /// What companies are or do.
    Sector,
}

impl ExclusionKind {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Sector => "sector",
        }
    }
}

/// The text and a constraint say different things: both bind, and both are shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conflict {
    /// `country`, `emirate`, `city`, `area` or `areaType`.
    pub field: String,
    pub text: String,
    pub constraint: String,
}

/// What is searched for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Synthesis {
    /// 4 to 12, different from each other, best first.
    pub queries: Vec<String>,
    /// "Abu Dhabi, United Arab Emirates": for providers that search from somewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search_location: Option<String>,
    /// Two letters ("ae"), for providers that know countries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country_code: Option<String>,
}

/// What is known beside the query when it is turned into searches (seed 001, Layer 2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SynthesisContext {
    /// Of the sales context ("banking"); none where the request has none.
    pub vertical: Option<String>,
    /// "employee_banking".
    pub sub_vertical: Option<String>,
    /// "UAE": where one searches when neither text nor constraints name a country.
    pub region: Option<String>,
    /// The current year, e.g. 2025: it comes with the stamp of the search.
    pub year: i16,
    /// `sinceTimestamp` as it came in.
    pub since: Option<String>,
}
