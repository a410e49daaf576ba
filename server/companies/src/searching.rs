//! What people and programs want of searches: begun, waited for, cancelled, looked at, done again without network.

use crate::{
    Companies, concluding,
    memory::{Memory, PLACES, part},
    places::own_entries,
    recalling,
};
use actors::{
    CommandFault,
    live::{JoinStart, Subscription, Who},
};
use domain::{
    Failure, FailureKind,
    account::{AuditEntry, AuditLog as _, AuditNote, UserRow},
    companies::{CompanySearch, Flag, FlagMode, Flags, GazetteerEntry, KeptHit, SearchCommand, SearchInput, SearchRow},
    live::StoredEvent,
};
use protocol::{
    CompanySearchId, TenantId, UserId,
    account::{Account, Role},
    companies::{
        CompanyRequest, CompanySearchEvent, CompanySearchTrace, CompanySearchView, DiscoveryResponse, SearchMode, SearchPlan,
    },
    live::Recorded,
    research::SearchProvider,
    work::WorkStatus,
};
use serde_json::json;
use std::sync::Arc;

/// Searches of one person that are not over.
const MOST_OPEN: u32 = 200;
/// Pages that one search may read, whatever its budget is.
const MOST_PAGES: u32 = 30;

/// A search that is over, or was cancelled.
#[derive(Clone, Debug)]
pub struct Searched {
    pub row: SearchRow,
    /// Its answer was there already.
    pub repeated: bool,
}

/// People see their own searches, administrators the tenant's.
fn who_sees(account: &Account) -> Who {
    Who { tenant: account.tenant_id, only: (account.role < Role::Admin).then_some(account.user_id), user: Some(account.user_id) }
}

/// Searches, and waits for the end of it. The same `request_id` with the same request is the same search.
///
/// # Errors
/// 409 where the name belongs to another request, or the search was cancelled; 429 where too many are under way.
pub async fn search(companies: &Companies, account: &Account, mut request: CompanyRequest) -> Result<Searched, Failure> {
    if request.request_id.is_empty() {
        request.request_id = companies.id().to_string();
    }
    let (tenant, user) = (account.tenant_id, account.user_id);
    let known = companies.store().company_search_named(tenant, user, &request.request_id).await?;
    if let Some(known) = known {
        return again(companies, account, known, &request).await;
    }
    let id = CompanySearchId(companies.id());
    match begin(companies, account, id, request.clone()).await {
        Ok(Some(row)) => Ok(Searched { row, repeated: false }),
        Ok(None) => Ok(Searched { row: ended(companies, account, id).await?, repeated: false }),
        // Somebody was faster with the same name.
        Err(failure) if failure.kind == FailureKind::Conflict => {
            match companies.store().company_search_named(tenant, user, &request.request_id).await? {
                Some(known) => again(companies, account, known, &request).await,
                None => Err(failure),
            }
        }
        Err(failure) => Err(failure),
    }
}

async fn again(
    companies: &Companies,
    account: &Account,
    known: SearchRow,
    request: &CompanyRequest,
) -> Result<Searched, Failure> {
    if known.request != *request {
        let detail =
            format!("request_id {} belongs to a search with another body: give this one a name of its own", known.request_id);
        return Err(Failure::conflict(detail));
    }
    Ok(Searched { row: ended(companies, account, known.id).await?, repeated: true })
}

/// Begins a search beside the call. The request has a name of its own.
///
/// # Errors
/// 409 where the name is taken; 429 where too many are under way.
pub async fn begin_search(companies: &Companies, account: &Account, request: CompanyRequest) -> Result<CompanySearchId, Failure> {
    let id = CompanySearchId(companies.id());
    begin(companies, account, id, request).await?;
    Ok(id)
}

/// Begins a search under an id that was chosen before.
///
/// # Errors
/// As [`begin_search`].
pub(crate) async fn begin_search_as(
    companies: &Companies,
    account: &Account,
    id: CompanySearchId,
    request: CompanyRequest,
) -> Result<(), Failure> {
    begin(companies, account, id, request).await.map(|_| ())
}

