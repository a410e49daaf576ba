//! How people answer while they think: beside the question, several things at once, taking back the half of it.

use super::{
    Row, after, business, check, fault, idea,
    objectives::{built_in, conference, incident, intake},
    row,
};
use protocol::interview::{ContextType, ObjectiveDefinition};
use std::sync::Arc;

fn project() -> Arc<ObjectiveDefinition> {
    built_in(ContextType::ProjectDiscovery)
}

const HELD: &[(&str, &str)] = &[("team_size", "5")];
const GOAL: &[(&str, &str)] = &[("primary_goal", "bicycle repair"), ("industry", "bicycle repair")];

const FIT: &[Row] = &[
    row("primary_goal", "We are 4 people", &[("team_size", "4")]),
    row("target_market", "There's me and my brother in law and two part-timers", &[("team_size", "4")]),
    row(
        "target_market",
        "There's me and my brother in law and two part-timers, so four, oh and an apprentice since September, so five actually",
        &[("team_size", "5")],
    ),
    row("competition", "about half a million euros a year, maybe a bit less", &[("annual_revenue", "~500000")]),
    row(
        "timeline",
        "I already told you, we sell bikes and do repairs, so products and services both",
        &[("?offering", "*"), ("?business_model", "*")],
    ),
    row(
        "timeline",
        "Customers need a reliable bike for little money",
        &[(
            "customer_need",
            "reliable bike for little money | a reliable bike for little money | Customers need a reliable bike for little money",
        )],
    ),
    row(
        "main_challenge",
        "They want a cheap bike that doesn't break",
        &[(
            "customer_need",
            "~They want a cheap bike that doesn't break | ~cheap bike that doesn't break | ~a cheap bike that doesn't break",
        )],
    ),
    row(
        "business_model",
        "they need a cheap bike that doesn't fall apart after two weeks",
        &[(
            "customer_need",
            "~they need a cheap bike that doesn't fall apart after two weeks | ~cheap bike that doesn't fall apart after two weeks | ~a cheap bike that doesn't fall apart after two weeks",
        )],
    ),
    row("business_model", "Well there's the big bike chain and then eBay Kleinanzeigen", &[("?competition", "~*")]),
    row("annual_revenue", "there are about 25,000 students here", &[("?target_market_size", "~25000"), ("?target_market", "~*")]),
    row(
        "customer_need",
        "They want fresh bread before work and somebody who knows their name",
        &[(
            "customer_need",
            "!They want fresh bread before work and somebody who knows their name | !fresh bread before work and somebody who knows their name",
        )],
    ),
    row("customer_need", "They don't know where to start", &[("customer_need", "!They don't know where to start")]),
    row(
        "main_challenge",
        "I don't know how to reach younger people",
        &[("main_challenge", "I don't know how to reach younger people | how to reach younger people")],
    ),
    row("offering", "Nothing yet, we launch in May", &[("?timeline", "*"), ("?offering", "*")]),
];

const FIT_CONFERENCE: &[Row] = &[
    row("theme", "There will be three of us organising it", &[("helpers", "3")]),
    row("speakers", "We can spend 8,000 euros", &[("budget", "~8000 | 8000")]),
    row("worry", "on the 14th of June", &[("event_day", "2027-06-14")]),
    row("theme", "We expect 120 people", &[("attendees", "120")]),
    row("event_day", "Posters and the newspaper", &[("promotion", "posters+press")]),
    row("event_day", "Mostly teachers and parents", &[("?audience", "~teachers and parents | ~Mostly teachers and parents")]),
    row("attendees", "Lunch and coffee and cake, I think", &[("catering", "*")]),
    row("theme", "How children learn to read", &[("theme", "!How children learn to read")]),
    row("speakers", "Professor Lind and two local mayors", &[("speakers", "!Professor Lind and two local mayors")]),
    row("worry", "That nobody turns up", &[("worry", "!nobody turns up | !That nobody turns up")]),
    row("aim", "More members for our club", &[("aim", "!More members for our club")]),
    row("audience", "Anybody who works with children", &[("audience", "!Anybody who works with children")]),
];

