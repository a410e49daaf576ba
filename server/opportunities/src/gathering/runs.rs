//! Findings of a run: its insights, with the numbers that their own queries found.

use super::{GatherFault, Gathered, Sources};
use domain::{
    Refusal, StoreFault,
    account::PageQuery,
    opportunities::{COUNTED, MEASURED, SEGMENT},
    runs::{FeedbackTarget, Severity, Status},
};
use protocol::{
    ProjectId, RunId, TenantId, Timestamp,
    account::Account,
    discovery::{ChartKind, ClaimCheck, Discovery, Insight},
    opportunities::{Evidence, Finding},
};
use std::collections::HashSet;

/// Rows of feedback that are read at once.
const FEEDBACK: u32 = 500;
/// An insight whose numbers nobody could check is not surer than this.
const UNCHECKED: f64 = 0.5;

/// # Errors
/// 404 where the project has no such run; 409 while it goes on, or where it saved nothing.
pub(super) async fn read_run(
    sources: &Sources<'_>,
    account: &Account,
    project: ProjectId,
    id: RunId,
) -> Result<Gathered, GatherFault> {
    let tenant = account.tenant_id;
    let row = sources.runs.run(tenant, id).await?.filter(|row| row.project == project);
    let row = row.ok_or_else(|| Refusal::unknown("there is no such run in this project"))?;
    if !row.status.is_over() {
        return Err(
            Refusal::conflict(format!("this run is {}: a pipeline goes on from one that is over", row.status.name())).into()
        );
    }
    let saved = match row.discovery {
        Some(discovery) => sources.runs.discovery(tenant, discovery).await?,
        None => None,
    };
    let saved = saved.ok_or_else(|| {
        let detail = format!("this run is {} and saved nothing that a pipeline could go on from", row.status.name());
        Refusal::conflict(detail)
    })?;
    let found: Discovery = serde_json::from_value(saved.result).map_err(|error| StoreFault::Corrupt(error.to_string()))?;
    let disliked = disliked(sources, tenant, project).await?;
    let mut gathered = choose(&found, &disliked, saved.created_at);
    gathered.note_if_empty("The run found nothing.");
    Ok(gathered)
}

/// Insights of the project that somebody disliked, by their uuid.
async fn disliked(sources: &Sources<'_>, tenant: TenantId, project: ProjectId) -> Result<HashSet<String>, StoreFault> {
    let (mut disliked, mut after) = (HashSet::new(), None);
    loop {
        let rows = sources.runs.project_feedback(tenant, project, PageQuery { limit: FEEDBACK, after }).await?;
        let is_last = rows.len() < FEEDBACK as usize;
        after = rows.last().map(|row| (row.at, row.id));
        let against = rows.into_iter().filter(|row| row.target_type == FeedbackTarget::Insight && !row.like);
        disliked.extend(against.map(|row| row.target));
        if is_last {
            return Ok(disliked);
        }
    }
}

/// Insights that neither a person nor their own query rejected, and that say of something that it differs: of nothing follows nothing.
fn choose(found: &Discovery, disliked: &HashSet<String>, at: Timestamp) -> Gathered {
    let mut gathered = Gathered::default();
    for one in &found.insights {
        if disliked.contains(&one.uuid.to_string()) {
            gathered.left_out.push(format!("The insight \"{}\" was left out: somebody disliked it.", one.name));
        } else if one.validation.status == Status::Rejected.name() {
            gathered.left_out.push(format!("The insight \"{}\" was left out: its own query found nothing of it.", one.name));
        } else if one.is_null_result {
            gathered.left_out.push(format!("The insight \"{}\" was left out: it says that nothing differs.", one.name));
        } else {
            gathered.findings.push(from_insight(found, one, at));
        }
    }
    gathered
}

