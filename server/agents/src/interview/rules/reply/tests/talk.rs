//! What is said about the talk itself, as it is read by a person.

use super::{BUSINESS, ask, key, objective, plan, remarking, reply, took, with};
use domain::interview::{Held, Next, Remark, ReplyPlan, Took};
use protocol::{
    Confidence, SessionId,
    interview::{Status, Style},
};
use serde_json::{Value, json};
use std::{collections::HashSet, sync::Arc};
use uuid::Uuid;

fn held(key: &str, value: Option<Value>, confidence: f64) -> Held {
    let status = if value.is_some() { Status::Satisfied } else { Status::Pending };
    let confidence = Confidence::new(confidence);
    Held { key: key.to_owned(), status, value, confidence, turn: None, value_seq: 0, proposed: None }
}

fn known() -> Vec<Held> {
    vec![
        held("industry", Some(json!("bicycle repair")), 0.9),
        held("target_market", Some(json!("students")), 0.9),
        held("team_size", Some(json!(6)), 0.58),
        held("customer_need", None, 0.0),
    ]
}

#[test]
fn a_summary_tells_what_is_known_uncertain_and_open() {
    for style in [Style::Formal, Style::Casual] {
        let said = reply(&ReplyPlan { held: known(), style, ..remarking(Remark::Summary) });
        for part in ["bicycle repair", "students", "the team size", "the customer need", "Who is your target market?"] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
    let said = reply(&remarking(Remark::Summary));
    assert!(said.contains("note"), "{said}");
}

#[test]
fn what_is_known_is_a_list_with_a_line_for_each_answer() {
    let list = "\n- Industry: bicycle repair\n- Target market: students\n- Team size: 6\n";
    for style in [Style::Formal, Style::Casual] {
        let said = reply(&ReplyPlan { held: known(), style, ..remarking(Remark::Summary) });
        assert!(said.contains(list), "{said}");
        assert!(said.lines().next_back().is_some_and(|last| last.ends_with("Who is your target market?")), "{said}");
        let next = Next::Close { left: Vec::new(), recap: true };
        let said = reply(&with(|plan| (plan.style, plan.held, plan.next) = (style, known(), next)));
        assert!(said.contains(list) && said.ends_with('?'), "{said}");
    }
}

#[test]
fn who_is_called_away_hears_that_the_question_waits() {
    for (style, turn) in [Style::Formal, Style::Casual].into_iter().flat_map(|style| (0..6).map(move |turn| (style, turn))) {
        let words = "sorry, need to grab a coffee".to_owned();
        let words = reply(&ReplyPlan { said: words, style, turn, ..remarking(Remark::SmallTalk) });
        let waits = ["wait", "stays", "go on", "carry on", "keep"].iter().any(|one| words.contains(one));
        assert!(waits && words.ends_with('?'), "{words}");
    }
}

#[test]
fn what_was_mentioned_before_is_quoted_in_six_words() {
    for (style, turn) in [Style::Formal, Style::Casual].into_iter().flat_map(|style| (0..6).map(move |turn| (style, turn))) {
        let reason = "mentioned 'a deadline before the fair in the spring of next year' without a date";
        let next = Next::Ask { key: key("timeline"), attempt: 1, following_up: Some(reason.to_owned()) };
        let words = reply(&with(|plan| (plan.style, plan.turn, plan.next) = (style, turn, next)));
        assert!(words.contains("a deadline before the fair in…") && !words.contains("spring"), "{words}");
    }
}

#[test]
fn more_than_six_words_are_named_and_not_quoted() {
    let (long, short) = ("we want to double the number of clinics that pay", "two more clinics");
    for style in [Style::Formal, Style::Casual] {
        for turn in 0..6 {
            for (sure, next) in [(0.9, ask("timeline", 1)), (0.5, ask("timeline", 1)), (0.5, ask("primary_goal", 2))] {
                for previous in [None, Some(json!("a second shop in the next town but one"))] {
                    let said = |value: &str| {
                        let (confidence, previous) = (Confidence::new(sure), previous.clone());
                        let took = vec![Took { previous, confidence, ..took("primary_goal", value) }];
                        reply(&with(|plan| (plan.style, plan.turn, plan.took, plan.next) = (style, turn, took, next.clone())))
                    };
                    let (long, short) = (said(long), said(short));
                    assert!(
                        long.contains("the primary goal") && !long.contains("of clinics") && !long.contains("town"),
                        "{long}"
                    );
                    assert!(short.to_lowercase().contains("two more clinics") && !short.contains("town"), "{short}");
                }
            }
        }
    }
    let said = reply(&with(|plan| plan.took = vec![took("industry", "tea"), took("primary_goal", long)]));
    assert!(said.contains("noted the primary goal and tea as the industry"), "{said}");
    let said = reply(&remarking(Remark::Restored { key: key("primary_goal"), value: json!(long) }));
    assert!(said.contains("your answer as the primary goal") && !said.contains("clinics"), "{said}");
}

/// Whether it is right can be told by who hears it: only what is said in passing is cut after six words.
#[test]
fn what_is_read_back_is_quoted_in_twenty_words() {
    let long = "we want a workshop that stays open until nine in the evening so that commuters can fetch their bicycles on the \
                way home from the station";
    let quoted = "“we want a workshop that stays open until nine in the evening so that commuters can fetch their bicycles on…”";
    let back = || Next::ReadBack { key: key("primary_goal"), value: json!(long) };
    for style in [Style::Formal, Style::Casual] {
        for turn in 0..6 {
            for remarks in [Vec::new(), vec![Remark::Back { key: key("primary_goal") }]] {
                let text = reply(&with(|plan| (plan.style, plan.turn, plan.remarks, plan.next) = (style, turn, remarks, back())));
                assert!(text.contains(quoted), "{text}");
            }
            let held = vec![held("primary_goal", Some(json!(long)), 0.9)];
            let text = reply(&ReplyPlan { held, turn, style, ..remarking(Remark::Summary) });
            assert!(text.contains(&format!("\n- Primary goal: {quoted}\n")), "{text}");
            let settle = Next::Settle { key: key("primary_goal"), was: json!(long), proposed: None };
            let text = reply(&with(|plan| (plan.style, plan.turn, plan.next) = (style, turn, settle)));
            assert!(text.contains("“we want a workshop that stays…”"), "{text}");
        }
    }
}

#[test]
fn a_list_groups_figures_and_dates_what_was_said() {
    let held = vec![
        held("annual_revenue", Some(json!({"value": 48000, "unit": "EUR", "text": "48000 euros"})), 0.9),
        held("team_size", Some(json!({"value": 2010, "text": "2010 people"})), 0.9),
        held("timeline", Some(json!({"date": "2027-05-01", "text": "May"})), 0.9),
    ];
    let text = reply(&ReplyPlan { held, ..remarking(Remark::Summary) });
    for line in ["Annual revenue: 48,000 euros\n", "Team size: 2010 people\n", "Timeline: May 2027\n"] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn two_interviews_need_not_begin_alike_and_one_always_does() {
    let read_back = |began: u128| {
        reply(&with(|plan| {
            plan.session = SessionId(Uuid::from_u128(began << 64));
            plan.next = Next::ReadBack { key: key("industry"), value: json!("tea") };
        }))
    };
    let texts: HashSet<String> = (0..6).map(read_back).collect();
    assert_eq!(texts.len(), 6, "{texts:#?}");
    assert_eq!(read_back(4), read_back(4));
}

#[test]
fn the_capital_of_a_sentence_is_not_carried_into_another() {
    for (message, value, part) in [
        ("Making wooden toys", "Making wooden toys", "making wooden toys"),
        ("Mostly young families", "Mostly young families", "mostly young families"),
        ("Bakers and cooks", "Bakers and cooks", "“Bakers and cooks”"),
        ("In short: Bakers", "Bakers", "“Bakers”"),
        ("We sell to Bakers", "Bakers", " Bakers "),
        ("The Hague", "The Hague", " The Hague "),
    ] {
        let text = reply(&with(|plan| {
            (plan.said, plan.turn) = (message.to_owned(), 0);
            plan.took = vec![took("target_market", value)];
            plan.next = ask("competition", 1);
        }));
        assert!(text.contains(part), "{message}: {text}");
    }
}

#[test]
fn what_is_asked_about_the_question_is_answered_from_the_objective() {
    let asking = |said: &str, earlier: Vec<String>| {
        let said = said.to_owned();
        reply(&with(|plan| (plan.said, plan.remarks, plan.earlier) = (said, vec![Remark::Unanswerable], earlier)))
    };
    let meant = asking("What counts as a customer?", Vec::new());
    assert!(meant.starts_with("The group of people or companies you most want as customers."), "{meant}");
    let example = asking("What counts as a customer?", vec![meant]);
    assert!(example.contains("“small dental practices in Spain”") && example.ends_with('?'), "{example}");
    let other = asking("Who owns the moon?", Vec::new());
    assert!(other.contains("the target market") && other.contains("noted so far") && other.ends_with('?'), "{other}");
}

#[test]
fn who_was_not_understood_is_helped_by_what_is_meant() {
    for turn in 0..5 {
        for style in [Style::Formal, Style::Casual] {
            let next = ask("industry", 2);
            let said = reply(&with(|plan| {
                (plan.turn, plan.style, plan.remarks, plan.next) = (turn, style, vec![Remark::NotUnderstood], next)
            }));
            assert!(said.contains("The field your business works in") && !said.contains("Let me help"), "{said}");
        }
    }
}

#[test]
fn before_the_end_everything_is_read_back_once() {
    let close = |recap: bool| {
        let next = Next::Close { left: vec![key("customer_need")], recap };
        reply(&with(|plan| (plan.held, plan.next) = (known(), next)))
    };
    let (first, later) = (close(true), close(false));
    assert!(first.contains("bicycle repair") && first.contains("the team size") && first.ends_with('?'), "{first}");
    assert!(!later.contains("bicycle repair"), "{later}");
}

#[test]
fn what_stays_open_at_the_end_is_named_as_optional() {
    for (style, turn) in [Style::Formal, Style::Casual].into_iter().flat_map(|style| (0..5).map(move |turn| (style, turn))) {
        for recap in [true, false] {
            let next = Next::Close { left: vec![key("customer_need"), key("timeline")], recap };
            let text = reply(&with(|plan| (plan.style, plan.turn, plan.held, plan.next) = (style, turn, known(), next)));
            assert!(["the customer need and the timeline", "ptional"].iter().all(|part| text.contains(part)), "{text}");
        }
    }
}

#[test]
fn what_is_undecided_at_the_end_is_named_once() {
    for (style, turn) in [Style::Formal, Style::Casual].into_iter().flat_map(|style| (0..5).map(move |turn| (style, turn))) {
        for recap in [true, false] {
            for remarks in [Vec::new(), vec![Remark::NegotiationDeferred { key: key("target_market") }]] {
                let next = Next::Close { left: vec![key("target_market"), key("customer_need")], recap };
                let text = reply(&with(|plan| {
                    (plan.style, plan.turn, plan.held, plan.remarks, plan.next) = (style, turn, known(), remarks, next)
                }));
                assert_eq!(text.matches("the target market").count(), 1, "{text}");
                assert!(text.contains("the customer need"), "{text}");
            }
        }
    }
}

#[test]
fn who_pauses_hears_what_is_kept_and_what_is_missing() {
    for missing in [vec![], vec![key("customer_need")], vec![key("customer_need"), key("timeline")]] {
        for turn in 0..4 {
            let remark = Remark::Paused { missing: missing.clone() };
            let said = reply(&with(|plan| (plan.turn, plan.remarks, plan.next) = (turn, vec![remark], Next::Nothing)));
            assert!(!said.contains('?') && !said.contains("no further questions"), "{said}");
            assert_eq!(said.contains("the customer need"), !missing.is_empty(), "{said}");
        }
    }
}

#[test]
fn what_was_gone_back_to_is_shown_without_calling_it_wrong() {
    for turn in 0..4 {
        let next = Next::ReadBack { key: key("primary_goal"), value: json!("open a second shop") };
        let remarks = vec![Remark::Back { key: key("primary_goal") }];
        let said = reply(&with(|plan| (plan.turn, plan.remarks, plan.next) = (turn, remarks, next)));
        assert!(said.contains("open a second shop") && said.ends_with('?') && !said.contains("wrong"), "{said}");
    }
}

#[test]
fn questions_about_the_product_get_a_true_answer_and_the_question_again() {
    for (asked, part) in [
        ("Is this saved?", "saved as soon as"),
        ("Will my answers be lost?", "saved as soon as"),
        ("who reads this?", "administrators"),
        ("What happens with my data?", "administrators"),
        ("Are you a real person?", "program"),
        ("Can I upload a PDF?", "project"),
        ("can we do this in German?", "English"),
        ("which language do you speak?", "English"),
        ("what do I get out of it, how does it work?", "summary"),
        ("can I change my answers later?", "at any time"),
    ] {
        let said = reply(&with(|plan| (plan.said, plan.remarks) = (asked.to_owned(), vec![Remark::Unanswerable])));
        assert!(said.contains(part) && said.ends_with("Who is your target market?"), "{asked}: {said}");
    }
    let said = reply(&with(|plan| (plan.said, plan.remarks) = ("Who owns the moon?".to_owned(), vec![Remark::Unanswerable])));
    assert!(!said.contains("administrators") && !said.contains("project"), "{said}");
}

#[test]
fn options_are_not_read_aloud_twice_running() {
    let first = reply(&with(|plan| (plan.next, plan.remarks) = (ask("business_model", 2), vec![Remark::NotUnderstood])));
    let recent = vec![first.clone()];
    let second = reply(&with(|plan| {
        (plan.next, plan.remarks, plan.earlier) = (ask("business_model", 3), vec![Remark::NotUnderstood], recent)
    }));
    assert!(first.contains("marketplace") && !second.contains("marketplace"), "{first}\n{second}");
}

#[test]
fn no_reply_sounds_miffed() {
    let cross =
        ["often enough", "That was not clear", "still do not follow", "still not with you", "stop asking", "I will not press"];
    for remark in
        [Remark::NotUnderstood, Remark::GivenUp { key: key("target_market") }, Remark::ToldAlready { key: Some(key("timeline")) }]
    {
        for turn in 0..6 {
            for style in [Style::Formal, Style::Casual] {
                for attempt in 1..4 {
                    let said = reply(&with(|plan| {
                        (plan.turn, plan.style, plan.remarks, plan.next) =
                            (turn, style, vec![remark.clone()], ask("timeline", attempt));
                    }));
                    assert!(!cross.iter().any(|one| said.contains(one)), "{said}");
                }
            }
        }
    }
    assert!(!reply(&ReplyPlan { took: vec![took("industry", "tea")], ..plan() }).is_empty());
}

#[test]
fn a_number_is_asked_back_about_and_explained_with_its_bounds() {
    let mut definition = (*objective(BUSINESS)).clone();
    for one in definition.obligations.iter_mut().filter(|one| one.key == "team_size") {
        (one.min, one.max, one.unit) = (Some(1.into()), Some(500.into()), Some("people".into()));
        (one.description, one.examples) = (None, Vec::new());
    }
    let definition = Arc::new(definition);
    let remarks = [
        Remark::OutOfBounds { key: key("team_size") },
        Remark::Meaning { key: key("team_size") },
        Remark::Examples { key: key("team_size") },
    ];
    for turn in 0..6 {
        for (style, remark) in
            [Style::Formal, Style::Casual].into_iter().flat_map(|style| remarks.iter().map(move |one| (style, one)))
        {
            let words = reply(&with(|plan| {
                (plan.turn, plan.style, plan.next) = (turn, style, ask("team_size", 2));
                (plan.definition, plan.remarks) = (definition.clone(), vec![remark.clone()]);
            }));
            assert!(words.contains("from 1 to 500 people") && words.ends_with('?'), "{words}");
        }
    }
}
