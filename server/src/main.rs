//! The one binary.

fn main() -> anyhow::Result<()> {
    server::run()
}
