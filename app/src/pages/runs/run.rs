use super::{
    acts::{RESUME_WHAT, may_resume},
    calls::{RunAddress, WholeRun, read_run},
    findings::Findings,
    header::Header,
    live::Running,
    phases::Phases,
    timeline::Timeline,
};
use crate::{
    calls::{Answer, CallFault, open, page_data, read_json},
    erased::{Erase, Memo},
    pages::interviews::{fault_of_form, forms::StartInterview},
    parts::{Alert, Fault, Icon, icon, title_apart},
    words::runs as text,
};
use leptos::{prelude::*, server_fn::ServerFn};
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;
use protocol::{
    interview::ContextType,
    run::{RunType, RunView},
    work::WorkStatus,
};

/// One run as it goes on, and what it found.
#[component]
pub(crate) fn RunPage() -> impl IntoView {
    let params = use_params_map();
    let key = Signal::derive(move || serde_json::to_string(&address(&params.get())).unwrap_or_default());
    let data = page_data(key, |key| Box::pin(read(key)));
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                match open::<WholeRun>(data.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(run) => view! { <Whole first=run address=read_json(&key.get_untracked()).unwrap_or_default() /> }.erase(),
                }
            })}
        </Suspense>
    }
    .erase()
}

pub(super) fn address(params: &leptos_router::params::ParamsMap) -> RunAddress {
    let param = |name: &str| params.get(name).unwrap_or_default();
    RunAddress { project: param("id"), run: param("run") }
}

async fn read(key: String) -> Answer {
    match read_json(&key) {
        Ok(asked) => read_run(asked).await,
        Err(fault) => Err(CallFault::Broken(fault.to_string())),
    }
}

#[component]
fn Whole(first: WholeRun, address: RunAddress) -> impl IntoView {
    let project_name = first.project_name.clone();
    let project = address.project.clone();
    let running = Running::enter(first, address);
    if let Some(fault) = fault_of_form() {
        running.live.fault.set(Some(fault));
    }
    let title = title_apart(running.peek(|view| text::goal(&view.request.goal)));
    view! {
        <Title text=move || title.get() />
        <main id="main" class="page project run" tabindex="-1">
            <Header running=running project_name=project_name />
            <Alert fault=running.live.fault />
            <Banner running=running />
            <GoalQuestions running=running project=project />
            <Phases running=running />
            <div class="run-columns">
                <div class="run-found">
                    <Findings running=running />
                </div>
                <aside class="run-work">
                    <Cost running=running />
                    <Timeline running=running />
                    <Context running=running />
                </aside>
            </div>
        </main>
    }
    .erase()
}

/// What went wrong or was noticed, and why the run ended before its end.
#[component]
fn Banner(running: Running) -> impl IntoView {
    let what = Memo::new(move |_| running.with(ending));
    let why = Memo::new(move |_| running.with(|view| view.error.clone()));
    let notes = Memo::new(move |_| running.with(|view| view.warnings.clone()));
    let resumable = Memo::new(move |_| running.may_change && running.with(may_resume));
    let limit = move || running.found.with(|found| found.as_ref().and_then(|found| text::stopped_by(&found.summary.stopped_by)));
    let end = move || {
        what.get().map(|(failed, what)| {
            view! {
                <div class="run-end" class:failed=failed data-testid="run-banner">
                    <p>
                        {icon(if failed { Icon::Warning } else { Icon::Stop })}
                        <b>{what}</b>
                    </p>
                    {move || why.get().map(|why| view! { <p dir="auto">{why}</p> })}
                    {move || limit().map(|limit| view! { <p>{limit}</p> })}
                    {move || resumable.get().then(|| view! { <p id=RESUME_WHAT>{text::RESUME_WHAT}</p> })}
                </div>
            }
            .erase()
        })
    };
    let noticed = move || {
        notes.with(|notes| {
            let lines = notes.iter().map(|note| view! { <li dir="auto">{note.clone()}</li> }).collect_view();
            (!notes.is_empty()).then(|| view! { <ul class="plain small noticed" aria-label=text::NOTES>{lines}</ul> }.erase())
        })
    };
    view! {
        <div role="status" class="run-banner">
            {end} {noticed}
        </div>
    }
    .erase()
}

/// Nothing in the data answers to the goal: an interview asks what it would take.
#[component]
fn GoalQuestions(running: Running, project: String) -> impl IntoView {
    let questions = Memo::new(move |_| running.with(|view| view.goal_questions.clone()));
    let card = move || {
        let lines = questions.with(|all| all.iter().map(|one| view! { <li dir="auto">{one.clone()}</li> }).collect_view());
        // Who only reads holds no interviews.
        let begin = running.may_change.then(|| {
            view! {
                <form method="post" action=StartInterview::PATH>
                    <input type="hidden" name="project" value=project.clone() />
                    <input type="hidden" name="run" value=running.address.get_value().run />
                    <input type="hidden" name="context" value=ContextType::ProjectDiscovery.name() />
                    <button type="submit" class="button" data-testid="goal-interview">
                        {text::GOAL_INTERVIEW}
                    </button>
                </form>
            }
            .erase()
        });
        (!questions.with(Vec::is_empty)).then(|| {
            view! {
                <section class="card goal-questions no-print" aria-labelledby="goal-questions-name" data-testid="goal-questions">
                    <h2 id="goal-questions-name">{text::GOAL_QUESTIONS}</h2>
                    <p class="small quiet">{text::GOAL_QUESTIONS_WHY}</p>
                    <ul>{lines}</ul>
                    {begin}
                </section>
            }
            .erase()
        })
    };
    view! { {card} }.erase()
}

