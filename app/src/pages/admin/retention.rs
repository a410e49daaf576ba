use crate::{
    calls::{PageData, open, page_data},
    erased::Erase,
    pages::account::calls::{KeptFor, RetentionView, change_retention, count_due, read_retention},
    parts::Alert,
    words::admin as text,
};
use leptos::{ev::SubmitEvent, html::Input, prelude::*, task::spawn_local};

/// For how long finished interviews are kept. What would go at once is said before it is decided.
#[component]
pub(crate) fn Retention() -> impl IntoView {
    let held = page_data(Signal::stored(String::new()), |_| Box::pin(read_retention()));
    let (fault, done) = (RwSignal::new(None::<String>), RwSignal::new(false));
    view! {
        <Alert fault=fault />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<RetentionView>(held.await) {
                    Err(error) => view! { <p class="quiet">{error.to_string()}</p> }.erase(),
                    Ok(view) => view! { <Kept view=view held=held fault=fault done=done /> }.erase(),
                }
            })}
        </Suspense>
        <p role="status">{move || done.get().then_some(text::KEPT)}</p>
    }
    .erase()
}

#[component]
fn Kept(view: RetentionView, held: PageData, fault: RwSignal<Option<String>>, done: RwSignal<bool>) -> impl IntoView {
    let days = NodeRef::<Input>::new();
    // The days that were asked for, and how many interviews are older.
    let asked = RwSignal::new(None::<(u32, u64)>);
    let keep = move |days: Option<u32>| {
        spawn_local(async move {
            match change_retention(KeptFor { days }).await {
                Ok(()) => {
                    fault.set(None);
                    asked.set(None);
                    done.set(true);
                    held.refetch();
                }
                Err(error) => fault.set(Some(error.to_string())),
            }
        });
    };
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(input) = days.get_untracked() else { return };
        done.set(false);
        let value = input.value();
        if value.trim().is_empty() {
            return keep(None);
        }
        let Ok(days) = value.trim().parse::<u32>() else { return fault.set(Some(text::RETENTION_WRONG.to_owned())) };
        spawn_local(async move {
            match count_due(days).await {
                Ok(0) => keep(Some(days)),
                Ok(due) => asked.set(Some((days, due))),
                Err(error) => fault.set(Some(error.to_string())),
            }
        });
    };
    let ask = move |(days, due): (u32, u64)| {
        view! {
            <div class="confirm-now" role="alertdialog" aria-label=text::RETENTION data-testid="retention-ask">
                <p>{text::would_go(days, due)}</p>
                <button type="button" class="button small danger" on:click=move |_| keep(Some(days)) data-testid="retention-confirm">
                    {text::remove_after(days)}
                </button>
                <button type="button" class="button small" on:click=move |_| asked.set(None)>
                    {text::RETENTION_CANCEL}
                </button>
            </div>
        }
    };
    view! {
        <form class="inline-form" on:submit=send>
            <label class="field">
                <span>{text::RETENTION_DAYS}</span>
                <input
                    node_ref=days
                    type="number"
                    min="1"
                    max="36500"
                    inputmode="numeric"
                    placeholder=text::FOR_EVER
                    value=view.days.map(|days| days.to_string())
                    aria-describedby="retention-hint"
                    data-testid="retention-days"
                />
            </label>
            <button type="submit" class="button" data-testid="retention-save">
                {text::RETENTION_SAVE}
            </button>
        </form>
        <p id="retention-hint" class="small quiet">{text::RETENTION_HINT}</p>
        {(view.due > 0).then(|| view! { <p class="small">{text::due(view.due)}</p> })}
        {move || asked.get().map(ask)}
    }
    .erase()
}
