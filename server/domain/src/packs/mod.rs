//! Domain packs (seed 002): what the areas of analysis of a project are, and what a model is told. Some are built in, tenants import
//! their own, and one can be drafted for a project in steps; somebody accepts it.

mod built_in;
mod draft;
mod drafting;
mod generation;
mod pack;
mod parse;
pub mod prompts;
mod store;

pub use built_in::{built_in_packs, general};
pub use draft::{MOST_AREAS, draft, survey_document, survey_table};
pub use drafting::{DraftMaterial, PackDrafter};
pub use generation::{PackCommand, PackEffect, PackGeneration, PackInput, PackJob, ProjectRows, Survey};
pub use pack::{Pack, PackArea, compare_versions, pack_for, slug};
pub use parse::{check_prompt, parse_pack};
pub use store::{PackRow, PackStore, ProjectPrompt, SecretName, project_secret_id};
