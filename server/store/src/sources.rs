//! Pages and documents: `research_sources`, found by their full text.

use crate::{
    Store,
    accounts::log,
    columns::{At, text},
    faults::fault,
    pools::{Pools, read, transaction},
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::AuditEntry,
    research::{Among, SourceMatch, SourceRow, SourceStore, words_needed},
};
use protocol::{SourceId, TenantId, Timestamp, UserId, research::SourceRef};
use sqlx::{PgPool, QueryBuilder, SqlitePool};
use uuid::Uuid;

macro_rules! columns {
    ($text:literal) => {
        concat!("id, tenant_id, url, title, ", $text, " AS text, sha256, accessed_at, published_at, imported_at, imported_by")
    };
}

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    url: String,
    title: String,
    text: String,
    sha256: String,
    accessed_at: At,
    published_at: Option<At>,
    imported_at: Option<At>,
    imported_by: Option<Uuid>,
}

#[derive(sqlx_macros::FromRow)]
struct Found {
    id: Uuid,
    url: String,
    title: String,
    excerpt: String,
    sha256: String,
    accessed_at: At,
    published_at: Option<At>,
    imported: bool,
}

#[async_trait]
impl SourceStore for Store {
    async fn keep_source_with(&self, row: SourceRow, audit: Option<AuditEntry>) -> Result<SourceId, StoreFault> {
        const INSERT: &str = "INSERT INTO research_sources \
            (id, tenant_id, url, title, text, sha256, accessed_at, published_at, imported_at, imported_by) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING";
        // A repeated import keeps its first time and person.
        const AGAIN: &str = "UPDATE research_sources SET \
            accessed_at = CASE WHEN accessed_at < $4 THEN $4 ELSE accessed_at END \
            WHERE tenant_id = $1 AND url = $2 AND sha256 = $3 RETURNING id";
        // A page that research had read becomes a document.
        const BECOMES: &str = "UPDATE research_sources SET imported_at = $3, imported_by = $4 \
            WHERE tenant_id = $1 AND id = $2 AND imported_at IS NULL";
        let (url, title, whole) = (text(row.url.as_deref().unwrap_or_default()), text(&row.title), text(&row.text));
        let id: Option<Uuid> = transaction!(self.pools(), |on, _dialect| {
            let inserted = sqlx::query(INSERT)
                .bind(row.id.0)
                .bind(row.tenant.0)
                .bind(&*url)
                .bind(&*title)
                .bind(&*whole)
                .bind(&row.sha256)
                .bind(At(row.accessed_at))
                .bind(row.published_at.map(At))
                .bind(row.imported_at.map(At))
                .bind(row.imported_by.map(|user| user.0))
                .execute(&mut *on)
                .await
                .map_err(fault)?;
            if inserted.rows_affected() == 1 {
                if let Some(audit) = &audit {
                    log!(&mut *on, audit);
                }
                Some(row.id.0)
            } else {
                let again = sqlx::query_scalar(AGAIN).bind(row.tenant.0).bind(&*url).bind(&row.sha256).bind(At(row.accessed_at));
                let known: Option<Uuid> = again.fetch_optional(&mut *on).await.map_err(fault)?;
                if let (Some(known), Some(at)) = (known, row.imported_at) {
                    let becomes = sqlx::query(BECOMES).bind(row.tenant.0).bind(known).bind(At(at));
                    let becomes = becomes.bind(row.imported_by.map(|user| user.0)).execute(&mut *on).await.map_err(fault)?;
                    if let Some(audit) = audit.as_ref().filter(|_| becomes.rows_affected() == 1) {
                        log!(&mut *on, audit);
                    }
                }
                known
            }
        });
        // Neither new nor there already: the id is another source's.
        id.map(SourceId).ok_or(StoreFault::Conflict)
    }

