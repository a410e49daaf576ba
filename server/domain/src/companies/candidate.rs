//! A company that a text may speak of, with the words that say so (seed 001, Layer 4).

use super::{Certainty, Place};
use serde::{Deserialize, Serialize};

/// A text of a search, as the provider gave it. `text` is verbatim: quotes are parts of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundText {
    pub url: String,
    pub title: String,
    pub text: String,
    /// `YYYY-MM-DD`; none where nobody says when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
}

/// What a company has to do with the place (issue: "the company's role in the sentence").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It is there: has an office, a licence, a plant, a lease.
    Tenant,
    Regulator,
    /// It owns or runs the zone.
    ZoneOwner,
    Adviser,
    Investor,
    Customer,
    /// It is only mentioned.
    Other,
}

impl Role {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tenant => "tenant",
            Self::Regulator => "regulator",
            Self::ZoneOwner => "zone_owner",
            Self::Adviser => "adviser",
            Self::Investor => "investor",
            Self::Customer => "customer",
            Self::Other => "other",
        }
    }
}

/// When and whether it is there. Firm announcements count as present, plans and talks do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    Present,
    /// Signed, approved, "will open": as good as there.
    Announced,
    Planned,
    Left,
    Denied,
    Unclear,
}

impl Presence {
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Present | Self::Announced)
    }

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Announced => "announced",
            Self::Planned => "planned",
            Self::Left => "left",
            Self::Denied => "denied",
            Self::Unclear => "unclear",
        }
    }
}

/// Why one would call them now (COMPANIES.md, Signals).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignalType {
    Hiring,
    Expansion,
    Funding,
    NewOffice,
    Relocation,
    Licence,
    Partnership,
    Acquisition,
    Leadership,
    Contract,
    Product,
    /// Nothing but that it is there.
    Presence,
}

impl SignalType {
    pub const ALL: [Self; 12] = [
        Self::Hiring,
        Self::Expansion,
        Self::Funding,
        Self::NewOffice,
        Self::Relocation,
        Self::Licence,
        Self::Partnership,
        Self::Acquisition,
        Self::Leadership,
        Self::Contract,
        Self::Product,
        Self::Presence,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hiring => "hiring",
            Self::Expansion => "expansion",
            Self::Funding => "funding",
            Self::NewOffice => "new_office",
            Self::Relocation => "relocation",
            Self::Licence => "licence",
            Self::Partnership => "partnership",
            Self::Acquisition => "acquisition",
            Self::Leadership => "leadership",
            Self::Contract => "contract",
            Self::Product => "product",
            Self::Presence => "presence",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Signal {
    #[serde(rename = "type")]
    pub kind: SignalType,
    /// 1 to 5.
    pub strength: u8,
    /// One plain sentence, taken from the text or worded from its parts.
    pub description: String,
    /// `YYYY-MM-DD`, where the text says when it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger_date: Option<String>,
}

/// One company in one text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// As the text writes it, without quotation marks around it.
    pub name: String,
    /// The words of the text that name the place ("headquartered in ADGM"); empty where it names none.
    pub raw_place: String,
    pub place: Place,
    pub certainty: Certainty,
    pub role: Role,
    pub presence: Presence,
    pub signal: Signal,
    /// One contiguous passage of the text, to the letter, with the company and the place. Where "the hub" joins them, both sentences.
    pub snippet: String,
    /// Which text it comes from: its place in the list that was read.
    pub text: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub industry: Option<String>,
}
