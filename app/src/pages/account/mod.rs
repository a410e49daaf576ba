//! Signing in, the first start, and one's own account.

pub mod calls;
