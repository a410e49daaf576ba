//! A search that goes on from what an earlier one found: nobody is asked, so it is concluded at once and stored when it is over, with
//! one write. What the earlier ones found last is held in memory.

use crate::{
    Companies,
    concluding::key,
    doer::Task,
    memory::{FACTS, Memory, ORIGIN, Origin, PLACES, part},
};
use domain::{
    Failure, StoreFault,
    account::{AuditEntry, AuditLog as _},
    companies::{CompanySearch, Flag, FlagMode, Flags, GazetteerEntry, SearchInput, SearchRow, StepNews},
    runs::Kept,
};
use protocol::{
    CompanySearchId, TenantId, UserId,
    companies::{CompanyRequest, SearchPlan},
};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Searches whose texts are held: some hundred kB each.
const MOST_HELD: usize = 16;

/// What an earlier search found.
pub(crate) struct Found {
    kept: Vec<Kept>,
    memory: Memory,
}

impl Found {
    /// Whose moment it was is left out: that was another person's, at another time.
    fn read(mut kept: Vec<Kept>) -> Result<Self, StoreFault> {
        kept.retain(|part| part.name != FACTS);
        Ok(Self { memory: Memory::read(&kept)?, kept })
    }
}

/// The searches that were gone on from last. What a search that is over found does not change.
#[derive(Default)]
pub(crate) struct Recent(Mutex<VecDeque<(CompanySearchId, Arc<Found>)>>);

impl Recent {
    fn held(&self) -> MutexGuard<'_, VecDeque<(CompanySearchId, Arc<Found>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: CompanySearchId) -> Option<Arc<Found>> {
        self.held().iter().find(|(one, _)| *one == id).map(|(_, found)| found.clone())
    }

    fn hold(&self, id: CompanySearchId, found: Arc<Found>) {
        let mut held = self.held();
        held.retain(|(one, _)| *one != id);
        held.push_back((id, found));
        if held.len() > MOST_HELD {
            held.pop_front();
        }
    }
}

/// Where a search may go on from, and under which key that is kept.
pub(crate) struct Recalled {
    found: Arc<Found>,
    origin: Origin,
    used: String,
}

/// What an earlier search found, for one that may go on from it.
pub(crate) async fn recall(
    companies: &Companies,
    (tenant, user): (TenantId, UserId),
    request: &CompanyRequest,
    plan: &SearchPlan,
    places: &[GazetteerEntry],
) -> Result<Option<Recalled>, StoreFault> {
    let flags = Flags::stored(&companies.store().company_flags(tenant).await?);
    if flags.mode(Flag::SmartCache, user) != FlagMode::On {
        return Ok(None);
    }
    let used = key(tenant, request, plan, places);
    let Some(cached) = companies.store().cached_search(tenant, &used, companies.now()).await? else {
        return Ok(None);
    };
    let found = match companies.recent().find(cached.search) {
        Some(found) => found,
        None => {
            let kept = companies.store().company_trace(tenant, cached.search).await?;
            if kept.is_empty() {
                // Deleted between the two.
                return Ok(None);
            }
            let found = Arc::new(Found::read(kept)?);
            companies.recent().hold(cached.search, found.clone());
            found
        }
    };
    Ok(Some(Recalled { found, origin: Origin { search: cached.search, warmed: cached.warmed }, used }))
}

/// The whole search, from beginning to end. It is stored when this answers.
///
/// # Errors
/// 409 where its name is taken.
pub(crate) async fn conclude(
    companies: &Companies,
    mut search: CompanySearch,
    places: &[GazetteerEntry],
    recalled: Recalled,
    audit: AuditEntry,
) -> Result<SearchRow, Failure> {
    let Recalled { found, origin, used } = recalled;
    let plan = &mut search.view.plan;
    (plan.cached, plan.own_places) = (true, !places.is_empty());
    let mut kept = found.kept.clone();
    kept.push(part(ORIGIN, &origin)?);
    if !places.is_empty() && kept.iter().all(|part| part.name != PLACES) {
        kept.push(part(PLACES, &places)?);
    }
    let mut memory = found.memory.clone();
    (memory.origin, memory.is_loaded) = (Some(origin), true);
    let result = Task::concluding(companies.clone(), search.begun(companies.now()), memory).conclude().await?;
    let response = match &result.news {
        StepNews::Concluded(conclusion) => Some(conclusion.response.clone()),
        _ => None,
    };
    let input = SearchInput::Recall { kept, used, result: Box::new(result) };
    let stored = companies.searches().record(search, input, Some(audit)).await?;
    Ok(SearchRow { response, ..SearchRow::new(&stored) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use uuid::Uuid;

    #[test]
    fn what_was_gone_on_from_last_is_held() {
        let (recent, id) = (Recent::default(), |number: usize| CompanySearchId(Uuid::from_u128(number as u128)));
        let part = |name: &str| Kept { name: name.to_owned(), value: json!([]) };
        for number in 0..=MOST_HELD {
            recent.hold(id(number), Arc::new(Found::read(vec![part("candidates"), part(FACTS)]).expect("parts")));
        }
        assert!(recent.find(id(0)).is_none() && recent.held().len() == MOST_HELD);
        let found = recent.find(id(MOST_HELD)).expect("the last one");
        assert_eq!(found.kept.len(), 1, "the facts are another person's");
        assert!(found.memory.candidates.is_some());
    }
}
