//! What to do about what was found and checked. One recommendation for each segment, with all insights that speak of it.

use super::wording::{capitalised, decimal, label};
use domain::runs::{ClaimKind, Goal, Insight, Recommendation, Severity, Status};
use serde::Deserialize;
use serde_json::{Map, json};
use std::{collections::HashMap, sync::LazyLock};

const MOST: usize = 8;
/// What an objection leaves of the confidence.
const DOUBTED: f64 = 0.6;

/// What kind of finding calls for what; the marks in braces stand for what it is about, see [`Words`].
static ADVICE: LazyLock<HashMap<String, Advice>> =
    LazyLock::new(|| serde_json::from_str(include_str!("advice.json")).unwrap_or_default());

#[derive(Debug, Default, Deserialize)]
struct Advice {
    title: String,
    actions: Vec<String>,
    metric: String,
    effort: String,
}

/// Only what was confirmed or adjusted leads to one. What people rejected is not made again, what they liked comes first.
pub(super) fn recommend(goal: &Goal, insights: &[Insight]) -> Vec<Recommendation> {
    let mut groups: Vec<(String, Vec<&Insight>)> = Vec::new();
    let sound: Vec<&Insight> = insights.iter().filter(|insight| insight.status().is_sound()).collect();
    for insight in sound.iter().copied().filter(|insight| insight.severity > Severity::Low) {
        let about = insight.target_segment.clone().unwrap_or_else(|| format!("{} {}", kind(insight), columns(insight).join(" ")));
        match groups.iter_mut().find(|(known, _)| *known == about) {
            Some((_, all)) => all.push(insight),
            None => groups.push((about, vec![insight])),
        }
    }
    for (about, all) in &mut groups {
        // What is too slight for one of its own still speaks of the segment.
        let more = sound.iter().filter(|one| one.severity == Severity::Low && one.target_segment.as_ref() == Some(about));
        all.extend(more);
    }
    let rank = |all: &[&Insight]| (priority(all), std::cmp::Reverse((confidence(all) * 100.0).round().to_bits()));
    groups.sort_by_key(|(_, all)| rank(all));
    let is_among = |titles: &[String], one: &Recommendation| titles.iter().any(|title| title.eq_ignore_ascii_case(&one.title));
    let made = groups.iter().filter_map(|(_, all)| one(all));
    let mut wanted: Vec<Recommendation> = made.filter(|one| !is_among(&goal.avoid_recommendations, one)).collect();
    wanted.sort_by_key(|one| !is_among(&goal.monitor_recommendations, one));
    wanted.truncate(MOST);
    for (at, one) in wanted.iter_mut().enumerate() {
        one.id = format!("rec-{}", at + 1);
    }
    wanted
}

/// `mean` of `mean:shop.repairs:kind,cost`.
fn kind(insight: &Insight) -> &str {
    insight.subject.split(':').next().unwrap_or_default()
}

/// `repairs` of `mean:shop.repairs:kind,cost`.
fn table(insight: &Insight) -> String {
    let name = insight.subject.split(':').nth(1).unwrap_or_default();
    label(name.rsplit('.').next().unwrap_or_default())
}

/// The names of its columns as words.
fn columns(insight: &Insight) -> Vec<String> {
    let names = insight.subject.splitn(3, ':').nth(2).unwrap_or_default();
    let names = names.split('=').next().unwrap_or_default();
    names.split(',').filter(|name| !name.is_empty()).map(label).collect()
}

fn confidence(all: &[&Insight]) -> f64 {
    let is_doubted = all.first().is_some_and(|insight| insight.objections().next().is_some());
    all.iter().map(|insight| insight.confidence).fold(1.0, f64::min) * if is_doubted { DOUBTED } else { 1.0 }
}

/// By the worst of them; what is doubted or uncertain can wait.
fn priority(all: &[&Insight]) -> u8 {
    let by_severity = match all.iter().map(|insight| insight.severity).max().unwrap_or_default() {
        Severity::Critical => 1,
        Severity::High => 2,
        Severity::Medium => 3,
        Severity::Low => 4,
    };
    if confidence(all) < 0.75 { (by_severity + 1).min(5) } else { by_severity }
}

