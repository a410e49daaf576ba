//! The command line: one binary for everything.

mod ask;
mod doctor;
mod mcp;
mod pipeline;
mod run;
mod serve;
mod tenant;
mod token;
mod user;

use crate::{backend::Backend, config::Settings, extend::Build, scratch::Scratch};
use anyhow::{Result, anyhow};
use clap::{Parser, Subcommand};
use domain::traces::TARGET;
use providers::traces::Traces;
use rustix::fs::Mode;
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::{
    EnvFilter, Layer as _, Registry,
    filter::{LevelFilter, Targets},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

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
    /// Explore a project's data, or draft its domain pack: steps on standard error, the result as JSON on standard output.
    ///
    /// Ends with 0 when it is completed, also in part; 1 when it failed; 2 when it cannot begin.
    Run(run::Run),
    /// Make specifications of findings: stages on standard error, the opportunities as JSON on standard output.
    ///
    /// Ends with 0 when they are in review; 1 when it failed or was stopped; 2 when it cannot begin.
    Pipeline(pipeline::PipelineWanted),
    /// Ask a project: the answer with its proof on standard output. Without a question each line of standard input is one, with /redo,
    /// /mode, /facts, /refresh and /quit.
    ///
    /// Ends with 0 when it is answered; 1 when it failed or waits for an answer; 2 when it cannot begin.
    Ask(ask::AskWanted),
    /// Bring the database up to date and stop.
    Migrate,
    /// What is configured, what is reachable, what falls back.
    Doctor,
    /// One query of files or of SQLite, in a process of its own. For the server, which starts it.
    #[command(hide = true)]
    RunQuery,
    /// One document, in a process of its own. For the server, which starts it.
    #[command(hide = true)]
    ReadDocument,
}

/// Reads the command line and does what it says.
///
/// # Errors
/// In words, for the terminal.
pub(crate) fn run(extensions: Build) -> Result<ExitCode> {
    let command = Cli::parse().command.unwrap_or(Command::Serve);
    if matches!(command, Command::RunQuery) {
        warehouse::worker::serve()?;
        return Ok(ExitCode::SUCCESS);
    }
    if matches!(command, Command::ReadDocument) {
        projects::serve_reader()?;
        return Ok(ExitCode::SUCCESS);
    }
    let settings = Settings { extensions, ..Settings::read()? };
    work_apart();
    // Only these open anybody's files, and only their work is traced.
    let works = matches!(command, Command::Serve | Command::Mcp(_) | Command::Run(_) | Command::Pipeline(_) | Command::Ask(_));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let collector = settings.otlp_url.as_deref().filter(|_| works);
    let traces = collector.map(|url| Traces::open(url, runtime.handle().clone())).transpose();
    let traces = traces.map_err(|fault| anyhow!("DISCOVERY_OTLP_URL: {fault}"))?;
    log(&settings, matches!(command, Command::Serve), traces.as_ref());
    keep_private(&settings.data_dir, &settings.database_url);
    let _scratch = works.then(|| Scratch::open(&settings.data_dir)).and_then(|opened| {
        opened
            .inspect_err(|fault| tracing::warn!(fault = format!("{fault:#}"), "the system's temporary folder is used instead"))
            .ok()
    });
    let ended: Result<ExitCode> = runtime.block_on(async {
        match command {
            Command::Run(what) => return run::run(what, settings).await,
            Command::Pipeline(what) => return pipeline::run(what, settings).await,
            Command::Ask(what) => return ask::run(what, settings).await,
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
            Command::RunQuery | Command::ReadDocument => unreachable!("it was done above"),
        }?;
        Ok(ExitCode::SUCCESS)
    });
    if let Some(traces) = traces {
        traces.close();
    }
    drop(runtime);
    ended
}

/// Nobody else on this machine reads what people say and upload: what this program makes is its own user's alone, and so is the
/// data folder. A folder that is somebody's home, or that all may write to, stays as it is.
fn keep_private(data: &Path, database: &str) {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let is_home = std::env::var_os("HOME").is_some_and(|home| Path::new(&home) == data);
    let tighten = |path: &Path, wanted: u32| {
        let Ok(about) = std::fs::metadata(path) else { return };
        let is_open = about.mode() & 0o077 != 0 && about.mode() & 0o1000 == 0;
        if is_open
            && about.uid() == rustix::process::geteuid().as_raw()
            && let Err(error) = std::fs::set_permissions(path, std::fs::Permissions::from_mode(wanted))
        {
            tracing::warn!(%error, path = %path.display(), "others on this machine may read what is in it");
        }
    };
    if !is_home {
        tighten(data, 0o700);
    }
    let named = database.strip_prefix("sqlite:").map(|url| url.trim_start_matches("//").split('?').next().unwrap_or_default());
    let file = named.filter(|path| !path.is_empty()).map_or_else(|| data.join("discovery.db"), PathBuf::from);
    for end in ["", "-wal", "-shm"] {
        let mut name = file.clone().into_os_string();
        name.push(end);
        tighten(Path::new(&name), 0o600);
    }
}

/// Has queries run and documents read by this very program, also when its file was replaced since.
fn work_apart() {
    let own = std::path::Path::new("/proc/self/exe");
    let program = if own.exists() { Ok(own.to_owned()) } else { std::env::current_exe() };
    match program {
        Ok(program) => {
            warehouse::worker::run_by(program.clone(), "run-query");
            projects::read_by(program);
        }
        Err(error) => tracing::warn!(%error, "queries run and documents are read within the server: its program is not found"),
    }
}

/// Commands other than `serve` answer on the terminal and keep the log quiet. Spans of traces are for a collector alone: without one
/// they are not made, and the log never has them.
fn log(settings: &Settings, serving: bool, traces: Option<&Traces>) {
    let filter = if serving { settings.log.as_str() } else { "warn" };
    // The library for language models logs providers' answers as they came, and a provider may repeat a key in one.
    let filter = EnvFilter::new(format!("{filter},genai=off,{TARGET}=off"));
    if let Some(traces) = traces {
        let spans = tracing_opentelemetry::layer::<Registry>().with_tracer(traces.tracer());
        // A span's parent is the one around it, which the log's library knows: nothing has to be activated for that.
        let spans = spans.with_location(false).with_threads(false).with_target(false).with_context_activation(false);
        let spans = spans.with_filter(Targets::new().with_target(TARGET, LevelFilter::INFO));
        let both = tracing_subscriber::registry().with(spans);
        let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
        return if settings.log_json {
            both.with(lines.json().with_filter(filter)).init();
        } else {
            both.with(lines.with_target(false).with_filter(filter)).init();
        };
    }
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if settings.log_json { builder.json().init() } else { builder.with_target(false).init() }
}
