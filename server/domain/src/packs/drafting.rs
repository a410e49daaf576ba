//! The port behind which a language model drafts a pack.

use super::Pack;
use crate::{interview::EngineFault, tools::ProjectRow};
use async_trait::async_trait;
use protocol::pack::{SurveyedDocument, SurveyedTable};

/// What a draft is made from.
#[derive(Clone, Debug)]
pub struct DraftMaterial {
    pub project: ProjectRow,
    pub tables: Vec<SurveyedTable>,
    pub documents: Vec<SurveyedDocument>,
    /// What the rules draft: everything that the model leaves open is as it is there.
    pub built_in: Pack,
}

#[async_trait]
pub trait PackDrafter: Send + Sync {
    /// The model's name and what it drafted; none where the tenant has no model.
    async fn draft(&self, material: &DraftMaterial) -> Result<Option<(String, Pack)>, EngineFault>;
}
