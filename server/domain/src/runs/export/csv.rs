//! One row for each claim, for spreadsheets.

use super::recommendations_of;
use crate::interview::export::inert;
use protocol::discovery::{ClaimCheck, Discovery, Insight};

const HEAD: [&str; 19] = [
    "insight_id", "insight_uuid", "area", "insight", "severity", "insight_status", "affected_count", "confidence", "claim",
    "kind", "claimed", "verified", "claim_status", "query", "error", "objections", "recommendations", "history", "engine",
];

/// The rows with their head. An insight that claims no number has one row, without a claim.
#[must_use]
pub fn rows(discovery: &Discovery) -> Vec<Vec<String>> {
    let head = HEAD.map(str::to_owned).to_vec();
    let body = discovery.insights.iter().flat_map(|insight| {
        let claims = &insight.validation.claims;
        let claims: Vec<Option<&ClaimCheck>> = if claims.is_empty() { vec![None] } else { claims.iter().map(Some).collect() };
        claims.into_iter().map(|claim| row(discovery, insight, claim)).collect::<Vec<_>>()
    });
    std::iter::once(head).chain(body).collect()
}

fn row(discovery: &Discovery, insight: &Insight, claim: Option<&ClaimCheck>) -> Vec<String> {
    let text = |of: fn(&ClaimCheck) -> &str| claim.map(of).unwrap_or_default().to_owned();
    let maybe = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    let fell = insight.validation.challenges.iter().filter(|one| one.holds == Some(false)).map(|one| one.objection.as_str());
    let related = recommendations_of(discovery, insight).into_iter().map(|at| discovery.recommendations[at].id.as_str());
    let cells = [
        insight.id.clone(),
        insight.uuid.to_string(),
        insight.analysis_area.clone(),
        insight.name.clone(),
        insight.severity.clone(),
        insight.validation.status.clone(),
        insight.affected_count.map(|count| count.to_string()).unwrap_or_default(),
        insight.confidence.to_string(),
        text(|claim| &claim.text),
        text(|claim| &claim.kind),
        maybe(claim.map(|claim| claim.claimed)),
        maybe(claim.and_then(|claim| claim.verified)),
        text(|claim| &claim.status),
        text(|claim| &claim.query),
        text(|claim| claim.error.as_deref().unwrap_or_default()),
        fell.collect::<Vec<_>>().join("; "),
        related.collect::<Vec<_>>().join(" "),
        insight.history.as_ref().map(|history| history.state.clone()).unwrap_or_default(),
        insight.engine.clone(),
    ];
    cells.iter().map(|cell| inert(cell)).collect()
}
