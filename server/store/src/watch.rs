//! Hears what other nodes store, over Postgres's notifications.

use crate::{Store, append::CHANNEL, faults::fault, pools::Pools};
use domain::{StoreFault, interview::StreamChange};
use protocol::SessionId;
use sqlx::{
    PgPool,
    postgres::{PgListener, PgPoolOptions},
};
use std::time::Duration;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

/// A connection that has said nothing for so long is asked whether it still lives.
const SILENCE: Duration = Duration::from_secs(20);
/// How long it may take to answer.
const ANSWER: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

impl Store {
    pub(crate) async fn watch_streams(&self, changed: Box<dyn Fn(StreamChange) + Send + Sync>) -> Result<(), StoreFault> {
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
            () = hear(&own, self.inner.node, &*changed) => Ok(()),
        }
    }
}

/// Listens for ever. Whenever it begins to listen anew, anything may have been missed.
async fn hear(own: &PgPool, node: Uuid, changed: &(dyn Fn(StreamChange) + Send + Sync)) {
    let mut pause = PAUSE;
    let mut missed = false;
    loop {
        match listen(own).await {
            Ok(mut listener) => {
                pause = PAUSE;
                if missed {
                    changed(StreamChange::Missed);
                }
                let error = follow(&mut listener, node, changed).await;
                tracing::warn!(%error, "no longer hears what other nodes store");
            }
            Err(error) => tracing::warn!(%error, "cannot hear what other nodes store"),
        }
        missed = true;
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn listen(own: &PgPool) -> Result<PgListener, StoreFault> {
    let mut listener = PgListener::connect_with(own).await.map_err(fault)?;
    // The caller has to hear of the gap before anything that comes after it.
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await.map_err(fault)?;
    Ok(listener)
}

/// Until the connection is lost; answers why.
async fn follow(listener: &mut PgListener, node: Uuid, changed: &(dyn Fn(StreamChange) + Send + Sync)) -> String {
    loop {
        match timeout(SILENCE, listener.try_recv()).await {
            Ok(Ok(Some(note))) => {
                if let Some(change) = read(note.payload(), node) {
                    changed(change);
                }
            }
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

/// `node:session:seq`; none for what this handle stored itself or what is not ours.
fn read(payload: &str, node: Uuid) -> Option<StreamChange> {
    let mut parts = payload.splitn(3, ':');
    let from: Uuid = parts.next()?.parse().ok()?;
    let session: SessionId = parts.next()?.parse().ok()?;
    let seq = parts.next()?.parse().ok()?;
    (from != node).then_some(StreamChange::Grown { session, seq })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_and_foreign_notes_are_told_apart() {
        let (me, other, session) = (Uuid::from_u128(1), Uuid::from_u128(2), Uuid::from_u128(3));
        assert_eq!(read(&format!("{other}:{session}:7"), me), Some(StreamChange::Grown { session: SessionId(session), seq: 7 }));
        assert_eq!(read(&format!("{me}:{session}:7"), me), None);
        assert_eq!(read("something else", me), None);
    }
}
