//! Which engines answer, chosen once at the start, and how to say so.

use crate::config::Settings;
use agents::{
    interview::rules::{BuiltIn, Meaning},
    research::rules::Extractive,
};
use domain::{embedding::Embedder, interview::Interviewer, research::Researcher};
use providers::embedding::{Potion, Unusable};
use std::{fmt, sync::Arc};

/// The embedding model that is looked for in the folder of models.
const MODEL: &str = "potion-base-8M";

pub(crate) struct Engines {
    /// Understands and replies.
    pub(crate) chosen: Arc<dyn Interviewer>,
    /// What stands in for it; never waits.
    pub(crate) built_in: Arc<dyn Interviewer>,
    /// Judges what research read; never waits for anybody.
    pub(crate) researcher: Arc<dyn Researcher>,
    pub(crate) reading: Reading,
}

/// How statements are understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    ByMeaning { model: String, dimension: Option<usize> },
    ByWords { why: String },
}

impl Engines {
    /// Looks for an embedding model; without one the words alone decide.
    pub(crate) fn choose(settings: &Settings) -> Self {
        match Potion::load(&settings.models_dir.join(MODEL)) {
            Ok(model) => {
                let reading = Reading::ByMeaning { model: model.name().to_owned(), dimension: model.dimension() };
                tracing::info!(%reading, "embedding model");
                let model = Arc::new(model);
                let engine = Arc::new(BuiltIn::by_meaning(Arc::new(Meaning::new(model.clone()))));
                let researcher = Arc::new(Extractive::by_meaning(model));
                Self { chosen: engine.clone(), built_in: engine, researcher, reading }
            }
            Err(fault) => {
                let reading = Reading::ByWords { why: why(&fault) };
                match fault {
                    Unusable::Absent(_) => tracing::info!(%reading, "embedding model"),
                    Unusable::Broken { .. } => tracing::warn!(%reading, "embedding model"),
                }
                let engine = Arc::new(BuiltIn::by_words());
                Self { chosen: engine.clone(), built_in: engine, researcher: Arc::new(Extractive::by_words()), reading }
            }
        }
    }
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
            Self::ByMeaning { model, dimension: Some(dimension) } => {
                write!(f, "by words and meaning ({model}, {dimension} dimensions)")
            }
            Self::ByMeaning { model, dimension: None } => write!(f, "by words and meaning ({model})"),
            Self::ByWords { why } => write!(f, "by words alone: {why}"),
        }
    }
}