fn from_insight(found: &Discovery, one: &Insight, at: Timestamp) -> Finding {
    let sound: Vec<&ClaimCheck> = one.validation.claims.iter().filter(|claim| is_sound(&claim.status)).collect();
    let mut lines = vec![one.description.trim().to_owned()];
    lines.extend(measured(one).map(|measured| format!("{MEASURED}{measured}.")));
    lines.extend(segment(one).map(|segment| format!("{SEGMENT}{segment}.")));
    lines.extend(sound.iter().map(|claim| format!("{COUNTED}{}.", in_words(claim))));
    let objections = one.validation.challenges.iter().filter(|challenge| challenge.holds == Some(false));
    lines.extend(objections.map(|challenge| format!("Doubt: {}.", challenge.objection.trim_end_matches('.'))));
    lines.retain(|line| !line.is_empty());
    let is_checked = is_sound(&one.validation.status);
    let evidence = Evidence {
        source_type: "insight".to_owned(),
        source_id: one.uuid.to_string(),
        retrieved_at: at,
        confidence: if is_checked { one.confidence } else { one.confidence.min(UNCHECKED) },
        quote: sound.first().map(|claim| in_words(claim)),
        link: Some(format!("/projects/{}/runs/{}/insights/{}", found.project_id, found.run_id, one.id)),
    };
    Finding {
        id: format!("insight:{}", one.id),
        title: one.name.clone(),
        description: lines.join("\n"),
        evidence: vec![evidence],
        surface: Some(one.analysis_area.clone()).filter(|area| !area.is_empty()).or_else(|| queried_table(one)),
        impact: impact(&one.severity, one.risk_score),
    }
}

fn segment(one: &Insight) -> Option<&str> {
    one.target_segment.as_deref().filter(|segment| !segment.is_empty())
}

/// What its picture is of, and the value there of what it is about: the last of a line, that of its segment or, without one, the highest
/// of bars. A picture whose numbers were not all found again says nothing, and that of a peak ends at an ordinary day.
fn measured(one: &Insight) -> Option<String> {
    let chart = one.chart.as_ref().filter(|_| one.validation.status == Status::Confirmed.name())?;
    if one.subject.starts_with("spike:") {
        return None;
    }
    let (segment, points) = (segment(one), &chart.points);
    let words = format!(" {} ", segment.unwrap_or_default());
    let is_own = |point: &&(String, f64)| words.contains(&format!(" {} ", point.0));
    let (place, value) = match (chart.kind, segment) {
        (ChartKind::Line, _) => points.last()?,
        (ChartKind::Bars, Some(_)) => points.iter().filter(is_own).max_by_key(|point| point.0.len())?,
        (ChartKind::Bars, None) => points.iter().max_by(|one, other| one.1.total_cmp(&other.1))?,
    };
    let label = chart.label.trim_end_matches(" (%)");
    let is_count = one.affected_count.is_some_and(|count| (count as f64 - value).abs() < 0.5);
    let name = match (chart.kind, segment) {
        (ChartKind::Line, _) => label.to_owned(),
        (ChartKind::Bars, Some(segment)) if is_count => format!("number of {segment}"),
        (ChartKind::Bars, None) if is_count => format!("number of {label} for {place}"),
        (ChartKind::Bars, about) => format!("{label} for {}", about.unwrap_or(place)),
    };
    let unit = if label.starts_with("share") { "%" } else { "" };
    Some(format!("{name} = {}{unit}", figure("", *value)))
}

fn is_sound(status: &str) -> bool {
    [Status::Confirmed, Status::Adjusted].iter().any(|sound| sound.name() == status)
}

/// The claim, and what was counted where that is another number.
fn in_words(claim: &ClaimCheck) -> String {
    let text = claim.text.trim().trim_end_matches('.');
    match claim.verified {
        Some(verified) if claim.status == Status::Adjusted.name() || !text.chars().any(|sign| sign.is_ascii_digit()) => {
            format!("{text} (its query gives {})", figure(&claim.kind, verified))
        }
        _ => text.to_owned(),
    }
}

