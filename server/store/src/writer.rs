//! Group commit: whatever waits to be stored is stored together, with one wait for the disk.
//!
//! Appends queue in a bounded channel. A lane takes all that wait, at most [`GROUP`] and one per stream, writes them in one
//! transaction and answers each. If the transaction fails, each is tried alone, so that only the guilty one is refused. What takes long
//! has a lane of its own and is stored by itself, on SQLite in its turn ([`crate::large`]): what is short waits for none of it in a lane.

use crate::{
    append,
    faults::again,
    large::{LARGE, Piece, end_piece},
    listed::Listed,
    pools::Pools,
    turn_figures,
};
use domain::{
    StoreFault,
    ask::AskRows,
    companies::SearchRows,
    interview::InterviewRows,
    live::{Append, Rows, StreamRow},
    opportunities::PipelineRows,
    reading::SourceRows,
    runs::RunRows,
};
use futures::FutureExt;
use std::{
    collections::HashSet,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
};
use uuid::Uuid;

/// The most appends of one transaction.
const GROUP: usize = 256;
/// The most appends that wait in a lane; the next one waits for room.
const WAITING: usize = 1_024;
/// How long an append waits for room before it is refused.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) struct Writer {
    pools: Pools,
    /// None once closed.
    lanes: Mutex<Option<Lanes>>,
    running: Mutex<Vec<JoinHandle<()>>>,
}

struct Lanes {
    /// A stream always takes the same one of either.
    short: Vec<mpsc::Sender<Job>>,
    long: Vec<mpsc::Sender<Job>>,
}

struct Job {
    append: Append,
    answer: oneshot::Sender<Result<(), StoreFault>>,
    /// Held until it is stored.
    piece: Option<Piece>,
}

impl Writer {
    pub(crate) fn start(pools: &Pools, node: Uuid, listed: &Arc<Listed>) -> Self {
        let lanes = match pools {
            Pools::Sqlite(_) => 1,
            // While one waits for the server, the other gathers.
            Pools::Postgres(_) => 2,
        };
        let lane = |group| {
            let (sender, jobs) = mpsc::channel(WAITING);
            let lane = Lane { pools: pools.clone(), node, listed: listed.clone(), group, jobs, held_back: Vec::new() };
            (sender, tokio::spawn(lane.run()))
        };
        let (short, mut running): (Vec<_>, Vec<_>) = (0..lanes).map(|_| lane(GROUP)).unzip();
        let (long, running_long): (Vec<_>, Vec<_>) = (0..lanes).map(|_| lane(1)).unzip();
        running.extend(running_long);
        Self { pools: pools.clone(), lanes: Mutex::new(Some(Lanes { short, long })), running: Mutex::new(running) }
    }

    /// After [`StoreFault::Unavailable`] it may be stored or not: whoever asks again must read the stream first.
    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreFault> {
        check(&append)?;
        let bytes = count_bytes(&append);
        let piece = self.pools.begin_piece(append.stream.tenant, bytes).await?;
        let lane = {
            let lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
            let Lanes { short, long } = lanes.as_ref().ok_or_else(closed)?;
            let lanes = if bytes > LARGE { long } else { short };
            let of_stream = append.stream.id.as_u128() % lanes.len() as u128;
            lanes[usize::try_from(of_stream).unwrap_or(0)].clone()
        };
        let ends = turn_figures::ends(&append);
        let (answer, answered) = oneshot::channel();
        match lane.send_timeout(Job { append, answer, piece }, PATIENCE).await {
            Ok(()) => {}
            Err(mpsc::error::SendTimeoutError::Timeout(_)) => {
                return Err(StoreFault::Unavailable("too much waits to be stored".into()));
            }
            Err(mpsc::error::SendTimeoutError::Closed(_)) => return Err(closed()),
        }
        let stored = answered.await.unwrap_or_else(|_| Err(StoreFault::Unavailable("storing broke off".into())));
        if stored.is_ok() {
            turn_figures::count(&ends);
        }
        stored
    }

