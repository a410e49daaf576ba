//! An ask that is followed, with what belongs to it.

use super::{
    calls::{AskAddress, AskAround, WholeAsk, read_ask},
    form::Desk,
};
use crate::{
    browser,
    calls::open,
    erased::{Effect, Memo},
    feed::{Follow, LivePage},
};
use leptos::{prelude::*, task::spawn_local};
use protocol::{
    AskId,
    ask::{Answer, AskView},
};

/// Its events say everything: nothing comes between two of them.
impl Follow for AskView {
    type Growing = ();

    fn grow(_growing: &mut (), _progress: ()) {}

    fn has_settled(&self, _growing: &()) -> bool {
        false
    }
}

/// One open ask.
#[derive(Clone, Copy)]
pub(super) struct Asking {
    pub(super) id: AskId,
    pub(super) live: LivePage<AskView>,
    pub(super) around: RwSignal<AskAround>,
    /// Once there is one.
    pub(super) answer: Memo<Option<Answer>>,
    pub(super) desk: Desk,
    /// Its proof is being run again.
    pub(super) is_rerunning: RwSignal<bool>,
    pub(super) may_ask: bool,
}

impl Asking {
    /// Made while the page renders; the socket is opened in an effect.
    pub(super) fn enter(first: WholeAsk) -> Self {
        let (id, was_over) = (first.view.id, first.view.work.status.is_over());
        let may_ask = first.around.may_ask;
        let (live, around) = (LivePage::enter(first.view), RwSignal::new(first.around));
        let stay = Callback::new(move |()| load(id, live, around));
        let asking = Self {
            id,
            live,
            around,
            answer: Memo::new(move |_| live.followed.view.with(|view| view.answer.clone())),
            desk: Desk::new(format!("/ask/{id}"), live.fault, stay),
            is_rerunning: RwSignal::new(false),
            may_ask,
        };
        let is_over = Memo::new(move |_| asking.is_over());
        Effect::new(move |_| {
            // What belongs to an answer is read once it is there.
            if is_over.get() && !was_over {
                load(id, live, around);
            }
        });
        asking
    }

    pub(super) fn with<T>(self, read: impl FnOnce(&AskView) -> T) -> T {
        self.live.followed.view.with(read)
    }

    pub(super) fn peek<T>(self, read: impl FnOnce(&AskView) -> T) -> T {
        self.live.followed.view.with_untracked(read)
    }

    pub(super) fn is_over(self) -> bool {
        self.with(|view| view.work.status.is_over())
    }

    /// Runs its proof again; what comes of it is shown beside the premises.
    pub(super) fn rerun(self) {
        if self.is_rerunning.get_untracked() {
            return;
        }
        self.is_rerunning.set(true);
        self.live.fault.set(None);
        let address = AskAddress { id: self.id.to_string(), rerun: "on".into(), ..AskAddress::default() };
        spawn_local(async move {
            let outcome = open::<WholeAsk>(read_ask(address).await);
            // The page may be gone by now.
            let _gone = self.is_rerunning.try_set(false);
            match outcome {
                Ok(whole) => browser::keep_place(move || {
                    let _gone = self.around.try_set(whole.around);
                }),
                Err(fault) => {
                    let _gone = self.live.fault.try_set(Some(fault.to_string()));
                }
            }
        });
    }
}

/// Reads it again, with what belongs to it. A proof that was run again stays shown.
fn load(id: AskId, live: LivePage<AskView>, around: RwSignal<AskAround>) {
    spawn_local(async move {
        match open::<WholeAsk>(read_ask(AskAddress { id: id.to_string(), ..AskAddress::default() }).await) {
            Ok(WholeAsk { view, around: newer }) => {
                live.catch_up(|| async move { Ok(view) }).await;
                browser::keep_place(move || {
                    // The page may be gone by now.
                    let _gone = around.try_update(|around| {
                        let rerun = around.rerun.take();
                        *around = newer;
                        around.rerun = around.rerun.take().or(rerun);
                    });
                });
            }
            Err(fault) => {
                let _gone = live.fault.try_set(Some(fault.to_string()));
            }
        }
    });
}
