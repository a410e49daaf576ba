//! The question, how it is answered and by whom, and what can be done with it.

use super::{
    calls::{AskAct, asks_path},
    form::{PATH, fields},
    live::Asking,
};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, When, icon},
    words::{ask as text, runs},
};
use leptos::prelude::*;
use protocol::ask::{Answer, AskMode, AskStatus, AskView};

#[component]
pub(super) fn Header(asking: Asking) -> impl IntoView {
    let (question, at) = asking.peek(|view| (view.request.question.clone(), view.work.requested_at));
    let (project, conversation) = asking.peek(|view| (view.project, view.conversation));
    let name = Memo::new(move |_| asking.around.with(|around| around.project_name.clone()));
    let status = Memo::new(move |_| asking.with(AskView::status));
    let end = Memo::new(move |_| asking.with(find_end));
    let engine =
        Memo::new(move |_| asking.with(|view| (runs::engine(view.engine()), view.fell_back.clone(), text::cost(&view.cost))));
    let why = Memo::new(move |_| asking.with(|view| view.mode.as_ref().map(|choice| choice.why.clone())));
    let fell_back = move || {
        engine.with(|(_, why, _)| why.clone()).map(|why| {
            view! {
                <p class="small quiet" dir="auto" data-testid="fell-back">
                    {text::fell_back(&why)}
                </p>
            }
            .erase()
        })
    };
    let cost = move || engine.with(|(_, _, cost)| cost.clone()).map(|cost| view! { <span>{cost}</span> }.erase());
    view! {
        <header class="project-head run-head">
            <p class="small crumbs">
                <a href="/ask">{text::TITLE}</a>
                <a href=asks_path(project, None) dir="auto">
                    {move || name.get()}
                </a>
                <a href=asks_path(project, Some(conversation))>{text::CONVERSATION}</a>
            </p>
            <div class="row">
                <h1 dir="auto">{question}</h1>
                {move || end_chip(end.get())}
            </div>
            <p class="small quiet facts">
                <span>
                    <When at=at />
                </span>
                <span data-testid="engine">{move || engine.with(|(name, _, _)| name.clone())}</span>
                {cost}
            </p>
            {fell_back}
            <p class="small quiet mode-why" dir="auto" data-testid="mode-why">
                {move || why.get()}
            </p>
            <Acts asking=asking status=status />
        </header>
    }
    .erase()
}

/// What is known of how it ended.
fn find_end(view: &AskView) -> (&'static str, &'static str, &'static str) {
    let answer = view.answer.as_ref();
    let verdict = answer.and_then(|answer| answer.verdict);
    text::end(view.status(), verdict, Some(answer.is_some_and(Answer::is_found)))
}

