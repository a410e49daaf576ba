//! What the pages of searches for companies show.

use crate::calls::Listed;
use protocol::{
    CompanySearchId, SessionId, Timestamp,
    companies::{CompanyEvidence, CompanyLocation, CompanySearchView, CompanySignal, DiscoveryResponse, QueryTrace},
    work::WorkStatus,
};
use serde::{Deserialize, Serialize};

/// A search as lists show it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SearchCard {
    pub id: CompanySearchId,
    pub query: String,
    /// The most precise part of its constraints; empty where it has none.
    pub place: String,
    pub status: WorkStatus,
    pub companies: u32,
    pub rejected: u32,
    pub error: Option<String>,
    pub created_at: Timestamp,
}

/// One's own searches, newest first, and what the form to start one needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchesView {
    pub page: Listed<SearchCard>,
    /// Where the list was when it was read, in the words of `Frame::Changed`.
    pub mark: String,
    /// What the form begins with.
    pub wish: SearchWish,
    /// The interview that the form was filled from: its id and title.
    pub session: Option<(SessionId, String)>,
    /// Who would be searched with, as people know them; own documents are not among them.
    pub providers: Vec<String>,
    /// Own documents would be searched.
    pub with_documents: bool,
    /// The model that would judge; none where the built-in engines do.
    pub model: Option<String>,
    pub may_search: bool,
}

/// A search as somebody entered it; what is empty was not entered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchWish {
    pub query: String,
    pub country: String,
    pub emirate: String,
    pub city: String,
    pub area: String,
    /// `free_zone`, `mainland` or `district`.
    pub area_type: String,
    /// `strict`, `allow_new_evidence`, or `all`: also what one has seen before.
    pub novelty: String,
    /// `YYYY-MM-DD`.
    pub since: String,
    pub max_results: String,
}

/// What the address of the list asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchesRequest {
    /// Where the list begins.
    pub after: String,
    pub wish: SearchWish,
    /// The interview that fills the fields which the address leaves empty.
    pub session: String,
}

/// What somebody does with a search. All but the first start another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchAct {
    Cancel,
    /// The same, without what one has seen.
    New,
    /// The same, with what one has seen.
    All,
    /// At the next wider place.
    Wider,
    /// At the widest of the places that are suggested.
    Widest,
}

/// A search with what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WholeSearch {
    pub view: CompanySearchView,
    /// Once there is an answer.
    pub found: Option<SearchFound>,
    pub may_search: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchFound {
    pub response: DiscoveryResponse,
    /// Every company of the texts, whatever became of it.
    pub candidates: Vec<CandidateView>,
    pub queries: Vec<QueryTrace>,
    /// The places that a broader search would be at: none, one, or the next one and the widest.
    pub wider: Vec<String>,
}

/// A company with what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidateView {
    pub id: String,
    pub name: String,
    /// `returned`, `rejected`, `filtered` or `cut`.
    pub decision: String,
    /// A name of the rules; none where nothing speaks against it.
    pub reason: Option<String>,
    pub location: CompanyLocation,
    pub signal: CompanySignal,
    pub evidence: CompanyEvidence,
    pub passage: Passage,
    /// When its source was read.
    pub accessed_at: Option<Timestamp>,
    /// Texts that name it.
    pub texts: usize,
    /// What the visitor thinks of it.
    pub like: Option<bool>,
}

/// A quote within its source, to the letter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    pub before: String,
    pub quote: String,
    pub after: String,
    /// The quote is in the stored text of the source.
    pub is_verbatim: bool,
}

/// What somebody thinks of a company; without `like` an earlier rating is taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompanyRatingWish {
    pub search: String,
    pub company: String,
    pub like: Option<bool>,
}
