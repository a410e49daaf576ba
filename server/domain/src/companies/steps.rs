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

/// Calls of one search that are paid for and under way at once: each of them may be lost with its server.
const PAID_AT_ONCE: usize = 4;

/// Paid calls without an answer.
fn unanswered_paid(one: &QueryView) -> impl Iterator<Item = SearchProvider> {
    one.asked.iter().copied().filter(move |provider| !is_free(*provider) && !one.has(*provider))
}

/// What was under way and paid for when a server died, and was not noted yet: searches, and the layer in which a model was asked.
#[must_use]
pub(super) fn lost_calls(view: &CompanySearchView) -> (Vec<SearchCall>, Option<SearchLayer>) {
    let mut calls = Vec::new();
    for (query, one) in (0..).zip(&view.queries) {
        let lost = unanswered_paid(one).filter(|provider| !one.lost.contains(provider));
        calls.extend(lost.map(|provider| SearchCall { query, provider }));
    }
    let may_ask = view.plan.model.is_some() && view.plan.max_llm_calls.is_none_or(|most| view.llm_calls() < most);
    let layer = match next_steps(view).first() {
        Some(SearchStep::Understand) if !view.plan.understands_by_rules => Some(SearchLayer::Understanding),
        Some(SearchStep::Synthesize) if !view.plan.understands_by_rules => Some(SearchLayer::Synthesis),
        Some(SearchStep::Extract) if view.texts > 0 => Some(SearchLayer::Extraction),
        _ => None,
    };
    (calls, layer.filter(|_| may_ask))
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
    // What is asked for is what is made, so that no more is taken for lost than was.
    let mut room = PAID_AT_ONCE.saturating_sub(view.queries.iter().flat_map(unanswered_paid).count());
    for (query, one) in (0..).zip(&view.queries) {
        for provider in wanted(&view.plan, one) {
            let (is_paid, is_outside) = (!is_free(provider), provider != SearchProvider::Local);
            if (is_paid && room == 0) || (is_outside && left == 0) {
                continue;
            }
            room -= usize::from(is_paid);
            left -= u32::from(is_outside);
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
