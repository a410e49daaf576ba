use super::{
    acts,
    forms::ActByForm,
    panels::{Panel, opened},
    room::{LOOK, Room, WEIGH, message_id},
    value::display,
    widget::{Entry, buttons_or_entry},
};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, icon},
    words::{self, known, negotiation as text},
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn};
use protocol::{
    MessageId,
    interview::{Author, Evidence, InterviewCommand, InterviewView, Negotiation, NegotiationStatus, Obligation, Resolution},
};
use serde_json::Value;

/// The id of the question of a negotiation.
const CARD: &str = "negotiation-name";

/// The negotiation that waits for an answer: *was → proposed*, in the person's own words.
#[component]
pub(crate) fn OpenNegotiation(room: Room) -> impl IntoView {
    let open = Memo::new(move |_| room.with(|view| view.open_negotiation().cloned()));
    move || open.get().map(|one| opened(room, Panel::Negotiation(one)))
}

#[component]
pub(super) fn Card(room: Room, one: Obligation) -> impl IntoView {
    let editing = RwSignal::new(room.wants(WEIGH, &one.key));
    let template = room.template(&one.key);
    let name = room.name(&one.key);
    let in_words = |value: Option<&Value>| value.map(|value| display(value, template.as_ref())).filter(|words| !words.is_empty());
    let (was, was_said) = (acts::held(&one), acts::held_words(&one));
    // What nobody said came about in another way.
    let was_how = was_said.is_none().then_some(one.source).flatten().map(words::source);
    let negotiation = one.negotiation.clone();
    let proposed = negotiation.as_ref().and_then(Negotiation::proposed).cloned();
    let round = negotiation.as_ref().and_then(|open| open.rounds.last()).cloned();
    let quote = round.as_ref().and_then(|round| round.evidence.clone());
    let reason = round.map(|round| round.agent_reasoning).filter(|reason| !reason.is_empty());
    let entry = proposed.clone().or_else(|| was.clone());
    let (was, proposed) = (in_words(was.as_ref()), in_words(proposed.as_ref()));
    let can_accept = proposed.is_some();

    let acting = one.key.clone();
    let act = Callback::new(move |name: &'static str| {
        if let Some(command) = room.peek(|view| acts::named(view, &acting, name)) {
            room.perform(command);
        }
    });
    let key = one.key.clone();
    let settle = Callback::new(move |(value, _words): (Value, String)| {
        editing.set(false);
        room.perform(InterviewCommand::ResolveNegotiation {
            key: key.clone(),
            resolution: Resolution::Compromise,
            final_value: Some(value),
        });
    });
    let form_key = one.key.clone();
    let buttons = move || {
        view! {
            <form class="row" method="post" action=ActByForm::PATH on:submit=|event: SubmitEvent| event.prevent_default()>
                <input type="hidden" name="id" value=room.id.to_string() />
                <input type="hidden" name="key" value=form_key.clone() />
                {can_accept.then(|| view! { <Act act=act name="accept" label=text::ACCEPT primary=true /> })}
                <button
                    type="submit"
                    form=LOOK
                    formaction=format!("#{CARD}")
                    name=WEIGH
                    value=form_key.clone()
                    class="button"
                    data-testid="negotiation-edit"
                    on:click=move |event| {
                        event.prevent_default();
                        editing.set(true);
                    }
                >
                    {icon(Icon::Pencil)}
                    {text::EDIT}
                </button>
                <Act act=act name="keep" label=text::KEEP primary=false />
                <Act act=act name="later" label=text::LATER primary=false />
            </form>
        }
    };
    let editor = {
        let template = template.clone();
        move || {
            template.clone().map(|template| {
                view! { <Entry room=room at=CARD.to_owned() template=template value=entry.clone() on_entry=settle on_cancel=Callback::new(move |()| editing.set(false)) /> }
            })
        }
    };
    view! {
        <section class="card change" aria-labelledby=CARD data-testid="negotiation-card">
            <h2 id=CARD>{icon(Icon::Swap)} {text::question(&name)}</h2>
            <dl>
                {was
                    .map(|was| {
                        view! {
                            <dt>{text::WAS}</dt>
                            <dd data-testid="negotiation-was">
                                <s dir="auto">{was}</s>
                                {was_said.map(|said| view! { <Quoted room=room key=one.key.clone() evidence=said /> })}
                                {was_how.map(|how| view! { <span class="small quiet">{how}</span> })}
                            </dd>
                        }
                    })}
                <dt>{text::PROPOSED}</dt>
                <dd data-testid="negotiation-proposed">
                    <span dir="auto" class="proposed">
                        {proposed.unwrap_or_else(|| text::NOTHING_PROPOSED.to_owned())}
                    </span>
                    {quote.map(|quote| view! { <Quoted room=room key=one.key.clone() evidence=quote /> })}
                </dd>
                {reason.map(|reason| view! { <dt>{text::BECAUSE}</dt> <dd class="quiet" dir="auto">{reason}</dd> })}
            </dl>
            {buttons_or_entry(room, editing, move || buttons().erase(), move || editor().erase())}
        </section>
    }
    .erase()
}

#[component]
fn Act(act: Callback<&'static str>, name: &'static str, label: &'static str, primary: bool) -> impl IntoView {
    view! {
        <button
            type="submit"
            class="button"
            class:primary=primary
            name="act"
            value=name
            data-testid=format!("negotiation-{name}")
            on:click=move |event| {
                event.prevent_default();
                act.run(name);
            }
        >
            {label}
        </button>
    }
    .erase()
}

