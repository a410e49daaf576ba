use super::{
    calls::{TaskCard, read_tasks},
    header::export_buttons,
    panels::{Panel, opened},
    room::{Room, known_id},
};
use crate::{
    calls::{CallFault, Packed, open, page_data},
    erased::{Erase, Memo},
    parts::{Icon, icon},
    words::{self, ending as text, room as room_text},
};
use leptos::prelude::*;

/// The end of a finished interview.
#[component]
pub(crate) fn Ending(room: Room) -> impl IntoView {
    opened(room, Panel::Ending)
}

/// What it came to, and what is left to do.
#[component]
pub(super) fn Outcome(room: Room) -> impl IntoView {
    let summary = Memo::new(move |_| room.with(|view| view.summaries.last().map(|one| one.text.clone())));
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
                {move || summary.get().map_or_else(|| view! { <p>{text::NO_SUMMARY}</p> }.erase(), |summary| lines(&summary).erase())}
            </div>
            {by}
            <h2>{text::TODO}</h2>
            <ToDo room=room />
            <h2 class="no-print">{text::TAKE}</h2>
            <p class="row no-print">{export_buttons(room)}</p>
            {room
                .may_change
                .then(|| {
                    view! {
                        <p class="small quiet no-print" data-testid="go-on">
                            {text::GO_ON}
                        </p>
                        <p class="row no-print">
                            <a class="button" href=format!("/projects?session={}", room.id) data-testid="explore-with-this">
                                {icon(Icon::Search)}
                                {words::runs::EXPLORE_WITH_THIS}
                            </a>
                            <a class="button" href="/interviews" data-testid="another">
                                {icon(Icon::Arrow)}
                                {text::ANOTHER}
                            </a>
                        </p>
                    }
                })}
        </section>
    }
    .erase()
}

/// The first line of a summary is what it is about; the others are a name and a value each.
fn lines(summary: &str) -> impl IntoView + use<> {
    let mut lines = summary.lines();
    let title = lines.next().unwrap_or_default().to_owned();
    let rows = lines
        .map(|line| match line.split_once(": ") {
            Some((name, value)) => {
                view! { <div><dt dir="auto">{name.to_owned()}</dt> <dd dir="auto">{value.to_owned()}</dd></div> }.erase()
            }
            None => view! { <div><dd dir="auto">{line.to_owned()}</dd></div> }.erase(),
        })
        .collect_view();
    view! {
        <p class="summary-title" dir="auto">
            {title}
        </p>
        <dl>{rows}</dl>
    }
}

/// Of an interview as it was at an event: its id and the event's number.
async fn read(of: String) -> Result<Packed, CallFault> {
    let id = of.split(' ').next().and_then(|id| id.parse().ok());
    read_tasks(id.ok_or_else(|| CallFault::NotFound(words::fault::MISSING.into()))?).await
}

/// What the server says is left to do, asked anew when the interview changes.
#[component]
fn ToDo(room: Room) -> impl IntoView {
    let at = Memo::new(move |_| room.with(|view| view.seq));
    let tasks = page_data(Signal::derive(move || format!("{} {}", room.id, at.get())), |of| Box::pin(read(of)));
    let row = move |task: TaskCard| {
        let key = task.key;
        let (to, go) = (format!("#{}", known_id(&key)), move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            room.show_known(&key);
        });
        view! {
            <li>
                <a class="link" href=to dir="auto" on:click=go>
                    {task.title}
                </a>
                <span class="small quiet" dir="auto">
                    {task.reason}
                </span>
            </li>
        }
    };
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                match open::<Vec<TaskCard>>(tasks.await) {
                    Err(fault) => view! { <p class="quiet">{fault.to_string()}</p> }.erase(),
                    Ok(tasks) if tasks.is_empty() => view! { <p class="quiet">{text::NOTHING_TO_DO}</p> }.erase(),
                    Ok(tasks) => {
                        view! {
                            <ul class="todo" data-testid="todo">
                                {tasks.into_iter().map(row).collect_view()}
                            </ul>
                        }
                            .erase()
                    }
                }
            })}
        </Suspense>
    }
    .erase()
}
