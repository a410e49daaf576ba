//! What was found as programs and pages read it: the types of `protocol::discovery`.

use super::BUILT_IN;
use domain::runs::{Insight, Recommendation, Status};
use protocol::discovery::{self, Chart, ChartKind, ClaimCheck, History, Impact, Validation};
use serde_json::Value;
use std::collections::BTreeSet;
use uuid::Uuid;

/// `Total: 7 insights (churn: 3, engagement: 2, monetization: 2)`.
pub(super) fn summary(insights: &[Insight]) -> String {
    let mut areas: Vec<(&str, usize)> = Vec::new();
    for one in insights {
        match areas.iter_mut().find(|(area, _)| *area == one.analysis_area) {
            Some((_, count)) => *count += 1,
            None => areas.push((&one.analysis_area, 1)),
        }
    }
    let each: Vec<String> = areas.iter().map(|(area, count)| format!("{area}: {count}")).collect();
    if each.is_empty() {
        "Total: 0 insights".to_owned()
    } else {
        format!("Total: {} insights ({})", insights.len(), each.join(", "))
    }
}

/// The same within a run whenever it is asked for.
fn uuid(run: Uuid, id: &str) -> Uuid {
    // Made of the run's own id, so that no other run has it.
    let mut bytes = *run.as_bytes();
    for (at, byte) in id.bytes().enumerate() {
        let place = 8 + at % 8;
        bytes[place] = bytes[place].rotate_left(3) ^ byte;
    }
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

fn engine_name(engine: &str) -> String {
    if engine.is_empty() { BUILT_IN.to_owned() } else { engine.to_owned() }
}

/// A word as serde writes it.
fn word(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

pub(super) fn report_insight(
    run: Uuid,
    one: &Insight,
    recommendations: &[Recommendation],
    history: Option<History>,
) -> discovery::Insight {
    let related = recommendations.iter().filter(|rec| rec.related_insight_ids.contains(&one.id)).map(|rec| rec.id.clone());
    discovery::Insight {
        id: one.id.clone(),
        uuid: uuid(run, &one.id),
        analysis_area: one.analysis_area.clone(),
        name: one.name.clone(),
        description: one.description.clone(),
        severity: one.severity.name().to_owned(),
        affected_count: one.affected_count,
        risk_score: one.risk_score,
        confidence: one.confidence,
        metrics: one.metrics.clone(),
        indicators: one.indicators.clone(),
        target_segment: one.target_segment.clone(),
        source_steps: one.source_steps.clone(),
        validation: validation(one),
        chart: one.chart.as_ref().map(|chart| Chart {
            kind: match chart.kind {
                domain::runs::ChartKind::Bars => ChartKind::Bars,
                domain::runs::ChartKind::Line => ChartKind::Line,
            },
            label: chart.label.clone(),
            points: chart.points.clone(),
        }),
        related_recommendation_ids: related.collect(),
        engine: engine_name(&one.engine),
        subject: one.subject.clone(),
        is_null_result: one.is_null_result,
        history,
    }
}

fn validation(one: &Insight) -> Validation {
    let headline = one.claims.first();
    let claims: Vec<ClaimCheck> = one
        .claims
        .iter()
        .map(|claim| ClaimCheck {
            text: claim.text.clone(),
            kind: word(claim.kind),
            claimed: claim.value,
            verified: claim.check.as_ref().and_then(|check| check.verified),
            status: claim.check.as_ref().map_or(Status::NotChecked, |check| check.status).name().to_owned(),
            query: claim.sql.clone(),
            error: claim.check.as_ref().and_then(|check| check.error.clone()),
        })
        .collect();
    let challenges: Vec<discovery::Challenge> = one
        .challenges
        .iter()
        .map(|challenge| discovery::Challenge {
            question: challenge.question.clone(),
            query: challenge.sql.clone(),
            found: challenge.outcome.as_ref().and_then(|outcome| outcome.found),
            holds: challenge.outcome.as_ref().and_then(|outcome| outcome.holds),
            objection: challenge.objection.clone(),
            engine: engine_name(&challenge.engine),
        })
        .collect();
    let confirmed = claims.iter().filter(|claim| claim.status == Status::Confirmed.name()).count();
    let doubts: Vec<&str> = one.objections().collect();
    let mut reasoning = format!("{confirmed} of {} numbers were found again by their own queries.", claims.len());
    if !doubts.is_empty() {
        reasoning = format!("{reasoning} Doubt: {}.", doubts.join("; "));
    }
    if !one.unchecked.is_empty() {
        reasoning =
            format!("{reasoning} Its name says {}, which nothing that was read or checked holds.", one.unchecked.join(", "));
    }
    if !one.taken_out.is_empty() {
        reasoning = format!(
            "{reasoning} Taken out of its texts, because nothing that was read or checked holds it: {}.",
            one.taken_out.join(", ")
        );
    }
    let errors: BTreeSet<&str> = one.challenge_errors().collect();
    if !errors.is_empty() {
        reasoning = format!("{reasoning} Could not be doubted: {}.", errors.into_iter().collect::<Vec<_>>().join("; "));
    }
    Validation {
        status: one.status().name().to_owned(),
        verified_count: headline.and_then(|claim| claim.check.as_ref()?.verified),
        original_count: headline.map(|claim| claim.value),
        query: headline.map(|claim| claim.sql.clone()).filter(|sql| !sql.is_empty()),
        reasoning,
        claims,
        challenges,
    }
}

pub(super) fn report_recommendation(run: Uuid, one: &Recommendation, engine: &str) -> discovery::Recommendation {
    let text = |name: &str| one.expected_impact.get(name).and_then(Value::as_str).map(str::to_owned);
    discovery::Recommendation {
        id: one.id.clone(),
        uuid: uuid(run, &one.id),
        category: one.category.clone(),
        title: one.title.clone(),
        description: one.description.clone(),
        priority: one.priority,
        target_segment: one.target_segment.clone(),
        segment_size: one.segment_size,
        expected_impact: Impact {
            metric: text("metric").unwrap_or_default(),
            estimated_improvement: text("estimated_improvement"),
            reasoning: text("reasoning").unwrap_or_default(),
        },
        actions: one.actions.clone(),
        effort: one.effort.clone(),
        success_metrics: one.success_metrics.clone(),
        related_insight_ids: one.related_insight_ids.clone(),
        confidence: one.confidence,
        engine: engine.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::runs::{Challenge, Holds, Outcome};

    #[test]
    fn a_challenge_says_who_made_it_and_why_it_has_no_answer() {
        let challenge = |engine: &str, outcome| Challenge {
            question: "?".into(),
            sql: "SELECT 1".into(),
            holds: Holds::AtLeast(1.0),
            objection: "no".into(),
            outcome: Some(outcome),
            engine: engine.into(),
        };
        let answered = challenge("acme/large", Outcome::new(Some(2.0), Holds::AtLeast(1.0)));
        let failed = challenge("", Outcome::from_error("the source is away".into()));
        let one = Insight { engine: "acme/large".into(), challenges: vec![answered, failed], ..Insight::default() };
        let validation = validation(&one);
        let engines: Vec<&str> = validation.challenges.iter().map(|one| one.engine.as_str()).collect();
        assert_eq!(engines, ["acme/large", BUILT_IN]);
        assert!(validation.reasoning.ends_with("Could not be doubted: the source is away."), "{}", validation.reasoning);
    }

    #[test]
    fn numbers_that_nothing_holds_are_named() {
        let one = Insight { unchecked: vec!["8298".into()], taken_out: vec!["47 %".into()], ..Insight::default() };
        let reasoning = validation(&one).reasoning;
        assert!(reasoning.contains("Its name says 8298,") && reasoning.contains("holds it: 47 %."), "{reasoning}");
    }
}
