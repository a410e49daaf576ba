//! Opportunities (seed 003): findings go through six stages; the receiver of each artifact validates it, its producer revises what was
//! rejected, and what is still rejected passes with a warning.

mod agents;
mod decide;
mod export;
mod findings;
mod grounding;
mod items;
mod machine;
mod ranking;
mod rows;
mod steps;
mod store;
mod verdict;

pub use agents::{Client, Context, Doubt, ItemRejection, OpportunityAnalyst, OpportunityRules, PastDecision, Revised, Verdict};
pub use decide::{LONGEST_REASONING, expect_reportable};
pub use export::markdown;
pub use findings::{
    COUNTED, FindingDraft, LONGEST_DESCRIPTION, LONGEST_TITLE, MEASURED, SEGMENT, check_findings, find_title_fault,
};
pub use grounding::{Ground, blank, invented};
pub use items::{MOST_ITEMS, RejectedItem, ValidatedItems, check_items, check_text, validate_items};
pub use machine::{Pipeline, PipelineCommand, PipelineDrafted, PipelineEffect, PipelineInput, StepNews, StepResult};
pub use ranking::{LEFT_OUT, settle_ranks};
pub use steps::{PipelineStep, findings_of, follow_up, is_wanted, items_of, next_steps};
pub use store::{CallRow, OpportunityRow, OpportunityStore, PipelineRow, PipelineRows, ProducerQuality, ValidationRow};
pub use verdict::{Settled, settle_verdict};

/// Findings of one pipeline.
pub const MOST_FINDINGS: usize = 2_000;
