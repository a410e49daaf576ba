//! Runs: a project's data is explored, what is found is checked, and something to do follows from it (seed 002).

mod explorer;
mod insight;
mod machine;
pub mod sql;
mod store;
mod survey;

pub use explorer::{Answer, Answers, Area, Explorer, Goal, Question};
pub use insight::{
    Challenge, Chart, ChartKind, Check, Claim, ClaimKind, Holds, Insight, Outcome, Recommendation, Severity, Status, compare,
};
pub use machine::{Progress, Run, RunCommand, RunDrafted, RunEffect, RunInput, RunJob, Saved, Then};
pub use store::{DiscoveryRow, FeedbackTarget, Kept, ProjectFeedback, RunRow, RunRows, RunStore};
pub use survey::{ColumnSurvey, MOST_GRADES, Role, Survey, TableSurvey};
