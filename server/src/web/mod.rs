//! HTTP: pages, the API, the socket, who asks, and what goes wrong.

pub(crate) mod api;
mod assets;
pub(crate) mod body;
mod figures;
mod headers;
mod health;
mod idempotency;
pub(crate) mod identity;
mod leftover;
mod lengths;
pub(crate) mod listen;
mod measure;
mod model_forms;
mod one_at_a_time;
mod open;
mod pages;
mod prefer;
mod problem;
mod router;
mod seats;
mod socket;
mod spelling;
mod traces;
pub(crate) mod upload;
mod watched;
pub(crate) mod wording;

pub(crate) use assets::misfit;
pub(crate) use health::record;
pub(crate) use problem::Problem;
pub(crate) use router::router;
pub(crate) use seats::Seats;
pub(crate) use watched::Watches;
