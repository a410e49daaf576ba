//! Changing what is chosen.

use crate::{backend::Backend, calls::AuditNote};
use domain::{
    Failure, Refusal,
    models::{Budget, Choice, KeyState, ModelSettings, Price, Provider, SettingsRule, Strength, Usd},
};
use protocol::account::Account;
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::json;

/// Everything that is chosen, in place of what was.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"fast": {"provider": "anthropic", "model": "claude-haiku-4-5", "api_key": "sk-ant-…"}, "budget": {"day_usd": 5.0}}))]
pub(crate) struct NewModels {
    /// `null`: the operator's choice, or the built-in engine.
    #[serde(default)]
    pub fast: Option<NewChoice>,
    #[serde(default)]
    pub strong: Option<NewChoice>,
    #[serde(default)]
    pub budget: NewBudget,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewChoice {
    /// `anthropic`, `openai`, `compatible`, `gemini` or `bedrock`.
    #[schema(value_type = crate::web::api::schema::ModelProvider)]
    pub provider: Provider,
    #[schema(max_length = 200)]
    pub model: String,
    #[serde(default)]
    #[schema(max_length = 500)]
    pub base_url: Option<String>,
    /// US dollars for a million tokens, `{input, output}`; the listed price when not given.
    #[serde(default)]
    #[schema(value_type = Option<crate::web::api::schema::Price>)]
    pub price: Option<Price>,
    /// Not given: the kept one stays. Empty: it is removed.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub api_key: Option<SecretString>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewBudget {
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    pub day_usd: Option<Usd>,
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    pub session_usd: Option<Usd>,
}

impl NewModels {
    fn choice(&self, strength: Strength) -> Option<&NewChoice> {
        match strength {
            Strength::Fast => self.fast.as_ref(),
            Strength::Strong => self.strong.as_ref(),
        }
    }

    fn settings(&self) -> ModelSettings {
        ModelSettings {
            fast: self.fast.as_ref().map(NewChoice::choice),
            strong: self.strong.as_ref().map(NewChoice::choice),
            budget: Budget { day: self.budget.day_usd, session: self.budget.session_usd },
        }
    }
}

impl NewChoice {
    pub(crate) fn choice(&self) -> Choice {
        let base_url = self.base_url.as_deref().map(str::trim).filter(|url| !url.is_empty());
        Choice {
            provider: self.provider,
            model: self.model.trim().to_owned(),
            base_url: base_url.map(str::to_owned),
            price: self.price,
        }
    }
}

/// What happens to a kept key.
enum KeyStep<'a> {
    Keep,
    Remove,
    Put(&'a SecretString),
}

pub(crate) async fn change(backend: &Backend, who: &Account, new: &NewModels) -> Result<(), Failure> {
    let tenant = who.tenant_id;
    let before = backend.model_store().model_settings(tenant).await?.unwrap_or_default();
    let settings = new.settings();
    let mut steps = Vec::new();
    for strength in Strength::ALL {
        let held = backend.secrets().has_secret(tenant, ModelSettings::key_id(strength)).await?;
        steps.push((strength, step(new.choice(strength), held)));
    }
    let state = |strength| match steps.iter().find(|(of, _)| *of == strength) {
        Some((_, KeyStep::Put(_))) => KeyState::New,
        Some((_, KeyStep::Keep)) => KeyState::Kept,
        _ => KeyState::None,
    };
    let faults = rule(backend).check(&settings, &before, state);
    if !faults.is_empty() {
        return Err(Refusal::faults("these models cannot be used like this", faults).into());
    }
    // A key that changes goes first: in no moment does an old one go to a new address, whatever fails in between.
    for (strength, step) in &steps {
        if !matches!(step, KeyStep::Keep) {
            backend.secrets().delete_secret(tenant, ModelSettings::key_id(*strength)).await?;
        }
    }
    backend.model_store().save_model_settings(tenant, &settings, who.user_id, backend.now()).await?;
    for (strength, step) in &steps {
        if let KeyStep::Put(key) = step {
            backend.secrets().save_secret(tenant, ModelSettings::key_id(*strength), key, backend.now()).await?;
        }
    }
    backend.models().forget(tenant);
    let name = |choice: &Option<Choice>| choice.as_ref().map(|choice| choice.name().to_string());
    let changed = json!({"fast": name(&settings.fast), "strong": name(&settings.strong), "budget": settings.budget});
    let audit = AuditNote { action: "models.changed", target: "models".into(), about: None, detail: changed };
    audit.by(backend, who).await
}

fn step(choice: Option<&NewChoice>, held: bool) -> KeyStep<'_> {
    use secrecy::ExposeSecret;
    match choice.map(|choice| choice.api_key.as_ref()) {
        Some(Some(key)) if key.expose_secret().trim().is_empty() => KeyStep::Remove,
        Some(Some(key)) => KeyStep::Put(key),
        Some(None) if held => KeyStep::Keep,
        _ => KeyStep::Remove,
    }
}

pub(super) fn rule(backend: &Backend) -> SettingsRule {
    SettingsRule { allow_private: backend.settings().models.rule.allow_private }
}
