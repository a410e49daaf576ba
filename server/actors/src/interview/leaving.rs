//! A server that goes down gives back the research it has: what is under way may come to its end, and is stored together with the
//! news that somebody else may go on.

use super::InterviewDoer;
use crate::{
    CommandFault,
    live::{Live, Start},
};
use domain::interview::{Input, Job};
use protocol::ResearchId;

impl Live<InterviewDoer> {
    /// The next step of a task, unless this server goes down: then it is somebody else's.
    pub(super) fn next_step(&mut self, id: ResearchId) -> Start<InterviewDoer> {
        if self.leaving.has_begun() {
            Start::Now(Input::LeaveResearch { id, node: self.node })
        } else {
            self.research_step(id).map_or(Start::Nothing, |work| Start::later(Job::Research(id), work))
        }
    }

    /// Gives back what is not under way, or all of it.
    pub(super) async fn leave_research(&mut self, at_once: bool) {
        let under_way = if at_once { Vec::new() } else { self.researching() };
        let own = self.state.view.research.iter().map(|task| task.id);
        let own: Vec<ResearchId> = own.filter(|id| !self.gone && self.has(*id) && !under_way.contains(id)).collect();
        for id in own {
            self.working.cancel(Job::Research(id));
            let released: Result<_, CommandFault> = self.done(&Input::LeaveResearch { id, node: self.node }).await;
            if let Err(fault) = released {
                tracing::warn!(%fault, "research could not be given back: another server goes on with it when its lease is over");
            }
        }
    }

    /// The research tasks that are worked on here.
    pub(super) fn researching(&self) -> Vec<ResearchId> {
        self.working.jobs().filter_map(|job| if let Job::Research(id) = job { Some(id) } else { None }).collect()
    }
}
