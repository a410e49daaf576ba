//! What schedules of every kind have in common in their tables: when they are due, what they start, and what webhooks are told.

use crate::columns::{At, count, word};
use domain::{
    StoreFault,
    runs::{Delivery, DeliveryState, Skipped, Starting, Webhook},
};
use protocol::{Timestamp, work::WorkStatus};
use uuid::Uuid;

/// Where the schedules of one kind are kept.
pub(crate) struct Tables {
    pub(crate) schedules: &'static str,
    pub(crate) deliveries: &'static str,
    /// What they start.
    pub(crate) work: &'static str,
    /// What else is set when something is being started.
    pub(crate) starting: &'static str,
    /// Leaves out the schedules `s` whose webhooks are told nothing for now; what is due waits.
    pub(crate) resting: &'static str,
}

pub(super) const RUNS: Tables = Tables {
    schedules: "discovery_schedules",
    deliveries: "webhook_deliveries",
    work: "discovery_runs",
    starting: "",
    resting: RESTING,
};

/// While its project is in the trash nothing is started, nor is anybody told.
pub(super) const RESTING: &str =
    " AND NOT EXISTS (SELECT 1 FROM projects p WHERE p.id = s.project_id AND p.deleted_at IS NOT NULL)";

/// The columns that every kind has, with those of its own, of what was started last and of telling its webhook.
/// `$more` joins what is told beside them.
macro_rules! select {
    ($own:literal, $schedules:literal, $work:literal, $deliveries:literal) => {
        $crate::schedules::tables::select!($own, $schedules, $work, $deliveries, "")
    };
    ($own:literal, $schedules:literal, $work:literal, $deliveries:literal, $more:literal) => {
        concat!(
            "SELECT ",
            $own,
            ", s.id, s.tenant_id, s.cron, s.timezone, s.enabled, s.webhook_url, s.secret_id, s.next_run_at, s.starting_run_id, \
             s.starting_since, s.last_run_id, s.last_run_at, s.skipped_at, s.skipped_why, s.created_at, s.updated_at, \
             r.status AS last_status, d.state AS delivery_state, d.attempts AS delivery_attempts, d.error AS delivery_error, \
             d.updated_at AS delivery_at FROM ",
            $schedules,
            " s LEFT JOIN ",
            $work,
            " r ON r.id = s.last_run_id AND r.tenant_id = s.tenant_id LEFT JOIN ",
            $deliveries,
            " d ON d.schedule_id = s.id AND d.run_id = s.last_run_id AND d.tenant_id = s.tenant_id ",
            $more,
            " WHERE "
        )
    };
}

pub(crate) use select;

#[derive(sqlx_macros::FromRow)]
pub(crate) struct Timed {
    pub(crate) id: Uuid,
    pub(crate) tenant_id: Uuid,
    pub(crate) cron: String,
    pub(crate) timezone: String,
    pub(crate) enabled: bool,
    webhook_url: Option<String>,
    secret_id: Option<String>,
    pub(crate) next_run_at: Option<At>,
    starting_run_id: Option<Uuid>,
    starting_since: Option<At>,
    last_run_id: Option<Uuid>,
    last_run_at: Option<At>,
    skipped_at: Option<At>,
    skipped_why: Option<String>,
    pub(crate) created_at: At,
    pub(crate) updated_at: At,
    last_status: Option<String>,
    delivery_state: Option<String>,
    delivery_attempts: Option<i32>,
    delivery_error: Option<String>,
    delivery_at: Option<At>,
}

impl Timed {
    pub(crate) fn webhook(&self) -> Option<Webhook> {
        self.webhook_url.clone().map(|url| Webhook { url, secret_id: self.secret_id.clone() })
    }

    /// `id` makes an id of what it starts.
    pub(crate) fn starting<W>(&self, id: fn(Uuid) -> W) -> Option<Starting<W>> {
        let starting = self.starting_run_id.zip(self.starting_since);
        starting.map(|(run, since)| Starting { run: id(run), since: since.0 })
    }

    /// What it started last, and how that is; no status where it is not kept any more.
    pub(crate) fn last(&self) -> Result<Option<(Uuid, Timestamp, Option<WorkStatus>)>, StoreFault> {
        let status = self.last_status.as_deref().map(word).transpose()?;
        Ok(self.last_run_id.zip(self.last_run_at).map(|(id, at)| (id, at.0, status)))
    }

    pub(crate) fn skipped(&self) -> Option<Skipped> {
        self.skipped_at.zip(self.skipped_why.clone()).map(|(at, why)| Skipped { at: at.0, why })
    }

    pub(crate) fn delivery(&self) -> Result<Option<Delivery>, StoreFault> {
        let (Some(state), Some(at)) = (&self.delivery_state, self.delivery_at) else { return Ok(None) };
        let known = DeliveryState::ALL.into_iter().find(|known| known.name() == state);
        Ok(Some(Delivery {
            state: known.ok_or_else(|| StoreFault::Corrupt(format!("no such state of a delivery: {state}")))?,
            attempts: count(self.delivery_attempts.unwrap_or(0))?,
            error: self.delivery_error.clone(),
            at: at.0,
        }))
    }
}
