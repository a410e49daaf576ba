//! What was meant for another question answers none: what was taken from it is given up, and the question asked again.

use super::{business, check, idea, project};

#[test]
fn whoever_denies_the_name_of_what_is_asked_does_not_answer_it() {
    check(&[
        business("primary_goal", "that's who I am, not the goal", &[]).doing(&["GoBack"]),
        business("primary_goal", "That is what we sell, not our primary goal.", &[]).doing(&["GoBack"]),
        business("annual_revenue", "that isn't my revenue", &[]).doing(&["GoBack"]),
        business("primary_goal", "Locksmith, that's my trade, not the goal", &[]).doing(&["GoBack"]),
        business("primary_goal", "That's not the goal, that's my wife's wish", &[]).doing(&["GoBack"]),
        project("deadline", "I don't mean the deadline", &[]).doing(&["GoBack"]),
        project("users", "this was the name of our club, not the users", &[]).doing(&["GoBack"]),
        project("budget", "sorry, that's not the budget", &[]).doing(&["GoBack"]),
        idea("problem", "No, that wasn't the problem", &[]).doing(&["GoBack"]),
        idea("audience", "I wasn't talking about the audience", &[]).doing(&["GoBack"]),
    ]);
}

#[test]
fn what_the_last_answer_filled_by_mistake_is_taken_back_and_asked_again() {
    check(&[
        business("=primary_goal", "that's who I am, not the goal", &[])
            .held(&[("primary_goal", "Ana the potter")])
            .doing(&["Withdraw", "GoBack", "-Reject", "-Accept"]),
        business("main_challenge", "That was our name, not the goal", &[])
            .held(&[("industry", "pottery"), ("primary_goal", "Clay & Co")])
            .doing(&["Withdraw", "GoBack"]),
        project("=budget", "That isn't the budget", &[])
            .held(&[("users", "night nurses"), ("budget", "1200")])
            .doing(&["Withdraw", "GoBack"]),
        idea("=biggest_risk", "I didn't mean the biggest risk", &[])
            .held(&[("biggest_risk", "a rival farm")])
            .doing(&["Withdraw", "GoBack"]),
        // Said before the last answer: it is only wrong.
        project("=budget", "that's not the budget", &[])
            .held(&[("budget", "1200"), ("users", "night nurses")])
            .doing(&["Reject", "-Withdraw"]),
        // What it is instead holds at once.
        business("=primary_goal", "That's not the goal. The goal is a second kiln", &[("primary_goal", "*")])
            .held(&[("primary_goal", "Clay & Co")])
            .doing(&["Overrule", "-Withdraw", "-GoBack"]),
    ]);
}

#[test]
fn a_name_that_is_denied_within_an_answer_takes_nothing_back() {
    check(&[
        business("main_challenge", "It's the costs, not the revenue", &[("?main_challenge", "*")])
            .held(&[("annual_revenue", "300000")])
            .doing(&["-Withdraw", "-GoBack"]),
        business("main_challenge", "the rent, not the revenue", &[("?main_challenge", "*")])
            .held(&[("annual_revenue", "300000")])
            .doing(&["-Withdraw", "-GoBack"]),
        project("deadline", "not sure about the deadline", &[]).doing(&["DontKnow", "-GoBack"]),
        project("project_goal", "fewer calls at night, not a new switchboard", &[("project_goal", "*")]).doing(&["-GoBack"]),
        idea("budget", "I don't know the budget", &[]).doing(&["DontKnow", "-GoBack"]),
    ]);
}
