//! What a model recommends to do about checked insights.

use super::{line, lines, share};
use crate::interview::model::form;
use domain::runs::Recommendation;
use serde::Deserialize;
use serde_json::{Map, json};

const MOST: usize = 12;

#[derive(Deserialize)]
struct Answer {
    recommendations: Vec<ModelRecommendation>,
}

#[derive(Deserialize)]
struct ModelRecommendation {
    title: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    category: Option<String>,
    #[serde(default)]
    priority: Option<i64>,
    #[serde(default)]
    target_segment: Option<String>,
    #[serde(default)]
    segment_size: Option<f64>,
    #[serde(default)]
    expected_impact: Option<ModelImpact>,
    #[serde(default)]
    actions: Option<Vec<String>>,
    #[serde(default)]
    effort: Option<String>,
    #[serde(default)]
    success_metrics: Option<Vec<String>>,
    #[serde(default)]
    related_insight_ids: Option<Vec<String>>,
    #[serde(default)]
    confidence: Option<f64>,
}

#[derive(Default, Deserialize)]
struct ModelImpact {
    #[serde(default)]
    metric: Option<String>,
    #[serde(default)]
    estimated_improvement: Option<String>,
    #[serde(default)]
    reasoning: Option<String>,
}

/// # Errors
/// In words for the model.
pub(super) fn parse(text: &str) -> Result<Vec<Recommendation>, String> {
    let answer: Answer = form::parse(text)?;
    Ok(answer.recommendations.into_iter().filter_map(read).take(MOST).collect())
}

fn read(one: ModelRecommendation) -> Option<Recommendation> {
    let title = line(&one.title, 200);
    let text = |text: Option<String>, most: usize| text.map(|text| line(&text, most)).unwrap_or_default();
    let impact = one.expected_impact.unwrap_or_default();
    let expected_impact = Map::from_iter([
        ("metric".to_owned(), json!(text(impact.metric, 200))),
        (
            "estimated_improvement".to_owned(),
            Some(text(impact.estimated_improvement, 100)).filter(|text| !text.is_empty()).into(),
        ),
        ("reasoning".to_owned(), json!(text(impact.reasoning, 1_000))),
    ]);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count, bounded")]
    let segment_size = one.segment_size.filter(|size| (0.0..1e15).contains(size)).map(|size| size.round() as u64);
    (!title.is_empty()).then(|| Recommendation {
        id: String::new(),
        category: text(one.category, 80),
        title,
        description: text(one.description, 2_000),
        priority: u8::try_from(one.priority.unwrap_or(3).clamp(1, 5)).unwrap_or(3),
        target_segment: Some(text(one.target_segment, 200)).filter(|text| !text.is_empty()),
        segment_size,
        expected_impact,
        actions: lines(one.actions.unwrap_or_default(), 500, 10),
        effort: text(one.effort, 40),
        success_metrics: lines(one.success_metrics.unwrap_or_default(), 200, 8),
        related_insight_ids: one.related_insight_ids.unwrap_or_default(),
        confidence: share(one.confidence),
    })
}
