//! Lists of interviews that are looked at: each person's, told of when it changes.

use super::socket::encode;
use crate::backend::Backend;
use bytes::Bytes;
use protocol::{TenantId, UserId, frame::Frame};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::{mpsc, watch};

/// Changes within so short a time are told as one.
const TOGETHER: Duration = Duration::from_millis(300);
/// How long it takes to ask a database again that did not answer.
const AGAIN: Duration = Duration::from_secs(2);

/// The lists that somebody follows. Clones are the same.
#[derive(Clone, Default)]
pub(crate) struct Lists(Arc<Mutex<HashMap<UserId, watch::Sender<()>>>>);

impl Lists {
    /// A person's list, or anybody's, is another.
    pub(crate) fn changed(&self, whose: Option<UserId>) {
        let mut followed = self.followed();
        match whose {
            Some(user) => {
                let left = followed.get(&user).is_some_and(|list| list.send(()).is_err());
                if left {
                    followed.remove(&user);
                }
            }
            None => followed.retain(|_, list| list.send(()).is_ok()),
        }
    }

    fn follow(&self, user: UserId) -> watch::Receiver<()> {
        let mut followed = self.followed();
        followed.retain(|_, list| list.receiver_count() > 0);
        followed.entry(user).or_insert_with(|| watch::Sender::new(())).subscribe()
    }

    fn followed(&self) -> std::sync::MutexGuard<'_, HashMap<UserId, watch::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells where this person's list stands: at once, and whenever it stands elsewhere. Ends when nobody takes it.
pub(super) async fn follow(backend: Backend, tenant: TenantId, user: UserId, frames: mpsc::Sender<Bytes>) {
    let mut news = backend.lists().follow(user);
    let mut told = None;
    loop {
        news.mark_unchanged();
        match backend.store().list_mark(tenant, user).await {
            Ok(mark) if told.as_ref() == Some(&mark) => {}
            Ok(mark) => {
                told = Some(mark.clone());
                if let Some(bytes) = encode(&Frame::Listed { mark })
                    && frames.send(bytes).await.is_err()
                {
                    return;
                }
            }
            Err(fault) => {
                tracing::debug!(%fault, "where a list stands cannot be read now");
                tokio::time::sleep(AGAIN).await;
                continue;
            }
        }
        if news.changed().await.is_err() {
            return;
        }
        tokio::time::sleep(TOGETHER).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn only_whose_list_changed_is_told_and_what_nobody_follows_is_forgotten() {
        let (ada, bob) = (UserId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2)));
        let lists = Lists::default();
        lists.changed(Some(ada));
        assert!(lists.followed().is_empty(), "what nobody follows is not kept");
        let (of_ada, also_of_ada, of_bob) = (lists.follow(ada), lists.follow(ada), lists.follow(bob));
        let news = || [&of_ada, &also_of_ada, &of_bob].map(|one| one.has_changed().expect("it is there"));
        lists.changed(Some(ada));
        assert_eq!(news(), [true, true, false]);
        lists.changed(None);
        assert_eq!(news(), [true, true, true]);
        drop((of_ada, also_of_ada));
        lists.changed(Some(ada));
        assert_eq!(lists.followed().len(), 1);
        drop(of_bob);
        lists.changed(None);
        assert!(lists.followed().is_empty());
    }
}
