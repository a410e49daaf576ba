//! An ordinary "no" that a person reads: what is wrong and what to do.

use protocol::failure::Fault;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub kind: RefusalKind,
    /// A sentence for people.
    pub detail: String,
    /// Each fault with the field it is in, where several can be named.
    pub faults: Vec<Fault>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// Understood, but it makes no sense (422).
    Invalid,
    /// Does not fit the present state (409).
    Conflict,
    /// Somebody else's to do (403).
    Forbidden,
    /// There is no such thing (404).
    Unknown,
    /// Over a stated limit (413).
    TooLarge,
    /// Too much at once; try again in a moment (429).
    Busy,
}

impl Refusal {
    #[must_use]
    pub fn invalid(field: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { kind: RefusalKind::Invalid, detail: message.clone(), faults: vec![Fault::new(field, message)] }
    }

    /// Several faults at once, each named.
    #[must_use]
    pub fn faults(detail: impl Into<String>, faults: Vec<Fault>) -> Self {
        Self { kind: RefusalKind::Invalid, detail: detail.into(), faults }
    }

    #[must_use]
    pub fn conflict(detail: impl Into<String>) -> Self {
        Self { kind: RefusalKind::Conflict, detail: detail.into(), faults: Vec::new() }
    }

    #[must_use]
    pub fn forbidden(detail: impl Into<String>) -> Self {
        Self { kind: RefusalKind::Forbidden, detail: detail.into(), faults: Vec::new() }
    }

    #[must_use]
    pub fn unknown(detail: impl Into<String>) -> Self {
        Self { kind: RefusalKind::Unknown, detail: detail.into(), faults: Vec::new() }
    }

    #[must_use]
    pub fn too_large(detail: impl Into<String>) -> Self {
        Self { kind: RefusalKind::TooLarge, detail: detail.into(), faults: Vec::new() }
    }

    #[must_use]
    pub fn busy(detail: impl Into<String>) -> Self {
        Self { kind: RefusalKind::Busy, detail: detail.into(), faults: Vec::new() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Refusal {}
