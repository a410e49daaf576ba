//! Titles over all tables that have one.

use crate::{
    Store,
    faults::fault,
    pools::{Pools, read},
    sessions::within,
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    titles::{MOST_TITLE_WORDS, TitleQuery, TitleRow, TitleStore, TitledKind},
};
use protocol::ProjectId;
use sqlx::QueryBuilder;
use uuid::Uuid;

/// Where titles of one kind are. What differs between the databases is there twice: SQLite's first.
struct Place {
    kind: TitledKind,
    id: &'static str,
    title: [&'static str; 2],
    from: [&'static str; 2],
    /// The table whose tenant must be the one who looks.
    of: &'static str,
    /// Only what is the person's own.
    own: bool,
}

/// How the sources of projects, which may be deleted for now, are read.
const SOURCES: &str = "s";

/// The project's own columns are read as `p`; what has no project has none there.
const PLACES: [Place; 8] = [
    Place { kind: TitledKind::Project, id: "p.id", title: ["p.name"; 2], from: ["projects p"; 2], of: "p", own: false },
    Place {
        kind: TitledKind::Table,
        id: "s.id",
        title: ["json_extract(t.value, '$.name')", "t.value ->> 'name'"],
        from: [
            "project_sources s JOIN projects p ON p.id = s.project_id AND s.kind = 'database' \
             JOIN project_found f ON f.source_id = s.id, json_each(f.found, '$.tables') t",
            // Postgres reads no document with a NUL, which rows of a table may hold.
            "project_sources s JOIN projects p ON p.id = s.project_id AND s.kind = 'database' \
             JOIN project_found f ON f.source_id = s.id, \
             json_array_elements(replace(f.found, '\\u0000', '\\ufffd')::json -> 'tables') AS t(value)",
        ],
        of: SOURCES,
        own: false,
    },
    Place {
        kind: TitledKind::Document,
        id: "s.id",
        title: ["json_extract(t.value, '$.name')", "t.value ->> 'name'"],
        from: [
            "project_sources s JOIN projects p ON p.id = s.project_id AND s.kind = 'document', json_each(s.files) t",
            "project_sources s JOIN projects p ON p.id = s.project_id AND s.kind = 'document', \
             jsonb_array_elements(s.files) AS t(value)",
        ],
        of: SOURCES,
        own: false,
    },
    Place {
        kind: TitledKind::Source,
        id: "s.id",
        title: ["s.name"; 2],
        from: ["project_sources s JOIN projects p ON p.id = s.project_id"; 2],
        of: SOURCES,
        own: false,
    },
    Place {
        kind: TitledKind::Run,
        id: "r.id",
        title: ["json_extract(r.request, '$.goal')", "r.request ->> 'goal'"],
        from: ["discovery_runs r JOIN projects p ON p.id = r.project_id"; 2],
        of: "r",
        own: false,
    },
    Place {
        kind: TitledKind::Ask,
        id: "a.id",
        title: ["a.question"; 2],
        from: ["asks a JOIN projects p ON p.id = a.project_id"; 2],
        of: "a",
        own: true,
    },
    Place {
        kind: TitledKind::CompanySearch,
        id: "c.id",
        title: ["json_extract(c.request, '$.queryText')", "c.request ->> 'queryText'"],
        from: ["company_searches c LEFT JOIN projects p ON FALSE"; 2],
        of: "c",
        own: true,
    },
    Place {
        kind: TitledKind::Opportunity,
        id: "o.pipeline_id",
        title: ["o.affected_area"; 2],
        from: ["opportunities o JOIN projects p ON p.id = o.project_id"; 2],
        of: "o",
        own: false,
    },
];

#[async_trait]
impl TitleStore for Store {
    async fn find_titles(&self, query: TitleQuery) -> Result<Vec<TitleRow>, StoreFault> {
        let words: Vec<String> = query.words.split_whitespace().take(MOST_TITLE_WORDS).map(within).collect();
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let database = match self.pools() {
            Pools::Sqlite(_) => 0,
            Pools::Postgres(_) => 1,
        };
        let mut all = Vec::new();
        for Place { kind, id, title, from, of, own } in &PLACES {
            let (title, from) = (title[database], from[database]);
            let rows: Vec<(Uuid, Option<Uuid>, Option<String>, String)> = read!(self, |on| {
                let mut sql = QueryBuilder::new("SELECT ");
                sql.push(id).push(", p.id, p.name, ").push(title).push(" FROM ").push(from);
                sql.push(" WHERE ").push(of).push(".tenant_id = ").push_bind(query.tenant.0).push(" AND p.deleted_at IS NULL");
                if *of == SOURCES {
                    sql.push(" AND s.deleted_at IS NULL");
                }
                if *own {
                    sql.push(" AND ").push(of).push(".user_id = ").push_bind(query.user.0);
                }
                for word in &words {
                    sql.push(" AND lower(").push(title).push(") LIKE lower(").push_bind(word.clone()).push(") ESCAPE '\\'");
                }
                sql.push(" ORDER BY ").push(newest(*kind)).push(" LIMIT ").push_bind(i64::from(query.each));
                sql.build_query_as().fetch_all(on).await.map_err(fault)?
            });
            all.extend(rows.into_iter().map(|(id, project, name, title)| TitleRow {
                kind: *kind,
                id,
                project: project.map(ProjectId).zip(name),
                title,
            }));
        }
        Ok(all)
    }
}

/// In which order the titles of a kind are found. Ids are of time.
const fn newest(kind: TitledKind) -> &'static str {
    match kind {
        TitledKind::Project => "p.id DESC",
        TitledKind::Table | TitledKind::Document => "s.id DESC, 4",
        TitledKind::Source => "s.id DESC",
        TitledKind::Run => "r.id DESC",
        TitledKind::Ask => "a.id DESC",
        TitledKind::CompanySearch => "c.id DESC",
        TitledKind::Opportunity => "o.id DESC",
    }
}
