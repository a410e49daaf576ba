//! How long the server takes for the page of an interview, and what the browser loads for it.

use super::{
    client::{Client, interview, turn},
    server::Server,
    turns::spread,
};
use anyhow::Result;
use std::{fs, time::Instant};

pub(crate) async fn response() -> Result<()> {
    let server = Server::start(&[]).await?;
    let mut client = Client::connect(&server.addr).await?;
    let session = interview(&mut client).await?;
    for number in 0..10 {
        turn(&mut client, &session, number).await?;
    }
    let path = format!("/interviews/{session}");
    let mut times = Vec::new();
    let mut bytes = 0;
    for round in 0..220 {
        let began = Instant::now();
        bytes = client.call("GET", &path, "").await?.len();
        if round >= 20 {
            times.push(began.elapsed());
        }
    }
    println!("page of an interview of 10 turns: {} ({} kB of HTML)", spread(&mut times), bytes / 1024);
    Ok(())
}

pub(crate) fn size() -> Result<()> {
    let manifest: serde_json::Value = serde_json::from_str(&fs::read_to_string("target/site/manifest.json")?)?;
    let packed = |name: &serde_json::Value| {
        let file = format!("target/site/{}.br", name.as_str().unwrap_or_default());
        anyhow::Ok(f64::from(u32::try_from(fs::metadata(&file)?.len())?) / 1024.0)
    };
    for (part, pack) in manifest["parts"].as_object().into_iter().flatten() {
        println!("wasm of a first page in {part}: {:.1} kB brotli", packed(pack)?);
    }
    for name in ["js", "css"] {
        println!("{name}: {:.1} kB brotli", packed(&manifest[name])?);
    }
    Ok(())
}
