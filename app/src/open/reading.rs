//! An interview to be read: what it came to, and where it was wished the conversation.

use super::document::document;
use crate::{
    erased::Erase,
    pages::interviews::outcome::{answers, is_unsettled, render_sureness, sentences},
    shell::Assets,
    words::open as text,
};
use leptos::{prelude::*, tachys::view::any_view::AnyView};
use protocol::{
    Timestamp, day_in_words,
    interview::{Author, InterviewView},
};

/// A document that shows the interview until a day.
#[must_use]
pub fn shared_page(assets: &Assets, view: &InterviewView, transcript: bool, until: Timestamp) -> String {
    let title = view.shown_title();
    let written = until.to_rfc3339();
    let day = written.get(..10).and_then(day_in_words).unwrap_or_else(|| written.clone());
    let content = view! {
        <h1 dir="auto">{title.clone()}</h1>
        <p class="small quiet">{text::until(&day)}</p>
        {summary(view)}
        {transcript.then(|| conversation(view, text::PERSON))}
    }
    .erase();
    document(assets, &title, content)
}

/// What the interview came to, and what is known.
pub(super) fn summary(view: &InterviewView) -> AnyView {
    let prose = sentences(view).into_iter().map(|line| view! { <p dir="auto">{line}</p> }.erase()).collect_view();
    let rows: Vec<AnyView> = answers(view)
        .into_iter()
        .map(|(template, one, words)| {
            let sureness = render_sureness(one.confidence, is_unsettled(&one));
            let quote = one.evidence.filter(|quote| quote.quote != words);
            view! {
                <div>
                    <dt dir="auto">{template.name()}</dt>
                    <dd>
                        <span class="value" dir="auto">{words}</span>
                        {sureness}
                        {quote.map(|quote| view! { <q dir="auto">{quote.quote}</q> })}
                    </dd>
                </div>
            }
            .erase()
        })
        .collect();
    let known = if rows.is_empty() {
        view! { <p class="quiet">{text::NOTHING_YET}</p> }.erase()
    } else {
        view! { <dl class="card outcome">{rows.into_iter().collect_view()}</dl> }.erase()
    };
    view! {
        <section class="ending">
            <div class="summary-text">{prose}</div>
            <h2>{text::VALUES}</h2>
            {known}
        </section>
    }
    .erase()
}

/// What was said. `person` names whoever was interviewed.
pub(super) fn conversation(view: &InterviewView, person: &'static str) -> AnyView {
    let turns: Vec<AnyView> = view
        .messages
        .iter()
        .filter(|message| message.role != Author::System)
        .map(|message| {
            let (class, who) =
                if message.role == Author::User { ("open-turn mine", person) } else { ("open-turn", text::INTERVIEWER) };
            view! {
                <li class=class>
                    <b class="small quiet">{who}</b>
                    <p dir="auto">{message.content.clone()}</p>
                </li>
            }
            .erase()
        })
        .collect();
    view! {
        <section>
            <h2>{text::CONVERSATION}</h2>
            <ol class="open-talk">{turns.into_iter().collect_view()}</ol>
        </section>
    }
    .erase()
}
