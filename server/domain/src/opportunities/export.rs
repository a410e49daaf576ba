//! An opportunity on paper: its specification with the chain that led to it. Nothing that a reader of Markdown would run gets through.

use crate::interview::export::plain;
use protocol::opportunities::{
    Brief, DecisionRecord, Evidence, ExperimentReport, Feasibility, Finding, Opportunity, PipelineView, Rank, Solution, Spec,
};
use std::fmt::Write;

/// A document for people: finding, brief, solution, specification, and what was decided.
#[must_use]
pub fn markdown(view: &PipelineView, one: &Opportunity) -> String {
    let mut out = format!("# {}\n\n", plain(&one.brief.affected_area));
    line(&mut out, format_args!("- **Status**: {}", one.status.name().replace('_', " ")));
    line(&mut out, format_args!("- **Engine**: {}", plain(view.engine())));
    if let Some(priority) = one.priority {
        line(&mut out, format_args!("- **Priority**: {priority}"));
    }
    out.push('\n');
    list(&mut out, "Warnings", one.warnings().map(|warning| plain(warning)));
    let findings: Vec<&Finding> = view.findings.iter().filter(|finding| one.brief.findings.contains(&finding.id)).collect();
    if !findings.is_empty() {
        out.push_str("## Findings\n\n");
        findings.into_iter().for_each(|finding| write_finding(&mut out, finding));
    }
    write_brief(&mut out, &one.brief);
    one.solution.iter().for_each(|solution| write_solution(&mut out, solution));
    one.feasibility.iter().for_each(|feasibility| write_feasibility(&mut out, feasibility));
    one.spec.iter().for_each(|spec| write_spec(&mut out, spec));
    one.rank.iter().for_each(|rank| write_rank(&mut out, view, rank));
    list(&mut out, "Decisions", one.decisions.iter().map(describe_decision));
    list(&mut out, "Experiments", one.experiments.iter().map(describe_experiment));
    out
}

fn write_finding(out: &mut String, finding: &Finding) {
    line(out, format_args!("### {}\n", plain(&finding.title)));
    paragraph(out, &finding.description);
    bullets(out, finding.evidence.iter().map(describe_evidence));
}

fn write_brief(out: &mut String, brief: &Brief) {
    out.push_str("## Opportunity brief\n\n");
    paragraph(out, &brief.problem_statement);
    named(out, "If nothing is done", &brief.counterfactual);
    named(out, "Coverage", &brief.explorer_coverage);
    part(out, "Hints", brief.stage_hints.iter().map(|hint| plain(hint)));
    part(out, "Evidence", brief.evidence.iter().map(describe_evidence));
}

fn write_solution(out: &mut String, solution: &Solution) {
    out.push_str("## Solution brief\n\n");
    paragraph(out, &solution.proposed_solution);
    named(out, "Experiment", &solution.experiment_plan);
    named(out, "Build or experiment", &solution.build_experiment_decision);
    let metrics = solution.success_metrics.iter().map(|metric| {
        let known = |value: &Option<String>| value.as_deref().map_or_else(|| "not known".to_owned(), plain);
        format!("{}: from {} to {}", plain(&metric.metric), known(&metric.baseline), known(&metric.target))
    });
    part(out, "Success metrics", metrics);
}

fn write_feasibility(out: &mut String, feasibility: &Feasibility) {
    let verdict = if feasibility.feasible { "Feasible" } else { "Not feasible" };
    line(out, format_args!("## Feasibility\n\n**{verdict}**\n"));
    paragraph(out, &feasibility.reasoning);
    bullets(out, feasibility.constraints.iter().map(|constraint| plain(constraint)));
}

