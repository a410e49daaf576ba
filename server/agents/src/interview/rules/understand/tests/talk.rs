//! What is said to the interviewer becomes no value, whatever was asked; what only reads like it does.

use super::live::objectives::built_in;
use super::stage::{Stage, firm, outing, removal, values};
use domain::interview::Move;
use protocol::interview::{ContextType, ObjectiveDefinition};
use serde_json::json;
use std::sync::Arc;

fn moments() -> Vec<(Arc<ObjectiveDefinition>, &'static str)> {
    vec![
        (firm(), "target_market"),
        (firm(), "employees"),
        (firm(), "company_size"),
        (removal(), "from_town"),
        (outing(), "food"),
        (built_in(ContextType::BusinessProfile), "main_challenge"),
        (built_in(ContextType::IdeaDiscovery), "audience"),
        (built_in(ContextType::ProjectDiscovery), "success_criteria"),
    ]
}

fn check(rows: &[(&[&str], Move)]) {
    let mut faults = Vec::new();
    for (definition, asked) in moments() {
        if !definition.obligations.iter().any(|one| one.key == asked) {
            continue;
        }
        for (all, wanted) in rows {
            for said in *all {
                let understood = Stage::new(&definition).asked(asked).says(said);
                if !understood.moves.contains(wanted) || !understood.findings.is_empty() {
                    faults.push(format!("[{asked}] {said:?}: {:?} {:?}", understood.moves, values(&understood)));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn nothing_said_to_the_interviewer_is_a_value() {
    check(&[
        (
            &[
                "undo that", "Please undo the last change", "scratch that", "No, scratch that please", "forget what I just said",
                "Can you delete my last answer?", "ignore that last one", "take that back", "I take that back", "strike that",
                "oh sorry, that was a mistake", "Could you undo this?", "ignore what I said", "put it back the way it was",
            ],
            Move::Undo,
        ),
        (
            &[
                "repeat the question", "Could you repeat that please?", "say that again?", "what?", "Huh?", "pardon?",
                "sorry, what was the question?", "can you put that another way?", "Would you mind repeating the question",
                "rephrase that please", "I didn't catch that", "what did you ask?", "ask me that again", "once more please",
                "say it in other words", "which question?",
            ],
            Move::Repeat,
        ),
        (
            &[
                "what do you have so far?", "What have you got until now?", "summarise", "can you summarize what we have?",
                "What did you understand?", "give me a short summary", "sum it up please", "what do you know about me so far?",
                "where do we stand?", "what's still missing?", "Read that back to me", "what have you noted down so far",
                "show me my answers", "recap please",
            ],
            Move::AskSummary,
        ),
        (
            &[
                "are we done?", "How many more questions are there?", "how long does this take?", "is that all?",
                "are we nearly finished?",
            ],
            Move::AskProgress,
        ),
        (
            &[
                "I want to finish now", "let's stop here", "can we finish?", "I'd like to end the interview",
                "we can wrap it up now",
            ],
            Move::Done,
        ),
        (
            &[
                "that's enough for today", "I'll come back tomorrow", "bye", "I have to go now", "Let's continue this tomorrow",
                "see you later", "I need a break", "can we go on next week?", "We'll do the rest later today", "gotta run",
                "let me finish this another time", "Good night!", "enough for now, thanks",
            ],
            Move::Pause,
        ),
        (
            &["go back", "previous question", "back please", "can we go back one question?", "the previous one again"],
            Move::GoBack { key: None },
        ),
        (
            &[
                "I already told you", "I've told you that before", "as I said", "you should know that", "same as before",
                "I answered that already", "didn't I just say that?", "stop asking me that", "You already asked me that",
                "we've covered this", "see above",
            ],
            Move::ToldAlready,
        ),
        (&["next", "next question please", "let's move on", "on to the next one", "forget it"], Move::Skip { key: None }),
        (
            &["my accountant knows that, I don't", "You'd have to ask my partner", "that's a question for our bookkeeper"],
            Move::DontKnow { key: None },
        ),
        (&["hmm let me think", "one moment please", "good question", "give me a second"], Move::SmallTalk),
        (&["hello?", "Hello again", "is anybody there?", "are you still there?"], Move::Greeting),
        (
            &["Ich verstehe das nicht", "Nous vendons des fleurs dans le sud", "no entiendo la pregunta", "Мы продаём цветы"],
            Move::OtherLanguage,
        ),
        (
            &[
                "is this saved?", "who reads this?", "are you a human or a robot?", "can I upload a document?",
                "what happens with my answers?", "which language do you speak?",
            ],
            Move::Question,
        ),
    ]);
}

/// Plain answers with the words of commands in them: what was asked and what is said.
#[test]
fn a_question_that_is_put_off_is_no_pause() {
    // The first is what the page's own button says.
    let all: &[&str] = &[
        "Let's come back to this later.", "Let us come back to that later", "can we come back to this one later?",
        "I'll come back to this later", "later please",
    ];
    let mut faults = Vec::new();
    for (definition, asked) in moments() {
        for said in all {
            let understood = Stage::new(&definition).asked(asked).says(said);
            let deferred = understood.moves.iter().any(|one| matches!(one, Move::Defer { .. }));
            if !deferred || understood.moves.contains(&Move::Pause) || !understood.findings.is_empty() {
                faults.push(format!("[{asked}] {said:?}: {:?} {:?}", understood.moves, values(&understood)));
            }
        }
    }
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn words_of_commands_inside_an_answer_stay_an_answer() {
    let business = || built_in(ContextType::BusinessProfile);
    let mut faults = Vec::new();
    for (definition, asked, said) in [
        (business(), "customer_need", "They don't know where to start"),
        (business(), "customer_need", "Somebody who knows their name"),
        (business(), "main_challenge", "Customers skip the second visit"),
        (business(), "main_challenge", "I don't know how to reach younger people"),
        (business(), "main_challenge", "People forget to come back to us"),
        (business(), "main_challenge", "Customers don't understand our invoices"),
        (business(), "main_challenge", "We have to check every pallet twice"),
        (business(), "main_challenge", "Nobody cares about quality any more, clients just want it cheap"),
        (business(), "offering", "We remove graffiti from walls"),
        (business(), "offering", "We back up servers for law firms"),
        (business(), "primary_goal", "We want to stop losing staff"),
        (firm(), "obstacles", "We pass orders on to partners and lose track"),
        (firm(), "obstacles", "Suppliers never get back to us"),
        (firm(), "obstacles", "Visitors don't know that we exist"),
        (firm(), "offering", "Market research for hotels"),
        (firm(), "target_market", "Honestly? Anyone with a garden"),
        (firm(), "target_market", "Who wouldn't want it? Everyone with a roof!"),
        (outing(), "food", "Something we can finish quickly"),
    ] {
        let understood = Stage::new(&definition).asked(asked).says(said);
        let moved = understood.moves.iter().any(|one| !matches!(one, Move::Correct { .. }));
        if moved || !understood.findings.iter().any(|one| one.key == asked) {
            faults.push(format!("[{asked}] {said:?}: {:?} {:?}", understood.moves, values(&understood)));
        }
    }
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn an_earlier_question_is_gone_back_to_by_its_name() {
    let stage = || Stage::new(&firm()).held("employees", 30).held("obstacles", "the law").asked("target_market");
    for (said, key) in [
        ("can we go back to the employees?", "employees"),
        ("back to the obstacles", "obstacles"),
        ("I want to change the annual revenue", "revenue"),
        ("let's return to the launch date please", "launch"),
    ] {
        let understood = stage().says(said);
        assert_eq!(understood.moves, [Move::GoBack { key: Some(key.to_owned()) }], "{said}");
        assert!(understood.findings.is_empty(), "{said}: {:?}", values(&understood));
    }
}

#[test]
fn what_is_wrong_may_be_named_with_or_without_what_is_right() {
    let stage = || Stage::new(&firm()).held("employees", 30).held("obstacles", "the law").asked("target_market");
    for (said, key) in [
        ("my obstacles are wrong", "obstacles"),
        ("The number of employees is wrong", "employees"),
        ("you got the obstacles wrong", "obstacles"),
    ] {
        let understood = stage().says(said);
        assert_eq!(understood.moves, [Move::Reject { key: Some(key.to_owned()) }], "{said}");
        assert!(understood.findings.is_empty(), "{said}: {:?}", values(&understood));
    }
    for (said, key, value) in [
        ("I think you got my obstacles wrong, it's the price of steel", "obstacles", json!("price of steel")),
        ("the employees are wrong, it's 35", "employees", json!(35)),
        ("change the obstacles to the weather", "obstacles", json!("weather")),
        ("We have 35 employees, not 30", "employees", json!(35)),
    ] {
        let understood = stage().says(said);
        assert_eq!(values(&understood), [(key.to_owned(), value)], "{said}");
        assert!(understood.moves.contains(&Move::Overrule { key: key.to_owned() }), "{said}: {:?}", understood.moves);
    }
}

#[test]
fn what_follows_undo_that_puts_the_last_answer_right() {
    let stage =
        || Stage::new(&firm()).held("employees", 30).said_in("employees", 1).held("obstacles", "the law").said_in("obstacles", 2);
    for said in ["no, forget that, it's the price of steel", "Scratch that. It's the price of steel."] {
        let understood = stage().asked("target_market").says(said);
        assert_eq!(values(&understood), [("obstacles".to_owned(), json!("price of steel"))], "{said}");
        assert!(understood.moves.contains(&Move::Overrule { key: "obstacles".to_owned() }), "{said}: {:?}", understood.moves);
    }
    let understood = stage().asked("target_market").says("undo that. Why do you ask?");
    assert!(understood.moves.contains(&Move::Undo) && understood.findings.is_empty(), "{understood:?}");
}

#[test]
fn an_answer_beside_it_is_kept() {
    for (said, wanted) in [
        ("As I said, dentists", Move::Thanks),
        ("Dentists. What do you have so far?", Move::AskSummary),
        ("hello? Dentists.", Move::Greeting),
        ("Moin. Dentists.", Move::Greeting),
    ] {
        let understood = Stage::new(&firm()).asked("target_market").says(said);
        assert_eq!(values(&understood).len(), 1, "{said}: {understood:?}");
        assert!(understood.moves.contains(&wanted) || wanted == Move::Thanks, "{said}: {:?}", understood.moves);
    }
}

#[test]
fn who_wants_to_end_twice_means_it() {
    let stage = || Stage::new(&firm()).asked("target_market");
    let again = stage().turn(protocol::interview::Speaker::User, "I want to finish now");
    let again = again.turn(protocol::interview::Speaker::Agent, "I still need the offering.");
    assert_eq!(again.says("let's stop here").moves, [Move::Done, Move::Pause]);
    assert_eq!(stage().says("just finish anyway").moves, [Move::Done, Move::Pause]);
}