/// The search as it is stored where it is over already: it went on from what an earlier one found.
async fn begin(
    companies: &Companies,
    account: &Account,
    id: CompanySearchId,
    request: CompanyRequest,
) -> Result<Option<SearchRow>, Failure> {
    let (tenant, user) = (account.tenant_id, account.user_id);
    if companies.store().open_company_searches(tenant, user).await? >= MOST_OPEN {
        let detail = format!("{MOST_OPEN} of your searches are under way: cancel some, or wait until they are over");
        return Err(Failure { retry_after: Some(5), ..Failure::new(FailureKind::Busy, detail) });
    }
    let plan = plan_search(companies, account, &request).await?;
    let places = own_entries(companies, tenant).await?;
    if request.mode == SearchMode::Cached
        && let Some(recalled) = recalling::recall(companies, (tenant, user), &request, &plan, &places).await?
    {
        let search = CompanySearch::new(tenant, user, id, request.request_id.clone(), request, plan);
        let audit = started(companies, account, id);
        return recalling::conclude(companies, search, &places, recalled, audit).await.map(Some);
    }
    open(companies, account, (id, request, plan), places).await.map(|()| None)
}

/// The places stay with the search: a change of them afterwards changes nothing in it.
pub(crate) async fn open(
    companies: &Companies,
    account: &Account,
    (id, request, mut plan): (CompanySearchId, CompanyRequest, SearchPlan),
    places: Vec<GazetteerEntry>,
) -> Result<(), Failure> {
    plan.own_places = !places.is_empty();
    let kept = if plan.own_places { vec![part(PLACES, &places)?] } else { Vec::new() };
    let audit = started(companies, account, id);
    let name = request.request_id.clone();
    let search = CompanySearch::new(account.tenant_id, account.user_id, id, name, request, plan);
    companies.searches().open(search, SearchInput::Request { kept }, Some(audit)).await.map_err(fault)?;
    Ok(())
}

fn started(companies: &Companies, account: &Account, id: CompanySearchId) -> AuditEntry {
    let about = Some(account.user_id);
    AuditNote { action: "company_search.started", target: id.to_string(), about, detail: json!({}) }.entry_by(companies, account)
}

/// Somebody for whom the server itself searches; none once they are gone or may only read.
pub(crate) async fn account(companies: &Companies, tenant: TenantId, user: UserId) -> Result<Option<Account>, Failure> {
    let accounts = companies.accounts();
    let (Some(user), Some(tenant)) = (accounts.user(user).await?, accounts.tenant(tenant).await?) else { return Ok(None) };
    let UserRow { id, name, email, role, .. } = user;
    let account = Account { user_id: id, tenant_id: tenant.id, tenant_slug: tenant.slug, name, email, role };
    Ok(Some(account).filter(|account| user.tenant == tenant.id && account.role >= Role::Member))
}

/// Whom a search asks and how much it may ask.
///
/// # Errors
/// The store's.
pub async fn plan_search(companies: &Companies, account: &Account, request: &CompanyRequest) -> Result<SearchPlan, Failure> {
    let mut providers = companies.providers();
    let has_others = providers.iter().any(|one| *one != SearchProvider::Local);
    let own = companies.searcher(SearchProvider::Local);
    let has_documents = match own {
        Some(own) => own.reaches(account.tenant_id).await,
        None => false,
    };
    if has_others && !has_documents {
        providers.retain(|one| *one != SearchProvider::Local);
    }
    let flags = Flags::stored(&companies.store().company_flags(account.tenant_id).await?);
    let budgets = request.options.budgets;
    Ok(SearchPlan {
        providers,
        max_search_calls: budgets.max_search_calls,
        max_llm_calls: budgets.max_llm_calls,
        max_page_fetches: budgets.max_page_fetches.unwrap_or_default().min(MOST_PAGES),
        // One that is chosen and cannot be used now is no reason to find nothing.
        model: companies.parts().analyst.engine(account.tenant_id).await.ok().flatten(),
        understands_by_rules: flags.mode(Flag::QueryUnderstanding, account.user_id) != FlagMode::On,
        cached: false,
        warming: false,
        own_places: false,
    })
}

