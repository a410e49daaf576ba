use super::{
    counterparts::{Chips, insight_card, recommendation_card},
    findings::{insights_of, is_lit},
    insight::pairs,
    live::Running,
};
use crate::{
    erased::Erase,
    words::{projects, runs as text},
};
use leptos::prelude::*;
use protocol::discovery::{Discovery, Recommendation};

/// A recommendation on the page of its run.
pub(super) fn card(running: Running, one: &Recommendation, found: &Discovery) -> AnyView {
    let (id, path) = (recommendation_card(&one.id), running.path());
    let counterparts = Chips {
        name: text::RESTS_ON,
        path: format!("{path}/insights"),
        lights: Some((running.lit, insight_card)),
        from: one.id.clone(),
    };
    view! {
        <article
            class="card recommendation"
            id=id.clone()
            class:lit=is_lit(running, &id)
            tabindex="-1"
            aria-labelledby=format!("{id}-name")
        >
            {marks(one)}
            <h3 id=format!("{id}-name")>
                <a href=format!("{path}/recommendations/{}", one.id) dir="auto">
                    {one.title.clone()}
                </a>
            </h3>
            <p dir="auto">{one.description.clone()}</p>
            {actions(&one.actions)}
            {counterparts.render(insights_of(found, &one.related_insight_ids))}
        </article>
    }
    .erase()
}

/// Priority, id and who recommends it.
pub(super) fn marks(one: &Recommendation) -> AnyView {
    view! {
        <p class="row marks">
            <span class="chip high">
                <b>{text::priority(one.priority)}</b>
            </span>
            <span class="chip">{one.id.clone()}</span>
            {(!one.category.is_empty()).then(|| view! { <span class="chip" dir="auto">{one.category.clone()}</span> })}
            <span class="small quiet">{text::engine(&one.engine)}</span>
        </p>
    }
    .erase()
}

fn actions(all: &[String]) -> Option<AnyView> {
    let lines = all.iter().map(|line| view! { <li dir="auto">{line.clone()}</li> }).collect_view();
    (!all.is_empty()).then(|| view! { <ol class="actions">{lines}</ol> }.erase())
}

/// Everything about a recommendation.
pub(super) fn body(one: &Recommendation) -> AnyView {
    let mut rows = vec![(text::CONFIDENCE.to_owned(), text::claimed("share", one.confidence))];
    if let Some(segment) = one.target_segment.as_ref().filter(|segment| !segment.is_empty()) {
        rows.push((text::SEGMENT.into(), segment.clone()));
    }
    if let Some(size) = one.segment_size {
        rows.push((text::AFFECTED.into(), projects::number(size)));
    }
    if !one.effort.is_empty() {
        rows.push((text::EFFORT.into(), one.effort.clone()));
    }
    let impact = &one.expected_impact;
    let brings = [Some(impact.metric.as_str()), impact.estimated_improvement.as_deref()];
    let brings: Vec<&str> = brings.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    let brings = brings.join(": ");
    let has_impact = !brings.is_empty() || !impact.reasoning.is_empty();
    let measured = one.success_metrics.iter().map(|line| view! { <li dir="auto">{line.clone()}</li> }).collect_view();
    view! {
        <p class="finding-text" dir="auto">
            {one.description.clone()}
        </p>
        {actions(&one.actions)
            .map(|actions| {
                view! {
                    <section aria-labelledby="actions-name">
                        <h2 id="actions-name">{text::ACTIONS}</h2>
                        {actions}
                    </section>
                }
                .erase()
            })}
        {has_impact
            .then(|| {
                view! {
                    <section aria-labelledby="impact-name">
                        <h2 id="impact-name">{text::IMPACT}</h2>
                        <p dir="auto">
                            <b>{brings}</b>
                        </p>
                        <p class="quiet" dir="auto">{impact.reasoning.clone()}</p>
                    </section>
                }
                .erase()
            })}
        {(!one.success_metrics.is_empty())
            .then(|| {
                view! {
                    <section aria-labelledby="measured-name">
                        <h2 id="measured-name">{text::MEASURED_BY}</h2>
                        <ul class="plain">{measured}</ul>
                    </section>
                }
                .erase()
            })}
        {pairs(text::METRICS, rows)}
    }
    .erase()
}