/// Shares as per cent; whole numbers without a point.
fn figure(kind: &str, value: f64) -> String {
    let is_share = kind == "share";
    let value = if is_share && value.abs() <= 1.0 { value * 100.0 } else { value };
    let digits = if value.fract() == 0.0 {
        0
    } else if value.abs() >= 1.0 {
        2
    } else {
        4
    };
    let mut text = format!("{value:.digits$}");
    if digits > 0 {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if is_share { format!("{text}%") } else { text }
}

/// The table that its headline was counted in.
fn queried_table(one: &Insight) -> Option<String> {
    let query = one.validation.query.as_deref()?;
    let mut words = query.split_whitespace().skip_while(|word| !word.eq_ignore_ascii_case("from")).skip(1);
    let table = words.next()?.trim_matches(|sign: char| matches!(sign, '"' | '`' | ',' | ';' | '(' | ')'));
    Some(table.to_owned()).filter(|table| !table.is_empty() && !table.eq_ignore_ascii_case("select"))
}

/// Halfway between how grave it is and how much is at risk; none where neither is known.
fn impact(severity: &str, risk: f64) -> Option<f64> {
    let severity = [(Severity::Low, 0.25), (Severity::Medium, 0.5), (Severity::High, 0.75), (Severity::Critical, 1.0)]
        .into_iter()
        .find_map(|(one, weight)| (one.name() == severity).then_some(weight));
    let risk = Some(risk).filter(|risk| *risk > 0.0).map(|risk| risk.min(1.0));
    match (severity, risk) {
        (Some(severity), Some(risk)) => Some(f64::midpoint(severity, risk)),
        (severity, risk) => severity.or(risk),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn claim(text: &str, kind: &str, claimed: f64, verified: Option<f64>, status: &str) -> Value {
        json!({"text": text, "kind": kind, "claimed": claimed, "verified": verified, "status": status, "query": "SELECT 1"})
    }

    fn insight(id: &str, status: &str, claims: &[Value]) -> Value {
        json!({
            "id": id, "uuid": "00000000-0000-0000-0000-000000000001", "analysis_area": "orders",
            "name": format!("Insight {id}"), "description": "Orders come late.", "severity": "high", "affected_count": 9,
            "risk_score": 0.25, "confidence": 0.9, "metrics": {}, "indicators": [], "target_segment": "Berlin", "source_steps": [],
            "validation": {"status": status, "verified_count": null, "original_count": null, "query": null, "reasoning": "",
                "claims": claims,
                "challenges": [
                    {"question": "?", "query": "", "found": 1.0, "holds": false, "objection": "it rests on few rows"},
                    {"question": "?", "query": "", "found": 1.0, "holds": true, "objection": "it is no peak"}
                ]},
            "chart": null, "related_recommendation_ids": [], "engine": "built_in"
        })
    }

    fn discovery(insights: &[Value]) -> Discovery {
        let id = "00000000-0000-0000-0000-00000000000a";
        let value = json!({
            "id": id, "run_id": id, "project_id": id, "run_type": "full", "goal": "", "areas_requested": [], "total_steps": 0,
            "duration_ms": 0, "created_at": "", "insights": insights, "recommendations": [],
            "summary": {"text": "", "total_insights": 0, "total_recommendations": 0, "queries_executed": 0, "errors": [],
                "stopped_by": "done", "changed_by_feedback": []}
        });
        serde_json::from_value(value).expect("a discovery")
    }

    #[test]
    fn an_insight_is_a_finding_with_its_verified_numbers() {
        let claims = [
            claim("412 orders are late.", "count", 412.0, Some(412.0), "confirmed"),
            claim("That is 40 %", "share", 40.0, Some(0.234), "adjusted"),
            claim("9 of them twice", "count", 9.0, Some(0.0), "rejected"),
        ];
        let found = discovery(&[insight("orders-1", "confirmed", &claims)]);
        let gathered = choose(&found, &HashSet::new(), Timestamp(5));
        let [one] = gathered.findings.as_slice() else { panic!("{gathered:?}") };
        assert_eq!((one.id.as_str(), one.title.as_str()), ("insight:orders-1", "Insight orders-1"));
        let expected = "Orders come late.\nSegment: Berlin.\nCounted: 412 orders are late.\n\
            Counted: That is 40 % (its query gives 23.4%).\nDoubt: it rests on few rows.";
        assert_eq!(one.description, expected);
        assert_eq!((one.surface.as_deref(), one.impact), (Some("orders"), Some(0.5)));
        let evidence = &one.evidence[0];
        assert_eq!(evidence.quote.as_deref(), Some("412 orders are late"));
        assert_eq!((evidence.source_type.as_str(), evidence.confidence, evidence.retrieved_at), ("insight", 0.9, Timestamp(5)));
        let id = "00000000-0000-0000-0000-00000000000a";
        assert_eq!(evidence.link.as_deref(), Some(format!("/projects/{id}/runs/{id}/insights/orders-1").as_str()));
    }

    #[test]
    fn what_a_picture_measures_is_named_with_its_present_value() {
        let bars = json!([["clock", 9.0], ["lamp", 37.44], ["4", 2.0]]);
        let line = json!([["May 2024", 6.6], ["June 2024", 9.341]]);
        for (kind, label, points, segment, expected) in [
            ("line", "average cost", &line, "", "average cost = 9.34"),
            ("line", "share of late repairs", &line, "", "share of late repairs = 9.34%"),
            ("bars", "share of late repairs", &bars, "rows of kind lamp", "share of late repairs for rows of kind lamp = 37.44%"),
            ("bars", "repairs", &bars, "repairs with kind clock", "number of repairs with kind clock = 9"),
            ("bars", "average cost", &bars, "lamp repairs", "average cost for lamp repairs = 37.44"),
            // A part of a number is not its point, and that of another group is none of its own.
            ("bars", "average cost", &bars, "rows with shop 14", ""),
            ("bars", "average cost", &bars, "", "average cost for lamp = 37.44"),
            ("bars", "average cost", &json!([]), "", ""),
        ] {
            let mut one = insight("a", "confirmed", &[]);
            one["target_segment"] = json!(segment);
            one["chart"] = json!({"kind": kind, "label": label, "points": points});
            let found = discovery(&[one]);
            assert_eq!(measured(&found.insights[0]).unwrap_or_default(), expected, "{label} {segment}");
            let adjusted = discovery(&[insight("a", "adjusted", &[])]).insights.remove(0);
            assert_eq!(measured(&Insight { chart: found.insights[0].chart.clone(), ..adjusted }), None);
            let peak = Insight { subject: "spike:d.t:day".to_owned(), ..found.insights[0].clone() };
            assert_eq!(measured(&peak), None);
        }
    }

    #[test]
    fn what_was_rejected_is_left_out_and_what_was_not_checked_is_unsure() {
        let mut found =
            discovery(&["a", "b", "c"].map(|id| insight(id, if id == "b" { "rejected" } else { "not_checked" }, &[])));
        found.insights[0].uuid = "00000000-0000-0000-0000-000000000009".parse().expect("an id");
        let disliked = HashSet::from(["00000000-0000-0000-0000-000000000009".to_owned()]);
        let gathered = choose(&found, &disliked, Timestamp(5));
        assert_eq!(gathered.findings.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["insight:c"]);
        assert_eq!((gathered.findings[0].evidence[0].confidence, &gathered.findings[0].evidence[0].quote), (0.5, &None));
        assert_eq!(
            gathered.left_out,
            [
                "The insight \"Insight a\" was left out: somebody disliked it.",
                "The insight \"Insight b\" was left out: its own query found nothing of it."
            ]
        );
    }

    #[test]
    fn what_says_that_nothing_differs_leads_to_no_opportunity() {
        let mut found = discovery(&["a", "b", "c", "d"].map(|id| insight(id, "confirmed", &[])));
        for (one, name) in found.insights.iter_mut().skip(1).zip([
            "There is no significant association between kind and shop of the orders",
            "The number of orders is distributed evenly across all kinds",
            "The number of orders remains stable over time",
        ]) {
            (one.name, one.is_null_result) = (name.to_owned(), true);
        }
        let gathered = choose(&found, &HashSet::new(), Timestamp(5));
        assert_eq!(gathered.findings.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["insight:a"]);
        assert_eq!(gathered.left_out.len(), 3, "{:?}", gathered.left_out);
        for (sentence, one) in gathered.left_out.iter().zip(&found.insights[1..]) {
            assert_eq!(*sentence, format!("The insight \"{}\" was left out: it says that nothing differs.", one.name));
        }
    }

    #[test]
    fn numbers_are_written_short() {
        for (kind, value, text) in [
            ("count", 12_345.0, "12345"),
            ("mean", 17.126, "17.13"),
            ("mean", -2.5, "-2.5"),
            ("ratio", 0.123_456, "0.1235"),
            ("share", 0.5, "50%"),
            ("share", 33.333, "33.33%"),
        ] {
            assert_eq!(figure(kind, value), text, "{kind} {value}");
        }
    }

    #[test]
    fn impact_follows_from_severity_and_risk() {
        for (severity, risk, expected) in [
            ("critical", 1.0, Some(1.0)),
            ("low", 0.0, Some(0.25)),
            ("medium", 7.0, Some(0.75)),
            ("odd", 0.3, Some(0.3)),
            ("odd", f64::NAN, None),
        ] {
            assert_eq!(impact(severity, risk), expected, "{severity} {risk}");
        }
    }

    #[test]
    fn without_an_area_the_table_is_the_surface() {
        for (query, table) in [
            ("SELECT COUNT(*) FROM \"orders\" WHERE x", Some("orders")),
            ("SELECT a\nfrom shop.visits;", Some("shop.visits")),
            ("SELECT 1", None),
            ("SELECT a FROM (SELECT 1)", None),
        ] {
            let mut one = discovery(&[insight("a", "confirmed", &[])]).insights.remove(0);
            one.validation.query = Some(query.into());
            assert_eq!(queried_table(&one).as_deref(), table, "{query}");
        }
    }
}
