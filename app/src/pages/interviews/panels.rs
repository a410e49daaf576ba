//! What a gesture or a later turn opens. Its code is a part of its own: an interview's first page does without it.

#[cfg(feature = "hydrate")]
mod apart;

#[cfg(feature = "hydrate")]
pub(crate) use apart::load_drawn;
#[cfg(feature = "hydrate")]
pub(super) use apart::{are_here, menu_body};

use super::{
    conflicts::ConflictList,
    ending::Outcome,
    negotiation::{Card, Settled},
    obligation::Actions,
    room::Room,
    threads::{CommentField, EditField, VersionList},
    whole::WholeMenu,
    widget::{Entered, Fields},
};
use crate::erased::{Erase, Memo};
use leptos::{prelude::*, tachys::view::any_view::AnyView};
use protocol::{
    MessageId,
    interview::{Branch, Conflict, Feedback, Message, Obligation, ObligationTemplate},
};
use serde_json::Value;

/// Each is drawn by the component whose fields it has.
#[derive(Clone)]
pub(super) enum Panel {
    Whole,
    Actions {
        one: Memo<Obligation>,
        template: ObligationTemplate,
    },
    Fields {
        template: ObligationTemplate,
        value: Option<Value>,
        on_entry: Callback<Entered>,
        on_cancel: Option<(Callback<()>, String)>,
    },
    Edit {
        id: MessageId,
        content: String,
        editing: RwSignal<bool>,
    },
    Comment {
        id: MessageId,
        given: Memo<Option<Feedback>>,
        commenting: RwSignal<bool>,
    },
    Versions {
        branches: Memo<Vec<Branch>>,
        wordings: Vec<Message>,
    },
    Negotiation(Obligation),
    Settled(Obligation),
    Conflicts(Vec<Conflict>),
    Ending,
}

fn drawn(room: Room, panel: Panel) -> AnyView {
    match panel {
        Panel::Whole => view! { <WholeMenu room=room /> }.erase(),
        Panel::Actions { one, template } => view! { <Actions room=room one=one template=template /> }.erase(),
        Panel::Fields { template, value, on_entry, on_cancel } => {
            let form = room.id.to_string();
            view! { <Fields template=template value=value on_entry=on_entry form=form on_cancel=on_cancel /> }.erase()
        }
        Panel::Edit { id, content, editing } => view! { <EditField room=room id=id content=content editing=editing /> }.erase(),
        Panel::Comment { id, given, commenting } => {
            view! { <CommentField room=room id=id given=given commenting=commenting /> }.erase()
        }
        Panel::Versions { branches, wordings } => view! { <VersionList room=room branches=branches wordings=wordings /> }.erase(),
        Panel::Negotiation(one) => view! { <Card room=room one=one /> }.erase(),
        Panel::Settled(one) => view! { <Settled room=room one=one /> }.erase(),
        Panel::Conflicts(conflicts) => view! { <ConflictList room=room conflicts=conflicts /> }.erase(),
        Panel::Ending => view! { <Outcome room=room /> }.erase(),
    }
}

/// A panel, as soon as its code is here.
pub(super) fn opened(room: Room, panel: Panel) -> AnyView {
    #[cfg(feature = "hydrate")]
    let drawn = apart::draw;
    (move || room.has_panels().then(|| drawn(room, panel.clone()))).erase()
}

impl Room {
    /// Whether panels can be drawn. If not, their code is loaded, and whoever asked in a view or an effect runs again then.
    pub(super) fn has_panels(self) -> bool {
        let here = self.panels.get();
        #[cfg(feature = "hydrate")]
        if !here {
            apart::load_for(self);
        }
        here
    }
}

/// Whether their code is here from the beginning.
#[cfg(not(feature = "hydrate"))]
pub(super) const fn are_here() -> bool {
    true
}

/// The body of a menu, which `opening` opens: the server writes it whole.
#[cfg(not(feature = "hydrate"))]
pub(super) fn menu_body(room: Room, panel: Panel, _opening: RwSignal<bool>) -> AnyView {
    view! { <div class="menu-body">{drawn(room, panel)}</div> }.erase()
}
