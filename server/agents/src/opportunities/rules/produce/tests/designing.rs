use super::*;
use crate::opportunities::rules::produce::pattern;
use protocol::{
    PipelineId,
    opportunities::{Artifact, Boundary, ExperimentNote, ExperimentOutcome},
};

#[test]
fn the_kind_of_problem_chooses_the_response() {
    for (title, kind) in [
        ("Sign-ups dropped in spring", "decline"),
        ("12% of orders have no delivery date", "quality"),
        ("The login form fails with an error", "failure"),
        ("Users abandon the checkout page", "churn"),
        ("Replies to tickets are slow", "slow"),
        ("Revenue depends on a single customer", "risk"),
        ("Repairs are expensive", "cost"),
        ("Age correlates with returns", "correlation"),
        ("Calls peak on weekdays", "cycle"),
        ("Rentals grew in the north", "growth"),
        // Whether more of it is better nobody knows.
        ("The average cost of repairs shows an increasing trend over time", "rise"),
        ("The score is highest for lamps and lowest for pumps", "segment"),
        ("The cause of returns is unknown", "information"),
        ("As a buyer, I want to filter by price", "want"),
        ("The logo is blue", "other"),
    ] {
        assert_eq!(pattern::fitting(title, "").kind, kind, "{title}");
    }
}

#[test]
fn a_metric_is_named_after_what_the_finding_measures() {
    for (title, metric, baseline) in [
        ("38% of users abandon checkout", "share of users who abandon checkout", Some("38%")),
        ("Sign-ups dropped from 120 to 80", "sign-ups", Some("80")),
        ("The average cost of repairs is 45.2 EUR", "average cost of repairs", Some("45.2 EUR")),
        ("412 orders have no delivery date", "number of orders that have no delivery date", Some("412 orders")),
        ("Sign-ups fell by 20 %", "change in sign-ups", Some("20 %")),
        ("Deliveries were late in 120 of 800 cases", "share of cases concerned", Some("120 of 800 cases")),
        ("The share of cancelled orders is highest for North: 14.2 %", "share of cancelled orders", Some("14.2 %")),
        ("Tickets about passwords grew by 35% in Q2", "change in tickets about passwords", Some("35%")),
        // What a text in another language measures is not named by parts of it.
        ("38 % der Kunden verlassen die Seite", "figure for “der Kunden verlassen die Seite”", Some("38 %")),
        // The size of a company is no result.
        ("Acme, a company with 250 employees, opened an office", "share of replies to the offer about “Acme”", None),
        // Neither a year nor a name is an amount.
        ("The login form fails since 2024 in segment 12", "number of failures in the login form", None),
    ] {
        let (item, context) = framed(title, "");
        let first = RULES.design(&item, &context).success_metrics.remove(0);
        assert_eq!((first.metric.as_str(), first.baseline.as_deref()), (metric, baseline), "{title}");
        assert!(first.target.is_some_and(|target| target.contains('%')));
    }
}

#[test]
fn what_the_source_measured_is_the_metric_and_no_problem() {
    let title = "The average cost of repairs shows an increasing trend over time";
    let description = "By month, it goes from 6.6 to 9.34. A straight line goes from 6.4 to 9.4 (+45%).\n\
        Measured: average cost of repairs = 9.34.\nCounted: It is 9.34 in June.\nCounted: The later half has 1.21 times the earlier one.";
    let (item, context) = framed(title, description);
    let first = RULES.design(&item, &context).success_metrics.remove(0);
    assert_eq!((first.metric.as_str(), first.baseline.as_deref()), ("average cost of repairs", Some("9.34")));
    let statement = &item.brief.problem_statement;
    assert!(!statement.contains("Measured") && !statement.contains("It is 9.34"), "{statement}");
    // What was not told before is.
    assert!(statement.contains("1.21"), "{statement}");
}

#[test]
fn a_target_lies_on_the_better_side() {
    for (title, target) in [
        ("Sign-ups dropped from 120 to 80", "at least 10 % above the baseline of 80"),
        ("Sign-ups fell by 20 %", "at least 10 % below the baseline of 20 %"),
        ("412 orders have no delivery date", "at least 50 % below the baseline of 412 orders"),
        // Who asks for it says nothing about who will use it.
        ("212 customers asked for an export", "at least 20 % above the baseline measured at the start"),
    ] {
        let (item, context) = framed(title, "");
        assert_eq!(RULES.design(&item, &context).success_metrics[0].target.as_deref(), Some(target), "{title}");
    }
}

#[test]
fn without_a_number_the_plan_measures_at_the_start() {
    let (item, context) = framed("The login form fails", "");
    let solution = RULES.design(&item, &context);
    assert!(solution.experiment_plan.starts_with("Measure the number of failures in the login form at the start"));
}

#[test]
fn weak_evidence_asks_for_an_experiment() {
    let (mut item, context) = framed("The login form fails", "");
    assert_eq!(RULES.design(&item, &context).build_experiment_decision, "experiment_first");
    item.brief.evidence = vec![evidence("insight", 0.9)];
    assert_eq!(RULES.design(&item, &context).build_experiment_decision, "build_with_metrics");
}

#[test]
fn guidance_can_be_seen_in_what_follows_it() {
    let (mut item, context) = framed("The login form fails", "");
    item.guidance = Some("Start with Safari.".into());
    let solution = RULES.design(&item, &context);
    assert!(
        solution.proposed_solution.contains("“Start with Safari”") && solution.experiment_plan.contains("“Start with Safari”")
    );
    let (_, spec) = RULES.assess(&item, &context);
    assert!(spec.expect("feasible").approach.contains("“Start with Safari”"));
}

#[test]
fn an_experiment_changes_what_is_done_next() {
    let (item, plain) = framed("The login form fails", "");
    let without = RULES.design(&item, &plain);
    for (outcome, shown, planned) in [
        (ExperimentOutcome::Met, "met the target: “7 of 9 passed”", "Roll the change out group by group"),
        (ExperimentOutcome::PartiallyMet, "met the target in part", "Repeat the experiment with the adjusted change"),
        (ExperimentOutcome::NotMet, "missed the target", "Switch the earlier change off"),
        (ExperimentOutcome::Inconclusive, "decided nothing", "a longer span of time"),
    ] {
        let note = ExperimentNote {
            opportunity: item.id,
            pipeline: PipelineId(uuid::Uuid::from_u128(2)),
            outcome,
            results: "7 of 9 passed.".into(),
            recommendation: Some("Ask the testers.".into()),
        };
        let solution = RULES.design(&item, &Context { experiment: Some(note), ..plain.clone() });
        assert!(solution.proposed_solution.contains(shown), "{}", solution.proposed_solution);
        assert!(solution.experiment_plan.contains(planned) && solution.experiment_plan.contains("“Ask the testers”"));
        let is_same = solution.proposed_solution.contains(&without.proposed_solution);
        assert_eq!(is_same, outcome != ExperimentOutcome::NotMet);
    }
}

#[test]
fn most_of_what_is_designed_is_accepted() {
    let findings = generated(300);
    let context = context(&findings);
    let briefs = RULES.frame(&findings, &context);
    let all = briefs.len();
    let is_accepted = |brief: &Brief| {
        let solution = Box::new(RULES.design(&item(1, brief.clone()), &context));
        RULES.validate(Boundary::SolutionToSpec, &Artifact::Solution { solution }).is_none()
    };
    let accepted = briefs.iter().filter(|brief| is_accepted(brief)).count();
    assert!(accepted * 100 >= all * 95, "{accepted} of {all}");
}
