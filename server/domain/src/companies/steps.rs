//! Which steps of a search are due: a pure function of what is stored, so that a server that takes it up asks nothing twice.

use protocol::{
    companies::{CompanySearchView, ENOUGH_RESULTS, QueryView, SearchCall, SearchLayer, SearchPlan},
    research::SearchProvider,
};

/// A step that is stored when it has its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchStep {
    Understand,
    Synthesize,
    /// One provider's answer to one query.
    Ask {
        query: u16,
        provider: SearchProvider,
    },
    /// The page of one text, by its place.
    ReadPage(u32),
    Extract,
    Conclude,
}

/// Whether an answer costs nothing: these providers are asked at once.
#[must_use]
pub const fn is_free(provider: SearchProvider) -> bool {
    matches!(provider, SearchProvider::Searxng | SearchProvider::Local)
}

/// Every step that may be under way now.
#[must_use]
pub fn next_steps(view: &CompanySearchView) -> Vec<SearchStep> {
    if !view.work.is_under_way() || view.work.starts == 0 {
        return Vec::new();
    }
    if view.plan.cached {
        return vec![SearchStep::Conclude];
    }
    if !view.has(SearchLayer::Understanding) {
        return vec![SearchStep::Understand];
    }
    if !view.has(SearchLayer::Synthesis) {
        return vec![SearchStep::Synthesize];
    }
    if !view.has(SearchLayer::Extraction) {
        let mut steps: Vec<SearchStep> = (0..).zip(&view.queries).flat_map(|(query, one)| unanswered(query, one)).collect();
        if steps.is_empty() {
            let pages = view.plan.max_page_fetches.min(view.texts);
            steps = (view.pages..pages).map(SearchStep::ReadPage).take(1).collect();
        }
        return if steps.is_empty() { vec![SearchStep::Extract] } else { steps };
    }
    vec![SearchStep::Conclude]
}

fn unanswered(query: u16, one: &QueryView) -> impl Iterator<Item = SearchStep> {
    let open = one.asked.iter().filter(|provider| !one.has(**provider));
    open.map(move |provider| SearchStep::Ask { query, provider: *provider })
}

/// The calls that queries want to be made, as far as the budget goes.
#[must_use]
pub fn next_calls(view: &CompanySearchView) -> Vec<SearchCall> {
    let mut calls = Vec::new();
    let searching = view.has(SearchLayer::Synthesis) && !view.has(SearchLayer::Extraction);
    if !searching || view.plan.cached {
        return calls;
    }
    let mut left = view.plan.max_search_calls.map_or(u32::MAX, |most| most.saturating_sub(view.search_calls()));
    for (query, one) in (0..).zip(&view.queries) {
        for provider in wanted(&view.plan, one) {
            if provider != SearchProvider::Local {
                if left == 0 {
                    continue;
                }
                left -= 1;
            }
            calls.push(SearchCall { query, provider });
        }
    }
    calls
}

/// Whether queries were left unanswered because the budget of calls was used up.
#[must_use]
pub fn is_starved(view: &CompanySearchView) -> bool {
    let is_used_up = view.plan.max_search_calls.is_some_and(|most| view.search_calls() >= most);
    let wants = |query: &QueryView| wanted(&view.plan, query).iter().any(|provider| *provider != SearchProvider::Local);
    is_used_up && !view.plan.cached && view.queries.iter().any(wants)
}

/// Whom a query wants to ask now: all free providers at once, then the paid ones one after the other until there is enough.
fn wanted(plan: &SearchPlan, query: &QueryView) -> Vec<SearchProvider> {
    let fresh =
        |free: bool| plan.providers.iter().copied().filter(move |one| is_free(*one) == free && !query.asked.contains(one));
    let free: Vec<SearchProvider> = fresh(true).collect();
    if !free.is_empty() {
        return free;
    }
    let waits = query.asked.len() > query.answers.len();
    if waits || query.results() >= ENOUGH_RESULTS { Vec::new() } else { fresh(false).take(1).collect() }
}
