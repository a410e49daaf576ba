//! Findings, and where they are known from.

use super::live::Tracking;
use crate::{
    erased::{Erase, Memo},
    parts::{ConfidenceBadge, When},
    words::opportunities as text,
};
use leptos::prelude::*;
use protocol::{
    Confidence,
    opportunities::{Evidence, Finding},
};

/// Findings that are listed before the rest is folded.
const SHOWN: usize = 20;

/// All findings of a pipeline.
#[component]
pub(super) fn Findings(tracking: Tracking) -> impl IntoView {
    let all = Memo::new(move |_| tracking.with(|view| (view.findings.clone(), view.left_out.clone())));
    let list = move || all.with(|(findings, _)| if findings.is_empty() { nothing() } else { folded(findings) });
    let left_out = move || {
        all.with(|(_, left_out)| {
            let lines: Vec<AnyView> = left_out.iter().map(|one| view! { <li dir="auto">{one.clone()}</li> }.erase()).collect();
            (!lines.is_empty()).then(|| {
                view! {
                    <h3>{text::LEFT_OUT}</h3>
                    <ul class="bullets small">{lines}</ul>
                }
                .erase()
            })
        })
    };
    view! {
        <section aria-labelledby="findings" data-testid="findings">
            <h2 id="findings">{text::FINDINGS}</h2>
            {list}
            {left_out}
        </section>
    }
    .erase()
}

fn nothing() -> AnyView {
    view! { <p class="quiet">{text::NO_FINDINGS}</p> }.erase()
}

fn folded(findings: &[Finding]) -> AnyView {
    let (first, rest) = findings.split_at(findings.len().min(SHOWN));
    let first: Vec<AnyView> = first.iter().map(|one| view! { <li class="card padded">{finding(one)}</li> }.erase()).collect();
    let more = text::more(rest.len());
    let rest: Vec<AnyView> = rest.iter().map(|one| view! { <li class="card padded">{finding(one)}</li> }.erase()).collect();
    let rest = (!rest.is_empty()).then(|| {
        view! {
            <details class="stage-rest">
                <summary class="link">{more}</summary>
                <ul class="finding-list">{rest}</ul>
            </details>
        }
        .erase()
    });
    view! {
        <ul class="finding-list">{first}</ul>
        {rest}
    }
    .erase()
}

pub(super) fn finding(of: &Finding) -> AnyView {
    let surface =
        of.surface.clone().map(|surface| view! { <p class="small quiet" dir="auto">{text::AREA} ": " {surface}</p> }.erase());
    let about = (!of.description.trim().is_empty()).then(|| view! { <p dir="auto">{of.description.clone()}</p> }.erase());
    view! {
        <h3 dir="auto" id=format!("finding-{}", of.id)>
            {of.title.clone()}
        </h3>
        {about}
        {surface}
        {evidence(&of.evidence)}
    }
    .erase()
}

/// Each piece with its words, how sure it is, its day, and the way to its source.
pub(super) fn evidence(all: &[Evidence]) -> AnyView {
    if all.is_empty() {
        return ().erase();
    }
    let lines: Vec<AnyView> = all.iter().map(piece).collect();
    view! { <ul class="evidence-list" aria-label=text::EVIDENCE data-testid="evidence">{lines}</ul> }.erase()
}

fn piece(of: &Evidence) -> AnyView {
    let quote = of.quote.clone().map(|quote| view! { <blockquote dir="auto">{quote}</blockquote> }.erase());
    let opens = of.link.as_deref().map(|link| {
        let label = text::open_source(&of.source_type);
        if link.starts_with('/') && !link.starts_with("//") {
            return view! { <span><a href=link.to_owned()>{label}</a></span> }.erase();
        }
        if link.starts_with("https://") || link.starts_with("http://") {
            return view! {
                <span>
                    <a href=link.to_owned() rel="noopener noreferrer external" target="_blank">
                        {label}
                    </a>
                </span>
            }
            .erase();
        }
        ().erase()
    });
    let kind = of.link.is_none().then(|| view! { <span>{text::source_type(&of.source_type).to_owned()}</span> }.erase());
    view! {
        <li>
            {quote} <p class="small quiet facts">
                <ConfidenceBadge confidence=Confidence::new(of.confidence) />
                {kind} {opens} <span>
                    <When at=of.retrieved_at />
                </span>
            </p>
        </li>
    }
    .erase()
}
