//! What the product asks of models and services, each behind a port of `domain`: what a text means (embedding), what a language
//! model says, who searches the web, what a page says.
//!
//! This crate must not know stores, actors, pages or rules; every call that leaves the machine has a limit in time and size.

pub mod api;
mod body;
pub mod confluence;
pub mod document;
pub mod embedding;
pub mod guard;
pub mod model;
pub mod page;
pub mod search;
pub mod skill;
pub mod speech;
pub mod tls;
pub mod traces;
pub mod webhook;
