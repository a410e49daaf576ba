//! Work that one node does: it has the stream's lease in the table `streams`, renews it when a third of it is over, and gives it back
//! when nothing is left to do or the server goes down. A node that only shows the stream looks again when the lease is over.

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

/// What a node knows of the lease of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// Nothing is known, or nobody has it.
    Free,
    /// It is this node's until then.
    Here(Timestamp),
    /// Another node has it until then.
    Elsewhere(Timestamp),
}

/// Takes up what waits, if it is this node's turn.
pub(super) async fn attend<D: Doer>(live: &mut Live<D>, myself: &Handle<D>) {
    let now = live.clock.now();
    if live.gone {
        return;
    }
    let is_idle = live.working.is_empty();
    if !is_waiting(live, now) || (is_idle && live.leaving.has_begun()) {
        if is_idle {
            return release(live).await;
        }
        if let Hold::Here(until) = live.hold {
            live.look_again(myself, until_then(renewal(until, live.lease), now));
        }
        return;
    }
    if matches!(live.hold, Hold::Elsewhere(until) if until > now) {
        return;
    }
    let pause = match take_up(live, now).await {
        Ok(unfinished) => {
            live.go_on(myself, unfinished);
            match live.hold {
                Hold::Elsewhere(until) => until_then(until, now).max(AGAIN),
                Hold::Here(_) | Hold::Free => live.lease / 3,
            }
        }
        Err(fault) => {
            tracing::warn!(%fault, "work could not be taken up yet");
            if matches!(live.hold, Hold::Here(until) if until <= now) {
                // Another node may have it by now.
                live.hold = Hold::Free;
                live.working.cancel_all();
            }
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
        return matches!(live.hold, Hold::Here(until) if renewal(until, live.lease) <= now);
    }
    // What is in memory may never have been stored.
    let ids = live.ids.clone();
    live.stale || live.state.resume(&Stamp { now, ids: ids.as_ref() }).is_some()
}

/// What goes on here now; nothing where another node has the stream.
async fn take_up<D: Doer>(live: &mut Live<D>, now: Timestamp) -> Result<Vec<Unfinished<D>>, CommandFault> {
    let until = Timestamp(now.0.saturating_add(micros(live.lease)));
    let is_new = !is_held(live, now);
    match live.store.lease(live.row.tenant, live.row.id, live.node, now, until).await? {
        Leased::Here => live.hold = Hold::Here(until),
        Leased::Elsewhere(until) => {
            // It was taken over: what is done here is done there, too.
            live.hold = Hold::Elsewhere(until);
            live.working.cancel_all();
            return Ok(Vec::new());
        }
        Leased::Gone => {
            live.refresh().await?;
            return Err(StoreFault::Conflict.into());
        }
    }
    if is_new {
        // Whoever had it may have stored what was not heard of here.
        live.refresh().await?;
    }
    live.refresh_if_stale().await?;
    if live.working.is_empty() { live.resume().await } else { Ok(Vec::new()) }
}

fn is_held<D: Doer>(live: &Live<D>, now: Timestamp) -> bool {
    matches!(live.hold, Hold::Here(until) if until > now)
}

/// Whether what is decided begins here: this node has the stream, and keeps it.
pub(super) fn goes_on<D: Doer>(live: &Live<D>) -> bool {
    is_held(live, live.clock.now()) && !live.leaving.has_begun()
}

/// Gives the stream back: with nothing under way, or whatever is under way.
pub(super) async fn leave<D: Doer>(live: &mut Live<D>, at_once: bool) {
    if at_once {
        live.working.cancel_all();
    }
    release(live).await;
}

/// Another node goes on at once, unless something is still under way here.
async fn release<D: Doer>(live: &mut Live<D>) {
    if live.gone || !live.working.is_empty() || !matches!(live.hold, Hold::Here(_)) {
        return;
    }
    live.hold = Hold::Free;
    if let Err(fault) = live.store.release(live.row.tenant, live.row.id, live.node).await {
        tracing::warn!(%fault, "work could not be given back: another server goes on with it when its lease is over");
    }
}

/// When a lease is renewed: a third of it is over.
fn renewal(until: Timestamp, lease: Duration) -> Timestamp {
    Timestamp(until.0.saturating_sub(micros(lease) / 3 * 2))
}

fn until_then(then: Timestamp, now: Timestamp) -> Duration {
    Duration::from_micros(u64::try_from(then.0.saturating_sub(now.0)).unwrap_or(0))
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}
