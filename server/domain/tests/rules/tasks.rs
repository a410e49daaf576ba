//! What is left to do after an interview (seed 000, `task-projector`), and days as people read them.

use domain::interview::{
    export, tasks,
    value::{format_for_reading, format_value},
};
use protocol::interview::InterviewCommand;
use serde_json::json;
use testkit::{Shape, ShapeObjective, Talk, definition, saying, template};

#[test]
fn each_open_thing_is_a_task_with_its_reason() {
    let mut talk = Talk::over(
        definition(vec![
            template("firm"),
            template("half").date().priority(9),
            template("put_off").priority(7),
            template("open").priority(3),
            template("torn").priority(1),
            template("passed_over").priority(2),
            template("left_out").priority(1),
        ])
        .requiring(&["open", "left_out"]),
    );
    let set = |key: &str, value| InterviewCommand::SetValue { key: key.into(), value };
    talk.command(set("firm", json!("x"))).expect("it fits");
    talk.command(set("torn", json!("x"))).expect("it fits");
    talk.hear(saying("in March").found("half", "2027-03-01", 0.5));
    talk.command(InterviewCommand::Defer { key: "put_off".into(), reason: None }).expect("it is open");
    talk.command(InterviewCommand::Skip { key: "passed_over".into(), reason: None }).expect("it is open");
    talk.command(InterviewCommand::Skip { key: "left_out".into(), reason: None }).expect("it is open");
    let torn = InterviewCommand::StartNegotiation { key: "torn".into(), value: Some(json!("y")), reason: None };
    talk.command(torn).expect("it is held");
    talk.command(InterviewCommand::DeferNegotiation { key: "torn".into() }).expect("it is open");

    let told: Vec<_> = tasks(talk.view()).into_iter().map(|task| (task.title, task.reason)).collect();
    let told: Vec<_> = told.iter().map(|(title, reason)| (title.as_str(), reason.as_str())).collect();
    assert_eq!(
        told,
        [
            ("Confirm: Half – 1 March 2027", "known only at medium confidence"),
            ("Find out: Put off", "put off by hand"),
            ("Find out: Open", "not known yet"),
            ("Find out: Left out", "skipped by hand"),
            ("Settle which value holds: Torn", "two values were given"),
        ]
    );
    // Their objective's priority, and two more for what is required; what is torn keeps its own.
    let priorities: Vec<_> = tasks(talk.view()).into_iter().map(|task| (task.priority, task.required)).collect();
    assert_eq!(priorities, [(9, false), (7, false), (5, true), (3, true), (1, false)]);
    let paper = export::markdown(talk.view());
    let list: Vec<_> = paper.lines().filter_map(|line| line.strip_prefix("- [ ] ")).collect();
    let same: Vec<_> = told.iter().map(|(title, reason)| format!("{title} – {reason}")).collect();
    assert_eq!(list, same, "the list on paper is this one");
}

#[test]
fn a_day_is_told_in_words_and_shown_to_programs_as_it_is_kept() {
    let day = template("day").date();
    assert_eq!(format_for_reading(&day, &json!("2027-03-01")), "1 March 2027");
    assert_eq!(format_value(&day, &json!("2027-03-01")), "2027-03-01");
    assert_eq!(format_for_reading(&day, &json!({"date": "2027-03-01", "text": "early March"})), "early March");
    assert_eq!(format_for_reading(&template("text"), &json!("2027-03-01")), "2027-03-01");
}

#[test]
fn every_ten_turns_are_summarised_and_all_at_the_end() {
    let mut talk = Talk::over(definition(["a", "b", "c"].map(template).to_vec()).closing_with(2, 0.5));
    talk.hear(saying("Red").found("a", "Red", 0.9));
    for _ in 0..11 {
        talk.hear(saying("Well"));
    }
    talk.hear(saying("Blue").found("b", "Blue", 0.9));
    for _ in 0..7 {
        talk.hear(saying("Well"));
    }
    talk.by_hand(InterviewCommand::Complete).expect("enough");
    let told: Vec<_> = talk.view().summaries.iter().map(|one| (one.turn_start, one.turn_end, one.text.lines().count())).collect();
    assert_eq!(told, [(1, 10, 2), (11, 20, 2), (1, 20, 3)]);
    assert!(talk.view().summaries[0].text.ends_with("A: Red") && talk.view().summaries[1].text.ends_with("B: Blue"));
}
