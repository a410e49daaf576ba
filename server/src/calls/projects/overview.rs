//! The first page of a project: what is in it, how it hangs together, and what was done with it last.

use super::text;
use crate::{
    backend::{Backend, who as asker},
    calls::ask,
};
use app::pages::projects::calls::{OverviewView, RecentKind, RecentShown, SourceGlance, SparkShown, TableGlance, TableLink};
use domain::{
    Failure,
    account::PageQuery,
    tools::{
        SourceKind,
        answers::Held,
        catalog::{Column, Table},
    },
};
use projects::{ProjectCatalog, Spark};
use protocol::account::{Account, Role};
use std::{cmp::Reverse, collections::HashSet};

/// Sources that hold no tables, and keys, as many as are listed.
const OTHERS: usize = 12;
const LINKS: usize = 40;
/// Of each kind of work.
const EACH: u32 = 3;
/// Of all kinds together.
const RECENT: usize = 6;

pub(super) async fn build_view(backend: &Backend, who: &Account, catalog: &ProjectCatalog) -> Result<OverviewView, Failure> {
    let mut is_drawing = false;
    let main = projects::main_tables(catalog);
    let mut tables = Vec::with_capacity(main.len());
    for &(one, table) in &main {
        let known = projects::known_spark(backend.projects(), catalog, one, table).await;
        is_drawing |= known.is_none();
        let awaited = known.is_none();
        tables.push(TableGlance { is_drawing: awaited, ..glance(one, table, known.flatten().as_deref()) });
    }
    let all: usize = Held::databases(&catalog.held).map(|one| one.found.tables.len()).sum();
    let others = catalog.held.iter().filter(|one| one.source.kind != SourceKind::Database && one.source.status.is_known());
    let first_reads = catalog.held.iter().filter(|one| one.source.status.name() == "reading");
    Ok(OverviewView {
        more_tables: all - tables.len(),
        tables,
        links: list_links(catalog),
        others: others.take(OTHERS).map(other).collect(),
        questions: if who.role >= Role::Member { ask::suggest(&catalog.held) } else { Vec::new() },
        recent: list_recent(backend, who, catalog).await?,
        is_drawing,
        reading: first_reads.count(),
        may_make: who.role >= Role::Member,
    })
}

fn glance(one: &Held, table: &Table, spark: Option<&Spark>) -> TableGlance {
    TableGlance {
        source: one.source.id,
        source_name: one.source.name.clone(),
        name: table.name.clone(),
        rows: table.row_count,
        estimated: table.estimated,
        columns: table.columns.len(),
        spark: spark.map(|spark| SparkShown {
            column: spark.column.clone(),
            unit: spark.unit.to_owned(),
            from: spark.from.clone(),
            until: spark.until.clone(),
            counts: spark.counts.clone(),
        }),
        is_drawing: false,
    }
}

fn other(one: &Held) -> SourceGlance {
    let source = &one.source;
    SourceGlance {
        id: source.id,
        kind: source.kind.name().to_owned(),
        name: source.name.clone(),
        summary: text(&source.summary["text"]),
    }
}

/// The keys between tables that are both there.
fn list_links(catalog: &ProjectCatalog) -> Vec<TableLink> {
    let databases = Held::databases(&catalog.held);
    let all = databases.flat_map(|one| {
        let keys = one.found.tables.iter().flat_map(|table| table.columns.iter().map(move |column| (table, column)));
        keys.filter_map(move |(table, column)| link(one, table, column))
    });
    all.take(LINKS).collect()
}

fn link(one: &Held, table: &Table, column: &Column) -> Option<TableLink> {
    let key = column.foreign_key.as_ref()?;
    let to = one.found.tables.iter().find(|other| other.name.eq_ignore_ascii_case(&key.table))?;
    Some(TableLink {
        source: one.source.id,
        from: table.name.clone(),
        from_column: column.name.clone(),
        to: to.name.clone(),
        to_column: key.column.clone(),
        declared: key.declared,
    })
}

/// The newest runs, one's own questions, the interviews that runs went out from, and opportunities.
async fn list_recent(backend: &Backend, who: &Account, catalog: &ProjectCatalog) -> Result<Vec<RecentShown>, Failure> {
    let (tenant, id) = (who.tenant_id, catalog.project.id);
    let page = || PageQuery { limit: EACH, after: None };
    let runs = backend.projects().run_store().runs(tenant, id, page()).await?;
    let asks = backend.asks().store().asks(tenant, Some(id), Some(who.user_id), page()).await?;
    let pipelines = backend.opportunities().store().pipelines(tenant, Some(id), page()).await?;
    let mut all: Vec<RecentShown> = Vec::new();
    for row in &runs {
        all.push(RecentShown {
            kind: RecentKind::Run,
            title: row.request.goal.clone(),
            href: format!("/projects/{id}/runs/{}", row.id),
            at: row.created_at,
            is_open: !row.status.is_over(),
        });
        if let Some(session) = row.request.session_id
            && let Ok(viewed) = backend.interviews().view(asker(who), session).await
        {
            let href = format!("/interviews/{session}");
            let title = viewed.view.shown_title();
            all.push(RecentShown { kind: RecentKind::Interview, title, href, at: row.created_at, is_open: false });
        }
    }
    all.extend(asks.iter().map(|row| RecentShown {
        kind: RecentKind::Ask,
        title: row.question.clone(),
        href: format!("/ask/{}", row.id),
        at: row.created_at,
        is_open: row.finished_at.is_none(),
    }));
    all.extend(pipelines.iter().map(|row| RecentShown {
        kind: RecentKind::Opportunities,
        title: String::new(),
        href: format!("/opportunities/{}", row.id),
        at: row.created_at,
        is_open: row.finished_at.is_none(),
    }));
    // An interview that several runs went out from is named once.
    all.sort_by_key(|one| Reverse(one.at));
    let mut seen = HashSet::new();
    all.retain(|one| seen.insert(one.href.clone()));
    all.truncate(RECENT);
    Ok(all)
}
