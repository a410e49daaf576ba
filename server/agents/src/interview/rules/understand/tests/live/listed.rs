//! Answers that list, count in parts or say much around the little they mean.

use super::{Row, row, spoken::all};

const TOTALS: &[(&str, Row)] = &[
    ("business", row("team_size", "It's me, my wife, four bakers and six shop assistants", &[("team_size", "12")])),
    ("business", row("team_size", "3 founders + 2 freelancers", &[("team_size", "5")])),
    ("business", row("team_size", "12 full-time and 3 part-time", &[("team_size", "15")])),
    ("business", row("team_size", "me and my wife", &[("team_size", "2")])),
    ("business", row("team_size", "none, I work alone", &[("team_size", "1")])),
    ("business", row("team_size", "I work alone", &[("team_size", "1")])),
    ("business", row("team_size", "two owners and eight employees", &[("team_size", "10")])),
    ("business", row("team_size", "my sister, my two sons and me", &[("team_size", "4")])),
    ("business", row("team_size", "three of us plus an apprentice", &[("team_size", "4")])),
    ("business", row("team_size", "between 12 and 15", &[("team_size", "12..15")])),
    ("business", row("team_size", "12 shops and 3 people", &[("team_size", "3 | ~3")])),
    ("business", row("team_size", "twelve: four bakers, two drivers and six in the shop", &[("team_size", "12")])),
    ("business", row("team_size", "5 people in 2 shops", &[("team_size", "5")])),
    ("business", row("annual_revenue", "50k a month", &[("annual_revenue", "~600000")])),
    ("business", row("annual_revenue", "about 8,000 euros per week", &[("annual_revenue", "~416000 | ~417143")])),
    ("business", row("annual_revenue", "less than a million", &[("annual_revenue", "..1000000")])),
    ("business", row("annual_revenue", "450,000 a year", &[("annual_revenue", "450000")])),
    (
        "business",
        row(
            "annual_revenue",
            "ARR is about 120 thousand, hopefully 200 by December",
            &[("annual_revenue", "~120000 | 120000"), ("?timeline", "*")],
        ),
    ),
    ("conference", row("attendees", "60 teachers and 40 parents", &[("attendees", "100")])),
    ("conference", row("helpers", "Me, Paul and Ines", &[("helpers", "3")])),
    ("conference", row("helpers", "just the two of us", &[("helpers", "2")])),
    ("conference", row("attendees", "80 or so", &[("attendees", "~80")])),
    ("project", row("user_count", "30 nurses and 12 doctors", &[("user_count", "42")])),
    ("project", row("user_count", "forty in Bern and twenty in Basel", &[("user_count", "60")])),
    ("incident", row("affected_count", "10 clerks plus 3 managers", &[("affected_count", "13")])),
];

const CHOICES: &[(&str, Row)] = &[
    (
        "business",
        row(
            "sales_channels",
            "outbound calls, our website, and a reseller in Vienna",
            &[("sales_channels", "direct_sales+own_website+partners | own_website+direct_sales+partners")],
        ),
    ),
    (
        "business",
        row(
            "sales_channels",
            "walk-in and word of mouth, a bit of Instagram",
            &[("sales_channels", "store+referrals+social_media | store+referrals")],
        ),
    ),
    (
        "business",
        row("sales_channels", "Just the shop really, and two restaurants we deliver to", &[("sales_channels", "store")]),
    ),
    ("business", row("business_model", "both: we sell bikes and we repair them", &[("business_model", "~product_sales")])),
    ("business", row("business_model", "products and services", &[("business_model", "~product_sales")])),
    ("business", row("pricing_strategy", "depends on the customer", &[("pricing_strategy", "individual")])),
    (
        "conference",
        row(
            "catering",
            "coffee and cake in the morning, a warm meal, and beer at the end",
            &[("catering", "coffee+lunch+drinks")],
        ),
    ),
    (
        "conference",
        row("promotion", "through our mailing list, flyers, and the radio", &[("promotion", "newsletter+posters+press")]),
    ),
    (
        "conference",
        row("format", "online for some and on site for the others", &[("format", "~online | ~onsite | hybrid | ~hybrid")]),
    ),
    ("conference", row("catering", "lunch, no dinner", &[("catering", "lunch")])),
    ("project", row("platforms", "in the browser, and as an app for the drivers", &[("platforms", "browser+phone")])),
    (
        "intake",
        row("conditions", "asthma as a child, and high blood pressure now", &[("conditions", "Asthma+High blood pressure")]),
    ),
];

const TRIMMED: &[(&str, Row)] = &[
    (
        "business",
        row(
            "industry",
            "hard to say, a bit of everything, we clean offices and also do gardening",
            &[("industry", "we clean offices and also do gardening | clean offices and also do gardening"), ("?offering", "*")],
        ),
    ),
    (
        "business",
        row(
            "industry",
            "I run a little shop, well not really a shop, more like a workshop where we fix up old bikes",
            &[("industry", "workshop where we fix up old bikes"), ("?offering", "*")],
        ),
    ),
    (
        "business",
        row("primary_goal", "get from 40 to 100 paying practices", &[("primary_goal", "get from 40 to 100 paying practices")]),
    ),
    ("business", row("target_market", "I'd say mostly young families", &[("target_market", "young families")])),
    (
        "business",
        row("primary_goal", "Honestly? I'd like to stop working weekends", &[("primary_goal", "stop working weekends")]),
    ),
    ("business", row("main_challenge", "Well, to be honest, it's the rent", &[("main_challenge", "rent | the rent")])),
    ("business", row("industry", "My husband and I run a campsite", &[("industry", "campsite")])),
    (
        "business",
        row(
            "competition",
            "Good question. I suppose the big garden centres",
            &[("competition", "~big garden centres | ~the big garden centres")],
        ),
    ),
    (
        "conference",
        row("theme", "hmm, difficult question, I'd say how towns can save water", &[("theme", "how towns can save water")]),
    ),
    (
        "conference",
        row("audience", "not so much experts, more like people from the street", &[("audience", "people from the street")]),
    ),
    ("conference", row("aim", "bring together people who never meet", &[("aim", "!bring together people who never meet")])),
    (
        "conference",
        row("worry", "I guess that the hall is too small", &[("worry", "~the hall is too small | ~hall is too small")]),
    ),
    (
        "project",
        row(
            "project_goal",
            "cut the waiting time from 20 to 5 minutes",
            &[("project_goal", "cut the waiting time from 20 to 5 minutes")],
        ),
    ),
    (
        "intake",
        row("complaint", "well, it's a bit embarrassing, but I can't sleep", &[("complaint", "I can't sleep | can't sleep")]),
    ),
];

#[test]
fn what_is_counted_in_parts_is_added_up() {
    all(TOTALS);
}

#[test]
fn every_item_of_a_list_is_chosen() {
    all(CHOICES);
}

#[test]
fn what_only_leads_to_the_answer_is_no_part_of_it() {
    all(TRIMMED);
}
