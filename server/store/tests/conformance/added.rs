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
    let read = SourceRead {
        subtype: row.subtype.clone(),
        warnings: row.warnings.clone(),
        found: Arc::new(found.clone()),
        changes: Changes::default(),
        is_same: false,
    };
    let stream = StreamRow {
        id: row.id.0,
        tenant: row.tenant,
        kind: Kind::Reading,
        owner: None,
        project: Some(row.project),
        seq: 1,
        open: false,
        wake_at: None,
        updated_at: row.updated_at,
    };
    let events = vec![StoredEvent { seq: 1, at: row.updated_at, turn: 0, json: "{}".into() }];
    let rows = Rows::Source(vec![SourceRows::Insert(Box::new(row.clone())), SourceRows::Found(row.status, read)]);
    store.commit(Append { expected: 0, events, stream, rows, audit }).await?;
    Ok(store.project_source(row.tenant, row.project, row.id).await?.expect("it was added"))
}
