use super::*;
use protocol::opportunities::{Artifact, Boundary};

fn facts(facts: &[(&str, &str)]) -> Vec<(String, String)> {
    facts.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn facts_that_bound_the_work_become_constraints() {
    let (item, mut context) = framed("The login form fails", "");
    context.facts = facts(&[
        ("budget", "at most 20,000 EUR"),
        ("founded", "2011"),
        ("favourite colour", "blue"),
        ("data", "No personal data leaves the country"),
        ("login form", "must work with a keyboard"),
    ]);
    let (feasibility, spec) = RULES.assess(&item, &context);
    let expected =
        ["Budget: at most 20,000 EUR.", "Data: No personal data leaves the country.", "Login form: must work with a keyboard."];
    assert!(feasibility.feasible);
    assert_eq!(feasibility.constraints, expected);
    assert_eq!(spec.expect("feasible").constraints, expected);
}

#[test]
fn without_facts_the_assumption_is_the_constraint() {
    let (item, context) = framed("The login form fails", "");
    let (_, spec) = RULES.assess(&item, &context);
    let spec = spec.expect("feasible");
    assert!(spec.constraints[0].starts_with("Assumption: the work on the login form uses the data sources of the findings"));
    assert_eq!(spec.opportunity_id, item.id.to_string());
    assert!(spec.effort_estimate.low_days < spec.effort_estimate.high_days);
    assert!(spec.risks.iter().all(|risk| !risk.description.is_empty() && !risk.mitigation.is_empty()));
    assert!(!spec.risks.is_empty() && !spec.acceptance_criteria.is_empty() && !spec.dependencies.is_empty());
}

#[test]
fn only_a_plain_ban_makes_it_infeasible() {
    for (fact, guidance, is_feasible) in [
        ("The login form must not be changed before the audit", None, false),
        ("The login form is frozen", None, false),
        // About something else, about a use of the thing, or no ban at all.
        ("The invoice export is frozen", None, true),
        ("No login data leaves the country", None, true),
        ("Changes to the login form need a review", None, true),
        ("", Some("This is not feasible."), false),
        ("", Some("Is it not feasible?"), true),
        ("", Some("Do not build it unless the audit is over."), true),
    ] {
        let (mut item, mut context) = framed("The login form fails", "");
        context.facts = facts(&[("rule", fact)]);
        item.guidance = guidance.map(str::to_owned);
        let (feasibility, spec) = RULES.assess(&item, &context);
        assert_eq!((feasibility.feasible, spec.is_some()), (is_feasible, is_feasible), "{fact} {guidance:?}");
        assert!(!feasibility.constraints.is_empty() && !feasibility.reasoning.is_empty());
    }
}

#[test]
fn all_of_what_is_specified_is_accepted() {
    let findings = generated(300);
    let context = context(&findings);
    for brief in RULES.frame(&findings, &context) {
        let spec = finished(1, brief, &context).spec.expect("nothing forbids it");
        let doubt = RULES.validate(Boundary::SpecToRank, &Artifact::Spec { spec: Box::new(spec.clone()) });
        assert!(doubt.is_none(), "{doubt:?} {:?}", spec.acceptance_criteria);
    }
}
