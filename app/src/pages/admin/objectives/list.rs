use super::calls::{ActivateObjective, ObjectiveLine, read_objective_lines};
use crate::{
    calls::{open, page_data_once},
    erased::Erase,
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
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(lines) => {
                        view! {
                            <main id="main" class="page" tabindex="-1">
                                <AdminNav here="/admin/objectives" />
                                <h1>{text::TITLE}</h1>
                                <p class="quiet">{text::WHAT}</p>
                                {ContextType::ALL.map(|context| kind(context, &lines)).collect_view()}
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

fn kind(context: ContextType, lines: &[ObjectiveLine]) -> AnyView {
    let of_kind = lines.iter().filter(|line| line.context_type == context);
    let active = of_kind.clone().find(|line| line.active).map(ObjectiveLine::whole_name);
    let rows = of_kind.cloned().map(|line| row(line, active.as_deref())).collect_view();
    view! {
        <section>
            <h2>{words::context(context)}</h2>
            <ul class="lines">{rows}</ul>
        </section>
    }
    .erase()
}

fn row(line: ObjectiveLine, active: Option<&str>) -> impl IntoView + use<> {
    let activate = (!line.active).then(|| activation(&line, active));
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
            {line.active.then(|| view! { <span class="chip sure">{icon(Icon::Check)} {text::ACTIVE}</span> })}
            {activate}
        </li>
    }
    .erase()
}

/// Asks before new interviews begin with this version in the place of the one that is active.
pub(super) fn activation(line: &ObjectiveLine, active: Option<&str>) -> AnyView {
    let name = text::activate(&line.whole_name());
    view! {
        <details class="confirm">
            <summary class="button small" aria-label=name.clone() data-testid="activate-ask">
                {text::ACTIVATE}
            </summary>
            <p class="small" dir="auto">
                {text::activate_why(&line.whole_name(), active)}
            </p>
            <form method="post" action=ActivateObjective::PATH>
                <input type="hidden" name="id" value=line.id.to_string() />
                <button type="submit" class="button small primary" data-testid="activate">
                    {name}
                </button>
            </form>
        </details>
    }
    .erase()
}
