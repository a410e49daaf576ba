//! Tenants, people, tokens, sign-ins and what administrators can look up later.

mod records;
mod retention;

pub use records::*;
pub use retention::*;
