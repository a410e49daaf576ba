//! What is said while something else is asked: how many one is, what it costs, what somebody is called; questions of the person
//! without their mark; words written a little wrong.

use super::{
    super::stage::Stage,
    after, business, check, idea,
    objectives::{built_in, conference, hiring, household, incident, intake, wedding},
    row, words,
};
use domain::interview::Move;
use protocol::interview::ContextType;

#[test]
fn how_many_one_is_belongs_to_the_question_for_it_or_to_none() {
    check(
        &business(),
        &[
            row("offering", "we are 15 people", &[("team_size", "!15")]),
            row("offering", "there are 15 of us", &[("team_size", "!15")]),
            row("main_challenge", "We're 15 people by now", &[("team_size", "!15")]),
            row("target_market", "we are a team of 15", &[("team_size", "!15")]),
            row("primary_goal", "we make 200k a year", &[("annual_revenue", "!200000")]),
            row("offering", "We have 3 shops", &[("offering", "~3 shops")]),
            row("competition", "200k", &[("competition", "~200k")]),
            row("primary_goal", "get to 200k", &[("primary_goal", "~get to 200k | !get to 200k")]),
            row("primary_goal", "20 clients", &[("primary_goal", "!20 clients")]),
        ],
    );
    check(
        &idea(),
        &[
            row("problem", "we are 15 people", &[]),
            row("problem", "there are 15 of us", &[]),
            row("biggest_risk", "It's not 85, we're 92 now.", &[]),
            row("problem", "I have 5,000 euros for it", &[("budget", "5000")]),
            row("success_measure", "100 paying customers", &[("success_measure", "!100 paying customers"), ("?idea_stage", "*")]),
        ],
    );
    check(
        &built_in(ContextType::ProjectDiscovery),
        &[
            // Who speaks is not who will use it.
            row("must_haves", "we are 15 people", &[]),
            row("must_haves", "about 40 people will use it", &[("user_count", "~40")]),
        ],
    );
    check(
        &hiring(),
        &[row("role", "we are 15 people", &[]), row("role", "there are 15 of us", &[]), row("reason", "There are 15 of us", &[])],
    );
    check(
        &conference(),
        &[
            row("theme", "we are 15 people", &[("helpers", "!15")]),
            row("theme", "there are 15 of us", &[("helpers", "!15")]),
            row("theme", "we expect 120 people", &[("attendees", "!120")]),
        ],
    );
    check(
        &wedding(),
        &[row("style", "there are 15 of us", &[("guests", "~15")]), row("style", "we'll be 80 people", &[("guests", "~80")])],
    );
    check(&household(), &[row("worries", "we have 4 rooms", &[("rooms", "!4")]), row("worries", "there are 4 of us", &[])]);
    check(
        &incident(),
        &[
            row("symptom", "we are 15 people", &[("affected_count", "~15")]),
            row("affected", "15 people", &[("affected", "!15 people")]),
        ],
    );
    check(&intake(), &[row("complaint", "I am 52 years old", &[("age", "!52")]), row("complaint", "we are 15 people", &[])]);
}

#[test]
fn what_it_costs_is_no_firm_answer_to_a_question_for_words() {
    for (definition, asked) in [
        (business(), "offering"),
        (idea(), "differentiator"),
        (built_in(ContextType::ProjectDiscovery), "must_haves"),
        (hiring(), "reason"),
        (conference(), "theme"),
        (wedding(), "style"),
        (household(), "worries"),
    ] {
        for said in ["it costs 20 euros", "it costs 20 euros a month"] {
            check(&definition, &[row(asked, said, &[])].map(|one| super::Row { wanted: may_be(asked), ..one }));
        }
    }
}

