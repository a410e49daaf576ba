//! What a refusal and a fault of the store are, as the one type of fault that leaves the house.

use crate::{Refusal, RefusalKind, StoreFault};
use protocol::failure::{Failure, FailureKind};

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let (kind, retry_after) = match refusal.kind {
            RefusalKind::Invalid => (FailureKind::Invalid, None),
            RefusalKind::Conflict => (FailureKind::Conflict, None),
            RefusalKind::Forbidden => (FailureKind::Forbidden, None),
            RefusalKind::Unknown => (FailureKind::NotFound, None),
            RefusalKind::TooLarge => (FailureKind::TooLarge, None),
            RefusalKind::Busy => (FailureKind::Busy, Some(1)),
        };
        Self { kind, detail: refusal.detail, faults: refusal.faults, retry_after, cause: None }
    }
}

impl From<StoreFault> for Failure {
    fn from(fault: StoreFault) -> Self {
        let cause = Some(fault.to_string());
        match fault {
            StoreFault::Conflict => Self::conflict("it was changed by someone else in the meantime: look again and repeat"),
            StoreFault::Full(_) => {
                let failure = Self::unavailable("the server's disk is full; nothing was changed");
                Self { retry_after: Some(5), cause, ..failure }
            }
            StoreFault::Unavailable(_) => {
                let detail = "the database does not answer; nothing is known to be changed, try again in a moment";
                Self { retry_after: Some(5), cause, ..Self::unavailable(detail) }
            }
            StoreFault::Corrupt(_) | StoreFault::Refused(_) => {
                let detail = "the server failed on this; it was logged under the request id";
                Self { cause, ..Self::new(FailureKind::Internal, detail) }
            }
        }
    }
}
