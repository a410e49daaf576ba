//! The actor: takes messages one by one, never waits for an engine.

use super::{Importing, Job, Joined, Live, Message, Viewed, engine::Growth, research::job_of, state::Unfinished};
use crate::{CommandFault, Who};
use domain::interview::Input;
use futures::future::BoxFuture;
use ractor::{Actor, ActorProcessingErr, ActorRef};
use std::{sync::Arc, time::Duration};

/// How long after a store fault something is tried again that nobody asks for once more.
const AGAIN: Duration = Duration::from_secs(1);

pub(crate) struct InterviewActor;

impl Actor for InterviewActor {
    type Msg = Message;
    type State = Live;
    type Arguments = Live;

    async fn pre_start(&self, myself: ActorRef<Message>, live: Live) -> Result<Live, ActorProcessingErr> {
        Ok(Box::pin(begin(myself, live)).await)
    }

    /// An actor that failed does not come here; the warden counts it off.
    async fn post_stop(&self, _myself: ActorRef<Message>, _live: &mut Live) -> Result<(), ActorProcessingErr> {
        metrics::gauge!("discovery_interviews_live").decrement(1.0);
        Ok(())
    }

    /// The work on a message takes many kB while it goes on: boxed, an interview at rest holds none of them.
    async fn handle(&self, myself: ActorRef<Message>, message: Message, live: &mut Live) -> Result<(), ActorProcessingErr> {
        Box::pin(handle(&myself, message, live)).await;
        Ok(())
    }
}

async fn begin(myself: ActorRef<Message>, mut live: Live) -> Live {
    match live.resume().await {
        Ok(unfinished) => go_on(&mut live, &myself, unfinished),
        Err(fault) => failed(&mut live, &fault, "a reply in progress could not be resumed yet"),
    }
    attend(&mut live, &myself);
    attend_research(&mut live, &myself).await;
    metrics::gauge!("discovery_interviews_live").increment(1.0);
    live
}

async fn handle(myself: &ActorRef<Message>, message: Message, live: &mut Live) {
    // Whoever asked may have gone; then its answer is of no use to anybody.
    match message {
        Message::Command { who, command, answer } => {
            let result = match allowed(live, &who).and_then(|()| live.may_do(&who, &command)) {
                Ok(()) => live.command(&who, *command).await,
                Err(fault) => Err(fault),
            };
            let result = result.map(|(outcome, unfinished)| {
                go_on(live, myself, unfinished);
                outcome
            });
            drop(answer.send(result.map_err(|fault| live.told(fault))));
        }
        Message::Migrate { who, target, answer } => {
            let result = match allowed(live, &who) {
                Ok(()) => live.migrate(&who, &target).await,
                Err(fault) => Err(fault),
            };
            drop(answer.send(result.map_err(|fault| live.told(fault))));
        }
        Message::Import { who, turns, answer } => match allowed(live, &who) {
            Ok(()) => live.import(myself, Importing::of(who, turns, answer)).await,
            Err(fault) => drop(answer.send(Err(fault))),
        },
        Message::Imported(importing, understood) => {
            if let Some(again) = live.imported(importing, understood).await {
                live.import(myself, again).await;
            }
        }
        Message::View { who, answer } => {
            let result = match allowed(live, &who) {
                Ok(()) => live.catch_up(0).await.map_err(CommandFault::from),
                Err(fault) => Err(fault),
            };
            let viewed = result.map(|()| Viewed { owner: live.interview.owner, view: Arc::new(live.interview.view.clone()) });
            drop(answer.send(viewed.map_err(|fault| live.told(fault))));
        }
        Message::Join { who, after, answer } => {
            let result = match allowed(live, &who) {
                Ok(()) => live.join(after).await,
                Err(fault) => Err(fault),
            };
            let joined = result.map(|(start, subscription)| Joined { start, subscription });
            drop(answer.send(joined.map_err(|fault| live.told(fault))));
        }
        Message::Done(input) => {
            let job = job_of(&input);
            live.working.end(job);
            match live.done(&input).await {
                Ok(unfinished) => go_on(live, myself, unfinished),
                Err(fault) => {
                    let again = may_pass(&fault) && !live.gone;
                    failed(live, &fault, "the result of an effect could not be stored yet");
                    if again {
                        // The engine need not be asked a second time for it.
                        later(live, myself, job, AGAIN, Message::Done(input));
                    }
                }
            }
        }
        Message::Grew(reply, written) => live.grew(reply, written),
        Message::Resume(reply) => {
            live.working.end(Job::Reply(reply));
            match live.take_up(reply).await {
                Ok(unfinished) => go_on(live, myself, unfinished),
                Err(fault) => failed(live, &fault, "a reply could not be taken up yet"),
            }
        }
        // Whatever comes of it comes below.
        Message::Research => live.working.end(Job::Watch),
        Message::Leave { at_once, left } => live.leave_research(at_once, left).await,
        Message::Grown(seq) => {
            if let Err(fault) = live.catch_up(seq).await {
                live.stale = true;
                tracing::warn!(%fault, "another node's events could not be read yet");
                if fault.is_retryable() && !live.gone {
                    // Whoever follows waits for them.
                    let to = myself.clone();
                    live.beside.spawn(async move {
                        tokio::time::sleep(AGAIN).await;
                        drop(to.send_message(Message::Grown(seq)));
                    });
                }
            }
        }
        Message::Idle(answer) => {
            while live.beside.try_join_next().is_some() {}
            let idle = live.followers.is_empty() && live.working.is_empty() && live.beside.is_empty();
            if answer.send(idle).is_err() {
                tracing::debug!("nobody waits to hear whether an interview is idle");
            }
        }
    }
    attend(live, myself);
    attend_research(live, myself).await;
    live.tell_left();
}

