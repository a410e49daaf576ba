//! What follows from a command: a refusal, or events and effects. One file per family of commands.

mod again;
mod back;
mod beside;
mod branch;
mod feedback;
mod findings;
mod going_on;
mod import;
mod merge;
mod migrate;
mod moves;
mod negotiation;
mod obligations;
mod open;
mod reply;
mod research;
mod resume;
mod rewording;
mod say;
mod session;
mod split;
mod structure;
mod summary;
mod understood;
mod unread;

use super::{Analysed, Doubt, Draft, Interview, Recalled, ReplyPlan, Target, Understanding};
use crate::{Refusal, Stamp};
use protocol::{
    MessageId, ResearchId,
    interview::{Engine, InterviewCommand, InterviewView},
};
use uuid::Uuid;

pub use branch::{goes_back, past};
pub use import::{Import, ImportedTurn};
pub use open::{Opening, open, open_for};
pub use research::StepResult;
pub use resume::resume;
pub use understood::build_engine_input;
pub(in crate::interview) use understood::held;

/// What reaches an interview: a person's command, or the result of an effect.
#[derive(Clone, Debug)]
pub enum Input {
    Command(InterviewCommand),
    /// A command that comes while a part of a reply has been shown already.
    During {
        command: InterviewCommand,
        streamed: Streamed,
    },
    /// A command that goes back, with the interview as it was there (see [`past`]).
    Back {
        command: InterviewCommand,
        past: Option<Box<InterviewView>>,
        streamed: Option<Streamed>,
    },
    /// Go on with another objective or version of it.
    Migrate(Box<Target>),
    /// An engine understood the person's message that `reply` answers.
    Understood {
        reply: MessageId,
        understanding: Understanding,
        /// Why the built-in engine did it in place of the language model, by [`super::EngineFault::kind`].
        fell_back: Option<&'static str>,
    },
    /// An engine worded the reply.
    Replied {
        reply: MessageId,
        text: String,
        engine: Engine,
        /// Likewise.
        fell_back: Option<&'static str>,
    },
    /// A node looks for research that it may take up; `working` is what it works on already, `lease` how long it then has a task
    /// after each sign of life, in microseconds.
    TakeUpResearch {
        node: Uuid,
        working: Vec<ResearchId>,
        lease: i64,
    },
    /// A node did a step of a research task.
    Researched {
        id: ResearchId,
        node: Uuid,
        result: StepResult,
    },
    /// A node goes down: it has this task no more.
    LeaveResearch {
        id: ResearchId,
        node: Uuid,
    },
    /// Somebody opened it again after it had rested for a while.
    Revisited,
    /// An engine summed up these turns, the first and the last; `None` where nobody is chosen to.
    Recalled {
        turns: (u32, u32),
        answer: Option<Analysed<Vec<Recalled>>>,
    },
    /// An engine looked over the answers as they stood after the event `seq`; `None` where nobody is chosen to.
    LookedOver {
        seq: u64,
        answer: Option<Analysed<Vec<Doubt>>>,
    },
}

/// What was shown so far of a reply that is being written. It is kept when the reply is stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streamed {
    pub reply: MessageId,
    pub text: String,
    pub engine: Engine,
}

/// Work to be done outside; its result comes back as an [`Input`].
#[derive(Clone, Debug)]
pub enum Effect {
    /// Understand the person's newest message; `reply` will answer it.
    Understand { reply: MessageId },
    /// Word the reply.
    Reply { reply: MessageId, plan: Box<ReplyPlan> },
    /// Word once more what the message `of` says. If the original plan is still known, that one is worded; the plan
    /// here was read off the interview.
    Reword { reply: MessageId, of: MessageId, plan: Box<ReplyPlan> },
    /// Stop whatever works on this reply.
    Cancel { reply: MessageId },
    /// Do the next step of a research task that this node took up.
    Research { id: ResearchId },
    /// Stop whatever works on this task.
    StopResearch { id: ResearchId },
    /// Sum up these turns in better words than the rules have, if anybody can.
    Summarise { turns: (u32, u32) },
    /// See which answers do not hold any more, where an engine can find more than the rules.
    Reevaluate,
}

/// Events to store and work to start.
pub type Decision = crate::live::Decision<Interview>;

/// Decides. Nothing changes here: the caller stores the events, applies them and starts the effects.
///
/// # Errors
/// A refusal in words; nothing follows from it.
pub fn decide(interview: &Interview, input: Input, stamp: &Stamp<'_>) -> Result<Decision, Refusal> {
    decide_over(interview, interview.view.without_messages(), input, stamp)
}

