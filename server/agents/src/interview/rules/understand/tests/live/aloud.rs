//! More of how people answer while they think, set aside while the rules were written.

use super::{
    Row, after, fault, idea,
    objectives::{built_in, claim, conference, hiring, household, intake, wedding},
    row,
};
use protocol::interview::{ContextType, ObjectiveDefinition};
use std::sync::Arc;

/// So many of the rows must be right.
const FLOOR: usize = 55;

const HIVES: &[(&str, &str)] = &[("team_size", "2")];
const ROOMS: &[(&str, &str)] = &[("rooms", "4")];
const GUESTS: &[(&str, &str)] = &[("guests", "80")];

const ROWS: &[(&str, Row)] = &[
    (
        "business",
        row(
            "industry",
            "We have a small vineyard, it's just me and my two brothers",
            &[("industry", "small vineyard | vineyard"), ("team_size", "3")],
        ),
    ),
    ("business", row("customer_need", "about 90,000 euros a year", &[("annual_revenue", "~90000 | 90000")])),
    (
        "business",
        row(
            "industry",
            "I own a hair salon in Leeds: we do colour and cuts and mostly see women over fifty",
            &[("industry", "hair salon in Leeds | hair salon"), ("?offering", "*"), ("?target_market", "*")],
        ),
    ),
    ("business", row("primary_goal", "There are nine of us", &[("team_size", "9")])),
    ("business", row("target_market", "Hospitals. Well no, actually nursing homes.", &[("target_market", "nursing homes")])),
    ("business", row("team_size", "my partner and I, and three apprentices", &[("team_size", "5")])),
    ("business", row("team_size", "7 drivers, 2 dispatchers and myself", &[("team_size", "10")])),
    ("business", row("annual_revenue", "20k per month", &[("annual_revenue", "~240000")])),
    ("business", row("annual_revenue", "no more than 80,000", &[("annual_revenue", "..80000")])),
    ("business", after(HIVES, "sales_channels", "wait, we're three, my cousin joined", &[("team_size", "!3")])),
    (
        "business",
        row("sales_channels", "our web shop, two dealers and trade fairs", &[("sales_channels", "own_website+partners+events")]),
    ),
    ("business", row("competition", "They want it done by the weekend", &[("?customer_need", "~*"), ("?competition", "~*")])),
    ("business", row("offering", "hard to say, but mostly wedding cakes", &[("offering", "wedding cakes")])),
    ("business", row("main_challenge", "not the money, it's the time", &[("main_challenge", "the time | time | it's the time")])),
    ("business", row("primary_goal", "grow from 3 to 5 shops", &[("primary_goal", "grow from 3 to 5 shops")])),
    ("business", row("timeline", "We sell to schools", &[("target_market", "schools")])),
    ("idea", row("problem", "Cyclists can't find safe parking", &[("problem", "!Cyclists can't find safe parking")])),
    ("idea", row("audience", "Runners, no, hikers", &[("audience", "hikers")])),
    ("idea", row("audience", "People who don't know what to cook", &[("audience", "!People who don't know what to cook")])),
    ("idea", row("idea_summary", "I have 15,000 dollars for it", &[("budget", "15000 | ~15000")])),
    ("hiring", row("role", "A cook. We need two of them.", &[("role", "cook"), ("headcount", "2")])),
    ("hiring", row("headcount", "two waiters and one cook", &[("headcount", "3"), ("?role", "*")])),
    ("hiring", row("role", "Not a manager, a team lead", &[("role", "team lead | a team lead")])),
    ("hiring", row("salary", "4,000 euros a month", &[("salary", "4000 | ~4000 | ~48000")])),
    ("hiring", row("seniority", "Senior, and they would work from home", &[("seniority", "senior"), ("workplace", "remote")])),
    (
        "hiring",
        row(
            "reason",
            "It used to be done by my father, but he retired",
            &[("reason", "!It used to be done by my father, but he retired | !he retired")],
        ),
    ),
    ("hiring", row("reason", "starting on the first of May", &[("start_date", "~2027-05-01 | 2027-05-01")])),
    (
        "hiring",
        row(
            "skills",
            "driving a forklift, and I'd say patience",
            &[(
                "skills",
                "driving a forklift, and I'd say patience | driving a forklift, and patience | ~driving a forklift, and I'd say patience",
            )],
        ),
    ),
    ("household", row("moving_date", "on the 3rd of June, sorry, the 5th of June", &[("moving_date", "2027-06-05")])),
    ("household", row("worries", "We have five rooms", &[("rooms", "5")])),
    ("household", after(ROOMS, "worries", "it's five rooms, not four", &[("rooms", "!5")])),
    ("household", row("rooms", "three bedrooms and a living room", &[("rooms", "4")])),
    ("household", row("extras", "packing please, and throwing away the old sofa", &[("extras", "packing+disposal")])),
    (
        "household",
        row(
            "worries",
            "that my piano gets scratched on the stairs",
            &[(
                "worries",
                "!my piano gets scratched on the stairs | !that my piano gets scratched on the stairs | !piano gets scratched on the stairs",
            )],
        ),
    ),
    ("household", row("budget", "up to 2,000", &[("budget", "..2000")])),
    ("household", row("origin", "From Essen. There's a lift, by the way.", &[("origin", "Essen"), ("elevator", "yes")])),
    ("wedding", row("style", "something simple, well, more like a garden party", &[("style", "garden party | a garden party")])),
    ("wedding", row("guests", "50 on my side and 40 on his", &[("guests", "90")])),
    ("wedding", row("guests", "80 adults and 15 children", &[("guests", "95")])),
    ("wedding", row("music", "We have about 12,000 for everything", &[("budget", "~12000 | 12000")])),
    ("wedding", row("music", "My cousin's band", &[("music", "!My cousin's band | !cousin's band")])),
    ("wedding", after(GUESTS, "must_not", "no, 90 guests", &[("guests", "!90 | ~90")])),
    ("wedding", row("venue_type", "a castle. Hmm, no, a barn.", &[("venue_type", "barn")])),
    (
        "wedding",
        row("catering", "some vegans, a few vegetarians, nobody halal", &[("catering", "Vegan+Vegetarian | Vegetarian+Vegan")]),
    ),
    (
        "wedding",
        row(
            "must_not",
            "I don't want anybody to feel left out",
            &[("must_not", "I don't want anybody to feel left out | anybody to feel left out")],
        ),
    ),
    (
        "claim",
        row(
            "event",
            "A tree fell on my car, it was on 20 February",
            &[("event", "A tree fell on my car | !A tree fell on my car, it was on 20 February"), ("event_date", "2027-02-20")],
        ),
    ),
    (
        "claim",
        row("damage", "not the roof, just the windscreen", &[("damage", "windscreen | just the windscreen | the windscreen")]),
    ),
    ("claim", row("other_party", "roughly 3,000 euros", &[("damage_amount", "~3000")])),
    ("claim", row("place", "In Graz. No, wait, it was in Leoben.", &[("place", "Leoben")])),
    ("claim", row("event_date", "The bumper and the left door", &[("?damage", "~*")])),
    ("conference", row("audience", "We are three people organising this", &[("helpers", "3")])),
    (
        "conference",
        row(
            "worry",
            "To be honest, I don't know whether anybody will come",
            &[("worry", "I don't know whether anybody will come | whether anybody will come | anybody will come")],
        ),
    ),
    ("conference", row("place", "In Ulm, and we expect 200 people", &[("place", "Ulm"), ("attendees", "200")])),
    ("conference", row("helpers", "Anna, Luis and me", &[("helpers", "3")])),
    ("conference", row("budget", "3,000, I mean 13,000", &[("budget", "13000")])),
    (
        "conference",
        row(
            "speakers",
            "It used to be politicians but now only scientists",
            &[("speakers", "scientists | only scientists | now only scientists")],
        ),
    ),
    (
        "intake",
        row(
            "complaint",
            "my back. Actually no, it's more the neck",
            &[("complaint", "neck | the neck | it's more the neck | more the neck")],
        ),
    ),
    ("intake", row("medication", "I'm 67", &[("age", "67")])),
    (
        "intake",
        row(
            "complaint",
            "I don't know what it is but my ear hurts",
            &[("complaint", "my ear hurts | I don't know what it is but my ear hurts | ear hurts")],
        ),
    ),
    ("intake", row("appointment", "I'm allergic to pollen", &[("allergies", "pollen")])),
    (
        "project",
        row(
            "users",
            "Our drivers. It has to be done by 1 October.",
            &[("users", "drivers | Our drivers"), ("deadline", "2027-10-01")],
        ),
    ),
    ("project", row("budget", "between 20 and 30 thousand", &[("budget", "20000..30000")])),
    (
        "project",
        row(
            "risks",
            "That the staff don't know how to use it",
            &[(
                "risks",
                "!the staff don't know how to use it | !That the staff don't know how to use it | !staff don't know how to use it",
            )],
        ),
    ),
    ("project", row("user_count", "12 in sales and 20 in support", &[("user_count", "32")])),
    (
        "project",
        row("project_goal", "reduce errors from 8 to 2 percent", &[("project_goal", "!reduce errors from 8 to 2 percent")]),
    ),
];

#[test]
fn thinking_aloud() {
    let of = |name: &str| match name {
        "business" => built_in(ContextType::BusinessProfile),
        "project" => built_in(ContextType::ProjectDiscovery),
        "conference" => conference(),
        "intake" => intake(),
        "hiring" => hiring(),
        "household" => household(),
        "wedding" => wedding(),
        "claim" => claim(),
        _ => idea(),
    };
    let objective = |name: &str| -> Arc<ObjectiveDefinition> { of(name) };
    let faults: Vec<String> = ROWS.iter().filter_map(|(name, row)| fault(&objective(name), row)).collect();
    let right = ROWS.len() - faults.len();
    assert!(right >= FLOOR, "{right} of {}, not {FLOOR}:\n{}", ROWS.len(), faults.join("\n"));
}
