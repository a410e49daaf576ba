//! Which model is called: the tenant's choice, else the operator's.

use domain::models::{Budget, Choice, ModelName, ModelSettings, Price, Provider, Strength};
use secrecy::SecretString;
use std::collections::HashMap;

/// The operator's part, from the environment.
#[derive(Clone, Debug, Default)]
pub struct Defaults {
    pub fast: Option<Choice>,
    pub strong: Option<Choice>,
    /// For tenants that choose a provider without a key and an address of their own.
    pub keys: HashMap<Provider, OwnKey>,
    /// What each tenant may spend on the operator's keys.
    pub budget: Budget,
    /// The AWS region of Bedrock, e.g. `eu-central-1`.
    pub region: Option<String>,
}

/// A key of the operator, and where it is taken.
#[derive(Clone, Debug)]
pub struct OwnKey {
    pub key: Option<SecretString>,
    /// `None`: where the provider itself is.
    pub base_url: Option<String>,
}

/// Everything one call needs to know.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub name: ModelName,
    pub price: Option<Price>,
    pub key: Option<SecretString>,
    /// Ends with a slash.
    pub base_url: String,
    /// The address is the operator's or the provider's own: it may lie inside the network.
    pub trusted: bool,
    pub budget: Budget,
}

/// What holds for one tenant.
#[derive(Clone, Debug, Default)]
pub(super) struct Chosen {
    fast: Option<Target>,
    strong: Option<Target>,
}

impl Chosen {
    pub(super) fn new(
        settings: &ModelSettings,
        defaults: &Defaults,
        mut key: impl FnMut(Strength) -> Option<SecretString>,
    ) -> Self {
        let mut one = |strength, own: Option<&Choice>, default: Option<&Choice>| match own {
            Some(choice) => Some(Target::new(choice, key(strength), settings.budget, defaults)),
            None => default.map(|choice| Target::new(choice, None, settings.budget, defaults)),
        };
        Self {
            fast: one(Strength::Fast, settings.fast.as_ref(), defaults.fast.as_ref()),
            strong: one(Strength::Strong, settings.strong.as_ref(), defaults.strong.as_ref()),
        }
    }

    /// One model does both where only one is chosen.
    pub(super) fn target(&self, strength: Strength) -> Option<&Target> {
        let (first, second) = match strength {
            Strength::Fast => (&self.fast, &self.strong),
            Strength::Strong => (&self.strong, &self.fast),
        };
        first.as_ref().or(second.as_ref())
    }
}

impl Target {
    pub(super) fn new(choice: &Choice, own_key: Option<SecretString>, budget: Budget, defaults: &Defaults) -> Self {
        // The operator's key goes only where the operator sends it, never to an address that a tenant gave.
        let operators = defaults
            .keys
            .get(&choice.provider)
            .filter(|operators| own_key.is_none() && (choice.base_url.is_none() || choice.base_url == operators.base_url));
        let base_url = choice.base_url.clone().or_else(|| operators.and_then(|operators| operators.base_url.clone()));
        let trusted = choice.base_url.is_none() || operators.is_some();
        let mut base_url = base_url.unwrap_or_else(|| home(choice.provider, defaults));
        if !base_url.ends_with('/') {
            base_url.push('/');
        }
        Self {
            name: choice.name(),
            price: choice.price(),
            key: own_key.or_else(|| operators.and_then(|operators| operators.key.clone())),
            base_url,
            trusted,
            budget: if operators.is_some() { stricter(budget, defaults.budget) } else { budget },
        }
    }
}

/// Where a provider itself is.
fn home(provider: Provider, defaults: &Defaults) -> String {
    match provider {
        Provider::Anthropic => "https://api.anthropic.com/v1/".into(),
        Provider::OpenAi | Provider::Compatible => "https://api.openai.com/v1/".into(),
        Provider::Gemini => "https://generativelanguage.googleapis.com/v1beta/".into(),
        Provider::Bedrock => {
            let region = defaults.region.as_deref().unwrap_or("us-east-1");
            format!("https://bedrock-runtime.{region}.amazonaws.com/")
        }
    }
}

fn stricter(a: Budget, b: Budget) -> Budget {
    let least = |a: Option<_>, b: Option<_>| [a, b].into_iter().flatten().min();
    Budget { day: least(a.day, b.day), session: least(a.session, b.session) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::models::Usd;
    use secrecy::ExposeSecret;

    fn choice(provider: Provider, base_url: Option<&str>) -> Choice {
        Choice { provider, model: "m".into(), base_url: base_url.map(Into::into), price: None }
    }

    fn defaults() -> Defaults {
        let own = OwnKey { key: Some("the operator's".into()), base_url: None };
        let budget = Budget { day: Some(Usd(5)), session: None };
        Defaults {
            fast: Some(choice(Provider::Anthropic, None)),
            keys: [(Provider::Anthropic, own)].into(),
            budget,
            ..Defaults::default()
        }
    }

    fn key(target: &Target) -> Option<&str> {
        target.key.as_ref().map(ExposeSecret::expose_secret)
    }

    #[test]
    fn the_operators_key_never_goes_to_an_address_of_a_tenant() {
        let target =
            Target::new(&choice(Provider::Anthropic, Some("https://evil.example")), None, Budget::default(), &defaults());
        assert_eq!((key(&target), target.trusted, target.base_url.as_str()), (None, false, "https://evil.example/"));
        assert_eq!(target.budget, Budget::default());
        let target = Target::new(&choice(Provider::Anthropic, None), None, Budget::default(), &defaults());
        assert_eq!((key(&target), target.trusted), (Some("the operator's"), true));
        assert_eq!(target.budget.day, Some(Usd(5)), "and what it may cost is the operator's to say");
    }

    #[test]
    fn one_model_does_both_where_only_one_is_chosen() {
        let chosen = Chosen::new(&ModelSettings::default(), &defaults(), |_| None);
        assert_eq!(chosen.target(Strength::Strong).map(|target| target.name.model.as_str()), Some("m"));
        assert!(Chosen::new(&ModelSettings::default(), &Defaults::default(), |_| None).target(Strength::Fast).is_none());
    }

    #[test]
    fn a_tenants_own_key_is_used_and_nobody_elses() {
        let settings = ModelSettings { fast: Some(choice(Provider::Anthropic, None)), ..ModelSettings::default() };
        let chosen = Chosen::new(&settings, &defaults(), |_| Some("the tenant's".into()));
        let target = chosen.target(Strength::Fast).expect("chosen");
        assert_eq!((key(target), target.budget), (Some("the tenant's"), Budget::default()));
    }
}
