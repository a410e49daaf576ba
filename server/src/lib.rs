//! Wiring: the only place where concrete types meet. It serves the pages, the HTTP API and the socket, and is the command line.

mod backend;
mod calls;
mod cli;
mod config;
mod engines;
mod mcp;
mod models;
mod planting;
mod projects;
mod retention;
mod web;

pub use cli::run;
