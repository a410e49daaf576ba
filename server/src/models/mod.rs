//! Language models in the server: what the operator's environment says, and what administrators of a tenant choose.

mod change;
mod environment;
mod gateway;
mod notes;
mod show;
mod try_out;

pub(crate) use change::{NewChoice, NewModels, change};
pub(crate) use environment::Environment;
pub(crate) use gateway::gateway;
pub(crate) use notes::Notes;
pub(crate) use show::{show, usage_view};
pub(crate) use try_out::try_out;
