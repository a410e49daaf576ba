//! What a person does besides giving values.

use super::stage::{Stage, firm, objective, values};
use domain::interview::Move;
use serde_json::json;

fn key(key: &str) -> Option<String> {
    Some(key.to_owned())
}

#[test]
fn moves_are_understood() {
    for (said, wanted) in [
        ("skip this", Move::Skip { key: None }),
        ("That doesn't apply to us", Move::Skip { key: None }),
        ("I'd rather not say", Move::Skip { key: None }),
        ("later please", Move::Defer { key: None }),
        ("Can we come back to that?", Move::Defer { key: None }),
        ("let me get back to you on this", Move::Defer { key: None }),
        ("I don't know", Move::DontKnow { key: None }),
        ("no idea", Move::DontKnow { key: None }),
        ("We haven't decided yet", Move::DontKnow { key: None }),
        ("Why do you ask?", Move::AskWhy { key: None }),
        ("why?", Move::AskWhy { key: None }),
        ("May I ask why you need this?", Move::AskWhy { key: None }),
        ("What do you mean?", Move::AskMeaning { key: None }),
        ("I don't understand", Move::AskMeaning { key: None }),
        ("For example?", Move::AskExamples { key: None }),
        ("Can you give me an example?", Move::AskExamples { key: None }),
        ("can you look that up?", Move::AskResearch { key: None }),
        ("please do some research on this", Move::AskResearch { key: None }),
        ("go back", Move::GoBack { key: None }),
        ("back to the previous question please", Move::GoBack { key: None }),
        ("That's all", Move::Done),
        ("that's it", Move::Done),
        ("I think we're done here", Move::Done),
        ("hello", Move::Greeting),
        ("Moin!", Move::Greeting),
        ("bonjour", Move::Greeting),
        ("Thank you!", Move::Thanks),
        ("how are you?", Move::SmallTalk),
        ("Who owns this service?", Move::Question),
        ("you stupid machine", Move::Abuse),
    ] {
        let understood = Stage::new(&firm()).asked("target_market").says(said);
        assert!(understood.moves.contains(&wanted), "{said}: {:?}", understood.moves);
        assert!(understood.findings.is_empty(), "{said}: {:?}", values(&understood));
    }
}

#[test]
fn a_move_may_name_what_it_is_about() {
    for (said, wanted) in [
        ("Why do you need the annual revenue?", Move::AskWhy { key: key("revenue") }),
        ("Let's skip the profit margin", Move::Skip { key: key("margin") }),
        ("What do you mean by sales channels?", Move::AskMeaning { key: key("channels") }),
        ("I don't know our profit margin", Move::DontKnow { key: key("margin") }),
    ] {
        let understood = Stage::new(&firm()).asked("target_market").says(said);
        assert!(understood.moves.contains(&wanted), "{said}: {:?}", understood.moves);
    }
}

#[test]
fn what_was_said_can_be_taken_back() {
    for said in ["Forget the annual revenue", "please remove the annual revenue", "Never mind the annual revenue."] {
        let understood = Stage::new(&firm()).held("revenue", 5).asked("target_market").says(said);
        assert!(understood.moves.contains(&Move::Withdraw { key: "revenue".to_owned() }), "{said}: {:?}", understood.moves);
        assert!(understood.findings.is_empty(), "{said}: {:?}", values(&understood));
    }
}

#[test]
fn a_read_back_is_accepted_or_rejected() {
    for (said, accepted) in [
        ("yes", true),
        ("That's right.", true),
        ("correct", true),
        ("perfect, thanks", true),
        ("Yes, that's correct", true),
        ("Yes, that's right", true),
        ("Yes, that's right.", true),
        ("no", false),
        ("No, that's wrong", false),
        ("not quite", false),
        ("That is not correct", false),
    ] {
        let understood = Stage::new(&firm()).held("employees", 30).read_back("employees").says(said);
        assert_eq!(understood.moves.contains(&Move::Accept { key: None }), accepted, "{said}: {:?}", understood.moves);
        assert_eq!(understood.moves.contains(&Move::Reject { key: None }), !accepted, "{said}: {:?}", understood.moves);
        assert!(understood.findings.is_empty(), "{said}: {:?}", values(&understood));
    }
}

#[test]
fn the_button_beside_a_read_back_confirms_a_value_of_any_kind() {
    for (key, held) in [
        ("employees", json!(30)),
        ("margin", json!({"min": 10, "max": 20, "text": "10 to 20"})),
        ("launch", json!({"date": "2027-06-30", "text": "end of June"})),
        ("company_size", json!("small")),
        ("channels", json!(["Retail", "Partners"])),
        ("regulated", json!("no")),
        ("obstacles", json!("money")),
    ] {
        let understood = Stage::new(&firm()).held(key, held).read_back(key).says("Yes, that's right");
        assert_eq!(understood.moves, [Move::Accept { key: None }], "{key}");
        assert!(understood.findings.is_empty(), "{key}: {:?}", values(&understood));
    }
}

