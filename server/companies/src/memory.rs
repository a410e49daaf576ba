//! What a search knows so far: a copy of what is stored of it, by the names of the parts.

use domain::{
    StoreFault,
    companies::{
        Candidate, Circumstances, Excerpts, Gazetteer, GazetteerEntry, KeptAnswer, KeptHit, Synthesis, Understanding,
        canonical_url, merge,
    },
    runs::{Kept, prices::PriceList},
};
use protocol::{CompanySearchId, research::SearchProvider};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashSet},
    sync::{Arc, OnceLock},
};

pub(crate) const UNDERSTANDING: &str = "understanding";
pub(crate) const SYNTHESIS: &str = "synthesis";
pub(crate) const CANDIDATES: &str = "candidates";
/// By which bounds the texts were read.
pub(crate) const EXCERPTS: &str = "excerpts";
/// The tenant's own places when the search was begun.
pub(crate) const PLACES: &str = "places";
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
    /// What is stored of the search is in it.
    pub(crate) is_loaded: bool,
    pub(crate) understanding: Option<Understanding>,
    pub(crate) synthesis: Option<Synthesis>,
    pub(crate) answers: BTreeMap<(u16, SearchProvider), KeptAnswer>,
    /// None where a page could not be read.
    pub(crate) pages: BTreeMap<u32, Option<KeptHit>>,
    pub(crate) candidates: Option<Vec<Candidate>>,
    pub(crate) excerpts: Option<Excerpts>,
    pub(crate) places: Vec<GazetteerEntry>,
    /// Made of them when it is first needed.
    gazetteer: OnceLock<Arc<Gazetteer>>,
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
            EXCERPTS => self.excerpts = Some(parsed(value)?),
            PLACES => (self.places, self.gazetteer) = (parsed(value)?, OnceLock::new()),
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
        let pages: Vec<KeptHit> = self.pages.values().flatten().cloned().collect();
        self.texts_with(&pages)
    }

    fn texts_with(&self, pages: &[KeptHit]) -> Vec<KeptHit> {
        let answers: Vec<KeptAnswer> = self.answers.values().cloned().collect();
        // What was read before bounds were kept was the longest text of each address.
        let excerpts = if self.candidates.is_some() { self.excerpts } else { Some(Excerpts::ALL) };
        merge(&answers, pages, excerpts)
    }

    /// Where pages can be read, in the order of the results. Pages that were read do not change it.
    pub(crate) fn addresses(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let results = self.texts_with(&[]).into_iter().filter(|hit| hit.from == "search_result");
        results.map(|hit| hit.url).filter(|url| seen.insert(canonical_url(url))).collect()
    }

    /// The places that this search knows. Without places of the tenant's own all searches share one.
    pub(crate) fn gazetteer(&self) -> Arc<Gazetteer> {
        if self.places.is_empty() {
            return Gazetteer::shared().clone();
        }
        self.gazetteer.get_or_init(|| Arc::new(Gazetteer::built_in().with_entries(&self.places))).clone()
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn kept(name: &str, value: Value) -> Kept {
        Kept { name: name.to_owned(), value }
    }

    fn texts(parts: &[Kept]) -> Vec<String> {
        Memory::read(parts).expect("parts").texts().into_iter().map(|hit| hit.text).collect()
    }

    #[test]
    fn a_trace_without_bounds_is_read_as_it_was() {
        let hit =
            |text: &str| json!({"url": "https://a.example/", "title": "", "text": text, "accessed": "", "from": "search_result"});
        let hits = [hit("Acme."), hit("Orchid opened.")];
        let answer = json!({"query": 0, "provider": "searxng", "hits": hits});
        let mut parts = vec![kept("answer:00:searxng", answer)];
        assert_eq!(texts(&parts), ["Acme.", "Orchid opened."], "nothing was read yet");
        parts.push(kept(CANDIDATES, json!([])));
        assert_eq!(texts(&parts), ["Orchid opened."], "the longest of each address");
        parts.push(kept(EXCERPTS, json!({"count": 1, "characters": 100})));
        assert_eq!(texts(&parts), ["Acme."], "by the bounds that were kept");
        assert_eq!(Memory::read(&parts).expect("parts").addresses(), ["https://a.example/"]);
    }

    #[test]
    fn a_search_knows_the_places_that_are_kept_with_it() {
        let hub = json!([{"name": "Blue Harbour Hub", "kind": "free_zone", "city": "Abu Dhabi", "aliases": ["BHH"]}]);
        let memory = Memory::read(&[kept(PLACES, hub)]).expect("parts");
        assert_eq!(memory.gazetteer().find("in BHH").len(), 1);
        assert!(Memory::default().gazetteer().find("in BHH").is_empty());
        assert!(Arc::ptr_eq(&Memory::default().gazetteer(), &Memory::default().gazetteer()), "it is not built anew");
    }
}
