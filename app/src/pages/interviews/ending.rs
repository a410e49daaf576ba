use super::{
    acts,
    forms::ActByForm,
    header::{export_buttons, print_button},
    negotiation::Quoted,
    outcome::{Gap, GapKind, answers, gaps, is_unsettled, render_sureness, sentences},
    panels::{Panel, opened},
    room::Room,
    sharing::{Sharing, calls::MakeInterviewProject},
};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, icon},
    words::{self, ending as text, room as room_text},
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn};
use protocol::interview::{Obligation, ObligationTemplate};

/// The end of a finished interview.
#[component]
pub(crate) fn Ending(room: Room) -> impl IntoView {
    opened(room, Panel::Ending)
}

/// What it came to, what is left open, and what to do next. Each is said once.
#[component]
pub(super) fn Outcome(room: Room) -> impl IntoView {
    let prose = Memo::new(move |_| room.with(sentences));
    let by = move || {
        room.with(|view| {
            let one = view.summaries.last()?;
            room_text::done_by(one.engine.as_ref()?, one.fell_back.as_deref())
        })
        .map(|by| view! { <p class="small quiet" data-testid="summary-engine">{by}</p> })
    };
    view! {
        <section class="ending" aria-labelledby="ending-name" data-testid="summary">
            <p class="ending-done">{icon(Icon::Check)} {room_text::COMPLETED}</p>
            <h2 id="ending-name">{text::SUMMARY}</h2>
            <div class="summary-text">
                {move || prose.get().into_iter().map(|line| view! { <p dir="auto">{line}</p> }).collect_view()}
            </div>
            {by}
            <Gaps room=room />
            <Values room=room />
            <h2 class="no-print">{text::NEXT}</h2>
            <div class="row no-print">
                {room
                    .may_change
                    .then(|| {
                        view! {
                            <form method="post" action=MakeInterviewProject::PATH>
                                <input type="hidden" name="id" value=room.id.to_string() />
                                <button type="submit" class="button" data-testid="project-from-this">
                                    {icon(Icon::Project)}
                                    {text::PROJECT}
                                </button>
                            </form>
                            <a class="button" href=format!("/projects?session={}", room.id) data-testid="explore-with-this">
                                {icon(Icon::Search)}
                                {words::runs::EXPLORE_WITH_THIS}
                            </a>
                        }
                    })}
                {print_button("button by-script")}
                {export_buttons(room)}
                {room
                    .may_change
                    .then(|| {
                        view! {
                            <a class="button" href="/interviews" data-testid="another">
                                {icon(Icon::Arrow)}
                                {text::ANOTHER}
                            </a>
                        }
                    })}
            </div>
            {room.may_change.then(|| view! { <Sharing room=room /> })}
        </section>
    }
    .erase()
}

/// What is open, as buttons that go on with the interview to answer it.
#[component]
fn Gaps(room: Room) -> impl IntoView {
    let open = Memo::new(move |_| room.with(gaps));
    let row = move |gap: Gap| {
        let Gap { key, name, kind } = gap;
        if !room.may_change {
            return view! { <li dir="auto">{name}</li> }.erase();
        }
        let of = key.clone();
        let go = move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(command) = room.peek(|view| acts::named(view, &of, "reopen")) {
                room.perform(command);
            }
        };
        view! {
            <li>
                <form method="post" action=ActByForm::PATH on:submit=go>
                    <input type="hidden" name="id" value=room.id.to_string() />
                    <input type="hidden" name="key" value=key />
                    <button type="submit" name="act" value="reopen" class="button" dir="auto">
                        {icon(Icon::Arrow)}
                        {go_on(kind, &name)}
                    </button>
                </form>
            </li>
        }
        .erase()
    };
    move || {
        let open = open.get();
        (!open.is_empty()).then(|| {
            view! {
                <ul class="todo no-print" aria-label=text::TODO data-testid="todo">
                    {open.into_iter().map(row).collect_view()}
                </ul>
            }
        })
    }
}

fn go_on(kind: GapKind, name: &str) -> String {
    match kind {
        GapKind::Answer => text::answer_now(name),
        GapKind::Confirm => text::confirm_now(name),
        GapKind::Settle => text::settle_now(name),
    }
}

/// Everything that is known, with how sure it is and the words it came from.
#[component]
fn Values(room: Room) -> impl IntoView {
    let known = Memo::new(move |_| room.with(answers));
    let row = move |(template, one, words): (ObligationTemplate, Obligation, String)| {
        let sureness = render_sureness(one.confidence, is_unsettled(&one));
        let repeated = one.evidence.as_ref().is_some_and(|quote| quote.quote == words);
        let quote = one.evidence.map(|quote| view! { <Quoted room=room key=one.key evidence=quote repeated=repeated /> });
        view! {
            <div>
                <dt dir="auto">{template.name()}</dt>
                <dd>
                    <span class="value" dir="auto">{words}</span>
                    {sureness}
                    {quote}
                </dd>
            </div>
        }
        .erase()
    };
    move || {
        let known = known.get();
        (!known.is_empty()).then(|| {
            view! {
                // On paper the panel says it.
                <h2 class="no-print">{text::VALUES}</h2>
                <dl class="card outcome no-print" data-testid="outcome">
                    {known.into_iter().map(row).collect_view()}
                </dl>
            }
        })
    }
}
