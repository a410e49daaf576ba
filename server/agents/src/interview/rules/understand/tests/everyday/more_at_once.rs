//! One message answers several questions.

use super::{business, check, idea, project};

#[test]
fn a_business_tells_several_things_at_once() {
    check(&[
        business(
            "industry",
            "We're a bakery with 8 people and sell mostly to hotels",
            &[("industry", "*"), ("team_size", "8"), ("target_market", "hotels")],
        ),
        business(
            "industry",
            "Plumbing, four of us, about 300k a year",
            &[("industry", "Plumbing"), ("team_size", "4"), ("annual_revenue", "300000")],
        ),
        business(
            "target_market",
            "Homeowners, and we get them through word of mouth",
            &[("target_market", "Homeowners"), ("sales_channels", "referrals")],
        ),
        business(
            "primary_goal",
            "A second van by June next year",
            &[("primary_goal", "*"), ("timeline", "2028-06-01 | ~2028-06-01")],
        ),
        business("team_size", "six, and we sell to schools", &[("team_size", "6"), ("target_market", "schools")]),
        business(
            "business_model",
            "services, through partners mainly",
            &[("business_model", "services"), ("sales_channels", "partners")],
        ),
        business(
            "industry",
            "Dental practice in Porto. We're 9. We want fewer no-shows.",
            &[("industry", "Dental practice in Porto"), ("team_size", "9"), ("primary_goal", "fewer no-shows")],
        ),
        business(
            "timeline",
            "by Christmas, my main challenge is finding drivers",
            &[("timeline", "2027-12-25 | 2027-12-24"), ("main_challenge", "finding drivers")],
        ),
        business(
            "target_market",
            "Our customers are students; they want cheap bikes",
            &[("target_market", "*"), ("?customer_need", "*")],
        ),
        business("sales_channels", "Website and two trade fairs a year", &[("sales_channels", "own_website+events")]),
        business(
            "offering",
            "Tax returns for freelancers, 80 euros each",
            &[("offering", "*"), ("?target_market", "freelancers")],
        ),
        business(
            "competition",
            "Amazon mostly. Our prices are premium.",
            &[("competition", "Amazon | Amazon mostly"), ("pricing_strategy", "premium")],
        ),
        business(
            "primary_goal",
            "Grow to 20 people and open in Lisbon by 2029",
            &[("primary_goal", "*"), ("timeline", "2029-12-31")],
        ),
        business("team_size", "Just me, and I turn over about 60k", &[("team_size", "1"), ("annual_revenue", "60000")]),
    ]);
}

#[test]
fn ideas_and_projects_tell_several_things_at_once() {
    check(&[
        idea(
            "idea_summary",
            "An app that reminds people to drink water, I've got a prototype already",
            &[("idea_summary", "*"), ("idea_stage", "prototype"), ("?solution_type", "*")],
        ),
        idea(
            "audience",
            "Single parents, roughly two million of them",
            &[("audience", "Single parents"), ("market_size", "2000000")],
        ),
        idea("budget", "About 5,000, and I'd like to launch in September", &[("budget", "5000"), ("launch_date", "2027-09-01")]),
        idea(
            "revenue_model",
            "subscription, and the launch is planned for next May",
            &[("revenue_model", "subscription"), ("launch_date", "2027-05-01 | 2028-05-01")],
        ),
        idea("evidence", "I talked to people and ran a survey", &[("evidence", "conversations+survey")]),
        project(
            "users",
            "Nurses on the night shift, about 40 of them, on tablets",
            &[("users", "*"), ("user_count", "40"), ("platforms", "tablet")],
        ),
        project("budget", "20k, and it must be ready by October", &[("budget", "20000"), ("deadline", "2027-10-01")]),
        project(
            "decision_maker",
            "The head of IT decides, and the budget is 50,000 euros",
            &[("decision_maker", "*"), ("budget", "50000")],
        ),
        project(
            "integrations",
            "Outlook and SAP, and people only use the browser",
            &[("integrations", "*"), ("platforms", "browser")],
        ),
        project("deadline", "end of May, and we can spend 30k at most", &[("deadline", "2027-05-31"), ("budget", "..30000")]),
        project(
            "project_type",
            "replacing the old one, for about 120 people",
            &[("project_type", "replacement"), ("?user_count", "120")],
        ),
    ]);
}
