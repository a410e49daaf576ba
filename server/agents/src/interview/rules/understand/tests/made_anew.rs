//! Which held number a bare new one puts right, several that one sentence puts right, and what is named before it was ever answered.

use super::{
    live::words,
    put_right::hear,
    stage::{Stage, objective},
};
use domain::interview::{Move, Next, Understanding};
use protocol::interview::ObjectiveDefinition;
use serde_json::{Value, json};
use std::sync::Arc;
use testkit::Talk;

/// A caterer about the trade.
fn caterer() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "dishes", "fieldPath": "dishes", "prompt": "What do you cook?", "label": "Dishes", "widgetType": "text"},
        {"key": "diners", "fieldPath": "diners", "prompt": "For whom do you cook?", "label": "Diners", "widgetType": "text"},
        {"key": "guests", "fieldPath": "guests", "prompt": "How many guests come?", "label": "Guests", "widgetType": "number"},
        {"key": "menu_price", "fieldPath": "price", "prompt": "What does a menu cost?", "label": "Menu price", "widgetType": "number"},
        {"key": "lead_time", "fieldPath": "lead", "prompt": "How many weeks ahead do you order?", "label": "Lead time",
         "widgetType": "number"},
        {"key": "discount", "fieldPath": "discount", "prompt": "What discount do you give, in percent?", "label": "Discount",
         "widgetType": "number"},
        {"key": "tables", "fieldPath": "tables", "prompt": "How many tables do you set?", "label": "Tables", "widgetType": "number"},
        {"key": "kitchen", "fieldPath": "kitchen", "prompt": "Where do you cook?", "label": "Kitchen", "widgetType": "choice",
         "options": ["Own kitchen", "Food truck"]},
        {"key": "opening", "fieldPath": "opening", "prompt": "When do you open?", "label": "Opening day", "widgetType": "date"}
    ]))
}

/// A language school about its courses.
fn school() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "town", "fieldPath": "town", "prompt": "In which town do you teach?", "label": "Town", "widgetType": "text"},
        {"key": "fee", "fieldPath": "fee", "prompt": "What does a course cost?", "label": "Course fee", "widgetType": "number"},
        {"key": "pupils", "fieldPath": "pupils", "prompt": "How many pupils are in a class?", "label": "Pupils", "widgetType": "number"},
        {"key": "lessons", "fieldPath": "lessons", "prompt": "How many lessons has a course?", "label": "Lessons",
         "widgetType": "number"},
        {"key": "level", "fieldPath": "level", "prompt": "How far does a course lead?", "label": "Level", "widgetType": "choice",
         "options": ["Beginners", "Advanced"]},
        {"key": "start_day", "fieldPath": "day", "prompt": "When does it begin?", "label": "Start day", "widgetType": "date"}
    ]))
}

const NUMBERS: [(&str, i64); 4] = [("guests", 40), ("menu_price", 18), ("lead_time", 3), ("discount", 5)];

/// Numbers are held of four kinds, each said in a turn of its own; the tables are open.
fn stage() -> Stage {
    NUMBERS.iter().zip(1..).fold(Stage::new(&caterer()), |stage, ((key, value), turn)| stage.held(key, *value).said_in(key, turn))
}

/// The tables and the kitchen are known too.
fn answered() -> Stage {
    let stage = stage().held("dishes", "stews").said_in("dishes", 5).held("diners", "offices").said_in("diners", 6);
    stage.held("tables", 8).said_in("tables", 7).held("kitchen", "Own kitchen").said_in("kitchen", 8)
}

fn lessons() -> Stage {
    let stage = Stage::new(&school()).held("fee", 220).said_in("fee", 1).held("pupils", 10).said_in("pupils", 2);
    let stage = stage.held("lessons", 15).said_in("lessons", 3).held("level", "Beginners").said_in("level", 4);
    stage.held("start_day", json!({"date": "2027-09-06", "text": "6 September"})).said_in("start_day", 5)
}

