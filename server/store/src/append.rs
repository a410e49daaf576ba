//! One transaction for a group of appends, each to a stream of its own.

use crate::{
    accounts::log,
    audit_trail::{self, AUDIT},
    datum::Datum,
    events::{self, EVENTS, Written},
    faults::fault,
    feedback::{self, FEEDBACK},
    insert::{Dialect, Statement},
    obligations::{self, OBLIGATIONS},
    pools::{Pools, transaction},
    research::{self, RESEARCH},
    sessions::{self, SESSIONS},
    summaries::{self, SUMMARIES},
    watch::of_list,
};
use domain::{
    StoreFault,
    interview::{Append, SessionRow},
};
use protocol::{SessionId, TenantId};
use sqlx::AssertSqlSafe;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Stores those appends whose stream stands where they expect it, and answers for each whether it did.
/// A fault means that none of them is stored.
pub(crate) async fn store(pools: &Pools, node: Uuid, group: &[&Append]) -> Result<Vec<bool>, StoreFault> {
    Ok(transaction!(pools, |on, dialect| {
        let known = known(dialect, group);
        let mut query = sqlx::query_as::<_, (Uuid, Uuid, i64)>(AssertSqlSafe(known.sql)).persistent(false);
        for datum in known.data {
            query = query.bind(datum);
        }
        let stands: HashMap<SessionId, (TenantId, i64)> = query
            .fetch_all(&mut *on)
            .await
            .map_err(fault)?
            .into_iter()
            .map(|(id, tenant, seq)| (SessionId(id), (TenantId(tenant), seq)))
            .collect();
        let mut fits: Vec<bool> = group.iter().map(|append| fits(append, &stands)).collect();
        let mut opened = HashSet::new();
        for (place, row) in sole(group, &fits) {
            if dialect == Dialect::Postgres {
                sqlx::query(LOCK_PERSON).bind(row.user.0).execute(&mut *on).await.map_err(fault)?;
            }
            let other = sqlx::query(ACTIVE).bind(row.tenant.0).bind(row.user.0).bind(row.context_type.name());
            let other = other.fetch_optional(&mut *on).await.map_err(fault)?;
            fits[place] = other.is_none() && opened.insert((row.user, row.context_type));
        }
        let stored: Vec<&Append> = group.iter().zip(&fits).filter(|(_, fits)| **fits).map(|(append, _)| *append).collect();
        let written = stored
            .iter()
            .flat_map(|append| append.events.iter().map(|event| Written::of(append.session.id, append.session.tenant, event)))
            .collect::<Result<Vec<_>, _>>()?;
        for statement in statements(dialect, &stored, &written) {
            let mut query = sqlx::query(AssertSqlSafe(statement.sql)).persistent(dialect.keeps());
            for datum in statement.data {
                query = query.bind(datum);
            }
            query.execute(&mut *on).await.map_err(fault)?;
        }
        for deed in stored.iter().filter_map(|append| append.deed.as_ref()) {
            log!(&mut *on, deed);
        }
        if let Some(note) = note(dialect, node, &stored) {
            let mut query = sqlx::query(AssertSqlSafe(note.sql)).persistent(false);
            for datum in note.data {
                query = query.bind(datum);
            }
            query.execute(&mut *on).await.map_err(fault)?;
        }
        fits
    }))
}

/// Of two nodes that open a person's only interview, one waits here for the other. SQLite has one writer anyway.
const LOCK_PERSON: &str = "SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE";
const ACTIVE: &str = "SELECT 1 FROM elicitation_sessions \
    WHERE tenant_id = $1 AND user_id = $2 AND context_type = $3 AND status = 'active' LIMIT 1";

/// The interviews that have to be the only ones of their person and kind, in the order in which every node locks people.
fn sole<'a>(group: &[&'a Append], fits: &[bool]) -> Vec<(usize, &'a SessionRow)> {
    let fitting = group.iter().zip(fits).enumerate().filter(|(_, (append, fits))| **fits && append.sole);
    let mut rows: Vec<_> = fitting.map(|(place, (append, _))| (place, &append.session)).collect();
    rows.sort_by_key(|(place, row)| (row.user, *place));
    rows
}

/// Where the streams stand. Postgres keeps other nodes from moving them until the end of the transaction; the order of the
/// locks is the same everywhere, so that two nodes never wait for each other.
fn known<'a>(dialect: Dialect, group: &[&Append]) -> Statement<'a> {
    let mut sql = String::from("SELECT id, tenant_id, seq FROM elicitation_sessions WHERE id IN (");
    let mut data = Vec::with_capacity(group.len());
    for append in group {
        if !data.is_empty() {
            sql.push_str(", ");
        }
        data.push(Datum::id(append.session.id.0));
        dialect.placeholder(&mut sql, data.len());
    }
    sql.push(')');
    if dialect == Dialect::Postgres {
        sql.push_str(" ORDER BY id FOR NO KEY UPDATE");
    }
    Statement { sql, data }
}

/// A stream that has grown past `expected` does not fit, nor one that has not grown so far (its interview was deleted), nor
/// one of another tenant.
fn fits(append: &Append, stands: &HashMap<SessionId, (TenantId, i64)>) -> bool {
    match stands.get(&append.session.id) {
        None => append.expected == 0,
        Some((tenant, seq)) => {
            *tenant == append.session.tenant && u64::try_from(*seq) == Ok(append.expected) && append.expected > 0
        }
    }
}

/// Sessions first, since the other rows refer to them.
fn statements<'a>(dialect: Dialect, stored: &[&'a Append], written: &'a [Written<'_>]) -> Vec<Statement<'a>> {
    fn each<'a, R>(stored: &[&'a Append], of: impl Fn(&'a Append) -> &'a [R]) -> Vec<&'a R> {
        stored.iter().flat_map(|append| of(append)).collect()
    }
    let sessions: Vec<_> = stored.iter().map(|append| &append.session).collect();
    let events: Vec<_> = written.iter().collect();
    let mut all = SESSIONS.insert(dialect, &sessions, sessions::write);
    all.extend(EVENTS.insert(dialect, &events, events::write));
    all.extend(OBLIGATIONS.insert(dialect, &each(stored, |append| &append.obligations), obligations::write));
    all.extend(AUDIT.insert(dialect, &each(stored, |append| &append.audit), audit_trail::write));
    all.extend(SUMMARIES.insert(dialect, &each(stored, |append| &append.summaries), summaries::write));
    all.extend(RESEARCH.insert(dialect, &each(stored, |append| &append.research), research::write));
    all.extend(FEEDBACK.insert(dialect, &each(stored, |append| &append.feedback), feedback::write));
    all
}

/// Tells other nodes, at the moment of the commit, which streams grew, and whose lists show it.
fn note<'a>(dialect: Dialect, node: Uuid, stored: &[&Append]) -> Option<Statement<'a>> {
    if dialect == Dialect::Sqlite || stored.is_empty() {
        return None;
    }
    let mut sql = String::from("SELECT pg_notify('discovery_stream', payload) FROM (VALUES ");
    let mut data = Vec::with_capacity(2 * stored.len());
    let grown = stored.iter().map(|append| format!("{node}:{}:{}", append.session.id, append.session.seq));
    let people: HashSet<_> = stored.iter().map(|append| append.session.user).collect();
    for told in grown.chain(people.into_iter().map(|user| of_list(node, user))) {
        sql.push_str(if data.is_empty() { "(" } else { ", (" });
        data.push(Datum::Text(Some(told.into())));
        dialect.placeholder(&mut sql, data.len());
        sql.push(')');
    }
    sql.push_str(") AS notes (payload)");
    Some(Statement { sql, data })
}
