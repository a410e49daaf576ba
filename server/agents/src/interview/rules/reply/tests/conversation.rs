//! A conversation of twelve turns: no opening three times running, no question worded twice.

use super::{
    super::{parts, reply},
    BUSINESS, IDEA, PROJECT, ask, key, objective, plan, took,
    whole_interviews::sentences,
};
use domain::interview::{Held, Next, Remark, ReplyPlan, Took};
use protocol::{
    Confidence,
    interview::{Phase, Status, Style},
};
use serde_json::json;
use std::collections::HashSet;

/// The first two words, or for a reply that begins with the person's words what follows them.
fn opening(said: &str, values: &[String]) -> String {
    let lower = said.to_lowercase();
    let rest = values.iter().find_map(|value| lower.strip_prefix(&value.to_lowercase()));
    let marked = rest.map_or_else(|| lower.clone(), |rest| format!("… {rest}"));
    marked.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

fn question(said: &str) -> String {
    let end = said.find('?').map_or(said.len(), |at| at + 1);
    let start = said[..end].rfind(". ").map_or(0, |at| at + 2);
    said[start..end].trim_start_matches("And ").to_lowercase()
}

fn run(json: &str, style: Style) -> Vec<String> {
    let definition = objective(json);
    let keys: Vec<&str> = definition.obligations.iter().map(|one| one.key.as_str()).collect();
    let values = ["dental software", "small clinics", "12 people", "word of mouth", "Spain", "better margins"];
    let mut said: Vec<String> = Vec::new();
    for turn in 0..13_u32 {
        let at = turn as usize;
        let plan = ReplyPlan {
            definition: definition.clone(),
            turn,
            style,
            opening: turn == 0,
            took: if turn == 0 { Vec::new() } else { vec![took(keys[at - 1], values[at % values.len()])] },
            next: ask(keys[at], 1),
            earlier: said.clone(),
            ..plan()
        };
        said.push(reply(&plan));
    }
    said
}

#[test]
fn twelve_turns_keep_their_variety() {
    for json in [BUSINESS, IDEA, PROJECT] {
        for style in [Style::Formal, Style::Casual] {
            let said = run(json, style);
            let values: Vec<String> =
                ["dental software", "small clinics", "12 people", "word of mouth", "Spain", "better margins"]
                    .map(str::to_owned)
                    .into();
            let openings: Vec<String> = said.iter().map(|one| opening(one, &values)).collect();
            for pair in openings.windows(2) {
                assert_ne!(pair[0], pair[1], "{said:#?}");
            }
            let questions: HashSet<String> = said.iter().map(|one| question(one)).collect();
            assert_eq!(questions.len(), said.len(), "{said:#?}");
        }
    }
}

#[test]
fn one_stubborn_question_is_never_worded_twice() {
    for key in ["industry", "business_model", "sales_channels", "team_size", "timeline"] {
        let mut wordings = HashSet::new();
        for attempt in 1..=12 {
            let said = reply(&ReplyPlan { next: ask(key, attempt), ..plan() });
            assert!(wordings.insert(question(&said)), "{key} {attempt}: {said}");
        }
    }
}

#[test]
fn a_wording_just_used_is_passed_over_whatever_the_count_says() {
    let first = reply(&plan());
    let second = reply(&ReplyPlan { earlier: vec![first.clone()], ..plan() });
    assert_ne!(question(&first), question(&second));
}

#[test]
fn the_same_kind_of_turn_is_not_told_in_the_same_words_three_times() {
    let changed = |turn: u32| {
        let value = ["enterprise", "clinics", "schools", "farms", "cities"][turn as usize % 5];
        let took = Took { previous: Some(json!("startups")), confidence: Confidence::new(0.95), ..took("target_market", value) };
        (vec![took], ask("competition", turn + 1))
    };
    let checked = |turn: u32| (Vec::new(), Next::ReadBack { key: "industry".to_owned(), value: json!(format!("field {turn}")) });
    for kind in [changed as fn(u32) -> (Vec<Took>, Next), checked] {
        for style in [Style::Formal, Style::Casual] {
            let mut said: Vec<String> = Vec::new();
            for turn in 1..10 {
                let (took, next) = kind(turn);
                said.push(reply(&ReplyPlan { turn, style, took, next, earlier: said.clone(), ..plan() }));
            }
            let openings: Vec<String> = said.iter().map(|one| one.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
            assert!(openings.windows(3).all(|three| three[0] != three[1] || three[1] != three[2]), "{said:#?}");
        }
    }
}

#[test]
fn what_is_said_each_time_is_worded_otherwise_for_five_turns() {
    let about = || key("annual_revenue");
    let noted = ReplyPlan { took: vec![took("industry", "tea")], ..plan() };
    let remarks = [
        Remark::Deferred { key: about() },
        Remark::Skipped { key: about() },
        Remark::GivenUp { key: about() },
        Remark::Withdrawn { key: about() },
        Remark::Back { key: about() },
        Remark::NotKnown { key: about(), given_up: true },
        Remark::NotUnderstood,
        Remark::Progress,
        Remark::Thanks,
        Remark::Unanswerable,
    ];
    let remarked = remarks.into_iter().map(|remark| ReplyPlan { remarks: vec![remark], ..plan() });
    for begun in std::iter::once(noted).chain(remarked) {
        for style in [Style::Formal, Style::Casual] {
            let (mut earlier, mut firsts) = (Vec::new(), Vec::new());
            for turn in 1..12 {
                let plan = ReplyPlan { turn, style, earlier: earlier.clone(), ..begun.clone() };
                firsts.push(parts(&plan).remove(0).1);
                earlier.push(reply(&plan));
            }
            for five in firsts.windows(5) {
                assert_eq!(five.iter().collect::<HashSet<_>>().len(), 5, "{five:#?}");
            }
        }
    }
}

/// A value that is known, though not for sure: the end reads it back and names the doubt.
fn doubtful() -> Held {
    let (value, confidence) = (Some(json!("tea")), Confidence::new(0.5));
    Held { key: key("industry"), status: Status::Satisfied, value, confidence, turn: None, value_seq: 0, proposed: None }
}

#[test]
fn whatever_a_reply_ends_with_no_sentence_of_it_comes_again_within_five_turns() {
    let about = || key("industry");
    let left = || vec![key("timeline"), key("team_size")];
    let ends = [
        Next::ReadBack { key: about(), value: json!("tea") },
        Next::Settle { key: about(), was: json!("tea"), proposed: None },
        Next::Settle { key: about(), was: json!("tea"), proposed: Some(json!("coffee")) },
        Next::Close { left: left(), recap: true },
        Next::Close { left: left(), recap: false },
        Next::Nothing,
    ];
    let ends = ends.map(|next| ReplyPlan { next, held: vec![doubtful()], ..plan() });
    let next = Next::ReadBack { key: about(), value: json!("tea") };
    let back = ReplyPlan { remarks: vec![Remark::Back { key: about() }], next, ..plan() };
    let farewell = ReplyPlan { phase: Phase::Closing, required: (6, 6), next: Next::Nothing, ..plan() };
    for begun in ends.into_iter().chain([back, farewell]) {
        for style in [Style::Formal, Style::Casual] {
            let mut earlier: Vec<String> = Vec::new();
            for turn in 1..20 {
                let text = reply(&ReplyPlan { turn, style, earlier: earlier.clone(), ..begun.clone() });
                for before in earlier.iter().rev().take(4) {
                    let again = sentences(&text).into_iter().find(|one| sentences(before).contains(one));
                    assert_eq!(again, None, "{before}\n{text}");
                }
                earlier.push(text);
            }
        }
    }
}
