use super::{
    acts,
    forms::ActByForm,
    negotiation::Quoted,
    outcome::is_unsettled,
    panels::{Panel, opened},
    room::{CHANGE, EDIT, LOOK, Room, known_id},
    value::display,
    widget::{Entry, buttons_or_entry},
};
use crate::{
    browser,
    erased::{Erase, Memo},
    parts::{ConfidenceBadge, Icon, StatusIcon, icon},
    words::{self, known as text},
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn};
use protocol::{
    interview::{InterviewCommand, Negotiation, Obligation, ObligationTemplate, Status},
    research::ResearchTask,
};
use serde_json::Value;

/// One obligation: its state, value, how sure, the quote; and on demand everything that can be done about it.
#[component]
pub(crate) fn Row(room: Room, key: String) -> impl IntoView {
    let Some(template) = room.template(&key) else { return ().erase() };
    let name = template.name();
    let required = room.peek(|view| view.is_required(&key));
    let of = key.clone();
    let one = Memo::new(move |_| room.with(|view| view.obligation(&of).cloned().unwrap_or_default()));
    let of = key.clone();
    let asking = Memo::new(move |_| room.with(|view| view.asked.as_ref().is_some_and(|asked| asked.key == of)));
    let of = key.clone();
    let open = Memo::new(move |_| room.open.with(|open| open.as_ref() == Some(&of)));
    let of = key.clone();
    let toggle = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        let closing = open.get_untracked();
        room.open.set((!closing).then(|| of.clone()));
    };
    let more = template.clone();
    view! {
        <li
            id=known_id(&key)
            class="known-row"
            class:asking=move || asking.get()
            tabindex="-1"
            data-testid=format!("obligation-{key}")
            data-status=move || one.with(|one| one.status.name())
        >
            {move || one.with(|one| {
                // While two values are argued about neither is known.
                let status = if disputed(one) || left_unsettled(one) { Status::Partial } else { one.status };
                view! { <StatusIcon status=status asking=asking.get() band=one.confidence.band() /> }
            })}
            <div class="known-name">
                <b dir="auto">{name.clone()}</b>
                {move || {
                    let missing = required && one.with(|one| one.status != Status::Satisfied);
                    missing.then(|| view! { <span class="required">{text::REQUIRED}</span> })
                }}
            </div>
            <div class="known-state">
                {move || one.with(|one| view! { <State one=one.clone() asking=asking.get() /> })}
            </div>
            <Held room=room one=one template=template />
            <button
                type="submit"
                form=LOOK
                formaction=format!("#{}", known_id(&key))
                name=move || (!open.get()).then_some(CHANGE)
                value=key.clone()
                class="icon-button change-button"
                aria-label=text::change(&name)
                aria-expanded=move || open.get().to_string()
                on:click=toggle
                data-testid=format!("change-{key}")
            >
                {icon(Icon::Pencil)}
            </button>
            {move || open.get().then(|| opened(room, Panel::Actions { one, template: more.clone() }))}
        </li>
    }
    .erase()
}

/// How sure a held value is; else in words what there is instead.
#[component]
fn State(one: Obligation, asking: bool) -> impl IntoView {
    let known =
        one.value.is_some() && matches!(one.status, Status::Satisfied | Status::Partial | Status::InProgress | Status::Pending);
    if disputed(&one) {
        view! { <span class="chip medium" data-testid="in-dispute">{text::DISPUTED}</span> }.erase()
    } else if left_unsettled(&one) {
        view! { <span class="chip medium" data-testid="left-unsettled">{text::UNSETTLED}</span> }.erase()
    } else if known {
        view! {
            <span class="hidden">{words::status(one.status)}</span>
            <ConfidenceBadge confidence=one.confidence />
        }
        .erase()
    } else if asking {
        view! { <span class="chip sure">{text::ASKING}</span> }.erase()
    } else if matches!(one.status, Status::Deferred | Status::Skipped) {
        view! { <span class="chip">{words::status(one.status)}</span> }.erase()
    } else {
        view! { <span class="small quiet">{words::status(one.status)}</span> }.erase()
    }
}