/// How an ask ended, as a shape and a word.
pub(super) fn end_chip((class, shape, word): (&'static str, &'static str, &'static str)) -> AnyView {
    view! {
        <span class=class data-testid="ask-status">
            <span aria-hidden="true">{shape}</span>
            {word}
        </span>
    }
    .erase()
}

#[component]
fn Acts(asking: Asking, status: Memo<AskStatus>) -> impl IntoView {
    let mode = Memo::new(move |_| asking.with(|view| view.mode.as_ref().map(|choice| choice.mode)));
    let is_over = Memo::new(move |_| matches!(status.get(), AskStatus::Completed | AskStatus::Failed | AskStatus::Cancelled));
    let cancel = move || (asking.may_ask && !is_over.get()).then(|| cancel(asking));
    let exports = move || (status.get() == AskStatus::Completed).then(|| exports(asking));
    view! { <div class="row acts">{move || modes(asking, mode.get(), is_over.get())} {cancel} {exports}</div> }.erase()
}

/// The mode, and the switch that puts the question again in another one.
fn modes(asking: Asking, mode: Option<AskMode>, is_over: bool) -> AnyView {
    let Some(mode) = mode else { return ().erase() };
    let name = view! {
        <span data-testid="mode">
            <span class="quiet">{text::MODE} ": "</span>
            {text::mode(mode)}
        </span>
    }
    .erase();
    if !asking.may_ask || !is_over {
        return view! { <span class="chip">{name}</span> }.erase();
    }
    let others: Vec<AnyView> = AskMode::ALL
        .into_iter()
        .filter(|other| *other != mode)
        .map(|other| {
            view! {
                <button type="submit" name="wish[mode]" value=other.name() data-testid=format!("mode-{}", other.name())>
                    {text::again_in(other)}
                </button>
            }
            .erase()
        })
        .collect();
    view! {
        <details class="menu" name="menu">
            <summary class="button" data-testid="mode-switch">
                {name}
                {icon(Icon::Down)}
            </summary>
            <div class="menu-body">
                <form method="post" action=PATH on:submit=move |event| asking.desk.submit(event)>
                    {fields(AskAct::Redo, &[("ask", &asking.id.to_string())])} {others}
                </form>
            </div>
        </details>
    }
    .erase()
}

fn cancel(asking: Asking) -> AnyView {
    view! {
        <form method="post" action=PATH on:submit=move |event| asking.desk.submit(event)>
            {fields(AskAct::Cancel, &[("ask", &asking.id.to_string())])}
            <button
                type="submit"
                class="button"
                data-testid="ask-cancel"
                aria-disabled=move || asking.desk.is_busy.get().to_string()
            >
                {icon(Icon::Stop)}
                <span>{text::CANCEL}</span>
            </button>
        </form>
    }
    .erase()
}

fn exports(asking: Asking) -> AnyView {
    let links = text::EXPORTS
        .map(|(format, name)| {
            let is_paper = format == "html";
            let which = if is_paper { Icon::Print } else { Icon::Download };
            let href = format!("/api/v1/asks/{}/export?format={format}", asking.id);
            view! {
                <a rel="external" download=(!is_paper).then_some("") href=href>
                    {icon(which)}
                    {name}
                </a>
            }
            .erase()
        })
        .into_iter()
        .collect_view();
    view! {
        <details class="menu" name="menu">
            <summary class="button" data-testid="ask-export">
                {icon(Icon::Download)}
                <span>{text::EXPORT}</span>
                {icon(Icon::Down)}
            </summary>
            <div class="menu-body">{links}</div>
        </details>
    }
    .erase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        AskId, ConversationId, ProjectId, UserId,
        ask::{AskRequest, AskTable, Clarification, GuidedQuery, NodeStatus, ProofNode, ProofSource, Verdict},
        work::WorkStatus,
    };
    use serde_json::Value;
    use uuid::Uuid;

    fn node(status: NodeStatus) -> ProofNode {
        ProofNode {
            id: "P1".into(),
            name: String::new(),
            status,
            value: Value::Null,
            source: ProofSource::Database,
            confidence: 0.9,
            formula: None,
            query: None,
            quote: None,
            call: None,
            origin: String::new(),
            depends_on: Vec::new(),
            elapsed_ms: 0,
        }
    }

    fn view(status: WorkStatus, answer: Option<Answer>) -> AskView {
        let ids = (ProjectId(Uuid::nil()), ConversationId(Uuid::nil()));
        let mut view = AskView::new(AskId(Uuid::nil()), ids, UserId(Uuid::nil()), AskRequest::default(), None);
        view.work.status = status;
        view.answer = answer;
        view
    }

    #[test]
    fn an_ask_is_called_answered_only_where_something_was_found_out() {
        let table = Answer { tables: vec![AskTable::default()], ..Answer::default() };
        let quote = Answer { premises: vec![node(NodeStatus::Resolved)], ..Answer::default() };
        let failed = Answer { premises: vec![node(NodeStatus::Failed)], ..Answer::default() };
        let help = Answer { guided: Some(GuidedQuery::default()), ..quote.clone() };
        let judged = |verdict| Answer { verdict: Some(verdict), ..quote.clone() };
        let unread = Answer { verdict: Some(Verdict::Undecided), ..help.clone() };
        for (answer, wanted) in [
            (table, "answered"),
            (quote.clone(), "answered"),
            (failed, "no answer"),
            (help, "no answer"),
            (Answer::default(), "no answer"),
            (judged(Verdict::Proven), "proven"),
            (judged(Verdict::Refuted), "refuted"),
            (judged(Verdict::Undecided), "undecided"),
            (unread, "no answer"),
        ] {
            assert_eq!(find_end(&view(WorkStatus::Completed, Some(answer.clone()))).2, wanted, "{answer:?}");
        }
    }

    #[test]
    fn a_list_calls_an_ask_by_what_is_known_of_its_end() {
        let undecided = Some(Verdict::Undecided);
        for (status, verdict, found, word) in [
            (AskStatus::Completed, None, Some(true), "answered"),
            (AskStatus::Completed, None, Some(false), "no answer"),
            (AskStatus::Completed, undecided, Some(false), "no answer"),
            (AskStatus::Completed, undecided, Some(true), "undecided"),
            (AskStatus::Completed, None, None, "finished"),
            (AskStatus::Failed, None, Some(false), "failed"),
        ] {
            assert_eq!(text::end(status, verdict, found).2, word, "{status:?} {verdict:?} {found:?}");
        }
    }

    #[test]
    fn without_an_answer_an_ask_is_where_its_work_is() {
        let mut waiting = view(WorkStatus::Running, None);
        waiting.open_questions.push(Clarification::default());
        for (view, wanted) in [
            (waiting, "waiting for you"),
            (view(WorkStatus::Running, None), "in progress"),
            (view(WorkStatus::Failed, None), "failed"),
            (view(WorkStatus::Cancelled, None), "cancelled"),
        ] {
            assert_eq!(find_end(&view).2, wanted, "{view:?}");
        }
    }
}
