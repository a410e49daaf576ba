//! Which speech services are configured, from the environment.

use reqwest::Url;
use secrecy::SecretString;
use std::time::Duration;

/// One service.
#[derive(Clone, Debug)]
pub struct Place {
    /// Up to and without `/audio/…`.
    pub base: Url,
    pub model: String,
    pub api_key: Option<SecretString>,
    /// For one recording or sentence, with all further tries.
    pub time: Duration,
}

impl Place {
    /// The machine that hears or speaks.
    #[must_use]
    pub fn host(&self) -> &str {
        self.base.host_str().unwrap_or_default()
    }

    pub(super) fn url(&self, path: &str) -> Result<Url, String> {
        let base = self.base.as_str().trim_end_matches('/');
        Url::parse(&format!("{base}{path}")).map_err(|fault| format!("{base} is no address: {fault}"))
    }
}

/// `STT_BASE_URL`, `STT_API_KEY`, `STT_MODEL`, `STT_TIMEOUT_SECONDS`, and the same with `TTS_`, and `TTS_VOICE`.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub transcription: Option<Place>,
    pub speech: Option<(Place, String)>,
}

impl Settings {
    /// # Errors
    /// Names the variable that cannot be used.
    pub fn read(setting: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let place = |prefix: &str, usual_model: &str| -> Result<Option<Place>, String> {
            let named = |end: &str| format!("{prefix}_{end}");
            let Some(address) = setting(&named("BASE_URL")) else { return Ok(None) };
            let seconds = match setting(&named("TIMEOUT_SECONDS")) {
                Some(text) => text.trim().parse().map_err(|_| format!("{prefix}_TIMEOUT_SECONDS is not a whole number"))?,
                None => 30,
            };
            Ok(Some(Place {
                base: base_url(&named("BASE_URL"), &address)?,
                model: setting(&named("MODEL")).unwrap_or_else(|| usual_model.to_owned()),
                api_key: setting(&named("API_KEY")).map(|key| SecretString::from(key.trim())),
                time: Duration::from_secs(u64::clamp(seconds, 1, 300)),
            }))
        };
        let voice = setting("TTS_VOICE").unwrap_or_else(|| "alloy".to_owned());
        Ok(Self { transcription: place("STT", "whisper-1")?, speech: place("TTS", "tts-1")?.map(|place| (place, voice)) })
    }
}

fn base_url(variable: &str, address: &str) -> Result<Url, String> {
    let url = Url::parse(address.trim()).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    // The value is not repeated: a key may have been put here by mistake.
    url.ok_or_else(|| format!("{variable} is not an address like https://speech.example.org/v1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(set: &[(&str, &str)]) -> Result<Settings, String> {
        Settings::read(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn nobody_is_asked_without_an_address() {
        let none = read(&[("STT_API_KEY", "k"), ("TTS_VOICE", "nova")]).expect("settings");
        assert!(none.transcription.is_none() && none.speech.is_none());
        let both =
            read(&[("STT_BASE_URL", "http://127.0.0.1:9/v1/"), ("TTS_BASE_URL", "https://x/v1"), ("STT_TIMEOUT_SECONDS", "900")]);
        let both = both.expect("settings");
        let heard = both.transcription.expect("a transcriber");
        assert_eq!((heard.model.as_str(), heard.time.as_secs(), heard.host()), ("whisper-1", 300, "127.0.0.1"));
        assert_eq!(heard.url("/audio/transcriptions").expect("an address").path(), "/v1/audio/transcriptions");
        let (speaks, voice) = both.speech.expect("a voice");
        assert_eq!((speaks.model.as_str(), voice.as_str()), ("tts-1", "alloy"));
    }

    #[test]
    fn what_cannot_be_used_is_named_and_no_key_is_shown() {
        for (name, value) in
            [("STT_BASE_URL", "sk-secret"), ("TTS_BASE_URL", "ftp://sk-secret"), ("STT_TIMEOUT_SECONDS", "sk-secret")]
        {
            // The first of two wins.
            let fault = read(&[(name, value), ("STT_BASE_URL", "http://x")]).expect_err(name);
            assert!(fault.contains(name) && !fault.contains("secret"), "{fault}");
        }
        let set = read(&[("STT_BASE_URL", "http://x"), ("STT_API_KEY", "sk-secret")]).expect("settings");
        assert!(!format!("{set:?}").contains("secret"));
    }
}
