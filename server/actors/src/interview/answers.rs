//! Who really answered last, tenant by tenant: what is chosen says only who should.

use protocol::{TenantId, interview::Engine, models::Task};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The last reply to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastAnswer {
    /// Who worded it.
    pub engine: Engine,
    /// What of it the built-in engine did in place of the language model, and why.
    pub fell_back: Option<(Task, &'static str)>,
}

/// The last answer of each tenant since this node began.
#[derive(Debug, Default)]
pub(crate) struct Answers(Mutex<HashMap<TenantId, Turn>>);

#[derive(Debug, Default)]
struct Turn {
    /// Why the built-in engine understood the newest message in place of the model.
    understood_for: Option<&'static str>,
    last: Option<LastAnswer>,
}

impl Answers {
    pub(super) fn understood(&self, tenant: TenantId, fell_back: Option<&'static str>) {
        self.turns().entry(tenant).or_default().understood_for = fell_back;
    }

    pub(super) fn worded(&self, tenant: TenantId, engine: &Engine, fell_back: Option<&'static str>) {
        let mut turns = self.turns();
        let turn = turns.entry(tenant).or_default();
        let understood = turn.understood_for.take().map(|why| (Task::Understand, why));
        let fell_back = understood.or_else(|| fell_back.map(|why| (Task::Reply, why)));
        turn.last = Some(LastAnswer { engine: engine.clone(), fell_back });
    }

    pub(super) fn last(&self, tenant: TenantId) -> Option<LastAnswer> {
        self.turns().get(&tenant).and_then(|turn| turn.last.clone())
    }

    fn turns(&self) -> MutexGuard<'_, HashMap<TenantId, Turn>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
