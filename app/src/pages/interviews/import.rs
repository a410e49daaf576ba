use super::{
    calls::{ImportedLine, import_transcript, open_interview},
    forms::ImportByForm,
    page::{read, way_back},
    transcript::{Part, Transcript},
    value::display,
};
use crate::{
    browser,
    calls::{CallFault, Packed, open},
    erased::{Effect, Erase, Memo},
    parts::{Alert, Icon, icon, named},
    words::{import as text, room as room_text},
};
use leptos::{
    ev::SubmitEvent, html::Textarea, prelude::*, server_fn::ServerFn, tachys::view::any_view::AnyView, task::spawn_local,
};
use leptos_meta::Title;
use protocol::{
    SessionId,
    interview::{InterviewView, Speaker, TranscriptTurn},
};

/// How many lines of a preview are shown; the first ones tell who is who.
const SHOWN: usize = 60;

/// A conversation held elsewhere is brought into an interview: pasted or from a file, looked at, then taken in.
#[component]
pub(crate) fn ImportPage() -> impl IntoView {
    view! {
        <Title text=text::TITLE />
        {named(|id| Box::pin(read(id)), page)}
    }
    .erase()
}

fn page(view: Packed, may_change: bool) -> Result<AnyView, CallFault> {
    let view = open_interview(Ok(view))?;
    if !may_change {
        return Err(CallFault::Forbidden(room_text::VIEWER.into()));
    }
    let page = view! {
        <main id="main" class="page import" tabindex="-1">
            {way_back(view.id)}
            <h1>{text::TITLE}</h1>
            <p class="import-into" dir="auto">
                {text::into(&view.shown_title())}
            </p>
            <Import view=view />
        </main>
    };
    Ok(page.erase())
}

/// What is being brought in.
#[derive(Clone, Copy)]
struct Draft {
    id: SessionId,
    read: Memo<Transcript>,
    parts: RwSignal<Vec<Part>>,
    fault: RwSignal<Option<String>>,
    busy: RwSignal<bool>,
    /// What was sent and what came of it.
    done: RwSignal<Option<(Vec<TranscriptTurn>, Vec<ImportedLine>)>>,
}