fn write_spec(out: &mut String, spec: &Spec) {
    out.push_str("## Technical specification\n\n");
    paragraph(out, &spec.approach);
    let effort = &spec.effort_estimate;
    line(out, format_args!("**Effort**: {} to {} days of one person\n", effort.low_days, effort.high_days));
    part(out, "Acceptance criteria", spec.acceptance_criteria.iter().map(|criterion| plain(criterion)));
    let risk = |one: &protocol::opportunities::Risk| {
        format!("{} ({}). Mitigation: {}", plain(&one.description), one.severity.name(), plain(&one.mitigation))
    };
    part(out, "Risks", spec.risks.iter().map(risk));
    part(out, "Constraints", spec.constraints.iter().map(|constraint| plain(constraint)));
    part(out, "Dependencies", spec.dependencies.iter().map(|dependency| plain(dependency)));
}

fn write_rank(out: &mut String, view: &PipelineView, rank: &Rank) {
    line(out, format_args!("## Rank {}\n", rank.rank));
    paragraph(out, &rank.rationale);
    let areas = rank.dependencies.iter().filter_map(|id| view.opportunity(*id)).map(|one| plain(&one.brief.affected_area));
    part(out, "To be built before", areas);
    part(out, "Flags", rank.flags.iter().map(|flag| plain(flag)));
}

fn describe_evidence(one: &Evidence) -> String {
    let mut text = format!("{} {}", plain(&one.source_type), plain(&one.source_id));
    if let Some(quote) = &one.quote {
        let _ = write!(text, ": “{}”", plain(quote));
    }
    let _ = write!(text, " (confidence {:.2}, {})", one.confidence, one.retrieved_at.to_rfc3339());
    text
}

fn describe_decision(record: &DecisionRecord) -> String {
    let mut text = format!("{} **{}**", record.at.to_rfc3339(), record.decision.name().replace('_', " "));
    if let Some(priority) = record.adjusted_priority {
        let _ = write!(text, " to {priority}");
    }
    if let Some(stage) = record.send_back_to_stage {
        let _ = write!(text, " to {}", stage.name().replace('_', " "));
    }
    if !record.reasoning.is_empty() {
        let _ = write!(text, ": {}", plain(&record.reasoning));
    }
    text
}

fn describe_experiment(report: &ExperimentReport) -> String {
    let outcome = report.outcome.name().replace('_', " ");
    let mut text = format!("{} **{outcome}**: {}", report.at.to_rfc3339(), plain(&report.results));
    if let Some(recommendation) = &report.recommendation {
        let _ = write!(text, " Recommended: {}", plain(recommendation));
    }
    text
}

fn paragraph(out: &mut String, text: &str) {
    if !text.trim().is_empty() {
        line(out, format_args!("{}\n", plain(text.trim())));
    }
}

fn named(out: &mut String, name: &str, text: &str) {
    if !text.trim().is_empty() {
        line(out, format_args!("**{name}**: {}\n", plain(text.trim())));
    }
}

/// A list with a heading of its own, where there is something in it.
fn list(out: &mut String, title: &str, items: impl Iterator<Item = String>) {
    headed(out, &format!("## {title}"), items);
}

fn part(out: &mut String, title: &str, items: impl Iterator<Item = String>) {
    headed(out, &format!("**{title}**"), items);
}

fn headed(out: &mut String, head: &str, items: impl Iterator<Item = String>) {
    let mut items = items.peekable();
    if items.peek().is_some() {
        line(out, format_args!("{head}\n"));
        bullets(out, items);
    }
}