/// Waits until it is over.
async fn ended(companies: &Companies, account: &Account, id: CompanySearchId) -> Result<SearchRow, Failure> {
    'joining: loop {
        let joined = companies.searches().join(who_sees(account), id, None).await.map_err(fault)?;
        if matches!(&joined.start, JoinStart::Snapshot(view) if view.work.status.is_over()) {
            break;
        }
        let mut subscription = joined.subscription;
        while let Some(published) = subscription.recv().await {
            if published.events.iter().any(|one| matches!(one.event, CompanySearchEvent::Ended { .. })) {
                break 'joining;
            }
        }
    }
    let row = companies.store().company_search(account.tenant_id, id).await?.ok_or_else(missing)?;
    match (&row.response, row.status) {
        (Some(_), _) => Ok(row),
        (None, WorkStatus::Cancelled) => {
            Err(Failure::conflict("this search was cancelled: give the next one another request_id"))
        }
        (None, _) => {
            let detail = row.error.unwrap_or_else(|| "the server failed on this search".to_owned());
            Err(Failure::new(FailureKind::Internal, detail))
        }
    }
}

/// A search of this person's, or of the tenant's for an administrator.
///
/// # Errors
/// 404.
pub async fn find_search(companies: &Companies, account: &Account, id: CompanySearchId) -> Result<SearchRow, Failure> {
    let row = companies.store().company_search(account.tenant_id, id).await?.ok_or_else(missing)?;
    if account.role < Role::Admin && row.user != account.user_id { Err(missing()) } else { Ok(row) }
}

/// Where a search is.
///
/// # Errors
/// 404, also for another person's.
pub async fn search_view(
    companies: &Companies,
    account: &Account,
    id: CompanySearchId,
) -> Result<Arc<CompanySearchView>, Failure> {
    companies.searches().view(who_sees(account), id).await.map(|viewed| viewed.view).map_err(fault)
}

/// What happens to a search from now on.
///
/// # Errors
/// 404, also for another person's.
pub async fn follow_search(
    companies: &Companies,
    account: &Account,
    id: CompanySearchId,
) -> Result<Subscription<CompanySearch>, Failure> {
    let joined = companies.searches().join(who_sees(account), id, None).await;
    joined.map(|joined| joined.subscription).map_err(fault)
}

/// What happened to it after this event.
///
/// # Errors
/// The store's.
pub async fn search_events(
    companies: &Companies,
    account: &Account,
    id: CompanySearchId,
    after: u64,
) -> Result<Vec<Recorded<CompanySearchEvent>>, Failure> {
    let stored = companies.parts().live.store.stored_events(account.tenant_id, id.0, after).await?;
    Ok(stored.iter().map(StoredEvent::read).collect::<Result<_, _>>()?)
}

/// Stops a search. What was found so far stays in its trace.
///
/// # Errors
/// 404; 409 where it is over.
pub async fn cancel_search(companies: &Companies, account: &Account, id: CompanySearchId) -> Result<(), Failure> {
    companies.searches().command(who_sees(account), id, SearchCommand::Cancel).await.map(|_| ()).map_err(fault)
}

/// Everything that a search went through.
///
/// # Errors
/// 404, also for another person's.
pub async fn trace_search(companies: &Companies, account: &Account, id: CompanySearchId) -> Result<CompanySearchTrace, Failure> {
    let row = find_search(companies, account, id).await?;
    let view = search_view(companies, account, id).await?;
    let memory = Memory::read(&companies.store().company_trace(row.tenant, id).await?)?;
    Ok(concluding::trace(&row, &view, &memory)?)
}

/// The texts that a search read, each once, to the letter.
///
/// # Errors
/// 404, also for another person's.
pub async fn search_texts(companies: &Companies, account: &Account, id: CompanySearchId) -> Result<Vec<KeptHit>, Failure> {
    let row = find_search(companies, account, id).await?;
    Ok(Memory::read(&companies.store().company_trace(row.tenant, id).await?)?.texts())
}

/// The answer once more, from what was kept: nobody is asked, nothing is stored.
///
/// # Errors
/// 404; 409 where there is no answer.
pub async fn replay_search(companies: &Companies, account: &Account, id: CompanySearchId) -> Result<DiscoveryResponse, Failure> {
    let row = find_search(companies, account, id).await?;
    let memory = Memory::read(&companies.store().company_trace(row.tenant, id).await?)?;
    concluding::replay(&row, &memory)?
        .ok_or_else(|| Failure::conflict(format!("this search is {}: it has no answer", row.status.name())))
}

fn missing() -> Failure {
    Failure::not_found("there is no such search")
}

fn fault(fault: CommandFault) -> Failure {
    match fault {
        CommandFault::NotFound => missing(),
        other => other.into(),
    }
}
