//! Questions to a project (seed 004): a question becomes a plan, the plan runs step by step, the answer carries a proof that can be
//! run again.

mod analyst;
mod checks;
mod clarify;
mod command;
mod conclude;
mod differences;
mod discovered;
mod draft;
mod export;
mod follow_up;
pub mod formula;
mod grounding;
mod left_out;
mod limits;
mod machine;
mod material;
mod meaning;
mod modes;
mod outcome;
mod plan_rules;
mod query_text;
mod redo;
mod rerun;
mod schedule;
mod standing;
mod steps;
mod store;
mod words;

pub use analyst::{AskAnalyst, Client, Move, PlanningGoal, Round, ToolAnswer, WordingGoal};
pub use checks::check_rows;
pub use clarify::{assumptions_of, chosen_value, facts_of_answers, settle_answers};
pub use command::{BoxCommand, read_command};
pub use conclude::{conclude, render_value, value_of};
pub use differences::compare_redone;
pub use discovered::Discovered;
pub use draft::{AnswerTemplate, Aside, Draft, NodeDraft, NodeFrom, Pick, WholeQuestion};
pub use export::{html, markdown};
pub use follow_up::{First, FollowUp, Sort, read_follow_up};
pub use grounding::unproven;
pub use left_out::{ask_left_out, find_left_out};
pub use limits::{reached_by_tool, reached_limit, reached_money};
pub use machine::{Ask, AskCommand, AskDrafted, AskEffect, AskInput, AskNews, AskResult};
pub use material::{Earlier, KnownFact, Material, Passage, Planned, Planner, SmallTable};
pub use meaning::{IN_DOCUMENT, Meaning, read_meaning};
pub use modes::{Vocabulary, choose_mode};
pub use outcome::{Attempt, StepOutcome, weigh_rows, weigh_value};
pub use plan_rules::check_plan;
pub use query_text::{JoinedKey, TextFilter, close_values, joined_keys, replace_value, text_filters};
pub use redo::{Redo, check_redo, facts_for_redo, facts_to_remember, read_redo, reusable_steps};
pub use rerun::{PremiseState, Rerun, State, compare};
pub use schedule::{
    AskResultRow, AskScheduleRow, AskScheduleStore, DueAskDelivery, LastAskResult, MOST_ASK_SCHEDULES, MOST_RESULTS,
};
pub use standing::{Before, Judged, Notice, first_value, holds, judge};
pub use steps::{AskStep, next_steps};
pub use store::{AskRow, AskRows, AskStore, SavedAsk};

/// The longest question, in characters.
pub const LONGEST_QUESTION: usize = 2_000;
/// Questions that are asked back at once.
pub const MOST_QUESTIONS: usize = 3;
/// Rows that a step keeps, and their size as JSON.
pub const MOST_ROWS: usize = 100_000;
pub const MOST_BYTES: usize = 32 * 1024 * 1024;
/// Attempts at one query, the first included (seed 004, AUDITABLE Mode).
pub const ATTEMPTS: usize = 3;
