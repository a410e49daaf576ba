//! A schedule in a list.

use super::{ScheduleDeed, TimesShown, WebhookCard};
use crate::{calls::CallFault, erased::Erase, parts::When, words::schedules as text};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use std::pin::Pin;
use web_sys::FormData;

/// Something that is sent to the server.
pub(crate) type Acting = Pin<Box<dyn Future<Output = Result<(), CallFault>>>>;

/// What is read about one kind of schedules.
pub(crate) struct Words {
    pub(crate) next: &'static str,
    pub(crate) skipped: &'static str,
    pub(crate) delete_why: &'static str,
    pub(crate) url_hint: &'static str,
    /// How telling the webhook of the last time went.
    pub(crate) delivery: fn(&str) -> &'static str,
}

/// One kind of schedules: what it is called, and how it is changed.
pub(crate) struct Kind {
    /// With which names in the page begin.
    pub(crate) name: &'static str,
    pub(crate) words: Words,
    /// Where the list of a project, or one's own, is.
    pub(crate) list: fn(&str) -> String,
    /// Where the forms are sent without scripts.
    pub(crate) act_path: &'static str,
    pub(crate) change_path: &'static str,
    /// The project and the schedule.
    pub(crate) act: fn(String, String, ScheduleDeed) -> Acting,
    /// What is entered in the form that changes one.
    pub(crate) change: fn(&FormData) -> Acting,
}

/// What the schedules of a page share.
#[derive(Clone, Copy)]
pub(crate) struct Desk {
    pub(crate) kind: &'static Kind,
    /// Empty where they are a person's.
    pub(crate) project: StoredValue<String>,
    pub(crate) may_change: bool,
    pub(crate) fault: RwSignal<Option<String>>,
    /// Shows the list as it is now.
    pub(crate) refresh: Callback<()>,
}

impl Desk {
    pub(super) fn list(self) -> String {
        (self.kind.list)(&self.project.get_value())
    }

    fn act(self, schedule: String, deed: ScheduleDeed) {
        self.fault.set(None);
        let acting = (self.kind.act)(self.project.get_value(), schedule, deed);
        spawn_local(async move {
            // The page may be gone by now.
            match acting.await {
                Ok(()) => {
                    let _gone = self.refresh.try_run(());
                }
                Err(fault) => {
                    let _gone = self.fault.try_set(Some(fault.to_string()));
                }
            }
        });
    }

    /// A button that works without scripts too.
    fn button(self, id: &str, deed: ScheduleDeed, label: &'static str) -> AnyView {
        let (act, class) = match deed {
            ScheduleDeed::Enable => ("enable", "button small"),
            ScheduleDeed::Disable => ("disable", "button small"),
            ScheduleDeed::Delete => ("delete", "button small danger"),
        };
        let schedule = id.to_owned();
        let submit = move |event: SubmitEvent| {
            event.prevent_default();
            self.act(schedule.clone(), deed);
        };
        let project = Some(self.project.get_value()).filter(|project| !project.is_empty());
        let project = project.map(|project| view! { <input type="hidden" name="project" value=project /> }.erase());
        view! {
            <form method="post" action=self.kind.act_path on:submit=submit>
                {project}
                <input type="hidden" name="schedule" value=id.to_owned() />
                <input type="hidden" name="act" value=act />
                <button type="submit" class=class data-testid=format!("{}-{act}", self.kind.name)>
                    {label}
                </button>
            </form>
        }
        .erase()
    }
}

/// `about` says what is done, `last` how it went the last time.
pub(crate) fn line(id: &str, times: &TimesShown, about: AnyView, last: AnyView, desk: Desk) -> AnyView {
    let kind = desk.kind;
    let off = (!times.enabled).then(|| view! { <span class="chip">{text::OFF}</span> }.erase());
    let next = times.next.map(|at| view! { <span>{kind.words.next} ": " <When at=at /></span> }.erase());
    let skipped = times.skipped.clone().map(|(at, why)| {
        view! {
            <p class="small fault-line" data-testid=format!("{}-skipped", kind.name)>
                {kind.words.skipped}
                ", "
                <When at=at />
                ": "
                <span dir="auto">{why}</span>
            </p>
        }
        .erase()
    });
    let acts = desk.may_change.then(|| acts(id, times.enabled, desk));
    view! {
        <li class="line-row" data-testid=kind.name>
            <div>
                {about}
                {off}
                <p class="small quiet facts">
                    <span>{text::when(&times.cron, &times.timezone)}</span>
                    {next}
                </p>
                {last}
                {skipped}
                {times.webhook.as_ref().map(|one| webhook(one, kind))}
            </div>
            {acts}
        </li>
    }
    .erase()
}

fn webhook(webhook: &WebhookCard, kind: &'static Kind) -> AnyView {
    let WebhookCard { url, signed, state, error } = webhook.clone();
    let error = error.map(|error| view! { <span class="fault-line" dir="auto">{error}</span> }.erase());
    let state = state.map(|state| {
        let words = (kind.words.delivery)(&state);
        view! { <span data-testid=format!("{}-delivery", kind.name)>{words}</span> }.erase()
    });
    view! {
        <p class="small quiet facts">
            <span>{text::TELLS} " " <span dir="auto">{url}</span></span>
            <span>{if signed { text::SIGNED } else { text::UNSIGNED }}</span>
            {state}
            {error}
        </p>
    }
    .erase()
}

fn acts(id: &str, is_on: bool, desk: Desk) -> AnyView {
    let switch = if is_on {
        desk.button(id, ScheduleDeed::Disable, text::DISABLE)
    } else {
        desk.button(id, ScheduleDeed::Enable, text::ENABLE)
    };
    let edit = format!("{}?edit={id}", desk.list());
    view! {
        <div class="acts">
            {switch}
            <a class="button small" href=edit data-testid=format!("{}-edit", desk.kind.name)>
                {text::EDIT}
            </a>
            <details class="confirm">
                <summary class="button small">{text::DELETE}</summary>
                <p class="small">{desk.kind.words.delete_why}</p>
                {desk.button(id, ScheduleDeed::Delete, text::DELETE_NOW)}
            </details>
        </div>
    }
    .erase()
}
