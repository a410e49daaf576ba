//! Tenants, people, tokens, sign-ins and what administrators can look up later.

mod records;

pub use records::*;
