//! Layers 5 to 7: what was found becomes an answer, by the rules of `domain::companies` and by what holds for the person at this moment.

use crate::{
    doer::Task,
    judging::{BUILT_IN, NO_CALL_LEFT, millis},
    measuring::{Stopwatch, measure},
    memory::{FACTS, Memory, part},
};
use domain::{
    StoreFault,
    account::AuditLog as _,
    companies::{
        CachedSearch, Circumstances, Conclusion, Edition, Facts, Flag, FlagMode, Flags, GazetteerEntry, KeptAnswer, Outcome,
        SearchRow, SeenCompany, StepNews, StepResult, cache_key, conclude_watched, is_starved, time_to_live,
    },
};
use protocol::{
    TenantId, Timestamp,
    companies::{
        CacheUse, CompanyRequest, CompanySearchTrace, CompanySearchView, DiscoveryResponse, LayerCost, LayerTrace, QueryTrace,
        SearchCosts, SearchLayer, SearchMeta, SearchPlan,
    },
    research::SearchProvider,
};
use std::{collections::BTreeSet, time::Instant};

/// What one's own documents are called in an answer.
const DOCUMENTS: &str = "documents";

fn name(provider: SearchProvider) -> &'static str {
    if provider == SearchProvider::Local { DOCUMENTS } else { provider.name() }
}

impl Task {
    pub(crate) async fn conclude(&self) -> Result<StepResult, StoreFault> {
        let begun = Instant::now();
        let (view, tenant) = (&self.search.view, self.search.tenant);
        let flags = Flags::stored(&self.companies.store().company_flags(tenant).await?);
        let circumstances = self.circumstances(flags).await?;
        let memory = self.memory.held().clone();
        let mut watch = Stopwatch::start();
        let outcome = outcome(tenant, &view.request, &memory, &circumstances, &mut |layer| watch.enter(layer));
        let taken = watch.stop();
        let cost = LayerCost { elapsed_ms: millis(begun.elapsed()), ..LayerCost::default() };
        let seen = if view.plan.warming { Vec::new() } else { seen(self, &outcome, circumstances.now) };
        let meta = meta(view, &memory, &circumstances);
        measure(view, &outcome, &meta, &taken);
        let companies = u32::try_from(outcome.data.companies.len()).unwrap_or(u32::MAX);
        let rejected = outcome.data.validation.rejected_count;
        let error = outcome.error.clone();
        let may_cache = !view.plan.cached && error.is_none() && !meta.partial && circumstances.failed.is_empty();
        let cached =
            (may_cache && flags.mode(Flag::SmartCache, view.by) == FlagMode::On).then(|| self.for_others(circumstances.now));
        let response =
            serde_json::to_value(outcome.into_response(meta)).map_err(|fault| StoreFault::Refused(fault.to_string()))?;
        let conclusion = Conclusion { companies, rejected, cost, response, error, seen, cached };
        Ok(StepResult { kept: vec![part(FACTS, &circumstances)?], news: StepNews::Concluded(Box::new(conclusion)) })
    }

    /// What holds for the person now, and what became of the providers.
    async fn circumstances(&self, flags: Flags) -> Result<Circumstances, StoreFault> {
        let (view, tenant, store) = (&self.search.view, self.search.tenant, self.companies.store());
        let seen = store.seen_of(tenant, view.by, &view.request.exclude).await?;
        let ratings = store.company_ratings(tenant, view.by).await?;
        let memory = self.memory.held();
        let has_others = view.plan.providers.iter().any(|one| *one != SearchProvider::Local);
        let (mut answered, mut failed) = (BTreeSet::new(), BTreeSet::new());
        for answer in memory.answers.values() {
            // One's own documents without a hit are no answer in place of providers that fail.
            let says_something = answer.provider != SearchProvider::Local || !has_others || !answer.hits.is_empty();
            match answer.failed {
                Some(_) => drop(failed.insert(name(answer.provider).to_owned())),
                None if says_something => drop(answered.insert(name(answer.provider).to_owned())),
                None => {}
            }
        }
        Ok(Circumstances {
            now: self.companies.now(),
            validation: flags.mode(Flag::ValidationFilter, view.by),
            novelty: flags.mode(Flag::NoveltyFilter, view.by),
            seen: seen.into_iter().filter_map(|one| Some((one.entity, one.last_evidence_date?))).collect(),
            liked: ratings.into_iter().map(|one| (one.entity, one.like)).collect(),
            answered: answered.into_iter().collect(),
            failed: failed.into_iter().collect(),
            exhausted: exhausted(view, &memory),
            edition: Edition::default(),
        })
    }

