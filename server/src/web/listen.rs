//! Takes connections: how many there may be, how long one may take to say what it wants, and what is answered while the server
//! is still starting.

use super::{problem, router::dressed};
use axum::{Router, body::Body, extract::ConnectInfo, routing::get};
use http::{Request, StatusCode};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto, graceful::GracefulShutdown},
    service::TowerToHyperService,
};
use std::{
    io,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Connections at a time; the next one waits to be taken.
    pub connections: usize,
    /// How long the head of a request may take, and how long a connection may be idle.
    pub head: Duration,
    /// How long somebody may take nothing of what is sent to them.
    pub stalled: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 20_000, head: Duration::from_secs(60), stalled: Duration::from_secs(75) }
    }
}

/// All routes, once there are any.
#[derive(Clone, Default)]
pub(crate) struct Routes(Arc<OnceLock<Router>>);

impl Routes {
    /// From here on everything is answered; what was set first stays.
    pub(crate) fn open(&self, router: Router) {
        if self.0.set(router).is_err() {
            tracing::error!("the routes were opened twice");
        }
    }

    fn now(&self) -> Router {
        self.0.get().cloned().unwrap_or_else(starting)
    }
}

/// Alive, not ready.
fn starting() -> Router {
    let not_yet =
        || async { problem::missing("the server is starting", &[("database", "it is being opened and brought up to date")]) };
    let alive = || async { (StatusCode::OK, "ok\n") };
    dressed(Router::new().route("/healthz", get(alive)).fallback(not_yet))
}

