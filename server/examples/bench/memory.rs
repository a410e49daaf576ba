//! What an interview costs in memory while it is live, and after it was put to sleep.

use super::{
    client::{Client, interview, turn},
    server::Server,
};
use anyhow::Result;
use std::time::{Duration, Instant};

const INTERVIEWS: u32 = 3_000;
const TURNS: usize = 4;

pub(crate) async fn interviews() -> Result<()> {
    let server = Server::start(&[("DISCOVERY_IDLE_SECONDS", "2")]).await?;
    let mut client = Client::connect(&server.addr).await?;
    // What every server needs anyway: code paths, caches, pools.
    let warm = interview(&mut client).await?;
    for number in 0..8 {
        turn(&mut client, &warm, number).await?;
    }
    tokio::time::sleep(Duration::from_secs(20)).await;
    let before = server.memory()?;
    drop(server);

    let server = Server::start(&[]).await?;
    let mut client = Client::connect(&server.addr).await?;
    for _ in 0..INTERVIEWS {
        let session = interview(&mut client).await?;
        for number in 0..TURNS {
            turn(&mut client, &session, number).await?;
        }
    }
    let live = server.memory()?.saturating_sub(before);
    println!(
        "memory: {:.1} kB per live interview of {TURNS} turns ({INTERVIEWS} of them)",
        f64::from(u32::try_from(live)?) / f64::from(INTERVIEWS)
    );
    drop(server);

    let server = Server::start(&[("DISCOVERY_IDLE_SECONDS", "2")]).await?;
    let mut client = Client::connect(&server.addr).await?;
    for _ in 0..INTERVIEWS {
        let session = interview(&mut client).await?;
        for number in 0..TURNS {
            turn(&mut client, &session, number).await?;
        }
    }
    let began = Instant::now();
    loop {
        let figures = client.call("GET", "/metrics", "").await?;
        let held = figures
            .lines()
            .find_map(|line| line.strip_prefix("discovery_interviews_in_memory "))
            .and_then(|held| held.parse::<f64>().ok());
        if held == Some(0.0) || began.elapsed() > Duration::from_secs(60) {
            let asleep = server.memory()?.saturating_sub(before);
            println!(
                "memory: {:.1} kB per interview put to sleep ({} still live; what the allocator keeps for the next ones is counted)",
                f64::from(u32::try_from(asleep)?) / f64::from(INTERVIEWS),
                held.unwrap_or(-1.0)
            );
            return Ok(());
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}
