//! Tenants, people, tokens, sign-ins and what administrators can look up later.

mod note;
mod records;
mod retention;

pub use note::{AuditLog, AuditNote};
pub use records::*;
pub use retention::*;
