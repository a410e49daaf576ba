//! What can be done with an interview as a whole where it stands in a list. Plain forms, which work without scripts.

use super::{calls::InterviewCard, forms::RetitleByForm, sharing::calls::PlaceByForm};
use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::{moved as text, whole},
};
use leptos::{prelude::*, server_fn::ServerFn, tachys::view::any_view::AnyView};
use leptos_router::hooks::use_query_map;
use protocol::{SessionId, interview::Place};

/// Rename, archive and delete, or bring back.
pub(super) fn row_menu(card: &InterviewCard) -> AnyView {
    let id = card.id;
    let rename = (card.place != Place::Deleted).then(|| {
        view! {
            <form class="retitle" method="post" action=RetitleByForm::PATH>
                <input type="hidden" name="id" value=id.to_string() />
                <input type="hidden" name="back" value="list" />
                <label class="field">
                    <span class="small">{whole::TITLE}</span>
                    <input name="title" required maxlength="200" dir="auto" autocomplete="off" value=card.title.clone() />
                </label>
                <button type="submit" class="button">
                    {whole::RENAME}
                </button>
            </form>
        }
    });
    view! {
        <details class="menu row-menu" name="menu">
            <summary class="icon-button" aria-label=text::menu(&card.title) title=text::MENU data-testid="row-menu">
                {icon(Icon::More)}
            </summary>
            <div class="menu-body">
                {rename}
                {places(id, card.place)}
            </div>
        </details>
    }
    .erase()
}

/// Where an interview can be moved from where it lies.
pub(super) fn places(id: SessionId, from: Place) -> AnyView {
    let buttons = [Place::Listed, Place::Archived, Place::Deleted]
        .into_iter()
        .filter(|to| *to != from && !(from == Place::Deleted && *to == Place::Archived))
        .map(|to| {
            let (label, sign) = match to {
                Place::Listed => (text::RESTORE, Icon::Undo),
                Place::Archived => (text::ARCHIVE, Icon::Archive),
                Place::Deleted => (text::DELETE, Icon::Close),
            };
            view! {
                <button type="submit" name="to" value=to.name() data-testid=format!("move-{}", to.name())>
                    {icon(sign)}
                    {label}
                </button>
            }
        })
        .collect_view();
    view! {
        <form method="post" action=PlaceByForm::PATH>
            <input type="hidden" name="id" value=id.to_string() />
            {buttons}
        </form>
    }
    .erase()
}

/// Says what became of an interview that was just moved, as the address tells it, and takes it back.
pub(super) fn moved_note() -> AnyView {
    let (to, id) = use_query_map().with_untracked(|query| (query.get("moved"), query.get("id")));
    let to = to.as_deref().and_then(Place::parse);
    let id = id.and_then(|id| id.parse::<SessionId>().ok());
    let (Some(to), Some(id)) = (to, id) else { return ().erase() };
    let undo = (to != Place::Listed).then(|| {
        view! {
            <form method="post" action=PlaceByForm::PATH>
                <input type="hidden" name="id" value=id.to_string() />
                <button type="submit" class="button small" name="to" value=Place::Listed.name() data-testid="undo-move">
                    {icon(Icon::Undo)}
                    {text::UNDO}
                </button>
            </form>
        }
    });
    view! {
        <div class="alert note" role="status" data-testid="moved">
            {icon(Icon::Check)}
            <span>{text::became(to)}</span>
            {undo}
        </div>
    }
    .erase()
}
