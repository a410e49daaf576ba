//! An analyst of whole interviews with scripted answers.

use async_trait::async_trait;
use domain::interview::{Analyst, Doubt, EngineFault, Recalled, Recap};
use protocol::{TenantId, interview::Engine};
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Not chosen until a test scripts an answer.
#[derive(Debug, Default)]
pub struct ScriptedAnalyst(Mutex<Script>);

#[derive(Debug, Default)]
struct Script {
    recalled: Option<Result<Vec<Recalled>, EngineFault>>,
    doubts: Option<Result<Vec<Doubt>, EngineFault>>,
    takes: Duration,
    looks: usize,
    asked: Vec<Recap>,
}

impl ScriptedAnalyst {
    /// Sums up in these sentences, each with its quote.
    pub fn recalls(&self, sentences: &[(&str, &str)]) {
        let recalled = sentences.iter().map(|(text, quote)| Recalled { text: (*text).into(), quote: (*quote).into() });
        self.script().recalled = Some(Ok(recalled.collect()));
    }

    /// Doubts these answers, each with a quote.
    pub fn doubts(&self, doubts: &[(&str, &str)]) {
        let doubts = doubts.iter().map(|(key, quote)| Doubt { key: (*key).into(), quote: (*quote).into() });
        self.script().doubts = Some(Ok(doubts.collect()));
    }

    /// Takes so long for a look, from now on.
    pub fn takes(&self, time: Duration) {
        self.script().takes = time;
    }

    pub fn fails(&self, fault: EngineFault) {
        let mut script = self.script();
        (script.recalled, script.doubts) = (Some(Err(fault.clone())), Some(Err(fault)));
    }

    /// Every request, in order.
    #[must_use]
    pub fn requests(&self) -> Vec<Recap> {
        self.script().asked.clone()
    }

    /// How often it was to look over the answers.
    #[must_use]
    pub fn looks(&self) -> usize {
        self.script().looks
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Analyst for ScriptedAnalyst {
    async fn engine(&self, _tenant: TenantId) -> Result<Option<Engine>, EngineFault> {
        let script = self.script();
        let chosen = script.recalled.is_some() || script.doubts.is_some();
        Ok(chosen.then(|| Engine::Model("analyst".into())))
    }

    async fn summarise(&self, recap: &Recap) -> Result<Vec<Recalled>, EngineFault> {
        let mut script = self.script();
        script.asked.push(recap.clone());
        script.recalled.clone().unwrap_or_else(|| Ok(Vec::new()))
    }

    async fn reevaluate(&self, recap: &Recap) -> Result<Vec<Doubt>, EngineFault> {
        let (doubts, takes) = {
            let mut script = self.script();
            script.asked.push(recap.clone());
            script.looks += 1;
            (script.doubts.clone(), script.takes)
        };
        tokio::time::sleep(takes).await;
        doubts.unwrap_or_else(|| Ok(Vec::new()))
    }
}