    fn for_others(&self, now: Timestamp) -> CachedSearch {
        let (view, tenant) = (&self.search.view, self.search.tenant);
        CachedSearch {
            tenant,
            key: key(tenant, &view.request, &view.plan, &self.memory.held().places),
            search: view.id,
            warmed: view.plan.warming,
            created_at: now,
            expires_at: Timestamp(now.0 + time_to_live(&view.request, now) * 1_000_000),
            uses: 0,
        }
    }
}

pub(crate) fn key(tenant: TenantId, request: &CompanyRequest, plan: &SearchPlan, places: &[GazetteerEntry]) -> String {
    let providers: Vec<&str> = plan.providers.iter().map(|one| name(*one)).collect();
    cache_key(tenant, request, &providers, places)
}

/// The budgets that were used up, as the request names them.
fn exhausted(view: &CompanySearchView, memory: &Memory) -> Vec<String> {
    let first = [SearchLayer::Understanding, SearchLayer::Synthesis];
    let judged = first.into_iter().filter(|_| !view.plan.understands_by_rules).chain([SearchLayer::Extraction]);
    let without_model = judged.into_iter().any(|layer| {
        let cost = view.cost(layer);
        cost.engine.as_deref() == Some(BUILT_IN) && cost.fell_back.as_deref().is_none_or(|why| why == NO_CALL_LEFT)
    });
    let of_models = !view.plan.cached && view.plan.model.is_some() && without_model;
    let mut exhausted = Vec::new();
    if is_starved(view) {
        exhausted.push("maxSearchCalls".to_owned());
    }
    if of_models && view.plan.max_llm_calls.is_some_and(|most| view.llm_calls() >= most) {
        exhausted.push("maxLlmCalls".to_owned());
    }
    // Of a search that reads pages; also where it wanted more of them than any search may read.
    let most = view.plan.max_page_fetches as usize;
    if !view.plan.cached && most > 0 && memory.addresses().len() > most {
        exhausted.push("maxPageFetches".to_owned());
    }
    exhausted
}

fn outcome(
    tenant: TenantId,
    request: &CompanyRequest,
    memory: &Memory,
    circumstances: &Circumstances,
    enter: &mut dyn FnMut(SearchLayer),
) -> Outcome {
    let (understanding, synthesis) =
        (memory.understanding.clone().unwrap_or_default(), memory.synthesis.clone().unwrap_or_default());
    let gazetteer = memory.gazetteer();
    let (texts, candidates) = (memory.texts(), memory.candidates.clone().unwrap_or_default());
    let facts = Facts {
        tenant,
        request,
        understanding: &understanding,
        synthesis: &synthesis,
        texts: &texts,
        candidates: &candidates,
        circumstances,
        places: &*gazetteer,
    };
    conclude_watched(&facts, enter)
}

fn seen(task: &Task, outcome: &Outcome, now: Timestamp) -> Vec<SeenCompany> {
    let (view, tenant) = (&task.search.view, task.search.tenant);
    let returned = outcome.decided.iter().filter(|one| one.decision == "returned");
    let row = |one: &protocol::companies::CandidateTrace| SeenCompany {
        tenant,
        user: view.by,
        entity: one.id.clone(),
        name: one.name.clone(),
        place: one.location.normalized.clone(),
        first_seen_at: now,
        last_seen_at: now,
        last_evidence_date: one.evidence.published_date.clone(),
        last_evidence_url: Some(one.evidence.source_url.clone()).filter(|url| !url.is_empty()),
    };
    returned.map(row).collect()
}