/// Two values were given, and which one holds was left for later: neither is sure.
fn left_unsettled(one: &Obligation) -> bool {
    one.value.is_some() && !disputed(one) && is_unsettled(one)
}

fn disputed(one: &Obligation) -> bool {
    one.value.is_some() && one.negotiation.as_ref().is_some_and(Negotiation::is_active)
}

/// The value, why it is missing, and the words it came from.
#[component]
fn Held(room: Room, one: Memo<Obligation>, template: ObligationTemplate) -> impl IntoView {
    move || {
        one.with(|one| {
            let value = one.value.as_ref().map(|value| display(value, Some(&template)));
            // What was skipped or put off does not count, whatever was understood before.
            let aside = value.is_some() && matches!(one.status, Status::Skipped | Status::Deferred);
            let quote = one.evidence.clone();
            // The same words twice say no more than once: then the link alone leads to where they were said.
            let repeated = quote.as_ref().is_some_and(|quote| value.as_ref() == Some(&quote.quote));
            // That it was asked is no reason why it is missing; the row says so in its own way.
            let reason = one.reason.clone().filter(|_| !matches!(one.status, Status::Satisfied | Status::InProgress));
            let waits =
                (one.value.is_none() && reason.is_none() && !one.dependencies_resolved).then(|| waits_for(room, &template));
            (value.is_some() || reason.is_some() || quote.is_some() || waits.is_some()).then(|| {
                view! {
                    <div class="known-value">
                        {value.map(|value| view! { <p class="value" class:aside=aside dir="auto">{value}</p> })}
                        {aside.then(|| view! { <p class="small quiet" data-testid="not-counted">{text::NOT_COUNTED}</p> })}
                        {waits.map(|waits| view! { <p class="small quiet" dir="auto">{waits}</p> })}
                        {reason.map(|reason| view! { <p class="small quiet" dir="auto">{reason}</p> })}
                        {quote.map(|quote| view! { <Quoted room=room key=one.key.clone() evidence=quote repeated=repeated /> })}
                    </div>
                }
            })
        })
    }
}

/// What has to be known before this is asked.
fn waits_for(room: Room, template: &ObligationTemplate) -> String {
    let open = |key: &&String| room.peek(|view| view.obligation(key).is_some_and(|other| other.status != Status::Satisfied));
    let names: Vec<_> = template.dependencies.iter().filter(open).map(|key| room.name(key)).collect();
    format!("{} {}", text::WAITS, names.join(", "))
}

