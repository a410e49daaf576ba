use super::*;
use domain::opportunities::Revised;
use protocol::opportunities::{Artifact, Boundary, Check, Rejection};

fn rejection(item: &Opportunity, reason: &str, checks: &[Check]) -> Rejection {
    Rejection { item: item.id, reason: reason.into(), suggestion: String::new(), checks: checks.to_vec() }
}

fn revised_brief(item: &Opportunity, reason: &str, checks: &[Check], context: &Context) -> Brief {
    match RULES.revise(Boundary::BriefToSolution, item, &rejection(item, reason, checks), context) {
        Revised::Replaced(Artifact::Brief { brief }) => *brief,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_bundled_brief_is_split_by_finding() {
    let findings = [finding("a", "The login form fails", ""), finding("b", "The invoice export is slow", "")];
    let context = context(&findings);
    let mut item = item(1, RULES.frame(&findings, &context).remove(0));
    item.brief.findings = vec!["a".into(), "b".into()];
    let rejected = rejection(&item, "more than one issue", &[Check::SeveralIssues]);
    let Revised::Split(parts) = RULES.revise(Boundary::BriefToSolution, &item, &rejected, &context) else { panic!("not split") };
    let found: Vec<_> = parts.iter().map(|part| (part.findings.join(" "), part.affected_area.as_str())).collect();
    assert_eq!(found, [("a".to_owned(), "login form"), ("b".to_owned(), "invoice export")]);
}

#[test]
fn a_bundled_finding_is_split_by_clause() {
    for (title, parts) in [
        ("The app is slow and invoices show wrong totals", vec!["The app is slow.", "Invoices show wrong totals."]),
        ("Search is slow and shows wrong prices", vec!["Search is slow.", "Search shows wrong prices."]),
    ] {
        let (item, context) = framed(title, "");
        let rejected = rejection(&item, "more than one issue", &[Check::SeveralIssues]);
        let Revised::Split(found) = RULES.revise(Boundary::BriefToSolution, &item, &rejected, &context) else {
            panic!("{title}")
        };
        assert_eq!(found.iter().map(|part| part.problem_statement.as_str()).collect::<Vec<_>>(), parts);
        assert!(found.iter().all(|part| part.findings == ["f-1"] && part.evidence.len() == 1));
    }
    let (item, context) = framed("The login form fails", "Invoices arrive in January.");
    let rejected = rejection(&item, "more than one issue", &[Check::SeveralIssues]);
    let Revised::Split(found) = RULES.revise(Boundary::BriefToSolution, &item, &rejected, &context) else { panic!("not split") };
    assert_eq!(found.len(), 2);
    // Nothing in it can be told apart.
    let (item, context) = framed("The login form fails", "");
    let rejected = rejection(&item, "more than one issue", &[Check::SeveralIssues]);
    assert!(!matches!(RULES.revise(Boundary::BriefToSolution, &item, &rejected, &context), Revised::Split(_)));
}

#[test]
fn one_insight_of_a_run_stays_one_issue_with_fewer_details() {
    let mut one = finding(
        "f-1",
        "There is a strong positive correlation between the weight and the fee of parcels",
        "The correlation is 0.8 over 935 parcels and explains 64% of the variation: parcels with a higher weight have a higher fee.",
    );
    one.evidence = vec![evidence("insight", 0.9)];
    let findings = [one];
    let context = context(&findings);
    let item = item(1, RULES.frame(&findings, &context).remove(0));
    let rejected = rejection(&item, "more than one issue", &[Check::SeveralIssues]);
    let Revised::Replaced(Artifact::Brief { brief }) = RULES.revise(Boundary::BriefToSolution, &item, &rejected, &context) else {
        panic!("split or left")
    };
    assert!(item.brief.problem_statement.starts_with(&brief.problem_statement), "{}", brief.problem_statement);
    assert!(brief.problem_statement.starts_with("There is a strong positive correlation"), "{}", brief.problem_statement);
}

#[test]
fn a_comma_holds_a_sentence_together_and_a_list_is_taken_apart() {
    for (title, description, parts) in [
        ("Late fees are charged twice, and the ledger shows neither", "", vec![]),
        ("Late fees are charged twice, the ledger shows neither", "", vec![]),
        ("The gate opens at nine, but drivers come at six", "", vec![]),
        ("Returns rose in spring, and also the costs increase", "", vec![]),
        ("Orders that arrive after noon, about 1,200 a month, wait a day", "", vec![]),
        ("Refunds wait nine days; they lose customers", "", vec![]),
        ("Deliveries are late; in the north by 1,200 hours", "", vec![]),
        (
            "Deliveries are late in 1,200 cases and invoices show wrong totals",
            "",
            vec!["Deliveries are late in 1,200 cases.", "Invoices show wrong totals."],
        ),
        (
            "Search fails on phones; the export loses rows; and the login asks twice",
            "",
            vec!["Search fails on phones.", "The export loses rows.", "The login asks twice."],
        ),
        ("- Wrong totals on invoices; - slow search", "", vec!["Wrong totals on invoices.", "Slow search."]),
        // Its title is about nothing: the sentence is a list of what is wrong.
        (
            "Glitches and performance issues",
            "The timetable page shows old times, and the crew's pay slips are sent in the wrong month.",
            vec!["The timetable page shows old times.", "The crew's pay slips are sent in the wrong month."],
        ),
        (
            "Search is slow",
            "- Invoices show wrong totals\n• Labels lack a price",
            vec!["Search is slow.", "Invoices show wrong totals.", "Labels lack a price."],
        ),
    ] {
        let (item, context) = framed(title, description);
        let rejected = rejection(&item, "more than one issue", &[Check::SeveralIssues]);
        let found = match RULES.revise(Boundary::BriefToSolution, &item, &rejected, &context) {
            Revised::Split(found) => found,
            _ => Vec::new(),
        };
        let found: Vec<&str> = found.iter().map(|part| part.problem_statement.as_str()).collect();
        assert_eq!(found, parts, "{title} {description}");
    }
}

#[test]
fn a_solution_in_the_place_of_a_problem_is_worded_from_the_findings() {
    let (mut item, context) = framed("Users abandon the checkout page", "");
    item.brief.problem_statement = "Build a one-click checkout.".into();
    let brief = revised_brief(&item, "“Build” names a solution", &[Check::SolutionForProblem], &context);
    assert_eq!(brief.problem_statement, "Users abandon the checkout page.");
}

#[test]
fn a_surface_comes_from_the_findings_nouns() {
    let (mut item, context) = framed("Users abandon the checkout page", "");
    item.brief.affected_area = "Experience".into();
    item.brief.evidence.clear();
    let brief = revised_brief(&item, "names nothing", &[Check::NoSurface, Check::NoEvidence], &context);
    assert_eq!((brief.affected_area.as_str(), brief.evidence.len()), ("checkout page", 1));
}

#[test]
fn words_at_fault_go_without_changing_the_claim() {
    let (mut item, context) = framed("Users abandon the checkout page", "");
    for (statement, reason, check, expected) in [
        (
            "The checkout page needs a really modern form.",
            "“really”, “modern” is a judgement",
            Check::Subjective,
            "The checkout page needs a form.",
        ),
        (
            "The form fails. It loses orders.",
            "“It loses” is unclear",
            Check::VaguePronoun,
            "The form fails. The checkout page loses orders.",
        ),
        ("The form fails. Few users come back.", "“Few” is vague", Check::Ambiguous, "The form fails."),
    ] {
        item.brief.problem_statement = statement.into();
        assert_eq!(revised_brief(&item, reason, &[check], &context).problem_statement, expected);
    }
}

#[test]
fn guidance_of_a_reviewer_is_followed_or_stays_visible() {
    let (mut item, context) = framed("Users abandon the checkout page", "");
    item.guidance = Some("Only the payment step, for 3 markets.".into());
    let brief = revised_brief(&item, "Only the payment step, for 3 markets.", &[], &context);
    assert_eq!(brief.affected_area, "payment step");
    assert!(brief.stage_hints.contains(&"Guidance of the review: “Only the payment step, for 3 markets”.".to_owned()));
    // The same sentence of somebody else would bring in a number.
    item.guidance = None;
    let rejected = rejection(&item, "Only 3 markets matter", &[]);
    assert!(matches!(RULES.revise(Boundary::BriefToSolution, &item, &rejected, &context), Revised::Nothing(_)));
}

#[test]
fn metrics_risks_and_constraints_come_back() {
    let (item, context) = framed("38% of users abandon the checkout page", "");
    let mut item = finished(1, item.brief, &context);
    let (solution, spec) = (item.solution.clone().expect("solution"), item.spec.clone().expect("spec"));
    item.solution.as_mut().expect("solution").success_metrics.clear();
    let rejected = rejection(&item, "no metric", &[Check::NoCriteria]);
    let revised = RULES.revise(Boundary::SolutionToSpec, &item, &rejected, &context);
    assert_eq!(revised, Revised::Replaced(Artifact::Solution { solution: Box::new(solution.clone()) }));
    item.solution = Some(solution);
    let emptied = item.spec.as_mut().expect("spec");
    (emptied.risks, emptied.constraints) = (Vec::new(), Vec::new());
    let rejected = rejection(&item, "nothing explicit", &[Check::NoRisks, Check::NoConstraints]);
    let revised = RULES.revise(Boundary::SpecToRank, &item, &rejected, &context);
    assert_eq!(revised, Revised::Replaced(Artifact::Spec { spec: Box::new(spec) }));
}

#[test]
fn nothing_comes_back_unchanged() {
    let findings = generated(120);
    let context = context(&findings);
    for brief in RULES.frame(&findings, &context) {
        let item = finished(1, brief, &context);
        for (boundary, check) in Boundary::ALL.into_iter().flat_map(|boundary| Check::ALL.map(|check| (boundary, check))) {
            match RULES.revise(boundary, &item, &rejection(&item, "“very” is vague", &[check]), &context) {
                Revised::Replaced(artifact) => assert_ne!(Some(artifact), item.artifact(boundary)),
                Revised::Split(parts) => assert!(parts.len() > 1),
                Revised::Nothing(why) => assert!(!why.is_empty()),
            }
        }
    }
}

/// Briefs as a careless producer words them; the built-in validator rejects all of these.
#[test]
fn most_of_what_the_validator_rejects_is_put_right() {
    let statements = [
        "Add a dashboard and migrate the database to a new cluster.",
        "Build a mobile app.",
        "Everything is bad.",
        "The experience is poor.",
        "Implement single sign-on with OAuth.",
        "We should use Redis to cache the results.",
        "People are unhappy.",
    ];
    let (mut rejected, mut fixed) = (0, 0);
    for finding in generated(60) {
        for statement in statements {
            let findings = [finding.clone()];
            let context = context(&findings);
            let mut item = item(1, RULES.frame(&findings, &context).remove(0));
            item.brief.problem_statement = statement.into();
            item.brief.affected_area = "Experience".into();
            let artifact = item.artifact(Boundary::BriefToSolution).expect("a brief");
            let Some(doubt) = RULES.validate(Boundary::BriefToSolution, &artifact) else { continue };
            rejected += 1;
            let is_right = |brief: Brief| {
                let brief = Box::new(brief);
                RULES.validate(Boundary::BriefToSolution, &Artifact::Brief { brief }).is_none()
            };
            let rejection = rejection(&item, &doubt.reason, &doubt.checks);
            fixed += usize::from(match RULES.revise(Boundary::BriefToSolution, &item, &rejection, &context) {
                Revised::Replaced(Artifact::Brief { brief }) => is_right(*brief),
                Revised::Split(parts) => parts.into_iter().all(is_right),
                _ => false,
            });
        }
    }
    assert!(rejected > 100, "{rejected}");
    assert!(fixed * 100 >= rejected * 95, "{fixed} of {rejected}");
}

#[test]
fn editions_are_stable_and_differ_by_judgement() {
    use protocol::opportunities::{Agent, Purpose};
    let edition = |agent, purpose| RULES.edition(agent, purpose);
    let one = edition(Agent::OpportunityPm, Purpose::Produce);
    assert_eq!(one, edition(Agent::OpportunityPm, Purpose::Produce));
    assert_ne!(one, edition(Agent::OpportunityPm, Purpose::Revise));
    assert_ne!(one, edition(Agent::SolutionDesigner, Purpose::Produce));
    assert_eq!(one.len(), 16);
}
