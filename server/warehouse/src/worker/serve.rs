use super::{Job, Order, lifeline::Lifeline};
use domain::tools::warehouse::WarehouseFault;
use rlimit::Resource;
use serde_json::Value;
use std::{
    fs,
    io::{self, Write as _},
};

/// Bytes in memory between two jobs from which on a process is not fit for another one.
const SWOLLEN: u64 = 256 << 20;

/// Does the jobs that come as lines on the standard input, within the memory and the time that each may have, and answers each with
/// a line on the standard output. The end of the standard input is the end of this process.
///
/// # Errors
/// When a job cannot be read, limited or answered. What is wrong with the query itself is an answer.
pub fn serve() -> io::Result<()> {
    // Nobody looks at what a process leaves behind when it dies.
    rlimit::setrlimit(Resource::CORE, 0, 0)?;
    let lifeline = Lifeline::hold()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    loop {
        let Order { job, time } = serde_json::from_slice::<Order<Job>>(&lifeline.next_line()?)?;
        lifeline.begin(time)?;
        if Resource::DATA.is_supported() {
            rlimit::setrlimit(Resource::DATA, job.memory(), job.memory())?;
        }
        let is_long = job.is_long();
        let answer: Result<Value, WarehouseFault> = runtime.block_on(job.work());
        let mut line = serde_json::to_vec(&answer)?;
        drop(answer);
        line.push(b'\n');
        let mut output = io::stdout().lock();
        output.write_all(&line)?;
        output.flush()?;
        drop(line);
        lifeline.end()?;
        if is_long || in_memory().is_none_or(|bytes| bytes > SWOLLEN) {
            return Ok(());
        }
    }
}

/// Of this process, where the system says it.
fn in_memory() -> Option<u64> {
    const PAGE: u64 = 4_096;
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    Some(pages.split(' ').nth(1)?.parse::<u64>().ok()? * PAGE)
}
