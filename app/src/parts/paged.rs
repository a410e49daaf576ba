use crate::{
    calls::{CallFault, Listed},
    lean::Lean,
    words::paged as text,
};
use leptos::{prelude::*, task::spawn_local};

/// A list that grows by pages: in place with scripts, by addresses without.
pub(crate) struct Paged<Item: Send + Sync + 'static> {
    pub(crate) items: RwSignal<Vec<Item>>,
    tail: Tail,
}

/// What is known of the rest of a list.
#[derive(Clone, Copy)]
struct Tail {
    next: RwSignal<Option<String>>,
    busy: RwSignal<bool>,
    fault: RwSignal<Option<String>>,
    /// Which list this is: answers that belong to an earlier one are dropped.
    turn: StoredValue<u32>,
    /// What is held is of another list than was asked for: its answer is awaited, or never came.
    other: StoredValue<bool>,
}

impl<Item: Send + Sync + 'static> Clone for Paged<Item> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Item: Send + Sync + 'static> Copy for Paged<Item> {}

impl<Item: Send + Sync + 'static> Paged<Item> {
    pub(crate) fn new(first: Listed<Item>) -> Self {
        let tail = Tail {
            next: RwSignal::new(first.next),
            busy: RwSignal::new(false),
            fault: RwSignal::new(None),
            turn: StoredValue::new(0),
            other: StoredValue::new(false),
        };
        Self { items: RwSignal::new(first.items), tail }
    }

    /// Puts another list in the place of this one.
    pub(crate) fn replace(self, load: impl Future<Output = Result<Listed<Item>, CallFault>> + 'static) {
        self.tail.turn.update_value(|turn| *turn += 1);
        self.tail.other.set_value(true);
        self.load(load, false);
    }

    /// Adds the next page.
    pub(crate) fn extend(self, load: impl Future<Output = Result<Listed<Item>, CallFault>> + 'static) {
        if !self.tail.busy.get_untracked() {
            self.load(load, true);
        }
    }

    /// Puts the first page as it is now in the place of what it covers. What was loaded beyond it stays: `beyond` tells that of a
    /// held item. Whether it did: while another page or list is under way nothing is touched, and the page may be gone.
    pub(crate) fn renew(self, fresh: Listed<Item>, beyond: impl Fn(&[Item], &Item) -> bool) -> bool {
        let rests = self.tail.busy.try_get_untracked() == Some(false);
        if rests {
            // What could not be replaced is of another list.
            let other = self.tail.other.get_value();
            let Listed { items, next } = fresh;
            let mut stay = false;
            self.items.update(|held| {
                // Behind a page that is the whole list there is nothing.
                held.retain(|one| !other && next.is_some() && beyond(&items, one));
                stay = !held.is_empty();
                held.splice(0..0, items);
            });
            if !stay {
                self.tail.next.set(next);
            }
            self.tail.other.set_value(false);
            self.tail.fault.set(None);
        }
        rests
    }

    /// `adds`: to what is held already.
    fn load(self, load: impl Future<Output = Result<Listed<Item>, CallFault>> + 'static, adds: bool) {
        let tail = self.tail;
        let turn = tail.turn.get_value();
        tail.busy.set(true);
        spawn_local(async move {
            let loaded = load.await;
            // Another list was asked for meanwhile, or the page is gone.
            if tail.turn.try_get_value() != Some(turn) {
                return;
            }
            tail.busy.set(false);
            match loaded {
                Ok(Listed { items: mut fresh, next }) => {
                    self.items.update(|held| {
                        if !adds {
                            held.clear();
                        }
                        held.append(&mut fresh);
                    });
                    if !adds {
                        tail.other.set_value(false);
                    }
                    tail.next.set(next);
                    tail.fault.set(None);
                }
                Err(fault) => tail.fault.set(Some(fault.to_string())),
            }
        });
    }

    /// The way to the rest of the list. `address` is where the page after a cursor is shown without scripts; `more` loads it.
    pub(crate) fn more(
        self,
        address: impl Fn(&str) -> String + Send + Sync + 'static,
        more: impl Fn(String) + Send + Sync + 'static,
    ) -> impl IntoView {
        view! { <More tail=self.tail address=Callback::new(move |next: String| address(&next)) more=Callback::new(more) /> }
    }
}

#[component]
fn More(tail: Tail, address: Callback<String, String>, more: Callback<String>) -> impl IntoView {
    let link = move |next: String| {
        let href = address.run(next.clone());
        view! {
            <a
                class="button"
                href=href
                data-testid="more"
                on:click=move |event| {
                    event.prevent_default();
                    more.run(next.clone());
                }
            >
                {move || if tail.busy.get() { text::LOADING } else { text::MORE }}
            </a>
        }
    };
    view! {
        <div class="more">
            {move || tail.next.get().map(link)}
            <p class="box-fault" role="alert">
                {move || tail.fault.get()}
            </p>
        </div>
    }
    .lean()
}

/// On a page of a list that is not the first: the way back to its beginning.
#[component]
pub(crate) fn Newest(
    /// Whether the list begins in its middle.
    later: bool,
    href: &'static str,
) -> impl IntoView {
    later.then(|| {
        view! {
            <p class="more">
                <a rel="external" href=href>
                    {text::NEWEST}
                </a>
            </p>
        }
    })
}
