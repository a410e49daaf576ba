use super::{
    calls::{PipelineAddress, WholePipeline, read_pipeline},
    contract::Contracts,
    evidence::Findings,
    header::Header,
    live::Tracking,
    opportunity::OpportunityBody,
    sent_back::SendStageBack,
    stages::Stages,
};
use crate::{
    calls::{Answer, CallFault, open, page_data, read_json},
    erased::{Erase, Memo},
    pages::interviews::fault_of_form,
    parts::{Alert, Fault, Icon, icon},
    words::opportunities as text,
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_location, use_params_map};
use protocol::opportunities::{OpportunityStatus, PipelineStatus, PipelineView};

/// A pipeline as it goes through its stages, or one opportunity of it.
#[component]
pub(crate) fn PipelinePage() -> impl IntoView {
    // The query of the address as it is now: that of the route stays as it was when another pipeline comes into the same page.
    let (params, query) = (use_params_map(), use_location().query);
    // Made here: what is made while the data comes goes with it.
    let is_warned = Memo::new(move |_| query.with(|query| query.get("warned").is_some()));
    let key = Signal::derive(move || {
        let id = params.with(|params| params.get("id").unwrap_or_default());
        serde_json::to_string(&PipelineAddress { id }).unwrap_or_default()
    });
    let data = page_data(key, |key| Box::pin(read(key)));
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                match open::<WholePipeline>(data.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(first) => view! { <Whole first=first is_warned=is_warned /> }.erase(),
                }
            })}
        </Suspense>
    }
    .erase()
}

async fn read(key: String) -> Answer {
    match read_json(&key) {
        Ok(address) => read_pipeline(address).await,
        Err(fault) => Err(CallFault::Broken(fault.to_string())),
    }
}

#[component]
fn Whole(first: WholePipeline, is_warned: Memo<bool>) -> impl IntoView {
    let tracking = Tracking::enter(first);
    if let Some(fault) = fault_of_form() {
        tracking.live.fault.set(Some(fault));
    }
    if tracking.chosen.is_some() {
        return view! { <OpportunityBody tracking=tracking /> }.erase();
    }
    view! {
        <Title text=text::TITLE />
        <main id="main" class="page project opportunities wide" tabindex="-1">
            <Header tracking=tracking />
            <Alert fault=tracking.live.fault />
            <Banner tracking=tracking />
            <Stages tracking=tracking is_warned=is_warned />
            <SendStageBack tracking=tracking />
            <Contracts tracking=tracking />
            <Findings tracking=tracking />
        </main>
    }
    .erase()
}

/// What is being done now, and how it ended where nobody can decide any more.
#[component]
pub(super) fn Banner(tracking: Tracking) -> impl IntoView {
    let now = Memo::new(move |_| tracking.with(under_way));
    let end = Memo::new(move |_| tracking.with(|view| (view.status(), view.error.clone())));
    let ending = move || {
        let (status, error) = end.get();
        let (failed, what) = match status {
            PipelineStatus::Failed => (true, text::FAILED),
            PipelineStatus::Stopped => (false, text::STOPPED),
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
    // What the others wait for is nothing to do about one that is decided.
    let is_decided = Memo::new(move |_| {
        tracking.with_chosen(|one, _| matches!(one.status, OpportunityStatus::Accepted | OpportunityStatus::Rejected))
    });
    let working = move || {
        let now = now.get().filter(|_| !is_decided.get());
        now.map(|what| view! { <p class="working">{what}</p> }.erase())
    };
    view! {
        <div role="status" class="run-banner" data-testid="pipeline-banner">
            {ending} {working}
        </div>
    }
    .erase()
}

/// What is being done now, in a line; nothing once it is over.
fn under_way(view: &PipelineView) -> Option<String> {
    match view.status() {
        PipelineStatus::Pending => Some(text::WAITS.to_owned()),
        PipelineStatus::Running if view.is_in_review() => Some(text::REVIEW_NOW.to_owned()),
        PipelineStatus::Running => {
            let active = view.active()?;
            let items = active.items.len().max(view.contract.order.len());
            Some(text::working_on(
                active.stage,
                items,
                view.todo.len(),
                !view.contract.settled && !view.contract.order.is_empty(),
            ))
        }
        PipelineStatus::Completed | PipelineStatus::Failed | PipelineStatus::Stopped => None,
    }
}
