//! Asking an engine: at once where it answers at once, else as work whose result comes back.

use super::answers::Answers;
use crate::live::Note;
use domain::{
    interview::{Analyst, EngineFault, Heard, Input, Interviewer, Pieces, ReplyPlan, Understanding},
    models::ModelFault,
};
use futures::{FutureExt, future::BoxFuture};
use protocol::{MessageId, TenantId, interview::Engine};
use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};
use tokio::{sync::mpsc, time::Instant};

/// A decision does not wait longer than this to learn which engine is chosen.
const CHOICE_PATIENCE: Duration = Duration::from_secs(2);

/// The engine in use, and the one that answers when it cannot.
#[derive(Clone)]
pub(crate) struct Engines {
    pub(crate) chosen: Arc<dyn Interviewer>,
    pub(crate) built_in: Arc<dyn Interviewer>,
    /// Looks at interviews as a whole.
    pub(crate) analyst: Arc<dyn Analyst>,
    /// How long the chosen one may take for a turn in all.
    pub(crate) turn: Duration,
    /// How long the built-in one or the analyst may take for one answer.
    pub(crate) patience: Duration,
    pub(crate) answers: Arc<Answers>,
}

impl Engines {
    /// Understands with the chosen engine, or with the built-in one where none is chosen or that one fails.
    async fn understand(&self, heard: Heard, until: Instant) -> (Understanding, Option<&'static str>) {
        let understood = match self.chosen_for(heard.tenant, until).await {
            Ok(Some(_)) => ask_until(until, self.chosen.understand(&heard)).await.map(Some),
            Ok(None) => Ok(None),
            Err(fault) => Err(fault),
        };
        match understood {
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

    pub(super) fn understanding(&self, reply: MessageId, heard: Heard, until: Instant) -> BoxFuture<'static, Input> {
        let engines = self.clone();
        async move {
            let tenant = heard.tenant;
            let (understanding, fell_back) = engines.understand(heard, until).await;
            engines.answers.understood(tenant, fell_back);
            Input::Understood { reply, understanding, fell_back }
        }
        .boxed()
    }

    /// The wording of a reply, and its pieces while it is under way.
    pub(super) fn wording(&self, reply: MessageId, plan: ReplyPlan, until: Instant) -> (BoxFuture<'static, Input>, Growth) {
        let engines = self.clone();
        let (pieces, growth) = mpsc::unbounded_channel();
        let work = async move {
            let Worded { text, engine, fell_back } = engines.word(&plan, until, &pieces).await;
            engines.answers.worded(plan.tenant, &engine, fell_back);
            Input::Replied { reply, text, engine, fell_back }
        };
        (work.boxed(), growth)
    }

    async fn word(&self, plan: &ReplyPlan, until: Instant, pieces: &mpsc::UnboundedSender<Written>) -> Worded {
        let of = |engine: &Engine| PieceSender { engine: engine.clone(), pieces: pieces.clone() };
        let fell_back = match self.chosen_for(plan.tenant, until).await {
            Ok(Some(engine)) => match ask_until(until, self.chosen.reply_in_pieces(plan, &of(&engine))).await {
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

    /// Which engine a tenant chose may have to be read from the store. It is learned right before a decision, so that an engine
    /// that answers at once does so within the call, also in one that is decided again and again.
    pub(super) async fn learn_choice(&self, tenant: TenantId) {
        if within(CHOICE_PATIENCE, self.chosen.engine(tenant)).await.is_err() {
            tracing::debug!("which engine is chosen is not known yet");
        }
    }

    /// Settings may change while an interview lives, so this is asked at each turn.
    async fn chosen_for(&self, tenant: TenantId, until: Instant) -> Result<Option<Engine>, EngineFault> {
        ask_until(until, self.chosen.engine(tenant)).await
    }

    async fn answer<T>(&self, work: impl Future<Output = Result<T, EngineFault>>) -> Result<T, EngineFault> {
        within(self.patience, work).await
    }
}

/// What of a turn's time is left; where none is, nobody is asked.
async fn ask_until<T>(until: Instant, work: impl Future<Output = Result<T, EngineFault>>) -> Result<T, EngineFault> {
    match until.saturating_duration_since(Instant::now()) {
        Duration::ZERO => Err(EngineFault::TimedOut),
        left => within(left, work).await,
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
