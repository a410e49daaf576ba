//! Sources that were deleted, and the forms that delete them, take them back or remove them: they work without scripts as well.

use super::{
    calls::{DeleteSource, DeletedSource, ProjectDeed, RemoveSource, RestoreSource},
    sources::Desk,
};
use crate::{
    browser,
    erased::{Erase, Memo},
    parts::{Icon, Part, When, icon, keyed},
    words::{overview, projects as text},
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn};
use protocol::ProjectSourceId;

/// Does something with a source: on this page, or without scripts by leading here again.
pub(super) fn source_form(desk: Desk, deed: ProjectDeed, source: ProjectSourceId, button: AnyView) -> AnyView {
    let path = match deed {
        ProjectDeed::RestoreSource => RestoreSource::PATH,
        ProjectDeed::RemoveSource => RemoveSource::PATH,
        _ => DeleteSource::PATH,
    };
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        browser::close_menus();
        desk.act(deed, source.to_string());
    };
    view! {
        <form method="post" action=path on:submit=send>
            <input type="hidden" name="project" value=desk.project.get_value() />
            <input type="hidden" name="source" value=source.to_string() />
            {button}
        </form>
    }
    .erase()
}

/// Takes back what was deleted last, as long as it can be.
pub(super) fn render_undo(desk: Desk) -> AnyView {
    let undone = Memo::new(move |_| {
        let id = desk.deleted.get()?;
        desk.view.with(|view| view.deleted.iter().any(|one| one.id == id).then_some(id))
    });
    let form = move || {
        undone.get().map(|id| {
            let button = view! {
                <button type="submit" class="button small" data-testid="undo-source">
                    {icon(Icon::Undo)}
                    {overview::UNDO}
                </button>
            }
            .erase();
            source_form(desk, ProjectDeed::RestoreSource, id, button)
        })
    };
    view! { <div class="undo-place">{form}</div> }.erase()
}

/// What was deleted and is kept for a while.
pub(super) fn render_deleted(desk: Desk) -> AnyView {
    let days = desk.view.with_untracked(|view| view.days);
    let row = move |one| row(desk, one);
    let rows = keyed(move || desk.view.with(|view| view.deleted.iter().map(|one| Part::new(one.clone(), row)).collect()));
    view! {
        <section aria-labelledby="deleted-sources" data-testid="deleted-sources">
            <h2 id="deleted-sources">{text::DELETED_SOURCES}</h2>
            <p class="small quiet">{text::keeps_deleted_sources(days)}</p>
            <ul class="source-list">{rows}</ul>
        </section>
    }
    .erase()
}

fn row(desk: Desk, one: DeletedSource) -> AnyView {
    let DeletedSource { id, kind, name, deleted_at } = one;
    let restore = view! {
        <button type="submit" class="button small" aria-label=text::about_source(text::RESTORE_SOURCE, &name)>
            {icon(Icon::Undo)}
            {text::RESTORE_SOURCE}
        </button>
    }
    .erase();
    let remove = view! {
        <button type="submit" class="button small danger" data-testid="remove-source">
            {text::DELETE_FOREVER}
        </button>
    }
    .erase();
    let asks = text::about_source(text::DELETE_FOREVER, &name);
    view! {
        <li class="card">
            <div class="source-head">
                <h3 dir="auto">{name}</h3>
                <span class="chip">{text::kind(&kind)}</span>
            </div>
            <p class="small quiet">
                {text::DELETED_AT} " " <When at=deleted_at />
            </p>
            <div class="acts">{source_form(desk, ProjectDeed::RestoreSource, id, restore)}</div>
            <details class="confirm">
                <summary class="button small" aria-label=asks>
                    {text::DELETE_FOREVER}
                </summary>
                <p>{text::REMOVE_SOURCE_WHY}</p>
                {source_form(desk, ProjectDeed::RemoveSource, id, remove)}
            </details>
        </li>
    }
    .erase()
}
