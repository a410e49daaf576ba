//! The stub of the language-model providers as a program, for tests that are not Rust: `model_stub 127.0.0.1:4010`. It says where
//! it listens, and is told what to do over HTTP (`POST /_stub/next`, `POST /_stub/always`, `GET /_stub/requests`).

use testkit::ModelStub;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:0".into());
    let stub = ModelStub::start_at(&address).await?;
    println!("Model stub on http://{}", stub.address());
    tokio::signal::ctrl_c().await
}
