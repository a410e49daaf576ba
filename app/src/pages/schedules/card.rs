//! A schedule of runs: its line in the list, and what is entered of it.

use super::calls::{
    ActOnScheduleByForm, ChangeScheduleByForm, LastRun, ScheduleAddress, ScheduleCard, ScheduleChange, ScheduleWish,
    act_on_schedule, change_schedule,
};
use crate::{
    erased::Erase,
    parts::{
        When, escape_textarea,
        schedule::{Desk, Kind, Words, entered, field, line, times, webhook},
    },
    words::{runs, schedules as text},
};
use leptos::{prelude::*, server_fn::ServerFn};
use web_sys::FormData;

pub(super) static RUNS: Kind = Kind {
    name: "schedule",
    words: Words {
        next: text::NEXT,
        skipped: text::SKIPPED,
        delete_why: text::DELETE_WHY,
        url_hint: text::URL_HINT,
        delivery: text::delivery,
    },
    list: |project| format!("/projects/{project}/schedules"),
    act_path: ActOnScheduleByForm::PATH,
    change_path: ChangeScheduleByForm::PATH,
    act: |project, schedule, deed| Box::pin(act_on_schedule(ScheduleAddress { project, schedule }, deed)),
    change: |data| {
        let of = |name: &str| field(data, &format!("change[{name}]"));
        let (schedule, version, enabled) = (of("schedule"), of("version"), of("enabled"));
        Box::pin(change_schedule(ScheduleChange { schedule, version, enabled, wish: wish(data, "change[wish]") }))
    },
};

/// What is entered in the fields whose names begin like this.
pub(super) fn wish(data: &FormData, prefix: &str) -> ScheduleWish {
    let of = |name: &str| field(data, &format!("{prefix}[{name}]"));
    ScheduleWish { project: of("project"), times: entered(data, prefix), goal: of("goal"), max_steps: of("max_steps") }
}

/// The fields of a form; filled with those of a schedule that is changed.
pub(super) fn fields(prefix: &'static str, project: String, known: Option<&ScheduleCard>) -> AnyView {
    let named = move |field: &str| format!("{prefix}[{field}]");
    let of = |read: fn(&ScheduleCard) -> String| known.map(read).unwrap_or_default();
    let switch = known.map(|card| {
        view! {
            <label class="check">
                <input type="checkbox" name="change[enabled]" value="on" checked=card.times.enabled />
                <span>{text::ENABLED}</span>
            </label>
        }
        .erase()
    });
    let known = known.map(|card| &card.times);
    view! {
        <input type="hidden" name=named("project") value=project />
        {times(&RUNS, prefix, known, None)}
        <label class="field">
            <span>{text::GOAL}</span>
            <textarea name=named("goal") rows="2" maxlength="4000" dir="auto" aria-describedby="schedule-goal-hint">
                {escape_textarea(of(|card| card.goal.clone()))}
            </textarea>
        </label>
        <small class="quiet" id="schedule-goal-hint">
            {text::GOAL_HINT}
        </small>
        <label class="field">
            <span>{text::MAX_STEPS}</span>
            <input
                name=named("max_steps")
                type="number"
                min="1"
                max="1000"
                step="1"
                placeholder="100"
                value=of(|card| card.max_steps.to_string())
            />
        </label>
        {webhook(&RUNS, prefix, known)}
        {switch}
    }
    .erase()
}

pub(super) fn render(card: &ScheduleCard, desk: Desk) -> AnyView {
    let about = view! { <h3 dir="auto">{runs::goal(&card.goal)}</h3> }.erase();
    let last = match card.last.clone() {
        Some(LastRun { id, status, at }) => {
            let run = format!("/projects/{}/runs/{id}", desk.project.get_value());
            view! {
                <p class="small quiet facts" data-testid="schedule-last-run">
                    <span>{text::LAST} ": " <a href=run><When at=at /></a></span>
                    <span>{status}</span>
                </p>
            }
            .erase()
        }
        None => view! { <p class="small quiet">{text::NO_RUN_YET}</p> }.erase(),
    };
    line(&card.id.to_string(), &card.times, about, last, desk)
}
