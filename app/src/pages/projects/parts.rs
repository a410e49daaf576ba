//! Operations, documents and skills: one disclosure each.

use super::{
    calls::{DocumentShown, OperationShown, SkillShown},
    markdown::render as render_markdown,
    marks::Marker,
};
use crate::{
    erased::Erase,
    words::{projects as text, queries},
};
use leptos::prelude::*;

pub(super) fn operation(one: OperationShown, open: bool) -> AnyView {
    let parameters = one
        .parameters
        .into_iter()
        .map(|parameter| {
            view! {
                <tr>
                    <th scope="row">
                        <code dir="ltr">{parameter.name}</code>
                        {parameter.required.then(|| view! { " " <span class="chip">{text::REQUIRED}</span> })}
                    </th>
                    <td>{parameter.place}</td>
                    <td>
                        <code>{parameter.data_type}</code>
                    </td>
                    <td dir="auto">{parameter.about}</td>
                </tr>
            }
            .erase()
        })
        .collect::<Vec<_>>();
    let parameters = if parameters.is_empty() {
        view! { <p class="small quiet">{text::NO_PARAMETERS}</p> }.erase()
    } else {
        view! {
            <div class="scrolls" tabindex="0" role="group" aria-label=format!("{}: {}", text::PARAMETERS, one.name)>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{text::PARAMETERS}</th>
                            <th scope="col">{text::IN}</th>
                            <th scope="col">{text::TYPE}</th>
                            <th scope="col">{text::WHAT}</th>
                        </tr>
                    </thead>
                    <tbody>{parameters}</tbody>
                </table>
            </div>
        }
        .erase()
    };
    let label = if one.path.is_empty() { one.name.clone() } else { one.path.clone() };
    view! {
        <details class="found-part" open=open>
            <summary>
                <span class="method" data-method=one.method.to_ascii_lowercase()>
                    {one.method.to_ascii_uppercase()}
                </span>
                <code dir="ltr">{label}</code>
                {one.deprecated.then(|| view! { <span class="chip low">{text::DEPRECATED}</span> })}
                <span class="small quiet" dir="auto">{one.about}</span>
            </summary>
            <div class="found-body">
                <p class="small quiet">
                    <code>{one.name.clone()}</code>
                </p>
                {parameters}
                {schema(text::TAKES, &one.name, one.takes)}
                {schema(text::ANSWERS, &one.name, one.answers)}
            </div>
        </details>
    }
    .erase()
}

fn schema(what: &'static str, of: &str, json: String) -> Option<AnyView> {
    (!json.is_empty()).then(|| {
        view! {
            <details class="found-part">
                <summary>{what}</summary>
                <pre class="scrolls" tabindex="0" role="group" aria-label=format!("{what}: {of}")>
                    <code dir="ltr">{json}</code>
                </pre>
            </details>
        }
        .erase()
    })
}

pub(super) fn document(one: DocumentShown, open: bool) -> AnyView {
    let sections = one
        .sections
        .into_iter()
        .map(|(heading, body)| {
            let heading = if heading.is_empty() { text::BEGINNING.to_owned() } else { heading };
            view! {
                <details class="found-part">
                    <summary dir="auto">{heading}</summary>
                    <p class="passage" dir="auto">
                        {body}
                    </p>
                </details>
            }
            .erase()
        })
        .collect_view();
    view! {
        <details class="found-part" open=open>
            <summary>
                <b dir="auto">{one.name}</b>
                <span class="chip">{one.format}</span>
                <span class="small quiet" dir="auto">{one.title}</span>
            </summary>
            <div class="found-body">
                {(!one.href.is_empty()).then(|| view! { <p><a href=one.href.clone()>{queries::READ_WHOLE}</a></p> }.erase())}
                {sections} {(one.more > 0).then(|| view! { <p class="small quiet">{text::more_sections(one.more)}</p> })}
            </div>
        </details>
    }
    .erase()
}

pub(super) fn skill(one: SkillShown, open: bool) -> AnyView {
    let links = one
        .links
        .into_iter()
        .map(|link| {
            let target = if link.away {
                view! { <a href=link.target.clone() rel="noreferrer external">{link.target.clone()}</a> }.erase()
            } else {
                view! { <code>{link.target}</code> " " <span class="small quiet">{text::IN_FOLDER}</span> }.erase()
            };
            view! { <li dir="auto">{link.text} ": " {target}</li> }.erase()
        })
        .collect::<Vec<_>>();
    let has_links = !links.is_empty();
    view! {
        <details class="found-part" open=open>
            <summary>
                <b dir="auto">{one.name}</b>
                <span class="small quiet" dir="auto">{one.about}</span>
            </summary>
            <div class="found-body">
                <div class="skill-text">{render_markdown(&one.content, &Marker::new(""))}</div>
                {has_links.then(|| view! { <h4>{text::LINKS}</h4> <ul class="plain links">{links}</ul> })}
            </div>
        </details>
    }
    .erase()
}
