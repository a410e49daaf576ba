use super::{
    calls::{InterviewCard, ObjectiveCard},
    forms::StartInterview,
    row_menu::row_menu,
};
use crate::{
    erased::Erase,
    parts::{Icon, Part, Ring, SessionBadge, When, icon, keyed},
    words::{self, home, list},
};
use leptos::{prelude::*, server_fn::ServerFn, tachys::view::any_view::AnyView};
use protocol::interview::{ContextType, Place};

/// Interviews as a list of cards. `person` is shown where they are of several people; `menus` where each can be moved.
#[component]
pub(crate) fn InterviewCards(
    #[prop(into)] cards: Signal<Vec<InterviewCard>>,
    base: &'static str,
    person: bool,
    #[prop(optional)] menus: bool,
) -> impl IntoView {
    let draw = move |one| card(one, base, person, menus);
    let rows = keyed(move || cards.get().into_iter().map(|one| Part::new(one, draw)).collect());
    view! { <ul class="interview-cards">{rows}</ul> }.erase()
}

fn card(card: InterviewCard, base: &'static str, person: bool, menus: bool) -> AnyView {
    let menu = menus.then(|| row_menu(&card));
    // Nobody can open what is deleted.
    let name = if card.place == Place::Deleted {
        view! { <span class="interview-link" dir="auto">{card.title}</span> }.erase()
    } else {
        view! { <a class="interview-link" href=format!("{base}/{}", card.id) dir="auto">{card.title}</a> }.erase()
    };
    view! {
        <li class="interview-card" data-testid="interview-card">
            <Ring percent=Signal::stored(card.completeness.in_hundredths()) name=words::room::COMPLETENESS />
            <div class="interview-about">
                {name}
                <p class="small quiet facts">
                    {card.guest.map(|guest| view! { <span dir="auto" data-testid="by-invitation">{list::invited(&guest)}</span> })}
                    {person.then(|| view! { <span dir="auto">{card.person}</span> })}
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
            {menu}
        </li>
    }
    .erase()
}

/// What an interview can be about, each with a button that begins one.
#[component]
pub(crate) fn ObjectiveCards(cards: Vec<ObjectiveCard>) -> impl IntoView {
    let rows = cards
        .into_iter()
        .enumerate()
        .map(|(place, card)| {
            let name = card.context_type.name();
            // One of them is what most people come for.
            let class = if place == 0 { "button primary" } else { "button" };
            view! {
                <li class="card objective">
                    <span class="objective-icon">{icon(picture(card.context_type))}</span>
                    <h3 dir="auto">{card.display_name.clone()}</h3>
                    <p dir="auto">{card.description}</p>
                    <form method="post" action=StartInterview::PATH>
                        <input type="hidden" name="context" value=name />
                        <span class="small quiet">{home::minutes(card.obligations)}</span>
                        <button type="submit" class=class aria-label=home::start(&card.display_name) data-testid=format!("new-{name}")>
                            {home::START_BUTTON}
                            {icon(Icon::Arrow)}
                        </button>
                    </form>
                </li>
            }
        })
        .collect_view();
    view! { <ul class="objectives">{rows}</ul> }.erase()
}

const fn picture(context: ContextType) -> Icon {
    match context {
        ContextType::BusinessProfile => Icon::Company,
        ContextType::IdeaDiscovery => Icon::Idea,
        ContextType::ProjectDiscovery => Icon::Project,
    }
}
