//! What can be done with a message of the conversation, and the ways it did not go on.

use super::{
    acts,
    forms::{ActByForm, EditByForm},
    panels::{Panel, opened},
    room::{LOOK, REWRITE, Room, message_id},
};
use crate::{
    erased::{Effect, Erase, Memo},
    parts::{Icon, escape_textarea, icon},
    words::{self, threads as text},
};
use leptos::{
    ev::{KeyboardEvent, SubmitEvent},
    html::Textarea,
    prelude::*,
    server_fn::ServerFn,
};
use protocol::{
    MessageId,
    interview::{Author, Branch, Feedback, InterviewCommand, InterviewView, Message, Obligation, Rating},
};
use std::collections::{HashMap, HashSet};

/// What the messages of a room share, each thing looked up once.
#[derive(Clone, Copy)]
pub(crate) struct Threads {
    /// The newest message of each side.
    last: Memo<(Option<MessageId>, Option<MessageId>)>,
    feedback: Memo<HashMap<MessageId, Feedback>>,
    branches: Memo<HashMap<MessageId, Vec<Branch>>>,
}

impl Threads {
    pub(crate) fn new(room: Room) -> Self {
        let last = Memo::new(move |_| {
            room.with(|view| {
                let agent = view.messages.last().filter(|one| one.role == Author::Agent && !one.imported);
                let user = view.messages.iter().rfind(|one| one.role == Author::User && !one.imported);
                (agent.map(|one| one.id), user.map(|one| one.id))
            })
        });
        let feedback = Memo::new(move |_| {
            room.with(|view| view.messages.iter().filter_map(|one| Some((one.id, one.feedback.clone()?))).collect())
        });
        let branches = Memo::new(move |_| {
            room.with(|view| {
                let mut found: HashMap<MessageId, Vec<Branch>> = HashMap::new();
                for branch in &view.branches {
                    if let Some(beside) = view.beside_branch(branch) {
                        found.entry(beside).or_default().push(branch.clone());
                    }
                }
                found
            })
        });
        Self { last, feedback, branches }
    }
}

/// The buttons of a message. `editing` shows the field in place of the words, `commenting` the one for a comment.
#[component]
pub(crate) fn Acts(
    room: Room,
    threads: Threads,
    id: MessageId,
    role: Author,
    editing: RwSignal<bool>,
    commenting: RwSignal<bool>,
) -> impl IntoView {
    if role == Author::User {
        let newest = move || threads.last.get().1 == Some(id);
        return view! {
            <button
                type="submit"
                form=LOOK
                formaction=format!("#{}", message_id(id))
                name=REWRITE
                value=id.to_string()
                class="icon-button"
                aria-label=text::EDIT
                title=text::EDIT
                data-shortcut=move || newest().then_some("e")
                data-testid="message-edit"
                on:click=move |event| {
                    event.prevent_default();
                    editing.set(true);
                }
            >
                {icon(Icon::Pencil)}
            </button>
        }
        .erase();
    }
    let given = move || threads.feedback.with(|all| all.get(&id).cloned());
    let rate = move |rating: Rating| {
        let before = given();
        let same = before.as_ref().is_some_and(|before| before.rating == rating);
        let feedback = (!same).then_some(Feedback { rating, comment: None });
        commenting.set(!same && rating == Rating::Dislike);
        let give = |feedback| InterviewCommand::GiveFeedback { message_id: id, feedback };
        room.perform_telling(give(feedback), if same { text::TAKEN_BACK } else { text::NOTED }, give(before));
    };
    let thumb = move |rating: Rating, name: &'static str, picture: Icon| {
        view! {
            <button
                type="submit"
                class="icon-button"
                name="act"
                value=rating.name()
                aria-label=name
                title=name
                aria-pressed=move || given().is_some_and(|given| given.rating == rating).to_string()
                data-testid=rating.name()
                on:click=move |event| {
                    event.prevent_default();
                    rate(rating);
                }
            >
                {icon(picture)}
            </button>
        }
    };
    let other_words = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        let back = InterviewCommand::RestoreMessage { message_id: id };
        room.perform_telling(InterviewCommand::Regenerate { message_id: id }, text::REWORDED, back);
    };
    let possible = move || threads.last.get().0 == Some(id) && room.is_active();
    view! {
        <form class="row" method="post" action=ActByForm::PATH on:submit=|event: SubmitEvent| event.prevent_default()>
            <input type="hidden" name="id" value=room.id.to_string() />
            <input type="hidden" name="key" value=id.to_string() />
            {thumb(Rating::Like, text::GOOD, Icon::Like)}
            {thumb(Rating::Dislike, text::NOT_GOOD, Icon::Dislike)}
            {move || {
                possible()
                    .then(|| {
                        view! {
                            <button
                                type="submit"
                                class="icon-button"
                                name="act"
                                value="reword"
                                aria-label=text::REWORD
                                title=text::REWORD
                                data-shortcut="r"
                                data-testid="reword"
                                on:click=other_words
                            >
                                {icon(Icon::Again)}
                            </button>
                        }
                    })
            }}
        </form>
    }
    .erase()
}

