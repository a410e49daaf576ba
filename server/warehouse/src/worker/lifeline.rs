//! A process that works for another one ends with it, and ends by itself when nobody ended it in time.

use std::{
    io::{self, Read as _},
    process, thread,
    time::Duration,
};

/// Of a thread that only waits: it counts as memory of the job.
const STACK: usize = 64 * 1024;

/// From now on this process ends when its standard input does, which lasts as long as whoever writes it, and after this time.
pub(super) fn hold(most: Duration) -> io::Result<()> {
    beside(|| {
        let mut rest = [0; 64];
        loop {
            match io::stdin().lock().read(&mut rest) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    })?;
    beside(move || thread::sleep(most))
}

/// Nothing that the job is at can hold up its end: no lock, no file that gives no answer.
fn beside(wait: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let waiting = move || {
        wait();
        process::abort();
    };
    thread::Builder::new().stack_size(STACK).spawn(waiting).map(drop)
}
