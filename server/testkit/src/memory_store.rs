//! An interview store in memory, as strict about its fence as a database, and failing on demand.

use async_trait::async_trait;
use domain::{
    StoreFault,
    account::AuditEntry,
    interview::{
        Append, AuditRow, FeedbackQuery, FeedbackRow, Interview, InterviewStore, ObligationRow, ResearchRow, SessionQuery,
        SessionRow, StreamChange, SummaryRow,
    },
};
use protocol::{
    SessionId, TenantId, Timestamp, UserId,
    interview::{ContextType, InterviewView, Recorded, SessionStatus},
};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::broadcast;

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
pub struct MemoryStore {
    node: u32,
    shared: Arc<Shared>,
    own: Mutex<Own>,
}

#[derive(Debug)]
struct Shared {
    streams: Mutex<HashMap<SessionId, Stream>>,
    nodes: Mutex<u32>,
    grown: broadcast::Sender<(u32, SessionId, u64)>,
}

#[derive(Debug)]
struct Stream {
    events: Vec<Recorded>,
    session: SessionRow,
    obligations: Vec<ObligationRow>,
    audit: Vec<AuditRow>,
    summaries: Vec<SummaryRow>,
    research: Vec<ResearchRow>,
    feedback: Vec<FeedbackRow>,
    deeds: Vec<AuditEntry>,
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

impl Default for MemoryStore {
    fn default() -> Self {
        let shared = Shared { streams: Mutex::default(), nodes: Mutex::new(0), grown: broadcast::channel(1024).0 };
        Self { node: 0, shared: Arc::new(shared), own: Mutex::default() }
    }
}

impl MemoryStore {
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

    /// The interview is deleted, as with its person.
    pub fn delete(&self, session: SessionId) {
        locked(&self.shared.streams).remove(&session);
    }

    /// Everything that is stored of an interview.
    #[must_use]
    pub fn stream(&self, session: SessionId) -> Vec<Recorded> {
        locked(&self.shared.streams).get(&session).map(|stream| stream.events.clone()).unwrap_or_default()
    }

    /// What others than its person did in it.
    #[must_use]
    pub fn deeds(&self, session: SessionId) -> Vec<AuditEntry> {
        locked(&self.shared.streams).get(&session).map(|stream| stream.deeds.clone()).unwrap_or_default()
    }

    /// What people think of its messages.
    #[must_use]
    pub fn judged(&self, session: SessionId) -> Vec<FeedbackRow> {
        locked(&self.shared.streams).get(&session).map(|stream| stream.feedback.clone()).unwrap_or_default()
    }

    /// The interview as what is stored gives it.
    ///
    /// # Panics
    /// When nothing is stored of it.
    #[must_use]
    pub fn view(&self, session: SessionId) -> InterviewView {
        let streams = locked(&self.shared.streams);
        let stream = streams.get(&session).expect("a stored interview");
        let interview = Interview::from_events(stream.session.tenant, stream.session.user, &stream.events);
        interview.expect("begins with Opened").view
    }

    async fn pass(&self) -> Result<(), StoreFault> {
        // A real one never answers at once, and others come in between.
        tokio::task::yield_now().await;
        if locked(&self.own).cut { Err(StoreFault::Unavailable("cut off".into())) } else { Ok(()) }
    }

    fn rows<T>(&self, tenant: TenantId, session: SessionId, of: impl Fn(&Stream) -> Vec<T>) -> Vec<T> {
        let streams = locked(&self.shared.streams);
        streams.get(&session).filter(|stream| stream.session.tenant == tenant).map(of).unwrap_or_default()
    }

    fn list(&self, wanted: impl Fn(&SessionRow) -> bool) -> Vec<SessionRow> {
        let streams = locked(&self.shared.streams);
        let mut rows: Vec<SessionRow> =
            streams.values().map(|stream| &stream.session).filter(|row| wanted(row)).cloned().collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.updated_at, row.id)));
        rows
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn store(&self, append: Append) -> Result<(), StoreFault> {
        let Append { expected, events, session, obligations, audit, summaries, research, feedback, sole, deed } = append;
        let consecutive = events.iter().zip(expected + 1..).all(|(event, seq)| event.seq == seq);
        if !consecutive || events.last().is_none_or(|last| last.seq != session.seq) {
            return Err(StoreFault::Refused("the events are not consecutive up to the row's seq".into()));
        }
        let mut streams = locked(&self.streams);
        let other = |row: &SessionRow| {
            (row.tenant, row.user, row.context_type) == (session.tenant, session.user, session.context_type)
                && row.status == SessionStatus::Active
        };
        if sole && streams.values().any(|stream| other(&stream.session)) {
            return Err(StoreFault::Conflict);
        }
        match streams.get_mut(&session.id) {
            None if expected == 0 => {
                streams.insert(
                    session.id,
                    Stream {
                        events,
                        session,
                        obligations,
                        audit,
                        summaries,
                        research,
                        feedback,
                        deeds: deed.into_iter().collect(),
                    },
                );
            }
            Some(stream) if expected > 0 && stream.session.tenant == session.tenant && stream.events.len() as u64 == expected => {
                stream.events.extend(events);
                stream.session = session;
                stream.deeds.extend(deed);
                stream.audit.extend(audit);
                stream.summaries.extend(summaries);
                for row in research {
                    stream.research.retain(|known| known.id != row.id);
                    stream.research.push(row);
                }
                for row in feedback {
                    stream.feedback.retain(|known| known.message != row.message);
                    stream.feedback.push(row);
                }
                for row in obligations {
                    match stream.obligations.iter_mut().find(|known| known.key == row.key) {
                        Some(known) => {
                            let embedding = row.embedding.clone().or(known.embedding.take());
                            *known = ObligationRow { embedding, ..row };
                        }
                        None => stream.obligations.push(row),
                    }
                }
            }
            _ => return Err(StoreFault::Conflict),
        }
        Ok(())
    }
}

