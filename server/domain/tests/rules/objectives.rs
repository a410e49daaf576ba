//! Discovery Objectives: what is read, and every fault named at once.

use domain::interview::objective::{built_in, parse};
use protocol::interview::Choice;
use serde_json::{Value, json};

/// Two obligations and nothing wrong.
fn sound() -> Value {
    json!({
        "displayName": "Business Profile Discovery",
        "description": "Understand the user's business model and goals",
        "obligations": [
            {
                "key": "industry", "fieldPath": "businessProfile.industry", "prompt": "What industry is your business in?",
                "collectionType": "direct_question", "widgetType": "text", "priority": 10, "satisfiedWhen": "confidence >= 0.8"
            },
            {
                "key": "channel", "fieldPath": "businessProfile.channel", "prompt": "Where do you sell?",
                "collectionType": "inferred", "widgetType": "choice", "dependencies": ["industry"], "priority": 9,
                "options": ["web", {"value": "shop", "label": "In a shop", "synonyms": ["store"]}, {"value": "fair"}],
                "category": "Sales", "expertiseRequired": "retail", "maxAttempts": 2
            }
        ],
        "phases": {"opening": {"goal": "Trust", "message": "Hello"}, "exploration": {}, "validation": {}, "closing": {}},
        "completion": {"minObligationsSatisfied": 2, "minConfidenceScore": 0.75, "requiredObligations": ["industry"]}
    })
}

fn with(pointer: &str, value: Value) -> Value {
    let mut config = sound();
    match config.pointer_mut(pointer) {
        Some(slot) => *slot = value,
        None => {
            let (parent, name) = pointer.rsplit_once('/').expect("a path");
            config.pointer_mut(parent).expect("a parent")[name] = value;
        }
    }
    config
}

fn faults(config: &Value) -> Vec<(String, String)> {
    let refused = parse(config).expect_err("it cannot work");
    refused.faults.into_iter().map(|fault| (fault.field, fault.message)).collect()
}

#[test]
fn it_is_read_in_the_seeds_camel_case_and_written_the_same() {
    let definition = parse(&sound()).expect("nothing is wrong");
    let written = serde_json::to_value(&definition).expect("JSON");
    assert_eq!(parse(&written).expect("what is written is read"), definition);
    assert_eq!(written["obligations"][1]["expertiseRequired"], "retail");
    assert_eq!(written["obligations"][1]["maxAttempts"], 2);
    assert_eq!(written["completion"]["minObligationsSatisfied"], 2);
    assert_eq!(written["phases"]["opening"]["message"], "Hello");
    let choice = |value: &str, label: &str, synonyms: &[&str]| Choice {
        value: value.into(),
        label: label.into(),
        synonyms: synonyms.iter().map(|&one| one.to_owned()).collect(),
    };
    let options = [choice("web", "web", &[]), choice("shop", "In a shop", &["store"]), choice("fair", "fair", &[])];
    assert_eq!(definition.obligations[1].options, options);
}

#[test]
fn phases_and_completion_may_be_left_out() {
    let mut config = sound();
    let fields = config.as_object_mut().expect("an object");
    fields.remove("phases");
    fields.remove("completion");
    fields.remove("description");
    let definition = parse(&config).expect("nothing is wrong");
    assert_eq!((definition.completion.min_obligations_satisfied, definition.completion.min_confidence_score), (1, 0.7));
}

