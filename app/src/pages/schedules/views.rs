//! What is shown of schedules.

pub use crate::parts::schedule::{ScheduleDeed, TimesShown, TimesWish, WebhookCard};
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
    pub times: TimesShown,
    pub goal: String,
    pub max_steps: u32,
    pub last: Option<LastRun>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LastRun {
    pub id: RunId,
    pub status: String,
    pub at: Timestamp,
}

/// A schedule that somebody wants. In the form its fields are called `wish[project]` and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScheduleWish {
    pub project: String,
    #[serde(flatten)]
    pub times: TimesWish,
    pub goal: String,
    /// 100 where it is empty.
    pub max_steps: String,
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
    pub wish: ScheduleWish,
}

/// Which schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleAddress {
    pub project: String,
    pub schedule: String,
}
