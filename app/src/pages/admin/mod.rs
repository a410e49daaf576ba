//! What administrators review.

mod definition;
pub mod models;
pub(crate) mod nav;
pub mod objectives;
mod only;
mod page;
mod people;
pub mod places;
pub mod pools;
pub mod prices;
pub mod records;
mod retention;
pub mod review;
pub mod runs;
mod tokens;
mod transcript;

pub(crate) use models::{ModelsPage, UsagePage};
pub(crate) use objectives::{ObjectivePage, ObjectivesPage};
pub(crate) use page::AdminPage;
pub(crate) use people::PeoplePage;
pub(crate) use places::PlacesPage;
pub(crate) use pools::{PoolPage, PoolsPage};
pub(crate) use prices::PricesPage;
pub(crate) use records::{AuditPage, FeedbackPage};
pub(crate) use review::{ReviewPage, ReviewsPage};
pub(crate) use runs::AdminRunsPage;
pub(crate) use tokens::AllTokensPage;
pub(crate) use transcript::TranscriptPage;
