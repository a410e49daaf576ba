//! The command line: one binary for everything.

mod doctor;
mod mcp;
mod serve;
mod tenant;
mod token;
mod user;

use crate::{backend::Backend, config::Settings};
use anyhow::Result;
use clap::{Parser, Subcommand};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

#[derive(Parser)]
#[command(name = "discovery", version, about = "The Discovery Engine: interviews that end when what must be known is known")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve pages, API and socket (the default).
    Serve,
    /// Tenants.
    #[command(subcommand)]
    Tenant(tenant::Tenant),
    /// API tokens.
    #[command(subcommand)]
    Token(token::Token),
    /// People.
    #[command(subcommand)]
    User(user::User),
    /// A project's tools on standard input and output, for programs that speak the Model Context Protocol.
    Mcp(mcp::Mcp),
    /// Bring the database up to date and stop.
    Migrate,
    /// What is configured, what is reachable, what falls back.
    Doctor,
}

/// Reads the command line and does what it says.
///
/// # Errors
/// In words, for the terminal.
pub fn run() -> Result<()> {
    let cli = Cli::parse();
    let settings = Settings::read()?;
    let command = cli.command.unwrap_or(Command::Serve);
    log(&settings, matches!(command, Command::Serve));
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        match command {
            Command::Serve => serve::serve(settings).await,
            Command::Tenant(what) => tenant::run(what, Backend::start(settings, CancellationToken::new()).await?).await,
            Command::Token(what) => token::run(what, Backend::start(settings, CancellationToken::new()).await?).await,
            Command::User(what) => user::run(what, Backend::start(settings, CancellationToken::new()).await?).await,
            Command::Mcp(what) => mcp::run(what, Backend::start(settings, CancellationToken::new()).await?).await,
            Command::Migrate => {
                let backend = Backend::start(settings, CancellationToken::new()).await?;
                let database = backend.store().version().await?;
                backend.store().close().await;
                println!("the database is up to date: {database}");
                Ok(())
            }
            Command::Doctor => doctor::doctor(settings).await,
        }
    })
}

/// Commands other than `serve` answer on the terminal and keep the log quiet.
fn log(settings: &Settings, serving: bool) {
    let filter = if serving { settings.log.as_str() } else { "warn" };
    // The library for language models logs providers' answers as they came, and a provider may repeat a key in one.
    let filter = EnvFilter::new(format!("{filter},genai=off"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if settings.log_json { builder.json().init() } else { builder.with_target(false).init() }
}
