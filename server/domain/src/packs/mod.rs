//! Domain packs (seed 002): what the areas of analysis of a project are. A pack is drafted in steps; somebody accepts it.

mod draft;
mod generation;

pub use draft::{MOST_AREAS, draft};
pub use generation::{PackCommand, PackEffect, PackGeneration, PackInput, PackJob, ProjectRows, Survey};