#[test]
fn each_fault_is_named_in_its_place() {
    let second = |part: &str| format!("config.obligations.channel.{part}");
    for (pointer, value, field, message) in [
        ("/displayName", json!(" "), "config.displayName".into(), "displayName must be a text that is not empty"),
        ("/displayName", json!(null), "config.displayName".into(), "displayName is missing"),
        ("/obligations", json!({}), "config.obligations".into(), "obligations must be a list"),
        ("/obligations/1", json!("x"), "config.obligations[1]".into(), "an obligation must be an object"),
        ("/obligations/1/key", json!("industry"), "config.obligations.industry.key".into(), "the key industry occurs twice"),
        (
            "/obligations/1/key",
            json!("a b"),
            "config.obligations.a b.key".into(),
            "“a b” is not a key: letters, digits, _, - and . (1 to 100)",
        ),
        ("/obligations/1/key", json!(null), "config.obligations[1].key".into(), "key is missing"),
        ("/obligations/1/key", json!(7), "config.obligations[1].key".into(), "key must be a text, not 7"),
        ("/obligations/1/prompt", json!(null), second("prompt"), "prompt is missing"),
        ("/obligations/1/prompt", json!("  "), second("prompt"), "channel has no question to ask"),
        (
            "/obligations/1/satisfied_when",
            json!("x"),
            second("satisfied_when"),
            "satisfied_when is not read: the field is called satisfiedWhen",
        ),
        (
            "/obligations/1/widgettype",
            json!("text"),
            second("widgettype"),
            "widgettype is not read: the field is called widgetType",
        ),
        (
            "/obligations/1/fieldPath",
            json!("profile..channel"),
            second("fieldPath"),
            "the fieldPath of channel has an empty part: names with single points between them",
        ),
        ("/obligations/1/fieldPath", json!(""), second("fieldPath"), "channel needs a fieldPath of 1 to 500 characters"),
        (
            "/obligations/1/dependencies",
            json!(["market"]),
            second("dependencies"),
            "channel depends on market, which does not exist",
        ),
        ("/obligations/1/dependencies", json!(["channel"]), second("dependencies"), "channel depends on itself in a circle"),
        (
            "/obligations/1/dependencies",
            json!("industry"),
            second("dependencies"),
            "dependencies must be a list of texts, not \"industry\"",
        ),
        ("/obligations/1/priority", json!(0), second("priority"), "priority must be a whole number from 1 to 10, not 0"),
        ("/obligations/1/priority", json!(11), second("priority"), "priority must be a whole number from 1 to 10, not 11"),
        ("/obligations/1/priority", json!(2.5), second("priority"), "priority must be a whole number from 1 to 10, not 2.5"),
        ("/obligations/1/priority", json!(-1), second("priority"), "priority must be a whole number from 1 to 10, not -1"),
        (
            "/obligations/1/priority",
            json!("high"),
            second("priority"),
            "priority must be a whole number from 1 to 10, not \"high\"",
        ),
        ("/obligations/1/priority", json!(null), second("priority"), "priority is missing"),
        (
            "/obligations/1/widgetType",
            json!("slider"),
            second("widgetType"),
            "widgetType must be one of text, choice, multiselect, date, number, not \"slider\"",
        ),
        (
            "/obligations/1/collectionType",
            json!("ask"),
            second("collectionType"),
            "collectionType must be one of direct_question, inferred, research, not \"ask\"",
        ),
        ("/obligations/1/options", json!([]), second("options"), "channel is a choice without options"),
        ("/obligations/1/options", json!(["a", "A"]), second("options"), "channel has the option A twice"),
        ("/obligations/1/options", json!([" "]), second("options"), "channel has an option without a value"),
        (
            "/obligations/1/options",
            json!([3]),
            second("options"),
            "options must be a list of texts or {value, label, synonyms}, not [3]",
        ),
        ("/obligations/1/min", json!("few"), second("min"), "min must be a number, not \"few\""),
        ("/obligations/1/unit", json!(7), second("unit"), "unit must be a text, not 7"),
        ("/obligations/1/unit", json!(" "), second("unit"), "unit of channel is empty: leave it out for plain numbers"),
        (
            "/obligations/1/satisfiedWhen",
            json!("confidence >= high"),
            second("satisfiedWhen"),
            "cannot read satisfiedWhen of channel",
        ),
        ("/obligations/1/maxAttempts", json!(0), second("maxAttempts"), "channel may never be asked: maxAttempts is at least 1"),
        (
            "/obligations/1/maxAttempts",
            json!("two"),
            second("maxAttempts"),
            "maxAttempts must be a whole number from 1 to 100, not \"two\"",
        ),
        (
            "/completion/requiredObligations",
            json!(["goal"]),
            "config.completion.requiredObligations".into(),
            "goal is required and does not exist",
        ),
        (
            "/completion/requiredObligations",
            json!(["industry", "industry"]),
            "config.completion.requiredObligations".into(),
            "industry is required twice",
        ),
        (
            "/completion/minConfidenceScore",
            json!(1.5),
            "config.completion.minConfidenceScore".into(),
            "minConfidenceScore lies between 0 and 1",
        ),
        (
            "/completion/minObligationsSatisfied",
            json!(3),
            "config.completion.minObligationsSatisfied".into(),
            "minObligationsSatisfied is 3, but there are 2 obligations",
        ),
        ("/completion", json!({"minObligationsSatisfied": -1}), "config.completion".into(), "invalid value"),
    ] {
        let found = faults(&with(pointer, value.clone()));
        assert!(
            found.iter().any(|(at, why)| *at == field && why.starts_with(message)),
            "{pointer} = {value}: {field}: {message} is not among {found:#?}"
        );
        let followed =
            matches!(pointer, "/obligations" | "/obligations/1" | "/obligations/1/key" | "/completion/requiredObligations");
        assert!(followed || found.len() == 1, "{pointer} = {value}: one thing is wrong, not {found:#?}");
    }
}

