//! Hears what other nodes store and take away, over Postgres's notifications.

use crate::{Store, faults::fault, pools::Pools};
use domain::{StoreFault, account::RightsLost, live::StreamChange};
use protocol::UserId;
use sqlx::{
    PgPool,
    postgres::{PgListener, PgPoolOptions},
};
use std::time::Duration;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

/// On which every node is told, at the moment of the commit, which streams grew (`node:stream:seq`) and which were deleted
/// (`node:stream:gone`), and whose list of interviews is another now (`node:person:list`).
pub(crate) const STREAMS: &str = "discovery_stream";
/// On which every node is told who may have lost a right: `node:person:id`, `node:sign_in:id`.
pub(crate) const RIGHTS: &str = "discovery_rights";

/// A connection that has said nothing for so long is asked whether it still lives.
const SILENCE: Duration = Duration::from_secs(20);
/// How long it may take to answer.
const ANSWER: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

impl Store {
    pub(crate) async fn watch_streams(&self, changed: Box<dyn Fn(StreamChange) + Send + Sync>) -> Result<(), StoreFault> {
        self.watch_channel(STREAMS, &|note| match note {
            Note::Said(payload) => match stream_change(payload, self.inner.node) {
                Some(Heard::Of(change)) => changed(change),
                Some(Heard::List(user)) => self.inner.listed.tell(Some(user)),
                None => {}
            },
            Note::Missed => {
                changed(StreamChange::Missed);
                self.inner.listed.tell(None);
            }
        })
        .await
    }

    pub(crate) async fn watch_lost_rights(&self, lost: Box<dyn Fn(RightsLost) + Send + Sync>) -> Result<(), StoreFault> {
        self.watch_channel(RIGHTS, &|note| match note {
            Note::Said(payload) => rights_lost(payload, self.inner.node).into_iter().for_each(&lost),
            Note::Missed => lost(RightsLost::Anybody),
        })
        .await
    }

    pub(crate) async fn watch_channel(&self, channel: &str, heard: &(dyn Fn(Note<'_>) + Send + Sync)) -> Result<(), StoreFault> {
        let Pools::Postgres(pool) = self.pools() else { return Ok(()) };
        // A connection of its own: a pool that waits for this one to come back could never close.
        let own = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(ANSWER)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_lazy_with((*pool.connect_options()).clone());
        let closing = pool.close_event();
        tokio::select! {
            () = closing => Ok(()),
            () = hear(&own, channel, heard) => Ok(()),
        }
    }
}

pub(crate) enum Note<'a> {
    Said(&'a str),
    /// Nobody listened for a while.
    Missed,
}

/// Listens for ever. Whenever it begins to listen anew, anything may have been missed.
async fn hear(own: &PgPool, channel: &str, heard: &(dyn Fn(Note<'_>) + Send + Sync)) {
    let mut pause = PAUSE;
    let mut missed = false;
    loop {
        match listen(own, channel).await {
            Ok(mut listener) => {
                pause = PAUSE;
                if missed {
                    heard(Note::Missed);
                }
                let error = follow(&mut listener, heard).await;
                tracing::warn!(%error, channel, "no longer hears what other nodes do");
            }
            Err(error) => tracing::warn!(%error, channel, "cannot hear what other nodes do"),
        }
        missed = true;
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn listen(own: &PgPool, channel: &str) -> Result<PgListener, StoreFault> {
    let mut listener = PgListener::connect_with(own).await.map_err(fault)?;
    // The caller has to hear of the gap before anything that comes after it.
    listener.eager_reconnect(false);
    listener.listen(channel).await.map_err(fault)?;
    Ok(listener)
}

/// Until the connection is lost; answers why.
async fn follow(listener: &mut PgListener, heard: &(dyn Fn(Note<'_>) + Send + Sync)) -> String {
    loop {
        match timeout(SILENCE, listener.try_recv()).await {
            Ok(Ok(Some(note))) => heard(Note::Said(note.payload())),
            Ok(Ok(None)) => return "the connection was lost".into(),
            Ok(Err(error)) => return error.to_string(),
            Err(_) => match timeout(ANSWER, sqlx::query("SELECT 1").execute(&mut *listener)).await {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => return error.to_string(),
                Err(_) => return "the connection does not answer".into(),
            },
        }
    }
}

/// What another node said; none for what this handle said itself or what is not ours.
pub(crate) fn of_another(payload: &str, node: Uuid) -> Option<(&str, &str)> {
    let (from, rest) = payload.split_once(':')?;
    let from: Uuid = from.parse().ok()?;
    (from != node).then_some(rest)?.split_once(':')
}

#[derive(Debug, PartialEq, Eq)]
enum Heard {
    Of(StreamChange),
    List(UserId),
}

fn stream_change(payload: &str, node: Uuid) -> Option<Heard> {
    let (whose, what) = of_another(payload, node)?;
    let stream = || whose.parse::<Uuid>().ok();
    match what {
        "list" => whose.parse().ok().map(|user| Heard::List(UserId(user))),
        "gone" => stream().map(|stream| Heard::Of(StreamChange::Gone { stream })),
        seq => Some(Heard::Of(StreamChange::Grown { stream: stream()?, seq: seq.parse().ok()? })),
    }
}

/// How it is told that a person's list of interviews is another.
pub(crate) fn of_list(node: Uuid, user: UserId) -> String {
    format!("{node}:{user}:list")
}

fn rights_lost(payload: &str, node: Uuid) -> Option<RightsLost> {
    match of_another(payload, node)? {
        ("person", id) => id.parse().ok().map(|id| RightsLost::Person(UserId(id))),
        ("sign_in", id) => Some(RightsLost::SignIn(id.to_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_and_foreign_notes_are_told_apart() {
        let (me, other, stream) = (Uuid::from_u128(1), Uuid::from_u128(2), Uuid::from_u128(3));
        let grown = Some(Heard::Of(StreamChange::Grown { stream, seq: 7 }));
        let listed = of_list(other, UserId(stream));
        assert_eq!(stream_change(&listed, me), Some(Heard::List(UserId(stream))));
        assert_eq!(stream_change(&listed, other), None);
        assert_eq!(stream_change(&format!("{other}:{stream}:7"), me), grown);
        assert_eq!(stream_change(&format!("{other}:{stream}:gone"), me), Some(Heard::Of(StreamChange::Gone { stream })));
        for not_ours in [format!("{me}:{stream}:7"), format!("{me}:{stream}:gone"), "something else".into()] {
            assert_eq!(stream_change(&not_ours, me), None);
        }
        let lost = Some(RightsLost::Person(UserId(stream)));
        assert_eq!(rights_lost(&format!("{other}:person:{stream}"), me), lost);
        assert_eq!(rights_lost(&format!("{other}:sign_in:a:b"), me), Some(RightsLost::SignIn("a:b".into())));
        assert_eq!(rights_lost(&format!("{me}:person:{stream}"), me), None);
    }
}
