//! Importing a conversation held elsewhere.

use domain::{
    RefusalKind,
    interview::{Heard, Import, ImportedTurn, Move},
};
use protocol::interview::{
    InterviewCommand, InterviewEvent, MESSAGE_LIMIT, Negotiation, Source, Speaker, Status, TRANSCRIPT_LIMIT, TranscriptTurn,
};
use serde_json::{Map, Value, json};
use testkit::{Saying, Talk, definition, saying, template};

fn talk() -> Talk {
    Talk::over(definition(vec![template("market"), template("budget")]))
}

fn agent(text: &str) -> (Speaker, Saying) {
    (Speaker::Agent, saying(text))
}

fn user(said: Saying) -> (Speaker, Saying) {
    (Speaker::User, said)
}

fn turn(speaker: Speaker, text: &str) -> TranscriptTurn {
    TranscriptTurn { speaker, text: text.into() }
}

/// Imports it whole; what is held after each of the person's turns, and what an engine was given for it.
fn import(talk: &mut Talk, turns: Vec<(Speaker, Saying)>) -> (Vec<ImportedTurn>, Vec<Heard>) {
    let given: Vec<TranscriptTurn> = turns.iter().map(|(speaker, said)| turn(*speaker, &said.text)).collect();
    let (mut after, mut heard) = (Vec::new(), Vec::new());
    let drafted = {
        let stamp = talk.stamp();
        let mut import = Import::begin(&talk.interview, &given, &stamp).expect("it fits");
        for (turn, (speaker, said)) in given.iter().zip(turns) {
            match import.push(turn) {
                Some(one) => {
                    heard.push(one);
                    after.push(import.understood(said.understanding));
                }
                None if speaker == Speaker::User => after.push(import.unchanged()),
                None => {}
            }
        }
        import.finish()
    };
    talk.store(drafted.events, drafted.audit);
    (after, heard)
}

fn held(values: &[(&str, &str)]) -> Map<String, Value> {
    values.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect()
}

#[test]
fn each_turn_of_the_person_tells_what_is_held_after_it() {
    let mut talk = talk();
    let (after, heard) = import(
        &mut talk,
        vec![
            agent("What is your market?"),
            user(saying("Dentists").found("market", "Dentists", 0.9)),
            user(saying("")),
            agent("And the budget? Ten thousand?"),
            user(
                saying("Yes. And rather clinics")
                    .found("budget", "Ten thousand", 0.9)
                    .quoting(Some(3), 16, 28)
                    .found("market", "clinics", 0.5),
            ),
            user(saying("dentists and clinics, no: CLINICS").found("market", "CLINICS", 0.9)),
            user(saying("Forget the budget").doing(Move::Withdraw { key: "budget".into() })),
        ],
    );
    let expected = [
        (held(&[("market", "Dentists")]), vec!["market"]),
        (held(&[("market", "Dentists")]), vec![]),
        (held(&[("budget", "Ten thousand"), ("market", "clinics")]), vec!["budget", "market"]),
        (held(&[("budget", "Ten thousand"), ("market", "clinics")]), vec![]),
        (held(&[("market", "clinics")]), vec!["budget"]),
    ];
    assert_eq!(after.len(), expected.len());
    for (index, (found, (values, changed))) in after.iter().zip(expected).enumerate() {
        assert_eq!(
            (&found.values, &found.changed[..]),
            (&values, &changed.iter().map(|&key| key.to_owned()).collect::<Vec<_>>()[..]),
            "turn {index}"
        );
    }
    assert!(heard.iter().all(|one| one.imported && one.asked.is_none()));
    assert_eq!(
        heard[1].history.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(),
        ["What is your market?", "Dentists", "", "And the budget? Ten thousand?"]
    );
    assert_eq!(talk.one("market").source, Some(Source::Transcript));
    assert_eq!((talk.status("budget"), talk.view().completeness.score), (Status::Pending, protocol::Confidence::new(0.45)));
}

#[test]
fn nothing_is_asked_and_nobody_is_argued_with() {
    let mut talk = talk();
    let before = (talk.view().asked.clone(), talk.view().replying);
    let asked = |talk: &Talk| talk.events.iter().filter(|one| matches!(one.event, InterviewEvent::Asked { .. })).count();
    let questions = asked(&talk);
    import(
        &mut talk,
        vec![user(saying("Dentists").found("market", "Dentists", 0.9)), user(saying("Clinics").found("market", "Clinics", 0.6))],
    );
    assert_eq!((asked(&talk), talk.view().replying), (questions, before.1));
    assert_eq!(talk.one("market").value, Some(json!("Clinics")), "a newer statement replaces an older one");
    assert!(talk.one("market").negotiation.is_none());
    assert!(talk.view().messages.iter().filter(|message| message.imported).count() == 2);
}

#[test]
fn an_open_disagreement_about_a_value_that_the_transcript_replaces_is_laid_aside() {
    let mut talk = talk();
    talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
    talk.hear(saying("Clinics").found("market", "Clinics", 0.9));
    import(&mut talk, vec![user(saying("Schools").found("market", "Schools", 0.9))]);
    assert!(!talk.one("market").negotiation.as_ref().is_some_and(Negotiation::is_active));
    assert_eq!(talk.one("market").value, Some(json!("Schools")));
}

