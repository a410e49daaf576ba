//! Commands about the interview as a whole.

use super::{Effect, again, must_be_active, must_exist, research, summary};
use crate::{
    Refusal,
    interview::{Draft, Interview, reevaluate},
};
use protocol::interview::{InterviewEvent, Phase, SessionStatus, Summary};

/// Forward only: a phase goes back by reopening something, never by command.
pub(super) fn set_phase(draft: &mut Draft<'_>, phase: Phase) -> Result<(), Refusal> {
    must_be_active(draft)?;
    let now = draft.view.phase;
    if phase < now {
        return Err(Refusal::conflict(format!("the phase is {} and never goes back: reopen an answer instead", now.name())));
    }
    if phase == Phase::Closing && now != Phase::Closing && !draft.view.completeness.can_complete() {
        return Err(not_yet(draft));
    }
    if phase != now {
        draft.push(InterviewEvent::PhaseChanged { from: now, to: phase, reason: "set by hand".into() });
    }
    Ok(())
}

/// One obligation, or all.
pub(super) fn reevaluate(draft: &mut Draft<'_>, key: Option<&str>, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
    must_be_active(draft)?;
    match key {
        Some(key) => {
            must_exist(draft, key)?;
            reevaluate::one(draft, key);
        }
        None => reevaluate::session(draft),
    }
    draft.recompute();
    again::look(draft, effects);
    Ok(())
}

/// Whoever comes back after a while finds answers that fit each other, or the doubt said.
pub(super) fn revisited(draft: &mut Draft<'_>, interview: &Interview, effects: &mut Vec<Effect>) {
    if draft.view.status == SessionStatus::Active && draft.view.replying.is_none() {
        reevaluate::periodic(draft);
        if !draft.is_empty() {
            draft.recompute();
        }
        research::by_itself(draft, &interview.view, &[]);
        again::look(draft, effects);
    }
}

pub(super) fn retitle(draft: &mut Draft<'_>, title: &str) -> Result<(), Refusal> {
    let title = title.trim();
    if title.is_empty() || title.chars().count() > 200 {
        return Err(Refusal::invalid("title", "a title has 1 to 200 characters"));
    }
    if title != draft.view.title {
        draft.push(InterviewEvent::Retitled { title: title.to_owned() });
    }
    Ok(())
}

/// By hand: not while a message waits to be understood, for what it says belongs to the interview.
pub(super) fn complete_by_hand(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if draft.view.replying.is_some() && draft.view.status != SessionStatus::Completed {
        return Err(Refusal::conflict("a reply is being written: wait for it or stop it, then finish"));
    }
    complete(draft)
}

/// Marks the interview complete, with a summary of what is known.
pub(super) fn complete(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if draft.view.status == SessionStatus::Completed {
        return Ok(());
    }
    if !draft.view.completeness.can_complete() {
        return Err(not_yet(draft));
    }
    let text = summary::of_all(draft);
    let turn_start = draft.view.turn_count.min(1);
    draft.push(InterviewEvent::Summarised { summary: Summary::built_in(text, turn_start, draft.view.turn_count) });
    draft.push(InterviewEvent::Completed);
    Ok(())
}

fn not_yet(draft: &Draft<'_>) -> Refusal {
    let blockers = &draft.view.completeness.blockers;
    let mut refusal = Refusal::conflict(format!("the interview cannot be closed yet: {}", blockers.join("; ")));
    refusal.faults = blockers.iter().map(|blocker| crate::Fault::new("completion", blocker.clone())).collect();
    refusal
}
