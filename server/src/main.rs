//! The one binary.

use mimalloc::MiMalloc;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    match server::run() {
        Ok(code) => code,
        Err(error) => {
            // In words alone, whatever the environment says of backtraces: most often a setting is wrong.
            eprintln!("Error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
