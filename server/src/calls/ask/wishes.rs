//! What the forms of the pages hold, checked.

use app::pages::ask::calls::{AnswerWish, AskAddress, AskWish, AsksRequest};
use domain::{
    Failure,
    ask::{LONGEST_QUESTION, MOST_QUESTIONS},
};
use protocol::ask::{AskMode, ClarifyAnswer, GuidedQuery};
use serde_json::Value;

/// A box that is ticked.
pub(super) const ON: &str = "on";
/// Characters of a field that holds no sentence.
const LONGEST_FIELD: usize = 300;

fn check(fields: &[&str], most: usize) -> Result<(), Failure> {
    if fields.iter().any(|text| text.chars().count() > most) {
        return Err(Failure::invalid("wish", format!("this field has at most {most} characters")));
    }
    Ok(())
}

/// # Errors
/// 422.
pub(super) fn check_request(of: &AsksRequest) -> Result<(), Failure> {
    let AsksRequest { project, conversation, after, question, mode, facts } = of;
    check(&[project, conversation, after, mode, facts], LONGEST_FIELD)?;
    check(&[question], LONGEST_QUESTION)
}

/// # Errors
/// 422.
pub(super) fn check_address(of: &AskAddress) -> Result<(), Failure> {
    check(&[&of.rerun, &of.table], LONGEST_FIELD)
}

/// # Errors
/// 422.
pub(super) fn check_wish(of: &AskWish) -> Result<(), Failure> {
    let AskWish { act: _, ask, project, conversation, question, mode, name, value, answers, guided, pipeline, times: _ } = of;
    let GuidedQuery { table, measure, of, by, filter_column, filter_value, time_column, from, to } = guided;
    check(&[ask, project, conversation, mode, name, pipeline], LONGEST_FIELD)?;
    check(&[table, measure, of, by, filter_column, filter_value, time_column, from, to], LONGEST_FIELD)?;
    check(&[question, value], LONGEST_QUESTION)?;
    if answers.len() > MOST_QUESTIONS {
        return Err(Failure::invalid("answers", format!("at most {MOST_QUESTIONS} questions are answered at once")));
    }
    answers.iter().try_for_each(|one| {
        check(&[&one.question_id, &one.remember], LONGEST_FIELD)?;
        check(&[&one.value, &one.own], LONGEST_QUESTION)
    })
}

/// None leaves it to the engine.
///
/// # Errors
/// 422 for a mode that is not there.
pub(super) fn mode(name: &str) -> Result<Option<AskMode>, Failure> {
    if name.is_empty() {
        return Ok(None);
    }
    let mode = AskMode::parse(name);
    mode.map(Some).ok_or_else(|| Failure::invalid("mode", "the mode is auditable, exploratory or knowledge"))
}

/// Words of one's own count before an option.
pub(super) fn answers(all: Vec<AnswerWish>) -> Vec<ClarifyAnswer> {
    let answer = |one: AnswerWish| ClarifyAnswer {
        question_id: one.question_id,
        value: if one.own.trim().is_empty() { one.value } else { one.own.trim().to_owned() },
        remember: one.remember == ON,
    };
    all.into_iter().map(answer).collect()
}

/// A value as somebody entered it: a number where it is one; none where nothing was entered.
pub(super) fn value(entered: &str) -> Option<Value> {
    let entered = entered.trim();
    if entered.is_empty() {
        return None;
    }
    let number = entered.parse::<f64>().ok().filter(|number| number.is_finite());
    Some(match entered.parse::<i64>() {
        Ok(whole) => whole.into(),
        Err(_) => number.map_or_else(|| entered.into(), Value::from),
    })
}

/// A name with its value.
///
/// # Errors
/// 422 where one of them is missing.
pub(super) fn fact(wish: &AskWish) -> Result<(String, Value), Failure> {
    let name = wish.name.trim();
    if name.is_empty() {
        return Err(Failure::invalid("name", "a fact needs a name"));
    }
    let value = value(&wish.value).ok_or_else(|| Failure::invalid("value", "a fact needs a value"))?;
    Ok((name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn own_words_count_before_an_option() {
        let wish = |value: &str, own: &str, remember: &str| AnswerWish {
            question_id: "Q1".into(),
            value: value.into(),
            own: own.into(),
            remember: remember.into(),
        };
        let made = answers(vec![wish("net", "", ""), wish("net", " gross ", "on")]);
        assert_eq!((made[0].value.as_str(), made[0].remember), ("net", false));
        assert_eq!((made[1].value.as_str(), made[1].remember), ("gross", true));
    }

    #[test]
    fn values_are_numbers_where_they_can_be() {
        for (entered, expected) in [
            ("50", Some(json!(50))),
            (" 2.5 ", Some(json!(2.5))),
            ("NaN", Some(json!("NaN"))),
            ("north", Some(json!("north"))),
            (" ", None),
        ] {
            assert_eq!(value(entered), expected, "{entered}");
        }
    }

    #[test]
    fn what_is_too_long_or_too_many_is_refused() {
        let with = |change: fn(&mut AskWish)| {
            let mut wish = AskWish::default();
            change(&mut wish);
            check_wish(&wish)
        };
        assert!(with(|wish| wish.question = "x".repeat(LONGEST_QUESTION)).is_ok());
        for wrong in [
            with(|wish| wish.question = "x".repeat(LONGEST_QUESTION + 1)),
            with(|wish| wish.guided.table = "x".repeat(301)),
            with(|wish| wish.answers = vec![AnswerWish::default(); MOST_QUESTIONS + 1]),
            with(|wish| wish.answers = vec![AnswerWish { own: "x".repeat(2_001), ..AnswerWish::default() }]),
        ] {
            assert!(wrong.is_err());
        }
        assert!(mode("firm").is_err() && mode("").is_ok_and(|mode| mode.is_none()));
    }
}
