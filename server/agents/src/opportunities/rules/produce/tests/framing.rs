use super::*;
use domain::opportunities::PastDecision;
use protocol::opportunities::{Artifact, Boundary};
use std::collections::BTreeMap;

#[test]
fn alike_findings_make_one_brief_and_unlike_ones_do_not() {
    for (one, other, is_one) in [
        ("Customers abandon the checkout page at the shipping step", "Customers abandon the checkout page at shipping", true),
        ("Search results load slowly", "Slow loading of search results", true),
        // Another place, another direction, another problem, another thing.
        ("Orders from Leeds dropped", "Orders from Hull dropped", false),
        ("Sign-ups dropped in the trial", "Sign-ups rose in the trial", false),
        ("Delivery dates are empty", "Delivery is slow", false),
        ("The login form fails in Leeds", "The invoice export fails in Leeds", false),
        ("9% of the stock in Leeds have no date", "8% of the repairs in Leeds have no date", false),
    ] {
        let findings = [finding("a", one, ""), finding("b", other, "")];
        let briefs = RULES.frame(&findings, &context(&findings));
        assert_eq!(briefs.len() == 1, is_one, "{one} / {other}");
    }
}

#[test]
fn findings_at_different_surfaces_stay_apart() {
    let mut findings = [finding("a", "Dates are missing", ""), finding("b", "Dates are missing", "")];
    findings[0].surface = Some("orders".into());
    findings[1].surface = Some("visits".into());
    assert_eq!(RULES.frame(&findings, &context(&findings)).len(), 2);
    findings[1].surface = Some("orders".into());
    assert_eq!(RULES.frame(&findings, &context(&findings)).len(), 1);
}

#[test]
fn an_area_is_short_and_in_the_findings_words() {
    for (title, description, area) in [
        ("The average cost of repairs is highest for kind lamp", "", "average cost of repairs"),
        ("Customers cannot reset their password on the login page", "", "password on the login page"),
        ("Add a dashboard for late deliveries", "", "late deliveries"),
        ("As a buyer, I want to filter by price so that I save money", "", "filter by price"),
        ("Glitches and Performance Issues", "Invoices show wrong totals.", "Invoices"),
        ("Sign-ups dropped from 120 to 80", "", "Sign-ups"),
        ("Biggest pain: onboarding of new drivers", "", "onboarding of new drivers"),
        ("User can't login with SSO", "Error 403 since the last release", "login with SSO"),
        ("No way to cancel a subscription online", "", "subscription"),
        // Of what explains what, a column is the area and no verb.
        ("Distance explains fare", "", "Distance"),
        ("`distance_km` explains `fare`", "One explains 55% of the variation of the other.", "distance_km"),
    ] {
        assert_eq!(framed(title, description).0.brief.affected_area, area, "{title}");
    }
    let mut known = finding("a", "The cost rises with age", "");
    known.surface = Some("shop.repairs".into());
    assert_eq!(RULES.frame(&[known.clone()], &context(&[known]))[0].affected_area, "shop.repairs");
}

#[test]
fn a_segment_that_the_title_speaks_of_is_the_area_with_its_number() {
    for (title, segment, area) in [
        ("Orders with plan Basic 100 are more frequent than others", "orders with plan Basic 100", "orders with plan Basic 100"),
        ("Orders with score 4 are the most frequent", "orders with score 4", "orders with score 4"),
        ("The average cost of repairs is highest for kind lamp", "rows of others", "average cost of repairs"),
    ] {
        let description = format!("Of 90 orders it has 40.\nSegment: {segment}.");
        assert_eq!(framed(title, &description).0.brief.affected_area, area, "{title}");
    }
}

#[test]
fn a_table_is_named_in_words_with_what_is_measured_of_it() {
    for (title, surface, area) in [
        ("The average cost of garden hives is highest for kind lamp", "garden_hives", "average cost of garden hives"),
        ("The average cost is highest for kind lamp", "shop.garden_hives", "garden hives"),
        ("The average cost is highest for kind lamp", "shop.repairs", "shop.repairs"),
    ] {
        let mut known = finding("a", title, "");
        known.surface = Some(surface.into());
        assert_eq!(RULES.frame(&[known.clone()], &context(&[known]))[0].affected_area, area, "{surface}");
    }
}

