//! Statements that answer another question than the one they stand before, in several trades.

use super::{
    super::stage::firm,
    after, check,
    objectives::{built_in, hiring, household, incident, intake},
    row,
};
use protocol::interview::ContextType;

#[test]
fn what_is_made_and_for_whom_is_told_apart() {
    check(
        &built_in(ContextType::BusinessProfile),
        &[
            row(
                "industry",
                "We sell practice software to dentists",
                &[("offering", "practice software"), ("target_market", "dentists")],
            ),
            row(
                "industry",
                "We sell bread to restaurants in Lyon and have 12 employees",
                &[("offering", "bread"), ("target_market", "restaurants in Lyon"), ("team_size", "12")],
            ),
            row("primary_goal", "we sell sourdough bread and pastries", &[("offering", "sourdough bread and pastries")]),
            row(
                "primary_goal",
                "We build garden sheds for families",
                &[("offering", "garden sheds"), ("target_market", "families")],
            ),
            row("main_challenge", "Our company makes hearing aids", &[("offering", "hearing aids")]),
            row("industry", "Based in Porto, we make cork flooring", &[("offering", "cork flooring")]),
            row("industry", "We provide hotels with clean linen", &[("offering", "clean linen"), ("target_market", "hotels")]),
            row("offering", "We sell wine to restaurants", &[("offering", "!wine"), ("target_market", "restaurants")]),
            row("target_market", "We sell wine to restaurants", &[("offering", "wine"), ("target_market", "!restaurants")]),
            row("target_market", "we make toys for hospitals", &[("offering", "toys"), ("target_market", "!hospitals")]),
            row(
                "industry",
                "we deliver vegetable boxes to families in Leeds",
                &[("offering", "vegetable boxes"), ("target_market", "families in Leeds")],
            ),
            row("offering", "We make furniture from old ships", &[("offering", "!furniture from old ships")]),
            row("offering", "We build software to manage parking lots", &[("offering", "!software to manage parking lots")]),
            row("offering", "We sell spare parts for tractors", &[("offering", "!spare parts for tractors")]),
            row("industry", "We do accounting for farms", &[("industry", "!accounting for farms")]),
            row("industry", "We are a law firm", &[("industry", "!law firm")]),
            row("primary_goal", "We sell quite well", &[("?primary_goal", "*")]),
            row("industry", "we want 30% more revenue next year", &[("primary_goal", "30% more revenue next year")]),
            row("industry", "We plan to open a shop in Ghent", &[("primary_goal", "open a shop in Ghent")]),
            row("primary_goal", "We want to sell abroad", &[("primary_goal", "!sell abroad")]),
            row("industry", "I want to talk about my bakery", &[("?industry", "*")]),
            after(
                &[("offering", "bread"), ("target_market", "restaurants")],
                "industry",
                "As I said, we sell bread to restaurants",
                &[("?industry", "~*")],
            ),
        ],
    );
}

#[test]
fn other_trades_have_other_parts() {
    check(
        &firm(),
        &[
            row("obstacles", "We sell insurance to sailors", &[("offering", "insurance"), ("target_market", "sailors")]),
            row("obstacles", "Our last campaign cost 20000 euros", &[("obstacles", "~Our last campaign cost 20000 euros")]),
        ],
    );
    check(
        &built_in(ContextType::ProjectDiscovery),
        &[
            row("project_goal", "Our old system cost 20000 euros", &[("?project_goal", "~*")]),
            row("success_criteria", "We sell a third more tickets", &[("success_criteria", "*")]),
            row("must_haves", "We want to see all orders at a glance", &[("must_haves", "*")]),
        ],
    );
    check(
        &intake(),
        &[
            row("complaint", "I want to sleep again", &[("complaint", "*")]),
            row("complaint", "I make furniture and my back hurts", &[("complaint", "*")]),
        ],
    );
    check(&incident(), &[row("cause", "We sell to shops in Spain", &[("cause", "*")])]);
    check(&household(), &[row("worries", "We want to keep the piano safe", &[("worries", "*")])]);
    check(&hiring(), &[row("reason", "We want to grow", &[("reason", "*")])]);
}

#[test]
fn a_wish_is_no_fact() {
    check(
        &built_in(ContextType::BusinessProfile),
        &[
            row("primary_goal", "Our goal is to grow to 50 people", &[("primary_goal", "*")]),
            row("main_challenge", "We want to reach 2 million in revenue", &[("?primary_goal", "*"), ("?main_challenge", "~*")]),
            row("primary_goal", "to become a team of 30 employees", &[("primary_goal", "*")]),
            row("industry", "Logistics. We're 45 people.", &[("industry", "!Logistics"), ("team_size", "45")]),
            row("customer_need", "There were 50 people in the queue", &[("customer_need", "*")]),
            row("main_challenge", "60 people complained last year", &[("main_challenge", "*")]),
        ],
    );
    check(
        &built_in(ContextType::ProjectDiscovery),
        &[row("project_goal", "200 people should save an hour a day", &[("project_goal", "*")])],
    );
}

#[test]
fn only_the_answer_is_kept() {
    check(
        &built_in(ContextType::BusinessProfile),
        &[
            row("target_market", "I guess enterprise businesses", &[("target_market", "~enterprise businesses")]),
            row("target_market", "dentists, obviously", &[("target_market", "!dentists")]),
            row("target_market", "well, you know, dentists I suppose", &[("target_market", "~dentists")]),
            row("target_market", "maybe dentists?", &[("target_market", "~dentists")]),
            row("target_market", "perhaps small museums?", &[("target_market", "~small museums")]),
            row("target_market", "museums, of course", &[("target_market", "!museums")]),
            row("target_market", "museums or something", &[("target_market", "*")]),
            row("competition", "Frankly, nobody", &[("competition", "nobody")]),
            row(
                "main_challenge",
                "I mean, the rent is too high",
                &[("main_challenge", "rent is too high | the rent is too high")],
            ),
            row("main_challenge", "The rent, I think", &[("main_challenge", "~rent | ~The rent")]),
            row("team_size", "12?", &[("team_size", "~12")]),
            row("offering", "Let's say garden design", &[("offering", "garden design")]),
            row("offering", "Can we do this tomorrow?", &[]),
            row("offering", "Hold on, let me get my notes", &[]),
            row("offering", "Could you explain that?", &[]),
            row("offering", "Are you sure?", &[]),
        ],
    );
}

#[test]
fn options_are_chosen_by_their_place() {
    check(
        &built_in(ContextType::ProjectDiscovery),
        &[
            row("platforms", "the first two", &[("platforms", "browser+phone")]),
            row("platforms", "the first and the third", &[("platforms", "browser+tablet")]),
            row("platforms", "the last one", &[("platforms", "no_interface")]),
            row("data_sensitivity", "the third option", &[("data_sensitivity", "personal")]),
            row("data_sensitivity", "option 2", &[("data_sensitivity", "internal")]),
            row("data_sensitivity", "number 12", &[]),
            row("data_sensitivity", "not the first one", &[]),
            row("data_sensitivity", "the first two", &[]),
            row("data_sensitivity", "definitely not public", &[]),
        ],
    );
}