    /// Takes no more and waits until everything taken is stored.
    pub(crate) async fn close(&self) {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner).take();
        let running = std::mem::take(&mut *self.running.lock().unwrap_or_else(PoisonError::into_inner));
        for lane in running {
            if let Err(error) = lane.await {
                tracing::error!(%error, "a writer ended badly");
            }
        }
    }
}

fn closed() -> StoreFault {
    StoreFault::Unavailable("the store is closed".into())
}

/// What only a fault of this program can get wrong.
fn check(append: &Append) -> Result<(), StoreFault> {
    let Append { expected, events, stream, rows, audit } = append;
    let consecutive = events.iter().zip(1..).all(|(event, step)| event.seq == expected + step);
    if !consecutive || stream.seq != expected + events.len() as u64 {
        return Err(StoreFault::Refused(format!("events are not consecutive after {expected}")));
    }
    if audit.iter().any(|row| row.tenant != stream.tenant) {
        return Err(StoreFault::Refused("a row belongs to another tenant".into()));
    }
    match rows {
        Rows::None => Ok(()),
        Rows::Source(rows) => check_source(append, rows),
        Rows::Project(_) if append.stream.project.is_some() => Ok(()),
        Rows::Project(_) => Err(StoreFault::Refused("a stream without a project changes none".into())),
        Rows::Interview(rows) => check_interview(append, rows),
        Rows::Run(rows) if is_own_run(stream, rows) => Ok(()),
        Rows::Run(_) => Err(StoreFault::Refused("a row belongs to another run".into())),
        Rows::Search(rows) if is_own_search(stream, rows) => Ok(()),
        Rows::Search(_) => Err(StoreFault::Refused("a row belongs to another search".into())),
        Rows::Ask(rows) if is_own_ask(stream, rows) => Ok(()),
        Rows::Ask(_) => Err(StoreFault::Refused("a row belongs to another ask".into())),
        Rows::Pipeline(rows) if is_own_pipeline(stream, rows) => Ok(()),
        Rows::Pipeline(_) => Err(StoreFault::Refused("a row belongs to another pipeline".into())),
    }
}

fn is_own_run(stream: &StreamRow, rows: &RunRows) -> bool {
    let (row, mut found) = (&rows.row, rows.discovery.iter());
    row.id.0 == stream.id
        && row.tenant == stream.tenant
        && Some(row.project) == stream.project
        && found.all(|one| one.run == row.id && one.tenant == row.tenant && one.project == row.project)
}

fn is_own_search(stream: &StreamRow, rows: &SearchRows) -> bool {
    let row = &rows.row;
    let is_own = |tenant, user| tenant == row.tenant && user == row.user;
    row.id.0 == stream.id
        && row.tenant == stream.tenant
        && Some(row.user) == stream.owner
        && rows.seen.iter().all(|one| is_own(one.tenant, one.user))
        && rows.cached.iter().all(|one| one.tenant == row.tenant && one.search == row.id)
}

fn is_own_ask(stream: &StreamRow, rows: &AskRows) -> bool {
    let row = &rows.row;
    row.id.0 == stream.id && row.tenant == stream.tenant && Some(row.user) == stream.owner && Some(row.project) == stream.project
}

fn is_own_pipeline(stream: &StreamRow, rows: &PipelineRows) -> bool {
    let (row, mut found) = (&rows.row, rows.opportunities.iter());
    row.id.0 == stream.id
        && row.tenant == stream.tenant
        && Some(row.project) == stream.project
        && found.all(|one| one.pipeline == row.id && one.tenant == row.tenant && one.project == row.project)
}

/// Everything that was found in a source may be many megabytes. What else an append has is short.
fn count_bytes(append: &Append) -> usize {
    let Rows::Source(rows) = &append.rows else { return 0 };
    let of = |row: &SourceRows| match row {
        SourceRows::Found(_, read) => read.json.len(),
        // It is not written out yet.
        SourceRows::Blank(_) => LARGE + 1,
        _ => 0,
    };
    rows.iter().map(of).sum()
}