fn meta(view: &CompanySearchView, memory: &Memory, circumstances: &Circumstances) -> SearchMeta {
    let usd = |layer| view.cost(layer).usd;
    let elapsed = circumstances.now.0 - view.work.requested_at.0;
    let layers = [SearchLayer::Understanding, SearchLayer::Synthesis, SearchLayer::Extraction];
    let engine = |layer: SearchLayer| Some((layer.name().to_owned(), view.cost(layer).engine?));
    SearchMeta {
        request_id: view.request_id.clone(),
        search_id: Some(view.id.to_string()),
        processing_time_ms: u64::try_from(elapsed / 1_000).unwrap_or_default(),
        costs: SearchCosts::new(
            usd(SearchLayer::Understanding),
            usd(SearchLayer::Synthesis),
            usd(SearchLayer::Search),
            usd(SearchLayer::Extraction),
        ),
        cache: match &memory.origin {
            Some(origin) if origin.warmed => CacheUse::Warmed,
            Some(_) => CacheUse::Hit,
            None => CacheUse::Miss,
        },
        providers: view.plan.providers.iter().map(|one| name(*one).to_owned()).collect(),
        unresponsive: circumstances.failed.iter().cloned().chain(silent_engines(memory)).collect(),
        partial: !circumstances.exhausted.is_empty(),
        exhausted: circumstances.exhausted.clone(),
        engines: layers.into_iter().filter_map(engine).collect(),
    }
}

/// What a provider says of an engine that it asks itself: "bing did not respond: timeout".
const SILENT: &str = " did not respond";

/// Engines behind a provider that answered without them: "searxng: bing", each once.
fn silent_engines(memory: &Memory) -> BTreeSet<String> {
    let engines = |answer: &KeptAnswer| -> Vec<String> {
        let named = answer.notes.iter().filter_map(|note| note.split_once(SILENT));
        named.map(|(engine, _)| format!("{}: {engine}", name(answer.provider))).collect()
    };
    memory.answers.values().flat_map(engines).collect()
}

fn stored(row: &SearchRow) -> Result<Option<DiscoveryResponse>, StoreFault> {
    let read = |value| serde_json::from_value(value).map_err(|error| StoreFault::Corrupt(error.to_string()));
    row.response.clone().map(read).transpose()
}

/// The answer once more, from what is kept: only its head is the stored one's.
///
/// # Errors
/// What is stored is not what this program stores.
pub(crate) fn replay(row: &SearchRow, memory: &Memory) -> Result<Option<DiscoveryResponse>, StoreFault> {
    let (Some(answer), Some(circumstances)) = (stored(row)?, memory.circumstances()?) else { return Ok(None) };
    Ok(Some(outcome(row.tenant, &row.request, memory, &circumstances, &mut |_| ()).into_response(answer.meta)))
}

/// # Errors
/// As [`replay`].
pub(crate) fn trace(row: &SearchRow, view: &CompanySearchView, memory: &Memory) -> Result<CompanySearchTrace, StoreFault> {
    let decided = match memory.circumstances()? {
        Some(circumstances) => outcome(row.tenant, &row.request, memory, &circumstances, &mut |_| ()).decided,
        None => Vec::new(),
    };
    let synthesized = memory.synthesis.clone().unwrap_or_default();
    let query = |answer: &KeptAnswer| QueryTrace {
        text: synthesized.queries.get(usize::from(answer.query)).cloned().unwrap_or_default(),
        provider: name(answer.provider).to_owned(),
        location: answer.location.clone(),
        freshness: answer.freshness.clone(),
        results: u32::try_from(answer.hits.len()).unwrap_or(u32::MAX),
        failed: answer.failed.clone(),
        notes: answer.notes.clone(),
    };
    let layer = |layer: &protocol::companies::LayerView| LayerTrace {
        name: layer.layer.name().to_owned(),
        elapsed_ms: layer.cost.elapsed_ms,
        cost: layer.cost.usd,
        engine: layer.cost.engine.clone(),
        fell_back: layer.cost.fell_back.clone(),
        lost_calls: (layer.cost.lost_calls > 0).then_some(layer.cost.lost_calls),
    };
    Ok(CompanySearchTrace {
        id: row.id,
        request_id: row.request_id.clone(),
        status: row.status,
        created_at: row.created_at.to_rfc3339(),
        request: row.request.clone(),
        response: stored(row)?,
        queries: memory.answers.values().map(query).collect(),
        candidates: decided,
        layers: view.layers.iter().map(layer).collect(),
        cached: row.cached,
    })
}
