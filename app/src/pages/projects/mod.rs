//! Projects: what they are connected to, what was found there, searched and queried.

mod answer;
mod asking;
pub mod calls;
mod connecting;
mod connectors;
mod console;
mod contents;
mod copied;
pub(crate) mod frame;
mod list;
mod live;
mod packing;
mod parts;
mod profile;
mod programs;
mod prompting;
mod saved;
mod searching;
mod secrets;
mod settings;
mod sources;
mod table;
mod tooling;
mod upload;
mod views;

pub(crate) use asking::QueryPage;
pub(crate) use connecting::ConnectPage;
pub(crate) use contents::SourcePage;
pub(crate) use list::ProjectsPage;
pub(crate) use packing::ProjectPackPage;
pub(crate) use prompting::ProjectPromptsPage;
pub(crate) use searching::SearchPage;
pub(crate) use settings::ProjectSettingsPage;
pub(crate) use sources::ProjectPage;
pub(crate) use table::TablePage;
pub(crate) use tooling::ToolsPage;
