//! When an earlier search's texts will do (seed 001, part D, Phase 4; COMPANIES.md, Answers). Only what was found is kept: constraints,
//! exclusions, freshness and scores are applied after the hit, so a cache never brings back what the user has seen.

use super::{GazetteerEntry, days, spelling::fold};
use protocol::{
    TenantId, Timestamp,
    companies::{CompanyRequest, NoveltyMode},
};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

const HOUR: i64 = 3_600;
/// Seconds that what was found is kept.
const USUAL: i64 = 24 * HOUR;
/// Where the user wants the newest.
const SHORT: i64 = HOUR;
/// A `sinceTimestamp` younger than these days wants the newest.
const RECENT: u32 = 7;

/// Everything that what is found depends on: the query, the constraints, the novelty mode, the tenant, the day of `sinceTimestamp`,
/// what is sold to whom, who is searched with (in any order), and the tenant's own places. In hex.
#[must_use]
pub fn cache_key(tenant: TenantId, request: &CompanyRequest, providers: &[&str], places: &[GazetteerEntry]) -> String {
    let constraints = &request.constraints;
    let mut hash = Sha256::new();
    hash.update(tenant.0.as_bytes());
    let mut part = |text: Option<&str>| {
        let text = text.map(fold).unwrap_or_default();
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text.as_bytes());
    };
    part(Some(&request.query_text));
    for text in [&constraints.country, &constraints.emirate, &constraints.city, &constraints.area] {
        part(text.as_deref());
    }
    part(constraints.area_type.map(protocol::companies::AreaType::name));
    part(Some(NoveltyMode::name(request.novelty)));
    let since = request.since.as_deref().and_then(days::exact);
    part(since.map(|day| day.to_string()).as_deref());
    let context = request.sales_context.clone().unwrap_or_default();
    for text in [&context.vertical, &context.sub_vertical, &context.region] {
        part(text.as_deref());
    }
    let mut sectors: Vec<String> = request.work_patterns.preferred_sectors.iter().map(|sector| fold(sector)).collect();
    let mut providers = providers.to_vec();
    sectors.sort_unstable();
    providers.sort_unstable();
    providers.dedup();
    part(Some(&sectors.join("\n")));
    part(Some(&providers.join("\n")));
    for GazetteerEntry { name, kind, city, emirate, country, aliases } in places {
        part(Some(name));
        part(Some(kind.name()));
        for around in [city, emirate, country] {
            part(around.as_deref());
        }
        part(Some(&aliases.join("\n")));
    }
    hash.finalize().iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// For how many seconds what was found now is kept.
#[must_use]
pub fn time_to_live(request: &CompanyRequest, now: Timestamp) -> i64 {
    let since = request.since.as_deref().and_then(days::exact);
    if since.is_some_and(|since| days::between(since, days::day_of(now)) < RECENT) { SHORT } else { USUAL }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::companies::PlaceKind;
    use protocol::companies::Constraints;
    use uuid::Uuid;

    const TENANT: TenantId = TenantId(Uuid::from_u128(1));

    fn request() -> CompanyRequest {
        let constraints = Constraints { area: Some("ADGM".into()), ..Constraints::default() };
        CompanyRequest { query_text: "Find companies in ADGM".into(), constraints, ..CompanyRequest::default() }
    }

    fn hub() -> GazetteerEntry {
        let (city, emirate, country) = (Some("Dubai".into()), None, None);
        GazetteerEntry { name: "Hub".into(), kind: PlaceKind::District, city, emirate, country, aliases: Vec::new() }
    }

    #[test]
    fn what_changes_the_search_changes_the_key() {
        let key = |change: fn(&mut CompanyRequest)| {
            let mut request = request();
            change(&mut request);
            cache_key(TENANT, &request, &["searxng", "brave"], &[])
        };
        let usual = key(|_| ());
        for (name, other) in [
            ("query", key(|request| request.query_text = "Find banks in ADGM".into())),
            ("area", key(|request| request.constraints.area = Some("DIFC".into()))),
            (
                "same words, other constraint",
                key(|request| {
                    request.constraints.area = None;
                    request.constraints.city = Some("ADGM".into());
                }),
            ),
            ("novelty", key(|request| request.novelty = NoveltyMode::AllowNewEvidence)),
            ("day", key(|request| request.since = Some("2025-01-08".into()))),
            ("tenant", cache_key(TenantId(Uuid::from_u128(2)), &request(), &["searxng", "brave"], &[])),
            ("places", cache_key(TENANT, &request(), &["searxng", "brave"], &[hub()])),
            ("providers", cache_key(TENANT, &request(), &["searxng"], &[])),
        ] {
            assert_ne!(usual, other, "{name}");
        }
        for (name, same) in [
            ("spelling", key(|request| request.query_text = " find  COMPANIES in adgm".into())),
            ("exclusions", key(|request| request.exclude = vec!["a".into()])),
            ("cut", key(|request| request.options.max_results = 3)),
            ("name", key(|request| request.request_id = "other".into())),
            ("order of providers", cache_key(TENANT, &request(), &["brave", "searxng"], &[])),
        ] {
            assert_eq!(usual, same, "{name}");
        }
        let at = |since: &str| {
            let mut request = request();
            request.since = Some(since.into());
            cache_key(TENANT, &request, &[], &[])
        };
        assert_eq!(at("2025-01-08"), at("2025-01-08T13:00:00Z"), "the day counts");
    }

    #[test]
    fn who_wants_the_newest_does_not_get_it_from_yesterday() {
        let now = Timestamp(1_736_510_400_000_000); // 2025-01-10T12:00Z
        for (since, hours) in
            [(None, 24), (Some("2025-01-09"), 1), (Some("2025-01-04"), 1), (Some("2025-01-03"), 24), (Some("2026-01-01"), 1)]
        {
            let request = CompanyRequest { since: since.map(str::to_owned), ..request() };
            assert_eq!(time_to_live(&request, now), hours * HOUR, "{since:?}");
        }
    }
}
