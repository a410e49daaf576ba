//! The questions of the page of language models.

use super::{only_admins, records::day, reviews::names, sentence};
use crate::{
    backend::Backend,
    models::{show, usage_view},
};
use app::{
    calls::CallFault,
    pages::admin::models::calls::{ModelCalls, QueryShareView, UsageFilter, UsageTable},
};
use async_trait::async_trait;
use domain::{
    Failure,
    models::{UsageBy, UsageQuery},
};
use protocol::{
    ProjectId, Timestamp,
    account::Account,
    models::{ModelsPage, UsageView},
};
use std::collections::{HashMap, hash_map::Entry};

/// As many bars as a month has days.
const DAYS: u32 = 31;
/// More groups than anybody compares on a page.
const GROUPS: u32 = 200;
/// Pairs of a project and a person that are shown.
const SHARES: u32 = 50;

pub(crate) struct ModelDesk(pub Backend);

#[async_trait]
impl ModelCalls for ModelDesk {
    async fn models(&self, who: &Account) -> Result<ModelsPage, CallFault> {
        only_admins(who)?;
        let view = show(&self.0, who.tenant_id).await?;
        let (days, tasks) = (sums(&self.0, who, UsageBy::Day).await?, sums(&self.0, who, UsageBy::Task).await?);
        Ok(ModelsPage { view, days, tasks, note: self.0.notes().take(who.user_id) })
    }

    async fn usage(&self, who: &Account, filter: UsageFilter) -> Result<UsageTable, CallFault> {
        only_admins(who)?;
        let mut query = match query(who, &filter) {
            Ok(query) => query,
            Err(failure) => {
                return Ok(UsageTable {
                    rows: Vec::new(),
                    cut: false,
                    queries: None,
                    queries_cut: false,
                    fault: Some(sentence(&failure.detail)),
                });
            }
        };
        query.limit += 1;
        let mut queries = queries(&self.0, who, query.from, query.to).await?;
        let queries_cut = queries.len() > SHARES as usize;
        queries.truncate(SHARES as usize);
        let mut rows = self.0.model_store().usage(query).await.map_err(Failure::from)?;
        let cut = rows.len() > GROUPS as usize;
        rows.truncate(GROUPS as usize);
        let rows = rows.into_iter().map(usage_view).collect();
        Ok(UsageTable { rows, cut, queries: Some(queries), queries_cut, fault: None })
    }
}

/// Who asked the data of which project how much, one more than are shown.
async fn queries(
    backend: &Backend,
    who: &Account,
    since: Option<Timestamp>,
    until: Option<Timestamp>,
) -> Result<Vec<QueryShareView>, Failure> {
    let shares = backend.query_log().query_shares(who.tenant_id, since, until, SHARES + 1).await?;
    if shares.is_empty() {
        return Ok(Vec::new());
    }
    let people = names(backend, who).await?;
    let mut projects: HashMap<ProjectId, Option<String>> = HashMap::new();
    let mut views = Vec::with_capacity(shares.len());
    for share in shares {
        if let Entry::Vacant(place) = projects.entry(share.project) {
            place.insert(backend.project_store().project(who.tenant_id, share.project).await?.map(|project| project.name));
        }
        let name = projects.get(&share.project).cloned().flatten();
        views.push(QueryShareView {
            project: name.is_some().then_some(share.project),
            name: name.unwrap_or_default(),
            person: share.user.and_then(|id| people.get(&id).cloned()).unwrap_or_default(),
            queries: share.queries,
            failed: share.failed,
            rows: share.rows,
            took_ms: share.took_ms,
        });
    }
    Ok(views)
}

/// The query of an entered filter.
fn query(who: &Account, filter: &UsageFilter) -> Result<UsageQuery, Failure> {
    let by = if filter.by.is_empty() { Some(UsageBy::Day) } else { UsageBy::parse(&filter.by) };
    Ok(UsageQuery {
        tenant: who.tenant_id,
        by: by.ok_or_else(|| Failure::invalid("by", "usage is summed up by day, task, model or interview"))?,
        from: day(&filter.since, 0)?,
        to: day(&filter.until, 1)?,
        limit: GROUPS,
        after: None,
    })
}

async fn sums(backend: &Backend, who: &Account, by: UsageBy) -> Result<Vec<UsageView>, Failure> {
    let query = UsageQuery { tenant: who.tenant_id, by, from: None, to: None, limit: DAYS, after: None };
    Ok(backend.model_store().usage(query).await?.into_iter().map(usage_view).collect())
}
