//! Classes of answers that were lost or taken for others: in the form of a question, led by "what", in several sentences, numbers of
//! other things, remarks beside what is read back. Beside each stand sentences that only look like it.

use super::{
    super::stage::Stage,
    business, check, idea,
    objectives::{built_in, conference},
    row, words,
};
use domain::interview::Move;
use protocol::interview::ContextType;

#[test]
fn a_clause_with_what_may_be_the_subject_of_an_answer() {
    check(
        &business(),
        &[
            row("primary_goal", "What I want is more customers.", &[("primary_goal", "!more customers")]),
            row(
                "primary_goal",
                "What I'd love most is to open a second kitchen",
                &[("primary_goal", "!to open a second kitchen | !open a second kitchen")],
            ),
            row("primary_goal", "What we need most is a second van", &[("primary_goal", "*"), ("?customer_need", "~*")]),
            row("main_challenge", "What keeps me awake is the rent", &[("main_challenge", "!rent")]),
            row("primary_goal", "Where I want to be is in three more cities", &[("primary_goal", "!in three more cities")]),
            row("main_challenge", "What bothers us most is that nobody pays on time", &[("main_challenge", "*")]),
            row("offering", "What we do is clean offices", &[("offering", "!clean offices")]),
            row("primary_goal", "What is a goal", &[]),
            row("primary_goal", "what do you mean", &[]),
            row("primary_goal", "What are you asking for", &[]),
            row("main_challenge", "What is the point of this?", &[]),
        ],
    );
}

#[test]
fn an_answer_may_end_like_a_question() {
    check(
        &business(),
        &[
            row("primary_goal", "A second shop, if that makes sense?", &[("primary_goal", "~second shop")]),
            row("primary_goal", "More customers, or is that too vague?", &[("primary_goal", "~More customers")]),
            row("primary_goal", "A second shop - is that what you mean?", &[("primary_goal", "~second shop")]),
            row(
                "offering",
                "Check-ups, implants, bleaching - is that what you mean?",
                &[("offering", "~Check-ups, implants, bleaching")],
            ),
            row("target_market", "Families within 10 km, would that do?", &[("target_market", "~Families within 10 km")]),
            row("industry", "It's a dental practice, isn't it obvious?", &[("industry", "~dental practice")]),
            row("team_size", "9, if I count the hygienists?", &[("team_size", "~9")]),
            row("team_size", "Would 9 be right?", &[("team_size", "~9")]),
            row("primary_goal", "Could I say I just want fewer no-shows?", &[("primary_goal", "~fewer no-shows")]),
            row("main_challenge", "rent?", &[("main_challenge", "~rent")]),
            row("primary_goal", "Fewer no-shows, does that count?", &[("primary_goal", "~Fewer no-shows")]),
            row("target_market", "Dentists. Is that what you mean?", &[("target_market", "~Dentists")]),
            row("target_market", "Dentists, right?", &[("target_market", "~Dentists")]),
            row("team_size", "9, ok?", &[("team_size", "~9")]),
            row("target_market", "What do you mean?", &[]),
            row("target_market", "Why do you ask?", &[]),
            row("target_market", "Is this saved?", &[]),
            row("target_market", "Can I skip that?", &[]),
            row("target_market", "Really?", &[]),
            row("target_market", "Target market?", &[]),
            row("team_size", "Do apprentices count?", &[]),
            row("main_challenge", "Could I say no to that?", &[]),
            row("target_market", "Examples?", &[]),
        ],
    );
    for said in ["A second shop, if that makes sense?", "Fewer no-shows, does that count?"] {
        let understood = Stage::new(&business()).asked("primary_goal").says(said);
        assert!(!understood.moves.contains(&Move::Question), "{said}: {:?}", understood.moves);
    }
}

