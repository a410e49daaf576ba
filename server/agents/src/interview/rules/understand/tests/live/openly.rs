//! As people speak: answers with what they volunteer, written down before anybody looked at what the engine makes of them.

use super::{Row, fault, objectives::built_in, row};
use protocol::interview::ContextType;

/// So many of the rows must be right, of all three objectives together.
const FLOOR: usize = 78;

const BUSINESS: &[Row] = &[
    row(
        "industry",
        "We run a chain of three coffee shops in Bristol",
        &[
            ("industry", "chain of three coffee shops in Bristol | chain of three coffee shops | coffee shops"),
            ("?offering", "*"),
        ],
    ),
    row("industry", "Construction, mainly roofing", &[("industry", "Construction, mainly roofing | Construction")]),
    row("industry", "We're a dental lab with nine employees", &[("industry", "dental lab"), ("team_size", "9")]),
    row("industry", "Agriculture, I guess you could say", &[("industry", "~Agriculture")]),
    row(
        "industry",
        "We manufacture bicycle parts for repair shops all over Europe",
        &[
            ("offering", "bicycle parts"),
            ("target_market", "repair shops | repair shops all over Europe"),
            ("?industry", "~*"),
            ("?business_model", "*"),
        ],
    ),
    row("offering", "Custom kitchens, made to measure", &[("offering", "Custom kitchens, made to measure | Custom kitchens")]),
    row(
        "offering",
        "we teach German to nurses who come from abroad",
        &[
            ("offering", "we teach German to nurses who come from abroad | we teach German | teach German | German"),
            ("?target_market", "nurses who come from abroad"),
        ],
    ),
    row("offering", "Mostly translations. There are six of us, by the way.", &[("offering", "translations"), ("team_size", "6")]),
    row(
        "target_market",
        "Well, you know, couples who are about to get married",
        &[("target_market", "couples who are about to get married")],
    ),
    row("target_market", "hospitals, obviously", &[("target_market", "!hospitals")]),
    row("target_market", "Hmm, schools perhaps", &[("target_market", "~schools")]),
    row("target_market", "Anyone who owns a horse", &[("target_market", "Anyone who owns a horse")]),
    row(
        "target_market",
        "We sell to farmers, and last year we took about 900,000 euros",
        &[("target_market", "farmers"), ("annual_revenue", "900000")],
    ),
    row("team_size", "two or three, depends on the season", &[("team_size", "2..3")]),
    row("team_size", "We had 30 before the crisis, now it's 18", &[("team_size", "18")]),
    row("team_size", "A couple hundred", &[("team_size", "~200")]),
    row("team_size", "1'250", &[("team_size", "1250")]),
    row("annual_revenue", "half a million, give or take", &[("annual_revenue", "~500000")]),
    row("annual_revenue", "1.5m", &[("annual_revenue", "1500000")]),
    row("annual_revenue", "Somewhere around three quarters of a million pounds", &[("annual_revenue", "~750000")]),
    row("annual_revenue", "12.500 euros", &[("annual_revenue", "~12500")]),
    row(
        "primary_goal",
        "We want to open two more branches by 2028",
        &[
            (
                "primary_goal",
                "open two more branches by 2028 | open two more branches | We want to open two more branches by 2028",
            ),
            ("?timeline", "*"),
        ],
    ),
    row("primary_goal", "Our goal is to hire 20 people", &[("primary_goal", "hire 20 people | to hire 20 people")]),
    row("primary_goal", "We sell about 300 bikes a month at the moment", &[("?primary_goal", "~*"), ("?offering", "~*")]),
    row("main_challenge", "Honestly? Nobody answers our emails.", &[("main_challenge", "Nobody answers our emails")]),
    row("main_challenge", "Our old machine cost us 40,000 euros and breaks every week", &[("main_challenge", "*")]),
    row("timeline", "as soon as possible", &[("timeline", "~as soon as possible")]),
    row("timeline", "May or June", &[("timeline", "~*")]),
    row("timeline", "in 2028", &[("timeline", "2028-12-31 | ~in 2028")]),
    row(
        "timeline",
        "definitely before Christmas",
        &[("timeline", "2027-12-25 | before Christmas | definitely before Christmas")],
    ),
    row("competition", "Nobody really, we are the only ones in the valley", &[("competition", "*")]),
    row("sales_channels", "In our shop, and lately on Instagram", &[("sales_channels", "store | store+social_media")]),
    row(
        "sales_channels",
        "Everything except trade fairs",
        &[("sales_channels", "own_website+marketplaces+direct_sales+store+partners+referrals+social_media+tenders")],
    ),
    row("business_model", "definitely not a marketplace", &[]),
    row("business_model", "the second one", &[("business_model", "services")]),
    row("pricing_strategy", "we're the premium choice", &[("pricing_strategy", "premium")]),
    row(
        "customer_need",
        "They need someone who picks up the phone at night",
        &[("customer_need", "They need someone who picks up the phone at night | someone who picks up the phone at night")],
    ),
    row("target_market_size", "maybe 5'000 households", &[("target_market_size", "~5000")]),
    row("industry", "What exactly counts as an industry?", &[]),
    row("industry", "Before I answer, I'd like some coffee", &[]),
];

