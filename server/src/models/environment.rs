//! The operator's models and keys: from the environment or `discovery.toml`.

use anyhow::{Context, Result, anyhow};
use domain::models::{Budget, Choice, ModelName, Price, Provider, Usd, known_price};
use providers::model::{Defaults, GatewayRule, OwnKey};
use secrecy::SecretString;
use std::{collections::HashMap, str::FromStr, time::Duration};

#[derive(Clone, Debug)]
pub(crate) struct Environment {
    pub defaults: Defaults,
    pub rule: GatewayRule,
    /// `DISCOVERY_SECRET_KEY`: 32 bytes in base64, the newest first where there are several.
    pub secret_key: Option<SecretString>,
    /// What is set and still does not work, in sentences.
    pub remarks: Vec<String>,
}

/// A provider's variables: key, address, and what is chosen where nobody names a model.
const PROVIDERS: &[(Provider, &str, &str, Option<[&str; 2]>)] = &[
    (Provider::Anthropic, "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", Some(["claude-haiku-4-5", "claude-sonnet-4-5"])),
    (Provider::OpenAi, "OPENAI_API_KEY", "", Some(["gpt-5-mini", "gpt-5"])),
    (Provider::Compatible, "OPENAI_API_KEY", "OPENAI_BASE_URL", None),
    (Provider::Gemini, "GEMINI_API_KEY", "GEMINI_BASE_URL", Some(["gemini-2.5-flash", "gemini-2.5-pro"])),
    (Provider::Bedrock, "AWS_BEARER_TOKEN_BEDROCK", "BEDROCK_BASE_URL", None),
];

const OPENAI: &str = "api.openai.com";

impl Environment {
    /// Reads `ANTHROPIC_API_KEY`, `OPENAI_API_KEY` with `OPENAI_BASE_URL`, `GEMINI_API_KEY`, `AWS_BEARER_TOKEN_BEDROCK` with
    /// `AWS_REGION`, `DISCOVERY_MODEL_FAST` and `_STRONG` with `_PRICE`, `DISCOVERY_BUDGET_DAY_USD` and `_SESSION_USD`,
    /// `DISCOVERY_MODEL_TIMEOUT_SECONDS`, `DISCOVERY_MODEL_CONCURRENCY`, `DISCOVERY_ALLOW_PRIVATE_URLS`, `DISCOVERY_SECRET_KEY`.
    pub(crate) fn read(setting: &dyn Fn(&str) -> Option<String>) -> Result<Self> {
        let keys = keys(setting);
        let mut remarks = Vec::new();
        let mut choice = |which: &str, place: usize| -> Result<Option<Choice>> {
            let named = format!("DISCOVERY_MODEL_{which}");
            let name = match setting(&named) {
                Some(name) => Some(read_name(&name, &keys).with_context(|| format!("{named} is {name}"))?),
                None => by_itself(&keys, place),
            };
            let Some(name) = name else { return Ok(None) };
            let price = format!("{named}_PRICE");
            let price =
                setting(&price).map(|text| read_price(&text).with_context(|| format!("{price} is {text}"))).transpose()?;
            if price.is_none() && known_price(&name).is_none() {
                remarks.push(format!(
                    "the price of {name} is not known: its tokens are counted, its cost is not, and under a budget it is not asked; set {named}_PRICE (0/0 where it is free)"
                ));
            }
            Ok(Some(Choice { provider: name.provider, model: name.model, base_url: None, price }))
        };
        let (fast, strong) = (choice("FAST", 0)?, choice("STRONG", 1)?);
        if fast.is_none() && strong.is_none() && !keys.is_empty() {
            remarks.push("a provider is set but no model is named: set DISCOVERY_MODEL_FAST, e.g. compatible/qwen3:8b".into());
        }
        let budget = Budget {
            day: dollars(setting, "DISCOVERY_BUDGET_DAY_USD")?,
            session: dollars(setting, "DISCOVERY_BUDGET_SESSION_USD")?,
        };
        let region = setting("AWS_REGION").or_else(|| setting("AWS_DEFAULT_REGION"));
        let rule = GatewayRule {
            time: Duration::from_secs(number(setting, "DISCOVERY_MODEL_TIMEOUT_SECONDS", 60)?),
            at_once: number(setting, "DISCOVERY_MODEL_CONCURRENCY", 8)?,
            allow_private: setting("DISCOVERY_ALLOW_PRIVATE_URLS").is_some_and(|value| value == "true" || value == "1"),
            ..GatewayRule::default()
        };
        let secret_key = setting("DISCOVERY_SECRET_KEY").map(SecretString::from);
        Ok(Self { defaults: Defaults { fast, strong, keys, budget, region }, rule, secret_key, remarks })
    }

    /// What answers where a tenant chose nothing, in a few words.
    pub(crate) fn summary(&self) -> String {
        let name = |choice: &Option<Choice>| choice.as_ref().map(|choice| choice.name().to_string());
        match (name(&self.defaults.fast), name(&self.defaults.strong)) {
            (None, None) => "none: the built-in engine understands and replies".into(),
            (Some(fast), Some(strong)) if fast != strong => format!("{fast} for quick tasks, {strong} for thorough ones"),
            (fast, strong) => fast.or(strong).unwrap_or_default(),
        }
    }
}