/// Without an id.
fn one(all: &[&Insight]) -> Option<Recommendation> {
    let first = all.first()?;
    let advice = advice(first)?;
    let words = Words::of(first);
    let metric = capitalised(&words.fill(&advice.metric));
    // How its halves compare is no level to start from.
    let level = first.claims.iter().find(|claim| claim.kind != ClaimKind::Ratio).or(first.claims.first());
    let now = match (corrected(first), level) {
        (Some(number), _) => format!(" (today: {}, as its check found)", decimal(number)),
        (None, Some(claim)) => format!(" (today: {})", claim.text),
        (None, None) => String::new(),
    };
    let mut impact = Map::new();
    impact.insert("metric".into(), json!(metric));
    impact.insert("estimated_improvement".into(), json!(null));
    impact.insert(
        "reasoning".into(),
        json!("The data shows where to look; how much can be won follows from a trial, so no figure is given."),
    );
    let findings: Vec<String> = all.iter().map(|insight| format!("{}.", insight.name)).collect();
    let corrections: String = all.iter().filter_map(|insight| describe_correction(insight)).collect();
    Some(Recommendation {
        id: String::new(),
        category: first.analysis_area.clone(),
        title: capitalised(&words.fill(&advice.title)),
        description: format!("{} {}{corrections}", findings.join(" "), first.description),
        priority: priority(all),
        target_segment: first.target_segment.clone(),
        segment_size: segment_size(first),
        expected_impact: impact,
        actions: advice.actions.iter().map(|action| words.fill(action)).collect(),
        effort: advice.effort.clone(),
        success_metrics: vec![format!("{metric}{now}")],
        related_insight_ids: all.iter().map(|insight| insight.id.clone()).collect(),
        confidence: (confidence(all) * 100.0).round() / 100.0,
    })
}

/// The number that the check of an adjusted headline found.
fn corrected(insight: &Insight) -> Option<f64> {
    let check = insight.claims.first()?.check.as_ref()?;
    check.verified.filter(|_| check.status == Status::Adjusted)
}

fn describe_correction(insight: &Insight) -> Option<String> {
    let (number, claim) = (corrected(insight)?, insight.claims.first()?);
    Some(format!(" The check of “{}” found {}.", claim.text, decimal(number)))
}

fn segment_size(insight: &Insight) -> Option<u64> {
    let is_count = insight.claims.first().is_some_and(|claim| claim.kind == ClaimKind::Count);
    let verified = corrected(insight).filter(|count| is_count && *count > 0.0 && *count < 1e15);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count, bounded above")]
    let verified = verified.map(|count| count.round() as u64);
    verified.or(insight.affected_count)
}

fn advice(insight: &Insight) -> Option<&'static Advice> {
    let slope = insight.metrics.get("slope").and_then(serde_json::Value::as_f64).unwrap_or_default();
    let key = match kind(insight) {
        family if family.ends_with("_over_time") && slope > 0.0 => "over_time_up",
        family if family.ends_with("_over_time") => "over_time_down",
        "weekday" | "month" => "cycle",
        family if family.starts_with("weekday_") || family.starts_with("month_") => "cycle_figure",
        "mean" if insight.metrics.keys().any(|name| name.starts_with("rate_")) => "rate",
        family => family,
    };
    ADVICE.get(key).or_else(|| ADVICE.get("other"))
}

