//! A store of streams in memory, as strict about its fence as a database, and failing on demand.

use async_trait::async_trait;
use domain::{
    StoreFault,
    account::AuditEntry,
    interview::{FeedbackRow, Interview, InterviewRows, ObligationRow, SessionRow},
    live::{Append, Leased, Rows, StoredEvent, StreamChange, StreamRow, StreamStore},
};
use protocol::{
    SessionId, TenantId, Timestamp,
    interview::{InterviewView, Recorded, SessionStatus},
    live::Kind,
};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::broadcast;
use uuid::Uuid;

/// How one append goes wrong.
#[derive(Debug)]
pub enum Failure {
    /// Nothing is stored.
    Refused(StoreFault),
    /// It is stored, and the answer gets lost on the way.
    AnswerLost,
    Panics,
}

/// One node's way to what all nodes share.
#[derive(Debug)]
pub struct MemoryStreams {
    node: u32,
    pub(crate) shared: Arc<Shared>,
    own: Mutex<Own>,
}

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) streams: Mutex<HashMap<Uuid, Stream>>,
    nodes: Mutex<u32>,
    grown: broadcast::Sender<(u32, Uuid, u64)>,
}

#[derive(Debug)]
pub(crate) struct Stream {
    row: StreamRow,
    events: Vec<StoredEvent>,
    lease: Option<(Uuid, Timestamp)>,
    /// Deleted for now.
    hidden: bool,
    /// What others than its person did.
    audit: Vec<AuditEntry>,
    pub(crate) interview: Option<InterviewRows>,
}

impl Stream {
    fn add(&mut self, rows: Rows) {
        let Rows::Interview(new) = rows else { return };
        let Some(held) = &mut self.interview else {
            self.interview = Some(*new);
            return;
        };
        held.session = new.session;
        held.audit.extend(new.audit);
        held.summaries.extend(new.summaries);
        for row in new.research {
            held.research.retain(|known| known.id != row.id);
            held.research.push(row);
        }
        for row in new.feedback {
            held.feedback.retain(|known| known.message != row.message);
            held.feedback.push(row);
        }
        for row in new.obligations {
            match held.obligations.iter_mut().find(|known| known.key == row.key) {
                Some(known) => {
                    let embedding = row.embedding.clone().or(known.embedding.take());
                    *known = ObligationRow { embedding, ..row };
                }
                None => held.obligations.push(row),
            }
        }
    }
}

#[derive(Debug, Default)]
struct Own {
    failures: VecDeque<Failure>,
    cut: bool,
    takes: Duration,
    answers_after: Duration,
    appends: usize,
    reads: usize,
}

impl Default for MemoryStreams {
    fn default() -> Self {
        let shared = Shared { streams: Mutex::default(), nodes: Mutex::new(0), grown: broadcast::channel(1024).0 };
        Self { node: 0, shared: Arc::new(shared), own: Mutex::default() }
    }
}

impl MemoryStreams {
    /// Another node on the same data.
    #[must_use]
    pub fn another_node(&self) -> Self {
        let mut nodes = locked(&self.shared.nodes);
        *nodes += 1;
        Self { node: *nodes, shared: self.shared.clone(), own: Mutex::default() }
    }

    /// The next append of this node goes wrong; called twice, the next two.
    pub fn fail_next(&self, failure: Failure) {
        locked(&self.own).failures.push_back(failure);
    }

    /// What was to go wrong goes right.
    pub fn fail_no_more(&self) {
        locked(&self.own).failures.clear();
    }

    /// This node reaches nothing until it is mended.
    pub fn cut(&self) {
        locked(&self.own).cut = true;
    }

    pub fn mend(&self) {
        locked(&self.own).cut = false;
    }

    /// Every append of this node takes so long.
    pub fn takes(&self, so_long: Duration) {
        locked(&self.own).takes = so_long;
    }

    /// What this node reads is on its way for so long, and may be old when it comes.
    pub fn answers_after(&self, so_long: Duration) {
        locked(&self.own).answers_after = so_long;
    }

    /// How many appends of this node were stored.
    #[must_use]
    pub fn appends(&self) -> usize {
        locked(&self.own).appends
    }

    /// How often this node read events.
    #[must_use]
    pub fn reads(&self) -> usize {
        locked(&self.own).reads
    }

    /// The stream is deleted, as with its person.
    pub fn delete(&self, stream: impl Into<Uuid>) {
        locked(&self.shared.streams).remove(&stream.into());
    }

    /// The stream is deleted for now, or brought back; nobody is told of either.
    pub fn hide(&self, stream: impl Into<Uuid>, hidden: bool) {
        if let Some(stream) = locked(&self.shared.streams).get_mut(&stream.into()) {
            stream.hidden = hidden;
        }
    }

