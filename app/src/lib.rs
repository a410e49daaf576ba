//! The interface, compiled for the server (`ssr`) and for the browser (`hydrate`).
//!
//! It reaches the backend through one trait per capability, given in context; it must not know sqlx, ractor or axum's routes.

#![recursion_limit = "512"]
#![expect(unreachable_pub, reason = "the component macro makes public items inside private modules")]

mod app;
mod browser;
pub mod build;
pub mod calls;
mod erased;
mod feed;
mod letters;
#[cfg(feature = "ssr")]
pub mod open;
pub mod pages;
mod parts;
mod routes;
#[cfg(feature = "ssr")]
pub mod shell;
mod words;

pub use app::App;
#[cfg(feature = "hydrate")]
pub use routes::load;