fn check_source(append: &Append, rows: &[SourceRows]) -> Result<(), StoreFault> {
    let stream = &append.stream;
    let is_own = |row: &SourceRows| match row {
        SourceRows::Insert(row) => {
            row.id.0 == stream.id && row.tenant == stream.tenant && stream.project == Some(row.project) && append.expected == 0
        }
        _ => true,
    };
    if rows.iter().all(is_own) { Ok(()) } else { Err(StoreFault::Refused("a row belongs to another source".into())) }
}

fn check_interview(append: &Append, of: &InterviewRows) -> Result<(), StoreFault> {
    let InterviewRows { session, obligations, audit, summaries, research, feedback, ended: _, sole } = of;
    if *sole && append.expected > 0 {
        return Err(StoreFault::Refused("only a new interview can be the sole one".into()));
    }
    let mine = |id, tenant| id == session.id && tenant == session.tenant;
    let all_mine = append.stream.id == session.id.0
        && append.stream.tenant == session.tenant
        && obligations.iter().all(|row| mine(row.session, row.tenant))
        && audit.iter().all(|row| mine(row.session, row.tenant))
        && summaries.iter().all(|row| mine(row.session, row.tenant))
        && research.iter().all(|row| mine(row.session, row.tenant))
        && feedback.iter().all(|row| mine(row.session, row.tenant));
    if !all_mine {
        return Err(StoreFault::Refused("a row belongs to another interview".into()));
    }
    let mut keys = HashSet::new();
    if !obligations.iter().all(|row| keys.insert(&row.key)) {
        return Err(StoreFault::Refused("an obligation occurs twice".into()));
    }
    Ok(())
}

struct Lane {
    pools: Pools,
    node: Uuid,
    listed: Arc<Listed>,
    /// The most appends of one transaction.
    group: usize,
    jobs: mpsc::Receiver<Job>,
    /// Appends to a stream that the group before already had one of.
    held_back: Vec<Job>,
}

impl Lane {
    async fn run(mut self) {
        loop {
            let mut waiting = std::mem::take(&mut self.held_back);
            if waiting.is_empty() && self.jobs.recv_many(&mut waiting, self.group).await == 0 {
                return;
            }
            while waiting.len() < self.group {
                let Ok(job) = self.jobs.try_recv() else { break };
                waiting.push(job);
            }
            let (mut group, held_back) = split(waiting);
            self.held_back = held_back;
            let pieces: Vec<Option<Piece>> = group.iter_mut().map(|job| job.piece.take()).collect();
            // A panic costs this group its answers and nobody else anything.
            if AssertUnwindSafe(self.store(group)).catch_unwind().await.is_err() {
                tracing::error!("storing a group of appends panicked");
            }
            for piece in pieces {
                end_piece(piece).await;
            }
        }
    }

    async fn store(&self, group: Vec<Job>) {
        let begun = Instant::now();
        let appends: Vec<&Append> = group.iter().map(|job| &job.append).collect();
        let outcome = append::store(&self.pools, self.node, &appends).await;
        #[expect(clippy::cast_precision_loss, reason = "a group is small")]
        metrics::histogram!("store_append_group_size").record(group.len() as f64);
        metrics::histogram!("store_append_group_seconds").record(begun.elapsed().as_secs_f64());
        match outcome {
            Ok(fits) => {
                for (job, fits) in group.into_iter().zip(fits) {
                    self.answer(job, if fits { Ok(()) } else { Err(StoreFault::Conflict) });
                }
            }
            // To try again one by one would take as many time limits.
            Err(fault @ StoreFault::Unavailable(_)) => group.into_iter().for_each(|job| job.answer(Err(again(&fault)))),
            Err(fault) if group.len() == 1 => group.into_iter().for_each(|job| job.answer(Err(again(&fault)))),
            Err(_) => {
                for job in group {
                    let outcome = append::store(&self.pools, self.node, &[&job.append]).await;
                    self.answer(job, outcome.and_then(|fits| if fits == [true] { Ok(()) } else { Err(StoreFault::Conflict) }));
                }
            }
        }
    }