impl Live {
    /// What whoever asked is told of a fault: of a deleted interview only that it is not there.
    pub(super) fn told(&self, fault: CommandFault) -> CommandFault {
        if self.gone { CommandFault::NotFound } else { fault }
    }
}

/// Another tenant's, another person's or a deleted interview is simply not there.
fn allowed(live: &Live, who: &Who) -> Result<(), CommandFault> {
    let theirs = !live.gone && live.interview.tenant == who.tenant && who.only.is_none_or(|user| user == live.interview.owner);
    if theirs { Ok(()) } else { Err(CommandFault::NotFound) }
}

/// Lets unfinished work go on beside the actor; its result comes back as a message.
fn go_on(live: &mut Live, myself: &ActorRef<Message>, unfinished: Vec<Unfinished>) {
    for Unfinished { job, work, growth } in unfinished {
        let to = myself.clone();
        let task = tokio::spawn(async move {
            let input = watched(&to, job, work, growth).await;
            if to.send_message(Message::Done(Box::new(input))).is_err() {
                tracing::debug!("an effect ended after its interview was put to sleep");
            }
        });
        live.working.begin(job, task.abort_handle());
    }
}

/// Does the work, and tells the actor meanwhile how the reply grows. Pieces that come at once are told as one.
async fn watched(to: &ActorRef<Message>, job: Job, mut work: BoxFuture<'static, Input>, growth: Option<Growth>) -> Input {
    let (Some(mut growth), Job::Reply(reply)) = (growth, job) else { return work.await };
    loop {
        tokio::select! {
            biased;
            input = &mut work => return input,
            Some(mut written) = growth.recv() => {
                while let Ok(more) = growth.try_recv() {
                    if more.engine == written.engine {
                        written.text.push_str(&more.text);
                    } else {
                        written = more;
                    }
                }
                if to.send_message(Message::Grew(reply, written)).is_err() {
                    tracing::debug!("a reply grew after its interview was put to sleep");
                }
            }
        }
    }
}

/// Whoever waits for a reply gets one: where its beginning is stored and nobody here works on it, it is taken up after a
/// while. Another node that began it has had its time by then, and what this one could not store it tries again soon.
fn attend(live: &mut Live, myself: &ActorRef<Message>) {
    if live.streamed().is_none() {
        (live.growing, live.shown) = (None, None);
    }
    let adrift = std::mem::take(&mut live.adrift);
    if let Some(reply) = live.unattended() {
        // Understanding, wording, and the built-in engine in place of either.
        let pause = if adrift { AGAIN } else { live.engines.patience * 4 + AGAIN };
        later(live, myself, Job::Reply(reply), pause, Message::Resume(reply));
    }
}

/// Takes up the research that waits, and looks again when another node may have lost what it has.
async fn attend_research(live: &mut Live, myself: &ActorRef<Message>) {
    match live.take_up_research().await {
        Ok(unfinished) => go_on(live, myself, unfinished),
        Err(fault) => {
            tracing::warn!(%fault, "research could not be taken up yet");
            if may_pass(&fault) && !live.gone {
                later(live, myself, Job::Watch, AGAIN, Message::Research);
            }
            return;
        }
    }
    if let Some(pause) = live.research_release() {
        later(live, myself, Job::Watch, pause, Message::Research);
    }
}

fn later(live: &mut Live, myself: &ActorRef<Message>, job: Job, pause: Duration, message: Message) {
    let to = myself.clone();
    let task = tokio::spawn(async move {
        tokio::time::sleep(pause).await;
        if to.send_message(message).is_err() {
            tracing::debug!("an interview was put to sleep while something was waited for");
        }
    });
    live.working.begin(job, task.abort_handle());
}

fn failed(live: &mut Live, fault: &CommandFault, what: &'static str) {
    live.adrift = may_pass(fault) && !live.gone;
    tracing::warn!(%fault, "{what}");
}

fn may_pass(fault: &CommandFault) -> bool {
    matches!(fault, CommandFault::Store(fault) if fault.is_retryable())
}
