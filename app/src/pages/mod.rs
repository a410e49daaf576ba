//! One folder per capability.

pub mod account;
pub(crate) mod admin;
pub(crate) mod home;
pub mod interviews;