#[test]
fn a_number_has_a_unit_and_bounds_that_leave_room() {
    let bounded = |min: Value, max: Value| {
        let mut config = with("/obligations/0/widgetType", json!("number"));
        for (part, value) in [("unit", json!("people")), ("min", min), ("max", max)] {
            config["obligations"][0][part] = value;
        }
        config
    };
    let definition = parse(&bounded(json!(1), json!(2.5))).expect("nothing is wrong");
    assert_eq!(definition.obligations[0].describe_bounds().as_deref(), Some("from 1 to 2.5 people"));
    let written = serde_json::to_value(&definition).expect("JSON");
    assert_eq!((&written["obligations"][0]["unit"], &written["obligations"][0]["max"]), (&json!("people"), &json!(2.5)));
    assert_eq!(written["obligations"][1].get("min"), None, "what is not set is not written");
    for (min, max) in [(json!(5), json!(1)), (json!(5), json!(5))] {
        let found = faults(&bounded(min, max));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, "config.obligations.industry.max");
        assert!(found[0].1.starts_with("max of industry is not larger than its min: 5 to "), "{found:?}");
    }
}

#[test]
fn a_circle_is_named_at_every_obligation_in_it() {
    let mut config = with("/obligations/0/dependencies", json!(["channel"]));
    assert_eq!(faults(&config).len(), 2);
    config["obligations"][1]["dependencies"] = json!([]);
    parse(&config).expect("broken open, it works");
}

#[test]
fn all_faults_are_named_at_once_also_of_one_obligation() {
    let mut config = sound();
    config["displayName"] = json!("");
    config["obligations"][0]["priority"] = json!("high");
    config["obligations"][0]["widgetType"] = json!("slider");
    config["obligations"][0]["satisfiedWhen"] = json!("sometimes");
    config["obligations"][0]["dependencies"] = json!(["industry", "nowhere"]);
    config["obligations"][1]["options"] = json!([]);
    config["completion"]["requiredObligations"] = json!(["industry", "goal"]);
    let found = faults(&config);
    assert_eq!(found.len(), 8, "{found:#?}");
    let refused = parse(&config).expect_err("it cannot work");
    assert_eq!(refused.detail, "the objective cannot work, 8 things are wrong");
}

#[test]
fn what_is_not_an_objective_at_all() {
    for config in [json!(null), json!([]), json!("x"), json!({})] {
        parse(&config).expect_err("it cannot work");
    }
    let many: Vec<Value> = (0..201).map(|number| json!({"key": format!("k{number}")})).collect();
    let found = faults(&with("/obligations", json!(many)));
    assert_eq!(found[0].1, "201 obligations, at most 200 are possible");
}

#[test]
fn the_three_built_in_objectives_can_be_written_and_read_again() {
    for one in built_in().expect("sound") {
        let written = serde_json::to_value(&one.definition).expect("JSON");
        assert_eq!(parse(&written).expect("sound"), one.definition);
    }
}

#[test]
fn overlong_texts_are_named_with_their_limit() {
    let long = |letters: usize| json!("x".repeat(letters));
    for (pointer, letters, most) in [
        ("/displayName", 201, 200),
        ("/phases/opening/message", 4_001, 4_000),
        ("/obligations/0/prompt", 100_000, 1_000),
        ("/obligations/0/label", 201, 200),
        ("/obligations/0/why", 4_001, 4_000),
        ("/obligations/0/unit", 41, 40),
        ("/obligations/1/options/1/synonyms/0", 201, 200),
    ] {
        let found = faults(&with(pointer, long(letters)));
        let [(field, message)] = found.as_slice() else { panic!("{pointer}: {found:?}") };
        let part = pointer.rsplit('/').find(|part| part.parse::<usize>().is_err()).expect("a name");
        assert!(field.ends_with(part), "{pointer}: {field}");
        assert_eq!(*message, format!("{part} has {letters} characters, at most {most} are possible"));
        parse(&with(pointer, long(most))).expect("the limit itself is possible");
    }
    let found = faults(&with("/obligations/0/examples", json!(["a", "x".repeat(1_001)])));
    assert_eq!(found[0].0, "config.obligations.industry.examples");
    let found = faults(&with("/obligations/0/examples", json!(vec!["a"; 201])));
    assert_eq!(found[0].1, "201 entries, at most 200 are possible");
}
