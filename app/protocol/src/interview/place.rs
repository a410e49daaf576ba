//! Where an interview lies: in the list, put away, or deleted until it is removed for good.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    #[default]
    Listed,
    /// Out of the way, and found by a filter of the list.
    Archived,
    /// Nobody finds it any more, and it can be brought back for a while.
    Deleted,
}

impl Place {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Listed => "listed",
            Self::Archived => "archived",
            Self::Deleted => "deleted",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Listed, Self::Archived, Self::Deleted].into_iter().find(|place| place.name() == name)
    }
}
