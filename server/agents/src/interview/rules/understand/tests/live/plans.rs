//! An idea, a project and a position to fill.

use super::{
    after, check,
    objectives::{built_in, hiring},
    row,
};
use protocol::interview::ContextType;

#[test]
fn an_idea() {
    check(
        &built_in(ContextType::IdeaDiscovery),
        &[
            row(
                "idea_summary",
                "It's an app that reminds patients of their appointments by text message",
                &[
                    ("idea_summary", "!app that reminds patients of their appointments by text message"),
                    ("?solution_type", "~mobile_app"),
                ],
            ),
            row(
                "problem",
                "Farmers spend weeks every summer weeding by hand",
                &[("problem", "!Farmers spend weeks every summer weeding by hand")],
            ),
            row("audience", "receptionists in small clinics, mostly", &[("audience", "!receptionists in small clinics")]),
            row("idea_stage", "We have a prototype", &[("idea_stage", "!prototype")]),
            row("idea_stage", "just a thought so far", &[("idea_stage", "!thought")]),
            row(
                "current_alternative",
                "They phone every patient the day before",
                &[("current_alternative", "!They phone every patient the day before")],
            ),
            row("budget", "between 5,000 and 10,000 euros", &[("budget", "5000..10000")]),
            row("launch_date", "in three months", &[("launch_date", "2027-06-03")]),
            row("biggest_risk", "that nobody will pay for it", &[("biggest_risk", "!nobody will pay for it")]),
            row(
                "success_measure",
                "100 active users in three months",
                &[("success_measure", "!100 active users in three months"), ("?launch_date", "2027-06-03")],
            ),
            row(
                "problem",
                "Our budget is 20k and we want to launch on 1 September",
                &[("budget", "20000"), ("launch_date", "2027-09-01")],
            ),
            row(
                "differentiator",
                "The biggest risk is that insurance gets too expensive",
                &[("biggest_risk", "insurance gets too expensive")],
            ),
        ],
    );
}

#[test]
fn a_project() {
    const HELD: &[(&str, &str)] = &[("budget", "10000"), ("users", "drivers")];
    check(
        &built_in(ContextType::ProjectDiscovery),
        &[
            row(
                "project_goal",
                "Customers should book without phoning us",
                &[("project_goal", "!Customers should book without phoning us")],
            ),
            row(
                "users",
                "our dispatchers, drivers and the accountants",
                &[("users", "!our dispatchers, drivers and the accountants")],
            ),
            row(
                "decision_maker",
                "Our head of operations, Jane Miller",
                &[("decision_maker", "!Our head of operations, Jane Miller")],
            ),
            row("decision_maker", "I do", &[("decision_maker", "!I do")]),
            row(
                "must_haves",
                "It has to take bookings, send reminders and print invoices",
                &[("must_haves", "!take bookings, send reminders and print invoices")],
            ),
            row("platforms", "browser and phone", &[("platforms", "!browser+phone")]),
            row(
                "integrations",
                "Salesforce and our accounting software",
                &[("integrations", "!Salesforce and our accounting software")],
            ),
            row(
                "risks",
                "The only expert leaves in May",
                &[("risks", "!The only expert leaves in May"), ("?deadline", "2027-05-01")],
            ),
            row("deadline", "30 June 2027, firm", &[("deadline", "!2027-06-30")]),
            after(HELD, "risks", "Change the budget to 20k", &[("budget", "!20000")]),
            row("success_criteria", "The deadline is the end of June", &[("deadline", "2027-06-30")]),
            row(
                "project_goal",
                "The budget is 80,000 euros and the users are thirty accountants",
                &[("budget", "80000"), ("users", "thirty accountants"), ("?user_count", "30")],
            ),
        ],
    );
}

#[test]
fn a_position_to_fill() {
    check(
        &hiring(),
        &[
            row("role", "We're looking for a night nurse", &[("role", "!night nurse")]),
            row(
                "role",
                "A senior backend developer, fully remote, starting in May",
                &[
                    ("role", "!senior backend developer, fully remote, starting in May"),
                    ("seniority", "senior"),
                    ("workplace", "remote"),
                    ("start_date", "2027-05-01"),
                ],
            ),
            row("skills", "They need to know Rust and Postgres", &[("skills", "!know Rust and Postgres")]),
            row("reason", "Our last one left in January", &[("reason", "!Our last one left in January")]),
            row("salary", "60 to 70k", &[("salary", "60000..70000")]),
            row("salary", "€4,500 a month", &[("salary", "4500")]),
            row("headcount", "two, maybe three", &[("headcount", "2")]),
            row("workplace", "both remote and on site are fine", &[("workplace", "~remote")]),
            row("workplace", "mostly from home", &[("workplace", "!remote")]),
            row("benefits", "A pension and flexible hours", &[("benefits", "!Pension+Flexible hours")]),
            row("benefits", "everything except the company car", &[("benefits", "Pension+Health insurance+Flexible hours")]),
            row("seniority", "someone experienced", &[("seniority", "!senior")]),
            row("reason", "The salary is 55k", &[("salary", "55000")]),
            row("start_date", "as soon as possible", &[("start_date", "~as soon as possible")]),
            row(
                "skills",
                "Before I forget: the salary is 45k and we need two people",
                &[("salary", "45000"), ("headcount", "2")],
            ),
            row("role", "A night nurse for our palliative ward", &[("role", "!night nurse for our palliative ward")]),
            row("salary", "between 42 and 48 thousand euros a year", &[("salary", "42000..48000")]),
            row(
                "reason",
                "One colleague retired and the other moved to Hamburg",
                &[("reason", "!One colleague retired and the other moved to Hamburg")],
            ),
            row("skills", "finish", &[]),
        ],
    );
}
