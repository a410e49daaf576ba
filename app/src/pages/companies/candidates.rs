use super::{
    calls::{CandidateView, SearchFound},
    evidence::rejected,
};
use crate::{erased::Erase, words::companies as text};
use leptos::prelude::*;
use std::sync::Arc;

/// Every company that is not shown, with the reason and its words.
#[component]
pub(super) fn Candidates(found: Arc<SearchFound>) -> impl IntoView {
    let of = |decision: &str| found.candidates.iter().filter(|one| one.decision == decision).collect::<Vec<_>>();
    let [out, old, cut] = ["rejected", "filtered", "cut"].map(of);
    let groups = [
        group("rejected", &text::rejected(u32::try_from(out.len()).unwrap_or(u32::MAX)), &out),
        group("filtered", &text::filtered(old.len()), &old),
        group("cut", &text::cut(cut.len()), &cut),
    ];
    let groups: Vec<AnyView> = groups.into_iter().flatten().collect();
    if groups.is_empty() {
        return ().erase();
    }
    view! {
        <section aria-labelledby="others-name" data-testid="others">
            <h2 id="others-name">{text::OTHERS}</h2>
            {groups}
        </section>
    }
    .erase()
}

fn group(name: &'static str, what: &str, of: &[&CandidateView]) -> Option<AnyView> {
    if of.is_empty() {
        return None;
    }
    let reasons = if name == "cut" { Vec::new() } else { count(of) };
    let rows: Vec<AnyView> = of.iter().map(|one| rejected(one)).collect();
    let group = view! {
        <details class="found-part card others" data-testid=name>
            <summary>{text::counted(what.to_owned(), &reasons)}</summary>
            <ul class="found-body candidates">{rows}</ul>
        </details>
    };
    Some(group.erase())
}

/// How many there are for each reason, the most frequent first.
fn count(of: &[&CandidateView]) -> Vec<(String, usize)> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for reason in of.iter().filter_map(|one| one.reason.as_ref()) {
        match counts.iter_mut().find(|(known, _)| known == reason) {
            Some((_, count)) => *count += 1,
            None => counts.push((reason.clone(), 1)),
        }
    }
    counts.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    counts
}