#[test]
fn a_proposal_is_worded_as_what_is_missing() {
    for (title, statement) in [
        ("Add a dashboard for late deliveries", "Missing so far: a dashboard for late deliveries."),
        ("We should build an export of invoices", "Missing so far: an export of invoices."),
        ("The search should have a filter", "Missing so far in the search: a filter."),
        (
            "As a buyer, I want to filter by price so that I save money",
            "A buyer has no way to filter by price so far. Aim: save money.",
        ),
        ("As an admin, I need a list of my users", "An admin lacks a list of own users so far."),
        ("We need an app for spare parts", "Missing so far: an app for spare parts."),
        // A word says where, and not what.
        ("Checkout", "Only “Checkout” is named so far: what is wrong there is not known."),
        // No proposals.
        ("Build times are long", "Build times are long."),
        ("Customers have to wait for a reply", "Customers have to wait for a reply."),
        ("Use of coupons drops", "Use of coupons drops."),
    ] {
        assert_eq!(framed(title, "").0.brief.problem_statement, statement);
    }
}

#[test]
fn what_happens_without_a_change_is_said_with_the_findings_own_numbers() {
    let counterfactual = |title: &str| framed(title, "").0.brief.counterfactual;
    assert_eq!(
        counterfactual("Sign-ups dropped from 120 to 80"),
        "If nothing changes, the decline in the sign-ups goes on or stays at its level. What was found: Sign-ups dropped from 120 to 80."
    );
    assert_eq!(
        counterfactual("38% of users have no address"),
        "If nothing changes, new rows keep the same fault, and every count that uses the address stays uncertain. What was found: 38% of users have no address."
    );
    // Neither is a part of markup; nor does it name the area.
    let brief = framed("<script>alert(1)</script> login broken", "").0.brief;
    assert!(brief.affected_area == "login" && !brief.counterfactual.contains('1'), "{brief:?}");
    // A year is no amount.
    assert!(!counterfactual("The login form fails since 2024").contains("2024"));
}

#[test]
fn coverage_and_hints_say_what_a_brief_rests_on() {
    let mut findings = [
        finding("a", "The checkout page loses orders", ""),
        finding("b", "The checkout page loses orders again", ""),
        finding("c", "The checkout page is losing orders", ""),
    ];
    findings[0].evidence = vec![evidence("insight", 0.9)];
    findings[1].evidence = vec![evidence("insight", 0.4)];
    findings[2].evidence = vec![evidence("interview", 0.2)];
    let past =
        PastDecision { affected_area: "checkout page".into(), decision: "rejected".into(), reasoning: "Too early.".into() };
    let context = Context { past: vec![past], ..context(&findings) };
    let briefs = RULES.frame(&findings, &context);
    assert_eq!(briefs.len(), 1);
    assert_eq!(briefs[0].explorer_coverage, "2 findings from insights, 1 from the interview");
    assert_eq!(
        briefs[0].stage_hints,
        [
            "A brief about “checkout page” was rejected before: “Too early”.",
            "Confidence in the evidence is low: look for another source before anything is built."
        ]
    );
}

#[test]
fn what_was_only_pasted_is_evidence_of_itself() {
    let brief = framed("The login form fails", "").0.brief;
    let [own] = brief.evidence.as_slice() else { panic!("{:?}", brief.evidence) };
    assert_eq!((own.source_type.as_str(), own.source_id.as_str(), own.confidence), ("pasted", "f-1", 0.5));
}

#[test]
fn every_finding_is_in_exactly_one_brief_with_its_evidence() {
    let findings = generated(400);
    let mut held: BTreeMap<String, usize> = BTreeMap::new();
    for brief in RULES.frame(&findings, &context(&findings)) {
        assert!(!brief.evidence.is_empty() && !brief.affected_area.is_empty() && !brief.problem_statement.is_empty());
        assert!(brief.affected_area.split_whitespace().count() <= 8 && brief.problem_statement.chars().count() <= 600);
        for id in brief.findings {
            *held.entry(id).or_default() += 1;
        }
    }
    assert_eq!(held.len(), 400);
    assert!(held.values().all(|count| *count == 1));
}

#[test]
fn a_thousand_findings_are_framed_at_once() {
    let findings = generated(1_000);
    let briefs = RULES.frame(&findings, &context(&findings));
    assert!(briefs.len() > 100);
}

#[test]
fn most_of_what_is_framed_is_accepted() {
    let findings = generated(300);
    let briefs = RULES.frame(&findings, &context(&findings));
    let is_accepted = |brief: &&Brief| {
        let brief = Box::new((*brief).clone());
        RULES.validate(Boundary::BriefToSolution, &Artifact::Brief { brief }).is_none()
    };
    let accepted = briefs.iter().filter(is_accepted).count();
    assert!(accepted * 100 >= briefs.len() * 95, "{accepted} of {}", briefs.len());
}
