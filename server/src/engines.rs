//! The built-in engines, chosen once at the start, and their description. The model of a tenant is looked up at each turn.

use crate::config::Settings;
use agents::{
    interview::rules::{BuiltIn, Meaning},
    research::rules::Extractive,
};
use anyhow::{Context, Result};
use domain::{
    embedding::Embedder,
    interview::Interviewer,
    research::Researcher,
    voice::{Transcriber, Voice},
};
use providers::{
    embedding::{Potion, Service, Unusable},
    speech::{Patience, SpokenBy, TranscribedBy},
};
use std::{fmt, sync::Arc};

/// The embedding model that is looked for in the folder of models.
const MODEL: &str = "potion-base-8M";

pub(crate) struct Engines {
    /// Understands and replies where no model is chosen, or in its place.
    pub(crate) built_in: Arc<dyn Interviewer>,
    /// Judges what research read, without any service.
    pub(crate) researcher: Arc<dyn Researcher>,
    pub(crate) reading: Reading,
}

/// How statements are understood.
#[derive(Clone)]
pub(crate) enum Reading {
    ByMeaning {
        model: Arc<dyn Embedder>,
        /// The machine that what was said goes to; none where it stays here.
        host: Option<String>,
    },
    ByWords {
        why: String,
    },
}

impl Reading {
    /// Where statements are understood by meaning, so is what is searched for.
    pub(crate) fn embedder(&self) -> Option<Arc<dyn Embedder>> {
        match self {
            Self::ByMeaning { model, .. } => Some(model.clone()),
            Self::ByWords { .. } => None,
        }
    }
}

/// The transcriber and the voice. Each is none where no address is configured.
#[derive(Clone, Default)]
pub(crate) struct Speech {
    pub(crate) transcriber: Option<Arc<dyn Transcriber>>,
    pub(crate) voice: Option<Arc<dyn Voice>>,
}

impl Speech {
    /// # Errors
    /// In words: an address cannot be used.
    pub(crate) fn choose(settings: &Settings) -> Result<Self> {
        let mut speech = Self::default();
        if let Some(place) = settings.speech.transcription.clone() {
            let heard = TranscribedBy::new(place, Patience::default()).map_err(anyhow::Error::msg);
            speech.transcriber = Some(Arc::new(heard.context("STT_BASE_URL cannot be used")?));
        }
        if let Some((place, voice)) = settings.speech.speech.clone() {
            let spoken = SpokenBy::new(place, voice, Patience::default()).map_err(anyhow::Error::msg);
            speech.voice = Some(Arc::new(spoken.context("TTS_BASE_URL cannot be used")?));
        }
        Ok(speech)
    }
}

impl fmt::Display for Speech {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.transcriber.as_ref().map(|one| one.listener()) {
            Some(listener) => write!(f, "heard by {} at {}, where recordings go", listener.model, listener.host)?,
            None => write!(f, "heard by the browser, where it can (STT_BASE_URL names a transcriber)")?,
        }
        match self.voice.as_ref().map(|one| one.speaker()) {
            Some(speaker) => write!(f, "; spoken by {} at {}, where replies go", speaker.model, speaker.host),
            None => write!(f, "; spoken by the browser"),
        }
    }
}

impl Engines {
    /// The service that is configured, else the model in its folder; without either the words alone decide.
    ///
    /// # Errors
    /// In words: the service's address cannot be used.
    pub(crate) fn choose(settings: &Settings) -> Result<Self> {
        if let Some(place) = &settings.embedding {
            let service = Service::new(place.clone()).map_err(anyhow::Error::msg).context("EMBEDDING_BASE_URL cannot be used")?;
            let host = Some(service.host().to_owned());
            let model: Arc<dyn Embedder> = Arc::new(service);
            return Ok(Self::by_meaning(model, host));
        }
        Ok(match Potion::load(&settings.models_dir.join(MODEL)) {
            Ok(model) => {
                let model: Arc<dyn Embedder> = Arc::new(model);
                Self::by_meaning(model, None)
            }
            Err(fault) => {
                let reading = Reading::ByWords { why: why(&fault) };
                match fault {
                    Unusable::Absent(_) => tracing::info!(%reading, "embedding model"),
                    Unusable::Broken { .. } => tracing::warn!(%reading, "embedding model"),
                }
                let engine = Arc::new(BuiltIn::by_words());
                Self { built_in: engine, researcher: Arc::new(Extractive::by_words()), reading }
            }
        })
    }

    fn by_meaning(model: Arc<dyn Embedder>, host: Option<String>) -> Self {
        Self {
            built_in: Arc::new(BuiltIn::by_meaning(Arc::new(Meaning::new(model.clone())))),
            researcher: Arc::new(Extractive::by_meaning(model.clone())),
            reading: log_reading(Reading::ByMeaning { model, host }),
        }
    }
}

fn log_reading(reading: Reading) -> Reading {
    tracing::info!(%reading, "embedding model");
    reading
}

fn why(fault: &Unusable) -> String {
    match fault {
        Unusable::Absent(_) => format!("{fault}; `.ci/setup model` fetches it"),
        Unusable::Broken { .. } => format!("{fault}; `.ci/setup model` fetches it anew"),
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByMeaning { model, host } => {
                write!(f, "by words and meaning ({}", model.name())?;
                match (host, model.dimension()) {
                    (Some(host), _) => write!(f, " at {host}, where what is said goes)"),
                    (None, Some(dimension)) => write!(f, ", {dimension} dimensions)"),
                    (None, None) => write!(f, ")"),
                }
            }
            Self::ByWords { why } => write!(f, "by words alone: {why}"),
        }
    }
}
