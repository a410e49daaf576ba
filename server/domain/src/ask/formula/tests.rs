use super::parse;
use serde_json::{Value, json};

fn value_of(text: &str) -> Result<Value, String> {
    let values = |id: &str| match id {
        "P1" => Some(json!(120)),
        "P2" => Some(json!(90.5)),
        "P3" => Some(json!("North Sea")),
        "P4" => Some(Value::Null),
        "step_1" => Some(json!([3, 1, 2, null])),
        _ => None,
    };
    parse(text)?.evaluate(&values)
}

#[test]
fn formulas_have_the_values_that_arithmetic_gives_them() {
    for (text, wanted) in [
        ("1 + 2 * 3", json!(7)),
        ("(1 + 2) * 3", json!(9)),
        ("2 ^ 3 ^ 2", json!(512)),
        ("-2 ^ 2", json!(-4)),
        ("10 - 4 - 3", json!(3)),
        ("7 % 4", json!(3)),
        ("1e3 / 4", json!(250)),
        ("P1 - P2", json!(29.5)),
        ("P1 > P2 and P3 = \"north sea \"", json!(true)),
        ("not P1 = 120 or false", json!(false)),
        ("0.1 + 0.2 = 0.3", json!(true)),
        ("\"2024-02-01\" < \"2024-10-01\"", json!(true)),
        ("P3 = 5", json!(false)),
        ("\"12\" >= 12", json!(true)),
        ("sum(step_1)", json!(6)),
        ("avg(step_1, 6)", json!(3)),
        ("count(step_1)", json!(3)),
        ("max(step_1) = 3", json!(true)),
        ("min(\"b\", \"a\")", json!("a")),
        ("2 in step_1", json!(true)),
        ("contains(P3, \"SEA\")", json!(true)),
        ("lower(P3)", json!("north sea")),
        ("round(2.345, 2)", json!(2.35)),
        ("round(abs(-2.6))", json!(3)),
        ("percent(30, P1)", json!(25)),
        ("change(80, P1)", json!(50)),
        ("if(P1 > 100, \"large\", \"small\")", json!("large")),
        ("coalesce(P4, 4)", json!(4)),
        ("is_null(P4)", json!(true)),
        ("P4 + 1", Value::Null),
        ("P4 > 1", Value::Null),
        ("P4 > 1 and false", json!(false)),
        ("P4 > 1 or true", json!(true)),
        ("P4 > 1 and true", Value::Null),
        ("sum()", Value::Null),
    ] {
        assert_eq!(value_of(text), Ok(wanted), "{text}");
    }
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    for (text, wanted) in [
        ("", "the formula ends where a value should follow"),
        ("1 +", "the formula ends where a value should follow"),
        ("(1", ") is missing at the end"),
        ("1 2", "the formula should end before 2"),
        ("* 2", "a value should stand before *"),
        ("1 ; 2", "a formula has no sign ;"),
        ("\"a", "a text in the formula is not closed"),
        ("system(1)", "there is no function system: use one of min,"),
        ("P1 / 0", "120 cannot be divided by zero"),
        ("P9 + 1", "there is no value P9"),
        ("P3 + 1", "\"North Sea\" is no number"),
        ("P1 and true", "120 is neither true nor false"),
        ("P3 < 5", "\"North Sea\" and 5 cannot be compared"),
        ("1 in 2", "after `in` stands a list"),
        ("percent(1, 0)", "percent cannot divide by zero"),
        ("round(1, 2, 3)", "round takes a number and its places"),
    ] {
        let fault = value_of(text).expect_err(text);
        assert!(fault.starts_with(wanted), "{text}: {fault}");
    }
    assert!(parse(&"(".repeat(60)).expect_err("deep").contains("levels"));
    assert!(parse(&"1+".repeat(300)).expect_err("long").contains("characters"));
}

#[test]
fn a_formula_is_written_as_it_is_read_and_names_what_it_reads() {
    for text in ["(P1 + 2) * -P2", "not (P1 = 1 or P2 = 2)", "P1 - (P2 - I3)", "if(P1 > 1, \"a\\\"b\", null)", "2 ^ (1 + P1)"] {
        let formula = parse(text).expect(text);
        let written = formula.to_string();
        assert_eq!(parse(&written).as_ref(), Ok(&formula), "{text}: {written}");
    }
    assert_eq!(parse("P1 + I2 * P1 - step_3").expect("a formula").ids(), ["P1", "I2", "step_3"]);
}