/// The same where the view without its messages is at hand.
pub(in crate::interview) fn decide_over(
    interview: &Interview,
    view: InterviewView,
    input: Input,
    stamp: &Stamp<'_>,
) -> Result<Decision, Refusal> {
    let mut draft = Draft::resume(interview, view, stamp);
    let mut effects = Vec::new();
    let grows = grows(&input);
    match input {
        Input::Understood { reply, understanding, fell_back } => {
            understood::understood(&mut draft, interview, reply, understanding, fell_back, &mut effects)?
        }
        Input::Replied { reply, text, engine, fell_back } => reply::replied(&mut draft, reply, text, engine, fell_back)?,
        Input::TakeUpResearch { node, working, lease } => {
            research::take_up(&mut draft, interview, (node, lease), &working, &mut effects);
        }
        Input::Researched { id, node, result } => research::result(&mut draft, interview, id, node, result, &mut effects)?,
        Input::LeaveResearch { id, node } => research::leave(&mut draft, id, node),
        Input::Revisited => session::revisited(&mut draft, interview, &mut effects),
        Input::Recalled { turns, answer } => summary::recalled(&mut draft, interview, turns, answer)?,
        Input::LookedOver { seq, answer } => again::looked_over(&mut draft, interview, seq, answer)?,
        Input::Command(command) => follow(&mut draft, interview, command, (None, None), &mut effects)?,
        Input::During { command, streamed } => follow(&mut draft, interview, command, (Some(&streamed), None), &mut effects)?,
        Input::Back { command, past, streamed } => {
            follow(&mut draft, interview, command, (streamed.as_ref(), past.as_deref()), &mut effects)?;
        }
        Input::Migrate(target) => migrate::migrate(&mut draft, &target, &mut effects)?,
    }
    let drafted = draft.finish();
    if grows && !drafted.events.is_empty() && interview.view.seq >= EVENTS {
        return Err(Refusal::conflict(format!(
            "so much has happened in this interview that it takes no more ({EVENTS} events): finish it and begin another"
        )));
    }
    effects.extend(drafted.events.iter().filter_map(|recorded| summary::wanted(&recorded.event)));
    Ok(Decision { drafted, effects })
}

/// An interview is read whole when it is awakened.
const EVENTS: u64 = 50_000;

/// Whether somebody wants something of the interview after which it goes on: its end has always room.
fn grows(input: &Input) -> bool {
    match input {
        Input::Command(command) | Input::During { command, .. } | Input::Back { command, .. } => {
            !matches!(command, InterviewCommand::Complete | InterviewCommand::StopReply { .. })
        }
        Input::Migrate(_) => true,
        _ => false,
    }
}

/// Carries out a command; one that settles beside the conversation what the agent waits for lets the agent go on.
fn follow(
    draft: &mut Draft<'_>,
    interview: &Interview,
    command: InterviewCommand,
    (streamed, past): (Option<&Streamed>, Option<&InterviewView>),
    effects: &mut Vec<Effect>,
) -> Result<(), Refusal> {
    let beside = beside(&command).map(str::to_owned);
    draft.by_hand = beside.is_some();
    match command {
        InterviewCommand::Say { text, client_message_id, widget, spoken } => {
            say::say(draft, interview, text, client_message_id, widget, spoken, effects)?;
        }
        InterviewCommand::SetValue { key, value } => obligations::set(draft, &key, &value)?,
        InterviewCommand::Defer { key, reason } => obligations::defer(draft, &key, reason.as_deref())?,
        InterviewCommand::Skip { key, reason } => obligations::skip(draft, &key, reason.as_deref())?,
        InterviewCommand::Reopen { key, reason } => obligations::reopen(draft, &key, reason.as_deref())?,
        InterviewCommand::Undo { key } => obligations::undo(draft, &key)?,
        InterviewCommand::KeepOver { key, over } => obligations::keep_over(draft, &key, &over)?,
        InterviewCommand::StartNegotiation { key, value, reason } => {
            negotiation::start(draft, &key, value.as_ref(), reason.as_deref())?;
        }
        InterviewCommand::ProposeValue { key, value } => negotiation::propose(draft, &key, &value)?,
        InterviewCommand::ResolveNegotiation { key, resolution, final_value } => {
            negotiation::resolve(draft, interview, &key, resolution, final_value.as_ref())?;
        }
        InterviewCommand::DeferNegotiation { key } => negotiation::defer(draft, &key)?,
        InterviewCommand::SetPhase { phase } => session::set_phase(draft, phase)?,
        InterviewCommand::Reevaluate { key } => session::reevaluate(draft, key.as_deref(), effects)?,
        InterviewCommand::Retitle { title } => session::retitle(draft, &title)?,
        InterviewCommand::StopReply { message_id } => {
            if draft.view.replying == Some(message_id) {
                reply::stop(draft, message_id, streamed, effects);
                summary::of_a_range(draft);
            }
        }
        InterviewCommand::Regenerate { message_id } => rewording::regenerate(draft, interview, message_id, effects)?,
        InterviewCommand::EditMessage { message_id, content } => {
            branch::edit(draft, interview, (message_id, content), past, streamed, effects)?;
        }
        InterviewCommand::RestoreMessage { message_id } => {
            if !branch::take_up(draft, interview, message_id, past, streamed, effects)?
                && !rewording::restore(draft, &interview.view, message_id)?
            {
                return Err(Refusal::unknown("there is no such branch or earlier wording"));
            }
        }
        InterviewCommand::GiveFeedback { message_id, feedback } => feedback::give(draft, interview, message_id, feedback)?,
        InterviewCommand::Merge { keys, into } => merge::merge(draft, &keys, &into)?,
        InterviewCommand::Split { key, into } => split::split(draft, &key, &into, effects)?,
        InterviewCommand::AddObligation { obligation } => split::add(draft, &obligation)?,
        InterviewCommand::Complete => session::complete_by_hand(draft)?,
        InterviewCommand::Research { key, task_type, query, priority } => {
            research::by_hand(draft, research::ByHand { key, task_type, query, priority })?;
        }
        InterviewCommand::CancelResearch { id } => research::cancel(draft, id, effects)?,
        InterviewCommand::RetryResearch { id } => research::retry(draft, id)?,
        InterviewCommand::UndoResearch { id } => research::undo(draft, interview, id, effects)?,
        InterviewCommand::ImportTranscript { .. } => {
            return Err(Refusal::conflict("a transcript is imported turn by turn"));
        }
    }
    draft.by_hand = false;
    if let Some(key) = beside {
        research::by_itself(draft, &interview.view, &[]);
        going_on::go_on(draft, interview, &key, streamed, effects);
    }
    Ok(())
}

