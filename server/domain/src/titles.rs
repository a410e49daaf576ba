//! Whatever people gave a name or a question, found by it: what the palette of every page looks through.

use crate::StoreFault;
use async_trait::async_trait;
use protocol::{ProjectId, TenantId, UserId};
use uuid::Uuid;

/// More words of a search say nothing more.
pub const MOST_TITLE_WORDS: usize = 6;

/// What has a title. Interviews are found by their own list, which looks into what was said as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TitledKind {
    Project,
    /// A table of a database or file; the id is its source's.
    Table,
    /// A file of documents; the id is its source's.
    Document,
    Source,
    Run,
    Ask,
    CompanySearch,
    /// The id is its pipeline's.
    Opportunity,
}

/// Something that has a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitleRow {
    pub kind: TitledKind,
    pub id: Uuid,
    /// The project that it is in, with its name.
    pub project: Option<(ProjectId, String)>,
    pub title: String,
}

/// What is looked for, and by whom: people find what is their own and what their tenant shares.
#[derive(Clone, Debug)]
pub struct TitleQuery {
    pub tenant: TenantId,
    pub user: UserId,
    /// All of them stand in the title, in any order; upper and lower case are the same.
    pub words: String,
    /// The most of each kind.
    pub each: u32,
}

#[async_trait]
pub trait TitleStore: Send + Sync {
    /// By kind, in each the newest first. Nothing of projects that were deleted; nothing at all without a word.
    async fn find_titles(&self, query: TitleQuery) -> Result<Vec<TitleRow>, StoreFault>;
}