#[async_trait]
impl InterviewStore for MemoryStore {
    async fn append(&self, append: Append) -> Result<(), StoreFault> {
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
        let (session, seq) = (append.session.id, append.session.seq);
        self.shared.store(append)?;
        locked(&self.own).appends += 1;
        // Nobody may be listening.
        drop(self.shared.grown.send((self.node, session, seq)));
        match failure {
            Some(_) => Err(StoreFault::Unavailable("the answer was lost".into())),
            None => Ok(()),
        }
    }

    async fn events(&self, tenant: TenantId, session: SessionId, after: u64) -> Result<Vec<Recorded>, StoreFault> {
        self.pass().await?;
        locked(&self.own).reads += 1;
        let events =
            self.rows(tenant, session, |stream| stream.events.iter().filter(|event| event.seq > after).cloned().collect());
        let answers_after = locked(&self.own).answers_after;
        if !answers_after.is_zero() {
            tokio::time::sleep(answers_after).await;
        }
        Ok(events)
    }

    async fn session(&self, tenant: TenantId, session: SessionId) -> Result<Option<SessionRow>, StoreFault> {
        self.pass().await?;
        Ok(self.rows(tenant, session, |stream| vec![stream.session.clone()]).pop())
    }

    async fn sessions(&self, query: SessionQuery) -> Result<Vec<SessionRow>, StoreFault> {
        self.pass().await?;
        let mut rows = self.list(|row| {
            row.tenant == query.tenant
                && query.user.is_none_or(|user| row.user == user)
                && query.context_type.is_none_or(|context| row.context_type == context)
                && query.status.is_none_or(|status| row.status == status)
                && query.words.split_whitespace().all(|word| row.title.to_lowercase().contains(&word.to_lowercase()))
                && query.after.is_none_or(|after| (row.updated_at, row.id) < after)
        });
        rows.truncate(query.limit as usize);
        Ok(rows)
    }

    async fn session_counts(&self, tenant: TenantId, user: Option<UserId>) -> Result<(u64, u64), StoreFault> {
        self.pass().await?;
        let of = |status| {
            let rows = self.list(|row| row.tenant == tenant && user.is_none_or(|user| row.user == user) && row.status == status);
            rows.len() as u64
        };
        Ok((of(SessionStatus::Active), of(SessionStatus::Completed)))
    }

    async fn active_session(
        &self,
        tenant: TenantId,
        user: UserId,
        context: ContextType,
    ) -> Result<Option<SessionRow>, StoreFault> {
        self.pass().await?;
        let rows = self.list(|row| {
            row.tenant == tenant && row.user == user && row.context_type == context && row.status == SessionStatus::Active
        });
        Ok(rows.into_iter().next())
    }

    async fn obligations(&self, tenant: TenantId, session: SessionId) -> Result<Vec<ObligationRow>, StoreFault> {
        self.pass().await?;
        Ok(self.rows(tenant, session, |stream| stream.obligations.clone()))
    }

    async fn audit(&self, tenant: TenantId, session: SessionId) -> Result<Vec<AuditRow>, StoreFault> {
        self.pass().await?;
        Ok(self.rows(tenant, session, |stream| stream.audit.clone()))
    }

    async fn summaries(&self, tenant: TenantId, session: SessionId) -> Result<Vec<SummaryRow>, StoreFault> {
        self.pass().await?;
        Ok(self.rows(tenant, session, |stream| stream.summaries.clone()))
    }

    async fn research(&self, tenant: TenantId, session: SessionId) -> Result<Vec<ResearchRow>, StoreFault> {
        self.pass().await?;
        Ok(self.rows(tenant, session, |stream| stream.research.clone()))
    }

    async fn unattended_research(&self, now: Timestamp, limit: u32) -> Result<Vec<(TenantId, SessionId)>, StoreFault> {
        self.pass().await?;
        let open = |row: &&ResearchRow| !row.status.is_over();
        let streams = locked(&self.shared.streams);
        let left = streams.values().filter(|stream| {
            let mut leases = stream.research.iter().filter(open).map(|row| row.lease_until).peekable();
            leases.peek().is_some() && leases.all(|until| until.is_none_or(|until| until <= now))
        });
        Ok(left.take(limit as usize).map(|stream| (stream.session.tenant, stream.session.id)).collect())
    }

    async fn feedback(&self, query: FeedbackQuery) -> Result<Vec<FeedbackRow>, StoreFault> {
        self.pass().await?;
        let streams = locked(&self.shared.streams);
        let given = streams.values().flat_map(|stream| &stream.feedback).filter(|row| row.tenant == query.tenant);
        let wanted = |row: &&FeedbackRow| {
            let rating = row.feedback.as_ref().map(|given| given.rating);
            rating.is_some_and(|rating| query.rating.is_none_or(|wanted| rating == wanted))
                && query.after.is_none_or(|after| (row.at, row.message) < after)
        };
        let mut rows: Vec<FeedbackRow> = given.filter(wanted).cloned().collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.at, row.message)));
        rows.truncate(query.limit as usize);
        Ok(rows)
    }

    async fn watch(&self, changed: Box<dyn Fn(StreamChange) + Send + Sync>) -> Result<(), StoreFault> {
        let mut grown = self.shared.grown.subscribe();
        loop {
            match grown.recv().await {
                Ok((node, session, seq)) if node != self.node => changed(StreamChange::Grown { session, seq }),
                Ok(_) => {}
                Err(broadcast::error::RecvError::Lagged(_)) => changed(StreamChange::Missed),
                Err(broadcast::error::RecvError::Closed) => return Ok(()),
            }
        }
    }
}
