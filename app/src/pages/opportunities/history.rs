//! What was decided about an opportunity, and by whom.

use super::live::Tracking;
use crate::{
    erased::{Erase, Memo},
    parts::When,
    words::opportunities as text,
};
use leptos::prelude::*;
use protocol::{UserId, opportunities::DecisionRecord};

#[component]
pub(super) fn History(tracking: Tracking) -> impl IntoView {
    let all = Memo::new(move |_| tracking.with_chosen(|one, _| one.decisions.clone()));
    let people = Memo::new(move |_| tracking.around.with(|around| around.people.clone()));
    let list = move || {
        let lines: Vec<AnyView> =
            all.with(|all| people.with(|people| all.iter().rev().map(|one| decision(one, people)).collect()));
        if lines.is_empty() {
            return view! { <p class="quiet">{text::NO_DECISION}</p> }.erase();
        }
        view! { <ol class="history">{lines}</ol> }.erase()
    };
    view! {
        <section class="card padded" aria-labelledby="history-name" data-testid="history">
            <h2 id="history-name">{text::HISTORY}</h2>
            {list}
        </section>
    }
    .erase()
}

/// A person's name, as far as the page knows it.
pub(super) fn person(id: UserId, people: &[(UserId, String)]) -> String {
    people.iter().find(|(known, _)| *known == id).map_or_else(|| text::SOMEBODY.to_owned(), |(_, name)| name.clone())
}

fn decision(of: &DecisionRecord, people: &[(UserId, String)]) -> AnyView {
    let (shape, word) = text::decided(of.decision);
    let extra = of.send_back_to_stage.map(text::back_to).or(of.adjusted_priority.map(text::new_priority));
    view! {
        <li data-testid="decision">
            <p>
                <span aria-hidden="true">{shape}</span>
                " "
                <b>{word}</b>
                " "
                {extra}
            </p>
            <p dir="auto">{of.reasoning.clone()}</p>
            <p class="small quiet facts">
                <span dir="auto">{person(of.by, people)}</span> <span>
                    <When at=of.at />
                </span>
            </p>
        </li>
    }
    .erase()
}
