//! The questions of the pages of searches that are made again by themselves.

use super::answer;
use crate::{
    backend::Backend,
    calls::{projects::may, sentence},
};
use ::companies::{ScheduleDraft, WebhookDraft};
use app::{
    calls::CallFault,
    pages::{
        companies::schedules::calls::{
            CompanyScheduleAct, CompanyScheduleCalls, CompanyScheduleCard, CompanyScheduleChange, CompanyScheduleWish,
            CompanySchedulesView, LastSearch,
        },
        schedules::calls::WebhookCard,
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
use secrecy::SecretString;
use std::collections::HashSet;

const CHANGED: &str = "somebody else changed this schedule in the meantime: look at it as it is now, and change it again";
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
        if version(&known) != change.version {
            return Err(Failure::conflict(CHANGED).into());
        }
        let draft = draft(change.wish)?;
        let draft = ScheduleDraft { webhook: draft.webhook.or(Some(None)), ..draft };
        ::companies::change_schedule(self.0.companies(), who, known, draft).await?;
        Ok(())
    }

    async fn act(&self, who: &Account, schedule: String, act: CompanyScheduleAct) -> Result<(), CallFault> {
        let companies = self.0.companies();
        let known = ::companies::find_schedule(companies, who, &schedule).await?;
        may(who, Role::Member)?;
        let switch = |enabled: bool| ScheduleDraft { enabled: Some(enabled), ..ScheduleDraft::default() };
        match act {
            CompanyScheduleAct::Enable => drop(::companies::change_schedule(companies, who, known, switch(true)).await?),
            CompanyScheduleAct::Disable => drop(::companies::change_schedule(companies, who, known, switch(false)).await?),
            CompanyScheduleAct::Delete => ::companies::remove_schedule(companies, who, &known).await?,
        }
        Ok(())
    }
}

impl CompanyScheduleDesk {
    async fn card(&self, row: CompanyScheduleRow) -> Result<CompanyScheduleCard, Failure> {
        let found = self.found(&row).await?;
        let started = row.last.map(|last| last.at);
        let skipped = row.skipped.clone().filter(|skipped| started.is_none_or(|started| started < skipped.at));
        let place = Place::from(&row.request.constraints);
        let delivery = row.delivery.clone();
        Ok(CompanyScheduleCard {
            version: version(&row),
            id: row.id,
            query: row.request.query_text.clone(),
            place: place.name().unwrap_or_default().to_owned(),
            next: row.next_run_at,
            last: row.last.map(|last| LastSearch {
                id: last.id,
                status: last.status,
                at: last.at,
                new_companies: last.new_companies,
                found,
            }),
            skipped: skipped.map(|skipped| (skipped.at, sentence(&skipped.why))),
            webhook: row.webhook.map(|webhook| WebhookCard {
                url: webhook.url,
                signed: webhook.secret_id.is_some(),
                state: delivery.as_ref().map(|delivery| delivery.state.name().to_owned()),
                error: delivery.and_then(|delivery| delivery.error),
            }),
            name: row.name,
            cron: row.cron,
            timezone: row.timezone,
            enabled: row.enabled,
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

fn version(row: &CompanyScheduleRow) -> String {
    row.updated_at.0.to_string()
}

fn filled(text: String) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// # Errors
/// 422 that names the field.
fn draft(wish: CompanyScheduleWish) -> Result<ScheduleDraft, Failure> {
    let cron = match filled(wish.cron) {
        Some(cron) => cron,
        None => cron(&wish.every, &wish.weekday, &wish.hour)?,
    };
    let secret = filled(wish.secret).map(SecretString::from);
    Ok(ScheduleDraft {
        name: filled(wish.name),
        cron: Some(cron),
        timezone: filled(wish.timezone),
        enabled: None,
        request: None,
        webhook: filled(wish.url).map(|url| Some(WebhookDraft { url, secret: secret.map(Some) })),
    })
}

/// Weekday and hour count only where they say something.
fn cron(every: &str, weekday: &str, hour: &str) -> Result<String, Failure> {
    let hour = || match hour.trim().parse::<u8>() {
        Ok(hour @ 0..=23) => Ok(hour),
        _ => Err(Failure::invalid("hour", "the hour is a whole number from 0 to 23")),
    };
    match every {
        "hour" => Ok("0 * * * *".to_owned()),
        "day" => Ok(format!("0 {} * * *", hour()?)),
        "workday" => Ok(format!("0 {} * * 1-5", hour()?)),
        "week" => match weekday.trim().parse::<u8>() {
            Ok(weekday @ 1..=7) => Ok(format!("0 {} * * {weekday}", hour()?)),
            _ => Err(Failure::invalid("weekday", "the weekday is a number from 1, Monday, to 7, Sunday")),
        },
        _ => Err(Failure::invalid("every", "how often it searches is hour, day, workday or week")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_often_is_a_cron_and_what_is_wrong_is_named() {
        for (every, weekday, hour, expected) in [
            ("week", "1", "8", Ok("0 8 * * 1")),
            ("week", "7", "0", Ok("0 0 * * 7")),
            ("workday", "", "18", Ok("0 18 * * 1-5")),
            ("day", "none", "23", Ok("0 23 * * *")),
            ("hour", "", "", Ok("0 * * * *")),
            ("week", "8", "8", Err("weekday")),
            ("week", "1", "24", Err("hour")),
            ("day", "", "noon", Err("hour")),
            ("", "1", "8", Err("every")),
        ] {
            let made = cron(every, weekday, hour);
            let made = made.as_deref().map_err(|failure| failure.faults[0].field.as_str());
            assert_eq!(made, expected, "{every} {weekday} {hour}");
        }
    }
}
