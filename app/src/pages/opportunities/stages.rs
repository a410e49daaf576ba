//! The six stages beside each other, with what receivers made of their input between them.

use super::{
    cards::{CardShown, card, cards, is_warned},
    contract::{anchor, summary},
    live::{Tracking, path},
};
use crate::{
    erased::{Erase, Memo},
    parts::{Part, keyed},
    words::{opportunities as text, runs},
};
use leptos::prelude::*;
use protocol::opportunities::{Boundary, PipelineView, QualityFlags, Stage, StageStatus, StageView};

/// Cards that a column shows before the rest is folded.
const SHOWN: usize = 8;

#[component]
pub(super) fn Stages(tracking: Tracking, is_warned: Memo<bool>) -> impl IntoView {
    let columns: Vec<AnyView> = Stage::ALL
        .into_iter()
        .map(|stage| {
            view! {
                {stage.boundary().map(|boundary| between(tracking, boundary))}
                <li class="stage" data-testid=format!("stage-{}", stage.name())>
                    {column(tracking, stage, is_warned)}
                </li>
            }
            .erase()
        })
        .collect();
    view! {
        <section aria-labelledby="stages-name">
            <h2 id="stages-name">{text::STAGES}</h2>
            <Filter tracking=tracking only_warned=is_warned />
            <ol class="stages">{columns}</ol>
        </section>
    }
    .erase()
}

/// All, or those with warnings.
#[component]
fn Filter(tracking: Tracking, only_warned: Memo<bool>) -> impl IntoView {
    let counts = Memo::new(move |_| {
        tracking.with(|view| {
            let listed = view.listed();
            (listed.len(), listed.iter().filter(|one| is_warned(one)).count())
        })
    });
    let here = path(tracking.pipeline);
    let (all, some) = (here.clone(), format!("{here}?warned=on"));
    view! {
        <nav class="tabs stage-filter" aria-label=text::SHOWN data-testid="warned-filter">
            <a href=all aria-current=move || (!only_warned.get()).then_some("true")>
                {text::FILTER_ALL}
                " "
                <span class="count">{move || counts.get().0.to_string()}</span>
            </a>
            <a href=some aria-current=move || only_warned.get().then_some("true")>
                <span aria-hidden="true">"⚠ "</span>
                {text::WARNED}
                " "
                <span class="count">{move || counts.get().1.to_string()}</span>
            </a>
        </nav>
    }
    .erase()
}

/// What the head of a column says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Head {
    status: StageStatus,
    attempt: u32,
    items: usize,
    /// In microseconds.
    lasted: Option<i64>,
    flags: Option<QualityFlags>,
    tokens: u64,
}

fn head(view: &PipelineView, stage: Stage, items: usize) -> Head {
    let Some(attempt) = view.latest(stage) else {
        return Head { status: StageStatus::Pending, attempt: 1, items: 0, lasted: None, flags: None, tokens: 0 };
    };
    Head {
        status: attempt.status,
        attempt: attempt.attempt,
        items,
        lasted: lasted(attempt, view),
        flags: stage.boundary().map(|_| attempt.quality_flags.clone()).filter(|flags| flags.briefs_produced > 0),
        tokens: attempt.tokens,
    }
}

fn lasted(of: &StageView, view: &PipelineView) -> Option<i64> {
    // While people think nothing is measured.
    if of.status == StageStatus::CheckpointReached {
        return None;
    }
    let end = of.finished_at.unwrap_or(view.work.updated_at);
    of.started_at.map(|start| (end.0 - start.0).max(0))
}

fn column(tracking: Tracking, stage: Stage, only_warned: Memo<bool>) -> AnyView {
    let all = Memo::new(move |_| tracking.with(|view| cards(view, stage, false)));
    let head = Memo::new(move |_| {
        let items = if stage == Stage::Exploration { tracking.with(|view| view.findings.len()) } else { all.with(Vec::len) };
        tracking.with(|view| head(view, stage, items))
    });
    let facts = move || head.with(render_head);
    let body = if stage == Stage::Exploration { findings(tracking) } else { items(all, stage, only_warned) };
    view! {
        <div class="stage-head">
            <h3>
                <span class="quiet">{stage.number().to_string()} " "</span>
                {text::stage(stage)}
            </h3>
            {stage.agent().map(|agent| view! { <p class="small quiet">{agent.name()}</p> })}
            {facts}
        </div>
        {body}
    }
    .erase()
}

