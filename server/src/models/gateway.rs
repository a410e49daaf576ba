//! The keys that seal secrets, and the one way to language models.

use crate::config::Settings;
use actors::{AgreedClock, Clock, SystemIds};
use anyhow::{Context, Result};
use async_trait::async_trait;
use domain::{
    StoreFault,
    models::{SecretStore as _, Subject, SubjectKeys},
    packs::{PackStore as _, SecretName, project_secret_id},
};
use protocol::{ProjectId, TenantId, live::Kind};
use providers::model::{Gateway, Parts};
use secrecy::SecretString;
use std::sync::Arc;
use store::{Keyring, Secrets, Store};

/// Opens both, as the settings say.
pub(crate) async fn gateway(settings: &Settings, store: &Store, clock: &Arc<AgreedClock>) -> Result<(Secrets, Gateway)> {
    let keys = match &settings.models.secret_key {
        Some(keys) => Keyring::parse(keys).context("DISCOVERY_SECRET_KEY cannot be used")?,
        None => Keyring::in_folder(&settings.data_dir)?,
    };
    let secrets = store.secrets(keys);
    let (rewrapped, lost) = secrets.rewrap().await?;
    if rewrapped > 0 {
        tracing::info!(rewrapped, "secrets were wrapped with the newest secret key");
    }
    if lost > 0 {
        tracing::warn!(lost, "some secrets were sealed with a secret key that is not here: they must be entered again");
    }
    let clock = clock.clone();
    let parts = Parts {
        models: Arc::new(store.clone()),
        secrets: Arc::new(secrets.clone()),
        keys: Some(Arc::new(ProjectKeys { store: store.clone(), secrets: secrets.clone() })),
        ids: Arc::new(SystemIds),
        now: Arc::new(move || clock.now()),
        defaults: settings.models.defaults.clone(),
        rule: settings.models.rule,
    };
    Ok((secrets, Gateway::new(parts).map_err(anyhow::Error::msg)?))
}

/// What is asked for a project is asked with the project's own key, where it has one.
struct ProjectKeys {
    store: Store,
    secrets: Secrets,
}

#[async_trait]
impl SubjectKeys for ProjectKeys {
    async fn key(&self, tenant: TenantId, subject: Subject) -> Result<Option<SecretString>, StoreFault> {
        let project = match subject.kind {
            Kind::Pack => Some(ProjectId(subject.id)),
            Kind::Run => self.store.project_of_run(tenant, subject.id).await?,
            _ => None,
        };
        let Some(project) = project else { return Ok(None) };
        self.secrets.secret(tenant, &project_secret_id(project, SecretName::LlmApiKey)).await
    }
}
