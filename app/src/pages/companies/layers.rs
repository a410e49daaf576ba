use super::live::Searching;
use crate::{
    erased::{Erase, Memo},
    words::{companies as text, projects::took, runs},
};
use leptos::prelude::*;
use protocol::{
    companies::{CompanySearchView, SearchLayer},
    work::StepState,
};

/// Where the search is, layer by layer.
#[component]
pub(super) fn Layers(searching: Searching) -> impl IntoView {
    let items = SearchLayer::ALL
        .map(|layer| {
            let state = Memo::new(move |_| searching.with(|view| state(view, layer)));
            let note = Memo::new(move |_| searching.with(|view| note(view, layer)));
            view! {
                <li class=move || state.get().0 aria-current=move || (state.get().0 == "now").then_some("step")>
                    {text::layer(layer)}
                    <span class="hidden">": " {move || state.get().1}</span>
                    <small>{move || note.get()}</small>
                </li>
            }
            .erase()
        })
        .into_iter()
        .collect_view();
    view! {
        <ol class="phases card" aria-label=text::LAYERS data-testid="layers">
            {items}
        </ol>
    }
    .erase()
}

fn state(view: &CompanySearchView, layer: SearchLayer) -> (&'static str, &'static str) {
    let state = view.layers.iter().find(|one| one.layer == layer).map_or(StepState::Waiting, |one| one.state);
    text::layer_state(state, view.work.status.is_over())
}

/// What came of a layer, or what it took.
fn note(view: &CompanySearchView, layer: SearchLayer) -> String {
    let is_done = view.has(layer);
    match layer {
        SearchLayer::Search if !view.queries.is_empty() => {
            let done = view.queries.iter().filter(|query| !query.answers.is_empty()).count();
            format!("{} · {}", runs::queries(number(done), number(view.queries.len())), text::texts(view.texts))
        }
        SearchLayer::Extraction if is_done => text::companies(view.candidates),
        SearchLayer::Validation if is_done => text::rejected(view.rejected),
        SearchLayer::Scoring if is_done => text::companies(view.companies),
        SearchLayer::Understanding | SearchLayer::Synthesis if is_done => {
            let cost = view.cost(layer);
            match cost.engine {
                Some(engine) => format!("{} · {}", runs::engine(&engine), took(cost.elapsed_ms)),
                None => took(cost.elapsed_ms),
            }
        }
        _ => String::new(),
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        CompanySearchId, UserId,
        companies::{CompanyRequest, SearchPlan},
        work::WorkStatus,
    };
    use uuid::Uuid;

    #[test]
    fn layers_are_done_under_way_left_out_or_yet_to_come() {
        let (id, by) = (CompanySearchId(Uuid::nil()), UserId(Uuid::nil()));
        let mut view = CompanySearchView::new(id, by, "r".into(), CompanyRequest::default(), SearchPlan::default());
        view.layers[0].state = StepState::Done;
        view.layers[1].state = StepState::Running;
        let states = |view: &CompanySearchView| SearchLayer::ALL.map(|layer| state(view, layer).0);
        assert_eq!(states(&view), ["past", "now", "next", "next", "next", "next", "next"]);
        view.work.status = WorkStatus::Cancelled;
        assert_eq!(states(&view)[1..3], ["left-out", "left-out"]);
    }
}
