//! Layer 3: providers are asked, each answer with its texts to the letter; and pages are read where a budget allows it.

use crate::{
    doer::Task,
    memory::{Memory, name_of_answer, name_of_page, part},
};
use domain::{
    StoreFault,
    account::AuditLog as _,
    companies::{Excerpts, KeptAnswer, KeptHit, StepNews, StepResult, SynthesisContext, canonical_url, is_free},
    research::{Among, Freshness, SearchRequest, SourceRow, published},
    runs::prices::PriceList,
};
use protocol::{
    SourceId, Timestamp,
    companies::ProviderAnswer,
    research::{Hit, SearchOutcome, SearchProvider},
};
use std::{collections::HashSet, time::Duration};

/// Results of one call. SearXNG gives whole pages and takes no number: those of its engines together are more.
const fn most_results(provider: SearchProvider) -> u8 {
    if matches!(provider, SearchProvider::Searxng) { 20 } else { 10 }
}

/// What is said of a call that a server died with.
const LOST: &str = "the server was restarted while it was asked: the answer is lost, and the call counts as paid";
/// However patient a provider's own client is.
const PATIENCE: Duration = Duration::from_secs(30);
/// Characters of one's own document around what was found.
const WINDOW: usize = 4_000;
/// Characters of a page; its results are read beside it.
const PAGE: usize = Excerpts::ALL.characters - 2_000;
/// Characters by which a place in a document is recognised.
const RECOGNISED: usize = 40;

impl Task {
    pub(crate) fn context(&self, now: Timestamp) -> SynthesisContext {
        let request = &self.search.view.request;
        let sales = request.sales_context.clone().unwrap_or_default();
        SynthesisContext {
            vertical: sales.vertical,
            sub_vertical: sales.sub_vertical,
            region: sales.region,
            year: i16::try_from(now.date().0).unwrap_or(i16::MAX),
            since: request.since.clone(),
        }
    }

    /// How new results must be.
    fn freshness(&self, now: Timestamp) -> Option<Freshness> {
        let since = self.search.view.request.since.as_deref()?;
        let from = published(since).filter(|from| *from <= now)?;
        Some(Freshness::Between { from, to: now })
    }

    pub(crate) async fn ask(&self, query: u16, provider: SearchProvider) -> Result<StepResult, StoreFault> {
        let view = &self.search.view;
        let text = view.queries.get(usize::from(query)).map(|query| query.text.clone()).unwrap_or_default();
        let (location, country) = match &self.memory.held().synthesis {
            Some(synthesis) => (synthesis.search_location.clone(), synthesis.country_code.clone()),
            None => (None, None),
        };
        let now = self.companies.now();
        let request = SearchRequest {
            tenant: self.search.tenant,
            among: Among::All,
            query: text,
            limit: most_results(provider),
            freshness: self.freshness(now),
            language: None,
            country,
            location: location.clone(),
            page: 1,
            now,
        };
        let is_lost = view.queries.get(usize::from(query)).is_some_and(|query| query.lost.contains(&provider));
        // Before the call: where the store is away afterwards, the call would be made again.
        let price = self.price(provider).await?;
        // Nobody would know that it is the same call: it would be paid for twice.
        let outcome = if is_lost { Err(LOST.to_owned()) } else { self.searched(provider, &request).await };
        let usd = if outcome.is_ok() || is_lost { price } else { 0.0 };
        let mut answer = KeptAnswer {
            query,
            provider,
            location,
            freshness: self.companies.searcher(provider).and_then(|one| one.freshness_words(&request)),
            hits: Vec::new(),
            failed: None,
            notes: Vec::new(),
        };
        match outcome {
            Ok(outcome) => {
                answer.notes = outcome.notes;
                for hit in outcome.hits {
                    answer.hits.push(self.kept_hit(hit, now).await?);
                }
            }
            Err(fault) => {
                tracing::warn!(provider = provider.name(), fault, "a search provider did not answer");
                answer.failed = Some(fault);
            }
        }
        let kept = vec![part(&name_of_answer(query, provider), &answer)?];
        let mut memory = self.memory.held();
        let (fresh, new_texts) = counts(&memory, &answer);
        let results = u32::try_from(answer.hits.len()).unwrap_or(u32::MAX);
        let failed = answer.failed.clone();
        // At once: an answer to another query may come before this one is stored.
        memory.answers.insert((query, provider), answer);
        let answer = ProviderAnswer { provider, results, fresh, failed };
        Ok(StepResult { kept, news: StepNews::Answered { answer, new_texts, usd } })
    }

