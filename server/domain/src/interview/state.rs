//! An interview as the server holds it: the view everyone sees, and whose it is.

use protocol::{
    TenantId, UserId,
    interview::{InterviewView, Recorded},
};

/// The whole state. Everything in it follows from its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Interview {
    pub tenant: TenantId,
    pub owner: UserId,
    pub view: InterviewView,
}

impl Interview {
    /// Rebuilt from stored events; `None` if they do not begin with `Opened`.
    #[must_use]
    pub fn from_events(tenant: TenantId, owner: UserId, events: &[Recorded]) -> Option<Self> {
        let (first, rest) = events.split_first()?;
        let mut interview = Self { tenant, owner, view: InterviewView::opened(first)? };
        for event in rest {
            interview.view.apply(event);
        }
        Some(interview)
    }
}
