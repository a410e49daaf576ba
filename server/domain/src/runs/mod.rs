//! Runs: a project's data is explored, what is found is checked, and something to do follows from it (seed 002).

mod analyst;
mod context;
mod digest;
mod estimate;
mod explorer;
pub mod export;
mod from_interview;
mod grounding;
mod history;
mod insight;
mod likeness;
mod machine;
mod null_result;
mod numbers;
mod picking;
pub mod prices;
mod schedule;
pub mod sql;
mod store;
mod survey;
mod timetable;
mod workload;

pub use analyst::{Action, Analyst, Broken, Client, Deed, Exchange, Judged, Prompt, Spending};
pub use context::{describe_context, describe_effects, describe_effects_on_recommendations};
pub use digest::digest;
pub use estimate::{Breakdown, Estimate, LlmEstimate, Range, WarehouseEstimate, estimate, estimate_range};
pub use explorer::{Answer, Answers, Area, Explorer, Goal, Question};
pub use from_interview::{fill_profile, goal_from, interview_facts};
pub use grounding::ground;
pub use history::{gone, history};
pub use insight::{
    Challenge, Chart, ChartKind, Check, Claim, ClaimKind, Holds, Insight, Outcome, Recommendation, Severity, Status, compare,
};
pub use likeness::names_alike;
pub use machine::{Progress, Run, RunCommand, RunDrafted, RunEffect, RunInput, RunJob, Saved, Then};
pub use null_result::{mark_null_results, says_nothing_differs};
pub use numbers::{check_numbers, check_recommendation, goal_numbers, insight_numbers};
pub use picking::{Candidate, pick};
pub use schedule::{
    Delivered, Delivery, DeliveryState, DueDelivery, Firing, LastRun, MASK, MOST_SCHEDULES, ScheduleRow, ScheduleStore, Skipped,
    Starting, WEBHOOK_TRIES, Webhook, WebhookFault, WebhookSender,
};
pub use store::{DiscoveryRow, FeedbackTarget, Kept, ProjectFeedback, RunQuery, RunRatings, RunRow, RunRows, RunStore};
pub use survey::{ColumnSurvey, MOST_GRADES, Role, Survey, TableSurvey};
pub use timetable::{CRON_EXAMPLE, Timetable, ZONE_EXAMPLE};
pub use workload::{ModelLoad, TableLoad, Workload};
