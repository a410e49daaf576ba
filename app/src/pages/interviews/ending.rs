use super::{room::Room, todo::tasks};
use crate::{
    lean::Lean,
    parts::{Icon, icon},
    words::{ending as text, room as room_text},
};
use leptos::prelude::*;

/// What a finished interview came to, and what is left to do.
#[component]
pub(crate) fn Ending(room: Room) -> impl IntoView {
    let summary = Memo::new(move |_| room.with(|view| view.summaries.last().map(|one| one.text.clone())));
    let todo = Memo::new(move |_| room.with(tasks));
    let rows = move || {
        todo.get()
            .into_iter()
            .map(|task| {
                let key = task.key;
                view! {
                    <li>
                        <button type="button" class="link" dir="auto" on:click=move |_| room.show_known(&key)>
                            {task.text}
                        </button>
                        {task.reason.map(|reason| view! { <span class="small quiet" dir="auto">{reason}</span> })}
                    </li>
                }
            })
            .collect_view()
    };
    let link = move |format: &'static str, name: &'static str| {
        view! {
            <a class="button" rel="external" download href=format!("/api/v1/sessions/{}/export?format={format}", room.id)>
                {icon(Icon::Download)}
                {name}
            </a>
        }
    };
    view! {
        <section class="ending" aria-labelledby="ending-name" data-testid="summary">
            <p class="ending-done">{icon(Icon::Check)} {room_text::COMPLETED}</p>
            <h2 id="ending-name">{text::SUMMARY}</h2>
            <div class="summary-text" dir="auto">
                {move || summary.get().unwrap_or_else(|| text::NO_SUMMARY.to_owned())}
            </div>
            <h2>{text::TODO}</h2>
            <ul class="todo" data-testid="todo">
                {rows}
            </ul>
            {move || todo.with(Vec::is_empty).then(|| view! { <p class="quiet">{text::NOTHING_TO_DO}</p> })}
            <h2 class="no-print">{text::TAKE}</h2>
            <p class="row no-print">
                {link("md", room_text::MARKDOWN)} {link("json", room_text::JSON)} {link("csv", room_text::CSV)}
            </p>
        </section>
    }
    .lean()
}
