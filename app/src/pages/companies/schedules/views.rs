//! What is shown of searches that are made again by themselves.

use crate::pages::schedules::calls::{TimesShown, TimesWish};
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
    pub times: TimesShown,
    pub last: Option<LastSearch>,
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
    #[serde(flatten)]
    pub times: TimesWish,
}

/// What a schedule is to be from now on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyScheduleChange {
    pub schedule: String,
    /// As it was when somebody began to change it: nothing is changed where it is another by now.
    pub version: String,
    pub wish: CompanyScheduleWish,
}