fn found(understood: &Understanding) -> Vec<(&str, String)> {
    understood.findings.iter().map(|one| (one.key.as_str(), words(&one.value))).collect()
}

#[test]
fn the_unit_of_a_new_number_says_which_held_one_it_is() {
    for (message, key, wanted) in [
        ("make that 20 weeks", "lead_time", "20"),
        ("actually, make it 22 euros", "menu_price", "22"),
        ("make it 7 percent actually", "discount", "7"),
        ("no, make that 55 guests", "guests", "55"),
    ] {
        for last in ["guests", "menu_price", "discount"] {
            let understood = stage().said_in(last, 9).asked("tables").says(message);
            assert_eq!(found(&understood), [(key, wanted.to_owned())], "{message:?} after {last}: {:?}", understood.moves);
        }
    }
    // What is held in a unit is of that unit, whatever the question says.
    let in_percent = stage().held("tables", json!({"value": 60, "unit": "%"})).said_in("tables", 5);
    let understood = in_percent.held("discount", json!({"value": 5, "unit": "EUR"})).says("make that 70%");
    assert_eq!(found(&understood), [("tables", "70".to_owned())]);
}

#[test]
fn without_a_unit_the_value_that_was_taken_last_changes() {
    for message in ["make that 20", "make it 20 actually", "sorry, make it 20", "could you make that 20"] {
        for (key, _) in NUMBERS {
            let understood = stage().said_in(key, 9).asked("tables").says(message);
            assert_eq!(found(&understood), [(key, "20".to_owned())], "{message:?}: {:?}", understood.moves);
        }
    }
    // A value that was chosen by hand is a value, too.
    let understood = stage().chosen_at("guests", 9).says("make that 20");
    assert_eq!(found(&understood), [("guests", "20".to_owned())]);
    // What is being read back is spoken of.
    let understood = stage().said_in("discount", 9).read_back("guests").says("make it 20");
    assert_eq!(found(&understood), [("guests", "20".to_owned())]);
}

#[test]
fn where_neither_unit_nor_order_tells_it_is_asked() {
    for (stage, key) in [
        (stage().said_in("guests", 9).said_in("lead_time", 9), "lead_time"),
        (stage().held("dishes", "stews").said_in("dishes", 9), "discount"),
    ] {
        let understood = stage.says("make that 20");
        assert!(understood.findings.is_empty(), "{:?}", found(&understood));
        assert_eq!(understood.moves, [Move::Reject { key: Some(key.to_owned()) }]);
    }
    // Of two that were said at once, only one can be meant.
    let understood = stage().held("guests", 400).said_in("guests", 9).said_in("lead_time", 9).says("make that 380");
    assert_eq!(found(&understood), [("guests", "380".to_owned())]);
}

#[test]
fn a_number_of_quite_another_size_changes_nothing_that_is_not_named() {
    let stage = || Stage::new(&caterer()).held("menu_price", 90_000).said_in("menu_price", 1).asked("dishes");
    for message in ["Actually, make it 6", "we cook for three firms, not two"] {
        let understood = stage().held("guests", 2000).said_in("guests", 2).says(message);
        let changed = |key: &str| understood.findings.iter().any(|one| one.key == key);
        assert!(!changed("menu_price") && !changed("guests"), "{message}: {:?}", understood.findings);
    }
}

#[test]
fn a_number_that_answers_the_question_corrects_nothing() {
    for message in ["20", "let's say 20", "say 20", "20 tables"] {
        let understood = stage().asked("tables").says(message);
        let others = understood.findings.iter().find(|one| one.key != "tables");
        assert!(others.is_none(), "{message:?}: {:?}", found(&understood));
    }
    let open = || Stage::new(&caterer()).held("guests", 40).said_in("guests", 1).asked("lead_time");
    for message in ["make it 6 weeks", "let's say 6", "6 weeks"] {
        let understood = open().says(message);
        assert!(!understood.findings.iter().any(|one| one.key == "guests"), "{message:?}: {:?}", found(&understood));
    }
}

