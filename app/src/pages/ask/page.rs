use super::{
    answer::Answered,
    calls::{AskAct, AskAddress, AskCard, WholeAsk, read_ask},
    composer::{Composer, Draft},
    form::{PATH, fields},
    guided::Guided,
    header::Header,
    keeping::Keeping,
    list::card,
    live::Asking,
    proof::Proof,
    questions::Questions,
    redone::Redone,
    steps::Steps,
};
use crate::{
    calls::{Answer, CallFault, open, page_data, read_json},
    erased::{Erase, Memo},
    pages::interviews::fault_of_form,
    parts::{Alert, Fault, Icon, Part, icon, keyed},
    words::ask as text,
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};
use protocol::{
    ask::{AskStatus, AskView},
    work::StepState,
};

/// One question as it is answered, with what proves the answer.
#[component]
pub(crate) fn AskPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let key = Signal::derive(move || {
        let of = |name: &str| query.with(|query| query.get(name).unwrap_or_default());
        let id = params.with(|params| params.get("id").unwrap_or_default());
        let address = AskAddress { id, rerun: of("rerun"), table: of("table") };
        serde_json::to_string(&address).unwrap_or_default()
    });
    let data = page_data(key, |key| Box::pin(read(key)));
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                match open::<WholeAsk>(data.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(first) => view! { <Whole first=first /> }.erase(),
                }
            })}
        </Suspense>
    }
    .erase()
}

async fn read(key: String) -> Answer {
    match read_json(&key) {
        Ok(address) => read_ask(address).await,
        Err(fault) => Err(CallFault::Broken(fault.to_string())),
    }
}

#[component]
fn Whole(first: WholeAsk) -> impl IntoView {
    let title = first.view.request.question.clone();
    let asking = Asking::enter(first);
    if let Some(fault) = fault_of_form() {
        asking.live.fault.set(Some(fault));
    }
    let next = asking.peek(|view| Draft {
        project: view.project.to_string(),
        conversation: view.conversation.to_string(),
        ask: view.id.to_string(),
        mode: view.request.mode.map(|mode| mode.name().to_owned()).unwrap_or_default(),
        ..Draft::default()
    });
    let composer = asking.may_ask.then(|| {
        view! {
            <section aria-labelledby="next-name">
                <h2 id="next-name">{text::NEXT}</h2>
                <Composer desk=asking.desk first=next />
            </section>
        }
        .erase()
    });
    view! {
        <Title text=title />
        <main id="main" class="page project ask" tabindex="-1">
            <Header asking=asking />
            <Alert fault=asking.live.fault />
            <Banner asking=asking />
            <Questions asking=asking />
            <Answered asking=asking />
            <Guided asking=asking />
            <Redone asking=asking />
            {composer}
            <Proof asking=asking />
            <Steps asking=asking />
            <Keeping asking=asking />
            <Earlier asking=asking />
        </main>
    }
    .erase()
}

/// What is being done now, and how it ended where there is no answer.
#[component]
fn Banner(asking: Asking) -> impl IntoView {
    let now = Memo::new(move |_| asking.with(under_way));
    let end = Memo::new(move |_| asking.with(|view| (view.status(), view.error.clone())));
    let ending = move || {
        let (status, error) = end.get();
        let (failed, what) = match status {
            AskStatus::Failed => (true, text::FAILED),
            AskStatus::Cancelled => (false, text::CANCELLED),
            _ => return None,
        };
        let error = error.map(|error| view! { <p dir="auto">{error}</p> }.erase());
        let notice = view! {
            <div class="run-end" class:failed=failed>
                <p>
                    {icon(if failed { Icon::Warning } else { Icon::Stop })}
                    <b>{what}</b>
                </p>
                {error}
            </div>
        };
        Some(notice.erase())
    };
    let again = move || {
        let was_lost = matches!(end.get().0, AskStatus::Failed | AskStatus::Cancelled);
        (was_lost && asking.may_ask).then(|| ask_again(asking))
    };
    let working = move || {
        now.get().map(|what| {
            view! {
                <p class="working" dir="auto">
                    {what}
                </p>
            }
            .erase()
        })
    };
    view! {
        <div role="status" class="run-banner" data-testid="ask-banner">
            {ending} {working}
        </div>
        {again}
    }
    .erase()
}

/// Puts the same question once more.
fn ask_again(asking: Asking) -> AnyView {
    view! {
        <form method="post" action=PATH class="row" on:submit=move |event| asking.desk.submit(event)>
            {fields(AskAct::Redo, &[("ask", &asking.id.to_string())])}
            <button
                type="submit"
                class="button"
                data-testid="ask-again"
                aria-disabled=move || asking.desk.is_busy.get().to_string()
            >
                {icon(Icon::Again)}
                <span>{text::ASK_AGAIN}</span>
            </button>
        </form>
    }
    .erase()
}

/// What is being done now, in a line; nothing once it is over.
fn under_way(view: &AskView) -> Option<String> {
    match view.status() {
        AskStatus::Pending => Some(text::WAITS.to_owned()),
        AskStatus::Clarifying => Some(text::CLARIFYING.to_owned()),
        AskStatus::Running if view.steps.is_empty() => Some(text::PLANNING.to_owned()),
        AskStatus::Running => {
            let done = view.steps.iter().filter(|step| matches!(step.state, StepState::Done | StepState::Failed)).count();
            let running = view.steps.iter().find(|step| step.state == StepState::Running);
            Some(match running {
                Some(step) => text::step_of(done + 1, view.steps.len(), &step.goal),
                None => text::CONCLUDING.to_owned(),
            })
        }
        AskStatus::Completed | AskStatus::Failed | AskStatus::Cancelled => None,
    }
}

/// Earlier questions of the conversation.
#[component]
fn Earlier(asking: Asking) -> impl IntoView {
    let earlier = Memo::new(move |_| asking.around.with(|around| around.earlier.clone()));
    move || {
        if earlier.with(Vec::is_empty) {
            return ().erase();
        }
        let cards = keyed(move || earlier.get().into_iter().map(|one| Part::new(one, |one: AskCard| card(&one))).collect());
        view! {
            <section aria-labelledby="earlier-name" data-testid="earlier">
                <h2 id="earlier-name">{text::EARLIER}</h2>
                <ul class="run-list">{cards}</ul>
            </section>
        }
        .erase()
    }
}