    async fn searched(&self, provider: SearchProvider, request: &SearchRequest) -> Result<SearchOutcome, String> {
        let Some(searcher) = self.companies.searcher(provider) else { return Err("it is not set up any more".to_owned()) };
        // So many paid ones are not asked for at once.
        let _call = if is_free(provider) { self.memory.call().await } else { None };
        let _turn = self.companies.0.calls.take(self.search.tenant.0.as_u128()).await.ok();
        let outcome = match tokio::time::timeout(PATIENCE, searcher.search(request)).await {
            Ok(outcome) => outcome.map_err(|fault| fault.to_string()),
            Err(_) => Err("it did not answer in time".to_owned()),
        };
        if provider != SearchProvider::Local {
            let word = if outcome.is_ok() { "ok" } else { "failed" };
            metrics::counter!("discovery_searches", "provider" => provider.name(), "outcome" => word).increment(1);
        }
        outcome
    }

    async fn price(&self, provider: SearchProvider) -> Result<f64, StoreFault> {
        if self.memory.held().prices.is_none() {
            let own = self.companies.parts().prices.prices(self.search.tenant).await?;
            self.memory.held().prices = Some(own.unwrap_or_else(|| PriceList::listed().clone()));
        }
        Ok(self.memory.held().prices.as_ref().and_then(|prices| prices.search(provider.name())).unwrap_or_default())
    }

    /// Of one's own documents the text itself is read, and not what the index shows of it.
    async fn kept_hit(&self, hit: Hit, now: Timestamp) -> Result<KeptHit, StoreFault> {
        let is_own = hit.provider == SearchProvider::Local;
        let mut text = hit.raw.unwrap_or_else(|| hit.snippet.clone());
        if let Some(id) = hit.source.filter(|_| is_own)
            && let Some(row) = self.companies.parts().sources.source(self.search.tenant, id).await?
        {
            text = around(&row.text, &hit.snippet).to_owned();
        }
        let page_here = || hit.source.map(|id| format!("/api/v1/documents/{id}")).unwrap_or_default();
        Ok(KeptHit {
            url: hit.url.unwrap_or_else(page_here),
            title: hit.title,
            text,
            published: hit.published_at.map(day),
            accessed: now.to_rfc3339(),
            source: hit.source,
            from: if is_own { "document" } else { "search_result" }.to_owned(),
        })
    }

    /// All names of the place that is searched for.
    fn names_of_place(&self) -> Vec<String> {
        let memory = self.memory.held();
        memory.understanding.as_ref().map(|understood| memory.gazetteer().aliases(&understood.place)).unwrap_or_default()
    }

    /// The page of the text with this number, kept as a source.
    pub(crate) async fn read_page(&self, number: u32) -> Result<StepResult, StoreFault> {
        let url = self.memory.held().addresses().into_iter().nth(number as usize);
        let (kept, failed) = match url {
            None => (None, Some("there is no such result".to_owned())),
            Some(url) => match self.companies.parts().pages.read(&url).await {
                Err(fault) => (None, Some(fault.to_string())),
                Ok(page) => {
                    let now = self.companies.now();
                    let row = SourceRow {
                        id: SourceId(self.companies.id()),
                        tenant: self.search.tenant,
                        url: Some(page.address(&url)),
                        title: page.title.clone(),
                        text: page.text.clone(),
                        sha256: page.sha256.clone(),
                        accessed_at: now,
                        published_at: page.published_at,
                        imported_at: None,
                        imported_by: None,
                    };
                    let source = self.companies.parts().sources.keep_source(row).await?;
                    let text = part_of_page(&page.text, &self.names_of_place()).to_owned();
                    let published = page.published_at.map(day);
                    let (title, accessed) = (page.title, now.to_rfc3339());
                    (Some(KeptHit { url, title, text, published, accessed, source: Some(source), from: "page".into() }), None)
                }
            },
        };
        Ok(StepResult { kept: vec![part(&name_of_page(number), &kept)?], news: StepNews::PageRead(failed) })
    }
}

