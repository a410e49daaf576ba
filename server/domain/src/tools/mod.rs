//! A project's sources and the tools that reach them (seeds 002 and 004): databases, APIs, documents and skills.

pub mod answers;
pub mod catalog;
pub mod claim;
pub mod conversion;
mod equivalents;
mod extracted;
mod fact;
pub mod file_format;
pub mod guided;
mod mark;
mod naming;
pub mod planner;
mod preload;
mod project;
pub mod prompt;
mod query_log;
pub mod registry;
pub mod remarks;
pub mod resolving;
mod saved_query;
pub mod search;
mod sentence;
pub mod skill;
mod source;
mod store;
pub mod warehouse;

pub use equivalents::describe_unknown_function;
pub use extracted::{Extracted, ExtractedFact, MOST_EXTRACTED, extracted};
pub use fact::{FactRow, LONGEST_FACT_NAME, checked_fact, definitions, fact_key};
pub use mark::{project_version, projects_version};
pub use preload::ContextPreload;
pub use project::{ProjectRow, ProjectState, checked_description, first_state, one_line};
pub use query_log::{LONGEST_SQL, QueryFilter, QueryLog, QueryOutcome, QueryRecord, QueryShare, QuerySum};
pub use saved_query::{SavedQuery, SavedQueryStore, checked_query};
pub use source::{Api, Found, ProjectSource, SourceFile, SourceKind, SourceStatus};
pub use store::{ProjectChange, ProjectStore, WithoutTexts};
