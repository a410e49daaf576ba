//! What a tenant chose, and what it may choose.

use super::{Budget, Price, Provider, Strength, known_price};
use crate::Fault;
use protocol::models::{ModelName, Usd};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

/// Without the keys: those are kept sealed, one for each strength.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelSettings {
    /// `None`: the operator's choice from the environment, or the built-in engine.
    pub fast: Option<Choice>,
    pub strong: Option<Choice>,
    #[serde(default)]
    pub budget: Budget,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    pub provider: Provider,
    pub model: String,
    /// `None`: where the provider itself is.
    #[serde(default)]
    pub base_url: Option<String>,
    /// `None`: the listed price.
    #[serde(default)]
    pub price: Option<Price>,
}

/// What happens to a kept key.
#[derive(Debug, Default)]
pub enum KeyChange {
    #[default]
    Keep,
    Set(SecretString),
    Remove,
}

impl Choice {
    #[must_use]
    pub fn name(&self) -> ModelName {
        ModelName::new(self.provider, self.model.clone())
    }

    #[must_use]
    pub fn price(&self) -> Option<Price> {
        self.price.or_else(|| known_price(&self.name()))
    }

    /// Whether a key that was given for the one goes to the same place with the other.
    #[must_use]
    pub fn is_same_place(&self, other: &Self) -> bool {
        self.provider == other.provider && self.base_url == other.base_url
    }
}

impl ModelSettings {
    #[must_use]
    pub const fn choice(&self, strength: Strength) -> Option<&Choice> {
        match strength {
            Strength::Fast => self.fast.as_ref(),
            Strength::Strong => self.strong.as_ref(),
        }
    }

    /// The id under which a strength's key is sealed.
    #[must_use]
    pub const fn key_id(strength: Strength) -> &'static str {
        match strength {
            Strength::Fast => "model.fast",
            Strength::Strong => "model.strong",
        }
    }
}

/// What may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingsRule {
    /// The operator permits base URLs inside the server's own network.
    pub allow_private: bool,
}

impl SettingsRule {
    /// Everything wrong with new settings, by field (`fast.base_url`). `before` is what holds now, `keys` what happens to the keys.
    #[must_use]
    pub fn check(self, new: &ModelSettings, before: &ModelSettings, keys: impl Fn(Strength) -> KeyState) -> Vec<Fault> {
        let mut faults = Vec::new();
        for strength in Strength::ALL {
            let Some(choice) = new.choice(strength) else { continue };
            let mut fault =
                |field: &str, message: String| faults.push(Fault::new(format!("{}.{field}", strength.name()), message));
            self.check_choice(choice, &mut fault);
            let key = keys(strength);
            if key == KeyState::Kept && before.choice(strength).is_none_or(|held| !held.is_same_place(choice)) {
                fault(
                    "api_key",
                    "the provider or the address changes, so the kept key does not go along: give it again or remove it".into(),
                );
            }
        }
        for (field, limit) in [("budget.day_usd", new.budget.day), ("budget.session_usd", new.budget.session)] {
            if limit.is_some_and(|limit| limit < Usd::NOTHING) {
                faults.push(Fault::new(field, "a budget is zero or more"));
            }
        }
        faults
    }

    /// Everything wrong with one choice, by field.
    pub fn check_choice(self, choice: &Choice, fault: &mut dyn FnMut(&str, String)) {
        let model = choice.model.trim();
        if model.is_empty() || model.len() > 200 || model.chars().any(|c| c.is_whitespace() || c.is_control()) {
            fault("model", "name the model as its provider does, in at most 200 characters without spaces".into());
        }
        match &choice.base_url {
            Some(url) => {
                if let Err(message) = self.check_url(url) {
                    fault("base_url", message);
                }
            }
            None if choice.provider == Provider::Compatible => {
                fault("base_url", "a service of your own needs its address, e.g. https://models.example.com/v1".into());
            }
            None => {}
        }
        if choice.price.is_some_and(|price| price.input < Usd::NOTHING || price.output < Usd::NOTHING) {
            fault("price", "a price is zero or more".into());
        }
    }

    fn check_url(self, url: &str) -> Result<(), String> {
        let (scheme, rest) = url.split_once("://").ok_or("an address begins with https:// or http://")?;
        if !matches!(scheme, "https" | "http") {
            return Err("an address begins with https:// or http://".into());
        }
        if url.len() > 500 || rest.contains(['?', '#', '@', '\\']) || rest.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err("an address has at most 500 characters and no spaces, user names, `?` or `#`".into());
        }
        let authority = rest.split('/').next().unwrap_or_default();
        let host = match authority.strip_prefix('[') {
            Some(six) => six.split_once(']').map_or("", |(host, _)| host),
            None => authority.split(':').next().unwrap_or_default(),
        };
        if host.is_empty() {
            return Err("the address names no host".into());
        }
        if self.allow_private {
            return Ok(());
        }
        if scheme == "http" {
            return Err("a key must not travel unencrypted: use https://".into());
        }
        if is_named_inside(host) {
            return Err("addresses inside the server's own network need DISCOVERY_ALLOW_PRIVATE_URLS=true".into());
        }
        Ok(())
    }
}

/// Hosts that are inside by their name. Those that only resolve to the inside are caught when the connection is made.
fn is_named_inside(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let inside_names = ["localhost", "local", "internal", "home.arpa"];
    inside_names.iter().any(|name| host == *name || host.ends_with(&format!(".{name}")))
        || !host.contains(['.', ':'])
        || host.parse().is_ok_and(|ip| crate::address::not_public(ip).is_some())
}

/// Where the key of a strength comes from after the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyState {
    None,
    Kept,
    New,
}