/// The obligation that a command changes beside the conversation.
fn beside(command: &InterviewCommand) -> Option<&str> {
    match command {
        InterviewCommand::SetValue { key, .. }
        | InterviewCommand::Defer { key, .. }
        | InterviewCommand::Skip { key, .. }
        | InterviewCommand::Reopen { key, .. }
        | InterviewCommand::Undo { key }
        | InterviewCommand::KeepOver { key, .. }
        | InterviewCommand::StartNegotiation { key, .. }
        | InterviewCommand::ProposeValue { key, .. }
        | InterviewCommand::ResolveNegotiation { key, .. }
        | InterviewCommand::DeferNegotiation { key }
        | InterviewCommand::Merge { into: key, .. } => Some(key),
        InterviewCommand::Say { .. }
        | InterviewCommand::ImportTranscript { .. }
        | InterviewCommand::SetPhase { .. }
        | InterviewCommand::Reevaluate { .. }
        | InterviewCommand::Retitle { .. }
        | InterviewCommand::StopReply { .. }
        | InterviewCommand::Research { .. }
        | InterviewCommand::CancelResearch { .. }
        | InterviewCommand::RetryResearch { .. }
        | InterviewCommand::UndoResearch { .. }
        | InterviewCommand::Regenerate { .. }
        | InterviewCommand::EditMessage { .. }
        | InterviewCommand::RestoreMessage { .. }
        | InterviewCommand::GiveFeedback { .. }
        | InterviewCommand::Split { .. }
        | InterviewCommand::AddObligation { .. }
        | InterviewCommand::Complete => None,
    }
}

/// A finished interview takes nothing but what reopens it.
fn must_be_active(draft: &Draft<'_>) -> Result<(), Refusal> {
    match draft.view.status {
        protocol::interview::SessionStatus::Active => Ok(()),
        protocol::interview::SessionStatus::Completed => Err(Refusal::conflict(
            "this interview is finished and everything you told is kept: its summary and its export have the answers; reopen one \
             of them to go on, or start a new interview",
        )),
    }
}

fn must_exist(draft: &Draft<'_>, key: &str) -> Result<(), Refusal> {
    if draft.view.obligation(key).is_some() {
        Ok(())
    } else if let Some(retired) = draft.view.retired(key) {
        Err(Refusal::conflict(match &retired.became[..] {
            [] => format!("{} is not asked any more and is kept as it was", retired.template.name()),
            keys => format!("{} became {}: change that", retired.template.name(), keys.join(", ")),
        }))
    } else {
        let shown: String = key.chars().take(60).collect();
        Err(Refusal::unknown(format!("there is nothing called {shown} to be known in this interview")))
    }
}
