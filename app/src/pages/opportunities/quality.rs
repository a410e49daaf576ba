//! Whose artifacts their receivers reject: which prompt, or which edition of the rules, needs tuning.

use super::calls::{ProducerShown, read_producer_quality};
use crate::{
    calls::{open, page_data_once},
    erased::Erase,
    parts::Fault,
    words::{opportunities as text, projects::number, runs},
};
use leptos::prelude::*;
use leptos_meta::Title;

#[component]
pub(crate) fn ProducerQualityPage() -> impl IntoView {
    let data = page_data_once(|_| Box::pin(read_producer_quality()));
    view! {
        <Title text=text::QUALITY />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<Vec<ProducerShown>>(data.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(all) => render(&all),
                }
            })}
        </Suspense>
    }
    .erase()
}

fn render(all: &[ProducerShown]) -> AnyView {
    let body = if all.is_empty() { nothing() } else { table(all) };
    view! {
        <main id="main" class="page project opportunities" tabindex="-1">
            <header class="project-head">
                <p class="small crumbs">
                    <a href="/opportunities">{text::TITLE}</a>
                </p>
                <h1>{text::QUALITY}</h1>
                <p class="quiet">{text::QUALITY_ABOUT}</p>
            </header>
            {body}
        </main>
    }
    .erase()
}

fn nothing() -> AnyView {
    view! {
        <div class="empty" data-testid="no-quality">
            <h2>{text::NO_QUALITY_TITLE}</h2>
            <p>{text::NO_QUALITY}</p>
            <p class="row way">
                <a class="button" href="/opportunities">
                    {text::PIPELINES}
                </a>
            </p>
        </div>
    }
    .erase()
}

fn table(all: &[ProducerShown]) -> AnyView {
    // Behind who made it with what come numbers.
    let columns = text::QUALITY_COLUMNS.into_iter().enumerate();
    let columns: Vec<AnyView> = columns
        .map(|(at, name)| {
            view! {
                <th scope="col" class:number=at.gt(&2)>
                    {name}
                </th>
            }
            .erase()
        })
        .collect();
    let lines: Vec<AnyView> = all.iter().map(line).collect();
    view! {
        <div class="scrolls" tabindex="0" role="region" aria-label=text::QUALITY>
            <table class="usage" data-testid="producer-quality">
                <thead>
                    <tr>{columns}</tr>
                </thead>
                <tbody>{lines}</tbody>
            </table>
        </div>
        <p class="small quiet">{text::QUALITY_FIRST}</p>
    }
    .erase()
}

fn line(of: &ProducerShown) -> AnyView {
    view! {
        <tr>
            <th scope="row">{text::boundary(of.boundary)}</th>
            <td dir="auto">{runs::engine(&of.engine)}</td>
            <td>
                <code>{of.prompt_version.clone()}</code>
            </td>
            <td class="number">{number(of.items)}</td>
            <td class="number">{number(of.rejected)}</td>
            <td class="number">{number(of.retries)}</td>
            <td class="number">{text::rate(of.rejected, of.items)}</td>
        </tr>
    }
    .erase()
}
