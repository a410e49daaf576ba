//! An engine that does what a test tells it.

use async_trait::async_trait;
use domain::interview::{EngineFault, Finding, Heard, Interviewer, Manner, Next, Pieces, Quote, ReplyPlan, Understanding};
use protocol::{Confidence, TenantId, interview::Engine};
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// How an engine takes a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pace {
    AtOnce,
    After(Duration),
    FailsAtOnce(EngineFault),
    FailsAfter(Duration, EngineFault),
    Never,
    Panics,
    PanicsAfter(Duration),
    /// Words a reply in these pieces, with a pause before each and one after the last.
    InPieces(Vec<&'static str>, Duration),
    /// The same, but it fails after the last.
    FailsInPieces(Vec<&'static str>, Duration, EngineFault),
}

/// Understands `key: value` at the beginning of a message, and says by its name what comes next.
#[derive(Debug)]
pub struct Scripted {
    engine: Engine,
    script: Mutex<Script>,
}

#[derive(Clone, Debug)]
struct Script {
    understanding: Pace,
    wording: Pace,
    chosen: bool,
    counts: Counts,
}

/// What was asked of an engine, and what of it was let go before its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub understood: usize,
    pub worded: usize,
    pub dropped: usize,
}

impl Scripted {
    /// Answers at once until it is told otherwise.
    #[must_use]
    pub fn new(engine: Engine) -> Self {
        let script = Script { understanding: Pace::AtOnce, wording: Pace::AtOnce, chosen: true, counts: Counts::default() };
        Self { engine, script: Mutex::new(script) }
    }

    /// From now on.
    pub fn understands(&self, pace: Pace) {
        self.script().understanding = pace;
    }

    /// From now on.
    pub fn words(&self, pace: Pace) {
        self.script().wording = pace;
    }

    /// Whether tenants have chosen it, from now on; they have until they are told otherwise.
    pub fn is_chosen(&self, chosen: bool) {
        self.script().chosen = chosen;
    }

    #[must_use]
    pub fn counts(&self) -> Counts {
        self.script().counts
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn keep(&self, pace: Pace, pieces: &dyn Pieces) -> Result<(), EngineFault> {
        let mut running = Running { engine: self, ended: false };
        let result = match pace {
            Pace::AtOnce => Ok(()),
            Pace::After(pause) => {
                tokio::time::sleep(pause).await;
                Ok(())
            }
            Pace::FailsAtOnce(fault) => Err(fault),
            Pace::FailsAfter(pause, fault) => {
                tokio::time::sleep(pause).await;
                Err(fault)
            }
            Pace::Never => std::future::pending().await,
            Pace::Panics => panic!("on purpose"),
            Pace::PanicsAfter(pause) => {
                tokio::time::sleep(pause).await;
                panic!("on purpose")
            }
            Pace::InPieces(said, pause) => {
                tell(&said, pause, pieces).await;
                Ok(())
            }
            Pace::FailsInPieces(said, pause, fault) => {
                tell(&said, pause, pieces).await;
                Err(fault)
            }
        };
        running.ended = true;
        result
    }
}

async fn tell(said: &[&str], pause: Duration, pieces: &dyn Pieces) {
    for piece in said {
        tokio::time::sleep(pause).await;
        pieces.take(piece);
    }
    tokio::time::sleep(pause).await;
}

/// Nobody listens.
struct Unheard;

impl Pieces for Unheard {
    fn take(&self, _piece: &str) {}
}

struct Running<'a> {
    engine: &'a Scripted,
    ended: bool,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.engine.script().counts.dropped += 1;
        }
    }
}

#[async_trait]
impl Interviewer for Scripted {
    async fn engine(&self, _tenant: TenantId) -> Result<Option<Engine>, EngineFault> {
        Ok(self.script().chosen.then(|| self.engine.clone()))
    }

    async fn understand(&self, heard: &Heard) -> Result<Understanding, EngineFault> {
        let pace = {
            let mut script = self.script();
            script.counts.understood += 1;
            script.understanding.clone()
        };
        self.keep(pace, &Unheard).await?;
        let Some((key, value)) = heard.text.split_once(": ") else { return Ok(Understanding::default()) };
        if heard.held.iter().all(|held| held.key != key) {
            return Ok(Understanding::default());
        }
        let finding = Finding {
            key: key.into(),
            value: value.into(),
            confidence: Confidence::new(0.9),
            manner: Manner::Explicit,
            quote: Quote { turn: None, start: heard.text.len() - value.len(), end: heard.text.len() },
        };
        Ok(Understanding { findings: vec![finding], ..Understanding::default() })
    }

    async fn reply(&self, plan: &ReplyPlan) -> Result<String, EngineFault> {
        self.reply_in_pieces(plan, &Unheard).await
    }

    async fn reply_in_pieces(&self, plan: &ReplyPlan, pieces: &dyn Pieces) -> Result<String, EngineFault> {
        let pace = {
            let mut script = self.script();
            script.counts.worded += 1;
            script.wording.clone()
        };
        self.keep(pace.clone(), pieces).await?;
        if let Pace::InPieces(said, _) = pace {
            return Ok(said.concat());
        }
        let next = match &plan.next {
            Next::Ask { key, attempt, .. } => format!("what is {key} (attempt {attempt})?"),
            Next::ReadBack { key, .. } => format!("is {key} right?"),
            Next::Settle { key, .. } => format!("which {key} holds?"),
            Next::Close { .. } => "shall we finish?".into(),
            Next::Nothing => "that is all.".into(),
        };
        let name = match &self.engine {
            Engine::BuiltIn => "built-in",
            Engine::Model(name) => name,
        };
        Ok(format!("{name}, turn {}: {next}", plan.turn))
    }
}
