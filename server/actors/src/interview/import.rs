//! A transcript is understood beside the actor, so that a slow engine keeps nobody else waiting, and stored whole.

use super::{Answer, Engines, Live, Message, engine::at_once};
use crate::{CommandFault, Who};
use domain::{
    IdSource, Refusal, Stamp, StoreFault,
    interview::{Drafted, Import, ImportedTurn, Interview},
};
use futures::{FutureExt, future::BoxFuture};
use protocol::{
    Timestamp,
    interview::{Speaker, TranscriptTurn},
};
use ractor::ActorRef;
use serde_json::json;
use std::sync::Arc;

/// How often a transcript is understood anew because the interview went on meanwhile.
const TRIES: u32 = 5;

/// A transcript on its way, and whom to tell.
pub(crate) struct Importing {
    who: Who,
    turns: Arc<[TranscriptTurn]>,
    tried: u32,
    answer: Answer<Vec<(usize, ImportedTurn)>>,
}

/// What a transcript came to, for the interview as it stood.
pub(crate) type Understood = Result<(Drafted, Vec<(usize, ImportedTurn)>), Refusal>;

impl Importing {
    pub(super) fn of(who: Who, turns: Vec<TranscriptTurn>, answer: Answer<Vec<(usize, ImportedTurn)>>) -> Self {
        Self { who, turns: turns.into(), tried: 0, answer }
    }
}

impl Live {
    /// Begins to understand, with the interview as it is now.
    pub(super) async fn import(&mut self, myself: &ActorRef<Message>, mut importing: Importing) {
        loop {
            if let Err(fault) = self.refresh_if_stale().await {
                drop(importing.answer.send(Err(self.told(fault.into()))));
                return;
            }
            importing.tried += 1;
            let work = understand(
                self.interview.clone(),
                self.engines.clone(),
                self.ids.clone(),
                self.clock.now(),
                importing.turns.clone(),
            );
            let work = match at_once(work) {
                Ok(understood) => match self.imported(importing, understood).await {
                    Some(again) => {
                        importing = again;
                        continue;
                    }
                    None => return,
                },
                Err(work) => work,
            };
            let to = myself.clone();
            self.beside.spawn(async move {
                let understood = work.await;
                if to.send_message(Message::Imported(importing, understood)).is_err() {
                    tracing::debug!("a transcript was understood after its interview was put to sleep");
                }
            });
            return;
        }
    }

    /// Stores what was understood, if the interview still stands where it stood; else it is to be tried again.
    pub(super) async fn imported(&mut self, importing: Importing, understood: Understood) -> Option<Importing> {
        let result = match understood {
            Ok((drafted, understood)) => match self.add(&importing.who, drafted).await {
                Err(StoreFault::Conflict) if importing.tried < TRIES => return Some(importing),
                stored => stored.map(|()| understood).map_err(CommandFault::from),
            },
            Err(refusal) => Err(refusal.into()),
        };
        // Whoever asked may have gone.
        drop(importing.answer.send(result.map_err(|fault| self.told(fault))));
        None
    }

    async fn add(&mut self, who: &Who, drafted: Drafted) -> Result<(), StoreFault> {
        self.refresh_if_stale().await?;
        if drafted.base != self.interview.view.seq {
            return Err(StoreFault::Conflict);
        }
        for event in &drafted.events {
            self.interview.view.apply(event);
        }
        self.commit_by(who, || json!({"type": "import_transcript"}), Some(drafted)).await.map(drop)
    }
}

fn understand(
    interview: Interview,
    engines: Engines,
    ids: Arc<dyn IdSource>,
    now: Timestamp,
    turns: Arc<[TranscriptTurn]>,
) -> BoxFuture<'static, Understood> {
    async move {
        let stamp = Stamp { now, ids: ids.as_ref() };
        let mut import = Import::begin(&interview, &turns, &stamp)?;
        let mut understood = Vec::new();
        for (index, turn) in turns.iter().enumerate() {
            let heard = import.push(turn);
            if let Some(heard) = heard {
                let understanding = engines.understand_import(heard).await;
                understood.push((index, import.understood(understanding)));
            } else if turn.speaker == Speaker::User {
                understood.push((index, import.unchanged()));
            }
            // A long transcript must not keep a thread to itself.
            tokio::task::consume_budget().await;
        }
        Ok((import.finish(), understood))
    }
    .boxed()
}
