//! What is kept, by the port to it.

use super::Backend;
use domain::{
    account::{AccountStore, RetentionStore},
    interview::{InterviewStore, LinkStore, ObjectiveStore, PoolStore, ReviewStore},
    models::{ModelStore, SecretStore},
    research::SourceStore,
    runs::prices::PriceStore,
    titles::TitleStore,
    tools::{ProjectStore, QueryLog, SavedQueryStore},
};

impl Backend {
    pub(crate) fn query_log(&self) -> &dyn QueryLog {
        &self.0.store
    }

    pub(crate) fn saved_queries(&self) -> &dyn SavedQueryStore {
        &self.0.store
    }

    pub(crate) fn project_store(&self) -> &dyn ProjectStore {
        &self.0.store
    }

    pub(crate) fn accounts(&self) -> &dyn AccountStore {
        &self.0.store
    }

    pub(crate) fn retention(&self) -> &dyn RetentionStore {
        &self.0.store
    }

    /// Links to interviews, guests, and where interviews lie.
    pub(crate) fn links(&self) -> &dyn LinkStore {
        &self.0.store
    }

    pub(crate) fn objectives(&self) -> &dyn ObjectiveStore {
        &self.0.store
    }

    pub(crate) fn pools(&self) -> &dyn PoolStore {
        &self.0.store
    }

    pub(crate) fn reviews(&self) -> &dyn ReviewStore {
        &self.0.store
    }

    pub(crate) fn sources(&self) -> &dyn SourceStore {
        &self.0.store
    }

    pub(crate) fn records(&self) -> &dyn InterviewStore {
        &self.0.store
    }

    pub(crate) fn model_store(&self) -> &dyn ModelStore {
        &self.0.store
    }

    /// What databases and searches cost.
    pub(crate) fn prices(&self) -> &dyn PriceStore {
        &self.0.store
    }

    /// Whatever has a title.
    pub(crate) fn titles(&self) -> &dyn TitleStore {
        &self.0.store
    }

    pub(crate) fn secrets(&self) -> &dyn SecretStore {
        &self.0.secrets
    }
}