#[test]
fn the_button_beside_a_read_back_is_no_option() {
    let definition = objective(json!([{
        "key": "lease", "fieldPath": "lease", "prompt": "May you rebuild under the lease?", "widgetType": "choice",
        "options": ["yes", "no", "partly"]
    }]));
    let understood = Stage::new(&definition).held("lease", "no").read_back("lease").says("Yes, that's right");
    assert_eq!((understood.moves, understood.findings), (vec![Move::Accept { key: None }], Vec::new()));
}

#[test]
fn several_moves_come_in_one_message() {
    let understood = Stage::new(&firm()).asked("target_market").says("Hi! I don't know. Why do you ask?");
    for wanted in [Move::Greeting, Move::DontKnow { key: None }, Move::AskWhy { key: None }] {
        assert!(understood.moves.contains(&wanted), "{:?}", understood.moves);
    }
}

#[test]
fn a_move_beside_a_value_leaves_the_value() {
    let understood = Stage::new(&firm()).asked("target_market").says("Thanks. We sell to dentists.");
    assert_eq!(values(&understood), [("target_market".to_owned(), json!("dentists"))]);
    assert!(understood.moves.contains(&Move::Thanks));
}

#[test]
fn which_of_two_values_holds_is_told_by_either_or_by_its_place() {
    for (said, wanted) in [
        ("keep the old one", Move::Reject { key: None }),
        ("the first", Move::Reject { key: None }),
        ("the new one", Move::Accept { key: None }),
        ("please update it", Move::Accept { key: None }),
        ("yes", Move::Accept { key: None }),
        ("no", Move::Reject { key: None }),
    ] {
        let understood = Stage::new(&firm()).held("employees", 30).settling("employees").says(said);
        assert!(understood.moves.contains(&wanted), "{said}: {:?}", understood.moves);
        assert!(understood.findings.is_empty(), "{said}: {:?}", values(&understood));
    }
    for (said, wanted) in [("30", 30), ("It's 35", 35)] {
        let understood = Stage::new(&firm()).held("employees", 30).settling("employees").says(said);
        assert_eq!(values(&understood), [("employees".to_owned(), json!(wanted))], "{said}");
    }
}

#[test]
fn of_two_values_either_both_or_none_may_be_meant() {
    let settling = || Stage::new(&firm()).held("obstacles", "the law").against("obstacles", "the price");
    let neither = vec![Move::Withdraw { key: "obstacles".to_owned() }, Move::GoBack { key: Some("obstacles".to_owned()) }];
    for (said, wanted) in [
        ("keep mine", vec![Move::Accept { key: None }]),
        ("the second one", vec![Move::Accept { key: None }]),
        ("the first one please", vec![Move::Reject { key: None }]),
        ("neither", neither),
    ] {
        let understood = settling().says(said);
        assert_eq!(understood.moves, wanted, "{said}");
        assert!(understood.findings.is_empty(), "{said}: {:?}", values(&understood));
    }
    let kept = settling().said_in("obstacles", 2).says("keep mine");
    assert_eq!(kept.moves, [Move::Reject { key: None }], "what they said themselves stays");
    let both = settling().says("both, actually");
    assert_eq!(values(&both), [("obstacles".to_owned(), json!("the law and the price"))]);
    let channels = Stage::new(&firm()).held("channels", json!(["Retail"]));
    let both = channels.against("channels", json!(["Partners", "Retail"])).says("Both.");
    assert_eq!(values(&both), [("channels".to_owned(), json!(["Retail", "Partners"]))]);
    for (said, wanted) in [("the higher one", 45), ("take the lower number", 30)] {
        let understood = Stage::new(&firm()).held("employees", 30).against("employees", 45).says(said);
        assert_eq!(values(&understood), [("employees".to_owned(), json!(wanted))], "{said}");
    }
}

#[test]
fn only_a_short_clear_yes_agrees_to_what_was_offered() {
    for said in ["yes", "Yes please!", "sure, go ahead", "ok, that sounds good, thanks", "yes, show me the summary", "perfect"] {
        let understood = Stage::new(&firm()).says(said);
        assert!(understood.moves.contains(&Move::Accept { key: None }), "{said}: {:?}", understood.moves);
    }
    for said in [
        "true, $where: '1 == 1'",
        "yes' OR 1=1",
        "yes\" || \"1\"==\"1",
        "Yes, but we have to talk about the price first",
        "sure we had a lot of trouble with our last supplier",
        "yes but not yet",
        "true facts about our customers are hard to find",
        "yes?",
    ] {
        let understood = Stage::new(&firm()).says(said);
        assert!(!understood.moves.contains(&Move::Accept { key: None }), "{said}: {:?}", understood.moves);
    }
}

#[test]
fn a_statement_at_a_read_back_says_the_value_anew() {
    let read_back = || Stage::new(&firm()).held("obstacles", "money").read_back("obstacles");
    let understood = read_back().says("It's more the lack of trained people");
    assert_eq!(values(&understood), [("obstacles".to_owned(), json!("more the lack of trained people"))]);
    for said in ["yes", "ok", "why do you ask?", "we have 40 employees"] {
        let understood = read_back().says(said);
        assert!(values(&understood).iter().all(|(key, _)| key != "obstacles"), "{said}: {:?}", values(&understood));
    }
}
