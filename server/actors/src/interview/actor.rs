//! The actor: takes messages one by one, never waits for an engine.

use super::{Joined, Live, Message, Viewed, state::Unfinished};
use crate::{CommandFault, Who};
use domain::interview::Input;
use ractor::{Actor, ActorProcessingErr, ActorRef};
use std::sync::Arc;

pub(crate) struct InterviewActor;

impl Actor for InterviewActor {
    type Msg = Message;
    type State = Live;
    type Arguments = Live;

    async fn pre_start(&self, myself: ActorRef<Message>, mut live: Live) -> Result<Live, ActorProcessingErr> {
        metrics::gauge!("discovery_interviews_live").increment(1.0);
        match live.resume().await {
            Ok(unfinished) => go_on(&mut live, &myself, unfinished),
            Err(fault) => tracing::warn!(%fault, "a reply in progress could not be resumed"),
        }
        Ok(live)
    }

    async fn post_stop(&self, _myself: ActorRef<Message>, live: &mut Live) -> Result<(), ActorProcessingErr> {
        metrics::gauge!("discovery_interviews_live").decrement(1.0);
        for (_, work) in live.working.drain() {
            work.abort();
        }
        Ok(())
    }

    async fn handle(&self, myself: ActorRef<Message>, message: Message, live: &mut Live) -> Result<(), ActorProcessingErr> {
        // Whoever asked may have gone; then its answer is of no use to anybody.
        match message {
            Message::Command { who, command, answer } => {
                let result = match allowed(live, &who) {
                    Ok(()) => live.command(*command).await,
                    Err(fault) => Err(fault),
                };
                let result = result.map(|(outcome, unfinished)| {
                    go_on(live, &myself, unfinished);
                    outcome
                });
                drop(answer.send(result));
            }
            Message::Import { who, turns, answer } => {
                let result = match allowed(live, &who) {
                    Ok(()) => live.import(&turns).await,
                    Err(fault) => Err(fault),
                };
                drop(answer.send(result));
            }
            Message::View { who, answer } => {
                let result = match allowed(live, &who) {
                    Ok(()) => live.catch_up(0).await.map_err(CommandFault::from),
                    Err(fault) => Err(fault),
                };
                let viewed = result.map(|()| Viewed { owner: live.interview.owner, view: Arc::new(live.interview.view.clone()) });
                drop(answer.send(viewed));
            }
            Message::Join { who, after, answer } => {
                let result = match allowed(live, &who) {
                    Ok(()) => live.join(after).await,
                    Err(fault) => Err(fault),
                };
                drop(answer.send(result.map(|(start, subscription)| Joined { start, subscription })));
            }
            Message::Done(input) => {
                live.working.remove(&reply_of(&input));
                match live.done(*input).await {
                    Ok(unfinished) => go_on(live, &myself, unfinished),
                    Err(fault) => tracing::error!(%fault, "the result of an effect could not be stored"),
                }
            }
            Message::Grown(seq) => {
                if let Err(fault) = live.catch_up(seq).await {
                    live.stale = true;
                    tracing::warn!(%fault, "another node's events could not be read yet");
                }
            }
            Message::Idle(answer) => {
                let idle = live.followers.is_empty() && live.working.is_empty();
                if answer.send(idle).is_err() {
                    tracing::debug!("nobody waits to hear whether an interview is idle");
                }
            }
            #[cfg(test)]
            Message::Panic => panic!("on purpose"),
        }
        Ok(())
    }
}

/// Another tenant's or another person's interview is simply not there.
fn allowed(live: &Live, who: &Who) -> Result<(), CommandFault> {
    let theirs = live.interview.tenant == who.tenant && who.only.is_none_or(|user| user == live.interview.owner);
    if theirs { Ok(()) } else { Err(CommandFault::NotFound) }
}

/// Lets unfinished work go on beside the actor; its result comes back as a message.
fn go_on(live: &mut Live, myself: &ActorRef<Message>, unfinished: Vec<Unfinished>) {
    for Unfinished { reply, work } in unfinished {
        let to = myself.clone();
        let task = tokio::spawn(async move {
            let input = work.await;
            if to.send_message(Message::Done(Box::new(input))).is_err() {
                tracing::debug!("an effect ended after its interview was put to sleep");
            }
        });
        live.working.insert(reply, task.abort_handle());
    }
}

fn reply_of(input: &Input) -> protocol::MessageId {
    match input {
        Input::Understood { reply, .. } | Input::Replied { reply, .. } => *reply,
        Input::Command(_) => protocol::MessageId(uuid::Uuid::nil()),
    }
}
