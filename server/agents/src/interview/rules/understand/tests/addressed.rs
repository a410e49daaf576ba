//! What is said to the interviewer, by classes of sentences: putting off, taking up again, insults, refusals, wishes nobody here can
//! fulfil, fillers. None of it is a value; sentences of the matter with the same words stay answers.

use super::live::objectives::built_in;
use super::stage::{Stage, firm, outing, removal, values};
use domain::interview::Move;
use protocol::interview::{ContextType, ObjectiveDefinition};
use std::sync::Arc;

fn moments() -> Vec<(Arc<ObjectiveDefinition>, &'static str)> {
    vec![
        (firm(), "target_market"),
        (firm(), "employees"),
        (firm(), "company_size"),
        (firm(), "channels"),
        (firm(), "launch"),
        (removal(), "from_town"),
        (outing(), "food"),
        (built_in(ContextType::BusinessProfile), "main_challenge"),
        (built_in(ContextType::IdeaDiscovery), "audience"),
        (built_in(ContextType::IdeaDiscovery), "idea_stage"),
        (built_in(ContextType::ProjectDiscovery), "success_criteria"),
    ]
}

fn check(sentences: &[&str], fits: impl Fn(&Move) -> bool) {
    let mut faults = Vec::new();
    for (definition, asked) in moments() {
        for said in sentences {
            let understood = Stage::new(&definition).asked(asked).says(said);
            if !understood.moves.iter().any(&fits) || !understood.findings.is_empty() {
                faults.push(format!("[{asked}] {said:?}: {:?} {:?}", understood.moves, values(&understood)));
            }
        }
    }
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_question_is_put_off_in_any_wording() {
    check(
        &[
            "leave that for later",
            "Save this for later.",
            "we can return to this later",
            "Let's do this one later",
            "put that aside for now",
            "leave it for the end",
            "I'd rather answer this at the end",
            "put a pin in that",
            "Keep that one for later",
            "ask me that later",
            "ask me again later",
            "We'll get to that later",
            "I'll tell you later",
            "return to this one later",
            "hold that thought",
            "let's leave that until the end",
            "Save that one",
            "can we park this for now?",
            "Could we do this question another time?",
            "let's circle back to that",
            "I'll get back to you on that",
            "another day",
            "next time",
            "not now",
            "Not right now please",
            "maybe another time",
            "Please leave this one for the very end",
            "do it last",
            "Would it be ok if we leave this for later?",
            "let me sleep on it",
            "that can wait",
            "this one later please",
            "let's come back to it",
            "can I answer that in a bit?",
            "I'll answer that once I know more",
            "Let us put this question off",
            "I would prefer to discuss that later on",
            "keep this for the end",
        ],
        |one| matches!(one, Move::Defer { key: None }),
    );
}

#[test]
fn who_does_not_know_and_puts_it_off_puts_it_off() {
    check(
        &["No idea, let's leave that for later", "Hmm, I don't know - come back to it", "not sure, ask me again later"],
        |one| matches!(one, Move::Defer { key: None }),
    );
}

#[test]
fn what_was_skipped_is_taken_up_again() {
    check(
        &[
            "undo the skip",
            "don't skip it",
            "no wait, don't skip that",
            "I didn't mean to skip that",
            "unskip it",
            "back to the one I skipped",
            "let's do the ones I put off now",
            "can we go back to the skipped question?",
            "I'd like to answer the questions I left open",
        ],
        |one| *one == Move::TakeUp,
    );
    check(
        &[
            "what did I skip?",
            "What have I skipped so far?",
            "which questions did I put off?",
            "Can you read me back what you've got?",
            "read me back what you have",
            "Can you read that back to me what you noted",
            "remind me later what we skipped",
        ],
        |one| *one == Move::AskSummary,
    );
}

#[test]
fn insults_and_complaints_are_no_answers() {
    check(
        &[
            "Oh great, another bloody chatbot.",
            "Idiots like you wasting my time",
            "you're a robot, you wouldn't understand",
            "I don't trust you",
            "I don't like this question",
            "this question is stupid",
            "that's a stupid question",
            "You are completely useless",
            "your questions are annoying",
            "I hate these questions",
            "stupid bot",
            "you're wasting my time",
            "What a waste of time!",
            "who do you think you are",
            "I can't stand chatbots",
            "you just don't get it",
        ],
        |one| *one == Move::Abuse,
    );
}

#[test]
fn refusals_pass_the_question_over() {
    check(
        &[
            "not your business", "none of your business", "mind your own business", "that's personal",
            "That is strictly confidential.", "I won't tell you that", "why should I tell you that",
            "I don't want to share that with you",
        ],
        |one| matches!(one, Move::Skip { .. }),
    );
}

#[test]
fn wishes_and_fillers_are_no_answers() {
    check(&["help", "I need help with this"], |one| matches!(one, Move::AskMeaning { .. }));
    check(
        &[
            "start again", "restart", "let me start over", "clear all", "can I talk to a person", "I want to speak to a human",
            "email me this", "save", "can you send me a copy", "you got my name wrong",
        ],
        |one| *one == Move::Question,
    );
    check(&["save and exit", "please save this and quit"], |one| *one == Move::Pause);
    check(&["please use simple words", "speak slower", "in plain English please"], |one| *one == Move::Repeat);
    check(&["redo", "I made a mistake before", "I changed my mind"], |one| matches!(one, Move::GoBack { .. }));
    check(
        &[
            "I see", "interesting", "good point", "Thrilling.", "Wow, how original.", "blah blah blah", "test", "got it",
            "that's very interesting", "fair enough",
        ],
        |one| *one == Move::SmallTalk,
    );
    check(&["can't tell", "I can't say", "I really couldn't tell you"], |one| matches!(one, Move::DontKnow { .. }));
}

/// Words of commands in sentences of the matter: what was asked and what is said.
#[test]
fn the_same_words_of_the_matter_are_answers() {
    let business = || built_in(ContextType::BusinessProfile);
    let idea = || built_in(ContextType::IdeaDiscovery);
    let mut faults = Vec::new();
    for (definition, asked, said) in [
        (business(), "offering", "We leave bread for later baking"),
        (business(), "offering", "We keep spare parts for later"),
        (business(), "main_challenge", "Customers come back to it later"),
        (business(), "main_challenge", "People save it for the weekend"),
        (business(), "main_challenge", "Guests put it off until the last minute"),
        (business(), "customer_need", "They want it now, not tomorrow"),
        (business(), "primary_goal", "Return to profit next year"),
        (business(), "primary_goal", "Another shop"),
        (business(), "offering", "Parking for long stays"),
        (business(), "offering", "Later opening hours than anybody else"),
        (business(), "main_challenge", "Saving money for the winter"),
        (business(), "offering", "Tests for schools"),
        (business(), "main_challenge", "Personal problems in the team"),
        (business(), "main_challenge", "Our old machine"),
        (business(), "target_market", "Estate agents"),
        (business(), "offering", "Help with tax returns"),
        (business(), "offering", "We print and send invoices for others"),
        (idea(), "problem", "Chatbots that do not understand people"),
        (idea(), "problem", "People hate filling in forms"),
        (idea(), "problem", "Stupid questions in job interviews"),
        (idea(), "current_alternative", "They start again from scratch every time"),
        (idea(), "audience", "People who skip breakfast"),
    ] {
        let understood = Stage::new(&definition).asked(asked).says(said);
        if !understood.findings.iter().any(|one| one.key == asked) {
            faults.push(format!("[{asked}] {said:?}: {:?} {:?}", understood.moves, values(&understood)));
        }
    }
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn no_idea_is_said_of_what_was_asked() {
    for (definition, asked) in [
        (built_in(ContextType::IdeaDiscovery), "idea_stage"),
        (built_in(ContextType::IdeaDiscovery), "revenue_model"),
        (built_in(ContextType::ProjectDiscovery), "project_type"),
    ] {
        for said in ["no idea", "I have no idea", "No idea really", "I have no idea, sorry"] {
            let understood = Stage::new(&definition).asked(asked).says(said);
            assert!(understood.moves.contains(&Move::DontKnow { key: None }), "[{asked}] {said}: {:?}", understood.moves);
        }
    }
}

#[test]
fn an_answer_after_a_filler_is_kept() {
    let business = built_in(ContextType::BusinessProfile);
    for (said, wanted) in [
        ("Wow, that is a good question. Rent.", "Rent"),
        ("Take a wild guess. Rent.", "Rent"),
        ("That's a stupid question. Rent, obviously.", "Rent"),
    ] {
        let understood = Stage::new(&business).asked("main_challenge").says(said);
        let found = understood.findings.iter().find(|one| one.key == "main_challenge");
        assert_eq!(found.and_then(|one| one.value.as_str()), Some(wanted), "{said}: {understood:?}");
    }
}