/// Nothing, or the words, not for sure.
fn may_be(asked: &'static str) -> &'static [(&'static str, &'static str)] {
    match asked {
        "offering" => &[("?offering", "~*")],
        "differentiator" => &[("?differentiator", "~*")],
        "must_haves" => &[("?must_haves", "~*")],
        "reason" => &[("?reason", "~*")],
        "theme" => &[("?theme", "~*")],
        "style" => &[("?style", "~*")],
        _ => &[("?worries", "~*")],
    }
}

#[test]
fn a_question_of_the_person_is_never_an_answer() {
    let said = [
        "what are my options?",
        "what are my options",
        "why do you need that?",
        "If I tell you, is that saved?",
        "When I'm done, can I change it?",
        "can you read me back what you have?",
        "Can you read me back what you've got",
        "who sees this",
        "who can see my answers",
        "is it private",
        "is my data sold",
        "do I have to answer that",
        "do you want the legal name or the trade",
        "do you mean this year or in general",
        "how should I answer that",
        "how detailed should it be",
        "does my wife count",
        "can I change it later",
        "can i stop any time",
        "which one",
        "what if I don't know?",
        "and if I don't know?",
        "what did I skip?",
    ];
    for (definition, asked) in [(business(), "industry"), (idea(), "problem"), (incident(), "cause"), (wedding(), "style")] {
        for said in said {
            let understood = Stage::new(&definition).asked(asked).says(said);
            assert!(understood.findings.is_empty(), "{said}: {:?}", understood.findings);
            let asks = |one: &Move| {
                matches!(
                    one,
                    Move::Question | Move::AskWhy { .. } | Move::AskExamples { .. } | Move::AskMeaning { .. } | Move::AskSummary
                )
            };
            assert!(understood.moves.iter().all(asks) && !understood.moves.is_empty(), "{said}: {:?}", understood.moves);
        }
    }
}

#[test]
fn what_only_begins_like_a_question_is_an_answer() {
    check(
        &business(),
        &[
            row("offering", "do it yourself kits", &[("offering", "!do it yourself kits")]),
            row("offering", "Can openers", &[("offering", "!Can openers")]),
            row("offering", "which bread we bake depends on the season", &[("offering", "*")]),
            row("main_challenge", "How to find good staff", &[("main_challenge", "!How to find good staff")]),
            row("main_challenge", "How do we get more customers", &[("main_challenge", "*")]),
            row("customer_need", "who to trust", &[("customer_need", "!who to trust")]),
            row("customer_need", "When to water the plants", &[("customer_need", "!When to water the plants")]),
        ],
    );
    check(
        &idea(),
        &[
            row("problem", "who reads the small print anyway", &[("problem", "*")]),
            row(
                "problem",
                "When you move, nobody tells you where things are",
                &[("problem", "!When you move, nobody tells you where things are")],
            ),
            row("problem", "how do people know what is fresh", &[("problem", "*")]),
        ],
    );
}

#[test]
fn names_of_the_calendar_and_of_scales_may_be_written_a_little_wrong() {
    check(
        &business(),
        &[
            row("timeline", "before xmas", &[("timeline", "2027-12-25")]),
            row("timeline", "by chrismas", &[("timeline", "2027-12-25")]),
            row("timeline", "in febuary", &[("timeline", "2028-02-01")]),
            row("timeline", "by end of agust", &[("timeline", "2027-08-31")]),
            row("timeline", "end of septmber", &[("timeline", "2027-09-30")]),
            row("timeline", "in ocotber 2028", &[("timeline", "2028-10-01")]),
            row("timeline", "until next sumer", &[("timeline", "~until next sumer")]),
            row("timeline", "in augusta", &[]),
            row("annual_revenue", "half a milion", &[("annual_revenue", "!500000")]),
            row("annual_revenue", "a milion", &[("annual_revenue", "!1000000")]),
            row("annual_revenue", "two thousend", &[("annual_revenue", "!2000")]),
            row(
                "industry",
                "helo i am have a smal bakery in Krakow, sory for my english",
                &[("industry", "!smal bakery in Krakow")],
            ),
        ],
    );
}

#[test]
fn what_happens_every_time_is_no_day_to_reach_something() {
    check(
        &business(),
        &[
            row("timeline", "every December is busy", &[]),
            row("timeline", "on Mondays", &[]),
            row("timeline", "by December", &[("timeline", "2027-12-01")]),
        ],
    );
}

#[test]
fn who_somebody_is_and_who_does_it_is_no_answer() {
    check(
        &business(),
        &[
            row("competition", "My brother's name is Yannis", &[("?competition", "~*")]),
            row("primary_goal", "my wife is due in June", &[("primary_goal", "my wife is due in June")]),
            row("main_challenge", "Our staff is too small", &[("main_challenge", "!Our staff is too small")]),
            row("main_challenge", "Our biggest challenge is the rent", &[("main_challenge", "!rent")]),
            row(
                "industry",
                "12 hectares of olive trees near Kalamata, my brother and I",
                &[("industry", "!12 hectares of olive trees near Kalamata")],
            ),
            row("target_market", "schools, my wife and I", &[("target_market", "!schools")]),
            row("main_challenge", "not enough staff", &[("main_challenge", "!not enough staff")]),
        ],
    );
    let understood = Stage::new(&business()).asked("main_challenge").says("not enough staff");
    assert!(!understood.moves.contains(&Move::ToldAlready), "{:?}", understood.moves);
}

#[test]
fn a_word_that_only_says_which_names_no_option() {
    check(
        &built_in(ContextType::ProjectDiscovery),
        &[
            row("data_sensitivity", "Names, phone numbers and addresses", &[("data_sensitivity", "personal")]),
            row("must_haves", "Swap requests from the phone", &[("must_haves", "*"), ("?platforms", "~phone")]),
            row("platforms", "phone and PC", &[("platforms", "!phone+desktop")]),
            row("platforms", "laptop", &[("platforms", "!desktop")]),
            row(
                "project_type",
                "we throw the spreadsheet out and get something new",
                &[("project_type", "replacement | ~replacement")],
            ),
            row("project_type", "something new", &[("project_type", "!new_build")]),
        ],
    );
    check(
        &idea(),
        &[row("revenue_model", "People buy the box once, no subscription, they hate those.", &[("?revenue_model", "*")])],
    );
    check(
        &business(),
        &[
            row("business_model", "both really, but mainly labour", &[("business_model", "services | ~services")]),
            row("pricing_strategy", "the going rate", &[("pricing_strategy", "!competitive")]),
            row(
                "sales_channels",
                "Half goes to the co-op, the rest through a trader",
                &[("sales_channels", "partners | ~partners")],
            ),
        ],
    );
}

#[test]
fn what_is_so_now_takes_the_place_of_what_was() {
    for (held, value, said, wanted) in [
        ("team_size", "14", "we're 15 now", "15"),
        ("team_size", "14", "I forgot my sister, we are 15", "15"),
        ("target_market", "dentists", "our target market is vets now", "vets"),
        ("target_market", "dentists", "these days our target market is vets", "vets"),
        ("business_model", "services", "we sell subscriptions now", "subscription"),
    ] {
        let number = value.parse::<i64>().map_or_else(|_| serde_json::json!(value), |number| serde_json::json!(number));
        let understood = Stage::new(&business()).held(held, number).asked("offering").says(said);
        let found = understood.findings.iter().find(|one| one.key == held).map(|one| words(&one.value));
        assert_eq!(found.as_deref(), Some(wanted), "{said}: {understood:?}");
        assert!(understood.moves.contains(&Move::Overrule { key: held.into() }), "{said}: {:?}", understood.moves);
    }
    for (held, value, said) in [
        ("team_size", "14", "we are 15"),
        ("target_market", "dentists", "our target market is vets"),
        ("target_market", "dentists", "our target market is vets, for now"),
    ] {
        let number = value.parse::<i64>().map_or_else(|_| serde_json::json!(value), |number| serde_json::json!(number));
        let understood = Stage::new(&business()).held(held, number).asked("offering").says(said);
        assert!(!understood.moves.contains(&Move::Overrule { key: held.into() }), "{said}: {:?}", understood.moves);
    }
    check(&business(), &[after(&[("team_size", "14")], "target_market", "schools now", &[("target_market", "!schools")])]);
}

#[test]
fn what_is_put_right_leaves_the_answer_before_it() {
    let stage =
        || Stage::new(&idea()).held("audience", "students").said_in("audience", 3).held("budget", 30_000).said_in("budget", 1);
    let understood = stage().asked("problem").says("no wait, the budget is 40k");
    assert!(!understood.moves.contains(&Move::Undo), "{:?}", understood.moves);
    assert!(
        understood.findings.iter().any(|one| one.key == "budget" && words(&one.value) == "40000"),
        "{:?}",
        understood.findings
    );
    let understood = stage().asked("problem").says("can I change the budget later?");
    assert_eq!(understood.moves, [Move::Question]);
}
