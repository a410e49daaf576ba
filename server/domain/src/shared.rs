//! A handle that many hold. Whether it may cross threads is settled where it is made: a compiler that proves it anew for each of
//! hundreds of futures, through everything that stands behind the handle, takes minutes for that alone.

use std::{
    fmt,
    ops::Deref,
    sync::{Arc, Weak},
};

trait Held<T>: Send + Sync {
    fn get(&self) -> &T;
}

impl<T: Send + Sync> Held<T> for T {
    fn get(&self) -> &T {
        self
    }
}

/// Cheap to clone; all clones are the same.
pub struct Shared<T>(Arc<dyn Held<T>>);

/// Does not keep it alive.
pub struct WeakShared<T>(Weak<dyn Held<T>>);

impl<T: Send + Sync + 'static> Shared<T> {
    #[must_use]
    pub fn new(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T> Shared<T> {
    #[must_use]
    pub fn downgrade(&self) -> WeakShared<T> {
        WeakShared(Arc::downgrade(&self.0))
    }
}

impl<T> WeakShared<T> {
    /// None once nobody holds it any more.
    #[must_use]
    pub fn upgrade(&self) -> Option<Shared<T>> {
        self.0.upgrade().map(Shared)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        <dyn Held<T> as Held<T>>::get(&*self.0)
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Clone for WeakShared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> fmt::Debug for Shared<T> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("Shared")
    }
}

impl<T> fmt::Debug for WeakShared<T> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("WeakShared")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_there_as_long_as_somebody_holds_it() {
        let first = Shared::new(vec![1, 2]);
        let (second, weak) = (first.clone(), first.downgrade());
        drop(first);
        assert_eq!(weak.upgrade().map(|held| held.len()), Some(2));
        assert_eq!(*second, [1, 2]);
        drop(second);
        assert!(weak.upgrade().is_none());
    }
}