fn render_head(head: &Head) -> AnyView {
    let (class, shape, word) = text::stage_status(head.status);
    let fact = |words: String| view! { <span>{words}</span> }.erase();
    let attempt = (head.attempt > 1).then(|| fact(text::attempt(head.attempt)));
    let before = (head.attempt == 0).then(|| fact(text::DONE_BEFORE.to_owned()));
    let is_begun = head.status != StageStatus::Pending;
    let items = is_begun.then(|| fact(text::count(head.items)));
    let lasted = head.lasted.map(|micros| fact(runs::lasted(micros)));
    let tokens = (head.tokens > 0).then(|| fact(text::tokens(head.tokens)));
    let flags = head.flags.as_ref().map(|flags| {
        let words = text::flags(flags);
        view! { <p class="small quiet" data-testid="quality-flags">{words}</p> }.erase()
    });
    view! {
        <span class=class>
            <span aria-hidden="true">{shape}</span>
            {word}
        </span>
        <p class="small quiet facts">{items} {lasted} {attempt} {before} {tokens}</p>
        {flags}
    }
    .erase()
}

fn items(all: Memo<Vec<CardShown>>, stage: Stage, only_warned: Memo<bool>) -> AnyView {
    let shown = Memo::new(move |_| {
        let only = only_warned.get();
        all.with(|all| all.iter().filter(|one| !only || one.is_warned).cloned().collect::<Vec<_>>())
    });
    let count = Memo::new(move |_| shown.with(Vec::len));
    let part = move |one: CardShown| Part::new(one, move |one| card(&one, stage));
    let has_rest = Memo::new(move |_| count.get() > SHOWN);
    let rest = move || {
        if !has_rest.get() {
            return ().erase();
        }
        let others = keyed(move || shown.get().into_iter().skip(SHOWN).map(part).collect());
        view! {
            <details class="stage-rest">
                <summary class="link">{move || text::more(count.get().saturating_sub(SHOWN))}</summary>
                <ul class="stage-cards">{others}</ul>
            </details>
        }
        .erase()
    };
    let none = Memo::new(move |_| count.get() == 0);
    let nothing = move || {
        let words = if only_warned.get() && all.with(|all| !all.is_empty()) { text::NO_WARNED } else { text::NOTHING_YET };
        none.get().then(|| view! { <p class="small quiet">{words}</p> }.erase())
    };
    let list = move || {
        if none.get() {
            return ().erase();
        }
        let first = keyed(move || shown.get().into_iter().take(SHOWN).map(part).collect());
        view! { <ul class="stage-cards">{first}</ul> }.erase()
    };
    view! {
        {nothing}
        {list}
        {rest}
    }
    .erase()
}

/// Where an opportunity crosses from one stage to the next.
fn between(tracking: Tracking, boundary: Boundary) -> AnyView {
    let words = Memo::new(move |_| tracking.with(|view| summary(view, boundary)));
    view! {
        <li class="boundary" data-testid=format!("boundary-{}", boundary.name())>
            <a href=format!("#{}", anchor(boundary)) rel="external">
                {move || {
                    let (shape, words) = words.get();
                    view! {
                        <span aria-hidden="true">{shape}</span>
                        " "
                        <span>{words}</span>
                    }
                        .erase()
                }}
            </a>
        </li>
    }
    .erase()
}

fn findings(tracking: Tracking) -> AnyView {
    let titles = Memo::new(move |_| {
        tracking.with(|view| view.findings.iter().map(|one| one.title.clone()).take(SHOWN).collect::<Vec<_>>())
    });
    let more = Memo::new(move |_| tracking.with(|view| view.findings.len().saturating_sub(SHOWN)));
    let rest = move || {
        let more = more.get();
        (more > 0).then(|| view! { <a class="small stage-more" rel="external" href="#findings">{text::more(more)}</a> }.erase())
    };
    let list = move || {
        let titles = titles.get();
        if titles.is_empty() {
            return view! { <p class="small quiet">{text::NOTHING_YET}</p> }.erase();
        }
        let titles: Vec<AnyView> = titles
            .into_iter()
            .map(|title| {
                view! {
                    <li class="stage-card small" dir="auto">
                        {title}
                    </li>
                }
                .erase()
            })
            .collect();
        view! { <ul class="stage-cards">{titles}</ul> }.erase()
    };
    view! {
        {list}
        {rest}
    }
    .erase()
}
