use super::calls::{ActivateObjective, ObjectiveLine, read_objective_lines};
use crate::{
    calls::{open, page_data_once},
    lean::Lean,
    pages::admin::nav::AdminNav,
    parts::{Fault, Icon, When, icon},
    words::{self, objectives as text},
};
use leptos::{prelude::*, server_fn::ServerFn};
use leptos_meta::Title;
use protocol::interview::ContextType;

/// Every version of every objective, by the kind of interview.
#[component]
pub(crate) fn ObjectivesPage() -> impl IntoView {
    let lines = page_data_once(|_| Box::pin(read_objective_lines()));
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<Vec<ObjectiveLine>>(lines.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.lean(),
                    Ok(lines) => {
                        view! {
                            <main id="main" class="page" tabindex="-1">
                                <AdminNav here="/admin/objectives" />
                                <h1>{text::TITLE}</h1>
                                <p class="quiet">{text::WHAT}</p>
                                {ContextType::ALL.map(|context| kind(context, &lines)).collect_view()}
                            </main>
                        }
                            .lean()
                    }
                }
            })}
        </Suspense>
    }
    .lean()
}

fn kind(context: ContextType, lines: &[ObjectiveLine]) -> AnyView {
    let rows = lines.iter().filter(|line| line.context_type == context).cloned().map(row).collect_view();
    view! {
        <section>
            <h2>{words::context(context)}</h2>
            <ul class="lines">{rows}</ul>
        </section>
    }
    .lean()
}

fn row(line: ObjectiveLine) -> impl IntoView {
    let href = format!("/admin/objectives/{}", line.id);
    view! {
        <li class="line-row" data-testid="objective">
            <div>
                <a href=href dir="auto">
                    <b>{line.display_name}</b>
                </a>
                <p class="small quiet facts">
                    <span>{words::questions::version(&line.version)}</span>
                    <span>{words::home::questions(line.questions)}</span>
                    <span>
                        <When at=line.updated_at />
                    </span>
                    {line.built_in.then(|| view! { <span>{words::questions::BUILT_IN}</span> })}
                </p>
            </div>
            {if line.active {
                view! { <span class="chip sure">{icon(Icon::Check)} {text::ACTIVE}</span> }.lean()
            } else {
                view! {
                    <form method="post" action=ActivateObjective::PATH>
                        <input type="hidden" name="id" value=line.id.to_string() />
                        <button type="submit" class="button small">
                            {text::ACTIVATE}
                        </button>
                    </form>
                }
                    .lean()
            }}
        </li>
    }
    .lean()
}
