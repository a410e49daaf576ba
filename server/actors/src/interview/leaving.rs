//! A server that goes down gives back the research it has: what is under way may come to its end, and is stored together with the
//! news that somebody else may go on.

use super::{
    Job, Live,
    state::{Decided, Unfinished},
};
use crate::CommandFault;
use domain::interview::Input;
use protocol::ResearchId;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use tokio::sync::oneshot;

/// Whether the server goes down, and who waits for an interview to have given back its research.
#[derive(Default)]
pub(crate) struct Leaving {
    told: Arc<AtomicBool>,
    waiting: Vec<oneshot::Sender<()>>,
}

impl Leaving {
    pub(crate) fn of(told: Arc<AtomicBool>) -> Self {
        Self { told, waiting: Vec::new() }
    }

    pub(super) fn is_told(&self) -> bool {
        self.told.load(Ordering::SeqCst)
    }
}

impl Live {
    /// The next step of a task, unless this server goes down: then it is somebody else's.
    pub(super) fn next_step(&mut self, id: ResearchId, decided: &mut Decided) {
        if self.leaving.is_told() {
            decided.inputs.push_back(Input::LeaveResearch { id, node: self.node });
        } else {
            let work = self.research_step(id);
            decided.unfinished.extend(work.map(|work| Unfinished { job: Job::Research(id), work, growth: None }));
        }
    }

    /// Gives back what is not under way, or all of it; `left` hears when nothing is this node's any more.
    pub(super) async fn leave_research(&mut self, at_once: bool, left: oneshot::Sender<()>) {
        self.leaving.waiting.push(left);
        let under_way = if at_once { Vec::new() } else { self.working.research() };
        let own = self.interview.view.research.iter().map(|task| task.id);
        let own: Vec<ResearchId> = own.filter(|id| !self.gone && self.has(*id) && !under_way.contains(id)).collect();
        for id in own {
            self.working.cancel(Job::Research(id));
            let released: Result<_, CommandFault> = self.done(&Input::LeaveResearch { id, node: self.node }).await;
            if let Err(fault) = released {
                tracing::warn!(%fault, "research could not be given back: another server goes on with it when its lease is over");
            }
        }
    }

    /// Tells who waits for it that nothing is under way here any more.
    pub(super) fn tell_left(&mut self) {
        if !self.leaving.waiting.is_empty() && self.working.research().is_empty() {
            // Whoever stopped waiting need not know.
            self.leaving.waiting.drain(..).for_each(|left| left.send(()).unwrap_or_default());
        }
    }
}
