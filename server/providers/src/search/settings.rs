//! Which search providers are configured, from the environment.

use super::{brave::Brave, searxng::Searxng, serpapi::SerpApi, serper::Serper, tavily::Tavily, wire::Wire};
use domain::research::WebSearch;
use protocol::research::SearchProvider;
use reqwest::Url;
use secrecy::SecretString;
use std::sync::Arc;

use super::Patience;

/// A provider that wants a key.
#[derive(Clone, Debug)]
pub struct Keyed {
    pub key: SecretString,
    pub base: Url,
}

/// What `SEARXNG_URL`, `SERPAPI_KEY`, `BRAVE_API_KEY`, `TAVILY_API_KEY` and `SERPER_API_KEY` say; each base URL can be another one
/// (`SERPAPI_BASE_URL`, …). Whoever sets the environment is trusted, so these addresses may be private.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub searxng: Option<Url>,
    pub serpapi: Option<Keyed>,
    pub brave: Option<Keyed>,
    pub tavily: Option<Keyed>,
    pub serper: Option<Keyed>,
}

impl Settings {
    /// # Errors
    /// Names the variable that holds no address.
    pub fn read(setting: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let keyed = |key: &str, base: &str, usual: &str| -> Result<Option<Keyed>, String> {
            let Some(key) = setting(key) else { return Ok(None) };
            let address = setting(base).unwrap_or_else(|| usual.to_owned());
            Ok(Some(Keyed { key: SecretString::from(key.trim()), base: base_url(base, &address)? }))
        };
        Ok(Self {
            searxng: setting("SEARXNG_URL").map(|address| base_url("SEARXNG_URL", &address)).transpose()?,
            serpapi: keyed("SERPAPI_KEY", "SERPAPI_BASE_URL", "https://serpapi.com")?,
            brave: keyed("BRAVE_API_KEY", "BRAVE_BASE_URL", "https://api.search.brave.com")?,
            tavily: keyed("TAVILY_API_KEY", "TAVILY_BASE_URL", "https://api.tavily.com")?,
            serper: keyed("SERPER_API_KEY", "SERPER_BASE_URL", "https://google.serper.dev")?,
        })
    }

    /// Those that are configured, in the order in which they are asked: what costs nothing first.
    #[must_use]
    pub fn configured(&self) -> Vec<SearchProvider> {
        [
            (SearchProvider::Searxng, self.searxng.is_some()),
            (SearchProvider::SerpApi, self.serpapi.is_some()),
            (SearchProvider::Brave, self.brave.is_some()),
            (SearchProvider::Tavily, self.tavily.is_some()),
            (SearchProvider::Serper, self.serper.is_some()),
        ]
        .into_iter()
        .filter_map(|(provider, set)| set.then_some(provider))
        .collect()
    }

    /// The providers themselves, in that order.
    ///
    /// # Errors
    /// When this machine's certificates cannot be read.
    pub fn providers(&self, patience: Patience) -> Result<Vec<Arc<dyn WebSearch>>, String> {
        let http = super::wire::client(patience)?;
        let mut providers: Vec<Arc<dyn WebSearch>> = Vec::new();
        if let Some(base) = self.searxng.clone() {
            providers.push(Arc::new(Wire::new(Searxng { base }, http.clone(), patience)));
        }
        if let Some(Keyed { key, base }) = self.serpapi.clone() {
            providers.push(Arc::new(Wire::new(SerpApi { key, base }, http.clone(), patience)));
        }
        if let Some(Keyed { key, base }) = self.brave.clone() {
            providers.push(Arc::new(Wire::new(Brave { key, base }, http.clone(), patience)));
        }
        if let Some(Keyed { key, base }) = self.tavily.clone() {
            providers.push(Arc::new(Wire::new(Tavily { key, base }, http.clone(), patience)));
        }
        if let Some(Keyed { key, base }) = self.serper.clone() {
            providers.push(Arc::new(Wire::new(Serper { key, base }, http, patience)));
        }
        Ok(providers)
    }
}

fn base_url(variable: &str, address: &str) -> Result<Url, String> {
    let url = Url::parse(address.trim()).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    // The value is not repeated: a key may have been put here by mistake.
    url.ok_or_else(|| format!("{variable} is not an address like https://search.example.org"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(set: &[(&str, &str)]) -> Result<Settings, String> {
        Settings::read(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn what_is_set_is_configured() {
        assert!(read(&[]).expect("nothing is fine").configured().is_empty());
        let some =
            read(&[("TAVILY_API_KEY", "t"), ("SEARXNG_URL", "http://127.0.0.1:8888/sx"), ("SERPAPI_BASE_URL", "http://x")]);
        let some = some.expect("settings");
        assert_eq!(some.configured(), [SearchProvider::Searxng, SearchProvider::Tavily]);
        assert_eq!(some.tavily.expect("a provider").base.as_str(), "https://api.tavily.com/");
        let all = read(&[
            ("SEARXNG_URL", "http://a"),
            ("SERPAPI_KEY", "k"),
            ("BRAVE_API_KEY", "k"),
            ("TAVILY_API_KEY", "k"),
            ("SERPER_API_KEY", "k"),
        ]);
        let all = all.expect("settings");
        let providers = all.providers(Patience::default()).expect("providers");
        let named: Vec<_> = providers.iter().flat_map(|one| one.providers()).collect();
        assert_eq!(named, all.configured());
        assert_eq!(named, SearchProvider::ALL[..5]);
    }

    #[test]
    fn a_key_is_shown_nowhere() {
        let fault = read(&[("SEARXNG_URL", "tvly-secret")]).expect_err("no address");
        assert!(fault.contains("SEARXNG_URL") && !fault.contains("tvly-secret"), "{fault}");
        let settings = read(&[("TAVILY_API_KEY", "tvly-secret"), ("BRAVE_API_KEY", "tvly-secret")]).expect("settings");
        assert!(!format!("{settings:?}").contains("tvly-secret"));
    }
}
