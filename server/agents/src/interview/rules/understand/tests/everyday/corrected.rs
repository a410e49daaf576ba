//! What was said before is put right.

use super::{business, check, project};

#[test]
fn a_number_is_put_right() {
    check(&[
        business("target_market", "Wait, it's 14 of us actually, not 12", &[("team_size", "14")]).held(&[("team_size", "12")]),
        business("offering", "we hired one, so 15", &[("team_size", "15")]).held(&[("team_size", "14")]),
        business("competition", "we hired one more, so we're 16 now", &[("team_size", "16")]).held(&[("team_size", "15")]),
        business("competition", "two people left, so 11", &[("team_size", "11")]).held(&[("team_size", "13")]),
        business("main_challenge", "Our team isn't 8 any more, it's 11", &[("team_size", "11")]).held(&[("team_size", "8")]),
        business("main_challenge", "I got the team size wrong, there are 9", &[("team_size", "9")]).held(&[("team_size", "8")]),
        business("competition", "Sorry, we're 17 now, three of them came in May", &[("team_size", "17")])
            .held(&[("team_size", "15")]),
        business("competition", "12 was last year, this year we're 15", &[("team_size", "15")]).held(&[("team_size", "12")]),
        business("competition", "Let me correct the team size: 21", &[("team_size", "21")]).held(&[("team_size", "12")]),
        business("team_size", "12. No, 13, I forgot myself", &[("team_size", "13")]),
        business("=team_size", "no, 21", &[("team_size", "21")]).held(&[("team_size", "12")]),
        business("=team_size", "Almost: 13 with me", &[("team_size", "13")]).held(&[("team_size", "12")]),
        business("annual_revenue", "200k... sorry, 250k", &[("annual_revenue", "250000")]),
        business("competition", "not 300k, 330k", &[("annual_revenue", "330000")]).held(&[("annual_revenue", "300000")]),
        business("competition", "My bad, revenue is more like 280,000", &[("annual_revenue", "280000")])
            .held(&[("annual_revenue", "300000")]),
        project("risks", "the budget went up to 60k by the way", &[("budget", "60000")]).held(&[("budget", "50000")]),
    ]);
}

#[test]
fn words_are_put_right() {
    check(&[
        business("competition", "Sorry, I said dentists earlier, I meant vets", &[("target_market", "vets")])
            .held(&[("target_market", "dentists")]),
        business("offering", "Correction: we're in wholesale, not retail", &[("industry", "wholesale")])
            .held(&[("industry", "retail")]),
        business("competition", "Strike that, we sell to schools", &[("target_market", "schools")])
            .held(&[("target_market", "dentists")]),
        business(
            "timeline",
            "Actually our main goal is a second shop rather than more customers",
            &[("primary_goal", "second shop")],
        )
        .held(&[("primary_goal", "more customers")]),
        business("pricing_strategy", "It's Blum, not Bloom", &[("competition", "Blum")]).held(&[("competition", "Bloom")]),
        business("offering", "Change industry to event catering", &[("industry", "event catering")])
            .held(&[("industry", "catering")]),
        business("target_market", "dentists, no wait, orthodontists", &[("target_market", "orthodontists")]),
        business("timeline", "Forget the second shop, the goal is an online shop", &[("primary_goal", "online shop")])
            .held(&[("primary_goal", "a second shop")]),
        business("sales_channels", "Make the pricing cost plus instead", &[("pricing_strategy", "cost_plus")])
            .held(&[("pricing_strategy", "premium")]),
        business("competition", "the date should be end of June, not end of May", &[("timeline", "2027-06-30")])
            .held(&[("timeline", r#"{"date":"2027-05-31","text":"end of May"}"#)]),
        business("=industry", "no, it's wholesale", &[("industry", "wholesale")]).held(&[("industry", "retail")]),
        business("=industry", "nearly, craft brewing to be exact", &[("industry", "craft brewing")])
            .held(&[("industry", "brewing")]),
        project(
            "budget",
            "Sorry, I meant the nurses on the night shift, not all nurses",
            &[("users", "nurses on the night shift")],
        )
        .held(&[("users", "all nurses")]),
        project("budget", "It's a replacement after all, not something new", &[("project_type", "replacement")])
            .held(&[("project_type", "new_build")]),
    ]);
}
