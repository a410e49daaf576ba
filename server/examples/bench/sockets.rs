//! Open sockets, and how long a turn takes to reach all who follow its interview.

use super::{
    client::{Client, TOKEN, interview, turn},
    server::Server,
};
use anyhow::Result;
use futures::{SinkExt, StreamExt};
use std::time::{Duration, Instant};
use tokio::{net::TcpStream, task::JoinSet};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

const HELD: usize = 10_000;
const FOLLOWING: usize = 500;
/// Interviews that the held sockets follow.
const SPREAD: usize = 500;

pub(crate) async fn held() -> Result<()> {
    let server = Server::start(&[("DISCOVERY_STREAMS_PER_PERSON", "100000")]).await?;
    let mut client = Client::connect(&server.addr).await?;
    let mut sessions = Vec::new();
    for _ in 0..SPREAD {
        sessions.push(interview(&mut client).await?);
    }
    let before = server.memory()?;
    let mut sockets = Vec::with_capacity(HELD);
    for number in 0..HELD {
        match follow(&server.addr, &sessions[number % SPREAD]).await {
            Ok(socket) => sockets.push(socket),
            Err(fault) => {
                println!("sockets: stopped at {number}: {fault} (the limit of open files counts for both ends)");
                break;
            }
        }
    }
    let memory = server.memory()?;
    println!(
        "sockets: {} held, the server takes {} MB, {} kB per socket",
        sockets.len(),
        memory / 1024,
        (memory - before) / u64::try_from(sockets.len().max(1))?
    );
    drop(sockets);
    // Ten thousand that leave at once are let go of first.
    tokio::time::sleep(Duration::from_secs(5)).await;

    let shared = interview(&mut client).await?;
    let mut waiting = JoinSet::new();
    for _ in 0..FOLLOWING {
        let mut socket = follow(&server.addr, &shared).await?;
        waiting.spawn(async move {
            // The snapshot was read when it joined; the next frame is the turn.
            socket.next().await;
            Instant::now()
        });
    }
    let began = Instant::now();
    turn(&mut client, &shared, 0).await?;
    let answered = began.elapsed();
    let mut times = Vec::new();
    while let Some(at) = waiting.join_next().await {
        times.push(at?.duration_since(began));
    }
    println!(
        "fan-out: a turn answered in {:.1} ms reaches {FOLLOWING} sockets: {}",
        answered.as_secs_f64() * 1e3,
        super::turns::spread(&mut times)
    );
    Ok(())
}

async fn follow(addr: &str, session: &str) -> Result<WebSocketStream<TcpStream>> {
    let mut request = format!("ws://{addr}/ws").into_client_request()?;
    request.headers_mut().insert("authorization", format!("Bearer {TOKEN}").parse()?);
    let stream = tokio::time::timeout(Duration::from_secs(10), TcpStream::connect(addr)).await??;
    let (mut socket, _answer) = client_async(request, stream).await?;
    socket.send(Message::text(format!(r#"{{"type":"join","topic":"interview:{session}"}}"#))).await?;
    socket.next().await.transpose()?;
    Ok(socket)
}
