//! What it is not, and what it is instead.

use super::{business, check, idea, project};

#[test]
fn one_thing_in_place_of_another() {
    check(&[
        business("industry", "not retail but wholesale", &[("industry", "wholesale")]),
        business(
            "industry",
            "Not really retail, more like wholesale",
            &[("industry", "wholesale | more like wholesale | ~wholesale")],
        ),
        business("business_model", "not a service, a subscription", &[("business_model", "subscription")]),
        business(
            "business_model",
            "we don't sell products, we sell services",
            &[("business_model", "services"), ("?offering", "services")],
        ),
        business("pricing_strategy", "we're not cheap, we're premium", &[("pricing_strategy", "premium")]),
        business("pricing_strategy", "definitely not premium", &[]),
        business(
            "target_market",
            "not the children themselves, their teachers",
            &[("target_market", "their teachers | teachers")],
        ),
        business(
            "target_market",
            "companies rather than private people",
            &[("target_market", "companies | companies rather than private people")],
        ),
        business("main_challenge", "It's not about money, it's about time", &[("main_challenge", "*")]),
        business("main_challenge", "not so much the rent as the drivers", &[("main_challenge", "*")]),
        project("data_sensitivity", "no, not medical data, just names and addresses", &[("data_sensitivity", "personal")]),
        project("platforms", "no phone, only the browser", &[("platforms", "browser")]),
        project("platforms", "neither phone nor tablet, just desktop", &[("platforms", "desktop")]),
        project("platforms", "not on the phone but on tablets", &[("platforms", "tablet")]),
        project("project_type", "no replacement, an extension", &[("project_type", "extension")]),
        idea("idea_stage", "it's no longer just an idea, we have a prototype", &[("idea_stage", "prototype")]),
    ]);
}

#[test]
fn all_but_some_and_nothing_but_some() {
    const CHANNELS: &str = "own_website+marketplaces+direct_sales+store+partners+referrals+events+tenders";
    check(&[
        business("sales_channels", "anything except social media", &[("sales_channels", CHANNELS)]),
        business("sales_channels", "everything but social media", &[("sales_channels", CHANNELS)]),
        business("sales_channels", "all of those apart from social media", &[("sales_channels", CHANNELS)]),
        business("sales_channels", "nothing but word of mouth", &[("sales_channels", "referrals")]),
        business("sales_channels", "other than referrals, nothing", &[("sales_channels", "referrals")]),
        business("sales_channels", "we no longer sell online, only in the shop", &[("sales_channels", "store")]),
        business("sales_channels", "only the website", &[("sales_channels", "own_website")]),
        business("sales_channels", "no tenders", &[]),
        business("sales_channels", "none of those", &[("?sales_channels", "~*")]),
        project(
            "platforms",
            "everywhere except on phones",
            &[("platforms", "browser+tablet+desktop+existing_system+no_interface")],
        ),
    ]);
}

#[test]
fn there_is_none() {
    check(&[
        business("competition", "we don't have any competitors", &[("competition", "*")]),
        business("competition", "nobody, really", &[("competition", "*")]),
        project("deadline", "there's no deadline", &[]),
        project("budget", "no budget yet", &[]),
        project("out_of_scope", "nothing in particular", &[("?out_of_scope", "*")]),
        project("integrations", "None, it stands alone", &[("integrations", "*")]),
    ]);
}

#[test]
fn a_day_that_is_denied_gives_way_to_one_that_is_not() {
    check(&[
        project("deadline", "No deadline from Thursday, we need it by the end of March", &[("deadline", "2027-03-31")]),
        project("deadline", "It can't be Friday, it has to be 12 April", &[("deadline", "2027-04-12")]),
        project("deadline", "The 10th of May is off, the 17th of May works", &[("deadline", "2027-05-17")]),
        project("deadline", "we won't finish in April, we will in May", &[("deadline", "2027-05-01")]),
        idea("launch_date", "Not on 1 June or 2 June but on 5 June", &[("launch_date", "2027-06-05")]),
        idea("launch_date", "Monday doesn't work, Tuesday does", &[("launch_date", "2027-03-09")]),
    ]);
}

#[test]
fn a_day_that_is_only_denied_is_none() {
    check(&[
        project("deadline", "Not on Friday", &[]),
        project("deadline", "It won't be ready in April", &[]),
        project("deadline", "there's no delivery on 12 April", &[]),
        idea("launch_date", "Thursday is off", &[]),
    ]);
}

#[test]
fn a_day_that_bounds_is_not_denied() {
    const MAY: &str = "2027-05-01 | ~2027-05-01";
    check(&[
        idea("launch_date", "not before May", &[("launch_date", MAY)]),
        idea("launch_date", "We can't start before May", &[("launch_date", MAY)]),
        project("deadline", "No, it must be ready by 15 June", &[("deadline", "2027-06-15")]),
        project("deadline", "No it must be ready by 15 June", &[("deadline", "2027-06-15")]),
        project("deadline", "we must not miss 1 June", &[("deadline", "2027-06-01")]),
    ]);
}

#[test]
fn a_number_that_is_denied_gives_way_to_one_that_is_not() {
    check(&[
        business("team_size", "12 is too many, we are 9", &[("team_size", "9")]),
        business("team_size", "we can't keep all 12, there are 9 of us", &[("team_size", "9")]),
        project("budget", "we don't want to spend 50k, 30k it is", &[("budget", "30000")]),
        business("team_size", "not more than 12", &[("team_size", "..12")]),
    ]);
}