fn keys(setting: &dyn Fn(&str) -> Option<String>) -> HashMap<Provider, OwnKey> {
    let base = setting("OPENAI_BASE_URL");
    // One pair of variables serves OpenAI itself and everything compatible: the address tells which.
    let elsewhere = base.as_ref().is_some_and(|base| !base.contains(OPENAI));
    let mut keys = HashMap::new();
    for (provider, key, address, _) in PROVIDERS {
        let (key, base_url) = (setting(key).map(SecretString::from), setting(address).filter(|_| !address.is_empty()));
        let set = match provider {
            Provider::OpenAi => key.is_some() && !elsewhere,
            Provider::Compatible => elsewhere,
            _ => key.is_some(),
        };
        if set {
            keys.insert(*provider, OwnKey { key, base_url });
        }
    }
    keys
}

/// `provider/model`, or the model alone where there is one provider.
fn read_name(text: &str, keys: &HashMap<Provider, OwnKey>) -> Result<ModelName> {
    let name = match (ModelName::parse(text), keys.len()) {
        (Some(name), _) => name,
        (None, 1) => ModelName::new(*keys.keys().next().context("one key")?, text.trim()),
        (None, _) => return Err(anyhow!("name the provider too: anthropic/…, openai/…, compatible/…, gemini/… or bedrock/…")),
    };
    let compatible = name.provider == Provider::OpenAi && !keys.contains_key(&Provider::OpenAi);
    let provider = if compatible && keys.contains_key(&Provider::Compatible) { Provider::Compatible } else { name.provider };
    if !keys.contains_key(&provider) {
        return Err(anyhow!("but no key of {} is set", provider.label()));
    }
    Ok(ModelName { provider, ..name })
}

/// The usual model of the first provider that has one.
fn by_itself(keys: &HashMap<Provider, OwnKey>, place: usize) -> Option<ModelName> {
    let usual = |(provider, _, _, models): &(Provider, &str, &str, Option<[&str; 2]>)| {
        keys.contains_key(provider).then_some(())?;
        models.map(|models| ModelName::new(*provider, models[place]))
    };
    PROVIDERS.iter().find_map(usual)
}

/// `0.25/2`: US dollars for a million tokens in and out.
fn read_price(text: &str) -> Result<Price> {
    let read = |part: &str| part.trim().parse::<f64>().ok().filter(|dollars| *dollars >= 0.0).map(Usd::dollars);
    let price = text.split_once('/').and_then(|(input, output)| Some(Price { input: read(input)?, output: read(output)? }));
    price.context("which is not a price like 0.25/2: US dollars for a million tokens in and out")
}

fn dollars(setting: &dyn Fn(&str) -> Option<String>, name: &str) -> Result<Option<Usd>> {
    let Some(text) = setting(name) else { return Ok(None) };
    let dollars = text.parse::<f64>().ok().filter(|dollars| *dollars >= 0.0);
    dollars.map(|dollars| Some(Usd::dollars(dollars))).with_context(|| format!("{name} is {text}, which is no amount of dollars"))
}

fn number<N: FromStr>(setting: &dyn Fn(&str) -> Option<String>, name: &str, otherwise: N) -> Result<N> {
    let Some(text) = setting(name) else { return Ok(otherwise) };
    text.parse().map_err(|_| anyhow!("{name} is {text}, which is not a whole number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &[(&str, &str)]) -> Result<Environment> {
        Environment::read(&|name| settings.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn nothing_set_is_the_built_in_engine() {
        let nothing = read(&[]).expect("settings");
        assert!(nothing.summary().contains("built-in") && nothing.remarks.is_empty());
    }

    #[test]
    fn a_key_alone_chooses_its_providers_usual_models() {
        let one = read(&[("ANTHROPIC_API_KEY", "sk-secret")]).expect("settings");
        assert_eq!(one.summary(), "anthropic/claude-haiku-4-5 for quick tasks, anthropic/claude-sonnet-4-5 for thorough ones");
        assert!(!format!("{one:?}").contains("sk-secret"));
    }

    #[test]
    fn an_address_makes_openai_a_compatible_service_that_needs_its_model_named() {
        let base = ("OPENAI_BASE_URL", "http://127.0.0.1:11434/v1");
        let unnamed = read(&[base]).expect("settings");
        assert!(unnamed.remarks[0].contains("DISCOVERY_MODEL_FAST"), "{:?}", unnamed.remarks);
        for name in ["qwen3:8b", "openai/qwen3:8b", "compatible/qwen3:8b"] {
            let named = read(&[base, ("DISCOVERY_MODEL_FAST", name)]).expect("settings");
            assert_eq!(named.summary(), "compatible/qwen3:8b");
            assert!(named.remarks[0].contains("price"), "{:?}", named.remarks);
        }
        let priced = [base, ("DISCOVERY_MODEL_FAST", "qwen3:8b"), ("DISCOVERY_MODEL_FAST_PRICE", "0/0")];
        assert!(read(&priced).expect("settings").remarks.is_empty());
    }

    #[test]
    fn what_cannot_be_meant_stops_the_start() {
        for (settings, word) in [
            (vec![("DISCOVERY_MODEL_FAST", "openai/gpt-5")], "no key"),
            (vec![("OPENAI_API_KEY", "a"), ("GEMINI_API_KEY", "b"), ("DISCOVERY_MODEL_FAST", "gpt-5")], "provider"),
            (vec![("DISCOVERY_BUDGET_DAY_USD", "-1")], "dollars"),
            (vec![("DISCOVERY_MODEL_CONCURRENCY", "many")], "whole number"),
        ] {
            let fault = format!("{:#}", read(&settings).expect_err("it cannot work"));
            assert!(fault.contains(word), "{fault}");
        }
    }
}
