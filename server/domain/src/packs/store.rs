//! The port that keeps a tenant's own packs, the prompts that projects changed, and which secrets projects have.

use super::Pack;
use crate::{StoreFault, account::AuditEntry};
use async_trait::async_trait;
use protocol::{ProjectId, TenantId, Timestamp};

/// A pack that a tenant imported.
#[derive(Clone, Debug, PartialEq)]
pub struct PackRow {
    pub tenant: TenantId,
    pub pack: Pack,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The text that a project has in place of a prompt's default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectPrompt {
    pub tenant: TenantId,
    pub project: ProjectId,
    /// As `PromptName::name` writes it.
    pub name: String,
    pub text: String,
    pub updated_at: Timestamp,
}

/// A secret that a project may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SecretName {
    /// Of the language model, in place of the tenant's key.
    LlmApiKey,
    /// Of databases without secrets of their own.
    WarehouseCredentials,
}

impl SecretName {
    pub const ALL: [Self; 2] = [Self::LlmApiKey, Self::WarehouseCredentials];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LlmApiKey => "llm-api-key",
            Self::WarehouseCredentials => "warehouse-credentials",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

/// The id under which a project's secret is sealed. The store deletes what begins with `project/{id}/` with the project.
#[must_use]
pub fn project_secret_id(project: ProjectId, name: SecretName) -> String {
    format!("project/{project}/{}", name.name())
}

#[async_trait]
pub trait PackStore: Send + Sync {
    /// All of the tenant, by their slugs: there are few.
    async fn own_packs(&self, tenant: TenantId) -> Result<Vec<PackRow>, StoreFault>;
    /// In the place of the one with its slug, which has the version `was`; none where it is new. [`StoreFault::Conflict`] where
    /// that is not so any more.
    async fn save_pack(&self, row: PackRow, was: Option<&str>, audit: AuditEntry) -> Result<(), StoreFault>;
    /// False if there was none.
    async fn delete_pack(&self, tenant: TenantId, slug: &str, audit: AuditEntry) -> Result<bool, StoreFault>;

    /// By name.
    async fn project_prompts(&self, tenant: TenantId, project: ProjectId) -> Result<Vec<ProjectPrompt>, StoreFault>;
    /// False if the project is gone.
    async fn save_prompt(&self, row: ProjectPrompt, audit: AuditEntry) -> Result<bool, StoreFault>;
    /// False if the project had none of this name.
    async fn delete_prompt(
        &self,
        tenant: TenantId,
        project: ProjectId,
        name: &str,
        audit: AuditEntry,
    ) -> Result<bool, StoreFault>;

    /// Which secrets a project has, and when each was set; not their values.
    async fn project_secrets(&self, tenant: TenantId, project: ProjectId) -> Result<Vec<(SecretName, Timestamp)>, StoreFault>;
    /// The project of a run.
    async fn project_of_run(&self, tenant: TenantId, run: uuid::Uuid) -> Result<Option<ProjectId>, StoreFault>;
}
