//! The texts of a project's documents, where research looks for them: rows of `research_sources` that go with their source.

use crate::{
    Store,
    columns::{At, text},
    faults::fault,
    pools::{read, transaction},
};
use domain::{StoreFault, research::SourceRow, tools::WithoutTexts};
use protocol::{ProjectId, ProjectSourceId, TenantId};
use std::collections::HashSet;
use uuid::Uuid;

/// The most texts of one transaction: nobody waits long for it.
const AT_ONCE: usize = 50;

/// The source's row is locked, so that it cannot be deleted in between.
const THERE: &str = "UPDATE project_sources SET tenant_id = tenant_id WHERE tenant_id = $1 AND id = $2";

/// What tells one text from another: address, title and hash.
type Known = (String, String, String);

#[derive(sqlx::FromRow)]
struct Kept {
    id: Uuid,
    url: String,
    title: String,
    sha256: String,
}

impl Store {
    pub(super) async fn write_texts(
        &self,
        tenant: TenantId,
        of: ProjectSourceId,
        mut texts: Vec<SourceRow>,
    ) -> Result<bool, StoreFault> {
        let wanted: HashSet<Known> = texts.iter().map(known).collect();
        let Some(kept) = self.forget_other_texts(tenant, of, &wanted).await? else { return Ok(false) };
        texts.retain(|row| !kept.contains(&known(row)));
        for some in texts.chunks(AT_ONCE) {
            if !self.add_texts(tenant, of, some).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What stays of the source's texts; none if there is no such source.
    async fn forget_other_texts(
        &self,
        tenant: TenantId,
        of: ProjectSourceId,
        wanted: &HashSet<Known>,
    ) -> Result<Option<HashSet<Known>>, StoreFault> {
        const KEPT: &str = "SELECT id, url, title, sha256 FROM research_sources WHERE tenant_id = $1 AND project_source_id = $2";
        const GONE: &str = "DELETE FROM research_sources WHERE tenant_id = $1 AND id = $2";
        Ok(transaction!(self.pools(), |on, _dialect| {
            let there = sqlx::query(THERE).bind(tenant.0).bind(of.0);
            if there.execute(&mut *on).await.map_err(fault)?.rows_affected() == 0 {
                return Ok(None);
            }
            let rows: Vec<Kept> = sqlx::query_as(KEPT).bind(tenant.0).bind(of.0).fetch_all(&mut *on).await.map_err(fault)?;
            let mut kept = HashSet::new();
            for Kept { id, url, title, sha256 } in rows {
                let one = (url, title, sha256);
                if wanted.contains(&one) {
                    kept.insert(one);
                } else {
                    sqlx::query(GONE).bind(tenant.0).bind(id).execute(&mut *on).await.map_err(fault)?;
                }
            }
            Some(kept)
        }))
    }

    async fn add_texts(&self, tenant: TenantId, of: ProjectSourceId, texts: &[SourceRow]) -> Result<bool, StoreFault> {
        const SQL: &str = "INSERT INTO research_sources \
            (id, tenant_id, url, title, text, sha256, accessed_at, published_at, project_source_id) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
        Ok(transaction!(self.pools(), |on, _dialect| {
            let there = sqlx::query(THERE).bind(tenant.0).bind(of.0);
            if there.execute(&mut *on).await.map_err(fault)?.rows_affected() == 0 {
                return Ok(false);
            }
            for row in texts {
                let (url, title, sha256) = known(row);
                let query = sqlx::query(SQL).bind(row.id.0).bind(tenant.0).bind(url).bind(title).bind(text(&row.text));
                let query = query.bind(sha256).bind(At(row.accessed_at)).bind(row.published_at.map(At)).bind(of.0);
                query.execute(&mut *on).await.map_err(fault)?;
            }
            true
        }))
    }

    pub(super) async fn list_without_texts(
        &self,
        after: Option<ProjectSourceId>,
        limit: u32,
    ) -> Result<Vec<WithoutTexts>, StoreFault> {
        const SQL: &str = "SELECT tenant_id, project_id, id FROM project_sources WHERE kind = 'document' AND id > $1 \
            AND NOT EXISTS (SELECT 1 FROM research_sources WHERE project_source_id = project_sources.id) ORDER BY id LIMIT $2";
        let after = after.map_or_else(Uuid::nil, |after| after.0);
        let rows: Vec<(Uuid, Uuid, Uuid)> =
            read!(self, |on| sqlx::query_as(SQL).bind(after).bind(i64::from(limit)).fetch_all(on).await.map_err(fault)?);
        let row = |(tenant, project, source)| WithoutTexts {
            tenant: TenantId(tenant),
            project: ProjectId(project),
            source: ProjectSourceId(source),
        };
        Ok(rows.into_iter().map(row).collect())
    }
}

fn known(row: &SourceRow) -> Known {
    let url = text(row.url.as_deref().unwrap_or_default()).into_owned();
    (url, text(&row.title).into_owned(), row.sha256.clone())
}