const FIT_CLINIC: &[Row] = &[
    row("complaint", "I am 52 years old", &[("age", "52")]),
    row("medication", "I don't smoke", &[("smoker", "no")]),
    row("appointment", "My stomach hurts after every meal", &[("?complaint", "~My stomach hurts after every meal")]),
    row("medication", "Nothing but vitamins", &[("medication", "Nothing but vitamins | vitamins")]),
    row("complaint", "A rash on both arms", &[("complaint", "!rash on both arms | !A rash on both arms")]),
];

const FIT_PROJECT: &[Row] = &[
    row("project_goal", "We have about 80,000 euros", &[("budget", "~80000 | 80000")]),
    row("must_haves", "it has to be ready by the end of June", &[("deadline", "2027-06-30")]),
    row("risks", "Roughly 300 people will use it", &[("user_count", "~300 | 300")]),
    row("deadline", "It should take bookings and send reminders", &[("?must_haves", "~*")]),
    row("users", "The nurses on the wards", &[("users", "!nurses on the wards | !The nurses on the wards")]),
    row(
        "integrations",
        "Our accounting system and the web shop",
        &[("integrations", "!Our accounting system and the web shop | !accounting system and the web shop")],
    ),
    row("decision_maker", "My boss, Ms Keller", &[("decision_maker", "!My boss, Ms Keller | !boss, Ms Keller")]),
];

const SEVERAL: &[Row] = &[
    row(
        "industry",
        "I run a bicycle workshop in Freiburg: we refurbish used bikes and sell them to students.",
        &[
            ("industry", "bicycle workshop in Freiburg | bicycle workshop"),
            ("offering", "refurbish used bikes | used bikes | we refurbish used bikes | refurbished used bikes"),
            ("target_market", "students"),
            ("?business_model", "*"),
        ],
    ),
    row(
        "industry",
        "We run a bakery in Graz: we bake sourdough bread and deliver it to restaurants",
        &[
            ("industry", "bakery in Graz | bakery"),
            ("offering", "sourdough bread | bake sourdough bread | we bake sourdough bread"),
            ("target_market", "restaurants"),
            ("?business_model", "*"),
        ],
    ),
    row(
        "business_model",
        "Services mostly. There are seven of us and we made 300,000 last year.",
        &[("business_model", "services"), ("team_size", "7"), ("annual_revenue", "300000")],
    ),
    row(
        "timeline",
        "By the end of the year. We're twelve people by the way.",
        &[("timeline", "2027-12-31"), ("team_size", "12")],
    ),
    row("team_size", "We are six, and our main competitor is Bike24", &[("team_size", "6"), ("competition", "Bike24")]),
    row(
        "offering",
        "We make furniture for hotels; last year we took 2 million",
        &[("offering", "furniture"), ("target_market", "hotels"), ("annual_revenue", "2000000"), ("?business_model", "*")],
    ),
    row(
        "industry",
        "We're a small brewery, four people, we sell mostly to bars",
        &[("industry", "small brewery | brewery"), ("team_size", "4"), ("target_market", "bars")],
    ),
];

const SEVERAL_OTHER: &[(&str, Row)] = &[
    ("conference", row("format", "On site, and we expect about 80 people", &[("format", "onsite"), ("attendees", "~80 | 80")])),
    (
        "conference",
        row("event_day", "On 12 May, and the budget is 5,000 euros", &[("event_day", "2027-05-12"), ("budget", "5000")]),
    ),
    (
        "conference",
        row("helpers", "Five. The main worry is the weather.", &[("helpers", "5"), ("worry", "weather | the weather")]),
    ),
    ("intake", row("severity", "Quite severe, and I'm allergic to nuts", &[("severity", "severe"), ("allergies", "nuts")])),
    ("intake", row("age", "I'm 34 and I smoke", &[("age", "34"), ("smoker", "yes")])),
    (
        "project",
        row("budget", "80,000 euros, and it has to be ready by 30 June", &[("budget", "80000"), ("deadline", "2027-06-30")]),
    ),
    (
        "project",
        row(
            "project_type",
            "A replacement. About 40 people will use it.",
            &[("project_type", "replacement"), ("user_count", "~40 | 40")],
        ),
    ),
];