/// The person's own words, leading to where they were said.
#[component]
pub(crate) fn Quoted(
    room: Room,
    key: String,
    evidence: Evidence,
    /// The words stand beside it already.
    #[prop(optional)]
    repeated: bool,
) -> impl IntoView {
    let target = message_id(evidence.message_id);
    let href = format!("#{target}");
    let go = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        room.show_words(&key, target.clone());
    };
    view! {
        <a class="quoted" href=href on:click=go>
            {if repeated {
                view! { <small class="alone">{known::only_said_in(evidence.turn)}</small> }.erase()
            } else {
                view! {
                    <q dir="auto">{evidence.quote}</q>
                    <small>{known::said_in(evidence.turn)}</small>
                }
                .erase()
            }}
        </a>
    }
    .erase()
}

/// Negotiations that were settled with this message: one line, with the rounds kept.
#[component]
pub(crate) fn SettledHere(room: Room, message: MessageId) -> impl IntoView {
    let settled = Memo::new(move |_| {
        room.with(|view| {
            let here = |one: &&Obligation| {
                let Some(negotiation) = one.negotiation.as_ref().filter(|negotiation| !negotiation.is_active()) else {
                    return false;
                };
                let turn = one.negotiated_turn.or_else(|| negotiation.rounds.last().map(|round| round.turn_number));
                turn.is_some_and(|turn| settled_after(view, turn, negotiation.by_hand) == Some(message))
            };
            view.obligations.iter().filter(here).cloned().collect::<Vec<_>>()
        })
    });
    move || settled.get().into_iter().map(|one| opened(room, Panel::Settled(one))).collect_view()
}

/// The message after which it was settled in this turn: the person's own words, or the question that they answered with a button.
fn settled_after(view: &InterviewView, turn: u32, by_hand: bool) -> Option<MessageId> {
    let question = || view.messages.iter().find(|message| message.turn == turn && message.role == Author::Agent);
    let words = || view.messages.iter().rev().find(|message| message.turn <= turn && message.role == Author::User);
    let last = || view.messages.iter().rev().find(|message| message.turn <= turn);
    let place = if by_hand { question() } else { words() };
    place.or_else(last).map(|message| message.id)
}

#[component]
pub(super) fn Settled(room: Room, one: Obligation) -> impl IntoView {
    let (template, name) = (room.template(&one.key), room.name(&one.key));
    let back = acts::back_from(&one).filter(|_| room.may_change);
    let back = back.map(|act| view! { <Back room=room key=one.key.clone() act=act /> });
    let Some(negotiation) = one.negotiation else { return ().erase() };
    let last = negotiation.final_value.as_ref().map(|value| display(value, template.as_ref()));
    let outcome = match (negotiation.status, negotiation.resolution) {
        (NegotiationStatus::Deferred, _) => text::LEFT,
        (_, Some(Resolution::AgentAccepted)) => text::KEPT,
        _ => text::CHANGED,
    };
    let rounds = negotiation
        .rounds
        .iter()
        .enumerate()
        .map(|(at, round)| {
            let proposed = round.user_value.as_ref().map(|value| display(value, template.as_ref()));
            let was = display(&round.agent_proposal, template.as_ref());
            view! {
                <li>
                    <p class="small quiet">{text::round(at + 1, round.turn_number)}</p>
                    <p>
                        <s dir="auto">{was}</s>
                        {proposed.map(|proposed| view! { <span aria-hidden="true">" → "</span> <span dir="auto">{proposed}</span> })}
                    </p>
                    {round.evidence.clone().map(|evidence| view! { <Quoted room=room key=one.key.clone() evidence=evidence /> })}
                </li>
            }
        })
        .collect_view();
    view! {
        <div class="settled">
            <details data-testid="negotiation-settled">
                <summary>
                    {icon(Icon::Swap)}
                    <span>
                        <b dir="auto">{name}</b>
                        " "
                        {outcome}
                        " "
                        <span dir="auto">{last}</span>
                    </span>
                </summary>
                <ol aria-label=text::ROUNDS>{rounds}</ol>
            </details>
            {back}
        </div>
    }
    .erase()
}

/// Takes back how a negotiation ended, while the interview goes on.
#[component]
fn Back(room: Room, key: String, act: &'static str) -> impl IntoView {
    let (label, name) = (if act == "undo" { known::UNDO } else { text::AGAIN }, room.name(&key));
    let active = Memo::new(move |_| room.is_active());
    move || {
        let (key, of) = (key.clone(), key.clone());
        let go = move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(command) = room.peek(|view| acts::named(view, &of, act)) {
                room.perform(command);
            }
        };
        active.get().then(|| {
            view! {
                <form method="post" action=ActByForm::PATH on:submit=go>
                    <input type="hidden" name="id" value=room.id.to_string() />
                    <input type="hidden" name="key" value=key />
                    <button
                        type="submit"
                        name="act"
                        value=act
                        class="button small"
                        aria-label=format!("{label}: {name}")
                        data-testid="negotiation-back"
                    >
                        {icon(Icon::Undo)}
                        {label}
                    </button>
                </form>
            }
            .erase()
        })
    }
}