#[component]
fn Import(view: InterviewView) -> impl IntoView {
    let field = NodeRef::<Textarea>::new();
    let typed = RwSignal::new(String::new());
    let kept = format!("import-{}", view.id);
    let read = Memo::new(move |_| typed.with(|typed| Transcript::read(typed)));
    let draft = Draft {
        id: view.id,
        read,
        parts: RwSignal::new(Vec::new()),
        fault: RwSignal::new(super::page::fault_of_form()),
        busy: RwSignal::new(false),
        done: RwSignal::new(None),
    };
    let names = Memo::new(move |_| read.with(|read| read.names.clone()));
    Effect::new(move |_| {
        // Other people, other parts; what is chosen stays while only their words change.
        names.with(|_| draft.parts.set(read.with_untracked(Transcript::parts)));
    });
    let restore = kept.clone();
    Effect::new(move |_| {
        let Some(field) = field.get() else { return };
        if field.value().is_empty() {
            field.set_value(&browser::kept(&restore).unwrap_or_default());
        }
        typed.set(field.value());
    });
    let changed = {
        let kept = kept.clone();
        Callback::new(move |text: String| {
            browser::keep(&kept, &text);
            draft.fault.set(None);
            typed.set(text);
        })
    };
    let choose = move |event: leptos::ev::Event| {
        browser::read_file(&event, move |read| match read {
            Ok(content) => {
                if let Some(field) = field.get_untracked() {
                    field.set_value(&content);
                }
                changed.run(content);
            }
            Err(browser::Unread::TooLarge) => draft.fault.set(Some(text::TOO_LARGE.into())),
            Err(browser::Unread::NoText) => draft.fault.set(Some(text::UNREADABLE.into())),
        });
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let turns = read.with(|read| draft.parts.with(|parts| read.turns(parts)));
        if draft.busy.get_untracked() || !sendable(draft, &turns) {
            return;
        }
        draft.busy.set(true);
        let kept = kept.clone();
        spawn_local(async move {
            let answer = open::<Vec<ImportedLine>>(import_transcript(draft.id, turns.clone()).await);
            if draft.busy.try_set(false).is_some() {
                return;
            }
            match answer {
                Ok(lines) => {
                    browser::keep(&kept, "");
                    draft.fault.set(None);
                    draft.done.set(Some((turns, lines)));
                    browser::soon(|| browser::focus("imported"));
                }
                Err(fault) => draft.fault.set(Some(fault.to_string())),
            }
        });
    };
    let begin = view! {
        <form class="import-form" method="post" action=ImportByForm::PATH on:submit=submit>
            <p class="quiet">{text::WHY}</p>
            <input type="hidden" name="id" value=view.id.to_string() />
            <label class="field">
                <span>{text::TEXT}</span>
                <textarea
                    node_ref=field
                    name="text"
                    rows="9"
                    dir="auto"
                    required
                    spellcheck="false"
                    aria-describedby="import-hint"
                    placeholder=text::PLACEHOLDER
                    on:input:target=move |event| changed.run(event.target().value())
                    data-testid="import-text"
                ></textarea>
            </label>
            <p class="small quiet" id="import-hint">
                {text::HINT}
            </p>
            <label class="button file">
                {icon(Icon::Import)}
                <span>{text::FILE}</span>
                <input type="file" accept=".txt,.md,.vtt,.srt,text/*" on:change=choose data-testid="import-file" />
            </label>
            <Who draft=draft />
            <Alert fault=draft.fault />
            <p>
                <button type="submit" class="button primary" data-testid="import-send">
                    {icon(Icon::Check)}
                    {move || {
                        if draft.busy.get() {
                            text::IMPORTING.to_owned()
                        } else {
                            text::import(read.with(|read| draft.parts.with(|parts| read.turns(parts).len())))
                        }
                    }}
                </button>
            </p>
            <Preview draft=draft />
        </form>
    };
    view! {
        <div hidden=move || draft.done.with(Option::is_some)>{begin}</div>
        <Done draft=draft view=view />
    }
    .erase()
}

fn sendable(draft: Draft, turns: &[TranscriptTurn]) -> bool {
    let missing = if turns.is_empty() {
        text::NOTHING
    } else if turns.iter().all(|turn| turn.speaker == Speaker::Agent) {
        text::NOBODY_ANSWERS
    } else {
        return true;
    };
    draft.fault.set(Some(missing.into()));
    false
}

/// Each name with what it is there for; guessed, and changed with one press.
#[component]
fn Who(draft: Draft) -> impl IntoView {
    let rows = Memo::new(move |_| {
        draft.read.with(|read| {
            let count = |by: usize| read.lines.iter().filter(|line| line.by == by).count();
            read.names.iter().enumerate().map(|(by, name)| (name.clone(), count(by))).collect::<Vec<_>>()
        })
    });
    let row = move |(by, (name, count)): (usize, (String, usize))| {
        if name.is_empty() {
            return view! { <p class="quiet">{text::NOBODY}</p> }.erase();
        }
        let choice = move |part: Part, label: &'static str| {
            view! {
                <label class="choice">
                    <input
                        type="radio"
                        name=format!("who-{by}")
                        prop:checked=move || draft.parts.with(|parts| parts.get(by) == Some(&part))
                        on:change=move |_| {
                            draft
                                .parts
                                .update(|parts| {
                                    if let Some(slot) = parts.get_mut(by) {
                                        *slot = part;
                                    }
                                });
                        }
                    />
                    <span>{label}</span>
                </label>
            }
        };
        view! {
            <fieldset class="speaker">
                <legend>
                    <b dir="auto">{name}</b>
                    <span class="small quiet">{text::lines(count)}</span>
                </legend>
                <div class="field-row">
                    {choice(Part::Asks, text::ASKS)} {choice(Part::Answers, text::ANSWERS)} {choice(Part::Away, text::AWAY)}
                </div>
            </fieldset>
        }
        .erase()
    };
    move || {
        let rows = rows.get();
        (!rows.is_empty()).then(|| {
            view! {
                <section class="speakers" aria-labelledby="who-name" data-testid="import-who">
                    <h2 id="who-name">{text::WHO}</h2>
                    {rows.into_iter().enumerate().map(row).collect_view()}
                </section>
            }
        })
    }
}

