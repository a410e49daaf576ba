use super::{
    calls::{ProjectPart, ToolShown},
    console::Console,
    frame::frame,
    live::{Live, page},
    programs::Programs,
};
use crate::{
    erased::{Erase, Memo},
    words::{projects as text, queries},
};
use leptos::prelude::*;

/// The tools of a project: tried out by administrators, and reached by other programs.
#[component]
pub(crate) fn ToolsPage() -> impl IntoView {
    page(ProjectPart::Tools, render)
}

fn render(live: Live<Vec<ToolShown>>) -> AnyView {
    let Live { head, view, .. } = live;
    let (project, may_administer) = head.with_untracked(|head| (head.card.id.to_string(), head.may_administer));
    let name = Memo::new(move |_| head.with(|head| head.card.name.clone()));
    let tools = view.get_untracked();
    let groups = groups(&project, &tools, may_administer);
    let console = if may_administer {
        view! { <Console project=project.clone() tools=tools /> }.erase()
    } else {
        view! { <p class="quiet">{text::CONSOLE_ADMINS}</p> }.erase()
    };
    let body = view! {
        <section aria-labelledby="tools" data-testid="tool-groups">
            <h2 id="tools">{queries::TOOLS_TITLE}</h2>
            <p class="quiet">{queries::TOOLS_WHAT}</p>
            {groups}
        </section>
        <section aria-labelledby="console">
            <h2 id="console">{text::CONSOLE}</h2>
            <p class="quiet">{text::CONSOLE_WHAT}</p>
            {console}
        </section>
        {move || view! { <Programs project=project.clone() name=name.get() /> }}
    }
    .erase();
    frame(head, ProjectPart::Tools, body)
}

/// A disclosure for each group, in the order of the tools.
fn groups(project: &str, tools: &[ToolShown], may_try: bool) -> Vec<AnyView> {
    let mut groups: Vec<(&str, Vec<AnyView>)> = Vec::new();
    for tool in tools {
        let line = line(project, tool, may_try);
        match groups.iter_mut().find(|(group, _)| *group == tool.group) {
            Some((_, lines)) => lines.push(line),
            None => groups.push((tool.group.as_str(), vec![line])),
        }
    }
    let drawn = |(group, lines): (&str, Vec<AnyView>)| {
        view! {
            <details class="found-part">
                <summary>
                    <b>{text::group(group)}</b>
                    <span class="small quiet">{queries::group_what(group)}</span>
                </summary>
                <ul class="plain tool-list">{lines}</ul>
            </details>
        }
        .erase()
    };
    groups.into_iter().map(drawn).collect()
}

fn line(project: &str, tool: &ToolShown, may_try: bool) -> AnyView {
    let name = view! { <code dir="ltr">{tool.name.clone()}</code> }.erase();
    let name = if may_try {
        // As its form does, this loads the page anew.
        let href = format!("/projects/{project}/tools?tool={}#console", tool.name);
        view! { <a href=href rel="external">{name}</a> }.erase()
    } else {
        name
    };
    view! { <li>{name} " " <span class="small quiet">{first_sentence(&tool.about)}</span></li> }.erase()
}

/// Descriptions are written for models, which need more than one sentence.
fn first_sentence(text: &str) -> String {
    match text.split_once(". ") {
        Some((first, _)) => format!("{first}."),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn a_tool_is_described_by_one_sentence() {
        assert_eq!(first_sentence("Finds tables. The best first."), "Finds tables.");
        assert_eq!(first_sentence("Finds tables."), "Finds tables.");
    }
}
