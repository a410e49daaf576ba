//! A search that is followed, with what came of it.

use super::calls::{SearchAct, SearchFound, WholeSearch, act_on_search, read_search};
use crate::{
    browser,
    calls::{CallFault, open},
    erased::{Effect, Memo},
    feed::{Follow, LivePage},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::hooks::use_navigate;
use protocol::companies::CompanySearchView;
use std::sync::Arc;

/// Its events say everything: nothing comes between two of them.
impl Follow for CompanySearchView {
    type Growing = ();

    fn grow(_growing: &mut (), _progress: ()) {}

    fn has_settled(&self, _growing: &()) -> bool {
        false
    }
}

/// One open search.
#[derive(Clone, Copy)]
pub(super) struct Searching {
    pub(super) live: LivePage<CompanySearchView>,
    pub(super) id: StoredValue<String>,
    /// Once there is an answer.
    pub(super) found: RwSignal<Option<Arc<SearchFound>>>,
    pub(super) is_cancelling: RwSignal<bool>,
    pub(super) may_search: bool,
    /// Leads to another search.
    next: Callback<String>,
}

impl Searching {
    /// Made while the page renders; the socket is opened in an effect.
    pub(super) fn enter(first: WholeSearch) -> Self {
        let id = first.view.id.to_string();
        let navigate = use_navigate();
        let searching = Self {
            live: LivePage::enter(first.view),
            id: StoredValue::new(id),
            found: RwSignal::new(first.found.map(Arc::new)),
            is_cancelling: RwSignal::new(false),
            may_search: first.may_search,
            next: Callback::new(move |path: String| navigate(&path, Default::default())),
        };
        let is_over = Memo::new(move |_| searching.is_over());
        Effect::new(move |_| {
            if is_over.get() {
                searching.load_found();
            }
        });
        searching
    }

    pub(super) fn with<T>(self, read: impl FnOnce(&CompanySearchView) -> T) -> T {
        self.live.followed.view.with(read)
    }

    pub(super) fn peek<T>(self, read: impl FnOnce(&CompanySearchView) -> T) -> T {
        self.live.followed.view.with_untracked(read)
    }

    pub(super) fn is_over(self) -> bool {
        self.with(|view| view.work.status.is_over())
    }

    /// Cancels it; what comes of it arrives as events.
    pub(super) fn cancel(self) {
        if self.is_cancelling.get_untracked() {
            return;
        }
        self.is_cancelling.set(true);
        let (id, again) = (self.id.get_value(), self.id.get_value());
        let ask = async move {
            let outcome = act_on_search(id, SearchAct::Cancel).await.map(drop);
            let _gone = self.is_cancelling.try_set(false);
            outcome
        };
        self.live.perform(ask, move || async move { open::<WholeSearch>(read_search(again).await).map(|whole| whole.view) });
    }

    /// Starts another search after this one, and leads to it.
    pub(super) fn go_on(self, act: SearchAct) {
        let id = self.id.get_value();
        spawn_local(async move {
            match act_on_search(id, act).await {
                Ok(search) => {
                    let _gone = self.next.try_run(format!("/companies/{search}"));
                }
                Err(fault) => self.complain(&fault),
            }
        });
    }

    /// Reads what came of it, where that is not there yet.
    fn load_found(self) {
        if self.found.with_untracked(Option::is_some) {
            return;
        }
        let id = self.id.get_value();
        spawn_local(async move {
            match open::<WholeSearch>(read_search(id).await) {
                Ok(whole) => browser::keep_place(move || {
                    // The page may be gone by now.
                    let _gone = self.found.try_set(whole.found.map(Arc::new));
                }),
                Err(fault) => self.complain(&fault),
            }
        });
    }

    pub(super) fn complain(self, fault: &CallFault) {
        let _gone = self.live.fault.try_set(Some(fault.to_string()));
    }
}
