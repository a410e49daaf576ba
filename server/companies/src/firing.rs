//! Schedules of searches that are due start them. Whatever was missed while no server was there is one search, now.

use crate::{Companies, searching};
use actors::schedules::{Obstacle, Schedulable, Times, fire_due as fire_all};
use async_trait::async_trait;
use domain::{
    Failure, StoreFault,
    companies::CompanyScheduleRow,
    runs::{Firing, Starting},
};
use protocol::{CompanySearchId, Timestamp, account::Account};
use uuid::Uuid;

/// Companies that one has seen and that a search leaves out; the newest count.
const MOST_SEEN: u32 = 10_000;

/// Whom this person was shown, by their own searches and by those of schedules: what a search for news leaves out.
///
/// # Errors
/// The store's.
pub async fn seen_ids(companies: &Companies, who: &Account) -> Result<Vec<String>, Failure> {
    let seen = companies.store().seen_companies(who.tenant_id, who.user_id, MOST_SEEN, None).await?;
    Ok(seen.into_iter().map(|one| one.entity).collect())
}

/// Starts a search of every schedule that is due, or records why not.
///
/// # Errors
/// The store's.
pub async fn fire_due(companies: &Companies) -> Result<(), Failure> {
    fire_all(companies).await
}

fn only_reads() -> String {
    "whoever it searches for may only read now".into()
}

#[async_trait]
impl Schedulable for Companies {
    type Row = CompanyScheduleRow;
    type Work = CompanySearchId;

    fn times<'a>(&self, row: &'a CompanyScheduleRow) -> Times<'a, CompanySearchId> {
        Times {
            id: row.id.0,
            cron: &row.cron,
            timezone: &row.timezone,
            has_webhook: row.webhook.is_some(),
            next_run_at: row.next_run_at,
            starting: row.starting,
            starting_due: row.starting_due,
        }
    }

    fn work(&self, id: Uuid) -> CompanySearchId {
        CompanySearchId(id)
    }

    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<CompanyScheduleRow>, StoreFault> {
        self.schedules().due_company_schedules(now, limit).await
    }

    async fn starting(&self, before: Timestamp, limit: u32) -> Result<Vec<CompanyScheduleRow>, StoreFault> {
        self.schedules().starting_company_schedules(before, limit).await
    }

    async fn claim(
        &self,
        row: &CompanyScheduleRow,
        next: Option<Timestamp>,
        firing: &Firing<CompanySearchId>,
        now: Timestamp,
    ) -> Result<bool, StoreFault> {
        self.schedules().claim_company_firing(row, next, firing, now).await
    }

    async fn settle(
        &self,
        row: &CompanyScheduleRow,
        starting: Starting<CompanySearchId>,
        refused: Option<&str>,
    ) -> Result<(), StoreFault> {
        self.schedules().settle_company_firing(row, starting, refused).await
    }

    async fn obstacle(&self, row: &CompanyScheduleRow) -> Result<Option<Obstacle>, Failure> {
        if let Some(last) = row.last.filter(|last| !last.status.is_over()) {
            return Ok(Some(Obstacle::Skip(format!("the search before it, {}, was still under way", last.id))));
        }
        let account = searching::account(self, row.tenant, row.user).await?;
        Ok(account.is_none().then(|| Obstacle::Skip(only_reads())))
    }

    async fn begin(&self, row: &CompanyScheduleRow, starting: Starting<CompanySearchId>, due: Timestamp) -> Result<(), Failure> {
        if self.is_begun(row, starting.run).await? {
            return Ok(());
        }
        let account = searching::account(self, row.tenant, row.user).await?;
        let account = account.ok_or_else(|| Failure::conflict(only_reads()))?;
        let mut request = row.request.clone();
        request.request_id = row.request_id(due);
        request.exclude.extend(seen_ids(self, &account).await?);
        request.exclude.sort_unstable();
        request.exclude.dedup();
        searching::begin_search_as(self, &account, starting.run, request).await
    }

    async fn is_begun(&self, row: &CompanyScheduleRow, search: CompanySearchId) -> Result<bool, Failure> {
        Ok(self.store().company_search(row.tenant, search).await?.is_some())
    }
}
