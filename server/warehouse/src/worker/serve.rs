use super::{Given, Job, lifeline};
use domain::tools::warehouse::WarehouseFault;
use rlimit::Resource;
use serde_json::Value;
use std::io::{self, BufRead as _, Write as _};

/// Does the one job that stands in the first line of the standard input, within the memory and the time that it may have, and says on
/// the standard output what came of it. The end of the standard input is the end of this process.
///
/// # Errors
/// When it cannot be read, limited or answered. What is wrong with the query itself is an answer.
pub fn serve() -> io::Result<()> {
    // Nobody looks at what a process leaves behind when it dies.
    rlimit::setrlimit(Resource::CORE, 0, 0)?;
    let mut given = Vec::new();
    io::stdin().lock().read_until(b'\n', &mut given)?;
    let Given { job, time } = serde_json::from_slice::<Given<Job>>(&given)?;
    lifeline::hold(time)?;
    if Resource::DATA.is_supported() {
        rlimit::setrlimit(Resource::DATA, job.memory(), job.memory())?;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let answer: Result<Value, WarehouseFault> = runtime.block_on(job.work());
    serde_json::to_writer(io::stdout().lock(), &answer)?;
    io::stdout().flush()
}
