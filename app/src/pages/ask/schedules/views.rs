//! What is shown of kept answers that are asked for again.

use crate::pages::schedules::calls::{TimesShown, TimesWish};
use protocol::{AskId, AskScheduleId, Timestamp};
use serde::{Deserialize, Serialize};

/// One's own, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskSchedulesView {
    pub schedules: Vec<AskScheduleCard>,
    /// Where the list was when it was read, in the words of `Frame::Changed`.
    pub mark: String,
    pub may_ask: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AskScheduleCard {
    pub id: AskScheduleId,
    pub ask: AskId,
    pub name: String,
    pub question: String,
    /// Empty where nothing is expected.
    pub expected: String,
    pub times: TimesShown,
    /// What came of it, newest first; the last few.
    pub results: Vec<ResultShown>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ResultShown {
    pub at: Timestamp,
    /// `same`, `changed` or `gone`.
    pub state: String,
    /// The first value; empty where the answer is gone.
    pub value: String,
    /// Whether what was expected holds; nothing where nothing was, or nothing can be said.
    pub holds: Option<bool>,
    pub error: Option<String>,
}

/// In the form its fields are called `change[wish][name]` and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AskScheduleWish {
    pub name: String,
    /// Nothing is expected where it is empty.
    pub expected: String,
    #[serde(flatten)]
    pub times: TimesWish,
}

/// What a schedule is to be from now on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AskScheduleChange {
    pub schedule: String,
    /// As it was when somebody began to change it: nothing is changed where it is another by now.
    pub version: String,
    pub wish: AskScheduleWish,
}
