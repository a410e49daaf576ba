//! Schedules of searches for companies, written and described in one place.

use super::schedules::{ScheduleWebhook, SkippedRun};
use domain::{companies::CompanyScheduleRow, runs::Skipped};
use protocol::companies::CompanyRequest;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// When a search is made again by itself, and who is told what is new.
#[derive(Serialize, ToSchema)]
pub(crate) struct CompanySchedule {
    id: Uuid,
    /// Whose it is: its searches are made in their name.
    user_id: Uuid,
    name: String,
    /// Minute, hour, day of the month, month, day of the week.
    #[schema(example = "0 8 * * 1")]
    cron: String,
    /// By whose clock.
    #[schema(example = "Asia/Dubai")]
    timezone: String,
    enabled: bool,
    /// What each search asks for, with its defaults.
    #[schema(value_type = Object)]
    request: CompanyRequest,
    webhook: Option<ScheduleWebhook>,
    /// `null` while it is not enabled.
    #[schema(format = DateTime)]
    next_run_at: Option<String>,
    /// `null` where it made none, or none that is still kept.
    last_search: Option<LastCompanySearch>,
    /// The last time that it was due and started no search.
    skipped: Option<SkippedRun>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LastCompanySearch {
    id: Uuid,
    #[schema(example = "completed")]
    status: &'static str,
    /// When it was started.
    #[schema(format = DateTime)]
    at: String,
    /// Those that the person had not been shown before.
    new_companies: u32,
}

impl CompanySchedule {
    pub(crate) fn new(row: CompanyScheduleRow) -> Self {
        let delivery = row.delivery;
        Self {
            id: row.id.0,
            user_id: row.user.0,
            name: row.name,
            cron: row.cron,
            timezone: row.timezone,
            enabled: row.enabled,
            request: row.request,
            webhook: row.webhook.map(|webhook| ScheduleWebhook::new(webhook, delivery)),
            next_run_at: row.next_run_at.map(|at| at.to_rfc3339()),
            last_search: row.last.map(|last| LastCompanySearch {
                id: last.id.0,
                status: last.status.name(),
                at: last.at.to_rfc3339(),
                new_companies: last.new_companies,
            }),
            skipped: row.skipped.map(|Skipped { at, why }| SkippedRun::new(at, why)),
            created_at: row.created_at.to_rfc3339(),
            updated_at: row.updated_at.to_rfc3339(),
        }
    }
}
