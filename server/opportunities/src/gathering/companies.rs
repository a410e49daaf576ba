//! Findings of a search for companies: those that it returned, each with the passage that proves it.

use super::{GatherFault, Gathered, Sources};
use domain::{Refusal, StoreFault, companies::SearchRow, research::published};
use protocol::{
    CompanySearchId,
    account::{Account, Role},
    companies::{CompanyLocation, DiscoveryResponse, FoundCompany},
    opportunities::{Evidence, Finding},
};
use std::collections::HashSet;

/// The strongest signal.
const STRONGEST: f64 = 5.0;

/// A person's own search; administrators take the tenant's.
///
/// # Errors
/// 404 for another person's; 409 where it has no answer.
pub(super) async fn read_search(sources: &Sources<'_>, account: &Account, id: CompanySearchId) -> Result<Gathered, GatherFault> {
    let row = sources.companies.company_search(account.tenant_id, id).await?;
    let row = row.filter(|row| account.role >= Role::Admin || row.user == account.user_id);
    let row = row.ok_or_else(|| Refusal::unknown("there is no such search for companies"))?;
    let Some(response) = row.response.clone() else {
        return Err(Refusal::conflict(format!("this search for companies is {}: it has no answer", row.status.name())).into());
    };
    let answer: DiscoveryResponse = serde_json::from_value(response).map_err(|error| StoreFault::Corrupt(error.to_string()))?;
    let ratings = sources.companies.company_ratings(account.tenant_id, account.user_id).await?;
    let disliked = ratings.into_iter().filter(|one| !one.like).map(|one| one.entity).collect();
    let mut gathered = choose(&row, &answer, &disliked);
    gathered.note_if_empty("The search for companies found none.");
    Ok(gathered)
}

fn choose(row: &SearchRow, answer: &DiscoveryResponse, disliked: &HashSet<String>) -> Gathered {
    let (against, kept): (Vec<_>, Vec<_>) = answer.data.companies.iter().partition(|one| disliked.contains(&one.id));
    let left_out = against.iter().map(|one| format!("The company {} was left out: you disliked it.", one.name));
    Gathered { findings: kept.into_iter().map(|one| from_company(row, one)).collect(), left_out: left_out.collect() }
}

fn from_company(row: &SearchRow, one: &FoundCompany) -> Finding {
    let snippet = one.evidence.as_ref().map(|evidence| evidence.snippet.trim()).filter(|snippet| !snippet.is_empty());
    let mut lines = vec![one.signal.description.trim().to_owned()];
    lines.extend(snippet.filter(|snippet| *snippet != one.signal.description.trim()).map(|snippet| format!("\"{snippet}\"")));
    lines.extend(place(&one.location).map(|place| format!("Place: {place}.")));
    lines.retain(|line| !line.is_empty());
    let accessed = one.evidence.as_ref().and_then(|evidence| published(&evidence.accessed_at));
    let evidence = Evidence {
        source_type: "company".to_owned(),
        source_id: one.id.clone(),
        retrieved_at: accessed.or(row.finished_at).unwrap_or(row.updated_at),
        confidence: confidence(&one.location.confidence),
        quote: snippet.map(str::to_owned),
        link: Some(format!("/companies/{}#company-{}", row.id, one.id)),
    };
    Finding {
        id: format!("company:{}", one.id),
        title: format!("Company: {}", one.name),
        description: lines.join("\n"),
        evidence: vec![evidence],
        surface: None,
        impact: Some(f64::from(one.signal.strength)).filter(|strength| *strength > 0.0).map(|strength| strength / STRONGEST),
    }
}

fn place(location: &CompanyLocation) -> Option<String> {
    let country = Some(location.country.as_str()).filter(|country| *country != location.normalized);
    let parts = [Some(location.normalized.as_str()), country].into_iter().flatten().filter(|part| !part.is_empty());
    let place = parts.collect::<Vec<_>>().join(", ");
    (!place.is_empty()).then_some(place)
}

/// As sure as its place is.
fn confidence(place: &str) -> f64 {
    match place {
        "VERIFIED" => 0.9,
        "INFERRED" => 0.6,
        _ => 0.3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        Timestamp,
        companies::{CompanyRequest, DiscoveryData, SearchMeta},
        work::WorkStatus,
    };
    use serde_json::{Value, json};

    const ID: &str = "00000000-0000-0000-0000-000000000001";

    fn row() -> SearchRow {
        SearchRow {
            id: ID.parse().expect("an id"),
            tenant: protocol::TenantId(uuid::Uuid::nil()),
            user: ID.parse().expect("an id"),
            request_id: "one".into(),
            request: CompanyRequest::default(),
            status: WorkStatus::Completed,
            error: None,
            queries: 0,
            candidates: 0,
            companies: 0,
            rejected: 0,
            cached: false,
            warming: false,
            usd: 0.0,
            created_at: Timestamp(1),
            finished_at: Some(Timestamp(2)),
            updated_at: Timestamp(3),
            response: None,
        }
    }

    fn company(id: &str, evidence: &Value) -> Value {
        json!({
            "id": id, "name": "Acme", "location": {"raw": "ADGM", "normalized": "ADGM", "country": "UAE", "confidence": "VERIFIED"},
            "signal": {"type": "hiring", "strength": 4, "description": "It hires."}, "evidence": evidence,
            "sivaScores": {
                "quality": 1, "timing": 1, "likelihood": 1, "effort": 1, "overall": 1.0, "tier": "HOT",
                "explanations": {"quality": [], "timing": [], "likelihood": [], "effort": []}
            },
            "noveltyStatus": "new"
        })
    }

    fn answer(companies: &[Value]) -> DiscoveryResponse {
        let companies = companies.iter().map(|one| serde_json::from_value(one.clone()).expect("a company")).collect();
        let data = DiscoveryData { companies, ..DiscoveryData::default() };
        DiscoveryResponse { success: true, data, error: None, meta: SearchMeta::default() }
    }

    #[test]
    fn a_company_is_a_finding_with_its_passage_and_its_place() {
        let evidence = json!({
            "sourceUrl": "https://example.org", "sourceTitle": "News", "snippet": "Acme hires in ADGM.",
            "accessedAt": "1970-01-01T00:00:01Z"
        });
        let found = choose(&row(), &answer(&[company("acme", &evidence)]), &HashSet::new());
        let [one] = found.findings.as_slice() else { panic!("{found:?}") };
        assert_eq!((one.id.as_str(), one.title.as_str(), one.impact), ("company:acme", "Company: Acme", Some(0.8)));
        assert_eq!(one.description, "It hires.\n\"Acme hires in ADGM.\"\nPlace: ADGM, UAE.");
        let evidence = &one.evidence[0];
        assert_eq!((evidence.source_type.as_str(), evidence.confidence), ("company", 0.9));
        assert_eq!(evidence.quote.as_deref(), Some("Acme hires in ADGM."));
        assert_eq!(evidence.link.as_deref(), Some(format!("/companies/{ID}#company-acme").as_str()));
    }

    #[test]
    fn whom_the_person_dislikes_is_left_out_and_a_quote_is_not_made_up() {
        let answer = answer(&[company("acme", &Value::Null), company("other", &Value::Null)]);
        let found = choose(&row(), &answer, &HashSet::from(["other".to_owned()]));
        let [one] = found.findings.as_slice() else { panic!("{found:?}") };
        assert_eq!((&one.evidence[0].quote, one.evidence[0].retrieved_at), (&None, Timestamp(2)));
        assert_eq!(found.left_out, ["The company Acme was left out: you disliked it."]);
    }
}
