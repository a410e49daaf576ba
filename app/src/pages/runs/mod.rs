//! Discovery runs: started, followed, and what they found (seed 002).

mod acts;
pub mod calls;
pub(crate) mod chart;
mod counterparts;
mod evidence;
mod finding;
mod findings;
mod first;
mod header;
mod insight;
mod list;
mod live;
mod phases;
mod rating;
mod recommendation;
mod run;
mod start;
mod timeline;
mod unpriced;
mod views;

pub(crate) use finding::{InsightPage, RecommendationPage};
pub(crate) use first::FirstRun;
pub(crate) use list::RunsPage;
pub(crate) use run::RunPage;
