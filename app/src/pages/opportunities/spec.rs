//! What stages made of a brief: a solution, whether it can be built, and what would be built.

use super::chain::{row, warnings};
use crate::{erased::Erase, words::opportunities as text};
use leptos::prelude::*;
use protocol::opportunities::{Feasibility, Metric, Risk, Solution, Spec};

/// A list under its name; nothing where it is empty.
pub(super) fn bullets(name: &'static str, all: &[String]) -> AnyView {
    if all.is_empty() {
        return ().erase();
    }
    let all: Vec<AnyView> = all.iter().map(|one| view! { <li dir="auto">{one.clone()}</li> }.erase()).collect();
    view! {
        <h3>{name}</h3>
        <ul class="bullets">{all}</ul>
    }
    .erase()
}

pub(super) fn render_solution(of: &Solution) -> AnyView {
    view! {
        {warnings(&of.validation_warnings)}
        <dl class="parts">
            {row(text::PROPOSED, &of.proposed_solution)} {row(text::PLAN, &of.experiment_plan)}
            {row(text::BUILD, text::build_decision(&of.build_experiment_decision))}
        </dl>
        {metrics(&of.success_metrics)}
    }
    .erase()
}

fn metrics(all: &[Metric]) -> AnyView {
    if all.is_empty() {
        return ().erase();
    }
    let figure = |value: &Option<String>| value.clone().unwrap_or_else(|| text::NO_FIGURE.to_owned());
    let rows: Vec<AnyView> = all
        .iter()
        .map(|one| {
            view! {
                <tr>
                    <th scope="row" dir="auto">
                        {one.metric.clone()}
                    </th>
                    <td dir="auto">{figure(&one.baseline)}</td>
                    <td dir="auto">{figure(&one.target)}</td>
                </tr>
            }
            .erase()
        })
        .collect();
    let heads = [text::METRIC, text::BASELINE, text::TARGET].map(|name| view! { <th scope="col">{name}</th> }.erase());
    view! {
        <h3>{text::METRICS}</h3>
        <div class="scrolls framed" tabindex="0" role="group" aria-label=text::METRICS>
            <table>
                <thead>
                    <tr>{heads.into_iter().collect_view()}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .erase()
}

pub(super) fn render_feasibility(of: &Feasibility) -> AnyView {
    let (class, shape, word) = text::feasible(of.feasible);
    view! {
        <p>
            <span class=class>
                <span aria-hidden="true">{shape}</span>
                {word}
            </span>
        </p>
        <dl class="parts">{row(text::REASONING, &of.reasoning)}</dl>
        {bullets(text::CONSTRAINTS, &of.constraints)}
    }
    .erase()
}

pub(super) fn render_spec(of: &Spec) -> AnyView {
    view! {
        {warnings(&of.validation_warnings)}
        <dl class="parts">
            {row(text::APPROACH, &of.approach)} {row(text::EFFORT, &text::days(&of.effort_estimate))}
        </dl>
        {bullets(text::DEPENDENCIES, &of.dependencies)}
        {bullets(text::CONSTRAINTS, &of.constraints)}
        {risks(&of.risks)}
        {bullets(text::CRITERIA, &of.acceptance_criteria)}
    }
    .erase()
}

fn risks(all: &[Risk]) -> AnyView {
    if all.is_empty() {
        return ().erase();
    }
    let all: Vec<AnyView> = all
        .iter()
        .map(|one| {
            let (class, shape, word) = text::severity(one.severity);
            view! {
                <li dir="auto">
                    <span class=class>
                        <span aria-hidden="true">{shape}</span>
                        {word}
                    </span>
                    " "
                    {one.description.clone()}
                    <span class="small quiet">{text::MITIGATION} ": " {one.mitigation.clone()}</span>
                </li>
            }
            .erase()
        })
        .collect();
    view! {
        <h3>{text::RISKS}</h3>
        <ul class="risks">{all}</ul>
    }
    .erase()
}
