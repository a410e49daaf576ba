//! What the drafting of a pack does to its project's row, in the transaction of its events.

use crate::{
    datum::Datum,
    insert::{Dialect, Statement},
};
use domain::{live::StreamRow, packs::ProjectRows};

/// The row changes with every such append, so that whoever holds an older one sees it.
pub(crate) fn update<'a>(dialect: Dialect, stream: &'a StreamRow, rows: &'a ProjectRows) -> Statement<'a> {
    let later = match dialect {
        Dialect::Sqlite => "MAX(updated_at + 1, $6)",
        Dialect::Postgres => "GREATEST(updated_at + INTERVAL '1 microsecond', $6)",
    };
    let sql = format!(
        "UPDATE projects SET state = $3, pack = COALESCE($4, pack), pack_error = $5, updated_at = {later} \
         WHERE id = $1 AND tenant_id = $2"
    );
    let data = vec![
        Datum::id(stream.project.map(|project| project.0)),
        Datum::id(stream.tenant.0),
        Datum::text(rows.state.name()),
        Datum::maybe_json(rows.pack.as_ref()),
        Datum::maybe_text(rows.error.as_deref()),
        Datum::at(stream.updated_at),
    ];
    Statement { sql, data }
}
