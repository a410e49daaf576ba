//! No number and no name enters a sentence that the findings, the facts or a reviewer do not have.

use super::*;
use domain::opportunities::{PastDecision, Revised};
use protocol::opportunities::{Artifact, Boundary, Check, Rejection};
use std::collections::HashSet;

/// Runs of digits.
fn numbers(text: &str) -> HashSet<&str> {
    text.split(|sign: char| !sign.is_ascii_digit()).filter(|run| !run.is_empty()).collect()
}

/// Words with a capital, behind the first of each sentence.
fn names(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut begins = true;
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        if !begins && bare.chars().any(char::is_uppercase) {
            found.push(bare.to_lowercase());
        }
        begins = word.ends_with(['.', '!', '?', ':']);
    }
    found
}

#[track_caller]
fn check(texts: &[&str], material: &str) {
    let (known, lower) = (numbers(material), material.to_lowercase());
    for text in texts {
        assert!(numbers(text).is_subset(&known), "a number of “{text}” is in none of: {material}");
        for name in names(text) {
            assert!(lower.contains(&name), "“{name}” of “{text}” is in none of: {material}");
        }
        assert!(!text.contains(['{', '}']), "{text}");
    }
}

/// What an artifact says, without targets and efforts: these are proposals.
fn texts(artifact: &Artifact) -> Vec<&str> {
    let mut found: Vec<&String> = Vec::new();
    match artifact {
        Artifact::Brief { brief } => {
            found.extend([&brief.affected_area, &brief.problem_statement, &brief.counterfactual]);
            found.extend(&brief.stage_hints);
        }
        Artifact::Solution { solution } => {
            found.extend([&solution.proposed_solution, &solution.experiment_plan, &solution.build_experiment_decision]);
            found.extend(solution.success_metrics.iter().flat_map(|metric| [&metric.metric].into_iter().chain(&metric.baseline)));
        }
        Artifact::Spec { spec } => {
            found.push(&spec.approach);
            found.extend(spec.dependencies.iter().chain(&spec.constraints).chain(&spec.acceptance_criteria));
            found.extend(spec.risks.iter().flat_map(|risk| [&risk.description, &risk.mitigation]));
        }
    }
    found.into_iter().map(String::as_str).collect()
}

/// What may be said about an item. Criteria repeat the targets, which are proposals.
fn material(item: &Opportunity, context: &Context, beyond: &str) -> String {
    let findings = context.findings_of(&item.brief).map(|one| format!("{} {} ", one.title, one.description));
    let targets =
        item.solution.iter().flat_map(|solution| &solution.success_metrics).filter_map(|metric| metric.target.as_deref());
    format!("{}{beyond} {}", findings.collect::<String>(), targets.collect::<Vec<_>>().join(" "))
}

#[test]
fn every_number_and_name_of_every_artifact_is_known() {
    let findings = generated(600);
    let facts = vec![("budget".to_owned(), "at most 20,000 EUR for Acme".to_owned())];
    let past = vec![PastDecision {
        affected_area: "login form".into(),
        decision: "rejected".into(),
        reasoning: "Zurich has 17 of them.".into(),
    }];
    let context = Context { facts, past, ..context(&findings) };
    let beyond = "at most 20,000 EUR for Acme login form Zurich has 17 of them. Begin with 23 users of Safari";
    for (number, brief) in (1..).zip(RULES.frame(&findings, &context)) {
        let mut guided = item(number, brief);
        let brief = guided.artifact(Boundary::BriefToSolution).expect("a brief");
        check(&texts(&brief), &material(&guided, &context, beyond));
        guided.guidance = Some("Begin with 23 users of Safari".into());
        let guided = Opportunity { guidance: guided.guidance, ..finished(number, guided.brief, &context) };
        let guided = Opportunity { solution: Some(RULES.design(&guided, &context)), ..guided };
        let solution = guided.artifact(Boundary::SolutionToSpec).expect("designed");
        check(&texts(&solution), &material(&Opportunity { solution: None, ..guided.clone() }, &context, beyond));
        let (feasibility, spec) = RULES.assess(&guided, &context);
        let known = material(&guided, &context, beyond);
        check(&[&feasibility.reasoning], &known);
        check(&feasibility.constraints.iter().map(String::as_str).collect::<Vec<_>>(), &known);
        check(&texts(&Artifact::Spec { spec: Box::new(spec.expect("feasible")) }), &known);
    }
}

#[test]
fn a_rejection_brings_in_no_number_and_no_name() {
    let findings = generated(11);
    let context = context(&findings);
    let reasons = ["“very” is vague, as 4711 users of Contoso wrote", "Name the 4711 users of Contoso.", "Avoid “simple”"];
    for (number, brief) in (1..).zip(RULES.frame(&findings, &context)) {
        let item = finished(number, brief, &context);
        let known = material(&item, &context, "Avoid “simple”");
        let wishes = Check::ALL.iter().map(|check| vec![*check]).chain([Vec::new()]);
        for (boundary, checks) in wishes.flat_map(|checks| Boundary::ALL.map(|boundary| (boundary, checks.clone()))) {
            for reason in reasons {
                let rejection =
                    Rejection { item: item.id, reason: reason.into(), suggestion: reason.into(), checks: checks.clone() };
                match RULES.revise(boundary, &item, &rejection, &context) {
                    Revised::Replaced(artifact) => check(&texts(&artifact), &known),
                    Revised::Split(parts) => {
                        for brief in parts.into_iter().map(Box::new) {
                            check(&texts(&Artifact::Brief { brief }), &known);
                        }
                    }
                    Revised::Nothing(why) => check(&[&why], &known),
                }
            }
        }
    }
}

#[test]
fn a_rank_says_the_numbers_of_its_formula_and_names_of_areas() {
    let findings = generated(200);
    let context = context(&findings);
    let items: Vec<Opportunity> =
        (1..).zip(RULES.frame(&findings, &context)).map(|(number, brief)| finished(number, brief, &context)).collect();
    let areas: String = items.iter().map(|item| format!("{} ", item.brief.affected_area)).collect();
    for (id, rank) in RULES.rank(&items, &context) {
        let item = items.iter().find(|item| item.id == id).expect("an item");
        let count = item.brief.findings.len() as f64;
        let confidence = item.brief.evidence.iter().map(|one| one.confidence).sum::<f64>() / item.brief.evidence.len() as f64;
        let stated = context.findings_of(&item.brief).filter_map(|finding| finding.impact).reduce(f64::max);
        let impact = stated.unwrap_or(count / (count + 1.0) * (0.5 + confidence / 2.0));
        let effort = &item.spec.as_ref().expect("a spec").effort_estimate;
        let weeks = (effort.low_days + effort.high_days) / 10.0;
        check(&[&rank.rationale], &format!("{impact:.2} {confidence:.2} {weeks:.1}"));
        check(&rank.flags.iter().map(String::as_str).collect::<Vec<_>>(), &areas);
        assert!((rank.score - impact * confidence / weeks).abs() < 0.001, "{rank:?}");
    }
}
