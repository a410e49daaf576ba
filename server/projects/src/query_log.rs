//! What stands between whoever asks and a database: the log of queries, the tenant's budget, the operator's ceiling, and what a
//! custom build adds.

use super::{connections::connected, files::hex};
use crate::{Projects, middleware::QueryContext};
use async_trait::async_trait;
use domain::account::AuditLog as _;
use domain::{
    Failure,
    tools::{
        LONGEST_SQL, ProjectRow, ProjectSource, QueryOutcome, QueryRecord,
        warehouse::{QueryLimits, Warehouse, WarehouseFault},
    },
};
use moka::future::Cache;
use protocol::{ProjectSourceId, TenantId, Timestamp, UserId, live::Kind};
use sha2::{Digest, Sha256};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use uuid::Uuid;
use warehouse::middleware::{Audit, Budget, Ceiling, Cost, Entry, HandedOut, Ledger, Middleware, layered};

/// Lines of the log that a tenant has at most, and for how long: a tenant may keep them shorter.
const MOST_LINES: u32 = 10_000;
const KEPT: i64 = 90 * 86_400 * 1_000_000;
/// How long the rest of a budget is reckoned with before it is looked up again, for what other nodes spent.
const RECKONED: Duration = Duration::from_secs(60);
const LONGEST_DETAIL: usize = 300;
/// What a custom build is told as the database of a query that reads steps of an ask alone.
const STEPS: &str = "steps";

/// For whom a query is asked: a person, and what it belongs to.
#[derive(Clone, Copy)]
pub(crate) struct Requester {
    pub user: UserId,
    /// The stream that it belongs to; none for a person's own question.
    pub subject: Option<(Kind, Uuid)>,
}

impl Requester {
    /// To look at a source is no question of one's own.
    pub(crate) const fn for_source(user: UserId, source: ProjectSourceId) -> Self {
        Self { user, subject: Some((Kind::Reading, source.0)) }
    }
}

impl From<UserId> for Requester {
    fn from(user: UserId) -> Self {
        Self { user, subject: None }
    }
}

/// What is left of today for each tenant.
pub(super) struct Budgets(Cache<TenantId, Arc<Cost>>);

impl Budgets {
    pub(super) fn new() -> Self {
        Self(Cache::builder().max_capacity(10_000).time_to_live(RECKONED).build())
    }
}

/// A database of the project as this person asks it.
///
/// # Errors
/// What is wrong with the database, in a sentence.
pub(super) async fn asking(
    projects: &Projects,
    project: &ProjectRow,
    source: &ProjectSource,
    by: impl Into<Requester>,
) -> Result<Arc<dyn Warehouse>, Failure> {
    let database = connected(projects, project, source).await?;
    guarded(projects, project, (Some(source), database), by.into(), ceiling(projects)).await
}

/// A database, or tables that a query brings along, behind all that stands between it and whoever asks.
///
/// # Errors
/// The store's.
pub(super) async fn guarded(
    projects: &Projects,
    project: &ProjectRow,
    (source, database): (Option<&ProjectSource>, Arc<dyn Warehouse>),
    by: Requester,
    most: &QueryLimits,
) -> Result<Arc<dyn Warehouse>, Failure> {
    let book = Book { of: line_of(projects, project, source, by) };
    let mut chain: Vec<Arc<dyn Middleware>> = vec![Arc::new(Audit(Arc::new(book)))];
    if let Some(budget) = projects.settings().query_budget {
        chain.push(budget_of(projects, project.tenant, budget).await?);
    }
    chain.push(Arc::new(Ceiling(most.clone())));
    let name = source.map_or_else(|| STEPS.to_owned(), |source| source.name.clone());
    let asked = QueryContext { tenant: project.tenant, project: project.id, database: name, user: known(by.user) };
    chain.extend((projects.settings().middlewares)(&asked));
    Ok(layered(database, chain))
}

/// The most that one query of this server gets.
pub(super) fn ceiling(projects: &Projects) -> &QueryLimits {
    &projects.settings().query_ceiling
}

