//! The judgements about an interview as a whole: what turns came to, and which answers later words speak against.
//!
//! The engine proposes and `decide` checks: a proposal that rests on nothing the person said is dropped. Where no model is
//! chosen, only the summary and the reassessment by rules are used.

use super::{EngineFault, Held, Interview};
use crate::research::spaced;
use async_trait::async_trait;
use protocol::{
    SessionId, TenantId,
    interview::{Author, Engine, ObjectiveDefinition, Speaker},
};
use std::{ops::RangeInclusive, sync::Arc};

/// Everything an engine may look at.
#[derive(Clone, Debug)]
pub struct Recap {
    /// Whose interview it is: who pays.
    pub tenant: TenantId,
    pub session: SessionId,
    pub title: String,
    pub definition: Arc<ObjectiveDefinition>,
    /// In the order of the definition.
    pub held: Vec<Held>,
    /// Oldest first.
    pub turns: Vec<SpokenTurn>,
}

#[derive(Clone, Debug)]
pub struct SpokenTurn {
    pub turn: u32,
    pub speaker: Speaker,
    pub text: String,
}

/// A sentence of a summary, and words of the person that it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recalled {
    pub text: String,
    pub quote: String,
}

/// An answer that may not hold any more, and later words of the person that speak against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub key: String,
    pub quote: String,
}

/// What came of asking an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Analysed<T> {
    By(Engine, T),
    /// By [`EngineFault::kind`].
    FellBack(&'static str),
}

/// An engine that looks at an interview as a whole. It takes its time and may fail; nobody waits for it.
#[async_trait]
pub trait Analyst: Send + Sync {
    /// The engine that serves this tenant now; `None` where none is chosen.
    async fn engine(&self, tenant: TenantId) -> Result<Option<Engine>, EngineFault>;
    /// What the turns came to.
    async fn summarise(&self, recap: &Recap) -> Result<Vec<Recalled>, EngineFault>;
    /// Which answers do not hold any more.
    async fn reevaluate(&self, recap: &Recap) -> Result<Vec<Doubt>, EngineFault>;
}

/// Where nobody can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct NoAnalyst;

#[async_trait]
impl Analyst for NoAnalyst {
    async fn engine(&self, _tenant: TenantId) -> Result<Option<Engine>, EngineFault> {
        Ok(None)
    }

    async fn summarise(&self, _recap: &Recap) -> Result<Vec<Recalled>, EngineFault> {
        Ok(Vec::new())
    }

    async fn reevaluate(&self, _recap: &Recap) -> Result<Vec<Doubt>, EngineFault> {
        Ok(Vec::new())
    }
}

/// Shorter quotes occur almost anywhere and prove nothing.
const SHORTEST: usize = 3;

impl Recap {
    /// The current state of the interview, with the messages of these turns.
    #[must_use]
    pub fn new(interview: &Interview, turns: &RangeInclusive<u32>) -> Self {
        let view = &interview.view;
        let said = view.messages.iter().filter(|message| turns.contains(&message.turn)).filter_map(|message| {
            let speaker = match message.role {
                Author::User => Speaker::User,
                Author::Agent => Speaker::Agent,
                Author::System => return None,
            };
            Some(SpokenTurn { turn: message.turn, speaker, text: message.content.clone() })
        });
        Self {
            tenant: interview.tenant,
            session: view.id,
            title: view.title.clone(),
            definition: view.definition.clone(),
            held: super::decide::held(view),
            turns: said.collect(),
        }
    }

    /// The last turn in which the person said these very words, white space aside.
    #[must_use]
    pub fn find_quote(&self, quote: &str) -> Option<u32> {
        let quote = spaced(quote);
        let says = quote.chars().filter(|sign| sign.is_alphanumeric()).count() >= SHORTEST;
        let found = self.by_person().rev().find(|turn| says && spaced(&turn.text).contains(&quote));
        found.map(|turn| turn.turn)
    }

    /// What the person said, oldest first.
    pub fn by_person(&self) -> impl DoubleEndedIterator<Item = &SpokenTurn> {
        self.turns.iter().filter(|turn| turn.speaker == Speaker::User)
    }
}
