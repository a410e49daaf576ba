//! Answers with a grumble beside them: the answer is heard, and the grumble is answered only where it is all.

use super::stage::{Stage, firm, value};
use domain::interview::Move;
use serde_json::json;

#[test]
fn an_answer_beside_a_grumble_is_heard() {
    for (key, said, wanted) in [
        ("employees", "Twelve, you idiot", json!(12)),
        ("employees", "I told you already, 12", json!(12)),
        ("company_size", "Small businesses, you moron", json!("small")),
        ("channels", "so annoying, but fine: partners and retail", json!(["Partners", "Retail"])),
    ] {
        let understood = Stage::new(&firm()).asked(key).says(said);
        assert_eq!(value(&understood, key), Some(wanted), "{said}: {understood:?}");
        assert!(!understood.moves.contains(&Move::Abuse), "{said}: {:?}", understood.moves);
    }
}

#[test]
fn what_is_sworn_at_may_be_the_answer() {
    for (key, said, wanted) in [
        ("offering", "This is so boring, but fine: we repair church organs", "repair church organs"),
        ("obstacles", "Shit roads and late lorries", "late lorries"),
    ] {
        let understood = Stage::new(&firm()).asked(key).says(said);
        let found = value(&understood, key).unwrap_or_else(|| panic!("{said}: {understood:?}"));
        let words = found.as_str().expect("words");
        assert!(words.contains(wanted) && !words.contains("boring"), "{said}: {words}");
        assert!(!understood.moves.contains(&Move::Abuse), "{said}: {:?}", understood.moves);
    }
}

#[test]
fn a_grumble_alone_is_answered() {
    for said in ["you idiot", "this question is stupid", "so annoying"] {
        let understood = Stage::new(&firm()).asked("employees").says(said);
        assert!(understood.findings.is_empty() && understood.moves.contains(&Move::Abuse), "{said}: {understood:?}");
    }
}

#[test]
fn no_value_has_a_hole_where_a_grumble_was() {
    for said in [
        "The chapel and the vestry, like I told you already. It's dull to say it again.",
        "Damp walls. I'm fed up with this. Old wiring too.",
    ] {
        let understood = Stage::new(&firm()).asked("obstacles").says(said);
        for finding in &understood.findings {
            let words = finding.value.as_str().unwrap_or_default();
            assert!(!words.contains("  ") && said.contains(words), "{said}: {finding:?}");
        }
    }
}