    /// The row of a stream, where it is found.
    fn find(&self, tenant: TenantId, stream: Uuid) -> Option<StreamRow> {
        let streams = locked(&self.shared.streams);
        streams.get(&stream).filter(|stream| stream.row.tenant == tenant && !stream.hidden).map(|stream| stream.row.clone())
    }

    /// Everything that is stored of a stream, as it is stored.
    #[must_use]
    pub fn stored(&self, stream: impl Into<Uuid>) -> Vec<StoredEvent> {
        locked(&self.shared.streams).get(&stream.into()).map(|stream| stream.events.clone()).unwrap_or_default()
    }

    /// The row of a stream, and which node has it until when.
    #[must_use]
    pub fn row(&self, stream: impl Into<Uuid>) -> Option<(StreamRow, Option<(Uuid, Timestamp)>)> {
        locked(&self.shared.streams).get(&stream.into()).map(|stream| (stream.row.clone(), stream.lease))
    }

    /// Everything that is stored of an interview.
    ///
    /// # Panics
    /// When it cannot be read back.
    #[must_use]
    pub fn stream(&self, session: SessionId) -> Vec<Recorded> {
        self.stored(session).iter().map(|event| event.read().expect("what was written")).collect()
    }

    /// What others than its person did in it.
    #[must_use]
    pub fn audited(&self, session: SessionId) -> Vec<AuditEntry> {
        locked(&self.shared.streams).get(&session.0).map(|rows| rows.audit.clone()).unwrap_or_default()
    }

    /// What people think of its messages.
    #[must_use]
    pub fn judged(&self, session: SessionId) -> Vec<FeedbackRow> {
        let streams = locked(&self.shared.streams);
        let rows = streams.get(&session.0).and_then(|stream| stream.interview.as_ref());
        rows.map(|rows| rows.feedback.clone()).unwrap_or_default()
    }

    /// The interview as what is stored gives it.
    ///
    /// # Panics
    /// When nothing is stored of it.
    #[must_use]
    pub fn view(&self, session: SessionId) -> InterviewView {
        let (row, _) = self.row(session).expect("a stored interview");
        let owner = row.owner.expect("somebody's");
        Interview::from_events(row.tenant, owner, &self.stream(session)).expect("begins with Opened").view
    }

    pub(crate) async fn pass(&self) -> Result<(), StoreFault> {
        // A real one never answers at once, and others come in between.
        tokio::task::yield_now().await;
        if locked(&self.own).cut { Err(StoreFault::Unavailable("cut off".into())) } else { Ok(()) }
    }

    pub(crate) fn rows<T>(&self, tenant: TenantId, session: SessionId, of: impl Fn(&InterviewRows) -> Vec<T>) -> Vec<T> {
        let streams = locked(&self.shared.streams);
        let stream = streams.get(&session.0).filter(|stream| stream.row.tenant == tenant);
        stream.and_then(|stream| stream.interview.as_ref()).map(of).unwrap_or_default()
    }

    pub(crate) fn list(&self, wanted: impl Fn(&SessionRow) -> bool) -> Vec<SessionRow> {
        let streams = locked(&self.shared.streams);
        let sessions = streams.values().filter_map(|stream| Some(&stream.interview.as_ref()?.session));
        let mut rows: Vec<SessionRow> = sessions.filter(|row| wanted(row)).cloned().collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.updated_at, row.id)));
        rows
    }
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn store(&self, append: Append) -> Result<(), StoreFault> {
        let Append { expected, events, stream: row, rows, audit } = append;
        let consecutive = events.iter().zip(expected + 1..).all(|(event, seq)| event.seq == seq);
        if !consecutive || events.last().is_none_or(|last| last.seq != row.seq) {
            return Err(StoreFault::Refused("the events are not consecutive up to the row's seq".into()));
        }
        let mut streams = locked(&self.streams);
        if let Rows::Interview(new) = &rows {
            let of = |row: &SessionRow| (row.tenant, row.user, row.context_type);
            let other = |row: &SessionRow| of(row) == of(&new.session) && row.status == SessionStatus::Active;
            if new.sole && streams.values().filter_map(|stream| stream.interview.as_ref()).any(|held| other(&held.session)) {
                return Err(StoreFault::Conflict);
            }
        }
        let stream = match streams.get_mut(&row.id) {
            None if expected == 0 => streams.entry(row.id).or_insert(Stream {
                row: row.clone(),
                events: Vec::new(),
                lease: None,
                hidden: false,
                audit: Vec::new(),
                interview: None,
            }),
            Some(stream) if expected > 0 && !stream.hidden && stream.row.tenant == row.tenant && stream.row.seq == expected => {
                stream
            }
            _ => return Err(StoreFault::Conflict),
        };
        stream.row = row;
        stream.events.extend(events);
        stream.audit.extend(audit);
        stream.add(rows);
        Ok(())
    }
}

