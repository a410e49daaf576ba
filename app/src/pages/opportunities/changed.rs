//! What a revision changed, field by field, and the words at fault in a reason.

use crate::{erased::Erase, words::opportunities as text};
use leptos::prelude::*;
use protocol::opportunities::Artifact;

/// The fields of an artifact that people read, by name.
fn fields(artifact: &Artifact) -> Vec<(&'static str, String)> {
    match artifact {
        Artifact::Brief { brief } => vec![
            (text::AREA, brief.affected_area.clone()),
            (text::PROBLEM, brief.problem_statement.clone()),
            (text::COUNTERFACTUAL, brief.counterfactual.clone()),
            (text::COVERAGE, brief.explorer_coverage.clone()),
            (text::HINTS, brief.stage_hints.join("; ")),
        ],
        Artifact::Solution { solution } => vec![
            (text::PROPOSED, solution.proposed_solution.clone()),
            (text::PLAN, solution.experiment_plan.clone()),
            (text::METRICS, solution.success_metrics.iter().map(text::metric).collect::<Vec<_>>().join("; ")),
            (text::BUILD, text::build_decision(&solution.build_experiment_decision).to_owned()),
        ],
        Artifact::Spec { spec } => vec![
            (text::APPROACH, spec.approach.clone()),
            (text::EFFORT, text::days(&spec.effort_estimate)),
            (text::DEPENDENCIES, spec.dependencies.join("; ")),
            (text::CONSTRAINTS, spec.constraints.join("; ")),
            (text::RISKS, spec.risks.iter().map(text::risk).collect::<Vec<_>>().join("; ")),
            (text::CRITERIA, spec.acceptance_criteria.join("; ")),
        ],
    }
}

/// What is in other words afterwards: the name of the field, before and after.
fn differences(before: &Artifact, after: &Artifact) -> Vec<(&'static str, String, String)> {
    let pairs = fields(before).into_iter().zip(fields(after));
    pairs.filter(|((_, was), (_, is))| was != is).map(|((name, was), (_, is))| (name, was, is)).collect()
}

pub(super) fn changed(before: &Artifact, after: &Artifact) -> AnyView {
    let differences = differences(before, after);
    if differences.is_empty() {
        return view! { <p class="small quiet">{text::UNCHANGED}</p> }.erase();
    }
    let rows: Vec<AnyView> = differences
        .into_iter()
        .map(|(name, was, is)| {
            let value = |words: String| if words.is_empty() { text::NO_FIGURE.to_owned() } else { words };
            view! {
                <div class="changed-field">
                    <dt>{name}</dt>
                    <dd dir="auto">
                        <b class="small">{text::BEFORE}</b>
                        <del>{value(was)}</del>
                    </dd>
                    <dd dir="auto">
                        <b class="small">{text::AFTER}</b>
                        <ins>{value(is)}</ins>
                    </dd>
                </div>
            }
            .erase()
        })
        .collect();
    view! { <dl class="changed" data-testid="changed">{rows}</dl> }.erase()
}

/// A sentence in parts; those in quotation marks are the words at fault.
fn quoted_parts(sentence: &str) -> Vec<(bool, String)> {
    let mut parts: Vec<(bool, String)> = Vec::new();
    let mut rest = sentence;
    while let Some((start, open)) = rest.char_indices().find(|(_, sign)| matches!(sign, '“' | '"')) {
        let inside = &rest[start + open.len_utf8()..];
        let close = if open == '“' { '”' } else { '"' };
        let Some(end) = inside.find(close) else { break };
        let after = start + open.len_utf8() + end + close.len_utf8();
        parts.push((false, rest[..start].to_owned()));
        parts.push((true, rest[start..after].to_owned()));
        rest = &rest[after..];
    }
    parts.push((false, rest.to_owned()));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

/// A reason with the words at fault marked.
pub(super) fn marked(sentence: &str) -> AnyView {
    quoted_parts(sentence)
        .into_iter()
        .map(|(is_quoted, part)| if is_quoted { view! { <mark>{part}</mark> }.erase() } else { part.erase() })
        .collect_view()
        .erase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::opportunities::Solution;

    #[test]
    fn words_at_fault_are_found_between_quotation_marks() {
        for (sentence, expected) in [
            ("plain", vec![(false, "plain")]),
            ("“fast” is vague", vec![(true, "“fast”"), (false, " is vague")]),
            (
                "it says \"easy\" and “soon”.",
                vec![(false, "it says "), (true, "\"easy\""), (false, " and "), (true, "“soon”"), (false, ".")],
            ),
            ("an \"open one", vec![(false, "an \"open one")]),
            ("", vec![]),
        ] {
            let parts = quoted_parts(sentence);
            let parts: Vec<(bool, &str)> = parts.iter().map(|(is_quoted, part)| (*is_quoted, part.as_str())).collect();
            assert_eq!(parts, expected, "{sentence}");
        }
    }

    #[test]
    fn only_what_is_in_other_words_is_shown() {
        let solution = |proposed: &str| Artifact::Solution {
            solution: Box::new(Solution {
                proposed_solution: proposed.into(),
                experiment_plan: "Half of the visitors".into(),
                success_metrics: Vec::new(),
                build_experiment_decision: "experiment_first".into(),
                validation_warnings: Vec::new(),
            }),
        };
        let found = differences(&solution("Make it fast"), &solution("Under 2 s"));
        assert_eq!(found, [(text::PROPOSED, "Make it fast".to_owned(), "Under 2 s".to_owned())]);
        assert!(differences(&solution("a"), &solution("a")).is_empty());
    }
}
