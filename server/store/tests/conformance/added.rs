//! Sources as they come into the store: by the stream of their reading.

use domain::{
    StoreFault,
    account::AuditEntry,
    live::{Append, Rows, StoredEvent, StreamRow, StreamStore as _},
    reading::{SourceRead, SourceRows},
    tools::{Found, ProjectSource, ProjectStore as _},
};
use protocol::{live::Kind, reading::Changes};
use std::sync::Arc;
use store::Store;

/// Adds a source that is read already; its row as it is kept.
pub(crate) async fn add(store: &Store, row: ProjectSource, found: &Found) -> Result<ProjectSource, StoreFault> {
    add_with(store, row, found, None).await
}

pub(crate) async fn add_with(
    store: &Store,
    row: ProjectSource,
    found: &Found,
    audit: Option<AuditEntry>,
) -> Result<ProjectSource, StoreFault> {
    let rows = vec![SourceRows::Insert(Box::new(row.clone())), SourceRows::Found(row.status, read(&row, found))];
    store.commit(append(&row, 1, rows, audit)).await?;
    Ok(store.project_source(row.tenant, row.project, row.id).await?.expect("it was added"))
}

/// Reads one that was added again, `seq` times with the first.
pub(crate) async fn read_again(
    store: &Store,
    row: &ProjectSource,
    found: &Found,
    seq: u64,
) -> Result<Option<ProjectSource>, StoreFault> {
    let rows = vec![SourceRows::Found(row.status, read(row, found))];
    store.commit(append(row, seq, rows, None)).await?;
    store.project_source(row.tenant, row.project, row.id).await
}

/// One that was added again, `seq` times with the first: it can be asked for.
pub(crate) async fn make_ready(store: &Store, row: &ProjectSource, seq: u64) -> Result<(), StoreFault> {
    store.commit(append(row, seq, vec![SourceRows::Ready], None)).await
}

/// The first reading of one that an earlier release added.
pub(crate) async fn adopt(store: &Store, row: &ProjectSource) -> Result<(), StoreFault> {
    store.commit(append(row, 1, vec![SourceRows::Adopt], None)).await
}

fn read(row: &ProjectSource, found: &Found) -> SourceRead {
    SourceRead {
        subtype: row.subtype.clone(),
        warnings: row.warnings.clone(),
        found: Arc::new(found.clone()),
        json: serde_json::to_string(found).expect("JSON").into(),
        changes: Changes::default(),
        is_same: false,
    }
}

fn append(row: &ProjectSource, seq: u64, rows: Vec<SourceRows>, audit: Option<AuditEntry>) -> Append {
    let stream = StreamRow {
        id: row.id.0,
        tenant: row.tenant,
        kind: Kind::Reading,
        owner: None,
        project: Some(row.project),
        seq,
        open: false,
        wake_at: None,
        updated_at: row.updated_at,
    };
    let events = vec![StoredEvent { seq, at: row.updated_at, turn: 0, json: "{}".into() }];
    Append { expected: seq - 1, events, stream, rows: Rows::Source(rows), audit }
}
