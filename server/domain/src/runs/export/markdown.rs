//! A discovery as a document that reads well as plain text.

use super::{facts, history, insights_of, is_turning, maybe, metrics, number, outcome, recommendations_of, title};
use crate::interview::export::plain;
use protocol::discovery::{Chart, Discovery, Insight, Recommendation};
use std::fmt::Write;

/// A document for people. Insights and recommendations link to each other.
#[must_use]
pub fn markdown(discovery: &Discovery) -> String {
    let mut out = format!("# {}\n\n", inline(title(discovery)));
    for (name, value) in facts(discovery) {
        line(&mut out, format_args!("- **{name}**: {}", inline(&value)));
    }
    out.push_str("\n## Insights\n\n");
    if discovery.insights.is_empty() {
        out.push_str("Nothing was found.\n\n");
    }
    for (at, one) in discovery.insights.iter().enumerate() {
        insight(&mut out, discovery, at, one);
    }
    if !discovery.recommendations.is_empty() {
        out.push_str("## Recommendations\n\n");
    }
    for (at, one) in discovery.recommendations.iter().enumerate() {
        recommendation(&mut out, discovery, at, one);
    }
    let summary = &discovery.summary;
    list(&mut out, "What feedback changed", summary.changed_by_feedback.iter().map(|one| inline(&one.effect)));
    let gone = |one: &protocol::discovery::Gone| format!("{} (last seen {})", inline(&one.name), inline(&one.last_seen_at));
    list(&mut out, "No longer found", summary.gone.iter().map(gone));
    list(&mut out, "Errors", summary.errors.iter().map(|error| inline(error)));
    out
}

fn insight(out: &mut String, discovery: &Discovery, at: usize, one: &Insight) {
    let validation = &one.validation;
    line(out, format_args!("<a id=\"insight-{}\"></a>\n\n### {}\n", at + 1, inline(&one.name)));
    let mut facts = vec![
        inline(&one.id),
        format!("severity **{}**", inline(&one.severity)),
        format!("status **{}**", inline(&validation.status.replace('_', " "))),
        format!("area {}", inline(&one.analysis_area)),
    ];
    facts.extend(one.affected_count.map(|count| format!("{count} affected")));
    facts.extend(one.target_segment.as_ref().map(|segment| format!("segment {}", inline(segment))));
    facts.push(format!("confidence {}", number(one.confidence)));
    facts.extend(history(one).map(|history| inline(&history)));
    facts.push(format!("found by {}", inline(&one.engine)));
    line(out, format_args!("{}\n", facts.join(" · ")));
    line(out, format_args!("{}\n", inline(&one.description)));
    for (name, value) in metrics(one) {
        line(out, format_args!("- {}: {}", inline(name), inline(&value)));
    }
    for indicator in &one.indicators {
        line(out, format_args!("- {}", inline(indicator)));
    }
    if !one.metrics.is_empty() || !one.indicators.is_empty() {
        out.push('\n');
    }
    if let Some(picture) = &one.chart {
        chart(out, picture);
    }
    line(out, format_args!("**Evidence.** {}\n", inline(&validation.reasoning)));
    for claim in &validation.claims {
        let (claimed, verified) = (number(claim.claimed), maybe(claim.verified));
        let status = claim.status.replace('_', " ");
        line(out, format_args!("- {}: claimed {claimed} → verified {verified} ({})", inline(&claim.text), inline(&status)));
        if let Some(error) = &claim.error {
            line(out, format_args!("  {}", inline(error)));
        }
        code(out, &claim.query);
    }
    for challenge in &validation.challenges {
        let found = maybe(challenge.found);
        line(out, format_args!("- {} {}, found {found}", inline(&challenge.question), outcome(challenge)));
        if challenge.holds == Some(false) {
            line(out, format_args!("  **Objection:** {}", inline(&challenge.objection)));
        }
        code(out, &challenge.query);
    }
    let links = recommendations_of(discovery, one);
    if !links.is_empty() {
        let links: Vec<String> = links
            .into_iter()
            .map(|at| format!("[{}](#recommendation-{})", inline(&discovery.recommendations[at].id), at + 1))
            .collect();
        line(out, format_args!("\nRecommendations: {}", links.join(", ")));
    }
    out.push('\n');
}

