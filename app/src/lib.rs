//! The interface, compiled for the server (`ssr`) and for the browser (`hydrate`).
//!
//! It reaches the backend through one trait per capability, given in context; it must not know sqlx, ractor or axum's routes.

pub mod calls;
pub mod pages;
