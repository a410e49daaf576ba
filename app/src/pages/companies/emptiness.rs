use super::{
    calls::{SearchAct, SearchFound},
    header::act_form,
    live::Searching,
};
use crate::{erased::Erase, parts::Icon, words::companies as text};
use leptos::prelude::*;
use protocol::companies::QueryTrace;
use std::sync::Arc;

/// Why there is nothing, and what could be tried: as buttons, never by itself.
#[component]
pub(super) fn Emptiness(searching: Searching, found: Arc<SearchFound>) -> impl IntoView {
    let data = &found.response.data;
    if !data.companies.is_empty() {
        return ().erase();
    }
    let Some(message) = data.message.clone().filter(|_| found.response.success) else {
        return view! { <p class="quiet">{text::NO_ANSWER}</p> }.erase();
    };
    let own = searches_no_web(&found.queries).then(|| view! { <p>{text::NOT_THE_WEB}</p> }.erase());
    let suggestion = data.suggestion.clone().map(|suggestion| view! { <p dir="auto">{suggestion} "."</p> }.erase());
    let last = found.wider.len().saturating_sub(1);
    let wider: Vec<AnyView> = found
        .wider
        .iter()
        .enumerate()
        .map(|(at, place)| {
            let act = if at == last && at > 0 { (SearchAct::Widest, "widest") } else { (SearchAct::Wider, "wider") };
            act_form(searching, act, Icon::Search, Signal::stored(text::broaden(place)))
        })
        .collect();
    let is_seen = data.novelty.filtered_as_previously_seen > 0;
    let all = is_seen.then(|| act_form(searching, (SearchAct::All, "all"), Icon::Again, Signal::stored(text::ALL.to_owned())));
    let offers = searching.may_search && (is_seen || data.suggestion.is_some() && !wider.is_empty());
    let why = data.suggestion.is_some().then(|| view! { <p class="small quiet">{text::BROADEN}</p> }.erase());
    let wider = data.suggestion.is_some().then_some(wider);
    let offers = offers.then(|| {
        view! {
            {why}
            <div class="row acts way">{wider} {all}</div>
        }
        .erase()
    });
    view! {
        <div class="empty" data-testid="nothing-found">
            <h2 dir="auto">{message}</h2>
            {own}
            {suggestion}
            {offers}
        </div>
    }
    .erase()
}

/// Whether everything was searched for in one's own documents alone.
fn searches_no_web(queries: &[QueryTrace]) -> bool {
    !queries.is_empty() && queries.iter().all(|one| text::provider(&one.provider) == text::OWN_DOCUMENTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_of_documents_alone_is_told_apart() {
        let query = |provider: &str| QueryTrace {
            text: "bakeries in Graz".into(),
            provider: provider.into(),
            location: None,
            freshness: None,
            results: 0,
            failed: None,
            notes: Vec::new(),
        };
        for (providers, expected) in [
            (vec!["documents", "local"], true),
            (vec!["documents", "searxng"], false),
            (vec!["brave"], false),
            (Vec::new(), false),
        ] {
            let queries: Vec<QueryTrace> = providers.iter().copied().map(query).collect();
            assert_eq!(searches_no_web(&queries), expected, "{providers:?}");
        }
    }
}
