//! One folder per capability.

pub mod account;
pub mod admin;
pub mod interviews;
