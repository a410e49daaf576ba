//! The events of all streams: `events`.

use crate::{
    Store,
    columns::{At, count},
    datum::Datum,
    faults::fault,
    insert::Table,
    pools::read,
};
use domain::{
    StoreFault,
    live::{Append, StoredEvent},
};
use protocol::TenantId;
use uuid::Uuid;

pub(crate) const EVENTS: Table =
    Table { name: "events", columns: &["stream", "seq", "tenant_id", "at", "turn", "event"], conflict: "" };

/// An event with the append that it belongs to.
pub(crate) type OfAppend<'a> = (&'a Append, &'a StoredEvent);

/// Verbatim: serde escapes what a database could not hold.
pub(crate) fn write<'a>((append, event): &OfAppend<'a>, out: &mut Vec<Datum<'a>>) {
    out.extend([
        Datum::id(append.stream.id),
        Datum::seq(event.seq),
        Datum::id(append.stream.tenant.0),
        Datum::at(event.at),
        Datum::number(event.turn),
        Datum::Text(Some(event.json.as_str().into())),
    ]);
}

#[derive(sqlx_macros::FromRow)]
struct Record {
    seq: i64,
    at: At,
    turn: i32,
    event: String,
}

impl Store {
    pub(crate) async fn read_events(&self, tenant: TenantId, id: Uuid, after: u64) -> Result<Vec<StoredEvent>, StoreFault> {
        const SQL: &str = "SELECT seq, at, turn, event FROM events WHERE stream = $1 AND tenant_id = $2 AND seq > $3 \
            AND NOT EXISTS (SELECT 1 FROM streams LEFT JOIN projects ON projects.id = streams.project_id \
                WHERE streams.id = $1 AND (streams.deleted_at IS NOT NULL OR projects.deleted_at IS NOT NULL)) ORDER BY seq";
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let records: Vec<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(id).bind(tenant.0).bind(after).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(Record::event).collect()
    }
}

impl Record {
    fn event(self) -> Result<StoredEvent, StoreFault> {
        Ok(StoredEvent { seq: count(self.seq)?, at: self.at.0, turn: count(self.turn)?, json: self.event })
    }
}
