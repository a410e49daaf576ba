//! One lane for each place that is called: how many calls at once, and whether it is left alone for now.

use super::target::Target;
use domain::{
    models::{Breaker, BreakerRule, ModelFault, Provider},
    turns::{Turn, Turns},
};
use protocol::{TenantId, Timestamp};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Lanes that nobody uses are forgotten beyond this many.
const KEPT: usize = 256;

pub(super) struct Lane {
    calls: Arc<Turns>,
    breaker: Mutex<Breaker>,
}

impl Lane {
    pub(super) fn admit(&self, now: Timestamp, rule: &BreakerRule) -> Result<(), ModelFault> {
        self.breaker().admit(now, rule).map_err(|until| ModelFault::CircuitOpen { until })
    }

    pub(super) fn succeeded(&self) {
        self.breaker().succeeded();
    }

    /// A call that was not `admitted` is not the one that probes.
    pub(super) fn failed(&self, fault: &ModelFault, now: Timestamp, rule: &BreakerRule, admitted: bool) {
        let mut breaker = self.breaker();
        if fault.is_outage() {
            breaker.failed(now, rule);
        } else if matches!(fault, ModelFault::Refused(_) | ModelFault::Truncated { .. } | ModelFault::Malformed(_)) {
            // It answered, if not as wished.
            breaker.succeeded();
        } else if admitted {
            breaker.untold();
        }
    }

    pub(super) fn untold(&self) {
        self.breaker().untold();
    }

    /// Tenants take turns.
    pub(super) async fn turn(&self, tenant: TenantId) -> Option<Turn> {
        self.calls.take(tenant.0.as_u128()).await.ok()
    }

    fn breaker(&self) -> MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type Place = (Provider, String);

pub(super) struct Lanes {
    at_once: usize,
    lanes: Mutex<HashMap<Place, Arc<Lane>>>,
}

impl Lanes {
    pub(super) fn new(at_once: usize) -> Self {
        Self { at_once: at_once.max(1), lanes: Mutex::new(HashMap::new()) }
    }

    /// How many calls are under way, and how many wait, to all places together.
    pub(super) fn count(&self) -> (usize, usize) {
        let lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = lanes.values().map(|lane| lane.calls.count());
        counts.fold((0, 0), |(under_way, waiting), (more, wait)| (under_way + more, waiting + wait))
    }

    pub(super) fn get_or_create(&self, target: &Target) -> Arc<Lane> {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        if lanes.len() > KEPT {
            lanes.retain(|_, lane| Arc::strong_count(lane) > 1);
        }
        let place = (target.name.provider, target.base_url.clone());
        // A quarter is kept free of any one tenant: another one's call does not wait for the slowest of its calls.
        let share = self.at_once - self.at_once / 4;
        let new = || Arc::new(Lane { calls: Turns::new(self.at_once, share), breaker: Mutex::default() });
        lanes.entry(place).or_insert_with(new).clone()
    }
}
