use crate::{erased::Erase, words::projects as text};
use leptos::prelude::*;

/// Rows under the names of their columns.
pub(super) fn table(columns: Vec<String>, rows: Vec<Vec<String>>, name: &'static str, test: &'static str) -> AnyView {
    if rows.is_empty() {
        return view! { <p class="quiet">{text::NO_ROWS}</p> }.erase();
    }
    let head = columns
        .into_iter()
        .enumerate()
        .map(|(at, name)| {
            let class = rows.iter().any(|row| row.get(at).is_some_and(|cell| is_number(cell))).then_some("number");
            view! { <th scope="col" class=class dir="auto">{name}</th> }.erase()
        })
        .collect_view();
    let rows = rows
        .into_iter()
        .map(|row| {
            let cells = row
                .into_iter()
                .map(|cell| {
                    let class = is_number(&cell).then_some("number");
                    view! { <td class=class dir="auto">{cell}</td> }.erase()
                })
                .collect_view();
            view! { <tr>{cells}</tr> }.erase()
        })
        .collect_view();
    view! {
        <div class="scrolls framed answer" tabindex="0" role="region" aria-label=name>
            <table data-testid=test>
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .erase()
}

fn is_number(cell: &str) -> bool {
    !cell.is_empty() && cell.len() < 24 && cell.bytes().all(|byte| byte.is_ascii_digit() || b"-.".contains(&byte))
}