#[test]
fn each_of_several_that_are_named_with_a_value_changes() {
    type Row = (fn() -> Stage, &'static str, &'static [(&'static str, &'static str)]);
    let rows: [Row; 11] = [
        (answered, "make the discount 10% and the guests 60", &[("guests", "60"), ("discount", "10")]),
        (answered, "change the menu price to 21 and the lead time to 5 weeks", &[("menu_price", "21"), ("lead_time", "5")]),
        (answered, "The guests should be 55, the tables 9", &[("guests", "55"), ("tables", "9")]),
        (
            answered,
            "Sorry, set the kitchen to food truck, the discount to 8% and the tables to 6",
            &[("discount", "8"), ("tables", "6"), ("kitchen", "Food truck")],
        ),
        (
            answered,
            "change the dishes to soups and the diners to schoolchildren",
            &[("dishes", "soups"), ("diners", "schoolchildren")],
        ),
        (answered, "make the guests 60 and the tables 12, please", &[("guests", "60"), ("tables", "12")]),
        (lessons, "Let's make the fee 240 and the lessons 12", &[("fee", "240"), ("lessons", "12")]),
        (lessons, "the course fee should be 250 and the pupils should be 8", &[("fee", "250"), ("pupils", "8")]),
        (
            lessons,
            "change the level to advanced and the start day to 20 September 2027",
            &[("level", "Advanced"), ("start_day", "2027-09-20")],
        ),
        (|| lessons().asked("town"), "make the fee 240 and the lessons 12", &[("fee", "240"), ("lessons", "12")]),
        // One of them was never answered.
        (stage, "make the guests 60 and the tables 12", &[("guests", "60"), ("tables", "12")]),
    ];
    for (stage, message, wanted) in rows {
        let understood = stage().says(message);
        let wanted: Vec<(&str, String)> = wanted.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
        assert_eq!(found(&understood), wanted, "{message:?} {:?}", understood.moves);
        for (key, _) in wanted {
            assert!(understood.moves.contains(&Move::Overrule { key: key.to_owned() }), "{message:?}: {:?}", understood.moves);
        }
    }
}

#[test]
fn a_name_further_on_that_gets_no_value_changes_nothing() {
    for message in ["The guests should be happy and the tables clean", "We cook soups and the guests bring the bread"] {
        let understood = answered().asked("dishes").says(message);
        let changed = understood.findings.iter().any(|one| one.key == "guests" || one.key == "tables");
        assert!(!changed, "{message:?}: {:?}", found(&understood));
    }
    let understood = answered().says("change the dishes to soups and the tables to match");
    assert!(!understood.findings.iter().any(|one| one.key == "tables"), "{:?}", found(&understood));
}

#[test]
fn what_is_named_and_was_never_answered_is_asked_for() {
    for (message, key) in [
        ("please correct the tables", "tables"),
        ("could you update the opening day?", "opening"),
        ("I'd like to change the kitchen", "kitchen"),
        ("No, correct the diners", "diners"),
    ] {
        let moves = [Move::GoBack { key: Some(key.to_owned()) }];
        for stage in [stage(), stage().asked("tables").read_back("guests"), Stage::new(&caterer())] {
            let understood = stage.says(message);
            assert!(understood.findings.is_empty(), "{message:?}: {:?}", found(&understood));
            assert_eq!(understood.moves, moves, "{message:?}");
        }
    }
    let mut talk = Talk::over((*caterer()).clone());
    talk.widget("guests", Value::from(40)).expect("it is taken");
    let plan = hear(&mut talk, "please adjust the opening day");
    assert!(matches!(&plan.next, Next::Ask { key, .. } if key == "opening"), "{:?}", plan.next);
}
