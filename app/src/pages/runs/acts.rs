//! What can be done with a run: it is stopped, goes on after it failed, is started again, and what it found is taken away.

use super::{
    calls::{ActOnRunByForm, RunDeed, act_on_run},
    live::Running,
};
use crate::{
    browser,
    erased::{Erase, Memo},
    parts::{Icon, icon},
    words::runs as text,
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn, task::spawn_local};
use leptos_router::hooks::use_navigate;
use protocol::{run::RunView, work::WorkStatus};

/// What the button that has a run go on is described by.
pub(super) const RESUME_WHAT: &str = "resume-what";

#[component]
pub(super) fn Acts(running: Running) -> impl IntoView {
    let over = Memo::new(move |_| running.is_over());
    let resumable = Memo::new(move |_| running.with(may_resume));
    let cancelling = Memo::new(move |_| running.with(|view| view.cancelling));
    let resuming = RwSignal::new(false);
    let cancel = move |event: SubmitEvent| {
        event.prevent_default();
        if !cancelling.get_untracked() {
            running.cancel();
            keep_focus();
        }
    };
    let resume = move |event: SubmitEvent| {
        event.prevent_default();
        if resuming.get_untracked() {
            return;
        }
        resuming.set(true);
        spawn_local(async move {
            let failed = running.resume().await.err().map(|fault| fault.to_string());
            if failed.is_none() {
                keep_focus();
            }
            // The page may be gone by now.
            let _gone = resuming.try_set(false);
            let _gone = running.live.fault.try_set(failed);
        });
    };
    let navigate = use_navigate();
    let again = Callback::new(move |()| {
        let (navigate, address) = (navigate.clone(), running.address.get_value());
        spawn_local(async move {
            match act_on_run(address.clone(), RunDeed::Again).await {
                Ok(next) => navigate(&format!("/projects/{}/runs/{next}", address.project), Default::default()),
                Err(fault) => running.complain(&fault),
            }
        });
    });
    let repeat = move |event: SubmitEvent| {
        event.prevent_default();
        again.run(());
    };
    let fields = move || {
        let address = running.address.get_value();
        view! {
            <input type="hidden" name="project" value=address.project />
            <input type="hidden" name="run" value=address.run />
        }
        .erase()
    };
    let acts = move || {
        if !running.may_change {
            ().erase()
        } else if over.get() {
            let go_on = resumable.get().then(|| {
                view! {
                    <form method="post" action=ActOnRunByForm::PATH on:submit=resume>
                        {fields()}
                        <button
                            type="submit"
                            name="act"
                            value="resume"
                            class="button primary"
                            data-testid="run-resume"
                            aria-describedby=RESUME_WHAT
                            aria-disabled=move || resuming.get().to_string()
                        >
                            {icon(Icon::Arrow)}
                            {move || if resuming.get() { text::RESUMING } else { text::RESUME }}
                        </button>
                    </form>
                }
                .erase()
            });
            view! {
                {go_on}
                <form method="post" action=ActOnRunByForm::PATH on:submit=repeat>
                    {fields()}
                    <button type="submit" name="act" value="again" class="button" data-testid="run-again">
                        {icon(Icon::Again)}
                        {text::AGAIN}
                    </button>
                </form>
            }
            .erase()
        } else {
            view! {
                <form method="post" action=ActOnRunByForm::PATH on:submit=cancel>
                    {fields()}
                    <button
                        type="submit"
                        name="act"
                        value="cancel"
                        class="button"
                        data-testid="run-cancel"
                        aria-disabled=move || cancelling.get().to_string()
                    >
                        {icon(Icon::Stop)}
                        {move || if cancelling.get() { text::CANCELLING } else { text::CANCEL }}
                    </button>
                </form>
            }
            .erase()
        }
    };
    let exports = move || running.with(|view| view.discovery.map(|discovery| (view.project, discovery)));
    let exports = Memo::new(move |_| exports());
    view! {
        <div class="row acts">
            {acts}
            {move || {
                exports
                    .get()
                    .map(|(project, _)| {
                        let run = running.address.get_value().run;
                        view! {
                            <a class="button" href=format!("/opportunities?project={project}&source=run:{run}") data-testid="run-opportunities">
                                {text::TO_OPPORTUNITIES}
                            </a>
                        }
                            .erase()
                    })
            }}
            {move || exports.get().map(|(project, discovery)| export_menu(&format!("/api/v1/projects/{project}/discoveries/{discovery}/export")))}
        </div>
    }
    .erase()
}

/// Only one that failed before it saved anything goes on: whoever stopped a run has what it found.
pub(super) fn may_resume(view: &RunView) -> bool {
    view.work.status == WorkStatus::Failed && view.discovery.is_none()
}

/// The pressed button goes. Another one in its place must not be pressed by the same key.
fn keep_focus() {
    browser::focus_again("main".to_owned());
}

fn export_menu(address: &str) -> AnyView {
    let links = text::EXPORTS
        .map(|(format, name)| {
            let print = format == "html";
            let which = if print { Icon::Print } else { Icon::Download };
            view! {
                <a rel="external" download=(!print).then_some("") href=format!("{address}?format={format}")>
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
            <summary class="button" data-testid="run-export">
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
    use protocol::{DiscoveryId, ProjectId, RunId, run::RunRequest};
    use uuid::Uuid;

    #[test]
    fn only_what_failed_and_saved_nothing_goes_on() {
        let mut view = RunView::new(RunId(Uuid::nil()), ProjectId(Uuid::nil()), RunRequest::default());
        for status in WorkStatus::ALL {
            view.work.status = status;
            assert_eq!(may_resume(&view), status == WorkStatus::Failed, "{status:?}");
        }
        view.work.status = WorkStatus::Failed;
        view.discovery = Some(DiscoveryId(Uuid::nil()));
        assert!(!may_resume(&view), "what it found is saved");
    }
}
