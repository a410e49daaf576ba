//! Searches for companies: what is asked for, what is answered, and how it came about (seed 001, part B).

mod layer;
mod live;
mod request;
mod response;
mod score;
mod trace;

pub use layer::{LayerCost, LayerView, SearchLayer};
pub use live::{CompanySearchEvent, CompanySearchView, ENOUGH_RESULTS, ProviderAnswer, QueryView, SearchCall, SearchPlan};
pub use request::{
    AreaType, CompanyRequest, Constraints, DiscoveryRequest, NoveltyMode, SalesContext, SearchBudgets, SearchMode, SearchOptions,
    WorkPatterns,
};
pub use response::{
    CacheUse, CompanyEvidence, CompanyLocation, CompanySignal, DiscoveryData, DiscoveryResponse, FieldConflict, FoundCompany,
    NoveltyCounts, NoveltyStatus, ParsedLocation, QueryExclusion, QueryUnderstanding, RejectionBreakdown, SearchCosts,
    SearchMeta, ValidationCounts,
};
pub use score::{ScoreExplanations, ScorePart, SivaScores, Tier};
pub use trace::{CandidateOccurrence, CandidateTrace, CompanySearchTrace, LayerTrace, QueryTrace};
