//! The texts of a project's documents, where research looks for them: rows of `research_sources` that go with their source.
//!
//! They are exchanged as a whole, however many there are: those that come are kept unseen until one transaction shows them and
//! takes the others from sight. What breaks off is taken up again, see [`Store::list_without_texts`]: of texts that are whole, one at least
//! was read no earlier than its source.

mod exchange;

use crate::{
    Store,
    columns::{At, text},
    faults::fault,
    large::end_piece,
    pools::{read, transaction},
};
use domain::{StoreFault, research::SourceRow, tools::WithoutTexts};
use exchange::{BYTES_AT_ONCE, Held, Step, UNSEEN, known};
use protocol::{ProjectId, ProjectSourceId, TenantId, Timestamp};
use std::collections::HashSet;
use uuid::Uuid;

/// Steps of one exchange: more are only needed where others exchange the same texts, again and again.
const MOST_STEPS: usize = 10_000;

impl Store {
    pub(super) async fn write_texts(
        &self,
        tenant: TenantId,
        of: ProjectSourceId,
        mut texts: Vec<SourceRow>,
    ) -> Result<bool, StoreFault> {
        let mut places = HashSet::new();
        texts.retain(|row| places.insert((row.url.clone(), row.sha256.clone())));
        let read_at = texts.iter().map(|row| row.accessed_at).max();
        for _ in 0..MOST_STEPS {
            let Some((more, refused)) = self.exchange_some(tenant, of, &texts, read_at).await? else { return Ok(false) };
            if !more {
                return Ok(true);
            }
            texts.retain(|row| !refused.contains(&row.id.0));
        }
        Err(StoreFault::Conflict)
    }

    /// One step of the exchange: whether there is another one, and what the table does not take. None if there is no such source, or it
    /// was read anew after these texts were.
    async fn exchange_some(
        &self,
        tenant: TenantId,
        of: ProjectSourceId,
        texts: &[SourceRow],
        read_at: Option<Timestamp>,
    ) -> Result<Option<(bool, HashSet<Uuid>)>, StoreFault> {
        // The source's row is locked, so that it cannot be deleted in between, and nobody else exchanges its texts.
        const THERE: &str = "UPDATE project_sources SET tenant_id = tenant_id \
            WHERE tenant_id = $1 AND id = $2 AND updated_at <= $3 AND deleted_at IS NULL";
        const ANY: &str =
            "UPDATE project_sources SET tenant_id = tenant_id WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL";
        const HELD: &str =
            "SELECT id, url, title, sha256, accessed_at FROM research_sources WHERE tenant_id = $1 AND project_source_id = $2";
        const GONE: &str = "DELETE FROM research_sources WHERE tenant_id = $1 AND id = $2";
        const SEEN: &str = "UPDATE research_sources SET accessed_at = $3 WHERE tenant_id = $1 AND id = $2";
        const ADDED: &str = "INSERT INTO research_sources \
            (id, tenant_id, url, title, text, sha256, accessed_at, published_at, project_source_id) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
        // What comes beyond one step is written with the next one.
        let bytes = texts.iter().map(|row| row.text.len()).sum::<usize>().min(BYTES_AT_ONCE);
        let piece = self.pools().begin_piece(tenant, bytes).await?;
        let done = transaction!(self.pools(), |on, _dialect| {
            let there = sqlx::query(if read_at.is_some() { THERE } else { ANY }).bind(tenant.0).bind(of.0);
            let there = if let Some(read_at) = read_at { there.bind(At(read_at)) } else { there };
            if there.execute(&mut *on).await.map_err(fault)?.rows_affected() == 0 {
                return Ok(None);
            }
            let held: Vec<Held> = sqlx::query_as(HELD).bind(tenant.0).bind(of.0).fetch_all(&mut *on).await.map_err(fault)?;
            let step = Step::next(&held, texts);
            for id in &step.gone {
                sqlx::query(GONE).bind(tenant.0).bind(id).execute(&mut *on).await.map_err(fault)?;
            }
            for (id, at) in &step.seen {
                sqlx::query(SEEN).bind(tenant.0).bind(id).bind(At(*at)).execute(&mut *on).await.map_err(fault)?;
            }
            let mut refused = HashSet::new();
            for (row, at) in &step.added {
                let (url, title, sha256) = known(row);
                let query = sqlx::query(ADDED).bind(row.id.0).bind(tenant.0).bind(url).bind(title).bind(text(&row.text));
                let query = query.bind(sha256).bind(At(*at)).bind(row.published_at.map(At)).bind(of.0);
                if query.execute(&mut *on).await.map_err(fault)?.rows_affected() == 0 {
                    refused.insert(row.id.0);
                }
            }
            Some((step.more, refused))
        });
        end_piece(piece).await;
        Ok(done)
    }

    /// Also those whose exchange broke off, or never began.
    pub(super) async fn list_without_texts(
        &self,
        after: Option<ProjectSourceId>,
        limit: u32,
    ) -> Result<Vec<WithoutTexts>, StoreFault> {
        const SQL: &str = "SELECT tenant_id, project_id, id FROM project_sources \
            WHERE kind = 'document' AND id > $1 AND deleted_at IS NULL \
            AND status IN ('ready', 'unreachable') AND (NOT EXISTS (SELECT 1 FROM research_sources \
                WHERE project_source_id = project_sources.id AND accessed_at >= project_sources.updated_at) \
              OR EXISTS (SELECT 1 FROM research_sources WHERE project_source_id = project_sources.id AND accessed_at = $3)) \
            ORDER BY id LIMIT $2";
        let after = after.map_or_else(Uuid::nil, |after| after.0);
        let rows: Vec<(Uuid, Uuid, Uuid)> = read!(self, |on| {
            sqlx::query_as(SQL).bind(after).bind(i64::from(limit)).bind(At(UNSEEN)).fetch_all(on).await.map_err(fault)?
        });
        let row = |(tenant, project, source)| WithoutTexts {
            tenant: TenantId(tenant),
            project: ProjectId(project),
            source: ProjectSourceId(source),
        };
        Ok(rows.into_iter().map(row).collect())
    }
}
