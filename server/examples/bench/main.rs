//! `make bench`: what one server does on this machine, with the load made on the same machine.
//!
//! Every figure comes from the release binary over real HTTP and sockets with the built-in engine on SQLite. The load generator takes
//! part of the same cores, so the figures are a lower limit.

mod asks;
mod client;
mod companies;
mod fairness;
mod finding;
mod memory;
mod models;
mod opportunities;
mod pages;
mod research;
mod run_costs;
mod runs;
mod server;
mod sockets;
mod turns;

use anyhow::Result;
use std::fs;

#[tokio::main]
async fn main() -> Result<()> {
    machine();
    providers::tls::ready();
    // A name measures that alone.
    match std::env::args().nth(1).as_deref() {
        Some("turns") => {
            turns::throughput().await?;
            return turns::latency(500).await;
        }
        Some("memory") => return memory::interviews().await,
        Some("models") => return models::overhead().await,
        Some("research") => return research::throughput().await,
        Some("fairness") => return fairness::all().await,
        Some("finding") => return finding::all().await,
        Some("asks") => return asks::all().await,
        Some("companies") => return companies::all().await,
        Some("opportunities") => return opportunities::all().await,
        Some("runs") => {
            runs::all().await?;
            return run_costs::all().await;
        }
        _ => {}
    }
    turns::throughput().await?;
    turns::latency(500).await?;
    memory::interviews().await?;
    sockets::held().await?;
    models::overhead().await?;
    research::throughput().await?;
    fairness::all().await?;
    finding::all().await?;
    runs::all().await?;
    run_costs::all().await?;
    opportunities::all().await?;
    companies::all().await?;
    asks::all().await?;
    pages::response().await?;
    pages::size()?;
    Ok(())
}

fn machine() {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let line = |file: &str, name: &str| {
        fs::read_to_string(file)
            .ok()
            .and_then(|text| {
                text.lines()
                    .find(|line| line.starts_with(name))
                    .and_then(|line| line.split_once(':'))
                    .map(|(_, value)| value.trim().to_owned())
            })
            .unwrap_or_default()
    };
    println!("machine: {cores} cores, {}, memory {}", line("/proc/cpuinfo", "model name"), line("/proc/meminfo", "MemTotal"));
    println!("load before: {}", fs::read_to_string("/proc/loadavg").unwrap_or_default().trim());
}
