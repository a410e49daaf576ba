//! Answers to what was asked back: checked before they are taken, and facts of the ask afterwards.

use super::LONGEST_QUESTION;
use crate::Refusal;
use protocol::ask::{AskView, Assumption, Clarification, ClarifyAnswer, YOU_CHOOSE};
use serde_json::{Map, Value};

/// Each open question has exactly one answer, and nothing else is answered.
///
/// # Errors
/// 409 where nothing is asked; 422 naming the answer that cannot be used.
pub fn settle_answers(view: &AskView, answers: Vec<ClarifyAnswer>) -> Result<Vec<ClarifyAnswer>, Refusal> {
    if view.open_questions.is_empty() {
        return Err(Refusal::conflict("this ask has no open question"));
    }
    let refuse = |at: usize, field: &str, why: String| Err(Refusal::invalid(&format!("answers[{at}].{field}"), why));
    for (at, answer) in answers.iter().enumerate() {
        let Some(question) = view.open_questions.iter().find(|question| question.id == answer.question_id) else {
            let open: Vec<&str> = view.open_questions.iter().map(|question| question.id.as_str()).collect();
            return refuse(at, "question_id", format!("no question {} is open: {} are", answer.question_id, open.join(", ")));
        };
        if answers[..at].iter().any(|other| other.question_id == answer.question_id) {
            return refuse(at, "question_id", format!("{} is answered twice", answer.question_id));
        }
        if answer.value.trim().is_empty() {
            return refuse(at, "value", "an answer needs a choice or some words".to_owned());
        }
        if answer.value.chars().count() > LONGEST_QUESTION {
            return refuse(at, "value", format!("an answer has at most {LONGEST_QUESTION} characters"));
        }
        if answer.value == YOU_CHOOSE && (question.personal || question.options.is_empty()) {
            let why = "nobody but you knows this: say it, or cancel the ask".to_owned();
            return refuse(at, "value", why);
        }
    }
    let missing = view.open_questions.iter().find(|question| answers.iter().all(|answer| answer.question_id != question.id));
    match missing {
        Some(question) => Err(Refusal::invalid("answers", format!("{} has no answer: {}", question.id, question.text))),
        None => Ok(answers),
    }
}

/// The value that an answer stands for: what it says, or the first option where the choice was left to the engine.
#[must_use]
pub fn chosen_value<'a>(question: &'a Clarification, answer: &'a ClarifyAnswer) -> &'a str {
    match question.options.first() {
        Some(first) if answer.value == YOU_CHOOSE => &first.value,
        _ => answer.value.trim(),
    }
}

/// By what they are about. Numbers are numbers.
#[must_use]
pub fn facts_of_answers(clarified: &[(Clarification, ClarifyAnswer)]) -> Map<String, Value> {
    let fact = |(question, answer): &(Clarification, ClarifyAnswer)| {
        let name = if question.about.is_empty() { &question.text } else { &question.about };
        let value = chosen_value(question, answer);
        let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
        (name.clone(), number.map_or_else(|| value.into(), crate::tools::claim::number))
    };
    clarified.iter().map(fact).collect()
}

/// What the engine chose because it was told to.
#[must_use]
pub fn assumptions_of(clarified: &[(Clarification, ClarifyAnswer)]) -> Vec<Assumption> {
    let assumed = clarified.iter().filter(|(_, answer)| answer.value == YOU_CHOOSE);
    assumed
        .filter_map(|(question, _)| {
            let first = question.options.first()?;
            let name = if question.about.is_empty() { question.text.clone() } else { question.about.clone() };
            Some(Assumption {
                text: format!("{name} stands for {}", first.label),
                name,
                value: first.value.clone(),
                alternatives: question.options.iter().skip(1).map(|option| option.value.clone()).collect(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        AskId, ConversationId, ProjectId, UserId,
        ask::{AskRequest, ClarifyOption},
    };
    use serde_json::json;
    use uuid::Uuid;

    fn view() -> AskView {
        let place = (ProjectId(Uuid::nil()), ConversationId(Uuid::nil()));
        let mut view = AskView::new(AskId(Uuid::nil()), place, UserId(Uuid::nil()), AskRequest::default(), None);
        let option = |value: &str| ClarifyOption { value: value.into(), label: value.replace('_', " "), meaning: String::new() };
        view.open_questions = vec![
            Clarification {
                id: "Q1".into(),
                text: "Which price?".into(),
                options: vec![option("list_price"), option("sale_price")],
                about: "price".into(),
                personal: false,
            },
            Clarification {
                id: "Q2".into(),
                text: "How old are you?".into(),
                about: "age".into(),
                personal: true,
                ..Clarification::default()
            },
        ];
        view
    }

    fn answers(given: &[(&str, &str)]) -> Vec<ClarifyAnswer> {
        let answer =
            |(id, value): &(&str, &str)| ClarifyAnswer { question_id: (*id).into(), value: (*value).into(), remember: false };
        given.iter().map(answer).collect()
    }

    #[test]
    fn an_answer_that_cannot_be_used_names_what_is_wrong() {
        for (given, wanted) in [
            (vec![("Q1", "x")], "Q2 has no answer: How old are you?"),
            (vec![("Q1", "x"), ("Q1", "y")], "Q1 is answered twice"),
            (vec![("Q9", "x")], "no question Q9 is open: Q1, Q2 are"),
            (vec![("Q1", " "), ("Q2", "3")], "an answer needs a choice or some words"),
            (vec![("Q1", "x"), ("Q2", YOU_CHOOSE)], "nobody but you knows this: say it, or cancel the ask"),
        ] {
            let refusal = settle_answers(&view(), answers(&given)).expect_err(wanted);
            assert_eq!(refusal.faults[0].message, wanted);
        }
        assert!(settle_answers(&view(), answers(&[("Q1", YOU_CHOOSE), ("Q2", "50")])).is_ok());
    }

    #[test]
    fn answers_become_facts_and_what_was_chosen_is_an_assumption() {
        let given = answers(&[("Q1", YOU_CHOOSE), ("Q2", "50")]);
        let pairs: Vec<_> = view().open_questions.into_iter().zip(given).collect();
        assert_eq!(Value::Object(facts_of_answers(&pairs)), json!({"price": "list_price", "age": 50}));
        let assumed = assumptions_of(&pairs);
        assert_eq!((assumed.len(), assumed[0].text.as_str()), (1, "price stands for list price"));
        assert_eq!(assumed[0].alternatives, ["sale_price"]);
    }
}
