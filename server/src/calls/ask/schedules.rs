//! The questions of the page of kept answers that are asked for again.

use super::{views, wishes};
use crate::{
    backend::Backend,
    calls::{
        projects::may,
        timing::{self, CHANGED, Timed, version},
    },
};
use ::ask::{
    ScheduleDraft, ask_results, ask_schedules, ask_schedules_version, change_ask_schedule, find_ask_schedule, remove_ask_schedule,
};
use app::{
    calls::CallFault,
    pages::{
        ask::schedules::calls::{AskScheduleCalls, AskScheduleCard, AskScheduleChange, AskSchedulesView, ResultShown},
        schedules::calls::ScheduleDeed,
    },
};
use async_trait::async_trait;
use domain::{
    Failure,
    account::PageQuery,
    ask::{AskResultRow, AskScheduleRow, MOST_ASK_SCHEDULES},
};
use protocol::account::{Account, Role};

/// Results of each schedule that are shown.
const RESULTS: u32 = 20;

pub(crate) struct AskScheduleDesk(pub Backend);

#[async_trait]
impl AskScheduleCalls for AskScheduleDesk {
    async fn list(&self, who: &Account) -> Result<AskSchedulesView, CallFault> {
        // First: what changes while the rest is read is noticed afterwards.
        let mark = ask_schedules_version(self.0.asks(), who.tenant_id, who.user_id).await.map_err(Failure::from)?;
        let all = PageQuery { limit: u32::try_from(MOST_ASK_SCHEDULES).unwrap_or(u32::MAX), after: None };
        let mut schedules = Vec::new();
        for row in ask_schedules(self.0.asks(), who, false, all).await? {
            let results = ask_results(self.0.asks(), &row, PageQuery { limit: RESULTS, after: None }).await?;
            schedules.push(card(row, results));
        }
        Ok(AskSchedulesView { schedules, mark, may_ask: who.role >= Role::Member })
    }

    async fn change(&self, who: &Account, change: AskScheduleChange) -> Result<(), CallFault> {
        let known = find_ask_schedule(self.0.asks(), who, &change.schedule).await?;
        may(who, Role::Member)?;
        if version(known.updated_at) != change.version {
            return Err(Failure::conflict(CHANGED).into());
        }
        let (times, webhook) = timing::draft(change.wish.times)?;
        // What is expected stays as it was written where it reads the same.
        let is_same = known.expected.as_ref().map(views::text).unwrap_or_default() == change.wish.expected.trim();
        let expected = (!is_same).then(|| wishes::value(&change.wish.expected));
        let draft = ScheduleDraft { times, webhook: Some(webhook), name: Some(change.wish.name), expected };
        change_ask_schedule(self.0.asks(), who, known, draft).await?;
        Ok(())
    }

    async fn act(&self, who: &Account, schedule: String, deed: ScheduleDeed) -> Result<(), CallFault> {
        let asks = self.0.asks();
        let known = find_ask_schedule(asks, who, &schedule).await?;
        may(who, Role::Member)?;
        let switch = |enabled: bool| ScheduleDraft { times: timing::switch(enabled), ..ScheduleDraft::default() };
        match deed {
            ScheduleDeed::Enable => drop(change_ask_schedule(asks, who, known, switch(true)).await?),
            ScheduleDeed::Disable => drop(change_ask_schedule(asks, who, known, switch(false)).await?),
            ScheduleDeed::Delete => remove_ask_schedule(asks, who, &known).await?,
        }
        Ok(())
    }
}

fn card(row: AskScheduleRow, results: Vec<AskResultRow>) -> AskScheduleCard {
    let times = Timed {
        cron: &row.cron,
        timezone: &row.timezone,
        enabled: row.enabled,
        updated_at: row.updated_at,
        next: row.next_run_at,
        started: row.last.as_ref().map(|last| last.at),
        skipped: row.skipped.as_ref(),
        webhook: row.webhook.as_ref(),
        delivery: row.delivery.as_ref(),
    };
    let result = |one: AskResultRow| ResultShown {
        at: one.at,
        state: one.state.name().to_owned(),
        value: views::text(&one.value),
        holds: one.holds,
        error: one.error,
    };
    AskScheduleCard {
        times: times.show(),
        id: row.id,
        ask: row.ask,
        expected: row.expected.as_ref().map(views::text).unwrap_or_default(),
        name: row.name,
        question: row.question,
        results: results.into_iter().map(result).collect(),
    }
}