#[test]
fn in_a_long_transcript_the_quotes_stay_right() {
    let mut talk = talk();
    let mut turns = Vec::new();
    for number in 0..40 {
        turns.push(agent(&format!("Is it number {number}?")));
        let at = (number * 2).min(Heard::HISTORY - 1);
        let value = format!("number {number}");
        turns.push(user(saying("Yes").found("market", value.clone(), 0.9).quoting(Some(at), 6, 6 + value.len())));
    }
    let (after, heard) = import(&mut talk, turns);
    for (number, (after, heard)) in after.iter().zip(&heard).enumerate() {
        assert!(heard.history.len() <= Heard::HISTORY);
        assert_eq!(heard.history.last().expect("a turn").text, format!("Is it number {number}?"));
        assert_eq!(after.values["market"], json!(format!("number {number}")));
    }
    let evidence = talk.one("market").evidence.as_ref().expect("a quote");
    let said = talk.view().messages.iter().find(|message| message.id == evidence.message_id).expect("its message");
    assert_eq!(said.content, "Is it number 39?");
}

#[test]
fn a_second_import_goes_on_where_the_first_ended() {
    let mut talk = talk();
    import(&mut talk, vec![agent("Dentists?")]);
    let (after, heard) = import(&mut talk, vec![user(saying("Yes").found("market", "Dentists", 0.9).quoting(Some(0), 0, 8))]);
    assert_eq!(heard[0].history.len(), 1);
    assert_eq!(after[0].values, held(&[("market", "Dentists")]));
}

#[test]
fn what_cannot_be_imported() {
    let one = || vec![turn(Speaker::User, "x")];
    let long = vec![turn(Speaker::User, "x"), turn(Speaker::Agent, &"x".repeat(MESSAGE_LIMIT + 1))];
    let many = vec![turn(Speaker::User, "x"); TRANSCRIPT_LIMIT + 1];
    let mut busy = talk();
    busy.say("Dentists").expect("it is taken");
    let mut finished = talk();
    finished.hear(saying("Dentists").found("market", "Dentists", 0.9));
    finished.command(InterviewCommand::Complete).expect("one answer is enough");
    for (talk, turns, kind) in [
        (talk(), Vec::new(), RefusalKind::Invalid),
        (talk(), long, RefusalKind::TooLarge),
        (talk(), many, RefusalKind::TooLarge),
        (busy, one(), RefusalKind::Conflict),
        (finished, one(), RefusalKind::Conflict),
    ] {
        let refused = Import::begin(&talk.interview, &turns, &talk.stamp()).err().expect("refused");
        assert_eq!(refused.kind, kind, "{refused}");
    }
    Import::begin(&talk().interview, &vec![turn(Speaker::User, "x"); TRANSCRIPT_LIMIT], &talk().stamp())
        .map(|_| ())
        .expect("the most");
}

#[test]
fn every_ten_turns_are_summed_up() {
    let mut talk = talk();
    let turns = (1..=25).map(|turn| match turn {
        7 => user(saying("small firms").found("market", "small firms", 0.9)),
        _ => user(saying("well")),
    });
    import(&mut talk, turns.collect());
    let ranges: Vec<_> = talk.view().summaries.iter().map(|one| (one.turn_start, one.turn_end)).collect();
    assert_eq!(ranges, [(1, 10), (11, 20)]);
    assert!(talk.view().summaries[0].text.contains("small firms"), "{}", talk.view().summaries[0].text);
    import(&mut talk, (0..5).map(|_| user(saying("well"))).collect());
    assert_eq!(talk.view().summaries.len(), 3, "the last turn ends the range");
}

#[test]
fn an_interview_has_room_for_so_many_messages() {
    let mut talk = talk();
    let turns = |count: usize| (0..count).map(|_| agent("And then?")).collect::<Vec<_>>();
    for _ in 0..2 {
        import(&mut talk, turns(TRANSCRIPT_LIMIT));
    }
    let rest = 5_000 - talk.view().messages.len();
    let given: Vec<_> = (0..=rest).map(|_| turn(Speaker::Agent, "And then?")).collect();
    let refusal = Import::begin(&talk.interview, &given, &talk.stamp()).err().expect("one too many");
    assert_eq!(refusal.kind, RefusalKind::Conflict);
    assert!(refusal.detail.contains("at most 5000 messages"), "{refusal}");
    import(&mut talk, turns(rest));
    let refusal = talk.say("Red").expect_err("it is full");
    assert!(refusal.detail.contains("begin another"), "{refusal}");
}

#[test]
fn an_interview_in_which_too_much_happened_takes_no_more_but_can_be_finished() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
    talk.hear(saying("red").found("a", "red", 0.9));
    talk.interview.view.seq = 50_000;
    let set = InterviewCommand::SetValue { key: "b".into(), value: json!("blue") };
    for command in [set, InterviewCommand::Defer { key: "b".into(), reason: None }] {
        let refusal = talk.command(command).expect_err("it is full");
        assert_eq!(refusal.kind, RefusalKind::Conflict);
        assert!(refusal.detail.contains("50000 events") && refusal.detail.contains("begin another"), "{refusal}");
    }
    assert!(talk.say("Blue").is_err());
    talk.command(InterviewCommand::Complete).expect("its end has always room");
}
