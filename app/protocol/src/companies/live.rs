//! A search for companies as it is followed: its layers, its queries, and what came of them (seed 001).

use super::{CompanyRequest, LayerCost, LayerView, SearchLayer};
use crate::{
    CompanySearchId, Timestamp, UserId,
    live::{Live, Recorded, Topic},
    record::record,
    research::SearchProvider,
    tagged::tagged,
    work::{StepState, Work, WorkStatus},
};
use serde::{Deserialize, Serialize};

/// How many results a query looks for before no further provider is paid (COMPANIES.md, Request).
pub const ENOUGH_RESULTS: u32 = 10;

record! {
    /// What a provider answered to a query.
    #[derive(Clone, Debug, PartialEq)]
    pub struct ProviderAnswer {
        pub provider: SearchProvider,
        pub results: u32,
        /// Of them those that the query did not have yet.
        pub fresh: u32,
        /// Why there is no answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub failed: Option<String>,
    }
}

record! {
    /// A query with the answers to it so far.
    #[derive(Clone, Debug, PartialEq)]
    pub struct QueryView {
        pub text: String,
        /// Who was asked, whether or not there is an answer.
        pub asked: Vec<SearchProvider>,
        pub answers: Vec<ProviderAnswer>,
        /// Who was asked for money when a server died: the answer is lost, and asking again would be paid again.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub lost: Vec<SearchProvider>,
    }
}

/// A query that is put to a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SearchCall {
    /// Its place among the queries.
    pub query: u16,
    pub provider: SearchProvider,
}

impl QueryView {
    #[must_use]
    pub fn has(&self, provider: SearchProvider) -> bool {
        self.answers.iter().any(|answer| answer.provider == provider)
    }

    /// Different results so far.
    #[must_use]
    pub fn results(&self) -> u32 {
        self.answers.iter().map(|answer| answer.fresh).sum()
    }
}

/// What a search may do, decided when it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchPlan {
    /// In the order in which they are asked.
    pub providers: Vec<SearchProvider>,
    /// Calls to providers outside; one's own documents are not counted. None is as many as it takes.
    #[serde(default)]
    pub max_search_calls: Option<u32>,
    #[serde(default)]
    pub max_llm_calls: Option<u32>,
    #[serde(default)]
    pub max_page_fetches: u32,
    /// The model that judges; none where the built-in engines do.
    #[serde(default)]
    pub model: Option<String>,
    /// The first two layers go by rules, also where there is a model.
    #[serde(default)]
    pub understands_by_rules: bool,
    /// Texts and candidates come from an earlier search: nothing is asked.
    #[serde(default)]
    pub cached: bool,
    /// Begun by the server, so that the next one is answered at once.
    #[serde(default)]
    pub warming: bool,
    /// The tenant has places of its own, which are kept with the search.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_places: bool,
}

tagged! {
    pub enum CompanySearchEvent {
        Requested = "requested" {
            id: CompanySearchId,
            by: UserId,
            /// The client's own name of it; the same name is the same search.
            request_id: String,
            request: Box<CompanyRequest>,
            plan: SearchPlan,
        },
        /// A server works on it; again after that one died.
        Started = "started",
        Understood = "understood" {
            cost: LayerCost,
        },
        Synthesized = "synthesized" {
            queries: Vec<String>,
            cost: LayerCost,
        },
        /// These calls are made now. They count against the budget, also where a server dies with them.
        Asked = "asked" {
            calls: Vec<SearchCall>,
        },
        /// A server died with these calls. They count as made: the searches are not made again, a model is asked once more.
        Lost = "lost" {
            calls: Vec<SearchCall>,
            /// The layer in which a model was asked.
            #[serde(default)]
            model: Option<SearchLayer>,
        },
        Answered = "answered" {
            query: u16,
            answer: ProviderAnswer,
            /// Of the results those that no query had yet.
            new_texts: u32,
            usd: f64,
        },
        PageRead = "page_read" {
            failed: Option<String>,
        },
        Extracted = "extracted" {
            texts: u32,
            candidates: u32,
            cost: LayerCost,
        },
        Concluded = "concluded" {
            companies: u32,
            rejected: u32,
            cost: LayerCost,
        },
        Ended = "ended" {
            status: WorkStatus,
            error: Option<String>,
        },
    }
}

record! {
    /// Where a search is.
    #[derive(Clone, Debug, PartialEq)]
    pub struct CompanySearchView {
        pub id: CompanySearchId,
        pub by: UserId,
        pub request_id: String,
        pub request: CompanyRequest,
        pub plan: SearchPlan,
        pub work: Work,
        pub layers: Vec<LayerView>,
        pub queries: Vec<QueryView>,
        /// Different texts that were found.
        pub texts: u32,
        /// Pages that were fetched, or could not be.
        pub pages: u32,
        pub candidates: u32,
        pub companies: u32,
        pub rejected: u32,
        pub error: Option<String>,
        pub started_at: Option<Timestamp>,
        pub finished_at: Option<Timestamp>,
        /// When the queries began to be asked.
        pub searching_since: Option<Timestamp>,
    }
}

impl CompanySearchView {
    /// Of a search that nobody asked for yet.
    #[must_use]
    pub fn new(id: CompanySearchId, by: UserId, request_id: String, request: CompanyRequest, plan: SearchPlan) -> Self {
        let layer = |layer| LayerView { layer, state: StepState::Waiting, cost: LayerCost::default() };
        Self {
            id,
            by,
            request_id,
            request,
            plan,
            work: Work::default(),
            layers: SearchLayer::ALL.into_iter().map(layer).collect(),
            queries: Vec::new(),
            texts: 0,
            pages: 0,
            candidates: 0,
            companies: 0,
            rejected: 0,
            error: None,
            started_at: None,
            finished_at: None,
            searching_since: None,
        }
    }

