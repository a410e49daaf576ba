//! A schedule in the list.

use super::calls::{ActOnScheduleByForm, LastRun, ScheduleAddress, ScheduleCard, ScheduleDeed, WebhookCard, act_on_schedule};
use crate::{
    erased::Erase,
    feed::Reading,
    parts::When,
    words::{runs, schedules as text},
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn, task::spawn_local};

/// What the cards of a page share.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    pub(super) project: StoredValue<String>,
    pub(super) may_change: bool,
    pub(super) fault: RwSignal<Option<String>>,
    pub(super) reading: Reading,
}

impl Desk {
    fn act(self, schedule: String, deed: ScheduleDeed) {
        self.fault.set(None);
        let asked = ScheduleAddress { project: self.project.get_value(), schedule };
        spawn_local(async move {
            match act_on_schedule(asked, deed).await {
                Ok(()) => self.reading.read(),
                Err(fault) => {
                    // The page may be gone by now.
                    let _gone = self.fault.try_set(Some(fault.to_string()));
                }
            }
        });
    }

    /// A button that works without scripts too.
    fn button(self, card: &ScheduleCard, deed: ScheduleDeed, label: &'static str) -> AnyView {
        let (id, project) = (card.id.to_string(), self.project.get_value());
        let (act, class, test) = match deed {
            ScheduleDeed::Enable => ("enable", "button small", "schedule-enable"),
            ScheduleDeed::Disable => ("disable", "button small", "schedule-disable"),
            ScheduleDeed::Delete => ("delete", "button small danger", "schedule-delete"),
        };
        let schedule = id.clone();
        let submit = move |event: SubmitEvent| {
            event.prevent_default();
            self.act(schedule.clone(), deed);
        };
        view! {
            <form method="post" action=ActOnScheduleByForm::PATH on:submit=submit>
                <input type="hidden" name="project" value=project />
                <input type="hidden" name="schedule" value=id />
                <input type="hidden" name="act" value=act />
                <button type="submit" class=class data-testid=test>
                    {label}
                </button>
            </form>
        }
        .erase()
    }
}

pub(super) fn render(card: &ScheduleCard, desk: Desk) -> AnyView {
    let project = desk.project.get_value();
    let off = (!card.enabled).then(|| view! { <span class="chip">{text::OFF}</span> }.erase());
    let next = card.next.map(|at| view! { <span>{text::NEXT} ": " <When at=at /></span> }.erase());
    let last = match &card.last {
        Some(last) => last_run(last, &project),
        None => view! { <span>{text::NO_RUN_YET}</span> }.erase(),
    };
    let skipped = card.skipped.clone().map(|(at, why)| {
        view! {
            <p class="small fault-line" data-testid="schedule-skipped">
                {text::SKIPPED}
                ", "
                <When at=at />
                ": "
                <span dir="auto">{why}</span>
            </p>
        }
        .erase()
    });
    let acts = desk.may_change.then(|| acts(card, desk));
    view! {
        <li class="line-row" data-testid="schedule">
            <div>
                <b>{text::cron(&card.cron)}</b>
                " "
                <span class="small quiet">{card.timezone.clone()}</span>
                " "
                {off}
                <p class="small" dir="auto">
                    {runs::goal(&card.goal)}
                </p>
                <p class="small quiet facts">{next} {last}</p>
                {skipped}
                {card.webhook.as_ref().map(webhook)}
            </div>
            {acts}
        </li>
    }
    .erase()
}

fn last_run(last: &LastRun, project: &str) -> AnyView {
    let LastRun { id, status, at } = last.clone();
    view! {
        <span data-testid="schedule-last-run">
            {text::LAST} ": " <a href=format!("/projects/{project}/runs/{id}")><When at=at /></a> " " {status}
        </span>
    }
    .erase()
}

fn webhook(webhook: &WebhookCard) -> AnyView {
    let WebhookCard { url, signed, state, error } = webhook.clone();
    let error = error.map(|error| view! { <span class="fault-line" dir="auto">{error}</span> }.erase());
    view! {
        <p class="small quiet facts">
            <span>{text::TELLS} " " <span dir="auto">{url}</span></span>
            <span>{if signed { text::SIGNED } else { text::UNSIGNED }}</span>
            {state.map(|state| view! { <span data-testid="schedule-delivery">{text::delivery(&state)}</span> }.erase())}
            {error}
        </p>
    }
    .erase()
}

fn acts(card: &ScheduleCard, desk: Desk) -> AnyView {
    let switch = if card.enabled {
        desk.button(card, ScheduleDeed::Disable, text::DISABLE)
    } else {
        desk.button(card, ScheduleDeed::Enable, text::ENABLE)
    };
    let edit = format!("/projects/{}/schedules?edit={}", desk.project.get_value(), card.id);
    view! {
        <div class="acts">
            {switch}
            <a class="button small" href=edit data-testid="schedule-edit">
                {text::EDIT}
            </a>
            <details class="confirm">
                <summary class="button small">{text::DELETE}</summary>
                <p class="small">{text::DELETE_WHY}</p>
                {desk.button(card, ScheduleDeed::Delete, text::DELETE_NOW)}
            </details>
        </div>
    }
    .erase()
}
