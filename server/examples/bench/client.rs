//! A small HTTP/1.1 client on one connection, so that the load costs little beside what it measures.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

pub(crate) const TOKEN: &str = "bench";

pub(crate) struct Client {
    stream: TcpStream,
    addr: String,
    buffer: Vec<u8>,
}

impl Client {
    pub(crate) async fn connect(addr: &str) -> Result<Self> {
        let stream = TcpStream::connect(addr).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, addr: addr.to_owned(), buffer: Vec::with_capacity(16 * 1024) })
    }

    /// The body of an answer with a status below 400.
    pub(crate) async fn call(&mut self, method: &str, path: &str, body: &str) -> Result<String> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.addr,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        let head = loop {
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                break end + 4;
            }
            self.fill().await?;
        };
        let headers = String::from_utf8_lossy(&self.buffer[..head]).to_ascii_lowercase();
        let status: u16 = headers.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no status")?;
        let length = headers
            .lines()
            .find_map(|line| line.strip_prefix("content-length:"))
            .and_then(|length| length.trim().parse::<usize>().ok());
        match length {
            Some(length) => {
                while self.buffer.len() < head + length {
                    self.fill().await?;
                }
            }
            None => {
                while !self.buffer.ends_with(b"0\r\n\r\n") {
                    self.fill().await?;
                }
            }
        }
        let text = String::from_utf8_lossy(&self.buffer[head..]).into_owned();
        if status >= 400 {
            bail!("{method} {path}: {status} {text}");
        }
        Ok(text)
    }

    pub(crate) async fn json(&mut self, method: &str, path: &str, body: &Value) -> Result<Value> {
        let text = self.call(method, path, &body.to_string()).await?;
        Ok(serde_json::from_str(&text)?)
    }

    async fn fill(&mut self) -> Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            bail!("the server hung up");
        }
        Ok(())
    }
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

/// A new interview; its id.
pub(crate) async fn interview(client: &mut Client) -> Result<String> {
    let session = client.json("POST", "/api/v1/sessions", &serde_json::json!({"context_type": "business_profile"})).await?;
    Ok(session["id"].as_str().context("no id")?.to_owned())
}

/// What people say in turn; each answers something, so that every turn writes values.
pub(crate) const SAID: [&str; 8] = [
    "We make practice software for independent dentists",
    "Our goal is to double revenue within two years",
    "Our target market is dental groups with up to 20 practices",
    "About 40 people work here",
    "Actually no, it's single practices, not groups",
    "yes",
    "I don't know, let us come back to that later",
    "Mostly by word of mouth, and two trade fairs a year",
];

/// One turn to its end.
pub(crate) async fn turn(client: &mut Client, session: &str, number: usize) -> Result<()> {
    let body =
        serde_json::json!({"sessionId": session, "message": SAID[number % SAID.len()], "clientMessageId": number.to_string()});
    let answer = client.call("POST", "/api/discovery-chat", &body.to_string()).await?;
    if answer.contains("\"type\":\"done\"") { Ok(()) } else { bail!("a turn without its end: {answer}") }
}
