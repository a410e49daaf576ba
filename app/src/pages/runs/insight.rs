use super::{
    calls::SourceStep,
    chart,
    counterparts::{Chips, insight_card, recommendation_card},
    evidence::{challenges, claim_lines, claims, steps, verdict},
    findings::{is_lit, recommendations_of},
    live::Running,
};
use crate::{
    erased::Erase,
    words::{projects, runs as text},
};
use leptos::prelude::*;
use protocol::{
    discovery::{Discovery, History, Insight},
    run::InsightHead,
};
use serde_json::Value;

/// How grave it is: a shape, a word and a colour.
pub(super) fn severity_mark(name: &str) -> AnyView {
    let (class, shape, word) = text::severity(name);
    view! {
        <span class=class>
            <span aria-hidden="true">{shape}</span>
            {word}
        </span>
    }
    .erase()
}

/// An insight of a run that goes on.
pub(super) fn head(one: &InsightHead) -> AnyView {
    view! {
        <li class="card insight-head">
            <p class="row">{severity_mark(&one.severity)} {verdict(&one.status)} <span class="chip">{one.id.clone()}</span></p>
            <h3 dir="auto">{one.name.clone()}</h3>
        </li>
    }
    .erase()
}

/// An insight on the page of its run.
pub(super) fn card(running: Running, one: &Insight, found: &Discovery) -> AnyView {
    let (id, path) = (insight_card(&one.id), running.path());
    let counterparts = Chips {
        name: text::LEADS_TO,
        path: format!("{path}/recommendations"),
        lights: Some((running.lit, recommendation_card)),
        from: one.id.clone(),
    };
    let details = format!("{path}/insights/{}", one.id);
    view! {
        <article class="card insight" id=id.clone() class:lit=is_lit(running, &id) tabindex="-1" aria-labelledby=format!("{id}-name")>
            {marks(one)}
            <div class="insight-text">
                <h3 id=format!("{id}-name")>
                    <a href=details.clone() dir="auto">
                        {one.name.clone()}
                    </a>
                </h3>
                <p dir="auto">{one.description.clone()}</p>
            </div>
            {one.chart.as_ref().and_then(|chart| chart::render(&one.name, chart))}
            {claim_lines(&one.validation.claims)}
            <p class="small">
                <a class="link" href=details aria-label=format!("{}: {}", text::DETAILS, one.id)>
                    {text::DETAILS}
                </a>
            </p>
            {counterparts.render(recommendations_of(found, &one.related_recommendation_ids))}
        </article>
    }
    .erase()
}

/// Severity, verdict, id, who found it, and whether it is new.
pub(super) fn marks(one: &Insight) -> AnyView {
    let history = one
        .history
        .as_ref()
        .map(|History { state, times_seen, .. }| view! { <span class="chip">{text::history(state, *times_seen)}</span> }.erase());
    view! {
        <p class="row marks">
            {severity_mark(&one.severity)} {verdict(&one.validation.status)} <span class="chip">{one.id.clone()}</span> {history}
            <span class="small quiet">{text::engine(&one.engine)}</span>
        </p>
    }
    .erase()
}

/// Everything about an insight.
pub(super) fn body(one: &Insight, source_steps: &[SourceStep]) -> AnyView {
    let list = |id: &'static str, title: &'static str, lines: &[String]| {
        let lines = lines.iter().map(|line| view! { <li dir="auto">{line.clone()}</li> }).collect_view();
        view! {
            <section aria-labelledby=id>
                <h2 id=id>{title}</h2>
                <ul class="plain">{lines}</ul>
            </section>
        }
        .erase()
    };
    let section = |id: &'static str, title: &'static str, body: AnyView| {
        view! {
            <section aria-labelledby=id>
                <h2 id=id>{title}</h2>
                {body}
            </section>
        }
        .erase()
    };
    view! {
        <p class="finding-text" dir="auto">
            {one.description.clone()}
        </p>
        {one.chart.as_ref().and_then(|chart| chart::render(&one.name, chart))}
        {facts(one)}
        {(!one.indicators.is_empty()).then(|| list("indicators-name", text::INDICATORS, &one.indicators))}
        <section aria-labelledby="claims-name">
            <h2 id="claims-name">{text::CLAIMS}</h2>
            <p class="quiet" dir="auto">{one.validation.reasoning.clone()}</p>
            {claims(&one.validation.claims)}
        </section>
        {(!one.validation.challenges.is_empty())
            .then(|| section("challenges-name", text::CHALLENGES, challenges(&one.validation.challenges)))}
        {(!source_steps.is_empty()).then(|| section("steps-name", text::SOURCE_STEPS, steps(source_steps)))}
    }
    .erase()
}

/// How many it is about, how sure it is, and what was measured.
fn facts(one: &Insight) -> AnyView {
    let mut rows: Vec<(String, String)> = Vec::new();
    if let Some(segment) = one.target_segment.as_ref().filter(|segment| !segment.is_empty()) {
        rows.push((text::SEGMENT.into(), segment.clone()));
    }
    if let Some(count) = one.affected_count {
        rows.push((text::AFFECTED.into(), projects::number(count)));
    }
    rows.push((text::CONFIDENCE.into(), text::claimed("share", one.confidence)));
    rows.push((text::RISK.into(), text::number(one.risk_score)));
    rows.extend(one.metrics.iter().map(|(name, value)| (name.replace('_', " "), measure(value))));
    pairs(text::METRICS, rows)
}

/// Names and values beside each other.
pub(super) fn pairs(name: &'static str, rows: Vec<(String, String)>) -> AnyView {
    let rows = rows
        .into_iter()
        .map(|(name, value)| view! { <dt dir="auto">{name}</dt> <dd dir="auto">{value}</dd> }.erase())
        .collect_view();
    view! {
        <dl class="pairs" aria-label=name>
            {rows}
        </dl>
    }
    .erase()
}

fn measure(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), text::number),
        other => other.to_string(),
    }
}