#[test]
fn an_answer_may_take_several_sentences() {
    check(
        &business(),
        &[
            row("competition", "Dave. British Gas.", &[("competition", "!Dave. British Gas")]),
            row("target_market", "homeowners mostly. some landlords", &[("target_market", "homeowners mostly. some landlords")]),
            row(
                "offering",
                "Soap. Candles too. And in winter, wreaths.",
                &[("offering", "Soap. Candles too. And in winter, wreaths")],
            ),
            row("main_challenge", "My hands. I can't knit more than four hours a day.", &[("main_challenge", "*")]),
            row(
                "competition",
                "A shop called Bloom, and the supermarket",
                &[("competition", "!shop called Bloom, and the supermarket | !A shop called Bloom, and the supermarket")],
            ),
            row(
                "target_market",
                "a group called silver surfers, and their children",
                &[("target_market", "!group called silver surfers, and their children")],
            ),
            row("competition", "It's called Bloom", &[("competition", "Bloom")]),
            row("target_market", "Dentists. That's all.", &[("target_market", "!Dentists")]),
            row("target_market", "Dentists. Why do you ask?", &[("target_market", "!Dentists")]),
            row("target_market", "Dentists. There are six of us.", &[("target_market", "!Dentists"), ("team_size", "6")]),
            row("target_market", "Dentists. I already told you.", &[("target_market", "!Dentists")]),
        ],
    );
    check(
        &built_in(ContextType::ProjectDiscovery),
        &[
            row("integrations", "The roster system, it's called RosterPro, and Outlook", &[("integrations", "*")]),
            row(
                "must_haves",
                "Payroll. And holidays, those stay on paper.",
                &[("must_haves", "Payroll. And holidays, those stay on paper")],
            ),
        ],
    );
    for (definition, asked, said, whole) in [
        (business(), "main_challenge", "My hands. I can't knit more than four hours a day.", "four hours"),
        (
            built_in(ContextType::ProjectDiscovery),
            "integrations",
            "The roster system, it's called RosterPro, and Outlook",
            "Outlook",
        ),
        (built_in(ContextType::ProjectDiscovery), "integrations", "A program named Sage and our till", "till"),
    ] {
        let understood = Stage::new(&definition).asked(asked).says(said);
        let value = understood.findings.iter().find(|one| one.key == asked).map(|one| words(&one.value));
        assert!(value.as_ref().is_some_and(|value| value.contains(whole)), "{said}: {value:?}");
    }
}

#[test]
fn a_number_of_something_else_is_no_answer() {
    check(
        &business(),
        &[
            row("team_size", "we sell in 3 countries", &[]),
            row("team_size", "we have 3 shops", &[]),
            row("team_size", "we serve 40 customers a day", &[]),
            row("team_size", "I've been doing this for 20 years", &[]),
            row("team_size", "since 1998", &[]),
            row("team_size", "We drive 200 km a day", &[]),
            row("target_market_size", "we have 3 shops", &[]),
            row("target_market_size", "I drive 200 km a day", &[]),
            row("target_market_size", "we have 15 employees", &[("team_size", "15")]),
            row("annual_revenue", "we started in 1998", &[]),
            row("team_size", "14", &[("team_size", "!14")]),
            row("team_size", "we are 12", &[("team_size", "!12")]),
            row("team_size", "12 people", &[("team_size", "!12")]),
            row("team_size", "We employ 12 bakers", &[("team_size", "!12")]),
            row("team_size", "There are 12 of us", &[("team_size", "!12")]),
            row("team_size", "Just me, and my daughter at Christmas.", &[("team_size", "1")]),
            row("team_size", "15 altogether", &[("team_size", "!15")]),
            row("team_size", "9 part-timers", &[("team_size", "9")]),
            row("team_size", "15 employees in 3 shops", &[("team_size", "15")]),
            row("target_market_size", "60,000 nurses", &[("target_market_size", "!60000")]),
            row("target_market_size", "There are about 12,000 households", &[("target_market_size", "~12000")]),
            row("target_market_size", "5,000", &[("target_market_size", "!5000")]),
            row("annual_revenue", "2 million", &[("annual_revenue", "!2000000")]),
            row("annual_revenue", "A good year 140k, a bad year 60k.", &[("annual_revenue", "~* | 60000..140000")]),
        ],
    );
    check(
        &conference(),
        &[
            row("attendees", "120 people", &[("attendees", "!120")]),
            row("attendees", "We expect 120 people", &[("attendees", "!120")]),
        ],
    );
}

#[test]
fn a_number_of_something_else_settles_nothing() {
    let stage = || Stage::new(&business()).held("team_size", 14).against("team_size", 15);
    for said in ["there are three plans, basic, family and feast", "we have 3 shops", "We've been here for 20 years"] {
        let understood = stage().says(said);
        assert!(understood.findings.iter().all(|one| one.key != "team_size"), "{said}: {:?}", understood.findings);
    }
    for (said, wanted) in [("15", "15"), ("it's 16", "16"), ("We're 14 people", "14"), ("16 people now", "16")] {
        let understood = stage().says(said);
        let found = understood.findings.iter().find(|one| one.key == "team_size").map(|one| words(&one.value));
        assert_eq!(found.as_deref(), Some(wanted), "{said}");
    }
}

