//! Why something was not done: the one type of fault below HTTP, pages and tools, each of which writes it in its own way. It is never
//! sent as it is.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub kind: FailureKind,
    /// A sentence for people.
    pub detail: String,
    /// Each thing that is wrong with the field it is in, where several can be named.
    pub faults: Vec<Fault>,
    /// Seconds until it makes sense to try again.
    pub retry_after: Option<u32>,
    /// What nobody but the operator is told.
    pub cause: Option<String>,
}

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub field: String,
    pub message: String,
}

impl Fault {
    #[must_use]
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// It cannot be read.
    Malformed,
    /// Nobody knows who asks.
    SignedOut,
    /// Somebody else's to do.
    Forbidden,
    /// There is no such thing, or it is another tenant's.
    NotFound,
    /// Whoever sent it fell silent.
    TimedOut,
    /// It does not fit the present state.
    Conflict,
    /// Over a stated limit.
    TooLarge,
    /// Of a kind that nothing here reads.
    Unsupported,
    /// Understood, but it makes no sense.
    Invalid,
    /// Too much at once.
    Busy,
    /// A fault of this program or of its data.
    Internal,
    /// A part that is needed does not answer.
    Unavailable,
}

impl FailureKind {
    const ALL: [(Self, &str); 12] = [
        (Self::Malformed, "malformed"),
        (Self::SignedOut, "signed_out"),
        (Self::Forbidden, "forbidden"),
        (Self::NotFound, "not_found"),
        (Self::TimedOut, "timed_out"),
        (Self::Conflict, "conflict"),
        (Self::TooLarge, "too_large"),
        (Self::Unsupported, "unsupported"),
        (Self::Invalid, "invalid"),
        (Self::Busy, "busy"),
        (Self::Internal, "internal"),
        (Self::Unavailable, "unavailable"),
    ];

    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("internal", |(_, name)| name)
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }

    /// Whether it is due to what was asked, not to who was asked.
    #[must_use]
    pub const fn is_callers(self) -> bool {
        !matches!(self, Self::Internal | Self::Unavailable)
    }
}

impl Failure {
    /// Whether the same may go well a little later.
    #[must_use]
    pub const fn may_pass(&self) -> bool {
        matches!(self.kind, FailureKind::Internal | FailureKind::Unavailable | FailureKind::TimedOut | FailureKind::Busy)
    }

    #[must_use]
    pub fn new(kind: FailureKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), faults: Vec::new(), retry_after: None, cause: None }
    }

    #[must_use]
    pub fn malformed(detail: impl Into<String>) -> Self {
        Self::new(FailureKind::Malformed, detail)
    }

    #[must_use]
    pub fn forbidden(detail: impl Into<String>) -> Self {
        Self::new(FailureKind::Forbidden, detail)
    }

    #[must_use]
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(FailureKind::NotFound, detail)
    }

    #[must_use]
    pub fn conflict(detail: impl Into<String>) -> Self {
        Self::new(FailureKind::Conflict, detail)
    }

    #[must_use]
    pub fn too_large(detail: impl Into<String>) -> Self {
        Self::new(FailureKind::TooLarge, detail)
    }

    #[must_use]
    pub fn unsupported(detail: impl Into<String>) -> Self {
        Self::new(FailureKind::Unsupported, detail)
    }

    #[must_use]
    pub fn unavailable(detail: impl Into<String>) -> Self {
        Self::new(FailureKind::Unavailable, detail)
    }

    #[must_use]
    pub fn invalid(field: &str, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self { faults: vec![Fault::new(field, detail.clone())], ..Self::new(FailureKind::Invalid, detail) }
    }

    #[must_use]
    pub fn too_many(seconds: u32, detail: impl Into<String>) -> Self {
        Self { retry_after: Some(seconds), ..Self::new(FailureKind::Busy, detail) }
    }
}

/// A message as a person reads it: capital first, full stop last.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut letters = text.trim().chars();
    let mut out: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    out.push_str(letters.as_str());
    if !out.ends_with(['.', '!', '?']) {
        out.push('.');
    }
    out
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_comes_back_by_its_name() {
        for (kind, name) in FailureKind::ALL {
            assert_eq!((kind.name(), FailureKind::parse(name)), (name, Some(kind)));
        }
        assert_eq!(FailureKind::parse("other"), None);
    }
}
