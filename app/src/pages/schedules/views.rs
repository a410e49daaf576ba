//! What is shown of schedules.

use protocol::{RunId, ScheduleId, Timestamp};
use serde::{Deserialize, Serialize};

/// The schedules of a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchedulesView {
    /// Newest first.
    pub schedules: Vec<ScheduleCard>,
    /// Changes with the runs of the project.
    pub mark: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScheduleCard {
    pub id: ScheduleId,
    pub cron: String,
    pub timezone: String,
    pub enabled: bool,
    pub goal: String,
    pub max_steps: u32,
    /// Changes with its settings.
    pub version: String,
    pub next: Option<Timestamp>,
    pub last: Option<LastRun>,
    /// When it last started no run although it was due, and why, where that is newer than its last run.
    pub skipped: Option<(Timestamp, String)>,
    pub webhook: Option<WebhookCard>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LastRun {
    pub id: RunId,
    pub status: String,
    pub at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WebhookCard {
    pub url: String,
    /// What is sent carries a signature.
    pub signed: bool,
    /// `pending`, `delivered` or `failed`; nothing before the first run.
    pub state: Option<String>,
    /// Of the last attempt.
    pub error: Option<String>,
}

/// A schedule that somebody wants. In the form its fields are called `wish[project]` and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScheduleWish {
    pub project: String,
    /// One of those that are offered; it counts where no other cron is written.
    pub preset: String,
    pub cron: String,
    pub timezone: String,
    pub goal: String,
    /// 100 where it is empty.
    pub max_steps: String,
    /// No webhook where it is empty.
    pub url: String,
    pub secret: String,
}

/// What a schedule is to be from now on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScheduleChange {
    pub schedule: String,
    /// As it was when somebody began to change it: nothing is changed where it is another by now.
    pub version: String,
    /// `on`, or empty.
    pub enabled: String,
    /// Without a secret, that of the webhook stays as it is.
    pub wish: ScheduleWish,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScheduleDeed {
    Enable,
    Disable,
    Delete,
}

/// Which schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleAddress {
    pub project: String,
    pub schedule: String,
}
