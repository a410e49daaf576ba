use super::*;
use protocol::ask::{AskTable, NodeStatus, ProofNode, ProofSource, Verdict};
use serde_json::json;

fn figure(value: Value) -> Answer {
    let node = ProofNode {
        id: "P1".into(),
        name: String::new(),
        status: NodeStatus::Resolved,
        value: value.clone(),
        source: ProofSource::Database,
        confidence: 1.0,
        formula: None,
        query: None,
        quote: None,
        call: None,
        origin: String::new(),
        depends_on: Vec::new(),
        elapsed_ms: 0,
    };
    let table = AskTable { columns: vec!["count".into()], rows: vec![vec![value]], ..AskTable::default() };
    Answer { premises: vec![node], tables: vec![table], ..Answer::default() }
}

fn lost(of: &Answer) -> Answer {
    let mut answer = of.clone();
    answer.tables.clear();
    for premise in &mut answer.premises {
        (premise.status, premise.value) = (NodeStatus::Failed, Value::Null);
    }
    answer
}

#[test]
fn somebody_hears_of_a_change_and_of_a_check_that_turns_and_of_nothing_else() {
    let five = figure(json!(5));
    let (six, gone) = (figure(json!(6)), lost(&five));
    let expected = json!(5);
    let told = |is_gone, held, now: &Answer, check: Option<&Value>| {
        let judged = judge(&Before { answer: &five, is_gone, holds: held }, now, check);
        (judged.state, judged.holds, judged.notice)
    };
    for (is_gone, held, now, check, expected) in [
        // Nothing is expected: a change is told, once.
        (false, None, &five, None, (State::Same, None, None)),
        (false, None, &six, None, (State::Changed, None, Some(Notice::Changed))),
        (false, None, &gone, None, (State::Gone, None, Some(Notice::Gone))),
        (true, None, &gone, None, (State::Gone, None, None)),
        (true, None, &five, None, (State::Changed, None, Some(Notice::Changed))),
        // A check that holds from the beginning is no news, one that fails from the beginning is.
        (false, None, &five, Some(&expected), (State::Same, Some(true), None)),
        (false, None, &six, Some(&expected), (State::Changed, Some(false), Some(Notice::CheckFailed))),
        (false, Some(true), &six, Some(&expected), (State::Changed, Some(false), Some(Notice::CheckFailed))),
        (false, Some(false), &five, Some(&expected), (State::Same, Some(true), Some(Notice::CheckHolds))),
        (false, Some(true), &five, Some(&expected), (State::Same, Some(true), None)),
        // It goes on failing: only another answer is news.
        (false, Some(false), &six, Some(&expected), (State::Changed, Some(false), Some(Notice::Changed))),
        // What cannot be looked at decides nothing.
        (false, Some(true), &gone, Some(&expected), (State::Gone, None, Some(Notice::Gone))),
        (true, Some(true), &gone, Some(&expected), (State::Gone, None, None)),
    ] {
        assert_eq!(told(is_gone, held, now, check), expected, "{is_gone} {held:?} {:?} {check:?}", first_value(now));
    }
    let failing = judge(&Before { answer: &six, is_gone: false, holds: Some(false) }, &six, Some(&expected));
    assert_eq!((failing.state, failing.notice), (State::Same, None));
    let changed = judge(&Before { answer: &five, is_gone: false, holds: None }, &six, None);
    assert_eq!((changed.value, changed.premises.len()), (json!(6), 1));
    let away = judge(&Before { answer: &five, is_gone: false, holds: None }, &gone, None);
    assert_eq!(away.value, Value::Null);
}

#[test]
fn what_is_expected_is_a_verdict_a_figure_or_a_name() {
    let row =
        |cells: Vec<Value>| Answer { tables: vec![AskTable { rows: vec![cells], ..AskTable::default() }], ..Answer::default() };
    let claim = Answer { verdict: Some(Verdict::Proven), ..Answer::default() };
    for (expected, answer, is_so) in [
        (json!(0.3), row(vec![json!(0.1 + 0.2)]), true),
        (json!(5), row(vec![json!("Skala"), json!(5.0)]), true),
        (json!(5), row(vec![json!(5), json!("Skala")]), true),
        (json!(5), row(vec![json!(5), json!(6)]), false),
        (json!(" pelican "), row(vec![json!("Pelican"), json!(340)]), true),
        (json!("Heron"), row(vec![json!("Pelican"), json!(340)]), false),
        (json!("5"), row(vec![json!(5)]), false),
        (json!("proven"), claim.clone(), true),
        (json!("Refuted"), claim, false),
        (json!(true), row(vec![json!(true)]), true),
        (Value::Null, row(vec![Value::Null]), true),
        (json!(1), Answer::default(), false),
    ] {
        assert_eq!(holds(&expected, &answer), is_so, "{expected} {answer:?}");
    }
}