/// Serves until `stop`, then lets every connection finish what it is at.
pub(crate) async fn listen(listener: TcpListener, routes: Routes, limits: Limits, stop: CancellationToken) {
    // HTTP/1 alone: while it is not known which version is spoken, nothing bounds how long that takes.
    let mut server = auto::Builder::new(TokioExecutor::new()).http1_only();
    server.http1().timer(TokioTimer::new()).header_read_timeout(limits.head);
    let seats = Arc::new(Semaphore::new(limits.connections));
    let open = GracefulShutdown::new();
    loop {
        let accepted = async {
            let seat = seats.clone().acquire_owned().await;
            (seat, listener.accept().await)
        };
        let (seat, accepted) = tokio::select! {
            accepted = accepted => accepted,
            () = stop.cancelled() => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(fault) => {
                // Most often too many open files: soon there are fewer.
                tracing::warn!(%fault, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        if let Err(fault) = stream.set_nodelay(true) {
            tracing::debug!(%fault, "a connection is gone already");
        }
        if let Err(fault) = drop_stalled(&stream, limits.stalled) {
            tracing::debug!(%fault, "a connection that takes nothing is kept");
        }
        let heard = Arc::new(AtomicBool::new(false));
        let asked = heard.clone();
        let routes = routes.clone();
        // Looked up for each request: a connection that is kept open may have been told that it is too early.
        let service = tower::service_fn(move |request: Request<hyper::body::Incoming>| {
            asked.store(true, Ordering::Relaxed);
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            routes.now().oneshot(request)
        });
        let connection =
            server.serve_connection_with_upgrades(TokioIo::new(stream), TowerToHyperService::new(service)).into_owned();
        let connection = open.watch(connection);
        // The first request has to come in time; what is between two requests the library bounds.
        let silent = async move {
            tokio::time::sleep(limits.head).await;
            if heard.load(Ordering::Relaxed) {
                std::future::pending::<()>().await;
            }
        };
        tokio::spawn(async move {
            tokio::select! {
                ended = connection => if let Err(fault) = ended {
                    tracing::debug!(%fault, "a connection ended badly");
                },
                () = silent => {}
            }
            drop(seat);
        });
    }
    drop(listener);
    open.shutdown().await;
}

/// Has the system end a connection whose other end is gone, or is there and reads nothing: what waits to be sent is memory.
#[cfg(target_os = "linux")]
fn drop_stalled(stream: &TcpStream, time: Duration) -> io::Result<()> {
    let millis = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    Ok(rustix::net::sockopt::set_tcp_user_timeout(stream, millis)?)
}

#[cfg(not(target_os = "linux"))]
fn drop_stalled(_stream: &TcpStream, _time: Duration) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::SocketAddr;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        time::timeout,
    };

    const MOMENT: Duration = Duration::from_secs(30);

    async fn server(limits: Limits) -> (SocketAddr, Routes, CancellationToken) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let (addr, routes, stop) = (listener.local_addr().expect("an address"), Routes::default(), CancellationToken::new());
        tokio::spawn(listen(listener, routes.clone(), limits, stop.clone()));
        (addr, routes, stop)
    }

    async fn ask(addr: SocketAddr, path: &str) -> String {
        let mut connection = TcpStream::connect(addr).await.expect("a connection");
        let head = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        connection.write_all(head.as_bytes()).await.expect("sent");
        let mut answer = String::new();
        timeout(MOMENT, connection.read_to_string(&mut answer)).await.expect("in time").expect("an answer");
        answer
    }

    #[tokio::test]
    async fn a_server_that_starts_is_alive_and_not_ready() {
        let (addr, routes, stop) = server(Limits::default()).await;
        assert!(ask(addr, "/healthz").await.starts_with("HTTP/1.1 200"));
        for path in ["/readyz", "/", "/api/v1/sessions"] {
            let answer = ask(addr, path).await;
            assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("retry-after"), "{answer}");
            assert!(answer.contains("application/problem+json") && answer.contains("\"field\":\"database\""), "{answer}");
        }
        routes.open(Router::new().route("/readyz", get(|| async { "ready\n" })));
        assert!(ask(addr, "/readyz").await.ends_with("ready\n"));
        stop.cancel();
    }

    #[tokio::test]
    async fn a_connection_that_asked_too_early_is_served_once_there_is_something() {
        let (addr, routes, _stop) = server(Limits::default()).await;
        let mut connection = TcpStream::connect(addr).await.expect("a connection");
        let mut answers = String::new();
        for wanted in ["HTTP/1.1 503", "HTTP/1.1 200"] {
            connection.write_all(b"GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("sent");
            let mut bytes = [0; 4096];
            let read = timeout(MOMENT, connection.read(&mut bytes)).await.expect("in time").expect("an answer");
            answers = String::from_utf8_lossy(&bytes[..read]).into_owned();
            assert!(answers.starts_with(wanted), "{answers}");
            if wanted.ends_with("503") {
                routes.open(Router::new().route("/readyz", get(|| async { "ready\n" })));
            }
        }
        assert!(answers.contains("ready"));
    }

    #[tokio::test]
    async fn whoever_dawdles_over_a_request_is_let_go() {
        let limits = Limits { head: Duration::from_millis(200), ..Limits::default() };
        let (addr, routes, _stop) = server(limits).await;
        routes.open(Router::new());
        for begun in ["", "P", "GET / HTTP/1.1\r\nhost: x\r\n"] {
            let mut connection = TcpStream::connect(addr).await.expect("a connection");
            connection.write_all(begun.as_bytes()).await.expect("sent");
            let mut rest = Vec::new();
            // Reset or closed: it is over.
            let over = timeout(MOMENT, connection.read_to_end(&mut rest)).await;
            assert!(over.is_ok(), "{begun:?} is waited for");
        }
    }

    #[tokio::test]
    async fn one_connection_too_many_waits() {
        let (addr, routes, _stop) = server(Limits { connections: 1, ..Limits::default() }).await;
        routes.open(Router::new().route("/", get(|| async { "here" })));
        let first = TcpStream::connect(addr).await.expect("a connection");
        tokio::time::sleep(Duration::from_millis(50)).await;
        let second = tokio::spawn(ask(addr, "/"));
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert!(!second.is_finished());
        drop(first);
        assert!(second.await.expect("an answer").ends_with("here"));
    }
    #[tokio::test]
    async fn whoever_takes_nothing_of_an_answer_is_let_go() {
        struct Held(CancellationToken);
        impl Drop for Held {
            fn drop(&mut self) {
                self.0.cancel();
            }
        }
        let limits = Limits { stalled: Duration::from_secs(1), ..Limits::default() };
        let (addr, routes, _stop) = server(limits).await;
        let gone = CancellationToken::new();
        let told = gone.clone();
        let endless = move || {
            let held = Held(told.clone());
            let chunks = futures::stream::repeat_with(move || {
                let _ = &held;
                Ok::<_, io::Error>(axum::body::Bytes::from_static(&[b'x'; 65_536]))
            });
            async { Body::from_stream(chunks) }
        };
        routes.open(Router::new().route("/", get(endless)));
        let mut connection = TcpStream::connect(addr).await.expect("a connection");
        connection.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("sent");
        timeout(Duration::from_secs(30), gone.cancelled()).await.expect("what is sent to nobody is let go");
        drop(connection);
    }
}
