//! A transcript is understood beside the actor, so that a slow engine keeps nobody else waiting, and stored whole.

use super::{Engines, InterviewDoer};
use crate::{
    CommandFault,
    live::{Answer, Handle, Live, Message, Visit, Who, at_once},
};
use domain::{
    IdSource, Refusal, Stamp, StoreFault,
    interview::{Drafted, Import, ImportedTurn, Interview},
};
use futures::{FutureExt, future::BoxFuture};
use protocol::{
    Timestamp,
    interview::{Speaker, TranscriptTurn},
};
use std::sync::Arc;

/// How often a transcript is understood anew because the interview went on meanwhile.
const TRIES: u32 = 5;

/// A transcript on its way, and whom to tell.
struct Importing {
    who: Who,
    turns: Arc<[TranscriptTurn]>,
    tried: u32,
    answer: Answer<Vec<(usize, ImportedTurn)>>,
}

/// What a transcript came to, for the interview as it stood.
type Understood = Result<(Drafted, Vec<(usize, ImportedTurn)>), Refusal>;

/// Begins to take in a transcript, on the interview's actor.
pub(super) fn begin(who: Who, turns: Arc<[TranscriptTurn]>, answer: Answer<Vec<(usize, ImportedTurn)>>) -> Visit<InterviewDoer> {
    Box::new(move |live, myself| {
        async move {
            match live.admit(&who).await {
                Ok(()) => live.import(myself, Importing { who, turns, tried: 0, answer }).await,
                Err(fault) => drop(answer.send(Err(fault))),
            }
        }
        .boxed()
    })
}

/// A transcript was understood.
fn understood(importing: Importing, understood: Understood) -> Visit<InterviewDoer> {
    Box::new(move |live, myself| {
        async move {
            if let Some(again) = live.imported(importing, understood).await {
                live.import(myself, again).await;
            }
        }
        .boxed()
    })
}

impl Live<InterviewDoer> {
    /// Begins to understand, with the interview as it is now.
    async fn import(&mut self, myself: &Handle<InterviewDoer>, mut importing: Importing) {
        loop {
            if let Err(fault) = self.refresh_if_stale().await {
                drop(importing.answer.send(Err(self.fault(fault.into()))));
                return;
            }
            importing.tried += 1;
            let work = understand(
                self.state.clone(),
                self.doer.engines.clone(),
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
                let what = work.await;
                to.send(Message::Visit(understood(importing, what)));
            });
            return;
        }
    }

    /// Stores what was understood, if the interview still stands where it stood; else it is to be tried again.
    async fn imported(&mut self, importing: Importing, understood: Understood) -> Option<Importing> {
        let result = match understood {
            Ok((drafted, understood)) => match self.add(&importing.who, drafted).await {
                Err(StoreFault::Conflict) if importing.tried < TRIES => return Some(importing),
                stored => stored.map(|()| understood).map_err(CommandFault::from),
            },
            Err(refusal) => Err(refusal.into()),
        };
        // Whoever asked may have gone.
        drop(importing.answer.send(result.map_err(|fault| self.fault(fault))));
        None
    }

    async fn add(&mut self, who: &Who, mut drafted: Drafted) -> Result<(), StoreFault> {
        self.refresh_if_stale().await?;
        if drafted.base != self.state.view.seq {
            return Err(StoreFault::Conflict);
        }
        for event in &drafted.events {
            self.state.view.apply(event);
        }
        let audit = self.sign(who, || "import_transcript".into(), &mut drafted);
        self.commit(Some(drafted), audit).await.map(drop)
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
