use super::calls::Contents;
use crate::{lean::Lean, words::projects as text};
use leptos::prelude::*;

/// What was found in one source.
#[component]
pub(super) fn Found(contents: Contents) -> impl IntoView {
    let parts = contents
        .parts
        .into_iter()
        .map(|part| {
            let lines = part
                .lines
                .into_iter()
                .map(|(name, about)| {
                    view! {
                        <tr>
                            <th scope="row" dir="auto">{name}</th>
                            <td dir="auto">{about}</td>
                        </tr>
                    }
                    .lean()
                })
                .collect_view();
            view! {
                <details class="found-part">
                    <summary>
                        <b dir="auto">{part.name.clone()}</b>
                        " "
                        <span class="small quiet" dir="auto">{part.about}</span>
                    </summary>
                    <div class="scrolls" tabindex="0" role="group" aria-label=part.name>
                        <table>
                            <tbody>{lines}</tbody>
                        </table>
                    </div>
                </details>
            }
            .lean()
        })
        .collect_view();
    view! {
        <section aria-labelledby="found" data-testid="found">
            <h2 id="found" dir="auto">{text::found_in(&contents.source)}</h2>
            {parts}
            {(contents.more > 0).then(|| view! { <p class="quiet">{text::more(contents.more)}</p> })}
        </section>
    }
    .lean()
}
