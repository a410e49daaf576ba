//! A language model with scripted answers.

use async_trait::async_trait;
use domain::models::{Deltas, LanguageModel, ModelFault, ModelName, ModelReply, ModelRequest, Provider, Strength, Usage};
use protocol::TenantId;
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// How the model takes one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelScript {
    Text(String),
    /// Piece by piece, with a pause before each.
    Slowly(Vec<String>, Duration),
    /// Pieces, and then the fault.
    Breaks(Vec<String>, ModelFault),
    Fails(ModelFault),
    Never,
}

/// Keeps to its script; when that is over, to its last line; without one it is not configured.
#[derive(Debug, Default)]
pub struct ScriptedModel {
    script: Mutex<Script>,
}

#[derive(Debug, Default)]
struct Script {
    next: VecDeque<ModelScript>,
    always: Option<ModelScript>,
    asked: Vec<ModelRequest>,
    dropped: usize,
}

impl ScriptedModel {
    /// Says these in turn, then `always`.
    #[must_use]
    pub fn new(next: impl IntoIterator<Item = ModelScript>, always: Option<ModelScript>) -> Self {
        Self { script: Mutex::new(Script { next: next.into_iter().collect(), always, ..Script::default() }) }
    }

    /// Says the same to everything.
    #[must_use]
    pub fn always(said: ModelScript) -> Self {
        Self::new([], Some(said))
    }

    /// From now on, after what is still scripted.
    pub fn then(&self, said: ModelScript) {
        self.script().next.push_back(said);
    }

    /// Every request, in order.
    #[must_use]
    pub fn requests(&self) -> Vec<ModelRequest> {
        self.script().asked.clone()
    }

    /// How many calls were let go before their end.
    #[must_use]
    pub fn dropped(&self) -> usize {
        self.script().dropped
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Running<'a> {
    model: &'a ScriptedModel,
    ended: bool,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.model.script().dropped += 1;
        }
    }
}

#[async_trait]
impl LanguageModel for ScriptedModel {
    async fn chosen(&self, _tenant: TenantId, strength: Strength) -> Result<Option<ModelName>, ModelFault> {
        let script = self.script();
        let has_lines = !script.next.is_empty() || script.always.is_some();
        Ok(has_lines.then(|| ModelName::new(Provider::Compatible, format!("scripted-{}", strength.name()))))
    }

    async fn ask(&self, request: ModelRequest, deltas: Option<&Deltas<'_>>) -> Result<ModelReply, ModelFault> {
        let (strength, streams) = (request.strength, request.schema.is_none());
        let said = {
            let mut script = self.script();
            script.asked.push(request);
            script.next.pop_front().or_else(|| script.always.clone())
        };
        let mut running = Running { model: self, ended: false };
        let tell = |piece: &str| {
            if let Some(deltas) = deltas.filter(|_| streams) {
                deltas(piece);
            }
        };
        let result = match said {
            None => Err(ModelFault::NotConfigured),
            Some(ModelScript::Text(text)) => {
                tell(&text);
                Ok(text)
            }
            Some(ModelScript::Slowly(pieces, pause)) => {
                for piece in &pieces {
                    tokio::time::sleep(pause).await;
                    tell(piece);
                }
                Ok(pieces.concat())
            }
            Some(ModelScript::Breaks(pieces, fault)) => {
                pieces.iter().for_each(|piece| tell(piece));
                Err(fault)
            }
            Some(ModelScript::Fails(fault)) => Err(fault),
            Some(ModelScript::Never) => std::future::pending().await,
        };
        running.ended = true;
        result.map(|text| ModelReply {
            usage: Usage { input: 10, output: text.len() as u64 / 4 + 1 },
            text,
            calls: Vec::new(),
            cost: None,
            model: format!("scripted-{}", strength.name()),
            took: Duration::from_millis(1),
        })
    }
}