/// Whether it failed, and what is said of a run that did not come to its own end.
fn ending(view: &RunView) -> Option<(bool, &'static str)> {
    match (view.work.status, view.run_type) {
        (WorkStatus::Failed, _) => Some((true, text::FAILED)),
        (WorkStatus::Cancelled, _) => Some((false, text::CANCELLED)),
        (WorkStatus::Completed, Some(RunType::Partial | RunType::Failed)) => Some((false, text::PARTIAL)),
        _ => None,
    }
}

/// What it took, beside what was expected.
#[component]
fn Cost(running: Running) -> impl IntoView {
    let rows = Memo::new(move |_| running.with(cost_rows));
    let rows = move || {
        rows.with(|rows| {
            let row =
                |(name, value): &(&'static str, String)| view! { <div><dt>{*name}</dt> <dd>{value.clone()}</dd></div> }.erase();
            rows.iter().map(row).collect_view()
        })
    };
    let why = Memo::new(move |_| running.with(unkept));
    let unkept = move || why.get().map(|why| view! { <p class="small" data-testid="limit-unkept">{why}</p> });
    view! {
        <section class="card run-cost" aria-labelledby="cost-name">
            <h2 id="cost-name">{text::COST}</h2>
            <dl data-testid="run-cost">{rows}</dl>
            {unkept}
        </section>
    }
    .erase()
}

fn cost_rows(view: &RunView) -> Vec<(&'static str, String)> {
    let (cost, request) = (&view.cost, &view.request);
    let queries = view.queries.max(cost.queries);
    let mut rows =
        vec![(text::QUERIES, text::queries(queries, request.budget.queries.unwrap_or(request.max_steps).max(queries)))];
    if let Some(bytes) = cost.bytes_scanned {
        rows.push((text::BYTES, text::bytes(bytes)));
    }
    let has_model = cost.input_tokens + cost.output_tokens > 0;
    rows.push((text::MODEL, if has_model { text::tokens(cost.input_tokens, cost.output_tokens) } else { text::NO_MODEL.into() }));
    if has_model || cost.total_usd.is_some() || request.estimate.is_some() || request.budget.usd.is_some() {
        rows.push((text::TOTAL, cost.total_usd.map_or_else(|| text::UNKNOWN.into(), text::usd)));
    }
    if let Some(estimate) = request.estimate {
        rows.push((text::ESTIMATED, text::usd_range(estimate.low, estimate.high)));
    }
    if let Some(usd) = request.budget.usd {
        rows.push((text::LIMIT, text::usd(usd)));
    }
    rows
}

/// Why the limit in US dollars does not hold; nothing where it does, or nothing was spent yet.
fn unkept(view: &RunView) -> Option<&'static str> {
    view.request.budget.usd?;
    if view.cost.queries > 0 && view.cost.warehouse_usd.is_none() {
        return Some(text::FREE_QUERIES);
    }
    (view.cost.input_tokens > 0 && view.cost.llm_usd.is_none()).then_some(text::FREE_MODEL)
}

/// What the run was told by earlier ones.
#[component]
fn Context(running: Running) -> impl IntoView {
    let context = Memo::new(move |_| running.with(|view| view.context.clone()));
    move || {
        context.with(|context| {
            (!context.trim().is_empty()).then(|| {
                view! {
                    <details class="found-part run-context" data-testid="run-context">
                        <summary>{text::CONTEXT}</summary>
                        <pre class="passage" dir="auto">
                            {context.clone()}
                        </pre>
                    </details>
                }
                .erase()
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        ProjectId, RunId,
        run::{RunBudget, RunCost, RunRequest},
    };
    use uuid::Uuid;

    #[test]
    fn a_limit_that_does_not_hold_is_said() {
        let run = |usd: Option<f64>, cost: RunCost| {
            let request = RunRequest { budget: RunBudget { usd, ..RunBudget::default() }, ..RunRequest::default() };
            RunView { cost, ..RunView::new(RunId(Uuid::nil()), ProjectId(Uuid::nil()), request) }
        };
        let queried = |warehouse_usd| RunCost { queries: 3, llm_usd: Some(0.0), warehouse_usd, ..RunCost::default() };
        let told = RunCost { input_tokens: 9, warehouse_usd: Some(0.0), ..RunCost::default() };
        for (usd, cost, why) in [
            (None, queried(None), None),
            (Some(1.0), RunCost::default(), None),
            (Some(1.0), queried(Some(0.2)), None),
            (Some(1.0), queried(None), Some(text::FREE_QUERIES)),
            (Some(1.0), told, Some(text::FREE_MODEL)),
        ] {
            let view = run(usd, cost);
            assert_eq!(unkept(&view), why);
            assert_eq!(cost_rows(&view).iter().any(|(name, _)| *name == text::LIMIT), usd.is_some());
        }
    }
}
