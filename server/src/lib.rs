//! Wiring: the only place where concrete types meet. It serves the pages, the HTTP API and the socket, and is the command line.

mod backend;
mod calls;
mod cli;
mod clock;
mod config;
mod engines;
pub mod extend;
mod live;
mod mcp;
mod models;
mod planting;
mod retention;
mod schedules;
mod scratch;
mod web;

/// The server as it comes; how the program should end.
///
/// # Errors
/// In words, for the terminal.
pub fn run() -> anyhow::Result<std::process::ExitCode> {
    extend::Build::new().run()
}
