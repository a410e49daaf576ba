//! The stream of an interview: `events`.

use crate::{
    Store,
    columns::{At, count},
    datum::Datum,
    faults::fault,
    insert::Table,
    pools::read,
};
use domain::StoreFault;
use protocol::{
    SessionId, TenantId,
    interview::{InterviewEvent, Recorded},
};

pub(crate) const EVENTS: Table =
    Table { name: "events", columns: &["stream", "seq", "tenant_id", "at", "turn", "event"], conflict: "" };

/// An event on its way into the table, as JSON text.
pub(crate) struct Written<'a> {
    pub(crate) session: SessionId,
    pub(crate) tenant: TenantId,
    pub(crate) recorded: &'a Recorded,
    pub(crate) json: String,
}

impl<'a> Written<'a> {
    pub(crate) fn of(session: SessionId, tenant: TenantId, recorded: &'a Recorded) -> Result<Self, StoreFault> {
        let json = serde_json::to_string(&recorded.event).map_err(|error| StoreFault::Refused(error.to_string()))?;
        Ok(Self { session, tenant, recorded, json })
    }
}

/// Verbatim: serde escapes what a database could not hold.
pub(crate) fn write<'a>(row: &&'a Written<'_>, out: &mut Vec<Datum<'a>>) {
    out.extend([
        Datum::id(row.session.0),
        Datum::seq(row.recorded.seq),
        Datum::id(row.tenant.0),
        Datum::at(row.recorded.at),
        Datum::number(row.recorded.turn),
        Datum::Text(Some(row.json.as_str().into())),
    ]);
}

#[derive(sqlx::FromRow)]
struct Record {
    seq: i64,
    at: At,
    turn: i32,
    event: String,
}

impl Store {
    pub(crate) async fn read_events(
        &self,
        tenant: TenantId,
        session: SessionId,
        after: u64,
    ) -> Result<Vec<Recorded>, StoreFault> {
        const SQL: &str =
            "SELECT seq, at, turn, event FROM events WHERE stream = $1 AND tenant_id = $2 AND seq > $3 ORDER BY seq";
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let records: Vec<Record> = read!(self, |on| {
            sqlx::query_as(SQL).bind(session.0).bind(tenant.0).bind(after).fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::recorded).collect()
    }
}

impl Record {
    fn recorded(self) -> Result<Recorded, StoreFault> {
        let event: InterviewEvent =
            serde_json::from_str(&self.event).map_err(|error| StoreFault::Corrupt(format!("event {}: {error}", self.seq)))?;
        Ok(Recorded { seq: count(self.seq)?, at: self.at.0, turn: count(self.turn)?, event })
    }
}
