//! A new interview: its obligations and its first words.

use super::Decision;
use crate::{Stamp, interview::Draft};
use protocol::{
    MessageId, ObjectiveId, SessionId, TenantId, UserId,
    interview::{ContextType, InterviewEvent, InterviewView, ObjectiveDefinition, Recorded},
};
use std::sync::Arc;

/// What an interview is opened with.
#[derive(Clone, Debug)]
pub struct Opening {
    pub id: SessionId,
    pub tenant: TenantId,
    pub owner: UserId,
    pub context_type: ContextType,
    pub objective_id: ObjectiveId,
    pub objective_version: String,
    pub definition: Arc<ObjectiveDefinition>,
}

/// The events that begin an interview, with a greeting begun.
#[must_use]
pub fn open(opening: Opening, stamp: &Stamp<'_>) -> Decision {
    open_for(opening, None, stamp)
}

/// The same for somebody whom the owner invited, by the name that they gave.
#[must_use]
pub fn open_for(opening: Opening, guest: Option<String>, stamp: &Stamp<'_>) -> Decision {
    let Opening { id, tenant, owner, context_type, objective_id, objective_version, definition } = opening;
    let event = InterviewEvent::Opened {
        id,
        context_type,
        objective_id,
        objective_version: objective_version.clone(),
        definition: definition.clone(),
        guest: guest.clone(),
    };
    let first = Recorded { seq: 1, at: stamp.now, turn: 0, event };
    let mut view = InterviewView::begun(id, context_type, objective_id, objective_version, definition.clone(), stamp.now);
    view.guest = guest;
    view.apply(&first);
    let mut draft = Draft::opening(first, view, tenant, owner, stamp);
    for template in &definition.obligations {
        let dependencies_resolved = template.dependencies.is_empty();
        draft.push(InterviewEvent::Created { key: template.key.clone(), dependencies_resolved });
    }
    draft.recompute();
    let reply = MessageId(draft.id());
    draft.push(InterviewEvent::ReplyStarted { message_id: reply, after: Vec::new(), rewords: None });
    // What to say first is decided when the interview is awake: see `resume`.
    Decision { drafted: draft.finish(), effects: Vec::new() }
}
