use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::fault,
};
use leptos::{html::Div, leptos_dom::helpers::TimeoutHandle, prelude::*};
use std::time::Duration;

/// What became of something the person did, where nothing else on the page shows it.
#[derive(Clone)]
pub(crate) struct ActionNote {
    pub(crate) text: String,
    /// Takes it back.
    pub(crate) undo: Option<Callback<()>>,
}

/// After this time the note disappears, and its undo with it. It stays while the keyboard focus or the mouse is on it.
const STAYS: Duration = Duration::from_secs(20);

/// Says what became of something, quietly; always in the page, so that screen readers hear it change.
#[component]
pub(crate) fn Note(note: RwSignal<Option<ActionNote>>) -> impl IntoView {
    let place = NodeRef::<Div>::new();
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let calm_down = move || {
        if let Some(handle) = timer.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    };
    leptos::prelude::Effect::new(move |_| {
        calm_down();
        if note.with(Option::is_some) {
            wait(note, place, timer);
        }
    });
    on_cleanup(calm_down);
    let line = move |one: ActionNote| {
        let undo = one.undo.map(|undo| {
            view! {
                <button
                    type="button"
                    class="button small"
                    data-testid="note-undo"
                    on:click=move |_| {
                        note.set(None);
                        undo.run(());
                    }
                >
                    {icon(Icon::Undo)}
                    {fault::UNDO}
                </button>
            }
        });
        view! {
            <p class="alert note" data-testid="note">
                {icon(Icon::Check)}
                <span dir="auto">{one.text}</span>
                {undo}
                <button type="button" class="icon-button" aria-label=fault::DISMISS on:click=move |_| note.set(None)>
                    {icon(Icon::Close)}
                </button>
            </p>
        }
    };
    view! {
        <div role="status" class="alert-place" node_ref=place>
            {move || note.get().map(line)}
        </div>
    }
    .erase()
}

/// Takes the note away after a while, but not from under somebody's hand.
fn wait(note: RwSignal<Option<ActionNote>>, place: NodeRef<Div>, timer: StoredValue<Option<TimeoutHandle>>) {
    let over = move || {
        let at_it = place
            .get_untracked()
            .is_some_and(|place| place.query_selector(":scope :is(:focus, :hover)").ok().flatten().is_some());
        if at_it {
            wait(note, place, timer);
        } else {
            let _gone = note.try_set(None);
        }
    };
    let _gone = timer.try_set_value(set_timeout_with_handle(over, STAYS).ok());
}
