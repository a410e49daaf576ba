//! What the pages ask, answered with the same parts as the HTTP API.

mod accounts;
mod admin_runs;
mod ask;
mod audited;
mod companies;
mod definitions;
mod interviews;
mod layers;
mod models;
mod objectives;
mod opportunities;
mod places;
mod pools;
mod prices;
mod projects;
mod questions;
mod records;
mod reviews;
mod run_doubts;
mod run_interviews;
mod runs;
mod sample_interview;
mod schedules;
mod sharing;
mod timing;
mod titles;

pub(crate) use self::ask::{AskDesk, AskScheduleDesk};
pub(crate) use self::companies::{CompanyDesk, CompanyScheduleDesk};
pub(crate) use self::opportunities::OpportunityDesk;
pub(crate) use accounts::{
    AccountDesk, add_person, change_role, new_token, only_admins, password_link, remove_person, revoke_token,
};
pub(crate) use admin_runs::{ReviewedRun, RunReviewDesk, reviewed_runs};
pub(crate) use definitions::Definitions;
pub(crate) use domain::account::AuditNote;
pub(crate) use domain::sentence;
pub(crate) use interviews::{InterviewDesk, find_or_open, may_change, open};
pub(crate) use layers::{Wanted, layered, target};
pub(crate) use models::ModelDesk;
pub(crate) use objectives::{ObjectiveDesk, within_bounds};
pub(crate) use places::PlaceDesk;
pub(crate) use pools::{NewPool, PoolDesk, remove_pool, save_pool};
pub(crate) use prices::{PriceDesk, change_prices, model_prices};
pub(crate) use projects::ProjectDesk;
pub(crate) use questions::QuestionDesk;
pub(crate) use records::RecordDesk;
pub(crate) use reviews::{ReviewDesk, finish_review, hold_next, hold_review, release_review};
pub(crate) use run_interviews::{LONGEST_PROFILE, fill_from_interview, fill_project, own_interview};
pub(crate) use runs::{RunDesk, RunDraft, Target, rate, rate_company, start_run, take_back};
pub(crate) use schedules::{ScheduleDesk, goal_from_interview};
pub(crate) use sharing::SharingDesk;
pub(crate) use titles::TitleDesk;

/// How many rows of a list a page shows before it offers more.
pub(crate) const PAGE: u32 = 100;
