use super::calls::QueryShareView;
use crate::{erased::Erase, words::models as text};
use leptos::prelude::*;

/// Who asked the data of which project how much.
pub(super) fn queries(shares: Vec<QueryShareView>, cut: bool) -> AnyView {
    if shares.is_empty() {
        return view! {
            <section>
                <h2>{text::QUERIES}</h2>
                <p class="quiet">{text::QUERIES_NONE}</p>
            </section>
        }
        .erase();
    }
    let lines = shares
        .into_iter()
        .map(|share| {
            let name = match share.project {
                Some(id) => view! { <a href=format!("/projects/{id}") dir="auto">{share.name}</a> }.erase(),
                None => view! { <span class="quiet">{text::PROJECT_GONE}</span> }.erase(),
            };
            let person = if share.person.is_empty() { text::NOBODY.to_owned() } else { share.person };
            view! {
                <tr>
                    <th scope="row">{name}</th>
                    <td dir="auto">{person}</td>
                    <td class="number">{share.queries}</td>
                    <td class="number">{share.failed}</td>
                    <td class="number">{share.rows}</td>
                    <td class="number">{text::seconds(share.took_ms)}</td>
                </tr>
            }
        })
        .collect::<Vec<_>>();
    // After who asked what come numbers.
    let columns = text::QUERY_COLUMNS.into_iter().enumerate();
    let columns = columns.map(|(at, name)| view! { <th scope="col" class:number=at.gt(&1)>{name}</th> }).collect_view();
    view! {
        <section>
            <h2>{text::QUERIES}</h2>
            <div class="scrolls" tabindex="0" role="region" aria-label=text::QUERIES>
                <table class="usage" data-testid="query-usage">
                    <thead>
                        <tr>{columns}</tr>
                    </thead>
                    <tbody>{lines}</tbody>
                </table>
            </div>
            {cut.then(|| view! { <p class="small quiet">{text::QUERIES_CUT}</p> })}
            <p class="small quiet">{text::QUERIES_KEPT}</p>
        </section>
    }
    .erase()
}