/// The conversation as it will appear in the interview.
#[component]
fn Preview(draft: Draft) -> impl IntoView {
    move || {
        let turns = draft.read.with(|read| draft.parts.with(|parts| read.turns(parts)));
        let rest = turns.len().saturating_sub(SHOWN);
        (!turns.is_empty()).then(|| {
            let rows = turns
                .into_iter()
                .take(SHOWN)
                .map(|turn| view! { <li>{render_turn(turn.speaker, turn.text)}</li> })
                .collect_view();
            view! {
                <section class="preview" aria-labelledby="preview-name">
                    <h2 id="preview-name">{text::PREVIEW}</h2>
                    <ol data-testid="import-preview">{rows}</ol>
                    {(rest > 0).then(|| view! { <p class="quiet">{text::and_more(rest)}</p> })}
                </section>
            }
        })
    }
}

fn render_turn(speaker: Speaker, words: String) -> AnyView {
    let (class, who) = match speaker {
        Speaker::Agent => ("turn agent", text::ASKS),
        Speaker::User => ("turn user", text::ANSWERS),
    };
    view! {
        <div class=class>
            <span class="small quiet">{who}</span>
            <div class="words" dir="auto">
                {words}
            </div>
        </div>
    }
    .erase()
}

/// Which values came from which line.
#[component]
fn Done(draft: Draft, view: InterviewView) -> impl IntoView {
    let view = StoredValue::new(view);
    let line = move |turns: &[TranscriptTurn], line: ImportedLine| {
        let words = turns.get(line.index).map(|turn| turn.text.clone()).unwrap_or_default();
        let values = line
            .changed
            .into_iter()
            .map(|(key, value)| {
                let (name, value) = view.with_value(|view| {
                    let template = view.template(&key);
                    let name = template.map_or_else(|| key.clone(), protocol::interview::ObligationTemplate::name);
                    (name, value.map_or_else(|| text::WITHDRAWN.to_owned(), |value| display(&value, template)))
                });
                view! {
                    <li>
                        <span class="quiet" dir="auto">
                            {name}
                        </span>
                        " "
                        <b dir="auto">{value}</b>
                    </li>
                }
            })
            .collect_view();
        view! {
            <li data-testid="imported-line">
                <q dir="auto">{words}</q>
                <ul>{values}</ul>
            </li>
        }
    };
    move || {
        draft.done.get().map(|(turns, lines)| {
            let lines: Vec<_> = lines.into_iter().filter(|line| !line.changed.is_empty()).collect();
            let status = if lines.is_empty() {
                text::FOUND_NOTHING.to_owned()
            } else {
                text::found(lines.iter().map(|line| line.changed.len()).sum(), lines.len())
            };
            let rows = lines.into_iter().map(|one| line(&turns, one)).collect_view();
            view! {
                <section class="imported" id="imported" tabindex="-1" aria-labelledby="imported-name" data-testid="imported">
                    <h2 id="imported-name">{text::DONE}</h2>
                    <p role="status">{status}</p>
                    <ol>{rows}</ol>
                    <p>
                        <a class="button primary" href=format!("/interviews/{}", draft.id)>
                            {text::OPEN}
                            {icon(Icon::Arrow)}
                        </a>
                    </p>
                </section>
            }
        })
    }
}