fn recommendation(out: &mut String, discovery: &Discovery, at: usize, one: &Recommendation) {
    line(out, format_args!("<a id=\"recommendation-{}\"></a>\n\n### {}\n", at + 1, inline(&one.title)));
    let mut facts = vec![inline(&one.id), format!("priority **{}**", one.priority), format!("effort {}", inline(&one.effort))];
    facts.extend(one.target_segment.as_ref().map(|segment| format!("segment {}", inline(segment))));
    facts.extend(one.segment_size.map(|size| format!("{size} in the segment")));
    facts.push(format!("confidence {}", number(one.confidence)));
    line(out, format_args!("{}\n", facts.join(" · ")));
    line(out, format_args!("{}\n", inline(&one.description)));
    for (place, action) in one.actions.iter().enumerate() {
        line(out, format_args!("{}. {}", place + 1, inline(action)));
    }
    let impact = &one.expected_impact;
    let improvement = impact.estimated_improvement.as_deref().unwrap_or("not estimated");
    let (metric, reasoning) = (inline(&impact.metric), inline(&impact.reasoning));
    line(out, format_args!("\nExpected impact: {metric}, {}. {reasoning}\n", inline(improvement)));
    if !one.success_metrics.is_empty() {
        let measures: Vec<String> = one.success_metrics.iter().map(|measure| inline(measure)).collect();
        line(out, format_args!("Measured by: {}\n", measures.join("; ")));
    }
    let links: Vec<String> = insights_of(discovery, one)
        .into_iter()
        .map(|at| format!("[{}](#insight-{})", inline(&discovery.insights[at].name), at + 1))
        .collect();
    if !links.is_empty() {
        line(out, format_args!("Because of: {}\n", links.join("; ")));
    }
}

/// A picture as the table of its numbers.
fn chart(out: &mut String, chart: &Chart) {
    line(out, format_args!("| | {} |\n| --- | ---: |", inline(&chart.label)));
    for (label, value) in &chart.points {
        line(out, format_args!("| {} | {} |", inline(label), number(*value)));
    }
    out.push('\n');
}

fn list(out: &mut String, name: &str, items: impl Iterator<Item = String>) {
    let items: Vec<String> = items.map(|item| format!("- {item}")).collect();
    if !items.is_empty() {
        line(out, format_args!("## {name}\n\n{}\n", items.join("\n")));
    }
}

/// A query as it is, fenced by more backticks than it has in a row, within the entry above it.
fn code(out: &mut String, sql: &str) {
    if sql.trim().is_empty() {
        return;
    }
    let fence = "`".repeat(longest_run(sql).max(2) + 1);
    line(out, format_args!("\n  {fence}sql"));
    // A return alone ends a line too, and what begins a line outside the entry ends the fence.
    for text in sql.split(['\n', '\r']) {
        line(out, format_args!("  {text}"));
    }
    line(out, format_args!("  {fence}\n"));
}

fn longest_run(sql: &str) -> usize {
    let (mut longest, mut run) = (0, 0);
    for sign in sql.chars() {
        run = if sign == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// One line in which nothing is acted on, and that turns nothing beside it around.
fn inline(text: &str) -> String {
    let straight: String = text.trim().chars().filter(|sign| !is_turning(*sign)).collect();
    plain(&straight)
}

/// Writing to a `String` cannot fail.
fn line(out: &mut String, args: std::fmt::Arguments<'_>) {
    let written = writeln!(out, "{args}");
    debug_assert!(written.is_ok());
}
