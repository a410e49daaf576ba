//! What an append of an ask writes beside its events.

use crate::{
    columns::micros,
    datum::Datum,
    insert::{Dialect, Statement, Table},
};
use domain::{
    ask::{AskRow, AskRows},
    live::StreamRow,
    runs::Kept,
};

/// What somebody saved it as stays.
const ASKS: Table = Table {
    name: "asks",
    columns: &[
        "id", "tenant_id", "project_id", "conversation_id", "user_id", "question", "mode", "status", "verdict", "answer",
        "engine", "error", "redo_of", "cost_micros", "created_at", "finished_at", "updated_at",
    ],
    conflict: "ON CONFLICT (id) DO UPDATE SET mode = excluded.mode, status = excluded.status, verdict = excluded.verdict, \
        answer = excluded.answer, engine = excluded.engine, error = excluded.error, cost_micros = excluded.cost_micros, \
        finished_at = excluded.finished_at, updated_at = excluded.updated_at",
};
const MEMORY: Table = Table {
    name: "ask_memory",
    columns: &["ask_id", "name", "tenant_id", "value"],
    conflict: "ON CONFLICT (ask_id, name) DO UPDATE SET value = excluded.value",
};

pub(crate) fn statements<'a>(dialect: Dialect, stream: &'a StreamRow, rows: &'a AskRows) -> Vec<Statement<'a>> {
    let mut all = ASKS.insert(dialect, &[&rows.row], write);
    let kept: Vec<&Kept> = rows.kept.iter().collect();
    all.extend(MEMORY.insert(dialect, &kept, |kept, out| {
        out.extend([Datum::id(stream.id), Datum::text(&kept.name), Datum::id(stream.tenant.0), Datum::json(&kept.value)]);
    }));
    all
}

fn write<'a>(row: &&'a AskRow, out: &mut Vec<Datum<'a>>) {
    out.extend([
        Datum::id(row.id.0),
        Datum::id(row.tenant.0),
        Datum::id(row.project.0),
        Datum::id(row.conversation.0),
        Datum::id(row.user.0),
        Datum::text(&row.question),
        Datum::maybe_text(row.mode.map(protocol::ask::AskMode::name)),
        Datum::text(row.status.name()),
        Datum::maybe_text(row.verdict.map(protocol::ask::Verdict::name)),
        Datum::maybe_text(row.answer.as_deref()),
        Datum::text(&row.engine),
        Datum::maybe_text(row.error.as_deref()),
        Datum::id(row.redo_of.map(|id| id.0)),
        Datum::number(micros(row.usd)),
        Datum::at(row.created_at),
        Datum::maybe_at(row.finished_at),
        Datum::at(row.updated_at),
    ]);
}