#[test]
fn a_remark_beside_what_is_read_back_leaves_it() {
    let stage = || Stage::new(&business()).held("target_market", "young families").read_back("target_market");
    for said in [
        "By the way we also have a dog.",
        "My name is Anna.",
        "Oh and before I forget, we open on Sundays now",
        "There is a lot of noise here",
        "I had a bad day",
        "Our van broke down",
        "btw my wife does the accounts",
    ] {
        let understood = stage().says(said);
        assert!(understood.findings.iter().all(|one| one.key != "target_market"), "{said}: {:?}", understood.findings);
    }
    for said in ["fair enough", "close enough", "That's close enough", "pretty much", "that'll do", "something like that"] {
        let understood = stage().says(said);
        assert!(understood.findings.is_empty(), "{said}: {:?}", understood.findings);
        assert!(understood.moves.contains(&Move::Accept { key: None }), "{said}: {:?}", understood.moves);
    }
    for (said, wanted) in [
        ("no, pensioners", "pensioners"),
        ("Actually it's pensioners", "pensioners"),
        ("pensioners", "pensioners"),
        ("It's pensioners", "pensioners"),
        ("older families", "older families"),
        ("Not quite, it's pensioners", "pensioners"),
        ("Yes, but also grandparents", "young families and grandparents"),
        ("yes and also grandparents", "young families and grandparents"),
    ] {
        let understood = stage().says(said);
        let found = understood.findings.iter().find(|one| one.key == "target_market").map(|one| words(&one.value));
        assert_eq!(found.as_deref(), Some(wanted), "{said}");
    }
}

#[test]
fn the_verb_of_a_goal_belongs_to_it() {
    check(
        &business(),
        &[
            row(
                "primary_goal",
                "Get the organic certificate and stop selling in bulk",
                &[("primary_goal", "!Get the organic certificate and stop selling in bulk")],
            ),
            row(
                "primary_goal",
                "To be the first name people think of",
                &[("primary_goal", "!be the first name people think of | !To be the first name people think of")],
            ),
            row("primary_goal", "Be the biggest in town", &[("primary_goal", "!Be the biggest in town")]),
            row("target_market", "More exactly: parents of small children", &[("target_market", "!parents of small children")]),
            row(
                "offering",
                "That sounds very businesslike, I only knit hats!",
                &[("offering", "I only knit hats | knit hats | hats")],
            ),
            row("industry", "small bakery in Krakow, sorry for my English", &[("industry", "!small bakery in Krakow")]),
            row("industry", "We run a car wash, genius.", &[("industry", "!car wash")]),
        ],
    );
    check(&idea(), &[row("audience", "They are students, by the way I'm hungry", &[("?audience", "*")])]);
}

#[test]
fn what_was_true_before_is_replaced_at_once_where_it_is_said_to_be_over() {
    let stage = || Stage::new(&business()).held("team_size", 14).asked("offering");
    for (said, wanted) in [("we're 15 now", "15"), ("we are 15 now", "15")] {
        let understood = stage().says(said);
        let found = understood.findings.iter().find(|one| one.key == "team_size").map(|one| words(&one.value));
        assert_eq!(found.as_deref(), Some(wanted), "{said}: {understood:?}");
        assert!(understood.moves.contains(&Move::Overrule { key: "team_size".into() }), "{said}: {:?}", understood.moves);
    }
    let understood = stage().says("Maybe we are 15 people");
    assert!(!understood.moves.contains(&Move::Overrule { key: "team_size".into() }), "{:?}", understood.moves);
}

#[test]
fn a_statement_where_two_numbers_are_weighed_answers_what_stood_before() {
    let stage = || Stage::new(&business()).asked("offering").left_open("offering").held("team_size", 14).against("team_size", 15);
    let understood = stage().says("Weekly boxes with recipes and cooking classes");
    let found: Vec<(&str, String)> = understood.findings.iter().map(|one| (one.key.as_str(), words(&one.value))).collect();
    assert_eq!(found, [("offering", "Weekly boxes with recipes and cooking classes".to_owned())]);
    for said in ["the first one please", "keep the old one, please do", "I really do not know that", "What did I say before?"] {
        let understood = stage().says(said);
        assert!(understood.findings.is_empty(), "{said}: {:?}", understood.findings);
    }
}
