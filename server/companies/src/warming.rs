//! What many ask for is searched again before it is too old, so that the next one is answered at once (seed 001, part D, Phase 4).

use crate::{Companies, places::own_entries, searching};
use domain::{Failure, account::AuditLog as _};
use protocol::{CompanySearchId, Timestamp, companies::SearchMode};

/// Asked for as often as this since it was last made, it is searched again.
const POPULAR: u32 = 2;
/// So long before it is too old, in microseconds.
const BEFORE: i64 = 900_000_000;
/// Of one look.
const AT_ONCE: u32 = 5;

/// Begins anew what was asked for often and is about to be too old. Returns how many searches began.
///
/// # Errors
/// The store's.
pub async fn warm_popular(companies: &Companies) -> Result<usize, Failure> {
    let now = companies.now();
    // What is too old already is left: it would be in the way of all that come after it.
    let popular = companies.store().popular_searches(POPULAR, now..Timestamp(now.0 + BEFORE), AT_ONCE).await?;
    let mut begun = 0;
    for cached in popular {
        let Some(before) = companies.store().company_search(cached.tenant, cached.search).await? else { continue };
        let Some(account) = searching::account(companies, before.tenant, before.user).await? else { continue };
        let mut request = before.request;
        request.mode = SearchMode::Live;
        // The same name on every node: only one of them searches.
        request.request_id = format!("warm:{}:{}", cached.search, cached.expires_at.0);
        let plan = searching::plan_search(companies, &account, &request).await?;
        let plan = protocol::companies::SearchPlan { warming: true, ..plan };
        let id = CompanySearchId(companies.id());
        let places = own_entries(companies, before.tenant).await?;
        match searching::open(companies, &account, (id, request, plan), places).await {
            Ok(()) => begun += 1,
            Err(failure) => tracing::debug!(%failure, "a popular search was not begun"),
        }
    }
    Ok(begun)
}
