//! Schedules that are due, whatever they start. Each is one node's; what a node took and did not start is started by another one.
//! Whatever was missed while no server was there is one time, now.

use async_trait::async_trait;
use domain::{
    Failure, Refusal, StoreFault,
    account::AuditLog,
    runs::{Firing, Starting, Timetable},
};
use futures::{StreamExt, stream};
use protocol::Timestamp;
use std::fmt::Display;
use uuid::Uuid;

/// Schedules of one look.
const LOOKED_AT: u32 = 50;

/// What is asked of a schedule that is due.
#[derive(Debug)]
pub struct Times<'a, W> {
    pub id: Uuid,
    pub cron: &'a str,
    pub timezone: &'a str,
    pub has_webhook: bool,
    pub next_run_at: Option<Timestamp>,
    pub starting: Option<Starting<W>>,
    /// When the one that is being started was due, where its kind knows.
    pub starting_due: Option<Timestamp>,
}

/// Why nothing is started now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// This time.
    Skip(String),
    /// Until somebody changes it.
    Disable(String),
}

/// A kind of schedules: its store, and what its schedules start.
#[async_trait]
pub trait Schedulable: AuditLog + Send + Sync {
    type Row: Send + Sync;
    type Work: Copy + Display + Send + Sync;

    /// Microseconds after which what was to be started, and is not there, was forgotten by a server that ended.
    const FORGOTTEN: i64 = 20_000_000;
    /// Started side by side.
    const AT_ONCE: usize = 1;

    fn times<'a>(&self, row: &'a Self::Row) -> Times<'a, Self::Work>;
    fn work(&self, id: Uuid) -> Self::Work;

    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<Self::Row>, StoreFault>;
    async fn starting(&self, before: Timestamp, limit: u32) -> Result<Vec<Self::Row>, StoreFault>;
    async fn claim(
        &self,
        row: &Self::Row,
        next: Option<Timestamp>,
        firing: &Firing<Self::Work>,
        now: Timestamp,
    ) -> Result<bool, StoreFault>;
    async fn settle(&self, row: &Self::Row, starting: Starting<Self::Work>, refused: Option<&str>) -> Result<(), StoreFault>;

    /// Why it starts nothing now; that something is still being started is known already.
    async fn obstacle(&self, row: &Self::Row) -> Result<Option<Obstacle>, Failure>;
    /// Starts what was due at a time, unless it is there already.
    async fn begin(&self, row: &Self::Row, starting: Starting<Self::Work>, due: Timestamp) -> Result<(), Failure>;
    async fn is_begun(&self, row: &Self::Row, work: Self::Work) -> Result<bool, Failure>;
}

/// Starts whatever is due, or records why not.
///
/// # Errors
/// The store's.
pub async fn fire_due<F: Schedulable>(kind: &F) -> Result<(), Failure> {
    let now = kind.now();
    let forgotten = kind.starting(Timestamp(now.0 - F::FORGOTTEN), LOOKED_AT).await?;
    let forgotten = stream::iter(forgotten).for_each_concurrent(F::AT_ONCE, |row| async move {
        let times = kind.times(&row);
        if let Some(starting) = times.starting {
            let due = times.starting_due.unwrap_or(starting.since);
            log::<F>(&times, settle(kind, &row, starting, due).await);
        }
    });
    forgotten.await;
    let due = kind.due(now, LOOKED_AT).await?;
    let due = stream::iter(due).for_each_concurrent(F::AT_ONCE, |row| async move {
        // Those before it may have taken a while: it is taken now, and not when it was looked for.
        let fired = fire(kind, &row, kind.now()).await;
        log::<F>(&kind.times(&row), fired);
    });
    due.await;
    Ok(())
}

/// One that fails keeps no other from its start.
fn log<F: Schedulable>(times: &Times<'_, F::Work>, fired: Result<(), Failure>) {
    if let Err(failure) = fired {
        tracing::warn!(schedule = %times.id, %failure, "a schedule that is due waits for the next look");
    }
}

