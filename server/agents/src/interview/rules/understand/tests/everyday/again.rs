//! "Both", "the second one", "same as before": what is meant stands in what was said or offered.

use super::{business, check, idea, project};

#[test]
fn options_are_chosen_by_pointing_at_them() {
    const TWO: &str = "Would that be the browser or the phone?";
    check(&[
        project("platforms", "both", &[("platforms", "browser+phone")]).after(TWO),
        project("platforms", "both of them please", &[("platforms", "browser+phone")]).after(TWO),
        project("platforms", "either", &[("?platforms", "~*")]).after(TWO),
        project("platforms", "the second one", &[("platforms", "phone")]).after(TWO),
        project("platforms", "the former", &[("platforms", "browser")]).after(TWO),
        project("platforms", "the latter", &[("platforms", "phone")]).after(TWO),
        project("platforms", "all of them", &[("platforms", "browser+phone+tablet+desktop+existing_system+no_interface")]),
        project("platforms", "the first two", &[("platforms", "browser+phone")]),
        project("project_type", "option 2", &[("project_type", "replacement")]),
        project("project_type", "the last one", &[("project_type", "process")]),
        project("project_type", "number three I think", &[("project_type", "~extension")]),
        project("project_type", "that one", &[("?project_type", "~*")]).after("Would you call it a replacement of a system?"),
        business("business_model", "the first one", &[("business_model", "product_sales")]),
        business("business_model", "the one with the monthly fee", &[("business_model", "subscription")]),
        idea("revenue_model", "the subscription one", &[("revenue_model", "subscription")]),
    ]);
}

#[test]
fn an_earlier_answer_is_meant_again() {
    check(&[
        project("decision_maker", "same as the users", &[("decision_maker", "~night nurses")]).held(&[("users", "night nurses")]),
        project("decision_maker", "the same people as the users", &[("decision_maker", "~night nurses")])
            .held(&[("users", "night nurses")]),
        business("timeline", "same as before", &[]).doing(&["ToldAlready"]),
        business("target_market", "same as before", &[]).doing(&["ToldAlready"]),
        business("target_market", "as I said, dentists", &[("target_market", "dentists")]),
        business("target_market", "like I said earlier: dentists", &[("target_market", "dentists")]),
        business("target_market", "see above", &[]).doing(&["ToldAlready"]),
        business("main_challenge", "the same as the goal", &[("main_challenge", "~find a shop")])
            .held(&[("primary_goal", "find a shop")]),
        business("annual_revenue", "same as last year", &[("?annual_revenue", "~*")]),
        business("=team_size", "that's the one", &[]).held(&[("team_size", "12")]).doing(&["Accept"]),
    ]);
}