/// How many messages after this one an edit leaves behind, and how many answers rest on them; none where it is the newest.
fn left_by(view: &InterviewView, id: MessageId) -> Option<(usize, usize)> {
    let at = view.messages.iter().position(|one| one.id == id)?;
    let later: HashSet<MessageId> = view.messages.iter().skip(at + 1).map(|one| one.id).collect();
    let rests = |one: &&Obligation| one.evidence.as_ref().is_some_and(|words| later.contains(&words.message_id));
    let answers = view.obligations.iter().filter(|one| one.value.is_some()).filter(rests).count();
    (!later.is_empty()).then_some((later.len(), answers))
}

/// The message as a field, in place of its words.
#[component]
pub(crate) fn Edit(room: Room, id: MessageId, content: String, editing: RwSignal<bool>) -> impl IntoView {
    opened(room, Panel::Edit { id, content, editing })
}

/// The field itself: Enter says it instead, Escape leaves it.
#[component]
pub(super) fn EditField(room: Room, id: MessageId, content: String, editing: RwSignal<bool>) -> impl IntoView {
    let field = NodeRef::<Textarea>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            let _refused = field.focus();
        }
    });
    let before = content.clone();
    // From the current view: messages that come in while the person writes count too.
    let leaving = Memo::new(move |_| room.with(|view| left_by(view, id)));
    let leaves = move || leaving.get().map(|(messages, answers)| text::leaves(messages, answers));
    let save = move || {
        let Some(typed) = field.get_untracked().map(|field| field.value()) else { return };
        editing.set(false);
        if typed.trim().is_empty() || typed == before {
            return;
        }
        let back = InterviewCommand::RestoreMessage { message_id: id };
        let note = untrack(leaves).map_or_else(|| text::EDITED.to_owned(), |left| text::edited(&left));
        room.perform_telling(InterviewCommand::EditMessage { message_id: id, content: typed }, note, back);
    };
    let by_key = save.clone();
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" if !event.shift_key() && !event.is_composing() => {
            event.prevent_default();
            by_key();
        }
        "Escape" => editing.set(false),
        _ => {}
    };
    view! {
        <form
            class="edit-message"
            method="post"
            action=EditByForm::PATH
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                save();
            }
        >
            <input type="hidden" name="id" value=room.id.to_string() />
            <input type="hidden" name="message" value=id.to_string() />
            <textarea node_ref=field name="content" rows="3" dir="auto" required aria-label=text::EDIT on:keydown=on_key data-testid="edit-field">
                {escape_textarea(content)}
            </textarea>
            <p class="small quiet">{text::EDIT_WHY}</p>
            {move || leaves().map(|left| view! { <p class="small" data-testid="edit-leaves">{left}</p> })}
            <p class="row">
                <button type="submit" class="button primary small" data-testid="edit-save">
                    {text::SAY_INSTEAD}
                </button>
                <button
                    type="submit"
                    form=LOOK
                    formaction=format!("#{}", message_id(id))
                    class="button small"
                    on:click=move |event| {
                        event.prevent_default();
                        editing.set(false);
                    }
                >
                    {words::widget::CANCEL}
                </button>
            </p>
        </form>
    }
    .erase()
}

/// Why a message is not good, for those who want to say it; what was said of it stays in sight.
#[component]
pub(crate) fn Comment(room: Room, threads: Threads, id: MessageId, commenting: RwSignal<bool>) -> impl IntoView {
    let given = Memo::new(move |_| threads.feedback.with(|all| all.get(&id).cloned()));
    move || {
        if commenting.get() {
            opened(room, Panel::Comment { id, given, commenting })
        } else {
            let comment = given.get().and_then(|given| given.comment);
            comment
                .map(|comment| view! { <p class="small quiet given-comment" dir="auto" data-testid="comment">{comment}</p> })
                .erase()
        }
    }
}

