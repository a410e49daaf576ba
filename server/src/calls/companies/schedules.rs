//! The questions of the pages of searches that are made again by themselves.

use super::answer;
use crate::{
    backend::Backend,
    calls::{
        projects::may,
        timing::{self, CHANGED, Timed, filled, version},
    },
};
use ::companies::ScheduleDraft;
use app::{
    calls::CallFault,
    pages::{
        companies::schedules::calls::{
            CompanyScheduleCalls, CompanyScheduleCard, CompanyScheduleChange, CompanyScheduleWish, CompanySchedulesView,
            LastSearch,
        },
        schedules::calls::ScheduleDeed,
    },
};
use async_trait::async_trait;
use domain::{
    Failure,
    account::PageQuery,
    companies::{CompanyScheduleRow, MOST_COMPANY_SCHEDULES, Place},
};
use protocol::{
    account::{Account, Role},
    companies::CompanyRequest,
};
use std::collections::HashSet;

/// New companies of the last search that are named in the list.
const NAMED: usize = 5;

pub(crate) struct CompanyScheduleDesk(pub Backend);

#[async_trait]
impl CompanyScheduleCalls for CompanyScheduleDesk {
    async fn list(&self, who: &Account) -> Result<CompanySchedulesView, CallFault> {
        let companies = self.0.companies();
        // First: what changes while the rest is read is noticed afterwards.
        let mark = companies.store().company_searches_version(who.tenant_id, who.user_id).await.map_err(Failure::from)?;
        let all = PageQuery { limit: u32::try_from(MOST_COMPANY_SCHEDULES).unwrap_or(u32::MAX), after: None };
        let mut schedules = Vec::new();
        for row in ::companies::schedules(companies, who, false, all).await? {
            schedules.push(self.card(row).await?);
        }
        Ok(CompanySchedulesView { schedules, mark, may_search: who.role >= Role::Member })
    }

    async fn make(&self, who: &Account, wish: CompanyScheduleWish) -> Result<CompanyScheduleCard, CallFault> {
        let search = super::search_id(&wish.search)?;
        let row = ::companies::find_search(self.0.companies(), who, search).await?;
        may(who, Role::Member)?;
        let mut request = CompanyRequest { tenant_id: who.tenant_id.to_string(), ..row.request };
        // Whom they were shown is left out each time anew; what a program excluded stays excluded.
        let seen: HashSet<String> = ::companies::seen_ids(self.0.companies(), who).await?.into_iter().collect();
        request.exclude.retain(|id| row.user == who.user_id && !seen.contains(id));
        let draft = ScheduleDraft { request: Some(request), ..draft(wish)? };
        let row = ::companies::add_schedule(self.0.companies(), who, draft).await?;
        Ok(self.card(row).await?)
    }

    async fn change(&self, who: &Account, change: CompanyScheduleChange) -> Result<(), CallFault> {
        let known = ::companies::find_schedule(self.0.companies(), who, &change.schedule).await?;
        may(who, Role::Member)?;
        if version(known.updated_at) != change.version {
            return Err(Failure::conflict(CHANGED).into());
        }
        let draft = draft(change.wish)?;
        let draft = ScheduleDraft { webhook: draft.webhook.or(Some(None)), ..draft };
        ::companies::change_schedule(self.0.companies(), who, known, draft).await?;
        Ok(())
    }

    async fn act(&self, who: &Account, schedule: String, act: ScheduleDeed) -> Result<(), CallFault> {
        let companies = self.0.companies();
        let known = ::companies::find_schedule(companies, who, &schedule).await?;
        may(who, Role::Member)?;
        let switch = |enabled: bool| ScheduleDraft { times: timing::switch(enabled), ..ScheduleDraft::default() };
        match act {
            ScheduleDeed::Enable => drop(::companies::change_schedule(companies, who, known, switch(true)).await?),
            ScheduleDeed::Disable => drop(::companies::change_schedule(companies, who, known, switch(false)).await?),
            ScheduleDeed::Delete => ::companies::remove_schedule(companies, who, &known).await?,
        }
        Ok(())
    }
}

impl CompanyScheduleDesk {
    async fn card(&self, row: CompanyScheduleRow) -> Result<CompanyScheduleCard, Failure> {
        let found = self.found(&row).await?;
        let times = Timed {
            cron: &row.cron,
            timezone: &row.timezone,
            enabled: row.enabled,
            updated_at: row.updated_at,
            next: row.next_run_at,
            started: row.last.map(|last| last.at),
            skipped: row.skipped.as_ref(),
            webhook: row.webhook.as_ref(),
            delivery: row.delivery.as_ref(),
        };
        let place = Place::from(&row.request.constraints);
        Ok(CompanyScheduleCard {
            times: times.show(),
            id: row.id,
            query: row.request.query_text.clone(),
            place: place.name().unwrap_or_default().to_owned(),
            last: row.last.map(|last| LastSearch {
                id: last.id,
                status: last.status,
                at: last.at,
                new_companies: last.new_companies,
                found,
            }),
            name: row.name,
        })
    }

    /// The first of the new companies of its last search: id and name.
    async fn found(&self, row: &CompanyScheduleRow) -> Result<Vec<(String, String)>, Failure> {
        let Some(last) = row.last.filter(|last| last.new_companies > 0) else { return Ok(Vec::new()) };
        let search = self.0.companies().store().company_search(row.tenant, last.id).await?;
        let answer = search.as_ref().and_then(answer);
        let companies = answer.into_iter().flat_map(|answer| answer.data.companies);
        Ok(companies.take(NAMED).map(|one| (one.id, one.name)).collect())
    }
}

/// # Errors
/// 422 that names the field.
fn draft(wish: CompanyScheduleWish) -> Result<ScheduleDraft, Failure> {
    let (times, webhook) = timing::draft(wish.times)?;
    Ok(ScheduleDraft { name: filled(&wish.name), times, request: None, webhook: webhook.map(Some) })
}
