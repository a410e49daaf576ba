//! `discovery serve`.

use crate::{
    backend::Backend,
    config::Settings,
    web::{identity::plant_bootstrap, router},
};
use anyhow::{Context, Result};
use domain::interview::StreamChange;
use std::{net::SocketAddr, time::Duration};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// How often idle interviews are looked for.
const SWEEP: Duration = Duration::from_secs(15);
/// How long open connections may take to end.
const GRACE: Duration = Duration::from_secs(10);

pub(super) async fn serve(settings: Settings) -> Result<()> {
    crate::web::record();
    let backend = Backend::start(settings).await?;
    plant_bootstrap(&backend, backend.settings().bootstrap_token.as_deref()).await?;
    let addr = backend.settings().addr;
    let listener =
        TcpListener::bind(addr).await.with_context(|| format!("cannot listen on {addr}: is another server running there?"))?;
    let stop = backend.closing().clone();
    let chores = [tokio::spawn(sweep(backend.clone(), stop.clone())), tokio::spawn(watch(backend.clone(), stop.clone()))];
    greet(&backend, listener.local_addr()?).await?;

    let service = router(backend.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let draining = stop.clone();
    let server = axum::serve(listener, service).with_graceful_shutdown(async move {
        asked_to_stop().await;
        tracing::info!("going down: finishing what was begun");
        draining.cancel();
    });
    let ending = stop.clone();
    tokio::select! {
        result = server => result?,
        // Streams and sockets end by themselves; whoever does not read is not waited for longer than this.
        () = async { ending.cancelled().await; tokio::time::sleep(GRACE).await } => {}
    }
    stop.cancel();
    backend.interviews().shutdown().await;
    for chore in chores {
        chore.await?;
    }
    backend.store().close().await;
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
    println!("No language model is set: the built-in engine interviews, and nothing leaves this machine.");
    Ok(())
}

async fn sweep(backend: Backend, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(SWEEP);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        let slept = backend.interviews().sweep().await;
        if slept > 0 {
            tracing::debug!(slept, "idle interviews were put to sleep");
        }
        if let Err(fault) = backend.accounts().delete_expired(backend.now()).await {
            tracing::warn!(%fault, "expired sessions could not be removed");
        }
    }
}

/// Other nodes' events reach the tabs of this one.
async fn watch(backend: Backend, stop: CancellationToken) {
    loop {
        let interviews = backend.interviews().clone();
        let watching = backend.records().watch(Box::new(move |change| interviews.changed(change)));
        tokio::select! {
            () = stop.cancelled() => return,
            result = watching => match result {
                // Nobody else writes to this database.
                Ok(()) => return,
                Err(fault) => tracing::warn!(%fault, "other nodes cannot be watched for now"),
            },
        }
        backend.interviews().changed(StreamChange::Missed);
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
}

async fn asked_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
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
    tokio::select! {
        result = interrupt => if let Err(fault) = result { tracing::warn!(%fault, "Ctrl+C is not heard") },
        () = terminate => {}
    }
}