#[async_trait]
impl StreamStore for MemoryStreams {
    async fn commit(&self, append: Append) -> Result<(), StoreFault> {
        self.pass().await?;
        let takes = locked(&self.own).takes;
        if !takes.is_zero() {
            tokio::time::sleep(takes).await;
        }
        let failure = locked(&self.own).failures.pop_front();
        match failure {
            Some(Failure::Refused(fault)) => return Err(fault),
            Some(Failure::Panics) => panic!("on purpose"),
            Some(Failure::AnswerLost) | None => {}
        }
        let (stream, seq) = (append.stream.id, append.stream.seq);
        self.shared.store(append)?;
        locked(&self.own).appends += 1;
        // Nobody may be listening.
        drop(self.shared.grown.send((self.node, stream, seq)));
        match failure {
            Some(_) => Err(StoreFault::Unavailable("the answer was lost".into())),
            None => Ok(()),
        }
    }

    async fn stream(&self, tenant: TenantId, kind: Kind, id: Uuid) -> Result<Option<StreamRow>, StoreFault> {
        self.pass().await?;
        Ok(self.find(tenant, id).filter(|row| row.kind == kind))
    }

    async fn stored_events(&self, tenant: TenantId, id: Uuid, after: u64) -> Result<Vec<StoredEvent>, StoreFault> {
        self.pass().await?;
        locked(&self.own).reads += 1;
        let mut events = if self.find(tenant, id).is_some() { self.stored(id) } else { Vec::new() };
        events.retain(|event| event.seq > after);
        let answers_after = locked(&self.own).answers_after;
        if !answers_after.is_zero() {
            tokio::time::sleep(answers_after).await;
        }
        Ok(events)
    }

    async fn due(&self, kind: Kind, now: Timestamp, limit: u32) -> Result<Vec<(TenantId, Uuid)>, StoreFault> {
        self.pass().await?;
        let streams = locked(&self.shared.streams);
        let due = streams.values().filter(|stream| {
            let free = stream.lease.is_none_or(|(_, until)| until <= now);
            stream.row.kind == kind && !stream.hidden && free && stream.row.wake_at.is_some_and(|at| at <= now)
        });
        Ok(due.take(limit as usize).map(|stream| (stream.row.tenant, stream.row.id)).collect())
    }

    async fn lease(
        &self,
        tenant: TenantId,
        id: Uuid,
        node: Uuid,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Leased, StoreFault> {
        self.pass().await?;
        let mut streams = locked(&self.shared.streams);
        let Some(stream) = streams.get_mut(&id).filter(|stream| stream.row.tenant == tenant) else { return Ok(Leased::Gone) };
        if let Some((holder, held)) = stream.lease
            && holder != node
            && held > now
        {
            return Ok(Leased::Elsewhere(held));
        }
        stream.lease = Some((node, until));
        Ok(Leased::Here)
    }

    async fn release(&self, tenant: TenantId, id: Uuid, node: Uuid) -> Result<(), StoreFault> {
        self.pass().await?;
        let mut streams = locked(&self.shared.streams);
        if let Some(stream) = streams.get_mut(&id).filter(|stream| stream.row.tenant == tenant) {
            stream.lease = stream.lease.filter(|(holder, _)| *holder != node);
        }
        Ok(())
    }

    async fn release_all(&self, kind: Kind, node: Uuid) -> Result<(), StoreFault> {
        self.pass().await?;
        let mut streams = locked(&self.shared.streams);
        for stream in streams.values_mut().filter(|stream| stream.row.kind == kind) {
            stream.lease = stream.lease.filter(|(holder, _)| *holder != node);
        }
        Ok(())
    }

    async fn watch(&self, changed: Box<dyn Fn(StreamChange) + Send + Sync>) -> Result<(), StoreFault> {
        let mut grown = self.shared.grown.subscribe();
        loop {
            match grown.recv().await {
                Ok((node, stream, seq)) if node != self.node => changed(StreamChange::Grown { stream, seq }),
                Ok(_) => {}
                Err(broadcast::error::RecvError::Lagged(_)) => changed(StreamChange::Missed),
                Err(broadcast::error::RecvError::Closed) => return Ok(()),
            }
        }
    }
}
