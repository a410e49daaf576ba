use crate::{
    calls::{CallFault, Listed},
    erased::Erase,
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

    /// Replaces the first page by its current version. Items that were loaded after it stay: `beyond` says whether a held item is
    /// one of them. Returns whether it was replaced: while another page or list is loading nothing changes, and the page may be
    /// gone.
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
    .erase()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(items: &[u8], next: Option<&str>) -> Listed<u8> {
        Listed { items: items.to_vec(), next: next.map(str::to_owned) }
    }

    /// Newest first: what is older than the last one of a page is behind it.
    fn beyond(newest: &[u8], held: &u8) -> bool {
        newest.last().is_some_and(|last| held < last)
    }

    fn with(check: impl FnOnce(Paged<u8>)) {
        Owner::new_root(None).with(|| {
            let paged = Paged::new(listed(&[5, 4], Some("4")));
            // A second page was loaded.
            paged.items.update(|items| items.extend([3, 2]));
            paged.tail.next.set(Some("2".into()));
            check(paged);
        });
    }

    fn snapshot(paged: Paged<u8>) -> (Vec<u8>, Option<String>) {
        (paged.items.get_untracked(), paged.tail.next.get_untracked())
    }

    #[test]
    fn the_first_page_takes_the_place_of_what_it_covers_and_what_was_loaded_behind_it_stays() {
        with(|paged| {
            assert!(paged.renew(listed(&[6, 5], Some("5")), beyond));
            assert_eq!(snapshot(paged), (vec![6, 5, 4, 3, 2], Some("2".into())));
            assert!(paged.renew(listed(&[6, 4], None), beyond), "the whole list");
            assert_eq!(snapshot(paged), (vec![6, 4], None));
        });
    }

    #[test]
    fn while_another_page_is_under_way_nothing_is_touched() {
        with(|paged| {
            paged.tail.busy.set(true);
            assert!(!paged.renew(listed(&[6], None), beyond));
            assert_eq!(snapshot(paged), (vec![5, 4, 3, 2], Some("2".into())));
        });
    }

    #[test]
    fn nothing_stays_of_a_list_that_could_not_be_replaced() {
        with(|paged| {
            paged.tail.other.set_value(true);
            paged.tail.fault.set(Some("not reached".into()));
            assert!(paged.renew(listed(&[9, 8], Some("8")), beyond));
            assert_eq!(snapshot(paged), (vec![9, 8], Some("8".into())));
            assert_eq!(paged.tail.fault.get_untracked(), None);
            assert!(paged.renew(listed(&[9], Some("9")), beyond), "and from then on it is this list");
            assert_eq!(snapshot(paged), (vec![9, 8], Some("8".into())));
        });
    }
}
