//! What is shown somewhere and read by asking for it: lists of interviews, lists of projects, projects, their runs and pipelines. Who follows one gets its
//! version, and reads again where that is another.

use super::socket::encode;
use crate::backend::Backend;
use bytes::Bytes;
use domain::{StoreFault, tools::ProjectChange};
use protocol::{ProjectId, TenantId, UserId, frame::Notice, live::Topic};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::{mpsc, watch};

/// Changes within this time are sent as one.
const TOGETHER: Duration = Duration::from_millis(300);
/// How long it takes to ask a database again that did not answer.
const AGAIN: Duration = Duration::from_secs(2);

/// What a user watches, by its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Interviews(UserId),
    Searches(UserId),
    Projects(TenantId),
    Project(ProjectId),
    Runs(ProjectId),
    Asks(UserId),
    Pipelines(ProjectId),
}

/// What is watched on this node. Clones are the same.
#[derive(Clone, Default)]
pub(crate) struct Watches(Arc<Mutex<HashMap<Key, watch::Sender<()>>>>);

impl Watches {
    /// A person's list of interviews or of searches, or anybody's, is another.
    pub(crate) fn interviews_changed(&self, whose: Option<UserId>) {
        match whose {
            Some(user) => {
                self.tell(Key::Interviews(user));
                self.tell(Key::Searches(user));
                self.tell(Key::Asks(user));
            }
            None => self.tell_all(is_a_persons),
        }
    }

    /// A project is another, and so may be the list that it is on.
    pub(crate) fn project_changed(&self, change: ProjectChange) {
        match change {
            ProjectChange::Of { tenant, project } => {
                self.tell(Key::Project(project));
                self.tell(Key::Projects(tenant));
            }
            ProjectChange::Runs { project, .. } => self.tell(Key::Runs(project)),
            ProjectChange::Pipelines { project, .. } => self.tell(Key::Pipelines(project)),
            ProjectChange::Missed => self.tell_all(|key| !is_a_persons(key)),
        }
    }

    fn tell(&self, key: Key) {
        let mut watched = self.watched();
        if watched.get(&key).is_some_and(|one| one.send(()).is_err()) {
            watched.remove(&key);
        }
    }

    fn tell_all(&self, those: impl Fn(&Key) -> bool) {
        self.watched().retain(|key, one| !those(key) || one.send(()).is_ok());
    }

    fn watch(&self, key: Key) -> watch::Receiver<()> {
        let mut watched = self.watched();
        watched.retain(|_, one| one.receiver_count() > 0);
        watched.entry(key).or_insert_with(|| watch::Sender::new(())).subscribe()
    }

    fn watched(&self) -> std::sync::MutexGuard<'_, HashMap<Key, watch::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether it is of one person, and not of a tenant.
const fn is_a_persons(key: &Key) -> bool {
    matches!(key, Key::Interviews(_) | Key::Searches(_) | Key::Asks(_))
}

/// Sends the version to this user: at once, and whenever it changes. Ends when the receiver is gone.
pub(super) async fn follow(backend: Backend, tenant: TenantId, user: UserId, topic: Topic, frames: mpsc::Sender<Bytes>) {
    let mut news = backend.watches().watch(match topic {
        Topic::Interviews => Key::Interviews(user),
        Topic::Searches => Key::Searches(user),
        Topic::Projects => Key::Projects(tenant),
        Topic::Project(id) => Key::Project(id),
        Topic::Runs(id) => Key::Runs(id),
        Topic::Asks(_) | Topic::AskSchedules => Key::Asks(user),
        Topic::Pipelines(id) => Key::Pipelines(id),
        // Followed by its events.
        Topic::Stream(..) => return,
    });
    let mut sent = None;
    loop {
        news.mark_unchanged();
        match version(&backend, tenant, user, topic).await {
            Ok(version) if sent.as_ref() == Some(&version) => {}
            Ok(version) => {
                sent = Some(version.clone());
                if let Some(bytes) = encode(&Notice::Changed { topic, version })
                    && frames.send(bytes).await.is_err()
                {
                    return;
                }
            }
            Err(fault) => {
                tracing::debug!(%fault, %topic, "its version cannot be read now");
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

async fn version(backend: &Backend, tenant: TenantId, user: UserId, topic: Topic) -> Result<String, StoreFault> {
    match topic {
        Topic::Interviews => backend.store().list_version(tenant, user).await,
        Topic::Searches => backend.companies().store().company_searches_version(tenant, user).await,
        Topic::Projects => projects::list_version(backend.projects(), tenant).await,
        Topic::Project(id) => projects::mark(backend.projects(), tenant, id).await,
        Topic::Runs(id) => backend.projects().run_store().runs_version(tenant, id).await,
        Topic::Asks(id) => backend.asks().store().asks_version(tenant, user, id).await,
        Topic::AskSchedules => ::ask::ask_schedules_version(backend.asks(), tenant, user).await,
        Topic::Pipelines(id) => backend.opportunities().store().pipelines_version(tenant, id).await,
        Topic::Stream(..) => Ok(String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn only_what_changed_is_told_and_what_nobody_watches_is_forgotten() {
        let (ada, bob) = (UserId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2)));
        let (tenant, project) = (TenantId(Uuid::from_u128(3)), ProjectId(Uuid::from_u128(4)));
        let of_another = ProjectChange::Of { tenant, project: ProjectId(Uuid::from_u128(5)) };
        let watches = Watches::default();
        watches.interviews_changed(Some(ada));
        watches.project_changed(of_another);
        assert!(watches.watched().is_empty(), "what nobody watches is not kept");
        let keys = [
            Key::Interviews(ada),
            Key::Interviews(ada),
            Key::Interviews(bob),
            Key::Projects(tenant),
            Key::Projects(TenantId(Uuid::from_u128(6))),
            Key::Project(project),
            Key::Runs(project),
            Key::Pipelines(project),
        ];
        let mut watching = keys.map(|key| watches.watch(key));
        let mut news = || {
            watching.each_mut().map(|one| {
                let changed = one.has_changed().expect("it is there");
                one.mark_unchanged();
                changed
            })
        };
        watches.interviews_changed(Some(ada));
        assert_eq!(news(), [true, true, false, false, false, false, false, false]);
        watches.interviews_changed(None);
        assert_eq!(news(), [true, true, true, false, false, false, false, false]);
        watches.project_changed(of_another);
        assert_eq!(news(), [false, false, false, true, false, false, false, false]);
        watches.project_changed(ProjectChange::Of { tenant, project });
        assert_eq!(news(), [false, false, false, true, false, true, false, false]);
        watches.project_changed(ProjectChange::Runs { tenant, project });
        assert_eq!(news(), [false, false, false, false, false, false, true, false], "a run does not change its project");
        watches.project_changed(ProjectChange::Pipelines { tenant, project });
        assert_eq!(news(), [false, false, false, false, false, false, false, true], "nor does a pipeline");
        watches.project_changed(ProjectChange::Missed);
        assert_eq!(news(), [false, false, false, true, true, true, true, true]);
        let [ada_1, ada_2, of_bob, listed, elsewhere, one, runs, pipelines] = watching;
        drop((ada_1, ada_2, listed, runs, pipelines));
        watches.project_changed(ProjectChange::Runs { tenant, project });
        watches.project_changed(ProjectChange::Pipelines { tenant, project });
        watches.interviews_changed(Some(ada));
        watches.project_changed(of_another);
        assert_eq!(watches.watched().len(), 3);
        drop((of_bob, elsewhere, one));
        watches.interviews_changed(None);
        watches.project_changed(ProjectChange::Missed);
        assert!(watches.watched().is_empty());
    }
}
