mod assessing;
mod designing;
mod framing;
mod nothing_invented;
mod ranking;
mod revising;

use super::super::BuiltInAgents;
use domain::opportunities::{Context, OpportunityRules as _};
use protocol::{
    OpportunityId,
    opportunities::{Brief, Evidence, Finding, Opportunity},
};

const RULES: BuiltInAgents = BuiltInAgents;

fn finding(id: &str, title: &str, description: &str) -> Finding {
    Finding {
        id: id.into(),
        title: title.into(),
        description: description.into(),
        evidence: Vec::new(),
        surface: None,
        impact: None,
    }
}

fn evidence(source: &str, confidence: f64) -> Evidence {
    let (source_type, source_id) = (source.to_owned(), "1".to_owned());
    Evidence { source_type, source_id, retrieved_at: Context::default().now, confidence, quote: None, link: None }
}

fn context(findings: &[Finding]) -> Context {
    Context { findings: findings.to_vec(), ..Context::default() }
}

fn item(number: u128, brief: Brief) -> Opportunity {
    Opportunity::new(OpportunityId(uuid::Uuid::from_u128(number)), brief)
}

/// As far as the built-in engine brings it.
fn finished(number: u128, brief: Brief, context: &Context) -> Opportunity {
    let mut item = item(number, brief);
    item.solution = Some(RULES.design(&item, context));
    let (feasibility, spec) = RULES.assess(&item, context);
    (item.feasibility, item.spec) = (Some(feasibility), spec);
    item
}

/// The one brief of one finding.
fn framed(title: &str, description: &str) -> (Opportunity, Context) {
    let findings = [finding("f-1", title, description)];
    let context = context(&findings);
    (item(1, RULES.frame(&findings, &context).remove(0)), context)
}

/// Findings as sources of all kinds word them; every one is about something else or measures something else.
fn generated(count: usize) -> Vec<Finding> {
    const SUBJECTS: [&str; 12] = [
        "checkout page", "invoice export", "delivery dates", "login form", "repairs", "search results", "return requests",
        "support tickets", "price list", "subscription renewals", "warehouse stock", "appointment calendar",
    ];
    const PLACES: [&str; 7] = ["Leeds", "Hull", "Dubai", "Oslo", "Porto", "Graz", "Lyon"];
    let shape = |number: usize| {
        let (subject, place) = (SUBJECTS[number % 12], PLACES[number / 12 % 7]);
        let (some, more) = (3 + number % 89, 120 + number * 7 % 811);
        match number % 11 {
            0 => (format!("The {subject} in {place} dropped by {some}%"), format!("It fell from {more} to {some} per week.")),
            1 => (format!("{some}% of customers abandon the {subject} in {place}"), String::new()),
            2 => (format!("The {subject} fails in {place}"), format!("{more} users saw an error on the {subject}.")),
            3 => (format!("The average cost of the {subject} is highest for {place}"), format!("It is {more} EUR for {place}.")),
            4 => (format!("As a driver, I want to filter the {subject} by {place} so that I save time"), String::new()),
            5 => {
                (format!("Add a report about the {subject} of {place}"), format!("{some} of {more} managers asked for a report."))
            }
            6 => (format!("{some}% of the {subject} in {place} have no date"), format!("{more} rows are empty.")),
            7 => (format!("The {subject} is slow in {place}"), format!("Customers wait {some} minutes for the {subject}.")),
            8 => (
                format!("The {subject} depends on a single supplier in {place}"),
                format!("The supplier has {some}% of the volume."),
            ),
            9 => (format!("The {subject} correlates with the weather in {place}"), String::new()),
            _ => (format!("Nobody knows how often the {subject} is used in {place}"), String::new()),
        }
    };
    let one = |number: usize| {
        let (title, description) = shape(number);
        let mut one = finding(&format!("f-{number}"), &title, &description);
        if number.is_multiple_of(3) {
            one.evidence = vec![evidence("insight", 0.4 + (number % 6) as f64 / 10.0)];
            one.surface = Some(SUBJECTS[number % 12].to_owned());
            one.impact = Some((number % 10) as f64 / 10.0);
        }
        one
    };
    (0..count).map(one).collect()
}
