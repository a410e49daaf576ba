//! What is said to an open question and does not answer it, or answers another one.

use super::{
    check,
    objectives::{built_in, claim, hiring, incident, wedding},
    row,
};
use protocol::interview::ContextType;

#[test]
fn not_every_sentence_is_an_answer() {
    check(
        &built_in(ContextType::IdeaDiscovery),
        &[
            row("problem", "idk", &[]),
            row("problem", "idk really", &[]),
            row("problem", "dunno", &[]),
            row("problem", "can't remember", &[]),
            row("audience", "I told you already", &[]),
            row("audience", "I already said that", &[]),
            row("audience", "as I said before", &[]),
            row("audience", "you asked me that before", &[]),
            row("audience", "stop asking me the same thing", &[]),
            row("current_alternative", "this is taking too long", &[("?current_alternative", "~*")]),
            row("current_alternative", "this is boring", &[("?current_alternative", "~*")]),
            row("differentiator", "how many more questions", &[]),
            row("audience", "the weather is nice", &[("?audience", "~*")]),
            row("audience", "it's raining here", &[("?audience", "~*")]),
            row("problem", "I have no budget at all and it's stupid", &[("?problem", "~*"), ("?budget", "*")]),
            row("biggest_risk", "We'd charge 5 euros a month", &[("?biggest_risk", "~*"), ("?revenue_model", "~*")]),
            row("success_measure", "In three weeks", &[("launch_date", "~2027-03-24")]),
            row("success_measure", "by 20 May", &[("launch_date", "~2027-05-20 | 2027-05-20")]),
            row("biggest_risk", "10,000 euros", &[("budget", "10000")]),
            row("problem", "wrong", &[]),
            row("problem", "maybe", &[]),
        ],
    );
}

#[test]
fn short_answers_are_answers() {
    check(
        &built_in(ContextType::IdeaDiscovery),
        &[
            row("audience", "students", &[("audience", "!students")]),
            row("audience", "me", &[("audience", "!me")]),
            row("audience", "Everyone", &[("audience", "*")]),
            row("current_alternative", "They ask their neighbours", &[("current_alternative", "!They ask their neighbours")]),
            row("current_alternative", "nothing", &[("current_alternative", "*")]),
            row("current_alternative", "Excel", &[("current_alternative", "!Excel")]),
            row("problem", "We keep asking the same questions", &[("problem", "!We keep asking the same questions")]),
            row("problem", "Not enough time", &[("problem", "!Not enough time")]),
            row("problem", "no time", &[("problem", "*")]),
            row("problem", "You never know what you said before", &[("?problem", "*")]),
            row("differentiator", "the right answer, right away", &[("differentiator", "*")]),
            row("current_alternative", "Some ask friends, others do nothing", &[("current_alternative", "*")]),
            row("audience", "People like me", &[("audience", "*")]),
            row("audience", "anyone really", &[("audience", "*")]),
            row("biggest_risk", "money", &[("biggest_risk", "!money")]),
            row("biggest_risk", "The weather, it must not rain", &[("biggest_risk", "*")]),
            row(
                "biggest_risk",
                "That it takes too long to build",
                &[("biggest_risk", "!That it takes too long to build | !it takes too long to build")],
            ),
            row("problem", "Waiting at the doctor's takes too long", &[("problem", "!Waiting at the doctor's takes too long")]),
            row("problem", "The wrong people get the invoice", &[("problem", "!The wrong people get the invoice")]),
            row(
                "success_measure",
                "100 users in three weeks",
                &[("success_measure", "!100 users in three weeks"), ("?launch_date", "~*")],
            ),
            row(
                "success_measure",
                "When it earns 5,000 euros a month",
                &[("success_measure", "!When it earns 5,000 euros a month")],
            ),
            row("differentiator", "It's free", &[("differentiator", "*"), ("?revenue_model", "*")]),
        ],
    );
    check(&hiring(), &[row("reason", "Our nurse left", &[("reason", "!Our nurse left")]), row("skills", "idk", &[])]);
    check(
        &incident(),
        &[row("cause", "the last release", &[("cause", "!last release")]), row("symptom", "I told you already", &[])],
    );
    check(
        &wedding(),
        &[row("music", "this is taking forever", &[("?music", "~*")]), row("must_not", "rain", &[("must_not", "!rain")])],
    );
    check(
        &claim(),
        &[row("damage", "the roof", &[("damage", "!roof")]), row("damage", "2,000 dollars", &[("damage_amount", "2000")])],
    );
}