fn bullets(out: &mut String, items: impl Iterator<Item = String>) {
    let before = out.len();
    items.for_each(|item| line(out, format_args!("- {item}")));
    if out.len() > before {
        out.push('\n');
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string never fails.
    let _ = out.write_fmt(text);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        OpportunityId, PipelineId, ProjectId, Timestamp, UserId,
        opportunities::{Decision, Effort, Metric, OpportunityStatus, PipelineSource, Risk, Severity, Stage},
    };
    use uuid::Uuid;

    fn view() -> PipelineView {
        let place = (PipelineId(Uuid::nil()), ProjectId(Uuid::nil()), UserId(Uuid::nil()));
        let mut view = PipelineView::new(place, PipelineSource::default(), (Stage::Exploration, Vec::new()), None);
        for id in ["f1", "f2"] {
            view.findings.push(Finding {
                id: id.into(),
                title: format!("Late parcels {id}"),
                description: "Parcels of Skala arrive late.".into(),
                evidence: vec![evidence()],
                surface: None,
                impact: None,
            });
        }
        view
    }

    fn evidence() -> Evidence {
        let quote = Some("120 of <b>300</b>".into());
        let retrieved_at = Timestamp(1_770_000_000_000_000);
        Evidence { source_type: "insight".into(), source_id: "i_1".into(), retrieved_at, confidence: 0.9, quote, link: None }
    }

    fn opportunity() -> Opportunity {
        let brief = Brief {
            affected_area: "parcels\n# of Skala".into(),
            problem_statement: "120 of 300 parcels are late.".into(),
            evidence: vec![evidence()],
            counterfactual: "They stay late.".into(),
            explorer_coverage: "pasted: 1".into(),
            stage_hints: Vec::new(),
            findings: vec!["f1".into()],
            validation_warnings: vec!["Rejected after 2 retries: it is vague".into()],
        };
        Opportunity::new(OpportunityId(Uuid::nil()), brief)
    }

    fn specified() -> Opportunity {
        let mut one = opportunity();
        one.status = OpportunityStatus::InReview;
        one.solution = Some(Solution {
            proposed_solution: "Sort parcels by harbour.".into(),
            experiment_plan: "Two weeks in Skala.".into(),
            success_metrics: vec![Metric { metric: "late parcels".into(), baseline: Some("120".into()), target: None }],
            build_experiment_decision: "experiment_first".into(),
            validation_warnings: Vec::new(),
        });
        one.feasibility = Some(Feasibility { feasible: true, constraints: Vec::new(), reasoning: "It is a rule.".into() });
        one.spec = Some(Spec {
            opportunity_id: one.id.to_string(),
            approach: "A rule in `sorting`.".into(),
            effort_estimate: Effort { low_days: 2.0, high_days: 4.5 },
            dependencies: Vec::new(),
            constraints: vec!["Harbour law".into()],
            risks: vec![Risk { description: "Wrong harbour".into(), severity: Severity::High, mitigation: "Scan twice".into() }],
            acceptance_criteria: vec!["At most 30 late parcels".into()],
            validation_warnings: Vec::new(),
        });
        one.decisions.push(DecisionRecord {
            opportunity: one.id,
            decision: Decision::PriorityAdjusted,
            reasoning: "It costs *us*".into(),
            adjusted_priority: Some(1),
            send_back_to_stage: None,
            takes_back: None,
            by: UserId(Uuid::nil()),
            at: Timestamp(0),
        });
        one
    }

    #[test]
    fn the_chain_is_written_without_anybodys_markup() {
        let text = markdown(&view(), &specified());
        for (part, is_there) in [
            ("# parcels \\# of Skala\n", true),
            ("- **Status**: in review\n", true),
            ("## Warnings\n\n- Rejected after 2 retries: it is vague\n", true),
            ("### Late parcels f1\n", true),
            ("Late parcels f2", false),
            ("insight i\\_1: “120 of &lt;b&gt;300&lt;/b&gt;” (confidence 0.90, 2026-02-02T02:40:00.000Z)", true),
            ("- late parcels: from 120 to not known\n", true),
            ("**Feasible**", true),
            ("A rule in \\`sorting\\`.", true),
            ("**Effort**: 2 to 4.5 days of one person\n", true),
            ("- Wrong harbour (high). Mitigation: Scan twice\n", true),
            ("- 1970-01-01T00:00:00.000Z **priority adjusted** to 1: It costs \\*us\\*\n", true),
            ("## Experiments", false),
            ("**Dependencies**", false),
        ] {
            assert_eq!(text.contains(part), is_there, "{part}: {text}");
        }
    }

    #[test]
    fn what_was_not_made_yet_is_left_out() {
        let text = markdown(&view(), &opportunity());
        for part in ["## Solution brief", "## Feasibility", "## Technical specification", "## Rank", "## Decisions"] {
            assert!(!text.contains(part), "{part}: {text}");
        }
        assert!(text.contains("## Opportunity brief\n\n120 of 300 parcels are late.\n"), "{text}");
    }
}
