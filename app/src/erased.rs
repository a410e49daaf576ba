//! Views, memos and effects without their types: what the compiler would make anew for each type is a third of what the browser
//! has to load.

use leptos::{
    prelude::{self as typed, *},
    tachys::view::any_view::{AnyView, IntoAny},
};
use std::{any::Any, marker::PhantomData, sync::Arc};

pub(crate) trait Erase: Sized {
    /// The view without its type.
    fn erase(self) -> AnyView;
}

impl<View: IntoAny> Erase for View {
    fn erase(self) -> AnyView {
        self.into_any()
    }
}

/// A memo as Leptos has it, but inside all of them are of one type.
pub(crate) struct Memo<T> {
    kept: typed::Memo<Kept>,
    value: PhantomData<fn() -> T>,
}

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Memo<T> {}

impl<T: Clone + PartialEq + Send + Sync + 'static> Memo<T> {
    /// Computes the value again when a signal that it read has changed; its readers are notified only if the value is another.
    pub(crate) fn new(compute: impl Fn(()) -> T + Send + Sync + 'static) -> Self {
        Self { kept: memo(Box::new(move || Kept(Arc::new(compute(()))))), value: PhantomData }
    }

    pub(crate) fn get(self) -> T {
        self.with(T::clone)
    }

    pub(crate) fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }

    /// Nothing where the part of the page that made it is gone.
    pub(crate) fn try_get_untracked(self) -> Option<T> {
        Some(self.kept.try_get_untracked()?.value::<T>().clone())
    }

    pub(crate) fn track(self) {
        self.kept.track();
    }

    pub(crate) fn with<Read>(self, read: impl FnOnce(&T) -> Read) -> Read {
        read(self.kept.get().value())
    }

    pub(crate) fn with_untracked<Read>(self, read: impl FnOnce(&T) -> Read) -> Read {
        read(self.kept.get_untracked().value())
    }
}

fn memo(compute: Box<dyn Fn() -> Kept + Send + Sync>) -> typed::Memo<Kept> {
    typed::Memo::new(move |_| compute())
}

/// A value that knows whether another is the same.
#[derive(Clone)]
struct Kept(Arc<dyn Comparable>);

impl Kept {
    fn value<T: 'static>(&self) -> &T {
        let Some(value) = self.0.value().downcast_ref() else { unreachable!("a memo keeps what it computes") };
        value
    }
}

impl PartialEq for Kept {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(other.0.value())
    }
}

trait Comparable: Send + Sync {
    fn value(&self) -> &dyn Any;
    fn is(&self, other: &dyn Any) -> bool;
}

impl<T: PartialEq + Send + Sync + 'static> Comparable for T {
    fn value(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// An effect that needs nothing of what it did before.
pub(crate) struct Effect;

impl Effect {
    /// Runs in the browser only, once the page is there and whenever a signal that it read has changed.
    #[expect(clippy::new_ret_no_self, reason = "it is called like the effect of Leptos, and nobody keeps one")]
    pub(crate) fn new(run: impl FnMut(()) + 'static) {
        effect(Box::new(run));
    }
}

fn effect(mut run: Box<dyn FnMut(())>) {
    typed::Effect::new(move |_| run(()));
}

#[cfg(test)]
mod tests {
    use super::Memo;
    use leptos::prelude::*;
    use std::sync::{Arc, atomic::AtomicUsize, atomic::Ordering::Relaxed};

    #[test]
    fn a_memo_tells_only_of_another_value() {
        let owner = Owner::new();
        owner.set();
        let count = RwSignal::new(1);
        let half = Memo::new(move |()| count.get() / 2);
        let runs = Arc::new(AtomicUsize::new(0));
        let counter = runs.clone();
        let words = Memo::new(move |()| {
            counter.fetch_add(1, Relaxed);
            half.get().to_string()
        });
        for (next, expected, times) in [(1, "0", 1), (2, "1", 2), (3, "1", 2), (4, "2", 3)] {
            count.set(next);
            assert_eq!((words.get().as_str(), runs.load(Relaxed)), (expected, times), "at {next}");
        }
    }
}
