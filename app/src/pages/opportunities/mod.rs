//! Opportunities: findings become specifications through stages whose receiver validates its input (seed 003).

mod begin;
pub mod calls;
mod cards;
mod chain;
mod changed;
mod contract;
mod cycle;
mod decision;
mod evidence;
mod experiment;
mod fields;
mod form;
mod header;
mod history;
mod list;
mod live;
mod opportunity;
mod page;
mod quality;
mod rating;
mod sent_back;
mod spec;
mod stages;
mod views;

pub(crate) use list::PipelinesPage;
pub(crate) use page::PipelinePage;
pub(crate) use quality::ProducerQualityPage;
