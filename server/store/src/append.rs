//! One transaction for a group of appends, each to a stream of its own.

use crate::{
    accounts::log,
    ask,
    audit_trail::{self, AUDIT},
    companies,
    datum::Datum,
    events::{self, EVENTS, OfAppend},
    faults::fault,
    feedback::{self, FEEDBACK},
    insert::{Dialect, Statement},
    obligations::{self, OBLIGATIONS},
    opportunities,
    pools::{Pools, transaction},
    projects::{
        notifications::{PROJECTS, of_project},
        packs, reading,
    },
    research::{self, RESEARCH},
    runs,
    sessions::{self, SESSIONS},
    streams::{self, STREAMS},
    summaries::{self, SUMMARIES},
    watch::{STREAMS as CHANNEL, of_list},
};
use domain::{
    StoreFault,
    interview::{InterviewRows, SessionRow},
    live::{Append, Rows},
    tools::ProjectChange,
};
use protocol::TenantId;
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
        let stored = query.fetch_all(&mut *on).await.map_err(fault)?;
        let stored: HashMap<Uuid, (TenantId, i64)> =
            stored.into_iter().map(|(id, tenant, seq)| (id, (TenantId(tenant), seq))).collect();
        let mut fits: Vec<bool> = group.iter().map(|append| fits(append, &stored)).collect();
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
        for statement in statements(dialect, &stored)? {
            let mut query = sqlx::query(AssertSqlSafe(statement.sql)).persistent(dialect.keeps());
            for datum in statement.data {
                query = query.bind(datum);
            }
            query.execute(&mut *on).await.map_err(fault)?;
        }
        for audit in stored.iter().filter_map(|append| append.audit.as_ref()) {
            log!(&mut *on, audit);
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
    WHERE tenant_id = $1 AND user_id = $2 AND context_type = $3 AND status = 'active' AND deleted_at IS NULL \
    AND NOT EXISTS (SELECT 1 FROM interview_guests g WHERE g.session_id = elicitation_sessions.id) LIMIT 1";

/// The interviews that have to be the only ones of their person and kind, in the order in which every node locks people.
fn sole<'a>(group: &[&'a Append], fits: &[bool]) -> Vec<(usize, &'a SessionRow)> {
    let fitting = group.iter().zip(fits).enumerate().filter(|(_, (_, fits))| **fits);
    let interviews = fitting.filter_map(|(place, (append, _))| Some((place, interview(append)?)));
    let mut rows: Vec<_> = interviews.filter(|(_, rows)| rows.sole).map(|(place, rows)| (place, &rows.session)).collect();
    rows.sort_by_key(|(place, row)| (row.user, *place));
    rows
}

/// Where the streams stand. Postgres keeps other nodes from moving them until the end of the transaction; the order of the
/// locks is the same everywhere, so that two nodes never wait for each other.
fn known<'a>(dialect: Dialect, group: &[&Append]) -> Statement<'a> {
    let mut sql = String::from("SELECT id, tenant_id, seq FROM streams WHERE id IN (");
    let mut data = Vec::with_capacity(group.len());
    for append in group {
        if !data.is_empty() {
            sql.push_str(", ");
        }
        data.push(Datum::id(append.stream.id));
        dialect.placeholder(&mut sql, data.len());
    }
    // What is deleted for now takes nothing, as if it were gone.
    sql.push_str(") AND deleted_at IS NULL");
    if dialect == Dialect::Postgres {
        sql.push_str(" ORDER BY id FOR NO KEY UPDATE");
    }
    Statement { sql, data }
}

/// A stream that has grown past `expected` does not fit, nor one that has not grown so far (it was deleted), nor one of another
/// tenant.
fn fits(append: &Append, stored: &HashMap<Uuid, (TenantId, i64)>) -> bool {
    match stored.get(&append.stream.id) {
        None => append.expected == 0,
        Some((tenant, seq)) => {
            *tenant == append.stream.tenant && u64::try_from(*seq) == Ok(append.expected) && append.expected > 0
        }
    }
}

fn interview(append: &Append) -> Option<&InterviewRows> {
    match &append.rows {
        Rows::Interview(rows) => Some(rows),
        Rows::Project(_) | Rows::Source(_) | Rows::Run(_) | Rows::Search(_) | Rows::Ask(_) | Rows::Pipeline(_) | Rows::None => {
            None
        }
    }
}

