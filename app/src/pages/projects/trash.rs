//! Deleting a project, and taking it back: plain forms, so that they work without scripts.

use super::calls::{DeleteProject, RemoveProject, RestoreProject, TrashedShown};
use crate::{
    erased::Erase,
    pages::interviews::fault_of_form,
    parts::{Alert, Icon, When, icon},
    words::{overview as text, projects},
};
use leptos::{prelude::*, server_fn::ServerFn};
use protocol::ProjectId;

/// Deletes a project at once: it can be undone. A page may have it in several places.
pub(super) fn delete_form(id: ProjectId, place: &'static str) -> AnyView {
    let goes = format!("goes-{place}");
    view! {
        <form method="post" action=DeleteProject::PATH>
            <input type="hidden" name="project" value=id.to_string() />
            <button type="submit" class="button danger" data-testid=place aria-describedby=goes.clone()>
                {icon(Icon::Close)}
                {projects::DELETE_PROJECT}
            </button>
            <p class="small quiet" id=goes>
                {text::GOES}
            </p>
        </form>
    }
    .erase()
}

fn restore_form(id: ProjectId, class: &'static str, label: &'static str) -> AnyView {
    view! {
        <form method="post" action=RestoreProject::PATH>
            <input type="hidden" name="project" value=id.to_string() />
            <button type="submit" class=class data-testid="restore-project">
                {icon(Icon::Undo)}
                {label}
            </button>
        </form>
    }
    .erase()
}

/// Says above the list that a project was deleted, and undoes it.
pub(super) fn render_undo(id: ProjectId) -> AnyView {
    view! {
        <div class="undo" role="status" data-testid="deleted">
            <p>{text::DELETED}</p>
            {restore_form(id, "button small", text::UNDO)}
        </div>
    }
    .erase()
}

/// In the place of every page of a project that was deleted.
pub(super) fn render_trashed(shown: TrashedShown) -> AnyView {
    let TrashedShown { trashed_project: id, name, trashed_at, days, may_restore } = shown;
    let ways = if may_restore {
        view! {
            <div class="row">
                {restore_form(id, "button primary", text::RESTORE)}
                <details class="confirm">
                    <summary class="button">{text::REMOVE}</summary>
                    <p>{text::REMOVE_WHY}</p>
                    <form method="post" action=RemoveProject::PATH>
                        <input type="hidden" name="project" value=id.to_string() />
                        <button type="submit" class="button danger" data-testid="remove-project">
                            {text::REMOVE}
                        </button>
                    </form>
                </details>
            </div>
        }
        .erase()
    } else {
        view! { <p>{text::NOT_YOURS}</p> }.erase()
    };
    view! {
        <main id="main" class="page apology" tabindex="-1" data-testid="trashed">
            <h1 dir="auto">{text::trashed_title(&name)}</h1>
            <Alert fault=RwSignal::new(fault_of_form()) />
            <p class="small quiet">
                <When at=trashed_at />
            </p>
            <p>{text::trashed(days)}</p>
            {ways}
            <p>
                <a class="button" href="/projects">
                    {projects::TITLE}
                </a>
            </p>
        </main>
    }
    .erase()
}
