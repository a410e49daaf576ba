//! What tokens cost. Prices change: the table is a default, and each tenant can set what it pays.

use super::{ModelName, Price, Provider, Usage, Usd};

/// Provider, how the model's name begins, and US dollars in cents for a million tokens in and out.
/// The longest beginning that fits counts.
const PRICES: &[(Provider, &str, i64, i64)] = &[
    (Provider::Anthropic, "claude-opus-4", 1_500, 7_500),
    (Provider::Anthropic, "claude-opus-4-5", 500, 2_500),
    (Provider::Anthropic, "claude-sonnet-4", 300, 1_500),
    (Provider::Anthropic, "claude-haiku-4-5", 100, 500),
    (Provider::Anthropic, "claude-3-7-sonnet", 300, 1_500),
    (Provider::Anthropic, "claude-3-5-sonnet", 300, 1_500),
    (Provider::Anthropic, "claude-3-5-haiku", 80, 400),
    (Provider::OpenAi, "gpt-5", 125, 1_000),
    (Provider::OpenAi, "gpt-5-mini", 25, 200),
    (Provider::OpenAi, "gpt-5-nano", 5, 40),
    (Provider::OpenAi, "gpt-4.1", 200, 800),
    (Provider::OpenAi, "gpt-4.1-mini", 40, 160),
    (Provider::OpenAi, "gpt-4.1-nano", 10, 40),
    (Provider::OpenAi, "gpt-4o", 250, 1_000),
    (Provider::OpenAi, "gpt-4o-mini", 15, 60),
    (Provider::OpenAi, "o3", 200, 800),
    (Provider::OpenAi, "o4-mini", 110, 440),
    (Provider::Gemini, "gemini-2.5-pro", 125, 1_000),
    (Provider::Gemini, "gemini-2.5-flash", 30, 250),
    (Provider::Gemini, "gemini-2.5-flash-lite", 10, 40),
    (Provider::Gemini, "gemini-2.0-flash", 10, 40),
];

/// One cent, in billionths of a dollar.
const CENT: i64 = 10_000_000;

/// The listed price of a model, or `None` where it is not known: a model of one's own may well cost nothing, but that is said in
/// the settings and not guessed.
#[must_use]
pub fn known_price(name: &ModelName) -> Option<Price> {
    let (provider, model) = match name.provider {
        // `eu.anthropic.claude-haiku-4-5-20251001-v1:0`: resold at the maker's own price.
        Provider::Bedrock => (Provider::Anthropic, name.model.split_once("anthropic.")?.1),
        provider => (provider, name.model.as_str()),
    };
    PRICES
        .iter()
        .filter(|(by, begins, ..)| *by == provider && is_version_of(model, begins))
        .max_by_key(|(_, begins, ..)| begins.len())
        .map(|(_, _, input, output)| Price { input: Usd(input * CENT), output: Usd(output * CENT) })
}

/// `gpt-5-2026-01-01` is a version of `gpt-5`; `gpt-5.1` and `gpt-5-pro` are models of their own.
fn is_version_of(model: &str, begins: &str) -> bool {
    model.strip_prefix(begins).is_some_and(|rest| {
        rest.is_empty()
            || rest == "-latest"
            || rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// What tokens cost at a price, rounded up.
#[must_use]
pub fn cost(usage: Usage, price: Price) -> Usd {
    let nanos = i128::from(usage.input) * i128::from(price.input.0) + i128::from(usage.output) * i128::from(price.output.0);
    let nanos = (nanos + 999_999) / 1_000_000;
    Usd(i64::try_from(nanos).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(provider: Provider, model: &str) -> Option<(f64, f64)> {
        known_price(&ModelName::new(provider, model)).map(|price| (price.input.in_dollars(), price.output.in_dollars()))
    }

    #[test]
    fn the_nearest_name_gives_the_price() {
        assert_eq!(price(Provider::OpenAi, "gpt-5-mini-2025-08-07"), Some((0.25, 2.0)));
        assert_eq!(price(Provider::OpenAi, "gpt-5"), Some((1.25, 10.0)));
        assert_eq!(price(Provider::Anthropic, "claude-opus-4-5-20251101"), Some((5.0, 25.0)));
        assert_eq!(price(Provider::Bedrock, "eu.anthropic.claude-haiku-4-5-20251001-v1:0"), Some((1.0, 5.0)));
        assert_eq!(price(Provider::OpenAi, "gpt-5-pro"), None, "a model of its own");
        assert_eq!(price(Provider::OpenAi, "gpt-5.1"), None, "a model of its own");
        assert_eq!(price(Provider::Compatible, "gpt-5"), None, "somebody else serves it, at their own price");
    }

    #[test]
    fn costs_are_exact_to_the_token() {
        let price = Price { input: Usd::dollars(0.25), output: Usd::dollars(2.0) };
        assert_eq!(cost(Usage { input: 1_000_000, output: 1_000_000 }, price), Usd::dollars(2.25));
        assert_eq!(cost(Usage { input: 1, output: 0 }, price), Usd(250));
        assert_eq!(cost(Usage { input: u64::MAX, output: u64::MAX }, price), Usd(i64::MAX));
    }
}
