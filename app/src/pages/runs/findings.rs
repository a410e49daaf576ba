use super::{
    insight::{card as insight, head},
    live::Running,
    recommendation::card as recommendation,
};
use crate::{
    erased::{Erase, Memo},
    parts::{Part, keyed},
    words::runs as text,
};
use leptos::prelude::*;
use protocol::{
    discovery::{Discovery, FeedbackEffect, Gone},
    work::WorkStatus,
};
use std::sync::Arc;

/// What the run found: as it is found, and whole once it is over.
#[component]
pub(super) fn Findings(running: Running) -> impl IntoView {
    move || match running.found.get() {
        Some(found) => whole(running, &found),
        None => so_far(running),
    }
}

/// The insights of a run that goes on, and of one whose findings cannot be read.
fn so_far(running: Running) -> AnyView {
    let heads = Memo::new(move |_| running.with(|view| view.insights.clone()));
    let none = move || {
        heads.with(Vec::is_empty).then(|| {
            let what = nothing(running.with(|view| view.work.status));
            view! { <p class="quiet">{what}</p> }.erase()
        })
    };
    let unreadable = move || {
        running.unreadable.get().then(|| view! { <p class="quiet" data-testid="unreadable">{text::UNREADABLE}</p> }.erase())
    };
    // One that is checked keeps its place and changes in it.
    let rows = keyed(move || {
        heads.with(|heads| {
            let part = |one: &protocol::run::InsightHead| {
                let (one, key) = (one.clone(), (one.id.clone(), one.name.clone(), one.severity.clone(), one.status.clone()));
                Part::new(key, move |_| head(&one))
            };
            heads.iter().map(part).collect()
        })
    });
    view! {
        <section aria-labelledby="insights-name" aria-live="polite">
            <h2 id="insights-name">
                {text::INSIGHTS} " " <span class="quiet small">{move || heads.with(Vec::len)}</span>
            </h2>
            {unreadable}
            {none}
            <ul class="insight-heads" data-testid="insight-heads">{rows}</ul>
        </section>
    }
    .erase()
}

/// Why no insight is there: a run that ended early did not look everywhere.
const fn nothing(status: WorkStatus) -> &'static str {
    match status {
        WorkStatus::Pending | WorkStatus::Running => text::NO_INSIGHT_YET,
        WorkStatus::Completed => text::NO_INSIGHT,
        WorkStatus::Failed | WorkStatus::Cancelled => text::NO_INSIGHT_BY_THEN,
    }
}

fn whole(running: Running, found: &Arc<Discovery>) -> AnyView {
    let insights: Vec<AnyView> = found.insights.iter().map(|one| insight(running, one, found)).collect();
    let recommendations: Vec<AnyView> = found.recommendations.iter().map(|one| recommendation(running, one, found)).collect();
    let any = !insights.is_empty();
    let none = nothing(running.peek(|view| view.work.status));
    let insights = if any { insights.into_any() } else { view! { <p class="quiet">{none}</p> }.erase() };
    let recommendations = if recommendations.is_empty() {
        view! { <p class="quiet">{text::NO_RECOMMENDATION}</p> }.erase()
    } else {
        recommendations.into_any()
    };
    let actions = any.then(|| {
        view! {
            <section aria-labelledby="recommendations-name" data-testid="recommendations">
                <h2 id="recommendations-name">
                    {text::RECOMMENDATIONS} " " <span class="quiet small">{found.recommendations.len()}</span>
                </h2>
                {recommendations}
            </section>
        }
        .erase()
    });
    view! {
        <section aria-labelledby="insights-name" data-testid="insights">
            <h2 id="insights-name">{text::INSIGHTS} " " <span class="quiet small">{found.insights.len()}</span></h2>
            {insights}
        </section>
        {actions}
        {changed(&found.summary.changed_by_feedback)}
        {gone(&found.summary.gone)}
    }
    .erase()
}

fn changed(effects: &[FeedbackEffect]) -> Option<AnyView> {
    let lines = effects.iter().map(|one| view! { <li dir="auto">{one.effect.clone()}</li> }).collect_view();
    (!effects.is_empty()).then(|| {
        view! {
            <section aria-labelledby="feedback-name" data-testid="changed-by-feedback">
                <h2 id="feedback-name">{text::FEEDBACK}</h2>
                <ul class="plain noticed">{lines}</ul>
            </section>
        }
        .erase()
    })
}

/// Findings of earlier runs that did not come back.
fn gone(all: &[Gone]) -> Option<AnyView> {
    let line = |one: &Gone| {
        // The day alone: RFC 3339 begins with it.
        let day = one.last_seen_at.get(..10).unwrap_or(&one.last_seen_at).to_owned();
        view! {
            <li>
                <span dir="auto">{one.name.clone()}</span>
                " "
                <span class="small quiet">{text::LAST_SEEN} " " {day}</span>
            </li>
        }
        .erase()
    };
    let lines: Vec<AnyView> = all.iter().map(line).collect();
    (!lines.is_empty()).then(|| {
        view! {
            <section aria-labelledby="gone-name" data-testid="gone">
                <h2 id="gone-name">{text::GONE}</h2>
                <p class="small quiet">{text::GONE_WHAT}</p>
                <ul class="plain gone">{lines}</ul>
            </section>
        }
        .erase()
    })
}

/// Whether a card is the one that belongs to what has the focus.
pub(super) fn is_lit(running: Running, card: &str) -> impl Fn() -> bool + Send + Sync + 'static + use<> {
    let card = card.to_owned();
    move || running.lit.with(|lit| *lit == card)
}

/// The names of insights or recommendations by their ids, with how many counterparts each has.
pub(super) fn recommendations_of(found: &Discovery, ids: &[String]) -> Vec<(String, String, String)> {
    let known = ids.iter().filter_map(|id| found.recommendation(id));
    known.map(|one| (one.id.clone(), one.title.clone(), count_of_insights(one.related_insight_ids.len()))).collect()
}

pub(super) fn insights_of(found: &Discovery, ids: &[String]) -> Vec<(String, String, String)> {
    let known = ids.iter().filter_map(|id| found.insight(id));
    known.map(|one| (one.id.clone(), one.name.clone(), text::recommendations(one.related_recommendation_ids.len()))).collect()
}

fn count_of_insights(count: usize) -> String {
    text::insights(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_run_that_came_to_its_end_says_that_nothing_stands_out() {
        for status in WorkStatus::ALL {
            assert_eq!(nothing(status) == text::NO_INSIGHT, status == WorkStatus::Completed, "{status:?}");
        }
    }
}
