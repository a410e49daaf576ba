use super::{super::forms::ActOnResearch, super::room::Room, finding::Finding};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, When, icon},
    words::{research as text, room},
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn};
use protocol::{
    ResearchId,
    interview::InterviewCommand,
    research::{ResearchTask, Step, StepState, TaskStatus},
};

/// One task: how far it is, what was found, and what can be done about it.
#[component]
pub(super) fn Task(room: Room, id: ResearchId) -> impl IntoView {
    let task = Memo::new(move |_| room.with(|view| view.research_task(id).cloned()));
    move || task.get().map(|task| view! { <ActionNote room=room task=task /> })
}

#[component]
fn ActionNote(room: Room, task: ResearchTask) -> impl IntoView {
    let asked = task.asked.clone();
    let about = asked.obligation_key.as_deref().map(|key| room.name(key));
    let tone = match task.status {
        TaskStatus::Completed => "chip high",
        TaskStatus::Failed => "chip low",
        TaskStatus::Running => "chip sure",
        TaskStatus::Pending => "chip",
    };
    let steps = Step::ALL.map(|step| view! { <StepMark task=task.clone() step=step /> }).collect_view();
    let report = task.report.clone();
    let remarks = task.search.iter().flat_map(|search| search.failed.iter().map(text::unanswered).chain(search.notes.clone()));
    let remarks =
        remarks.map(|remark| view! { <p class="small quiet" data-testid="research-remark">{remark}</p> }).collect_view();
    let by = report.as_ref().and_then(|report| room::done_by(&report.engine, report.fell_back.as_deref()));
    let findings = task.findings().iter().map(|finding| view! { <Finding finding=finding.clone() /> }).collect_view();
    let none = task.status == TaskStatus::Completed && task.findings().is_empty();
    let (place, state, created, error) = (format!("task-{}", task.id), task.status, task.created_at, task.error.clone());
    let dropped = report.as_ref().map_or(0, |report| report.dropped);
    view! {
        <li id=place class="card research-task" data-testid="research-task" data-status=state.name() tabindex="-1">
            <div class="research-head">
                <h2 dir="auto">{asked.query}</h2>
                <span class=tone data-testid="research-status">
                    {text::status(state)}
                </span>
            </div>
            <p class="small quiet facts">
                {about.map(|name| view! { <span dir="auto">{name}</span> })}
                <span>{text::kind(asked.task_type)}</span>
                <span>{text::trigger(asked.trigger)}</span>
                <span>
                    <When at=created />
                </span>
            </p>
            <ol class="research-steps">{steps}</ol>
            {remarks}
            {error.map(|error| view! { <p class="research-error" dir="auto">{icon(Icon::Warning)} <span>{error}</span></p> })}
            {report.map(|report| view! { <p class="research-summary" dir="auto">{report.summary}</p> })}
            {by.map(|by| view! { <p class="small quiet" data-testid="research-engine">{by}</p> })}
            {none.then(|| view! { <p class="small quiet">{text::NO_FINDINGS}</p> })}
            <ul class="findings">{findings}</ul>
            {(dropped > 0).then(|| view! { <p class="small quiet">{text::dropped(dropped)}</p> })}
            {room.may_change.then(|| view! { <Acts room=room task=task /> })}
        </li>
    }
    .erase()
}

#[component]
fn StepMark(task: ResearchTask, step: Step) -> impl IntoView {
    let state = task.state(step);
    let hits = task.search.as_ref().map_or(0, |search| search.hits.len());
    let detail = match step {
        Step::Search => task.search.as_ref().map(|search| format!("{}: {}", search.provider.label(), task.found)),
        Step::Read if hits > 0 => Some(text::read(task.sources().count(), hits)),
        _ => None,
    };
    let class = match state {
        StepState::Done => "done",
        StepState::Running => "now",
        StepState::Failed => "failed",
        StepState::Waiting => "",
    };
    view! {
        <li class=class data-step=step.name()>
            <span>{text::step(step)}</span>
            <span class="hidden">{text::step_state(state)}</span>
            {detail.map(|detail| view! { <small>{detail}</small> })}
        </li>
    }
    .erase()
}

#[component]
fn Acts(room: Room, task: ResearchTask) -> impl IntoView {
    let id = task.id;
    let undoable = task.effect.is_some() && !task.undone;
    let acts: Vec<(&'static str, &'static str, Icon)> = match task.status {
        TaskStatus::Pending | TaskStatus::Running => vec![("cancel", text::CANCEL, Icon::Close)],
        TaskStatus::Failed => vec![("retry", text::RETRY, Icon::Again)],
        TaskStatus::Completed if undoable => vec![("undo", text::UNDO, Icon::Undo)],
        TaskStatus::Completed => Vec::new(),
    };
    let undone = task.undone.then(|| view! { <span class="small quiet">{text::UNDONE}</span> });
    let buttons = acts
        .into_iter()
        .map(|(act, label, picture)| {
            view! {
                <button
                    type="submit"
                    class="button small"
                    name="act"
                    value=act
                    data-testid=format!("research-{act}")
                    on:click=move |event| {
                        event.prevent_default();
                        if let Some(command) = command_of(id, act) {
                            room.perform(command);
                        }
                    }
                >
                    {icon(picture)}
                    {label}
                </button>
            }
        })
        .collect_view();
    view! {
        <form class="row" method="post" action=ActOnResearch::PATH on:submit=|event: SubmitEvent| event.prevent_default()>
            <input type="hidden" name="id" value=room.id.to_string() />
            <input type="hidden" name="task" value=id.to_string() />
            {buttons}
            {undone}
        </form>
    }
    .erase()
}

/// The command of a button.
pub(crate) fn command_of(id: ResearchId, act: &str) -> Option<InterviewCommand> {
    match act {
        "cancel" => Some(InterviewCommand::CancelResearch { id }),
        "retry" => Some(InterviewCommand::RetryResearch { id }),
        "undo" => Some(InterviewCommand::UndoResearch { id }),
        _ => None,
    }
}
