//! `discovery serve`.

use crate::{
    backend::Backend,
    config::Settings,
    web::{
        identity::plant_bootstrap,
        listen::{Limits, Routes, listen},
        router,
    },
};
use anyhow::{Context, Result, bail};
use domain::{
    StoreFault,
    account::RightsLost,
    live::{StreamChange, StreamStore as _},
    tools::ProjectChange,
};
use std::{net::SocketAddr, time::Duration};
use store::Condition;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// How often idle streams are looked for.
const SWEEP: Duration = Duration::from_secs(15);
/// How often work is looked for that a node gave back or lost.
const SWEEP_WORK: Duration = Duration::from_secs(5);
/// How often bytes are looked for that belong to nothing.
const SWEEP_FILES: Duration = Duration::from_secs(3_600);
/// Characters of a bootstrap token where others than this machine reach the server.
const SHORTEST_TOKEN: usize = 32;
/// How long open connections may take to end.
const GRACE: Duration = Duration::from_secs(10);

pub(super) async fn serve(settings: Settings) -> Result<()> {
    crate::web::record();
    let addr = settings.addr;
    check_bootstrap(addr, settings.bootstrap_token.as_deref())?;
    let listener =
        TcpListener::bind(addr).await.with_context(|| format!("cannot listen on {addr}: is another server running there?"))?;
    let addr = listener.local_addr()?;
    // Whoever asks is answered from the first moment on, and told that it is too early.
    let (routes, stop) = (Routes::default(), CancellationToken::new());
    let limits = Limits { stalled: settings.socket_silence, ..Limits::default() };
    let listening = tokio::spawn(listen(listener, routes.clone(), limits, stop.clone()));

    let condition = Condition::of(&settings.database_url).await;
    let backend = Backend::start(settings, stop.clone()).await?;
    // Who sees this and has data looks elsewhere for it.
    let place = place_of(&backend.settings().database_url);
    match condition {
        Ok(Condition::Missing) => println!("Note: the database was empty; a new one begins ({place})."),
        // A file of no bytes may be all that is left of a database: it cannot be told from one that was only prepared.
        Ok(Condition::Empty) => {
            println!("Note: the database was empty, though it was there; a new one begins in it ({place}).");
            println!("Note: if it should hold data, stop this server and restore a copy.");
        }
        _ => {}
    }
    if backend.settings().is_alone() {
        backend.accounts().give_up_all_claims().await?;
    }
    plant_bootstrap(&backend, backend.settings().bootstrap_token.as_deref()).await?;
    projects::forget_left(backend.projects()).await;
    let chores = [
        tokio::spawn(sweep(backend.clone(), stop.clone())),
        tokio::spawn(take_up(backend.clone(), stop.clone())),
        tokio::spawn(crate::clock::keep(backend.clone(), stop.clone())),
        tokio::spawn(watch_streams(backend.clone(), stop.clone())),
        tokio::spawn(watch_rights(backend.clone(), stop.clone())),
        tokio::spawn(watch_projects(backend.clone(), stop.clone())),
        tokio::spawn(sweep_files(backend.clone(), stop.clone())),
        tokio::spawn(crate::retention::keep(backend.clone(), stop.clone())),
        tokio::spawn(crate::schedules::fire(backend.clone(), stop.clone())),
        tokio::spawn(crate::schedules::ask_again(backend.clone(), stop.clone())),
        tokio::spawn(crate::schedules::deliver(backend.clone(), stop.clone())),
        tokio::spawn(crate::schedules::warm(backend.clone(), stop.clone())),
    ];
    routes.open(router(backend.clone()));
    greet(&backend, addr).await?;

    asked_to_stop(&backend).await;
    stop.cancel();
    let ends = async {
        // Streams and sockets end by themselves; whoever does not read is not waited for longer than this.
        if tokio::time::timeout(GRACE, listening).await.is_err() {
            tracing::warn!("connections that did not end are cut");
        }
    };
    tokio::join!(ends, backend.lives().leave());
    backend.lives().shutdown().await;
    backend.models().settled().await;
    for chore in chores {
        chore.await?;
    }
    backend.store().close().await;
    Ok(())
}

/// Without the password.
fn place_of(url: &str) -> &str {
    match url.strip_prefix("sqlite:") {
        Some(file) => file.trim_start_matches("//"),
        None => url.rsplit('@').next().unwrap_or_default(),
    }
}

/// A token that a person made up is guessed sooner or later by whoever can reach the server.
fn check_bootstrap(addr: SocketAddr, token: Option<&str>) -> Result<()> {
    let length = token.map_or(SHORTEST_TOKEN, |token| token.trim().chars().count());
    if length < SHORTEST_TOKEN && !addr.ip().to_canonical().is_loopback() {
        bail!(
            "DISCOVERY_BOOTSTRAP_TOKEN has {length} characters, and the server is to listen on {addr}, beyond this machine: \
             give it at least {SHORTEST_TOKEN} (for instance of `openssl rand -hex 32`), or listen on 127.0.0.1"
        );
    }
    Ok(())
}

