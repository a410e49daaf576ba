//! Work that one node does: it has the stream's lease in the table `streams`, renews it while it works, and gives it back when the
//! server goes down. Whoever only shows the stream looks again when the lease is over.

use super::{
    Doer, Handle, Live, Unfinished,
    actor::{AGAIN, may_pass},
};
use crate::CommandFault;
use domain::{
    Stamp, StoreFault,
    live::{Leased, Machine as _},
};
use protocol::Timestamp;
use std::time::Duration;

/// Takes up what waits, if it is this node's turn.
pub(super) async fn attend<D: Doer>(live: &mut Live<D>, myself: &Handle<D>) {
    let now = live.clock.now();
    if live.gone {
        return;
    }
    if live.leaving.has_begun() || !is_waiting(live, now) {
        return release(live).await;
    }
    let pause = match take_up(live, now).await {
        Ok(Ok(unfinished)) => {
            live.go_on(myself, unfinished);
            live.lease / 3
        }
        Ok(Err(until)) => Duration::from_micros(u64::try_from(until.0 - now.0).unwrap_or(0)).max(AGAIN),
        Err(fault) => {
            tracing::warn!(%fault, "work could not be taken up yet");
            if !may_pass(&fault) || live.gone {
                return;
            }
            AGAIN
        }
    };
    live.look_again(myself, pause);
}

/// Something is to be done that is not under way here, or the lease of what is wants renewing.
fn is_waiting<D: Doer>(live: &Live<D>, now: Timestamp) -> bool {
    if !live.working.is_empty() {
        return live.held_until.is_some_and(|until| now.0 > until.0 - micros(live.lease) * 3 / 4);
    }
    let ids = live.ids.clone();
    live.state.resume(&Stamp { now, ids: ids.as_ref() }).is_some()
}

/// What goes on here now, or until when another node has it.
async fn take_up<D: Doer>(live: &mut Live<D>, now: Timestamp) -> Result<Result<Vec<Unfinished<D>>, Timestamp>, CommandFault> {
    let until = Timestamp(now.0.saturating_add(micros(live.lease)));
    match live.store.lease(live.row.tenant, live.row.id, live.node, now, until).await? {
        Leased::Here => {}
        Leased::Elsewhere(until) => {
            // It was taken over: what is done here is done there, too.
            live.held_until = None;
            live.working.cancel_all();
            return Ok(Err(until));
        }
        Leased::Gone => {
            live.refresh().await?;
            return Err(StoreFault::Conflict.into());
        }
    }
    let is_new = live.held_until.replace(until).is_none();
    if is_new {
        // Whoever had it may have stored what was not heard of here.
        live.refresh().await?;
    }
    live.refresh_if_stale().await?;
    if live.working.is_empty() { live.resume().await.map(Ok) } else { Ok(Ok(Vec::new())) }
}

/// Whether this node has the stream, and keeps it.
pub(super) fn is_held<D: Doer>(live: &Live<D>) -> bool {
    live.held_until.is_some() && !live.leaving.has_begun()
}

/// Gives the stream back: with nothing under way, or whatever is under way.
pub(super) async fn leave<D: Doer>(live: &mut Live<D>, at_once: bool) {
    if at_once {
        live.working.cancel_all();
    }
    release(live).await;
}

/// Another node goes on at once, unless something is still under way here.
pub(super) async fn release<D: Doer>(live: &mut Live<D>) {
    if live.gone || !live.working.is_empty() || live.held_until.take().is_none() {
        return;
    }
    if let Err(fault) = live.store.release(live.row.tenant, live.row.id, live.node).await {
        tracing::warn!(%fault, "work could not be given back: another server goes on with it when its lease is over");
    }
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}
