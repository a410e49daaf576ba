use super::*;
use protocol::opportunities::Feasibility;

fn items() -> (Vec<Opportunity>, Context) {
    let mut findings = [
        finding("a", "The login form fails", ""),
        finding("b", "The invoice export fails", ""),
        finding("c", "The price list fails", "12 prices are wrong."),
    ];
    for (finding, (impact, confidence)) in findings.iter_mut().zip([(0.2, 0.9), (0.9, 0.9), (0.9, 0.3)]) {
        finding.impact = Some(impact);
        finding.evidence = vec![evidence("insight", confidence)];
    }
    let context = context(&findings);
    let briefs = RULES.frame(&findings, &context);
    (briefs.into_iter().zip(1..).map(|(brief, number)| finished(number, brief, &context)).collect(), context)
}

fn order(items: &[Opportunity], context: &Context) -> Vec<u128> {
    RULES.rank(items, context).iter().map(|(id, _)| id.0.as_u128()).collect()
}

#[test]
fn impact_times_confidence_by_effort_decides() {
    let (mut items, context) = items();
    assert_eq!(order(&items, &context), [2, 3, 1]);
    let ranks = RULES.rank(&items, &context);
    // Effort: 3 to 10 days are 1.3 weeks.
    assert_eq!(ranks[0].1.score, 0.623);
    assert_eq!(ranks.iter().map(|(_, rank)| rank.rank).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(
        ranks[0].1.rationale,
        "The impact is high (0.90), the confidence in the evidence is high (0.90), and the effort is medium (1.3 weeks)."
    );
    // What takes ten times as long comes later.
    items[1].spec.as_mut().expect("spec").effort_estimate.high_days = 100.0;
    assert_eq!(order(&items, &context), [3, 1, 2]);
}

#[test]
fn what_a_reviewer_should_see_first_is_flagged() {
    let (mut items, context) = items();
    items[1].brief.validation_warnings.push("Rejected after 2 retries: no surface".into());
    items[2].feasibility = Some(Feasibility { feasible: false, constraints: Vec::new(), reasoning: String::new() });
    let ranks = RULES.rank(&items, &context);
    let flags = |number: u128| ranks.iter().find(|(id, _)| id.0.as_u128() == number).expect("ranked").1.flags.join(" ");
    assert_eq!(flags(1), "No baseline is known yet.");
    assert_eq!(flags(2), "Passed with a warning of its receiver. No baseline is known yet.");
    assert_eq!(flags(3), "Not feasible under the constraints. Confidence in the evidence is low.");
    assert_eq!(ranks[2].0.0.as_u128(), 3, "what cannot be built is last");
}

#[test]
fn similar_areas_and_dependencies_are_named() {
    let (mut items, context) = items();
    items[0].brief.affected_area = "Login form of the shop".into();
    items[1].brief.affected_area = "login form".into();
    items[2].spec.as_mut().expect("spec").dependencies = vec!["A working login form".into()];
    let ranks = RULES.rank(&items, &context);
    let rank = |number: u128| &ranks.iter().find(|(id, _)| id.0.as_u128() == number).expect("ranked").1;
    assert_eq!(rank(3).dependencies, [items[1].id]);
    assert!(rank(1).flags.contains(&"Similar area to another opportunity: “login form”.".to_owned()), "{:?}", rank(1).flags);
    assert!(!rank(3).flags.iter().any(|flag| flag.starts_with("Similar")));
}

#[test]
fn all_are_ranked_once() {
    let findings = generated(200);
    let context = context(&findings);
    let briefs = RULES.frame(&findings, &context);
    let items: Vec<Opportunity> = briefs.into_iter().zip(1..).map(|(brief, number)| finished(number, brief, &context)).collect();
    let ranks = RULES.rank(&items, &context);
    assert!(ranks.iter().zip(1..).all(|((_, rank), number)| rank.rank == number));
    let mut ids: Vec<u128> = ranks.iter().map(|(id, _)| id.0.as_u128()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (1..=items.len() as u128).collect::<Vec<_>>());
}
