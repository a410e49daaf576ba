use super::{
    calls::{AddQuestionByForm, MergeByForm, QuestionCard, SplitByForm},
    page::about,
};
use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::questions as text,
};
use leptos::{prelude::*, server_fn::ServerFn};
use leptos_router::hooks::use_query_map;
use protocol::SessionId;

/// The questions, to be marked, and the one that stays.
#[component]
pub(super) fn Merge(id: SessionId, questions: Vec<QuestionCard>) -> impl IntoView {
    let options = choices(&questions);
    let rows = questions
        .into_iter()
        .enumerate()
        .map(|(at, one)| {
            let (key, testid) = (one.key.clone(), format!("question-{}", one.key));
            view! {
                <li class="line-row" data-testid=testid>
                    <label class="marking">
                        <input type="checkbox" name=format!("keys[{at}]") value=key />
                        {about(one)}
                    </label>
                </li>
            }
        })
        .collect_view();
    view! {
        <form method="post" action=MergeByForm::PATH class="questions-form" data-testid="merge">
            <input type="hidden" name="id" value=id.to_string() />
            <ul class="lines">{rows}</ul>
            <div class="inline-form">
                <label class="field">
                    <span>{text::INTO}</span>
                    <select name="into">{options}</select>
                    <small class="quiet">{text::MERGE_WHY}</small>
                </label>
                <button type="submit" class="button" data-testid="merge-save">
                    {text::MERGE}
                </button>
            </div>
        </form>
    }
    .erase()
}

#[component]
pub(super) fn Split(id: SessionId, questions: Vec<QuestionCard>) -> impl IntoView {
    view! {
        <section aria-labelledby="split">
            <h2 id="split">{text::SPLIT_TITLE}</h2>
            <form method="post" action=SplitByForm::PATH class="questions-form" data-testid="split">
                <input type="hidden" name="id" value=id.to_string() />
                <label class="field">
                    <span>{text::QUESTION}</span>
                    <select name="key">{choices(&questions)}</select>
                </label>
                <label class="field">
                    <span>{text::PARTS}</span>
                    <textarea name="parts" rows="3" required dir="auto"></textarea>
                    <small class="quiet">{text::SPLIT_WHY}</small>
                </label>
                <p>
                    <button type="submit" class="button" data-testid="split-save">
                        {text::SPLIT}
                    </button>
                </p>
            </form>
        </section>
    }
    .erase()
}

#[component]
pub(super) fn Add(id: SessionId) -> impl IntoView {
    let widgets = text::WIDGETS.map(|(value, name)| view! { <option value=value>{name}</option> }).collect_view();
    view! {
        <section aria-labelledby="add">
            <h2 id="add">{text::ADD_TITLE}</h2>
            <form method="post" action=AddQuestionByForm::PATH class="questions-form" data-testid="add">
                <input type="hidden" name="id" value=id.to_string() />
                <label class="field">
                    <span>{text::QUESTION}</span>
                    <input name="prompt" required maxlength="500" autocomplete="off" dir="auto" />
                </label>
                <label class="field">
                    <span>{text::WIDGET}</span>
                    <select name="widget">{widgets}</select>
                </label>
                <label class="field">
                    <span>{text::OPTIONS}</span>
                    <textarea name="options" rows="2" dir="auto"></textarea>
                    <small class="quiet">{text::OPTIONS_WHY}</small>
                </label>
                <label class="marking">
                    <input type="checkbox" name="required" value="on" />
                    <span>{text::REQUIRED}</span>
                </label>
                <p>
                    <button type="submit" class="button primary" data-testid="add-save">
                        {icon(Icon::Check)}
                        {text::ADD}
                    </button>
                </p>
            </form>
        </section>
    }
    .erase()
}

/// The questions as options; the one in the address is chosen.
fn choices(questions: &[QuestionCard]) -> impl IntoView + use<> {
    let wanted = use_query_map().with_untracked(|query| query.get("key"));
    let option = |one: &QuestionCard| {
        let chosen = wanted.as_ref() == Some(&one.key);
        view! {
            <option value=one.key.clone() selected=chosen>
                {one.name.clone()}
            </option>
        }
    };
    questions.iter().map(option).collect_view()
}