/// Streams and sessions first, since the other rows refer to them.
fn statements<'a>(dialect: Dialect, stored: &[&'a Append]) -> Result<Vec<Statement<'a>>, StoreFault> {
    fn each<'a, R>(stored: &[&'a InterviewRows], of: impl Fn(&'a InterviewRows) -> &'a [R]) -> Vec<&'a R> {
        stored.iter().flat_map(|rows| of(rows)).collect()
    }
    let streams: Vec<_> = stored.iter().map(|append| &append.stream).collect();
    let events: Vec<OfAppend<'a>> = stored.iter().flat_map(|append| append.events.iter().map(|event| (*append, event))).collect();
    let rows: Vec<&'a InterviewRows> = stored.iter().filter_map(|append| interview(append)).collect();
    let sessions: Vec<_> = rows.iter().map(|rows| &rows.session).collect();
    let mut all = STREAMS.insert(dialect, &streams, streams::write);
    all.extend(SESSIONS.insert(dialect, &sessions, sessions::write));
    all.extend(EVENTS.insert(dialect, &events, events::write));
    all.extend(OBLIGATIONS.insert(dialect, &each(&rows, |rows| &rows.obligations), obligations::write));
    all.extend(AUDIT.insert(dialect, &each(&rows, |rows| &rows.audit), audit_trail::write));
    all.extend(SUMMARIES.insert(dialect, &each(&rows, |rows| &rows.summaries), summaries::write));
    all.extend(RESEARCH.insert(dialect, &each(&rows, |rows| &rows.research), research::write));
    all.extend(FEEDBACK.insert(dialect, &each(&rows, |rows| &rows.feedback), feedback::write));
    for append in stored {
        match &append.rows {
            Rows::Project(rows) => all.push(packs::update(dialect, &append.stream, rows)),
            Rows::Source(rows) => all.extend(reading::statements(dialect, &append.stream, rows)?),
            Rows::Run(rows) => all.extend(runs::statements(dialect, &append.stream, rows)?),
            Rows::Search(rows) => all.extend(companies::statements(dialect, &append.stream, rows)?),
            Rows::Ask(rows) => all.extend(ask::statements(dialect, &append.stream, rows)),
            Rows::Pipeline(rows) => all.extend(opportunities::statements(dialect, &append.stream, rows)),
            Rows::Interview(_) | Rows::None => {}
        }
    }
    all.extend(companies::uses(dialect, stored));
    Ok(all)
}

/// What an append changes of a project: its own row, a source's, its runs, or its pipelines.
pub(crate) fn changed_project(append: &Append) -> Option<ProjectChange> {
    let (tenant, project) = (append.stream.tenant, append.stream.project?);
    match append.rows {
        Rows::Project(_) | Rows::Source(_) => Some(ProjectChange::Of { tenant, project }),
        Rows::Run(_) => Some(ProjectChange::Runs { tenant, project }),
        Rows::Pipeline(_) => Some(ProjectChange::Pipelines { tenant, project }),
        Rows::Interview(_) | Rows::Search(_) | Rows::Ask(_) | Rows::None => None,
    }
}

/// Tells other nodes, at the moment of the commit, which streams grew, whose lists show it, and which projects changed.
fn note<'a>(dialect: Dialect, node: Uuid, stored: &[&Append]) -> Option<Statement<'a>> {
    if dialect == Dialect::Sqlite || stored.is_empty() {
        return None;
    }
    let grown = stored.iter().map(|append| (CHANNEL, format!("{node}:{}:{}", append.stream.id, append.stream.seq)));
    let people: HashSet<_> = stored.iter().filter_map(|append| append.stream.owner).collect();
    let lists = people.into_iter().map(|user| (CHANNEL, of_list(node, user)));
    let projects = stored.iter().filter_map(|append| Some((PROJECTS, of_project(node, changed_project(append)?)?)));
    let mut sql = String::from("SELECT pg_notify(channel, payload) FROM (VALUES ");
    let mut data = Vec::with_capacity(4 * stored.len());
    for (channel, payload) in grown.chain(lists).chain(projects) {
        sql.push_str(if data.is_empty() { "(" } else { ", (" });
        data.push(Datum::Text(Some(channel.into())));
        dialect.placeholder(&mut sql, data.len());
        sql.push_str(", ");
        data.push(Datum::Text(Some(payload.into())));
        dialect.placeholder(&mut sql, data.len());
        sql.push(')');
    }
    sql.push_str(") AS notes (channel, payload)");
    Some(Statement { sql, data })
}