    async fn source(&self, tenant: TenantId, id: SourceId) -> Result<Option<SourceRow>, StoreFault> {
        const SQL: &str = concat!("SELECT ", columns!("text"), " FROM research_sources WHERE tenant_id = $1 AND id = $2");
        let record: Option<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(id.0).fetch_optional(on).await.map_err(fault)?);
        Ok(record.map(Record::row))
    }

    async fn source_at(&self, tenant: TenantId, url: &str) -> Result<Option<SourceRow>, StoreFault> {
        let newest = match self.pools() {
            Pools::Sqlite(_) => {
                concat!(
                    "SELECT ",
                    columns!("text"),
                    " FROM research_sources WHERE tenant_id = $1 AND url = $2 ORDER BY accessed_at DESC, id DESC LIMIT 1"
                )
            }
            Pools::Postgres(_) => concat!(
                "SELECT ",
                columns!("text"),
                " FROM research_sources WHERE tenant_id = $1 AND md5(url) = md5($2) AND url = $2 \
                ORDER BY accessed_at DESC, id DESC LIMIT 1"
            ),
        };
        if url.is_empty() {
            return Ok(None);
        }
        let record: Option<Record> =
            read!(self, |on| sqlx::query_as(newest).bind(tenant.0).bind(text(url)).fetch_optional(on).await.map_err(fault)?);
        Ok(record.map(Record::row))
    }

    async fn documents(
        &self,
        tenant: TenantId,
        limit: u32,
        after: Option<(Timestamp, SourceId)>,
    ) -> Result<Vec<SourceRow>, StoreFault> {
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(concat!("SELECT ", columns!("''"), " FROM research_sources WHERE tenant_id = "));
            sql.push_bind(tenant.0).push(" AND imported_at IS NOT NULL");
            if let Some((at, id)) = after {
                sql.push(" AND (imported_at, id) < (").push_bind(At(at)).push(", ").push_bind(id.0).push(")");
            }
            sql.push(" ORDER BY imported_at DESC, id DESC LIMIT ").push_bind(i64::from(limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        Ok(records.into_iter().map(Record::row).collect())
    }

    async fn count_documents(&self, tenant: TenantId) -> Result<u64, StoreFault> {
        const SQL: &str = "SELECT COUNT(*) FROM research_sources WHERE tenant_id = $1 AND imported_at IS NOT NULL";
        let count: i64 = read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).fetch_one(on).await.map_err(fault)?);
        crate::columns::count(count)
    }

    async fn has_documents(&self, tenant: TenantId) -> Result<bool, StoreFault> {
        const SQL: &str = "SELECT COUNT(*) FROM (SELECT 1 FROM research_sources \
            WHERE tenant_id = $1 AND (imported_at IS NOT NULL OR project_source_id IS NOT NULL) AND accessed_at <> $2 LIMIT 1) AS any_of_them";
        // What is kept unseen for now was read at no time.
        let unseen = At(Timestamp(0));
        let count: i64 =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).bind(unseen).fetch_one(on).await.map_err(fault)?);
        Ok(count > 0)
    }

    async fn delete_source_with(&self, tenant: TenantId, id: SourceId, audit: Option<AuditEntry>) -> Result<bool, StoreFault> {
        const SQL: &str = "DELETE FROM research_sources WHERE tenant_id = $1 AND id = $2";
        Ok(transaction!(self.pools(), |on, _dialect| {
            let gone = sqlx::query(SQL).bind(tenant.0).bind(id.0).execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if let Some(audit) = audit.as_ref().filter(|_| gone) {
                log!(&mut *on, audit);
            }
            gone
        }))
    }

    async fn find_sources(
        &self,
        tenant: TenantId,
        among: Among,
        words: &[String],
        limit: u32,
    ) -> Result<Vec<SourceMatch>, StoreFault> {
        let said = |word: &&String| word.chars().any(char::is_alphanumeric);
        let words: Vec<String> = words.iter().filter(said).map(|word| text(word).into_owned()).collect();
        if words.is_empty() || limit == 0 {
            return Ok(Vec::new());
        }
        let needed = words_needed(words.len());
        let needed = [needed.0, needed.1].map(|words| i64::try_from(words).unwrap_or(i64::MAX));
        let found = match self.pools() {
            Pools::Sqlite(of) => find_in_sqlite(&of.readers, (tenant, among), &words, needed, limit).await?,
            Pools::Postgres(pool) => find_in_postgres(pool, (tenant, among), &words, needed, limit).await?,
        };
        Ok(found.into_iter().map(Found::found).collect())
    }
}

