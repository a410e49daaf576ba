//! Numbers of those who speak are nobody else's, and questions that only sound like one are answers where they are asked for.

use super::{business, check, idea, project};

#[test]
fn our_own_head_count_is_not_the_number_of_somebody_else() {
    check(&[
        project("must_haves", "we are 65 now", &[]),
        project("must_haves", "We're 65 people now", &[]),
        project("risks", "there are 65 of us", &[]),
        project("risks", "we have grown to 65 people", &[("?risks", "*")]),
        idea("problem", "we are 4 people", &[]),
        idea("biggest_risk", "there are just two of us", &[("?biggest_risk", "~*")]),
        business("offering", "we are 65 now", &[("team_size", "65")]),
        project("must_haves", "65 people will use it", &[("user_count", "65")]),
        project("user_count", "we are 65", &[("user_count", "65 | ~65")]),
        project("user_count", "all 65 of us", &[("user_count", "65 | ~65")]),
    ]);
}

#[test]
fn a_question_that_is_asked_of_oneself_is_an_answer_to_one_about_difficulties() {
    for said in [
        "How can we find good staff?",
        "How do we reach people outside the city?",
        "How to keep our prices low",
        "Where do we find the money?",
        "How can I sell more without working more?",
        "Who will pay for it?",
        "Whether anybody pays for it",
        "Will anyone actually use it?",
        "How will we find the time?",
    ] {
        for (about, asked) in [
            (business as super::Maker, "main_challenge"),
            (idea as super::Maker, "biggest_risk"),
            (project as super::Maker, "risks"),
        ] {
            let understood = about(asked, said, &[]).understood();
            let found = understood.findings.iter().find(|one| one.key == asked);
            assert!(found.is_some(), "[{asked}] {said:?}: {:?} {:?}", understood.findings, understood.moves);
        }
    }
    for said in ["How can we find good staff?", "Where do we find the money?", "Will anyone actually use it?"] {
        for asked in ["industry", "offering", "target_market", "pricing_strategy", "team_size"] {
            let understood = business(asked, said, &[]).understood();
            assert!(understood.findings.is_empty(), "[{asked}] {said:?}: {:?}", understood.findings);
        }
    }
    for said in [
        "How do you mean that?", "What do you mean?", "Why do you need to know?", "How long will this take?", "Can I skip this?",
        "How should I answer that?", "What is a risk?", "Can you give me an example?", "Who can see this?", "Is that saved?",
    ] {
        let understood = business("main_challenge", said, &[]).understood();
        assert!(understood.findings.is_empty(), "{said:?}: {:?}", understood.findings);
        assert!(!understood.moves.is_empty(), "{said:?} is heard");
    }
}
