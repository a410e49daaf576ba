//! Turns per second, and how long one takes at a given rate.

use super::{
    client::{Client, interview, turn},
    server::Server,
};
use anyhow::Result;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const INTERVIEWS: usize = 64;
const SECONDS: u64 = 10;
/// After so many turns the next interview begins: a longer one may be finished.
const TURNS: usize = 10;

/// As many turns as go through, in 64 interviews at once.
pub(crate) async fn throughput() -> Result<()> {
    let server = Server::start(&[]).await?;
    let mut people = JoinSet::new();
    let until = Instant::now() + Duration::from_secs(SECONDS);
    let busy = server.busy()?;
    for _ in 0..INTERVIEWS {
        let addr = server.addr.clone();
        people.spawn(async move {
            let mut client = Client::connect(&addr).await?;
            let mut times = Vec::new();
            let (mut session, mut number) = (interview(&mut client).await?, 0);
            while Instant::now() < until {
                if number == TURNS {
                    (session, number) = (interview(&mut client).await?, 0);
                }
                let began = Instant::now();
                turn(&mut client, &session, number).await?;
                times.push(began.elapsed());
                number += 1;
            }
            anyhow::Ok(times)
        });
    }
    let mut times = Vec::new();
    while let Some(result) = people.join_next().await {
        times.extend(result??);
    }
    let spent = server.busy()? - busy;
    let count = times.len();
    #[expect(clippy::cast_precision_loss, reason = "counts are small")]
    let (rate, cost) = (count as f64 / SECONDS as f64, spent * 1e6 / count as f64);
    println!(
        "turns: {rate:.0} per second in {INTERVIEWS} interviews, {}, {cost:.0} µs of processor per turn",
        spread(&mut times)
    );
    Ok(())
}

/// Turns that begin at a steady rate, whatever became of the ones before.
pub(crate) async fn latency(per_second: u32) -> Result<()> {
    let server = Server::start(&[]).await?;
    let mut people = JoinSet::new();
    let people_count = 100_u32;
    let pause = Duration::from_secs(1) * people_count / per_second;
    for number in 0..people_count {
        let addr = server.addr.clone();
        people.spawn(async move {
            let mut client = Client::connect(&addr).await?;
            let mut session = interview(&mut client).await?;
            let mut times = Vec::new();
            let mut due = Instant::now() + pause * number / people_count;
            let until = due + Duration::from_secs(SECONDS);
            let mut turns = 0;
            while due < until {
                tokio::time::sleep_until(due.into()).await;
                turn(&mut client, &session, turns % TURNS).await?;
                // From when it was due: a server that falls behind must not look quick.
                times.push(due.elapsed());
                due += pause;
                turns += 1;
                if turns % TURNS == 0 {
                    session = interview(&mut client).await?;
                }
            }
            anyhow::Ok(times)
        });
    }
    let mut times = Vec::new();
    while let Some(result) = people.join_next().await {
        times.extend(result??);
    }
    println!("a turn at {per_second} per second: {} ({} turns)", spread(&mut times), times.len());
    Ok(())
}

pub(crate) fn spread(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at =
        |share: usize| times.get((times.len() * share / 1000).min(times.len().saturating_sub(1))).copied().unwrap_or_default();
    format!("p50 {:.1} ms, p99 {:.1} ms", at(500).as_secs_f64() * 1e3, at(990).as_secs_f64() * 1e3)
}