#[component]
pub(super) fn Actions(room: Room, one: Memo<Obligation>, template: ObligationTemplate) -> impl IntoView {
    let key = template.key.clone();
    let editing = RwSignal::new(room.wants(EDIT, &key));
    let set = {
        let key = key.clone();
        Callback::new(move |(value, _): (Value, String)| {
            room.perform(InterviewCommand::SetValue { key: key.clone(), value });
            room.open.set(None);
            browser::focus(&known_id(&key));
        })
    };
    let before = {
        let template = template.clone();
        move || one.with(|one| one.past.last().map(|past| display(&past.value, Some(&template))))
    };
    let detail = {
        let why = template.why.clone().or_else(|| template.description.clone());
        move || {
            let source = one.with(|one| one.source).map(words::source);
            let attempts = one.with(|one| (one.attempts > 0).then(|| text::attempts(one.attempts)));
            view! {
                {why.clone().map(|why| view! { <p class="small quiet" dir="auto">{why}</p> })}
                <p class="small quiet facts">
                    {source.map(|source| view! { <span>{source}</span> })} {attempts.map(|attempts| view! { <span>{attempts}</span> })}
                    {before().map(|before| view! { <span>{text::BEFORE} ": " <s dir="auto">{before}</s></span> })}
                </p>
            }
        }
    };
    let session = move || room.with(|view| view.status);
    let buttons = {
        let key = key.clone();
        move || {
            let known = one.with(|one| one.value.is_some());
            let acts = one.with(|one| acts::beside(one, session()));
            let key = key.clone();
            view! {
                <form class="row" method="post" action=ActByForm::PATH on:submit=|event: SubmitEvent| event.prevent_default()>
                    <input type="hidden" name="id" value=room.id.to_string() />
                    <input type="hidden" name="key" value=key.clone() />
                    <button
                        type="submit"
                        form=LOOK
                        formaction=format!("#{}", known_id(&key))
                        name=EDIT
                        value=key.clone()
                        class="button small"
                        on:click=move |event| {
                            event.prevent_default();
                            editing.set(true);
                        }
                        data-testid=format!("edit-{key}")
                    >
                        {icon(Icon::Pencil)}
                        {if known { text::EDIT } else { text::ADD }}
                    </button>
                    {acts.into_iter().map(|act| view! { <Act room=room key=key.clone() act=act /> }).collect_view()}
                    <LookUp room=room key=key.clone() />
                    <a
                        class="button small"
                        href=format!("/interviews/{}/questions?key={key}", room.id)
                        data-testid=format!("restructure-{key}")
                    >
                        {icon(Icon::List)}
                        {text::RESTRUCTURE}
                    </a>
                </form>
            }
        }
    };
    let editor = move || {
        let held = one.with_untracked(|one| one.value.clone());
        let at = known_id(&template.key);
        view! { <Entry room=room at=at template=template.clone() value=held on_entry=set on_cancel=Callback::new(move |()| editing.set(false)) /> }
    };
    view! {
        <div class="known-actions">
            {detail}
            {buttons_or_entry(room, editing, move || buttons().erase(), move || editor().erase())}
        </div>
    }
    .erase()
}

#[component]
fn Act(room: Room, key: String, act: &'static str) -> impl IntoView {
    let (label, picture) = match act {
        "defer" => (text::DEFER, Icon::Clock),
        "skip" => (text::SKIP, Icon::Close),
        "undo" => (text::UNDO, Icon::Undo),
        _ => (text::REOPEN, Icon::Swap),
    };
    let testid = format!("{act}-{key}");
    view! {
        <button
            type="submit"
            class="button small"
            name="act"
            value=act
            data-testid=testid
            on:click=move |event| {
                event.prevent_default();
                if let Some(command) = room.peek(|view| acts::named(view, &key, act)) {
                    room.perform(command);
                }
            }
        >
            {icon(picture)}
            {label}
        </button>
    }
    .erase()
}

/// Has it looked up, or leads to what was found.
#[component]
fn LookUp(room: Room, key: String) -> impl IntoView {
    let of = key.clone();
    let task = Memo::new(move |_| {
        let about = |task: &&ResearchTask| task.asked.obligation_key.as_deref() == Some(&*of);
        room.with(|view| view.research.iter().rev().find(about).map(|task| (task.id, task.findings().len())))
    });
    let active = Memo::new(move |_| room.is_active());
    move || {
        match task.get() {
        Some((id, findings)) => view! {
            <a class="button small" href=format!("/interviews/{}/research#task-{id}", room.id) data-testid=format!("findings-{key}")>
                {icon(Icon::Search)}
                {words::research::count(findings)}
            </a>
        }
        .erase(),
        None if active.get() => {
            let wanted = key.clone();
            let ask = move |event: leptos::ev::MouseEvent| {
                event.prevent_default();
                if let Some(command) = room.peek(|view| acts::named(view, &wanted, "look-up")) {
                    room.perform(command);
                }
            };
            view! {
                <button type="submit" name="act" value="look-up" class="button small" on:click=ask data-testid=format!("look-up-{key}")>
                    {icon(Icon::Search)}
                    {words::research::START}
                </button>
            }
            .erase()
        }
        None => ().erase(),
    }
    }
}
