//! Values are said the way one would say them aloud.

use super::{super::subject::Subject, plan};
use crate::interview::rules::reply::value::{IN_PASSING, in_words};
use serde_json::{Value, json};

#[test]
fn values_are_said_in_words() {
    let plan = plan();
    let cases: Vec<(&str, Value, &str)> = vec![
        ("industry", json!("dental software"), "dental software"),
        ("industry", json!(" dental\nsoftware. "), "dental software"),
        ("industry", json!("we make software for dentists"), "“we make software for dentists”"),
        ("customer_need", json!("they lose patients to no-shows, every week"), "“they lose patients to no-shows, every week”"),
        ("industry", json!("say \"AI\", again"), "“say 'AI', again”"),
        ("industry", json!("really?"), "really"),
        ("industry", json!("<b>bold</b>"), "“<b>bold</b>”"),
        ("business_model", json!("product_sales"), "selling products"),
        ("business_model", json!("Subscription"), "subscription"),
        ("business_model", json!("a shop"), "a shop"),
        ("sales_channels", json!(["own_website", "direct_sales", "referrals"]), "own website, direct sales and referrals"),
        ("sales_channels", json!(["store"]), "physical shop"),
        ("team_size", json!(12), "12"),
        ("team_size", json!(12.0), "12"),
        ("team_size", json!(0.5), "0.5"),
        ("team_size", json!(2026), "2026"),
        ("annual_revenue", json!(1_250_000), "1,250,000"),
        ("annual_revenue", json!(-12_500.5), "-12,500.5"),
        ("team_size", json!({"value": 12, "unit": "people"}), "12 people"),
        ("team_size", json!({"min": 3, "max": 10, "unit": "chairs"}), "3 to 10 chairs"),
        ("team_size", json!({"min": 3, "max": null}), "at least 3"),
        ("team_size", json!({"max": 10, "unit": "people"}), "at most 10 people"),
        ("annual_revenue", json!({"min": 20_000, "max": 30_000, "unit": "$"}), "$20,000 to $30,000"),
        ("annual_revenue", json!({"value": 30, "unit": "%"}), "30%"),
        ("team_size", json!({"value": 12, "unit": "people", "text": "about 12 people"}), "about 12 people"),
        ("annual_revenue", json!({"max": 5000, "text": "5000 euros"}), "at most 5000 euros"),
        ("annual_revenue", json!({"max": 5000, "text": "up to 5000"}), "up to 5000"),
        ("annual_revenue", json!({"value": 62000, "text": "62000 euros"}), "62,000 euros"),
        ("annual_revenue", json!({"min": 70000, "max": 80000, "text": "70000-80000 pounds"}), "70,000-80,000 pounds"),
        ("annual_revenue", json!({"value": 12500.5, "text": "12500,50 euros"}), "12500,50 euros"),
        ("industry", json!("Making 20000 bricks"), "making 20000 bricks"),
        ("industry", json!("The shortage of staff"), "the shortage of staff"),
        ("industry", json!("The Hague"), "The Hague"),
        ("timeline", json!({"date": "2026-06-30", "text": "end of June"}), "30 June 2026"),
        ("timeline", json!({"date": "2027-03-01", "text": "March"}), "March 2027"),
        ("timeline", json!("2026-06-30"), "30 June 2026"),
        ("timeline", json!("2026-13-30"), "2026-13-30"),
        ("timeline", json!("end of Q2"), "end of Q2"),
        ("target_market", json!({"market": "small businesses"}), "small businesses"),
        ("industry", json!(true), "yes"),
        ("industry", json!(null), "nothing"),
        ("no_such_key", json!("anything"), "anything"),
    ];
    for (key, value, wanted) in cases {
        assert_eq!(in_words(Subject::of(&plan, key), &value, IN_PASSING), wanted, "{key} {value}");
    }
}

#[test]
fn long_values_end_in_an_ellipsis() {
    let said = in_words(Subject::of(&plan(), "industry"), &json!("word ".repeat(400)), IN_PASSING);
    assert!(said.ends_with("word…”") && said.chars().count() <= IN_PASSING + 3, "{said}");
}

#[test]
fn names_take_an_article_where_they_need_one() {
    let plan = plan();
    for (key, wanted) in [
        ("target_market", "the target market"),
        ("CRM", "the CRM"),
        ("our_budget", "our budget"),
        ("today's_tool", "today's tool"),
    ] {
        assert_eq!(Subject::of(&plan, key).the(), wanted);
    }
}