/// Of an answer's results those that the query did not have yet, and those that no query had.
fn counts(memory: &Memory, answer: &KeptAnswer) -> (u32, u32) {
    let others = |same_query: bool| -> HashSet<String> {
        let others = memory.answers.iter().filter(|((query, provider), _)| {
            (*query, *provider) != (answer.query, answer.provider) && (!same_query || *query == answer.query)
        });
        others.flat_map(|(_, other)| &other.hits).map(|hit| canonical_url(&hit.url)).collect()
    };
    let own: HashSet<String> = answer.hits.iter().map(|hit| canonical_url(&hit.url)).collect();
    let count = |known: HashSet<String>| u32::try_from(own.difference(&known).count()).unwrap_or(u32::MAX);
    (count(others(true)), count(others(false)))
}

pub(crate) fn day(at: Timestamp) -> String {
    let (year, month, day) = at.date();
    format!("{year:04}-{month:02}-{day:02}")
}

/// The part of a document around what the index shows of it.
fn around<'a>(text: &'a str, excerpt: &str) -> &'a str {
    let words = excerpt.trim_matches(|sign: char| !sign.is_alphanumeric());
    let begin: String = words.chars().take(RECOGNISED).collect();
    window(text, text.find(&begin).filter(|_| !begin.is_empty()).unwrap_or(0), WINDOW)
}

/// The beginning of a page; where the place is named only after it, what is around that.
fn part_of_page<'a>(text: &'a str, names: &[String]) -> &'a str {
    let beginning = window(text, 0, PAGE);
    let named = names.iter().filter(|name| !name.is_empty()).filter_map(|name| text.find(name.as_str())).min();
    named.filter(|at| *at >= beginning.len()).map_or(beginning, |at| window(text, at, PAGE))
}

/// So many characters, half of them before this place.
fn window(text: &str, at: usize, characters: usize) -> &str {
    let before = text[..at].char_indices().rev().nth(characters / 2).map_or(0, |(at, _)| at);
    let part = &text[before..];
    part.char_indices().nth(characters).map_or(part, |(end, _)| &part[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_read_around_what_was_found() {
        let text = format!("{}The bakery opened.{}", "ä ".repeat(10_000), " ö".repeat(10_000));
        let part = around(&text, "… The bakery opened. ö …");
        assert!(part.contains("The bakery opened.") && part.chars().count() == WINDOW);
        assert_eq!(around("short", "elsewhere"), "short");
    }

    #[test]
    fn a_page_is_read_where_it_names_the_place() {
        let names = ["ADGM".to_owned(), "Abu Dhabi Global Market".to_owned()];
        let early = format!("{}Acme is in ADGM.{}", "ä ".repeat(3_000), " ö".repeat(9_000));
        let late = format!("{}Acme is in ADGM.{}", "ä ".repeat(9_000), " ö".repeat(9_000));
        for (text, begins) in [(&early, true), (&late, false)] {
            let part = part_of_page(text, &names);
            assert!(part.contains("Acme is in ADGM.") && part.chars().count() == PAGE);
            assert_eq!(text.starts_with(part), begins);
        }
        assert!(late.starts_with(part_of_page(&late, &[])));
        assert_eq!(part_of_page("short", &names), "short");
    }
}
