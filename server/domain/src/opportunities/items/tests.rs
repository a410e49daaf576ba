use super::*;
use crate::opportunities::Context;
use protocol::{
    OpportunityId,
    opportunities::{Check, Feasibility, Finding, Opportunity, Purpose, Rank, Rejection},
};

fn object(value: Value) -> Item {
    value.as_object().cloned().expect("an object")
}

fn brief(item: Value) -> Brief {
    match read_item(Boundary::BriefToSolution, &object(item)) {
        Artifact::Brief { brief } => *brief,
        other => panic!("{other:?}"),
    }
}

fn solution(item: Value) -> Solution {
    match read_item(Boundary::SolutionToSpec, &object(item)) {
        Artifact::Solution { solution } => *solution,
        other => panic!("{other:?}"),
    }
}

fn spec(item: Value) -> Spec {
    match read_item(Boundary::SpecToRank, &object(item)) {
        Artifact::Spec { spec } => *spec,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_title_and_a_description_become_what_the_boundary_takes() {
    let item = json!({"id": "r1", "title": "Berths", "description": "Berths are booked twice.", "unheard_of": {"a": 1}});
    let made = brief(item.clone());
    assert_eq!((made.affected_area.as_str(), made.problem_statement.as_str()), ("Berths", "Berths are booked twice."));
    assert_eq!(made.evidence.len(), 1, "nobody is asked for what was not sent");
    assert_eq!(solution(item.clone()).proposed_solution, "Berths are booked twice.");
    let made = spec(item);
    assert_eq!((made.approach.as_str(), made.opportunity_id.as_str()), ("Berths are booked twice.", "r1"));
    assert_eq!(brief(json!({"title": "Berths"})).problem_statement, "Berths");
}

#[test]
fn artifacts_are_read_whatever_their_fields_are_made_of() {
    assert_eq!(brief(json!({"affected_area": "berths", "evidence": []})).evidence, []);
    assert_eq!(brief(json!({"affected_area": "berths", "evidence": null})).evidence.len(), 1);
    let made =
        brief(json!({"brief": {"affected_area": 7, "problem_statement": ["a", "b"], "evidence": ["so"], "stage_hints": "x"}}));
    assert_eq!((made.affected_area.as_str(), made.problem_statement.as_str()), ("7", "a; b"));
    assert_eq!((made.evidence[0].quote.as_deref(), made.stage_hints), (Some("so"), vec!["x".to_owned()]));

    let metrics =
        json!([{"metric": "double bookings", "baseline": 12, "target": "0 a week"}, {"name": "calls", "baseline": null}, "x"]);
    let made = solution(json!({"proposed_solution": "Lock", "success_metrics": metrics, "experiment_plan": {"weeks": 2}}));
    assert_eq!(made.experiment_plan, "weeks: 2");
    let figure = |at: usize| {
        let metric: &Metric = &made.success_metrics[at];
        (metric.metric.as_str(), metric.baseline.as_deref(), metric.target.as_deref())
    };
    assert_eq!(figure(0), ("double bookings", Some("12"), Some("0 a week")));
    assert_eq!((figure(1), figure(2)), (("calls", None, None), ("x", None, None)));

    let risks =
        json!(["It is slow. Mitigation: an index", {"risk": "Loss", "severity": "CRITICAL", "mitigation": "a copy"}, "Late"]);
    let made =
        spec(json!({"opportunity_id": "o", "approach": "Lock", "risks": risks, "constraints": "one port", "dependencies": null}));
    let entry = |at: usize| {
        let risk: &Risk = &made.risks[at];
        (risk.description.as_str(), risk.severity, risk.mitigation.as_str())
    };
    assert_eq!(entry(0), ("It is slow.", Severity::Medium, "an index"));
    assert_eq!((entry(1), entry(2)), (("Loss", Severity::High, "a copy"), ("Late", Severity::Medium, "")));
    assert_eq!((made.constraints, made.dependencies), (vec!["one port".to_owned()], Vec::new()));
}

#[test]
fn effort_is_days_of_one_person() {
    for (given, low, high) in [
        (json!(5), 5.0, 5.0),
        (json!("3-5 days"), 3.0, 5.0),
        (json!("about 2 to 4 weeks"), 10.0, 20.0),
        (json!("16 hours"), 2.0, 2.0),
        (json!({"low_days": 2, "high_days": 4}), 2.0, 4.0),
        (json!({"min": 1, "max": 2, "unit": "weeks"}), 5.0, 10.0),
        (json!([1.5, 3]), 1.5, 3.0),
        (json!("small"), 0.0, 0.0),
        (json!(null), 0.0, 0.0),
    ] {
        let made = spec(json!({"approach": "x", "effort_estimate": given})).effort_estimate;
        assert_eq!((made.low_days, made.high_days), (low, high), "{given}");
    }
}

/// Rejects whatever says "bad".
struct Picky;

impl OpportunityRules for Picky {
    fn edition(&self, _: Agent, _: Purpose) -> String {
        String::new()
    }

    fn frame(&self, _: &[Finding], _: &Context) -> Vec<Brief> {
        Vec::new()
    }

    fn validate(&self, _: Boundary, artifact: &Artifact) -> Option<Doubt> {
        let is_bad = format!("{artifact:?}").contains("bad");
        is_bad.then(|| Doubt { reason: "it is bad".into(), suggestion: "better".into(), checks: vec![Check::Ambiguous] })
    }

    fn revise(&self, _: Boundary, _: &Opportunity, _: &Rejection, _: &Context) -> super::super::Revised {
        super::super::Revised::Nothing(String::new())
    }

    fn design(&self, _: &Opportunity, _: &Context) -> Solution {
        solution(json!({}))
    }

    fn assess(&self, _: &Opportunity, _: &Context) -> (Feasibility, Option<Spec>) {
        (Feasibility { feasible: false, constraints: Vec::new(), reasoning: String::new() }, None)
    }

    fn rank(&self, _: &[Opportunity], _: &Context) -> Vec<(OpportunityId, Rank)> {
        Vec::new()
    }
}

#[test]
fn items_are_accepted_as_they_came_and_rejected_by_their_id() {
    let items = [
        json!({"id": 3, "title": "bad"}),
        json!({"title": "good", "unheard_of": true}),
        json!({"affected_area": "bad berths"}),
        json!({"title": "bad"}),
        json!({}),
    ];
    let validated = validate_items(&Picky, Boundary::BriefToSolution, items.iter().cloned().map(object).collect());
    assert_eq!(validated.accepted, [object(items[1].clone()), object(items[4].clone())]);
    let rejected: Vec<(Value, &str)> =
        validated.rejected.iter().map(|one| (one.item_id.clone(), one.affected_area.as_str())).collect();
    assert_eq!(rejected, [(json!(3), "bad"), (json!("bad berths"), "bad berths"), (json!("4"), "bad")]);
    assert_eq!(validated.rejected[0].agent, Agent::SolutionDesigner);
}

#[test]
fn what_is_too_much_is_refused() {
    let long = "a".repeat(LONGEST_TEXT + 1);
    for (items, field) in [
        (vec![json!({"title": "a"}); MOST_ITEMS], None),
        (vec![json!({"title": "a"}); MOST_ITEMS + 1], Some("items")),
        (vec![json!({}), json!({"title": long})], Some("items[1].title")),
        (vec![json!({"risks": [{"mitigation": long}]})], Some("items[0].risks.mitigation")),
    ] {
        let items: Vec<Item> = items.into_iter().map(object).collect();
        let refused = check_items(&items).err().map(|refusal| refusal.faults[0].field.clone());
        assert_eq!(refused.as_deref(), field);
    }
}