async fn fire<F: Schedulable>(kind: &F, row: &F::Row, now: Timestamp) -> Result<(), Failure> {
    let times = kind.times(row);
    let obstacle = match times.starting {
        Some(_) => Some(Obstacle::Skip("what it started before is still being started".into())),
        None => kind.obstacle(row).await?,
    };
    let firing = match obstacle {
        Some(Obstacle::Skip(why)) => Firing::Skip(why),
        Some(Obstacle::Disable(why)) => Firing::Disable(why),
        None => Firing::Start { run: kind.work(kind.id()), delivery: times.has_webhook.then(|| kind.id()) },
    };
    let (firing, next) = firing.timed((times.cron, times.timezone), now);
    if !kind.claim(row, next, &firing, now).await? {
        return Ok(());
    }
    match firing {
        Firing::Start { run, .. } => settle(kind, row, Starting { run, since: now }, times.next_run_at.unwrap_or(now)).await,
        Firing::Skip(why) | Firing::Disable(why) => {
            tracing::info!(schedule = %times.id, why, "a schedule was due and started nothing");
            Ok(())
        }
    }
}

/// Starts what a schedule is to have, unless it is there already.
async fn settle<F: Schedulable>(kind: &F, row: &F::Row, starting: Starting<F::Work>, due: Timestamp) -> Result<(), Failure> {
    let id = kind.times(row).id;
    let Err(failure) = kind.begin(row, starting, due).await else { return Ok(kind.settle(row, starting, None).await?) };
    if kind.is_begun(row, starting.run).await? {
        return Ok(kind.settle(row, starting, None).await?);
    }
    if failure.may_pass() {
        tracing::warn!(schedule = %id, work = %starting.run, %failure, "what a schedule is to start could not be started yet");
        return Ok(());
    }
    tracing::info!(schedule = %id, why = failure.detail, "what a schedule was to start was refused");
    Ok(kind.settle(row, starting, Some(&failure.detail)).await?)
}

/// When something is done by itself, as somebody wrote it. What is not there stays as it is.
#[derive(Clone, Debug, Default)]
pub struct TimesDraft {
    /// A new schedule needs it.
    pub cron: Option<String>,
    /// UTC where a new one has none.
    pub timezone: Option<String>,
    /// True where a new one does not say.
    pub enabled: Option<bool>,
}

/// As it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimesKept {
    pub cron: String,
    pub timezone: String,
    pub enabled: bool,
    /// None while it is not enabled.
    pub next_run_at: Option<Timestamp>,
}

impl TimesKept {
    /// Those of a new schedule.
    ///
    /// # Errors
    /// 422 that names the field.
    pub fn new(draft: TimesDraft, now: Timestamp) -> Result<Self, Refusal> {
        let timetable = Timetable::parse(draft.cron.as_deref().unwrap_or_default(), draft.timezone.as_deref().unwrap_or("UTC"))?;
        let enabled = draft.enabled.unwrap_or(true);
        Ok(Self::from_timetable(&timetable, enabled, now))
    }

    /// With whether they are others now; if not, it is due when it was.
    ///
    /// # Errors
    /// 422 that names the field.
    pub fn change(self, draft: TimesDraft, now: Timestamp) -> Result<(Self, bool), Refusal> {
        let cron = draft.cron.as_deref().unwrap_or(&self.cron);
        let timetable = Timetable::parse(cron, draft.timezone.as_deref().unwrap_or(&self.timezone))?;
        let changed = Self::from_timetable(&timetable, draft.enabled.unwrap_or(self.enabled), now);
        let retimed = (&changed.cron, &changed.timezone, changed.enabled) != (&self.cron, &self.timezone, self.enabled);
        let next_run_at = if retimed { changed.next_run_at } else { self.next_run_at };
        Ok((Self { next_run_at, ..changed }, retimed))
    }

    fn from_timetable(timetable: &Timetable, enabled: bool, now: Timestamp) -> Self {
        Self {
            cron: timetable.cron().to_owned(),
            timezone: timetable.timezone().to_owned(),
            enabled,
            next_run_at: timetable.next_after(now).filter(|_| enabled),
        }
    }
}
