//! `POST /audio/speech`.

use super::{Patience, Place, wire::Wire};
use async_trait::async_trait;
use domain::voice::{Audio, Speaker, SpeechFault, Voice};
use reqwest::{Url, header::CONTENT_TYPE};
use serde_json::json;

/// A text of 4,096 characters is about four minutes of MP3.
const LARGEST: usize = 8 * 1024 * 1024;

/// A service that speaks.
pub struct SpokenBy {
    wire: Wire,
    url: Url,
    voice: String,
}

impl SpokenBy {
    /// # Errors
    /// In words: the address cannot be used.
    pub fn new(place: Place, voice: String, patience: Patience) -> Result<Self, String> {
        let url = place.url("/audio/speech")?;
        Ok(Self { wire: Wire::new(place, patience)?, url, voice })
    }
}

#[async_trait]
impl Voice for SpokenBy {
    fn speaker(&self) -> Speaker {
        let place = &self.wire.place;
        Speaker { model: place.model.clone(), voice: self.voice.clone(), host: place.host().to_owned() }
    }

    async fn speak(&self, text: &str) -> Result<Audio, SpeechFault> {
        let body = json!({"model": self.wire.place.model, "input": text, "voice": self.voice, "response_format": "mp3"});
        let answer = self.wire.ask(|http| http.post(self.url.clone()).json(&body), LARGEST).await?;
        let kind = answer.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let media_type = match kind.as_str() {
            "audio/mpeg" | "audio/mp3" | "application/octet-stream" | "" => "audio/mpeg",
            "audio/wav" | "audio/x-wav" | "audio/wave" => "audio/wav",
            "audio/ogg" | "audio/opus" => "audio/ogg",
            "audio/aac" => "audio/aac",
            "audio/flac" => "audio/flac",
            other => {
                return Err(SpeechFault::Malformed(format!("it is no sound but {}", other.chars().take(60).collect::<String>())));
            }
        };
        if answer.bytes.is_empty() {
            return Err(SpeechFault::Malformed("there is no sound in it".into()));
        }
        Ok(Audio { media_type: media_type.to_owned(), bytes: answer.bytes })
    }
}