const IDEA: &[Row] = &[
    row(
        "idea_summary",
        "An app that reminds old people to drink",
        &[
            ("idea_summary", "app that reminds old people to drink | An app that reminds old people to drink"),
            ("?solution_type", "mobile_app"),
        ],
    ),
    row(
        "idea_summary",
        "I want to build a marketplace for used lab equipment",
        &[("idea_summary", "marketplace for used lab equipment | build a marketplace for used lab equipment")],
    ),
    row(
        "audience",
        "Mainly nurses on night shifts, there are about 60,000 of them",
        &[("audience", "nurses on night shifts"), ("market_size", "60000")],
    ),
    row("problem", "People throw away half of their vegetables", &[("problem", "People throw away half of their vegetables")]),
    row("idea_stage", "we have a demo and ten test users", &[("idea_stage", "pilot | prototype")]),
    row("idea_stage", "not launched yet, it's only on paper", &[("idea_stage", "researched")]),
    row(
        "current_alternative",
        "Excel, mostly, or a paper notebook",
        &[("current_alternative", "Excel, mostly, or a paper notebook | Excel | Excel or a paper notebook")],
    ),
    row("revenue_model", "probably ads", &[("revenue_model", "~advertising")]),
    row("revenue_model", "either subscription or a one-off sale", &[("revenue_model", "~subscription | ~one_time")]),
    row("market_size", "hard to say, between 2 and 3 million", &[("market_size", "2000000..3000000")]),
    row(
        "biggest_risk",
        "That Google builds the same thing next year",
        &[("biggest_risk", "Google builds the same thing next year | That Google builds the same thing next year")],
    ),
    row("budget", "10 to 15k", &[("budget", "10000..15000")]),
    row("budget", "not more than 8 grand", &[("budget", "..8000")]),
    row("budget", "I could spend 5k and I'd like to launch in September", &[("budget", "5000"), ("launch_date", "2027-09-01")]),
    row("launch_date", "asap", &[("launch_date", "~asap")]),
    row("launch_date", "Q3, ideally", &[("launch_date", "2027-09-30")]),
    row(
        "success_measure",
        "When 100 people pay for it without being asked",
        &[("success_measure", "When 100 people pay for it without being asked")],
    ),
    row("differentiator", "It's twice as fast and you don't have to register", &[("differentiator", "*")]),
    row(
        "evidence",
        "I talked to twelve neighbours and put up a waiting list",
        &[("evidence", "waiting_list | conversations+waiting_list")],
    ),
    row("evidence", "none whatsoever", &[("evidence", "none_yet")]),
];

const PROJECT: &[Row] = &[
    row("project_goal", "Our old system cost 15,000 euros and nobody liked it", &[("?project_goal", "~*")]),
    row(
        "project_goal",
        "The warehouse should stop losing parcels",
        &[("project_goal", "The warehouse should stop losing parcels")],
    ),
    row(
        "users",
        "the accounting team, about 25 people",
        &[("users", "accounting team | accounting team, about 25 people"), ("?user_count", "~25")],
    ),
    row("user_count", "half a dozen to begin with", &[("user_count", "6")]),
    row("user_count", "two hundred and fifty", &[("user_count", "250")]),
    row(
        "deadline",
        "It has to be ready by the end of October, and we can spend 30k",
        &[("deadline", "2027-10-31"), ("budget", "30000")],
    ),
    row("deadline", "by 2029", &[("deadline", "2029-12-31 | 2028-12-31 | by 2029")]),
    row("deadline", "March or April", &[("deadline", "~*")]),
    row("budget", "50.000 €", &[("budget", "~50000")]),
    row("budget", "we spent 20k last time, this time 35k", &[("budget", "35000")]),
    row("decision_maker", "Me and my sister decide", &[("decision_maker", "Me and my sister | Me and my sister decide")]),
    row("must_haves", "Offline mode and a barcode scanner", &[("must_haves", "Offline mode and a barcode scanner")]),
    row("platforms", "phones and tablets, not the desktop", &[("platforms", "phone+tablet")]),
    row("platforms", "the first two", &[("platforms", "browser+phone")]),
    row("data_sensitivity", "names and addresses of our members", &[("data_sensitivity", "personal")]),
    row(
        "integrations",
        "It has to talk to SAP and our web shop",
        &[("integrations", "SAP and our web shop | It has to talk to SAP and our web shop | talk to SAP and our web shop")],
    ),
    row("risks", "I don't know, maybe the suppliers", &[("risks", "~suppliers")]),
    row("success_criteria", "Returns down by 30%", &[("success_criteria", "Returns down by 30%")]),
    row("success_criteria", "We sell 20% more, I'd say", &[("success_criteria", "We sell 20% more | 20% more")]),
    row("out_of_scope", "Payroll. We'll do that next year.", &[("out_of_scope", "Payroll | Payroll. We'll do that next year")]),
    row("project_goal", "Let me get a coffee first", &[]),
    row("project_goal", "Can we talk about something else?", &[]),
];

#[test]
fn most_of_what_people_say_is_understood() {
    let objectives =
        [(ContextType::BusinessProfile, BUSINESS), (ContextType::IdeaDiscovery, IDEA), (ContextType::ProjectDiscovery, PROJECT)];
    let mut faults: Vec<String> = Vec::new();
    let mut all = 0;
    for (context, rows) in objectives {
        let definition = built_in(context);
        all += rows.len();
        faults.extend(rows.iter().filter_map(|row| fault(&definition, row)));
    }
    let right = all - faults.len();
    println!("{right} of {all} rows right; not these:\n{}", faults.join("\n"));
    assert!(right >= FLOOR, "{right} of {all} rows right, fewer than {FLOOR}:\n{}", faults.join("\n"));
}
