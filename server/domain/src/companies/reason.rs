//! Why a company is not returned, by the names of the answer (seed 001, Layers 5 and 6; COMPANIES.md).

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The user never wants to see it.
    ExcludedByUser,
    /// The passage is not in the source to the letter, or does not hold the company.
    EvidenceNotVerbatim,
    /// It is somewhere else, or what is known of its place contradicts a constraint.
    LocationMismatch,
    /// Nothing proves that it is there.
    LocationUnverified,
    CityMismatch,
    /// It plans to come, left, or never was there.
    NotPresent,
    /// It is the zone itself, its regulator, an adviser, an investor, a customer.
    NotATenant,
    /// In `excludeEntityIds`, and the search is strict.
    PreviouslySeen,
    /// In `excludeEntityIds`, and nothing newer than what was seen.
    NoNewEvidence,
    /// Published before `sinceTimestamp`.
    StaleEvidence,
    /// With `sinceTimestamp`, a source without a date proves nothing new.
    UndatedEvidence,
}

impl Reason {
    pub const ALL: [Self; 11] = [
        Self::ExcludedByUser,
        Self::EvidenceNotVerbatim,
        Self::LocationMismatch,
        Self::LocationUnverified,
        Self::CityMismatch,
        Self::NotPresent,
        Self::NotATenant,
        Self::PreviouslySeen,
        Self::NoNewEvidence,
        Self::StaleEvidence,
        Self::UndatedEvidence,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ExcludedByUser => "excluded_by_user",
            Self::EvidenceNotVerbatim => "evidence_not_verbatim",
            Self::LocationMismatch => "location_mismatch",
            Self::LocationUnverified => "location_unverified",
            Self::CityMismatch => "city_mismatch",
            Self::NotPresent => "not_present",
            Self::NotATenant => "not_a_tenant",
            Self::PreviouslySeen => "previously_seen",
            Self::NoNewEvidence => "no_new_evidence",
            Self::StaleEvidence => "stale_evidence",
            Self::UndatedEvidence => "undated_evidence",
        }
    }

    /// The layer that decides it.
    #[must_use]
    pub const fn layer(self) -> u8 {
        match self {
            Self::PreviouslySeen | Self::NoNewEvidence | Self::StaleEvidence | Self::UndatedEvidence => 6,
            _ => 5,
        }
    }
}