const RETRACTED: &[(&str, Row)] = &[
    (
        "business",
        row(
            "main_challenge",
            "We don't have enough space. No wait, actually the real problem is finding mechanics.",
            &[("main_challenge", "finding mechanics")],
        ),
    ),
    (
        "business",
        after(
            GOAL,
            "target_market",
            "no, the primary goal is not bicycle repair, that's what we do. The goal is to hire a second full-time mechanic by next summer",
            &[
                (
                    "primary_goal",
                    "hire a second full-time mechanic by next summer | hire a second full-time mechanic | to hire a second full-time mechanic by next summer",
                ),
                ("?timeline", "*"),
            ],
        ),
    ),
    (
        "business",
        row(
            "primary_goal",
            "Double the hives. Well, maybe 60 is more realistic.",
            &[(
                "primary_goal",
                "~60 | ~Double the hives. Well, maybe 60 is more realistic | ~maybe 60 is more realistic | ~60 hives",
            )],
        ),
    ),
    (
        "business",
        row(
            "industry",
            "it used to be printing but now we only do signage",
            &[("industry", "signage | we only do signage | now we only do signage")],
        ),
    ),
    ("business", row("industry", "Not retail, wholesale", &[("industry", "wholesale")])),
    ("business", after(HELD, "target_market", "The team is six, not five", &[("team_size", "!6")])),
    ("business", after(HELD, "target_market", "no, 6 people", &[("team_size", "!6 | ~6")])),
    ("business", after(HELD, "business_model", "actually we're six, I forgot Anna", &[("team_size", "!6")])),
    ("business", after(HELD, "competition", "actually we're six, I forgot Anna", &[("team_size", "!6")])),
    ("business", row("target_market", "Dentists. Sorry, I meant vets.", &[("target_market", "vets")])),
    ("business", row("target_market", "Schools, or rather universities", &[("target_market", "universities")])),
    ("business", row("offering", "Websites, I mean web shops", &[("offering", "web shops")])),
    (
        "business",
        row(
            "primary_goal",
            "Open a second shop. Actually no, forget that: keep the first one busy.",
            &[("primary_goal", "keep the first one busy")],
        ),
    ),
    (
        "business",
        row(
            "target_market",
            "Sorry, I mixed that up: the target market is students and commuters who can't afford a new bike, and we're five people",
            &[("target_market", "students and commuters who can't afford a new bike"), ("team_size", "5")],
        ),
    ),
    ("business", row("customer_need", "Not cheap bikes but bikes that last", &[("customer_need", "bikes that last")])),
    ("conference", row("audience", "Parents. No, scratch that, grandparents.", &[("audience", "grandparents")])),
    ("conference", row("place", "In Linz. Sorry, Wels.", &[("place", "Wels")])),
    ("conference", row("attendees", "200. Well, more like 150.", &[("attendees", "~150 | 150")])),
    ("conference", row("format", "Online. No, on site.", &[("format", "onsite")])),
    ("conference", row("event_day", "12 May, no wait, 19 May", &[("event_day", "2027-05-19")])),
    ("intake", row("medication", "It used to be aspirin, now it's ibuprofen", &[("medication", "ibuprofen")])),
    ("intake", row("complaint", "Not the knee, the hip", &[("complaint", "hip | the hip")])),
    (
        "incident",
        row(
            "cause",
            "The deployment. Hmm, no, actually the certificate had expired.",
            &[("cause", "the certificate had expired | certificate had expired")],
        ),
    ),
];

fn of(name: &str) -> Arc<ObjectiveDefinition> {
    match name {
        "business" => business(),
        "conference" => conference(),
        "intake" => intake(),
        "incident" => incident(),
        "project" => project(),
        _ => idea(),
    }
}

pub(super) fn all(rows: &[(&str, Row)]) {
    let faults: Vec<String> = rows.iter().filter_map(|(name, row)| fault(&of(name), row)).collect();
    assert!(faults.is_empty(), "{} of {} rows:\n{}", faults.len(), rows.len(), faults.join("\n"));
}

#[test]
fn what_is_said_beside_the_question_goes_where_it_fits() {
    check(&business(), FIT);
    check(&conference(), FIT_CONFERENCE);
    check(&intake(), FIT_CLINIC);
    check(&project(), FIT_PROJECT);
}

#[test]
fn several_facts_of_one_message_are_all_kept() {
    check(&business(), SEVERAL);
    all(SEVERAL_OTHER);
}

#[test]
fn what_a_message_takes_back_is_gone() {
    all(RETRACTED);
}
