//! One folder per capability.

pub mod account;
pub mod admin;
pub mod ask;
pub mod companies;
pub(crate) mod home;
pub mod interviews;
pub mod opportunities;
pub mod projects;
pub mod runs;
pub mod schedules;
pub mod titles;
