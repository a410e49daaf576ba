//! Analyses an interview as a whole, in parallel to the conversation. Without a chosen engine it does nothing. What is lost with
//! the process is not asked again, because the text made by rules remains.

use super::{
    InterviewDoer,
    engine::{fell_back, within},
};
use crate::live::{Live, Unfinished, at_once};
use domain::interview::{Analysed, EngineFault, Input, Job, Recap};
use futures::{FutureExt, future::BoxFuture};
use protocol::interview::Engine;
use std::time::Duration;

impl Live<InterviewDoer> {
    /// Better words for what these turns came to.
    pub(super) fn recall(&self, turns: (u32, u32)) -> Option<Unfinished<InterviewDoer>> {
        let chosen = self.analyst()?;
        let (analyst, patience) = (self.doer.engines.analyst.clone(), self.doer.engines.patience);
        let recap = Recap::new(&self.state, &(turns.0..=turns.1));
        let work = async move {
            let summed = ask(chosen, patience, analyst.summarise(&recap)).await;
            Input::Recalled { turns, answer: answer(summed, "summarise") }
        };
        Some(Unfinished { job: Job::Summary(turns.0, turns.1), work: work.boxed(), notes: None })
    }

    /// Which answers do not hold any more; one look at a time.
    pub(super) fn look_over(&self) -> Option<Unfinished<InterviewDoer>> {
        if self.working.is_on(Job::LookOver) {
            return None;
        }
        let chosen = self.analyst()?;
        let (analyst, patience) = (self.doer.engines.analyst.clone(), self.doer.engines.patience);
        let (recap, seq) = (Recap::new(&self.state, &(0..=u32::MAX)), self.state.view.seq);
        let work = async move {
            let doubts = ask(chosen, patience, analyst.reevaluate(&recap)).await;
            Input::LookedOver { seq, answer: answer(doubts, "reevaluate") }
        };
        Some(Unfinished { job: Job::LookOver, work: work.boxed(), notes: None })
    }

    /// The engine to ask, or none.
    fn analyst(&self) -> Option<BoxFuture<'static, Result<Option<Engine>, EngineFault>>> {
        let (analyst, patience, tenant) = (self.doer.engines.analyst.clone(), self.doer.engines.patience, self.state.tenant);
        match at_once(async move { within(patience, analyst.engine(tenant)).await }.boxed()) {
            Ok(Ok(None)) => None,
            Ok(chosen) => Some(futures::future::ready(chosen).boxed()),
            Err(work) => Some(work),
        }
    }
}

/// What the chosen engine says; none where none is chosen.
async fn ask<T>(
    chosen: BoxFuture<'static, Result<Option<Engine>, EngineFault>>,
    patience: Duration,
    work: impl Future<Output = Result<T, EngineFault>>,
) -> Result<Option<(Engine, T)>, EngineFault> {
    match chosen.await? {
        Some(engine) => Ok(Some((engine, within(patience, work).await?))),
        None => Ok(None),
    }
}

fn answer<T>(asked: Result<Option<(Engine, T)>, EngineFault>, task: &'static str) -> Option<Analysed<T>> {
    match asked {
        Ok(answered) => answered.map(|(engine, said)| Analysed::By(engine, said)),
        Err(fault) => fell_back(&fault, task).map(Analysed::FellBack),
    }
}