/// What stands for the marks of an advice: mark and words.
struct Words([(&'static str, String); 8]);

impl Words {
    fn of(insight: &Insight) -> Self {
        let chart = insight.chart.as_ref();
        let points = chart.map(|chart| chart.points.as_slice()).unwrap_or_default();
        let by_value = |one: &&(String, f64), other: &&(String, f64)| one.1.total_cmp(&other.1);
        let name = |point: Option<&(String, f64)>| point.map_or("the others", |(name, _)| name).to_owned();
        let columns = columns(insight);
        let segment = insight.target_segment.clone();
        Self([
            ("{segment}", segment.unwrap_or_else(|| format!("all {}", table(insight)))),
            ("{measure}", chart.map_or("its number", |chart| &chart.label).to_owned()),
            ("{column}", columns.first().cloned().unwrap_or_default()),
            ("{columns}", if columns.is_empty() { "columns".to_owned() } else { columns.join(" and ") }),
            ("{top}", name(points.iter().rev().max_by(by_value))),
            ("{low}", name(points.iter().min_by(by_value))),
            ("{first}", name(points.first())),
            ("{last}", name(points.last())),
        ])
    }

    fn fill(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (mark, words)| text.replace(mark, words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::runs::{Check, Claim};

    fn insight(id: &str, subject: &str, severity: Severity, segment: Option<&str>) -> Insight {
        let check = Some(Check { status: Status::Confirmed, verified: Some(1.0), error: None, elapsed_ms: 0 });
        Insight {
            id: id.into(),
            subject: subject.into(),
            severity,
            confidence: 0.9,
            name: format!("Finding {id}"),
            target_segment: segment.map(str::to_owned),
            claims: vec![Claim { text: "It is 1".into(), kind: ClaimKind::Count, value: 1.0, sql: String::new(), check }],
            ..Insight::default()
        }
    }

    #[test]
    fn every_advice_can_be_read_and_has_no_mark_left() {
        assert!(ADVICE.len() >= 15);
        for (kind, advice) in ADVICE.iter() {
            let words =
                Words::of(&insight("a-1", &format!("{kind}:d.t:kind,cost"), Severity::High, Some("orders with kind lamp")));
            for text in advice.actions.iter().chain([&advice.title, &advice.metric]) {
                assert!(!words.fill(text).contains(['{', '}']), "{kind}: {text}");
            }
            assert!(["low", "medium", "high"].contains(&advice.effort.as_str()));
        }
    }

    #[test]
    fn weekdays_and_months_are_planned_for_and_their_figures_are_asked_about() {
        for (family, expected) in
            [("weekday", "Plan for"), ("month", "Plan for"), ("month_mean", "Find out why"), ("weekday_total", "Find out why")]
        {
            let found = recommend(&Goal::default(), &[insight("a-1", &format!("{family}:d.t:day"), Severity::High, None)]);
            assert!(found[0].title.starts_with(expected), "{family}: {}", found[0].title);
        }
    }

    #[test]
    fn insights_about_one_segment_lead_to_one_recommendation() {
        let all = [
            insight("a-1", "share:d.t:kind", Severity::Medium, Some("orders with kind lamp")),
            insight("a-2", "mean:d.t:kind,cost", Severity::Critical, Some("orders with kind pump")),
            insight("a-3", "mean:d.t:kind,cost", Severity::Low, Some("orders with kind lamp")),
            insight("a-4", "share:d.t:town", Severity::Low, None),
        ];
        let found = recommend(&Goal::default(), &all);
        let related: Vec<_> = found.iter().map(|one| (one.priority, one.related_insight_ids.join(" "))).collect();
        assert_eq!(related, [(1, "a-2".to_owned()), (3, "a-1 a-3".to_owned())]);
        assert!(found[0].title.contains("orders with kind pump"), "{}", found[0].title);
        let unchecked = Insight { claims: Vec::new(), ..all[1].clone() };
        assert!(recommend(&Goal::default(), &[unchecked]).is_empty());
    }

    #[test]
    fn what_people_liked_comes_first_and_what_they_rejected_is_not_made_again() {
        let all = [
            insight("a-1", "mean:d.t:kind,cost", Severity::Critical, Some("orders with kind pump")),
            insight("a-2", "mean:d.t:kind,cost", Severity::High, Some("orders with kind lamp")),
            insight("a-3", "mean:d.t:kind,cost", Severity::Medium, Some("orders with kind clock")),
        ];
        let titles = |goal: &Goal| recommend(goal, &all).into_iter().map(|one| (one.id, one.title)).collect::<Vec<_>>();
        let before = titles(&Goal::default());
        let of = |at: usize| vec![before[at].1.to_uppercase()];
        let goal = Goal { avoid_recommendations: of(0), monitor_recommendations: of(2), ..Goal::default() };
        let expected = [("rec-1", &before[2].1), ("rec-2", &before[1].1)].map(|(id, title)| (id.to_owned(), title.clone()));
        assert_eq!(titles(&goal), expected);
    }

    #[test]
    fn what_is_measured_today_is_a_level_where_one_is_known() {
        for (kinds, expected) in [
            (&[ClaimKind::Ratio, ClaimKind::Mean][..], "(today: It is 1)"),
            (&[ClaimKind::Mean, ClaimKind::Ratio][..], "(today: It is 0)"),
            (&[ClaimKind::Ratio][..], "(today: It is 0)"),
        ] {
            let mut one = insight("a-1", "mean_over_time:d.t:cost", Severity::High, None);
            let claim = one.claims.remove(0);
            let all = kinds.iter().enumerate();
            one.claims = all.map(|(at, kind)| Claim { text: format!("It is {at}"), kind: *kind, ..claim.clone() }).collect();
            let found = recommend(&Goal::default(), &[one]);
            assert!(found[0].success_metrics[0].ends_with(expected), "{:?}", found[0].success_metrics);
        }
    }

    #[test]
    fn an_adjusted_insight_leads_to_one_with_the_number_that_was_found() {
        let mut one = Insight { affected_count: Some(1), ..insight("a-1", "share:d.t:kind", Severity::High, Some("lamps")) };
        let check = Check { status: Status::Adjusted, verified: Some(3_000.0), error: None, elapsed_ms: 0 };
        one.claims[0].check = Some(check);
        let found = recommend(&Goal::default(), &[one]);
        assert_eq!(found[0].segment_size, Some(3_000));
        assert!(found[0].success_metrics[0].ends_with("(today: 3,000, as its check found)"), "{:?}", found[0].success_metrics);
        assert!(found[0].description.ends_with("The check of “It is 1” found 3,000."), "{}", found[0].description);
    }
}
