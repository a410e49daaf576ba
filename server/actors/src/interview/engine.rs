//! Asking an engine: at once where it answers at once, else as work whose result comes back.

use super::Engines;
use domain::interview::{EngineFault, Heard, Input, Interviewer, Pieces, ReplyPlan, Understanding};
use futures::{
    FutureExt,
    future::{BoxFuture, poll_fn},
};
use protocol::{MessageId, interview::Engine};
use std::{
    panic::AssertUnwindSafe,
    sync::Arc,
    task::{Context, Poll, Waker},
};
use tokio::sync::mpsc;

impl Engines {
    /// Understands with the chosen engine, or with the built-in one where that fails.
    pub(crate) async fn understand(&self, heard: Heard) -> Understanding {
        match self.answer(self.chosen.understand(&heard)).await {
            Ok(understanding) => understanding,
            Err(fault) => {
                fell_back(&fault, "understand");
                self.answer(self.built_in.understand(&heard)).await.unwrap_or_else(|fault| {
                    tracing::error!(%fault, "the built-in engine failed to understand a message");
                    Understanding::default()
                })
            }
        }
    }

    pub(super) fn understanding(&self, reply: MessageId, heard: Heard) -> BoxFuture<'static, Input> {
        let engines = self.clone();
        async move { Input::Understood { reply, understanding: engines.understand(heard).await } }.boxed()
    }

    /// The wording of a reply, and its pieces while it is under way.
    pub(super) fn wording(&self, reply: MessageId, plan: ReplyPlan) -> (BoxFuture<'static, Input>, Growth) {
        let engines = self.clone();
        let (pieces, growth) = mpsc::unbounded_channel();
        let work = async move {
            let (text, engine) = engines.word(&plan, &pieces).await;
            Input::Replied { reply, text, engine }
        };
        (work.boxed(), growth)
    }

    async fn word(&self, plan: &ReplyPlan, pieces: &mpsc::UnboundedSender<Written>) -> (String, Engine) {
        let of = |engine: &Arc<dyn Interviewer>| Told { engine: engine.engine(), pieces: pieces.clone() };
        match self.answer(self.chosen.reply_in_pieces(plan, &of(&self.chosen))).await {
            Ok(text) => (text, self.chosen.engine()),
            Err(fault) => {
                fell_back(&fault, "reply");
                let told = of(&self.built_in);
                let text = self.answer(self.built_in.reply_in_pieces(plan, &told)).await.unwrap_or_else(|fault| {
                    tracing::error!(%fault, "the built-in engine failed to word a reply");
                    "Thank you. Please go on.".to_owned()
                });
                (text, self.built_in.engine())
            }
        }
    }

    /// No engine keeps a person waiting for ever, and one that panics has merely failed.
    async fn answer<T>(&self, work: impl Future<Output = Result<T, EngineFault>>) -> Result<T, EngineFault> {
        match tokio::time::timeout(self.patience, AssertUnwindSafe(work).catch_unwind()).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(EngineFault::Malformed("it panicked".into())),
            Err(_) => Err(EngineFault::TimedOut),
        }
    }
}

/// Some text of a reply and the engine that writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub engine: Engine,
    pub text: String,
}

/// The pieces of a reply as they come.
pub(crate) type Growth = mpsc::UnboundedReceiver<Written>;

struct Told {
    engine: Engine,
    pieces: mpsc::UnboundedSender<Written>,
}

impl Pieces for Told {
    fn take(&self, piece: &str) {
        let written = Written { engine: self.engine.clone(), text: piece.to_owned() };
        if self.pieces.send(written).is_err() {
            tracing::trace!("a piece of a reply that nobody waits for any more");
        }
    }
}

fn fell_back(fault: &EngineFault, task: &'static str) {
    metrics::counter!("discovery_engine_fallbacks", "task" => task).increment(1);
    tracing::warn!(%fault, task, "the built-in engine answers instead");
}

/// The result if the work needs no waiting (the built-in engine never does), else the work to go on with.
pub(super) fn at_once<T: 'static>(mut work: BoxFuture<'static, T>) -> Result<T, BoxFuture<'static, T>> {
    match work.poll_unpin(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Ok(result),
        // Whoever goes on polls it first, and only then it knows whom to wake.
        Poll::Pending => Err(poll_fn(move |context| work.poll_unpin(context)).boxed()),
    }
}