    /// Whether a layer has its result.
    #[must_use]
    pub fn has(&self, layer: SearchLayer) -> bool {
        self.layers.iter().any(|one| one.layer == layer && one.state == StepState::Done)
    }

    /// What a layer took so far.
    #[must_use]
    pub fn cost(&self, layer: SearchLayer) -> LayerCost {
        self.layers.iter().find(|one| one.layer == layer).map(|one| one.cost.clone()).unwrap_or_default()
    }

    /// Calls to language models so far, also those that a server died with.
    #[must_use]
    pub fn llm_calls(&self) -> u32 {
        self.layers.iter().map(|one| one.cost.llm_calls + one.cost.lost_calls).sum()
    }

    /// Calls to providers outside so far.
    #[must_use]
    pub fn search_calls(&self) -> u32 {
        let outside = |query: &QueryView| query.asked.iter().filter(|one| **one != SearchProvider::Local).count();
        u32::try_from(self.queries.iter().map(outside).sum::<usize>()).unwrap_or(u32::MAX)
    }

    fn change(&mut self, layer: SearchLayer, state: StepState, cost: Option<&LayerCost>) {
        for one in self.layers.iter_mut().filter(|one| one.layer == layer) {
            one.state = state;
            if let Some(cost) = cost {
                one.cost = LayerCost { lost_calls: one.cost.lost_calls, ..cost.clone() };
            }
        }
    }

    fn done(&mut self, layer: SearchLayer, cost: &LayerCost) {
        self.change(layer, StepState::Done, Some(cost));
        let next = self.layers.iter().find(|one| one.state == StepState::Waiting).map(|one| one.layer);
        if let Some(next) = next {
            self.change(next, StepState::Running, None);
        }
        self.work.advance();
    }

    /// All queries have their answers, or no more may be asked.
    fn searched(&mut self, at: Timestamp) {
        if !self.has(SearchLayer::Search) {
            let since = self.searching_since.unwrap_or(at);
            let elapsed_ms = u64::try_from((at.0 - since.0) / 1_000).unwrap_or_default();
            let cost = LayerCost { elapsed_ms, ..self.cost(SearchLayer::Search) };
            self.done(SearchLayer::Search, &cost);
        }
    }
}

impl Live for CompanySearchView {
    type Event = CompanySearchEvent;
    type Progress = ();

    fn topic(&self) -> Topic {
        Topic::search(self.id)
    }

    fn seq(&self) -> u64 {
        self.work.seq
    }

    fn apply(&mut self, recorded: &Recorded<CompanySearchEvent>) {
        self.work.record(recorded);
        match &recorded.event {
            CompanySearchEvent::Requested { .. } => self.work = self.work.next(),
            CompanySearchEvent::Started => {
                self.started_at = self.started_at.or(Some(recorded.at));
                self.work.start();
                if !self.has(SearchLayer::Understanding) {
                    self.change(SearchLayer::Understanding, StepState::Running, None);
                }
            }
            CompanySearchEvent::Understood { cost } => self.done(SearchLayer::Understanding, cost),
            CompanySearchEvent::Synthesized { queries, cost } => {
                let query =
                    |text: &String| QueryView { text: text.clone(), asked: Vec::new(), answers: Vec::new(), lost: Vec::new() };
                self.queries = queries.iter().map(query).collect();
                self.searching_since = Some(recorded.at);
                self.done(SearchLayer::Synthesis, cost);
            }
            CompanySearchEvent::Asked { calls } => {
                for call in calls {
                    if let Some(query) = self.queries.get_mut(usize::from(call.query)) {
                        query.asked.push(call.provider);
                    }
                }
            }
            CompanySearchEvent::Lost { calls, model } => {
                for call in calls {
                    if let Some(query) = self.queries.get_mut(usize::from(call.query)) {
                        query.lost.push(call.provider);
                    }
                }
                for one in self.layers.iter_mut().filter(|one| Some(one.layer) == *model) {
                    one.cost.lost_calls += 1;
                }
            }
            CompanySearchEvent::Answered { query, answer, new_texts, usd } => {
                self.texts += new_texts;
                if let Some(query) = self.queries.get_mut(usize::from(*query)) {
                    query.answers.push(answer.clone());
                }
                let cost = self.cost(SearchLayer::Search);
                let cost = LayerCost { usd: cost.usd + usd, ..cost };
                self.change(SearchLayer::Search, StepState::Running, Some(&cost));
                self.work.advance();
            }
            CompanySearchEvent::PageRead { .. } => {
                self.pages += 1;
                self.work.advance();
            }
            CompanySearchEvent::Extracted { texts, candidates, cost } => {
                self.searched(recorded.at);
                (self.texts, self.candidates) = (*texts, *candidates);
                self.done(SearchLayer::Extraction, cost);
            }
            CompanySearchEvent::Concluded { companies, rejected, cost } => {
                (self.companies, self.rejected) = (*companies, *rejected);
                self.done(SearchLayer::Validation, cost);
                self.done(SearchLayer::Novelty, &LayerCost::default());
                self.done(SearchLayer::Scoring, &LayerCost::default());
            }
            CompanySearchEvent::Ended { status, error } => {
                self.work.status = *status;
                self.error.clone_from(error);
                self.finished_at = Some(recorded.at);
                for one in self.layers.iter_mut().filter(|one| one.state == StepState::Running) {
                    one.state = if *status == WorkStatus::Failed { StepState::Failed } else { StepState::Waiting };
                }
            }
        }
    }
}
