//! Messages that do several things.

use super::{business, check, project};

#[test]
fn something_is_left_and_something_told() {
    check(&[
        business("annual_revenue", "skip that, but we're 12 people", &[("team_size", "12")]).doing(&["Skip"]),
        business("team_size", "skip this one. Our revenue is 300k", &[("annual_revenue", "300000")]).doing(&["Skip"]),
        business("annual_revenue", "No idea, but we sell to schools", &[("target_market", "schools")]).doing(&["DontKnow"]),
        business("timeline", "later please - and the team is 9 now", &[("team_size", "9")]).doing(&["Defer"]),
        business("target_market_size", "I don't know that, but the revenue is 2 million", &[("annual_revenue", "2000000")])
            .doing(&["DontKnow"]),
        business("timeline", "not now, but there are 40 of us", &[("team_size", "40")]).doing(&["Defer"]),
        business("competition", "Can we do that one later? Also change the team size to 20", &[("team_size", "20")])
            .held(&[("team_size", "12")])
            .doing(&["Defer"]),
        project("risks", "next question. Oh and the budget is 20k", &[("budget", "20000")]).doing(&["Skip"]),
        business("annual_revenue", "I'd rather not say. We have 8 employees though", &[("team_size", "8")]),
        business("annual_revenue", "Pass. Actually no, wait: 300k", &[("annual_revenue", "300000")]).doing(&["-Skip"]),
        business(
            "competition",
            "can't think of anyone, but our prices are premium",
            &[("pricing_strategy", "premium"), ("?competition", "~*")],
        ),
    ]);
}

#[test]
fn something_is_asked_and_something_told() {
    check(&[
        business("target_market", "why do you ask? anyway, it's dentists", &[("target_market", "dentists")]).doing(&["AskWhy"]),
        business("target_market", "Dentists. Can you look up how many there are?", &[("target_market", "Dentists")]),
        business("competition", "Good question! Mostly Bloom", &[("competition", "Bloom")]).doing(&["-Question"]),
        business("target_market", "What do you mean by market? If it's the clients, then schools", &[("target_market", "*")])
            .doing(&["AskMeaning"]),
        business("industry", "hi, we're a bakery", &[("industry", "*")]).doing(&["Greeting"]),
        business("industry", "Hello! Thanks for having me. We do plumbing.", &[("industry", "*")]),
        business("pricing_strategy", "Great, thanks! Premium.", &[("pricing_strategy", "premium")]),
        business("team_size", "12. How many more questions?", &[("team_size", "12")]).doing(&["AskProgress"]),
        business("team_size", "12, and what's next?", &[("team_size", "12")]),
    ]);
}

#[test]
fn something_is_agreed_or_denied_and_something_told() {
    check(&[
        business("=industry", "Yes, and it's 14 people", &[("?team_size", "14")])
            .held(&[("industry", "retail")])
            .doing(&["Accept"]),
        business("=industry", "That's right. By the way we're 12 people now", &[("team_size", "12")])
            .held(&[("industry", "retail")])
            .doing(&["Accept"]),
        business("=industry", "no, it's wholesale, and we are 9", &[("industry", "wholesale"), ("team_size", "9")])
            .held(&[("industry", "retail")]),
        business("=team_size", "Correct, and our revenue is 2 million", &[("annual_revenue", "2000000")])
            .held(&[("team_size", "12")])
            .doing(&["Accept"]),
        business("=team_size", "yes but only in summer", &[]).held(&[("team_size", "12")]),
        business("timeline", "Undo that, the team is 15", &[("team_size", "15")]).held(&[("team_size", "12")]),
        business("timeline", "that's all for today, thanks", &[]).doing(&["Pause"]),
    ]);
}
