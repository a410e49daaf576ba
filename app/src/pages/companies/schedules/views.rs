//! What is shown of searches that are made again by themselves.

use crate::pages::schedules::calls::WebhookCard;
use protocol::{CompanyScheduleId, CompanySearchId, Timestamp, work::WorkStatus};
use serde::{Deserialize, Serialize};

/// One's own, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompanySchedulesView {
    pub schedules: Vec<CompanyScheduleCard>,
    /// Changes with one's searches.
    pub mark: String,
    pub may_search: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CompanyScheduleCard {
    pub id: CompanyScheduleId,
    pub name: String,
    pub query: String,
    /// The most precise part of its constraints; empty where it has none.
    pub place: String,
    pub cron: String,
    pub timezone: String,
    pub enabled: bool,
    /// Changes with its settings.
    pub version: String,
    pub next: Option<Timestamp>,
    pub last: Option<LastSearch>,
    /// When it last made no search although it was due, and why, where that is newer than its last search.
    pub skipped: Option<(Timestamp, String)>,
    pub webhook: Option<WebhookCard>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LastSearch {
    pub id: CompanySearchId,
    pub status: WorkStatus,
    pub at: Timestamp,
    pub new_companies: u32,
    /// The first of them: id and name.
    pub found: Vec<(String, String)>,
}

/// How often, as somebody entered it. In the forms its fields are called `wish[every]` and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyScheduleWish {
    /// The search that is to be made again; empty where a schedule is changed.
    pub search: String,
    /// What is searched for, where it is empty.
    pub name: String,
    /// `week`, `workday`, `day` or `hour`; it counts where no cron is written.
    pub every: String,
    /// 1 is Monday, 7 Sunday.
    pub weekday: String,
    /// 0 to 23.
    pub hour: String,
    pub cron: String,
    pub timezone: String,
    /// No webhook where it is empty.
    pub url: String,
    pub secret: String,
}

/// What a schedule is to be from now on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyScheduleChange {
    pub schedule: String,
    /// As it was when somebody began to change it: nothing is changed where it is another by now.
    pub version: String,
    /// Without a secret, that of the webhook stays as it is.
    pub wish: CompanyScheduleWish,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompanyScheduleAct {
    Enable,
    Disable,
    Delete,
}
