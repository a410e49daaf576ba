//! How an answer came about: every query, every candidate and the reason for what became of it
//! (`GET /api/v1/company-searches/{id}`).

use super::{CompanyEvidence, CompanyLocation, CompanyRequest, CompanySignal, DiscoveryResponse};
use crate::{CompanySearchId, record::record, work::WorkStatus};

record! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct CompanySearchTrace {
        pub id: CompanySearchId,
        pub request_id: String,
        pub status: WorkStatus,
        /// RFC 3339.
        pub created_at: String,
        pub request: CompanyRequest,
        /// None until there is one.
        pub response: Option<DiscoveryResponse>,
        pub queries: Vec<QueryTrace>,
        pub candidates: Vec<CandidateTrace>,
        pub layers: Vec<LayerTrace>,
        /// Its texts come from an earlier search.
        pub cached: bool,
    }
}

record! {
    /// One query to one provider.
    #[derive(Clone, Debug, PartialEq)]
    pub struct QueryTrace {
        pub text: String,
        pub provider: String,
        /// From where it was searched.
        pub location: Option<String>,
        /// The provider's own words for how new results must be.
        pub freshness: Option<String>,
        pub results: u32,
        /// Why there is no answer.
        pub failed: Option<String>,
        /// What the provider says of its answer: engines that did not respond, a time that it cannot search in.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub notes: Vec<String>,
    }
}

record! {
    /// A company, and what became of it.
    #[derive(Clone, Debug, PartialEq)]
    pub struct CandidateTrace {
        /// Also where it was rejected.
        #[serde(default)]
        pub id: String,
        pub name: String,
        /// `returned`; `rejected` by the constraints; `filtered` as not new; `cut`: more than `maxResults`.
        pub decision: String,
        /// None where it was returned or cut; with a flag that only logs, why it would have been rejected.
        pub reason: Option<String>,
        /// The layer that decided: 5, 6 or 7.
        pub layer: u8,
        pub location: CompanyLocation,
        pub evidence: CompanyEvidence,
        pub signal: CompanySignal,
        /// Every mention of it, the deciding one first.
        pub occurrences: Vec<CandidateOccurrence>,
    }
}

record! {
    /// A mention of a company in one text.
    #[derive(Clone, Debug, PartialEq)]
    pub struct CandidateOccurrence {
        /// As this text writes it.
        pub name: String,
        /// `tenant`, `regulator`, `zone_owner`, `adviser`, `investor`, `customer` or `other`.
        pub role: String,
        /// `present`, `announced`, `planned`, `left`, `denied` or `unclear`.
        pub presence: String,
        pub reason: Option<String>,
        pub location: CompanyLocation,
        pub evidence: CompanyEvidence,
        pub signal: CompanySignal,
    }
}

record! {
    /// What one layer took.
    #[derive(Clone, Debug, PartialEq)]
    pub struct LayerTrace {
        pub name: String,
        pub elapsed_ms: u64,
        /// US dollars.
        pub cost: f64,
        /// `built_in`, or the model's name; none where nothing was judged.
        pub engine: Option<String>,
        /// Why the built-in engine did it in place of the model.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fell_back: Option<String>,
        /// Calls to a model that a server died with: nobody knows what they cost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lost_calls: Option<u32>,
    }
}
