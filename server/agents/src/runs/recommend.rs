//! What to do about what was found and checked. One recommendation for each thing to look at, with all insights that speak of it.

use super::wording::capitalised;
use domain::runs::{Goal, Insight, Recommendation, Severity};
use serde_json::{Map, json};

const MOST: usize = 8;

/// Only what was confirmed or adjusted leads to one.
pub(super) fn recommend(_goal: &Goal, insights: &[Insight]) -> Vec<Recommendation> {
    let mut groups: Vec<(String, Vec<&Insight>)> = Vec::new();
    for insight in insights.iter().filter(|insight| insight.status().is_sound() && insight.severity > Severity::Low) {
        let about = insight.target_segment.clone().unwrap_or_else(|| insight.subject.clone());
        match groups.iter_mut().find(|(known, _)| *known == about) {
            Some((_, all)) => all.push(insight),
            None => groups.push((about, vec![insight])),
        }
    }
    groups.sort_by_key(|(_, all)| std::cmp::Reverse(all.iter().map(|insight| insight.severity).max()));
    groups.truncate(MOST);
    groups.iter().enumerate().filter_map(|(at, (_, all))| one(at + 1, all)).collect()
}

fn one(number: usize, all: &[&Insight]) -> Option<Recommendation> {
    let first = all.first()?;
    let advice = Advice::of(first);
    let segment = first.target_segment.clone();
    let whom = segment.clone().unwrap_or_else(|| "all rows".to_owned());
    let worst = all.iter().map(|insight| insight.severity).max().unwrap_or_default();
    let priority = match worst {
        Severity::Critical => 1,
        Severity::High => 2,
        Severity::Medium => 3,
        Severity::Low => 4,
    };
    let doubted = all.iter().any(|insight| insight.objections().next().is_some());
    let findings: Vec<String> = all.iter().map(|insight| format!("{}.", insight.name)).collect();
    let confidence = all.iter().map(|insight| insight.confidence).fold(1.0, f64::min) * if doubted { 0.6 } else { 1.0 };
    let mut impact = Map::new();
    impact.insert("metric".into(), json!(advice.metric));
    impact.insert("estimated_improvement".into(), json!(null));
    impact.insert(
        "reasoning".into(),
        json!("The data shows where to look; how much can be won follows from a trial, so no figure is given."),
    );
    Some(Recommendation {
        id: format!("rec-{number}"),
        category: first.analysis_area.clone(),
        title: capitalised(&advice.title.replace("{}", &whom)),
        description: findings.join(" "),
        priority: if doubted { (priority + 1).min(5) } else { priority },
        target_segment: segment,
        segment_size: first.affected_count,
        expected_impact: impact,
        actions: advice.actions.iter().map(|action| action.replace("{}", &whom)).collect(),
        effort: advice.effort.to_owned(),
        success_metrics: vec![advice.metric.to_owned()],
        related_insight_ids: all.iter().map(|insight| insight.id.clone()).collect(),
        confidence: (confidence * 100.0).round() / 100.0,
    })
}

/// What kind of finding calls for what; `{}` stands for whom it is about.
struct Advice {
    title: &'static str,
    metric: &'static str,
    effort: &'static str,
    actions: &'static [&'static str],
}

impl Advice {
    fn of(insight: &Insight) -> Self {
        let kind = insight.subject.split(':').next().unwrap_or_default();
        let over_time = insight.metrics.contains_key("slope");
        match kind {
            "count" | "mean" if over_time => Self {
                title: "Find out what changed over time for {}",
                metric: "the line over time that the insight shows",
                effort: "medium",
                actions: &[
                    "Mark what was changed and when, and compare it with the line",
                    "Ask who works with {} what they saw change",
                    "Look again after the next full span of time",
                ],
            },
            "mean" | "joined" => Self {
                title: "Compare {} with the best segment and take over what works",
                metric: "the average that the insight compares",
                effort: "medium",
                actions: &[
                    "Look at ten rows of {} and ten of the best segment side by side",
                    "Write down what is done differently",
                    "Try one change on {} and measure the same average again",
                ],
            },
            "total" | "share" | "entity" => Self {
                title: "Begin with {}, where most of it is",
                metric: "the share that the insight shows",
                effort: "low",
                actions: &[
                    "Check whether so large a part in one place is wanted",
                    "Plan people and stock for {} first",
                    "Watch the share over the next spans of time",
                ],
            },
            "pair" => Self {
                title: "Find out why {} ends differently",
                metric: "the share that the insight compares with all rows",
                effort: "medium",
                actions: &[
                    "Read some rows of {} that ended so and some that did not",
                    "Check whether the one causes the other or both follow from a third",
                    "Change one thing for {} and compare the share again",
                ],
            },
            "word" => Self {
                title: "Deal with what the texts of {} keep speaking of",
                metric: "the share of texts with the word",
                effort: "low",
                actions: &[
                    "Read twenty of these texts",
                    "Give what they have in common a category of its own",
                    "Remove its cause, or answer it once for all",
                ],
            },
            "gap" => Self {
                title: "See that what is missing gets written down",
                metric: "the share of rows with a value",
                effort: "low",
                actions: &["Find out who should write it and when", "Ask for it where the row is made"],
            },
            _ => Self {
                title: "Look into it for {}",
                metric: "the figure that the insight names",
                effort: "low",
                actions: &["Look at the rows behind it", "Decide whether it is wanted"],
            },
        }
    }
}