/// First those that hold most of the words, then by rank.
async fn find_in_sqlite(
    on: &SqlitePool,
    (tenant, among): (TenantId, Among),
    words: &[String],
    [of_page, of_document]: [i64; 2],
    limit: u32,
) -> Result<Vec<Found>, StoreFault> {
    // A word in quotes is nothing but a word, whatever stands in it.
    let owner = format!("owner : t{}", tenant.0.simple());
    let quoted = |word: &String| format!("\"{}\"", word.replace('"', "\"\""));
    let any: Vec<String> = words.iter().map(quoted).collect();
    let mut sql = QueryBuilder::new("WITH held AS (SELECT place, COUNT(*) AS words FROM (");
    for (index, word) in any.iter().enumerate() {
        sql.push(if index == 0 { "" } else { " UNION ALL " });
        sql.push("SELECT rowid AS place FROM research_words WHERE research_words MATCH ");
        sql.push_bind(format!("{owner} AND {{title text}} : {word}"));
    }
    sql.push(") GROUP BY place HAVING COUNT(*) >= ").push_bind(of_document.min(of_page));
    sql.push(
        ") SELECT s.id, s.url, s.title, snippet(research_words, 1, '', '', ' … ', 60) AS excerpt, s.sha256, s.accessed_at, \
        s.published_at, s.imported_at IS NOT NULL AS imported FROM research_words \
        JOIN held ON held.place = research_words.rowid JOIN research_sources s ON s.place = research_words.rowid \
        WHERE research_words MATCH ",
    );
    sql.push_bind(format!("{owner} AND {{title text}} : ({})", any.join(" OR ")));
    // In 1970 nothing was read: those are being exchanged.
    sql.push(" AND s.tenant_id = ").push_bind(tenant.0).push(" AND s.accessed_at <> 0").push(which(among));
    sql.push(" AND held.words >= CASE WHEN s.imported_at IS NULL AND s.project_source_id IS NULL THEN ").push_bind(of_page);
    sql.push(" ELSE ").push_bind(of_document).push(" END");
    sql.push(" ORDER BY held.words DESC, bm25(research_words, 4.0, 1.0, 0.0), s.id LIMIT ").push_bind(i64::from(limit));
    sql.build_query_as().fetch_all(on).await.map_err(fault)
}

/// Which sources of a tenant are looked through.
const fn which(among: Among) -> &'static str {
    match among {
        Among::All => "",
        Among::OutsideProjects => " AND s.project_source_id IS NULL",
        Among::Imported => " AND s.imported_at IS NOT NULL",
    }
}

async fn find_in_postgres(
    on: &PgPool,
    (tenant, among): (TenantId, Among),
    words: &[String],
    [of_page, of_document]: [i64; 2],
    limit: u32,
) -> Result<Vec<Found>, StoreFault> {
    const BEGIN: &str = "WITH asked AS (SELECT plainto_tsquery('english', word) AS word FROM unnest($2::text[]) AS word), \
        anyone AS (SELECT COALESCE(string_agg(word::text, ' | '), '')::tsquery AS words FROM asked WHERE numnode(word) > 0), \
        held AS (SELECT s.id, (s.imported_at IS NULL AND s.project_source_id IS NULL) AS page, (SELECT COUNT(*) FROM asked WHERE s.words @@ asked.word) AS words, \
            ts_rank(s.words, anyone.words, 1) AS rank \
            FROM research_sources s, anyone WHERE s.tenant_id = $1 AND s.words @@ anyone.words AND s.accessed_at <> 'epoch'";
    const END: &str = "), best AS (SELECT id, words, rank FROM held WHERE words >= CASE WHEN page THEN $3::bigint ELSE $5::bigint END \
            ORDER BY words DESC, rank DESC, id LIMIT $4) \
        SELECT s.id, s.url, s.title, ts_headline('english', s.text, anyone.words, \
            'StartSel=\"\", StopSel=\"\", MaxFragments=2, MaxWords=40, MinWords=15, FragmentDelimiter=\" … \"') AS excerpt, \
            s.sha256, s.accessed_at, s.published_at, s.imported_at IS NOT NULL AS imported \
        FROM best JOIN research_sources s ON s.id = best.id, anyone ORDER BY best.words DESC, best.rank DESC, s.id";
    let sql = sqlx::AssertSqlSafe([BEGIN, which(among), END].concat());
    let query = sqlx::query_as(sql).bind(tenant.0).bind(words).bind(of_page).bind(i64::from(limit)).bind(of_document);
    query.fetch_all(on).await.map_err(fault)
}

/// No address is an empty one in the table, where two of them are equal.
fn address(url: String) -> Option<String> {
    Some(url).filter(|url| !url.is_empty())
}

impl Record {
    fn row(self) -> SourceRow {
        SourceRow {
            id: SourceId(self.id),
            tenant: TenantId(self.tenant_id),
            url: address(self.url),
            title: self.title,
            text: self.text,
            sha256: self.sha256,
            accessed_at: self.accessed_at.0,
            published_at: self.published_at.map(|at| at.0),
            imported_at: self.imported_at.map(|at| at.0),
            imported_by: self.imported_by.map(UserId),
        }
    }
}

impl Found {
    fn found(self) -> SourceMatch {
        let source = SourceRef {
            id: SourceId(self.id),
            title: self.title,
            url: address(self.url),
            sha256: self.sha256,
            accessed_at: self.accessed_at.0,
            published_at: self.published_at.map(|at| at.0),
        };
        let excerpt = self.excerpt.split_whitespace().collect::<Vec<_>>().join(" ");
        SourceMatch { source, excerpt, imported: self.imported }
    }
}
