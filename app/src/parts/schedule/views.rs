//! What is shown and entered of schedules, whatever they start.

use protocol::Timestamp;
use serde::{Deserialize, Serialize};

/// When something is done by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TimesShown {
    pub cron: String,
    pub timezone: String,
    pub enabled: bool,
    /// Changes with its settings.
    pub version: String,
    pub next: Option<Timestamp>,
    /// When it last started nothing although it was due, and why, where that is newer than what it started last.
    pub skipped: Option<(Timestamp, String)>,
    pub webhook: Option<WebhookCard>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WebhookCard {
    pub url: String,
    /// What is sent carries a signature.
    pub signed: bool,
    /// `pending`, `delivered`, `failed` or `nothing_new`; nothing before the first time.
    pub state: Option<String>,
    /// Of the last attempt.
    pub error: Option<String>,
}

/// How often, by whose clock and whom else to tell, as somebody entered it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TimesWish {
    /// `week`, `workday`, `day`, `hour`, `month` or `quarter`; it counts where no cron is written.
    pub every: String,
    /// 1 is Monday, 7 Sunday.
    pub weekday: String,
    /// 0 to 23.
    pub hour: String,
    pub cron: String,
    pub timezone: String,
    /// No webhook where it is empty.
    pub url: String,
    /// Where it is empty, that of the webhook stays as it is.
    pub secret: String,
}

/// What is done with a schedule in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScheduleDeed {
    Enable,
    Disable,
    Delete,
}
