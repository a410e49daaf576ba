//! What a search knows so far: a copy of what is stored of it, by the names of the parts.

use domain::{
    StoreFault,
    companies::{Candidate, Circumstances, KeptAnswer, KeptHit, Synthesis, Understanding, merge},
    runs::{Kept, prices::PriceList},
};
use protocol::{CompanySearchId, research::SearchProvider};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::collections::BTreeMap;

pub(crate) const UNDERSTANDING: &str = "understanding";
pub(crate) const SYNTHESIS: &str = "synthesis";
pub(crate) const CANDIDATES: &str = "candidates";
/// What the last layers went by beside the texts.
pub(crate) const FACTS: &str = "facts";
/// Where a search that asked nobody has its texts from.
pub(crate) const ORIGIN: &str = "origin";
const ANSWER: &str = "answer:";
const PAGE: &str = "page:";

/// The search whose texts another one goes on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Origin {
    pub(crate) search: CompanySearchId,
    /// It was begun in the background.
    pub(crate) warmed: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    pub(crate) understanding: Option<Understanding>,
    pub(crate) synthesis: Option<Synthesis>,
    pub(crate) answers: BTreeMap<(u16, SearchProvider), KeptAnswer>,
    /// None where a page could not be read.
    pub(crate) pages: BTreeMap<u32, Option<KeptHit>>,
    pub(crate) candidates: Option<Vec<Candidate>>,
    pub(crate) facts: Option<Value>,
    pub(crate) origin: Option<Origin>,
    pub(crate) prices: Option<PriceList>,
}

impl Memory {
    /// # Errors
    /// What is stored is not what this program stores.
    pub(crate) fn read(parts: &[Kept]) -> Result<Self, StoreFault> {
        let mut memory = Self::default();
        parts.iter().try_for_each(|part| memory.add(part))?;
        Ok(memory)
    }

    /// # Errors
    /// As [`Self::read`].
    pub(crate) fn add(&mut self, part: &Kept) -> Result<(), StoreFault> {
        let Kept { name, value } = part;
        match name.as_str() {
            UNDERSTANDING => self.understanding = Some(parsed(value)?),
            SYNTHESIS => self.synthesis = Some(parsed(value)?),
            CANDIDATES => self.candidates = Some(parsed(value)?),
            FACTS => self.facts = Some(value.clone()),
            ORIGIN => self.origin = Some(parsed(value)?),
            name if name.starts_with(ANSWER) => {
                let answer: KeptAnswer = parsed(value)?;
                self.answers.insert((answer.query, answer.provider), answer);
            }
            name => {
                if let Some(Ok(number)) = name.strip_prefix(PAGE).map(str::parse) {
                    self.pages.insert(number, parsed(value)?);
                }
            }
        }
        Ok(())
    }

    /// What the last layers went by; none before they did.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(crate) fn circumstances(&self) -> Result<Option<Circumstances>, StoreFault> {
        self.facts.as_ref().map(parsed).transpose()
    }

    /// The texts that are read, each once.
    pub(crate) fn texts(&self) -> Vec<KeptHit> {
        let answers: Vec<KeptAnswer> = self.answers.values().cloned().collect();
        let pages: Vec<KeptHit> = self.pages.values().flatten().cloned().collect();
        merge(&answers, &pages)
    }
}

fn parsed<T: DeserializeOwned>(value: &Value) -> Result<T, StoreFault> {
    T::deserialize(value).map_err(|error| StoreFault::Corrupt(error.to_string()))
}

/// A part as it is stored.
///
/// # Errors
/// When it cannot be written as JSON.
pub(crate) fn part(name: &str, of: &impl Serialize) -> Result<Kept, StoreFault> {
    let value = serde_json::to_value(of).map_err(|error| StoreFault::Refused(error.to_string()))?;
    Ok(Kept { name: name.to_owned(), value })
}

pub(crate) fn name_of_answer(query: u16, provider: SearchProvider) -> String {
    format!("{ANSWER}{query:02}:{}", provider.name())
}

pub(crate) fn name_of_page(number: u32) -> String {
    format!("{PAGE}{number:03}")
}
