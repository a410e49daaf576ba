use super::calls::{PoolLine, read_pool_lines};
use crate::{
    calls::{open, page_data_once},
    erased::Erase,
    pages::admin::nav::AdminNav,
    parts::{Fault, When},
    words::{self, objectives::pools as text},
};
use leptos::prelude::*;
use leptos_meta::Title;

/// All pools of the tenant: there are few.
#[component]
pub(crate) fn PoolsPage() -> impl IntoView {
    let lines = page_data_once(|_| Box::pin(read_pool_lines()));
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<Vec<PoolLine>>(lines.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(lines) => {
                        let none = lines.is_empty().then(|| view! { <div class="empty"><p>{text::NONE}</p></div> });
                        view! {
                            <main id="main" class="page" tabindex="-1">
                                <AdminNav here="/admin/pools" />
                                <h1>{text::TITLE}</h1>
                                <p class="quiet">{text::WHAT}</p>
                                {none}
                                <ul class="lines">{lines.into_iter().map(row).collect_view()}</ul>
                                <p>
                                    <a class="button primary" href="/admin/pools/new" data-testid="new-pool">
                                        {text::NEW}
                                    </a>
                                </p>
                            </main>
                        }
                            .erase()
                    }
                }
            })}
        </Suspense>
    }
    .erase()
}

fn row(line: PoolLine) -> impl IntoView {
    let href = format!("/admin/pools/{}", line.id);
    let kind = line.context_type.map_or(text::ALL_KINDS, words::context);
    view! {
        <li class="line-row" data-testid="pool">
            <div>
                <a href=href dir="auto">
                    <b>{line.display_name}</b>
                </a>
                <p class="small quiet facts">
                    <code dir="auto">{line.name}</code>
                    <span>{kind}</span>
                    {line.project.map(|(_, name)| view! { <span dir="auto">{text::of_project(&name)}</span> })}
                    <span>{words::home::questions(line.questions)}</span>
                    <span>{text::used(line.used)}</span>
                    <span>
                        <When at=line.updated_at />
                    </span>
                </p>
            </div>
            {if line.active {
                view! { <span class="chip sure">{words::objectives::ACTIVE}</span> }.erase()
            } else {
                view! { <span class="chip">{text::ON_DEMAND}</span> }.erase()
            }}
        </li>
    }
    .erase()
}
