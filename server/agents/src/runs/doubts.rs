//! What of a goal nothing in the data answers to, as questions to the person.

use super::relevance::Wanted;
use domain::runs::{Goal, Role, Survey};

/// Words of the goal that are asked about, and names that a question lists.
const MOST_WORDS: usize = 2;
const MOST_NAMES: usize = 5;

/// Nothing where the goal names a column, a value or a kind of statement: then the run knows where to begin.
pub(super) fn doubt_goal(goal: &Goal, survey: &Survey) -> Vec<String> {
    let wanted = Wanted::new(goal);
    let words = wanted.words();
    let columns = || survey.tables.iter().flat_map(|table| &table.columns);
    let values = columns().flat_map(|column| column.top.iter().filter_map(|one| one.value.as_str()));
    let tables = survey.tables.iter().map(|table| table.name.as_str());
    let mut names = tables.chain(columns().map(|column| column.name.as_str())).chain(values);
    if !words.is_empty() && (wanted.calls_for_any() || names.any(|name| wanted.tenths(name) > 0)) {
        return Vec::new();
    }
    let listed = |roles: &[Role]| {
        let mut names: Vec<&str> = Vec::new();
        for column in columns().filter(|column| roles.contains(&column.role)) {
            // Several tables may have one of the same name.
            if names.len() < MOST_NAMES && !names.contains(&column.name.as_str()) {
                names.push(&column.name);
            }
        }
        names.join(", ")
    };
    let mut questions: Vec<String> = match words {
        [] => vec!["What should this data help you decide?".to_owned()],
        words => words.iter().take(MOST_WORDS).map(|word| format!("What does “{word}” mean in this data?")).collect(),
    };
    for (names, question) in [
        (listed(&[Role::Measure]), "Which of these numbers matters most to you"),
        (listed(&[Role::Category, Role::Entity]), "Which of these should be compared"),
    ] {
        if !names.is_empty() {
            questions.push(format!("{question}: {names}?"));
        }
    }
    questions
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::tools::warehouse::Dialect;
    use serde_json::json;

    fn survey() -> Survey {
        let column = |name: &str, role: Role| json!({"name": name, "reference": name, "role": role, "nulls": 0, "distinct": 3});
        let columns = [column("kind", Role::Category), column("hours", Role::Measure), column("id", Role::Key)];
        let table = json!({"database": "shop", "name": "repairs", "reference": "repairs", "dialect": Dialect::Files, "rows": 9,
            "columns": columns});
        serde_json::from_value(json!({"tables": [table]})).expect("a survey")
    }

    #[test]
    fn only_what_nothing_answers_to_is_doubted() {
        for (text, doubts) in [
            ("Which kind of repair takes the most hours?", 0),
            ("Is anything unusual?", 0),
            ("Make loyalty better", 4),
            ("", 3),
            ("the and of", 3),
        ] {
            let goal = Goal { text: text.into(), ..Goal::default() };
            assert_eq!(doubt_goal(&goal, &survey()).len(), doubts, "{text}: {:?}", doubt_goal(&goal, &survey()));
        }
    }

    #[test]
    fn a_name_that_two_tables_have_is_listed_once() {
        let mut survey = survey();
        let same = survey.tables.clone();
        survey.tables.extend(same);
        let goal = Goal { text: "loyalty".into(), ..Goal::default() };
        assert!(doubt_goal(&goal, &survey).contains(&"Which of these numbers matters most to you: hours?".to_owned()));
    }

    #[test]
    fn questions_name_what_there_is() {
        let goal = Goal { text: "loyalty".into(), ..Goal::default() };
        assert_eq!(
            doubt_goal(&goal, &survey()),
            [
                "What does “loyalty” mean in this data?",
                "Which of these numbers matters most to you: hours?",
                "Which of these should be compared: kind?"
            ]
        );
    }
}
