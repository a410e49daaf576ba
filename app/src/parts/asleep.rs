//! Code that is loaded when something is first opened, and what the server wrote for it until then.

use leptos::{
    prelude::*,
    tachys::view::any_view::{AnyView, AnyViewState},
};
use std::{
    pin::pin,
    task::{Context, Poll, Waker},
};

/// What stands in an element as the server wrote it, until it is drawn anew by the browser.
pub(crate) struct Asleep {
    /// What is drawn lives as long as the component around it, however often an effect runs again.
    owner: Option<WeakOwner>,
    drawn: StoredValue<Option<AnyViewState>, LocalStorage>,
}

impl Asleep {
    /// Made while a component is.
    pub(crate) fn new() -> Self {
        Self { owner: Owner::current().map(|owner| owner.downgrade()), drawn: StoredValue::new_local(None) }
    }

    pub(crate) fn is_awake(&self) -> bool {
        self.drawn.with_value(Option::is_some)
    }

    /// Draws in place of what is there, once.
    pub(crate) fn wake(&self, place: &web_sys::Element, draw: impl FnOnce() -> AnyView) {
        let Some(owner) = self.owner.as_ref().and_then(|owner| owner.upgrade()).filter(|_| !self.is_awake()) else { return };
        place.set_inner_html("");
        let mut drawn = owner.with(|| untrack(|| draw().build()));
        drawn.mount(place, None);
        self.drawn.set_value(Some(drawn));
    }
}

/// What a function of another part answers, once that part is here.
pub(crate) fn at_once<T>(answer: impl Future<Output = T>) -> Option<T> {
    match pin!(answer).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => Some(answer),
        Poll::Pending => None,
    }
}
