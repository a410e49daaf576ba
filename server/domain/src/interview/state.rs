//! An interview as the server holds it: the view everyone sees, and whose it is.

use protocol::{
    TenantId, UserId,
    interview::{InterviewView, Recorded},
};

/// The whole state. Everything in it follows from its events, but for what can be searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Interview {
    pub tenant: TenantId,
    pub owner: UserId,
    pub view: InterviewView,
    /// Whether there is anything in which something could be looked up: a web search, or documents of the tenant. Whoever holds
    /// the interview keeps it true.
    pub searchable: bool,
}

impl Interview {
    /// Rebuilt from stored events; `None` if they do not begin with `Opened`.
    #[must_use]
    pub fn from_events(tenant: TenantId, owner: UserId, events: &[Recorded]) -> Option<Self> {
        let (first, rest) = events.split_first()?;
        let mut interview = Self { tenant, owner, view: InterviewView::opened(first)?, searchable: true };
        for event in rest {
            interview.view.apply(event);
        }
        Some(interview)
    }
}
