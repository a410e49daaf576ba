//! What is asked back before the question can be answered, and what was answered.

use super::{
    calls::AskAct,
    form::{PATH, fields},
    live::Asking,
};
use crate::{
    erased::{Erase, Memo},
    words::ask as text,
};
use leptos::prelude::*;
use protocol::ask::{Clarification, ClarifyAnswer, YOU_CHOOSE};

/// Questions that wait for an answer, and below them those that have one.
#[component]
pub(super) fn Questions(asking: Asking) -> impl IntoView {
    let open = Memo::new(move |_| asking.with(|view| view.open_questions.clone()));
    let settled = Memo::new(move |_| asking.with(|view| (view.questions.clone(), view.clarified.clone())));
    let open = move || {
        let questions = open.get();
        if questions.is_empty() {
            ().erase()
        } else if asking.may_ask {
            asked_back(asking, &questions)
        } else {
            let questions = questions.into_iter().map(|one| view! { <li dir="auto">{one.text}</li> }.erase()).collect_view();
            view! { <ul class="plain">{questions}</ul> }.erase()
        }
    };
    view! {
        {open}
        {move || settled.with(|(questions, answers)| answered(questions, answers))}
    }
    .erase()
}

fn asked_back(asking: Asking, questions: &[Clarification]) -> AnyView {
    let cards: Vec<AnyView> = questions.iter().enumerate().map(|(at, one)| card(at, one)).collect();
    view! {
        <section class="asked-back" aria-labelledby="asked-back" data-testid="clarify">
            <h2 id="asked-back">{text::ASKED_BACK}</h2>
            <form method="post" action=PATH on:submit=move |event| asking.desk.submit(event)>
                {fields(AskAct::Clarify, &[("ask", &asking.id.to_string())])} {cards}
                <p class="row">
                    <button
                        type="submit"
                        class="button primary"
                        data-testid="clarify-send"
                        aria-disabled=move || asking.desk.is_busy.get().to_string()
                    >
                        {text::GO_ON}
                    </button>
                </p>
            </form>
        </section>
    }
    .erase()
}

fn card(at: usize, one: &Clarification) -> AnyView {
    let name = move |part: &str| format!("wish[answers][{at}][{part}]");
    let choice = |value: &str, label: &str, meaning: &str| {
        let meaning = (!meaning.is_empty()).then(|| {
            let meaning = meaning.to_owned();
            view! { <span class="small quiet" dir="auto">{meaning}</span> }.erase()
        });
        view! {
            <label class="check">
                <input type="radio" name=name("value") value=value.to_owned() />
                <span>
                    <b dir="auto">{label.to_owned()}</b>
                    " "
                    {meaning}
                </span>
            </label>
        }
        .erase()
    };
    let options: Vec<AnyView> = one.options.iter().map(|option| choice(&option.value, &option.label, &option.meaning)).collect();
    // What only the person knows is never assumed.
    let you_choose =
        (!one.personal && !one.options.is_empty()).then(|| choice(YOU_CHOOSE, text::YOU_CHOOSE, text::YOU_CHOOSE_WHAT));
    let own = if one.options.is_empty() { text::YOUR_ANSWER } else { text::OWN_WORDS };
    view! {
        <fieldset class="card question-card">
            <legend dir="auto">{one.text.clone()}</legend>
            <input type="hidden" name=name("question_id") value=one.id.clone() />
            {options}
            {you_choose}
            <label class="field">
                <span>{own}</span>
                <input type="text" name=name("own") maxlength="500" autocomplete="off" dir="auto" />
            </label>
            <label class="check">
                <input type="checkbox" name=name("remember") value="on" />
                <span>{text::REMEMBER}</span>
            </label>
        </fieldset>
    }
    .erase()
}

/// The label of what was chosen, or the words that were written.
fn answer_in_words(question: &Clarification, answer: &ClarifyAnswer) -> String {
    if answer.value == YOU_CHOOSE {
        return text::LEFT_TO_ENGINE.to_owned();
    }
    let option = question.options.iter().find(|option| option.value == answer.value);
    option.map_or_else(|| answer.value.clone(), |option| option.label.clone())
}

fn answered(questions: &[Clarification], answers: &[ClarifyAnswer]) -> AnyView {
    // A later question may have the id of an earlier one: each answer belongs to the newest before it.
    let lines: Vec<AnyView> = answers
        .iter()
        .filter_map(|answer| {
            let question = questions.iter().rev().find(|question| question.id == answer.question_id)?;
            let words = answer_in_words(question, answer);
            let kept = answer.remember.then(|| view! { " " <span class="chip">{text::REMEMBERED}</span> }.erase());
            Some(view! { <dt dir="auto">{question.text.clone()}</dt> <dd><span dir="auto">{words}</span> {kept}</dd> }.erase())
        })
        .collect();
    if lines.is_empty() {
        return ().erase();
    }
    view! {
        <section aria-labelledby="answered-back" data-testid="clarified">
            <h2 id="answered-back">{text::ANSWERED_BACK}</h2>
            <dl class="answers-back">{lines}</dl>
        </section>
    }
    .erase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ask::ClarifyOption;

    #[test]
    fn an_answer_is_read_by_its_label() {
        let option =
            ClarifyOption { value: "orders.total".into(), label: "the total of an order".into(), meaning: String::new() };
        let question = Clarification { id: "Q1".into(), options: vec![option], ..Clarification::default() };
        let words = |value: &str| answer_in_words(&question, &ClarifyAnswer { value: value.into(), ..ClarifyAnswer::default() });
        assert_eq!(words("orders.total"), "the total of an order");
        assert_eq!(words("net"), "net");
        assert_eq!(words(YOU_CHOOSE), text::LEFT_TO_ENGINE);
    }
}