/// Where it is, and how to get in.
async fn greet(backend: &Backend, addr: SocketAddr) -> Result<()> {
    println!("Discovery Engine on http://{addr}");
    if backend.accounts().has_users().await? {
        backend.first_start().close();
        println!("Sign in at http://{addr}/login");
    } else {
        println!("First start: open http://{addr}/ on this machine and make the admin account.");
        println!("From another machine you need this one-time code: {}", backend.first_start().code());
    }
    println!("Statements are understood {}.", backend.reading());
    if let Some(misfit) = crate::web::misfit(&backend.settings().site_dir) {
        tracing::warn!(misfit);
        println!("Note: {misfit}.");
    }
    let models = &backend.settings().models;
    for remark in &models.remarks {
        println!("Note: {remark}.");
    }
    if models.defaults.fast.is_none() && models.defaults.strong.is_none() {
        println!("No language model is set: the built-in engine interviews, and nothing leaves this machine.");
    } else {
        println!(
            "A language model holds the interviews, and is given what is said; where it fails, the built-in engine answers."
        );
        println!("Language model: {}.", models.summary());
    }
    Ok(())
}

async fn sweep(backend: Backend, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(SWEEP);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        backend.lives().sweep().await;
        // What was measured is summed up also where nobody asks for it.
        if let Some(figures) = crate::web::record() {
            figures.run_upkeep();
        }
        if let Err(fault) = backend.accounts().delete_expired(backend.now()).await {
            tracing::warn!(%fault, "expired sessions could not be removed");
        }
    }
}

/// Goes on with work that a process left behind, this one's predecessor or another node.
async fn take_up(backend: Backend, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(SWEEP_WORK.min(backend.settings().research_lease));
    // One pass after the other against a database in trouble would be no help.
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        backend.lives().take_up().await;
    }
}

/// Other nodes' events reach the tabs of this one.
async fn watch_streams(backend: Backend, stop: CancellationToken) {
    let watching = || {
        let lives = backend.lives().clone();
        backend.store().watch(Box::new(move |change| lives.changed(change)))
    };
    watch(&stop, watching, || backend.lives().changed(StreamChange::Missed)).await;
}

/// Who loses a right on another node is refused on this one.
async fn watch_rights(backend: Backend, stop: CancellationToken) {
    let watching = || {
        let tokens = backend.clone();
        backend.accounts().watch_rights(Box::new(move |lost| tokens.tokens().forget(lost)))
    };
    watch(&stop, watching, || backend.tokens().forget(RightsLost::Anybody)).await;
}

/// What another node found in a project's sources is loaded anew on this one.
async fn watch_projects(backend: Backend, stop: CancellationToken) {
    let watching = || {
        let heard = backend.clone();
        backend.project_store().watch_projects(Box::new(move |change| heard.projects().changed(change)))
    };
    watch(&stop, watching, || backend.projects().changed(ProjectChange::Missed)).await;
}

/// Bytes of uploads that a process did not finish, documents that research does not find yet, and lines of the log of queries that
/// were kept for long enough.
async fn sweep_files(backend: Backend, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(SWEEP_FILES);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = ticks.tick() => {
                projects::sweep_files(backend.projects()).await;
                projects::keep_missing(backend.projects()).await;
                projects::forget_queries(backend.projects()).await;
            }
        }
    }
}

/// Watches until the server stops; `missed` is called when something may have happened unheard.
async fn watch<F>(stop: &CancellationToken, mut watching: impl FnMut() -> F, missed: impl Fn())
where
    F: Future<Output = Result<(), StoreFault>>,
{
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            result = watching() => match result {
                // Nobody else writes to this database.
                Ok(()) => return,
                Err(fault) => tracing::warn!(%fault, "other nodes cannot be watched for now"),
            },
        }
        missed();
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
}

/// Until Ctrl+C or SIGTERM. Who sends SIGTERM may have to send requests elsewhere first, and looks at `/readyz` for that.
async fn asked_to_stop(backend: &Backend) {
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(fault) => {
                tracing::warn!(%fault, "SIGTERM is not heard");
                std::future::pending::<()>().await;
            }
        }
    };
    let pause = tokio::select! {
        result = tokio::signal::ctrl_c() => {
            if let Err(fault) = result { tracing::warn!(%fault, "Ctrl+C is not heard") }
            Duration::ZERO
        }
        () = terminate => backend.settings().leave,
    };
    tracing::info!("going down: finishing what was begun");
    backend.leaving().cancel();
    tokio::time::sleep(pause).await;
}