    /// Whoever follows lists and projects hears of it after whoever asked for it.
    fn answer(&self, job: Job, outcome: Result<(), StoreFault>) {
        // It may be stored although nobody could say so.
        let is_stored = !matches!(outcome, Err(StoreFault::Conflict | StoreFault::Refused(_)));
        let (whose, project) = (job.append.stream.owner, append::changed_project(&job.append));
        job.answer(outcome);
        if is_stored {
            self.listed.tell_stored(whose, project);
        }
    }
}

/// The group to be stored now, and what is held back.
fn split(waiting: Vec<Job>) -> (Vec<Job>, Vec<Job>) {
    let mut streams = HashSet::new();
    let (mut first, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|job| streams.insert(job.append.stream.id));
    // In the order of the streams' ids, in which every node locks them.
    first.sort_by_key(|job| job.append.stream.id);
    (first, later)
}

impl Job {
    /// Nobody may be waiting any more; what could be stored is stored all the same, and what could not is told to the log.
    fn answer(self, outcome: Result<(), StoreFault>) {
        if let Err(Err(fault)) = self.answer.send(outcome) {
            tracing::warn!(%fault, "an append was not stored, and whoever asked for it has left");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{
        reading::SourceRead,
        tools::{Found, SourceStatus},
    };
    use protocol::{TenantId, Timestamp, live::Kind, reading::Changes};

    /// A letter for its stream, which is not there, in capitals one that is long.
    fn append(letter: char) -> Append {
        let stream = StreamRow {
            id: Uuid::from_u128(u128::from(u32::from(letter.to_ascii_lowercase()))),
            tenant: TenantId(Uuid::nil()),
            kind: Kind::Reading,
            owner: None,
            project: None,
            seq: 1,
            open: true,
            wake_at: None,
            updated_at: Timestamp(0),
        };
        let read = SourceRead {
            subtype: "file".into(),
            warnings: Vec::new(),
            found: Arc::new(Found::default()),
            json: "x".repeat(if letter.is_uppercase() { LARGE + 1 } else { LARGE }).into(),
            changes: Changes::default(),
            is_same: false,
        };
        let rows = Rows::Source(vec![SourceRows::Found(SourceStatus::Ready, read)]);
        Append { expected: 1, events: Vec::new(), stream, rows, audit: None }
    }

    #[test]
    fn each_stream_keeps_its_order() {
        for (came, stored) in [("", ""), ("cab", "abc"), ("abab", "ab ab"), ("baab", "ab ab"), ("aaa", "a a a")] {
            let job = |letter| Job { append: append(letter), answer: oneshot::channel().0, piece: None };
            let (mut waiting, mut groups): (Vec<Job>, Vec<String>) = (came.chars().map(job).collect(), Vec::new());
            while !waiting.is_empty() {
                let (group, held_back) = split(waiting);
                let letter = |job: &Job| u8::try_from(job.append.stream.id.as_u128()).map_or('?', char::from);
                groups.push(group.iter().map(letter).collect());
                waiting = held_back;
            }
            assert_eq!(groups.join(" "), stored, "{came}");
        }
    }

    #[tokio::test]
    async fn what_is_short_is_stored_while_what_is_long_waits_for_its_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("a.db").display());
        let pools = Pools::open(&url).await.expect("a database");
        let writer = Writer::start(&pools, Uuid::nil(), &Arc::default());
        let another = pools.begin_piece(TenantId(Uuid::from_u128(1)), LARGE + 1).await.expect("nobody else writes");
        assert!(another.is_some(), "it is large");
        let mut long: Vec<_> = "ABC".chars().map(|letter| Box::pin(writer.append(append(letter)))).collect();
        assert!(long.iter_mut().all(|one| one.now_or_never().is_none()));
        // There is no such stream, which it learns from the database.
        assert!(matches!(writer.append(append('d')).await, Err(StoreFault::Conflict)), "it waits for none of them");
        assert!(long.iter_mut().all(|one| one.now_or_never().is_none()), "they wait for their turn");
        drop(another);
        for one in long {
            assert!(matches!(one.await, Err(StoreFault::Conflict)), "in its turn");
        }
        writer.close().await;
        pools.close().await;
    }
}
