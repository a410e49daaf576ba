//! A project's sources and the tools that reach them (seeds 002 and 004): databases, APIs, documents and skills.

pub mod catalog;
pub mod prompt;
pub mod search;
pub mod skill;
pub mod warehouse;