async fn budget_of(projects: &Projects, tenant: TenantId, whole: Duration) -> Result<Arc<Cost>, Failure> {
    let looked_up = async {
        let today = projects.query_log().query_days(tenant, None, None, 1).await?;
        let (year, month, day) = projects.now().date();
        let day = format!("{year:04}-{month:02}-{day:02}");
        let spent = today.iter().filter(|sum| sum.day == day).map(|sum| sum.took_ms).sum();
        let time = whole.saturating_sub(Duration::from_millis(spent));
        Ok::<_, Failure>(Arc::new(Cost::new(Budget { queries: u64::MAX, time })))
    };
    projects.0.budgets.0.try_get_with(tenant, looked_up).await.map_err(|failure| (*failure).clone())
}

/// A query that was refused before it was known which database it is for.
pub(super) async fn refused(projects: &Projects, project: &ProjectRow, by: impl Into<Requester>, sql: &str, why: &str) {
    let outcome = Err(WarehouseFault::Refused(why.to_owned()));
    let book = Book { of: line_of(projects, project, None, by.into()) };
    book.enter(Entry { sql: sql.to_owned(), elapsed_ms: 0, outcome }).await;
}

/// A profile asks many small queries, or none: in the log it is one line.
pub(super) async fn note_profile(
    projects: &Projects,
    project: &ProjectRow,
    source: &ProjectSource,
    by: UserId,
    table: &str,
    begun: Instant,
    fault: Option<&WarehouseFault>,
) {
    let elapsed_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let outcome = fault.map_or_else(|| Ok(HandedOut::default()), |fault| Err(fault.clone()));
    let book = Book { of: line_of(projects, project, Some(source), by.into()) };
    book.enter(Entry { sql: format!("profile of {table}"), elapsed_ms, outcome }).await;
}

/// Lines that were kept for long enough go.
pub async fn forget_queries(projects: &Projects) {
    let now = projects.now();
    if let Err(fault) = projects.query_log().forget_queries(now, Timestamp(now.0.saturating_sub(KEPT)), MOST_LINES).await {
        tracing::warn!(%fault, "old lines of the log of queries could not be removed");
    }
}

/// Whom a line is about, and where it goes.
struct Line {
    projects: Projects,
    project: ProjectRow,
    source: Option<(ProjectSourceId, String)>,
    user: Option<UserId>,
    subject: Option<(Kind, Uuid)>,
}

fn line_of(projects: &Projects, project: &ProjectRow, source: Option<&ProjectSource>, by: Requester) -> Line {
    let source = source.map(|source| (source.id, source.name.clone()));
    Line { projects: projects.clone(), project: project.clone(), source, user: known(by.user), subject: by.subject }
}

/// Whoever may run the command line is nobody whom the accounts know.
fn known(by: UserId) -> Option<UserId> {
    (!by.0.is_nil()).then_some(by)
}

struct Book {
    of: Line,
}

#[async_trait]
impl Ledger for Book {
    async fn enter(&self, entry: Entry) {
        let Line { projects, project, source, user, subject } = &self.of;
        let (outcome, detail) = match &entry.outcome {
            Ok(_) => (QueryOutcome::Done, String::new()),
            Err(fault) => (outcome_of(fault), bounded(&fault.to_string(), LONGEST_DETAIL)),
        };
        let HandedOut { rows, bytes, billed_bytes } = entry.outcome.unwrap_or_default();
        let (source, source_name) = source.clone().unzip();
        let record = QueryRecord {
            id: projects.id(),
            tenant: project.tenant,
            project: project.id,
            source,
            source_name: source_name.unwrap_or_default(),
            user: *user,
            subject: *subject,
            sql: bounded(&entry.sql, LONGEST_SQL),
            sha256: hex(&Sha256::digest(entry.sql.as_bytes())),
            outcome,
            rows,
            bytes,
            billed_bytes,
            took_ms: entry.elapsed_ms,
            detail,
            at: projects.now(),
        };
        if let Err(fault) = projects.query_log().log_query(record).await {
            tracing::error!(%fault, project = %project.id, "a query could not be entered in the log of queries");
        }
    }
}

const fn outcome_of(fault: &WarehouseFault) -> QueryOutcome {
    match fault {
        WarehouseFault::Refused(_) => QueryOutcome::Refused,
        WarehouseFault::Invalid(_) => QueryOutcome::Invalid,
        WarehouseFault::Limit(_) | WarehouseFault::Busy(_) => QueryOutcome::Limit,
        WarehouseFault::Unreachable(_) => QueryOutcome::Unreachable,
        WarehouseFault::Unusable(_) => QueryOutcome::Unusable,
    }
}

fn bounded(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_owned() } else { text.chars().take(most - 1).chain(['…']).collect() }
}
