use super::{
    calls::{InterviewCard, ObjectiveCard},
    forms::StartInterview,
};
use crate::{
    lean::Lean,
    parts::{Icon, Ring, SessionBadge, When, icon},
    words::{self, home, list},
};
use leptos::{prelude::*, server_fn::ServerFn};
use protocol::interview::ContextType;

/// Interviews as a list of cards. `person` is shown where they are of several people.
#[component]
pub(crate) fn InterviewCards(cards: Vec<InterviewCard>, base: &'static str, person: bool) -> impl IntoView {
    let rows = cards
        .into_iter()
        .map(|card| {
            let (percent, who) = (card.completeness.in_hundredths(), card.person.clone());
            view! {
                <li class="interview-card" data-testid="interview-card">
                    <Ring percent=Signal::stored(percent) name=words::room::COMPLETENESS />
                    <div class="interview-about">
                        <a class="interview-link" href=format!("{base}/{}", card.id) dir="auto">
                            {card.title.clone()}
                        </a>
                        <p class="small quiet facts">
                            {person.then(|| view! { <span dir="auto">{who}</span> })}
                            <span>{words::context(card.context_type)}</span>
                            <span>{words::phase(card.phase)}</span>
                            <span>{words::room::required(card.required.0, card.required.1)}</span>
                            <span>{list::turns(card.turn_count)}</span>
                        </p>
                    </div>
                    <div class="interview-state">
                        <SessionBadge status=card.status />
                        <span class="small quiet">
                            <When at=card.updated_at />
                        </span>
                    </div>
                </li>
            }
        })
        .collect_view();
    view! { <ul class="interview-cards">{rows}</ul> }.lean()
}

/// What an interview can be about, each with a button that begins one.
#[component]
pub(crate) fn ObjectiveCards(cards: Vec<ObjectiveCard>) -> impl IntoView {
    let rows = cards
        .into_iter()
        .map(|card| {
            let name = card.context_type.name();
            view! {
                <li class="card objective">
                    <span class="objective-icon">{icon(picture(card.context_type))}</span>
                    <h3 dir="auto">{card.display_name.clone()}</h3>
                    <p dir="auto">{card.description}</p>
                    <form method="post" action=StartInterview::PATH>
                        <input type="hidden" name="context" value=name />
                        <span class="small quiet">{home::questions(card.obligations)}</span>
                        <button type="submit" class="button primary" aria-label=home::start(&card.display_name) data-testid=format!("new-{name}")>
                            {home::START_BUTTON}
                            {icon(Icon::Arrow)}
                        </button>
                    </form>
                </li>
            }
        })
        .collect_view();
    view! { <ul class="objectives">{rows}</ul> }.lean()
}

const fn picture(context: ContextType) -> Icon {
    match context {
        ContextType::BusinessProfile => Icon::Company,
        ContextType::IdeaDiscovery => Icon::Idea,
        ContextType::ProjectDiscovery => Icon::Project,
    }
}
