//! Companies: searched under strict constraints, followed layer by layer, each result with its evidence (seed 001).

pub mod calls;
mod candidates;
mod costs;
mod emptiness;
mod evidence;
mod form;
mod header;
mod layers;
mod list;
mod live;
mod rating;
mod results;
pub mod schedules;
mod scores;
mod search;
mod understanding;
mod views;

pub(crate) use list::CompaniesPage;
pub(crate) use schedules::CompanySchedulesPage;
pub(crate) use search::CompanySearchPage;
