//! Asking an engine: at once where it answers at once, else as work whose result comes back.

use crate::live::Note;
use domain::{
    interview::{Analyst, EngineFault, Heard, Input, Interviewer, Pieces, ReplyPlan, Understanding},
    models::ModelFault,
};
use futures::{FutureExt, future::BoxFuture};
use protocol::{MessageId, TenantId, interview::Engine};
use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};
use tokio::sync::mpsc;

/// The engine in use, and the one that answers when it cannot.
#[derive(Clone)]
pub(crate) struct Engines {
    pub(crate) chosen: Arc<dyn Interviewer>,
    pub(crate) built_in: Arc<dyn Interviewer>,
    /// Looks at interviews as a whole.
    pub(crate) analyst: Arc<dyn Analyst>,
    /// How long either may take for one answer.
    pub(crate) patience: Duration,
}

impl Engines {
    /// Understands with the chosen engine, or with the built-in one where none is chosen or that one fails.
    async fn understand(&self, heard: Heard) -> (Understanding, Option<&'static str>) {
        let asked = match self.chosen_for(heard.tenant).await {
            Ok(Some(_)) => self.answer(self.chosen.understand(&heard)).await.map(Some),
            Ok(None) => Ok(None),
            Err(fault) => Err(fault),
        };
        match asked {
            Ok(Some(understanding)) => (understanding, None),
            Ok(None) => (self.understand_built_in(&heard).await, None),
            Err(fault) => (self.understand_built_in(&heard).await, fell_back(&fault, "understand")),
        }
    }

    /// A transcript may have thousands of turns and is waited for as a whole: no model is asked.
    pub(crate) async fn understand_import(&self, heard: Heard) -> Understanding {
        self.understand_built_in(&heard).await
    }

    async fn understand_built_in(&self, heard: &Heard) -> Understanding {
        self.answer(self.built_in.understand(heard)).await.unwrap_or_else(|fault| {
            tracing::error!(%fault, "the built-in engine failed to understand a message");
            Understanding::default()
        })
    }

    pub(super) fn understanding(&self, reply: MessageId, heard: Heard) -> BoxFuture<'static, Input> {
        let engines = self.clone();
        async move {
            let (understanding, fell_back) = engines.understand(heard).await;
            Input::Understood { reply, understanding, fell_back }
        }
        .boxed()
    }

    /// The wording of a reply, and its pieces while it is under way.
    pub(super) fn wording(&self, reply: MessageId, plan: ReplyPlan) -> (BoxFuture<'static, Input>, Growth) {
        let engines = self.clone();
        let (pieces, growth) = mpsc::unbounded_channel();
        let work = async move {
            let Worded { text, engine, fell_back } = engines.word(&plan, &pieces).await;
            Input::Replied { reply, text, engine, fell_back }
        };
        (work.boxed(), growth)
    }

    async fn word(&self, plan: &ReplyPlan, pieces: &mpsc::UnboundedSender<Written>) -> Worded {
        let of = |engine: &Engine| PieceSender { engine: engine.clone(), pieces: pieces.clone() };
        let fell_back = match self.chosen_for(plan.tenant).await {
            Ok(Some(engine)) => match self.answer(self.chosen.reply_in_pieces(plan, &of(&engine))).await {
                Ok(text) => return Worded { text, engine, fell_back: None },
                Err(fault) => fell_back(&fault, "reply"),
            },
            Ok(None) => None,
            Err(fault) => fell_back(&fault, "reply"),
        };
        let sink = of(&Engine::BuiltIn);
        let text = self.answer(self.built_in.reply_in_pieces(plan, &sink)).await.unwrap_or_else(|fault| {
            tracing::error!(%fault, "the built-in engine failed to word a reply");
            "Thank you. Please go on.".to_owned()
        });
        Worded { text, engine: Engine::BuiltIn, fell_back }
    }

    /// Settings may change while an interview lives, so this is asked at each turn.
    async fn chosen_for(&self, tenant: TenantId) -> Result<Option<Engine>, EngineFault> {
        self.answer(self.chosen.engine(tenant)).await
    }

    async fn answer<T>(&self, work: impl Future<Output = Result<T, EngineFault>>) -> Result<T, EngineFault> {
        within(self.patience, work).await
    }
}

/// No engine keeps a person waiting for ever, and one that panics has merely failed.
pub(super) async fn within<T>(patience: Duration, work: impl Future<Output = Result<T, EngineFault>>) -> Result<T, EngineFault> {
    match tokio::time::timeout(patience, AssertUnwindSafe(work).catch_unwind()).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(EngineFault::Malformed("it panicked".into())),
        Err(_) => Err(EngineFault::TimedOut),
    }
}

/// A whole reply, and who wrote it.
struct Worded {
    text: String,
    engine: Engine,
    fell_back: Option<&'static str>,
}

/// Some text of a reply and the engine that writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub engine: Engine,
    pub text: String,
}

impl Note for Written {
    fn join(&mut self, later: Self) {
        if later.engine == self.engine {
            self.text.push_str(&later.text);
        } else {
            *self = later;
        }
    }
}

/// The pieces of a reply as they come.
pub(crate) type Growth = mpsc::UnboundedReceiver<Written>;

struct PieceSender {
    engine: Engine,
    pieces: mpsc::UnboundedSender<Written>,
}

impl Pieces for PieceSender {
    fn take(&self, piece: &str) {
        let written = Written { engine: self.engine.clone(), text: piece.to_owned() };
        if self.pieces.send(written).is_err() {
            tracing::trace!("a piece of a reply that nobody waits for any more");
        }
    }
}

/// Why, for the page; `None` where the choice was taken away in this very moment, so that nothing fell back.
pub(super) fn fell_back(fault: &EngineFault, task: &'static str) -> Option<&'static str> {
    if *fault == EngineFault::Model(ModelFault::NotConfigured) {
        return None;
    }
    metrics::counter!("discovery_engine_fallbacks", "task" => task, "reason" => fault.kind()).increment(1);
    tracing::warn!(%fault, task, "the built-in engine answers instead");
    Some(fault.kind())
}