/// The place for a comment.
#[component]
pub(super) fn CommentField(
    room: Room,
    id: MessageId,
    given: Memo<Option<Feedback>>,
    commenting: RwSignal<bool>,
) -> impl IntoView {
    let field = NodeRef::<Textarea>::new();
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(comment) = field.get_untracked().map(|field| field.value()) else { return };
        commenting.set(false);
        let rating = given.get_untracked().map_or(Rating::Dislike, |given| given.rating);
        let feedback = Some(Feedback { rating, comment: Some(comment) });
        room.perform(InterviewCommand::GiveFeedback { message_id: id, feedback });
    };
    view! {
        <form class="edit-message" on:submit=save>
            <textarea node_ref=field rows="2" dir="auto" maxlength="2000" aria-label=text::WHY_NOT placeholder=text::WHY_NOT data-testid="comment-field"></textarea>
            <p class="row">
                <button type="submit" class="button small" data-testid="comment-save">
                    {words::widget::SAVE}
                </button>
                <button type="button" class="button small" on:click=move |_| commenting.set(false)>
                    {text::NO_COMMENT}
                </button>
            </p>
        </form>
    }
    .erase()
}

/// Earlier wordings of a message, and branches that were left behind in its place.
#[component]
pub(crate) fn Versions(room: Room, threads: Threads, id: MessageId, wordings: Vec<Message>) -> impl IntoView {
    let branches = Memo::new(move |_| threads.branches.with(|all| all.get(&id).cloned().unwrap_or_default()));
    let reworded = !wordings.is_empty();
    let any = Memo::new(move |_| reworded || branches.with(|branches| !branches.is_empty()));
    move || any.get().then(|| opened(room, Panel::Versions { branches, wordings: wordings.clone() }))
}

/// All of them, each kind behind one line.
#[component]
pub(super) fn VersionList(room: Room, branches: Memo<Vec<Branch>>, wordings: Vec<Message>) -> impl IntoView {
    let wordings = (!wordings.is_empty()).then(|| {
        let count = wordings.len();
        let rows = wordings
            .into_iter()
            .rev()
            .map(|one| view! { <li><p class="words" dir="auto">{one.content}</p> {back(room, one.id, text::SHOW_AGAIN)}</li> })
            .collect_view();
        versions(text::wordings(count), rows, "wordings")
    });
    view! {
        {wordings}
        {move || {
            let branches = branches.get();
            let count = branches.len();
            (count > 0)
                .then(|| {
                    let rows = branches.into_iter().rev().map(|branch| left_behind(room, branch)).collect_view();
                    versions(text::branches(count), rows, "branches")
                })
        }}
    }
    .erase()
}

fn versions(name: String, rows: impl IntoView + 'static, testid: &'static str) -> AnyView {
    view! {
        <details class="versions" data-testid=testid>
            <summary>{icon(Icon::Swap)} {name}</summary>
            <ol>{rows.into_view()}</ol>
        </details>
    }
    .erase()
}

fn left_behind(room: Room, branch: Branch) -> AnyView {
    let first = branch.id();
    let rows = branch
        .messages
        .into_iter()
        .map(|one| {
            let who = if one.role == Author::User { words::room::YOU } else { words::room::AGENT };
            view! { <p class="words" dir="auto"><b class="small">{who}</b> " " {one.content}</p> }
        })
        .collect_view();
    view! { <li>{rows} {first.map(|first| back(room, first, text::RETURN))}</li> }.erase()
}

/// Back to a wording or a branch, where the person may change anything.
fn back(room: Room, to: MessageId, label: &'static str) -> Option<AnyView> {
    let go = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        if let Some(command) = room.peek(|view| acts::named(view, &to.to_string(), "restore")) {
            room.perform(command);
        }
    };
    room.may_change.then(|| {
        view! {
            <form method="post" action=ActByForm::PATH>
                <input type="hidden" name="id" value=room.id.to_string() />
                <input type="hidden" name="key" value=to.to_string() />
                <button type="submit" class="button small" name="act" value="restore" on:click=go data-testid="restore">
                    {icon(Icon::Undo)}
                    {label}
                </button>
            </form>
        }
        .erase()
    })
}
