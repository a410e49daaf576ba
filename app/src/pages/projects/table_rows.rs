//! The rows of a table, a page of them at a time. Links sort them and turn the pages, so that nothing here needs a script.

use super::calls::{CellShown, RowColumn, RowsShown, TableLine};
use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::tables as text,
};
use leptos::prelude::*;
use leptos_router::location::Url;

/// `here` is the address of the table.
pub(super) fn rows(here: &str, line: &TableLine, shown: RowsShown) -> AnyView {
    if !shown.fault.is_empty() {
        return view! { <p class="alert" role="status" data-testid="rows-fault"><span>{shown.fault}</span></p> }.erase();
    }
    let (from, count) = (shown.from, shown.rows.len());
    let pages = pages(here, &shown);
    let notes = notes(&shown);
    if count == 0 {
        let none = if from > 0 { text::NO_MORE_ROWS } else { text::NO_ROWS };
        return view! { <p class="quiet" data-testid="no-rows">{none}</p> {notes} {pages} }.erase();
    }
    let range = (!shown.sampled).then(|| text::range(from, count, line.rows, line.estimated));
    let head = shown.columns.iter().map(|column| head(here, &shown, column)).collect_view();
    let numbers: Vec<bool> = shown.columns.iter().map(|column| column.is_number).collect();
    let body = shown
        .rows
        .into_iter()
        .map(|row| {
            let cells = row.into_iter().zip(&numbers).map(|(one, is_number)| cell(one, *is_number)).collect_view();
            view! { <tr>{cells}</tr> }.erase()
        })
        .collect_view();
    view! {
        <div class="wide framed rows" tabindex="0" role="region" aria-label=text::rows_of(&line.name)>
            <table data-testid="rows">
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
        <div class="row rows-foot">
            <span class="small quiet" role="status" data-testid="rows-range">
                {range}
            </span>
            {pages}
        </div>
        {notes}
    }
    .erase()
}

/// What is not shown, and why.
fn notes(shown: &RowsShown) -> Vec<AnyView> {
    let sampled = shown.sampled.then(|| text::SAMPLED.to_owned());
    let left_out = (shown.left_out > 0).then(|| text::left_out(shown.left_out));
    let hidden = (!shown.hidden.is_empty()).then(|| text::hidden(&shown.hidden));
    let note = |note: String| view! { <p class="small quiet" dir="auto">{note}</p> }.erase();
    [sampled, left_out, hidden].into_iter().flatten().map(note).collect()
}

fn head(here: &str, shown: &RowsShown, column: &RowColumn) -> AnyView {
    let RowColumn { name, is_number, can_sort, unit, .. } = column;
    let is_sorted = !shown.sort.is_empty() && shown.sort == *name;
    // Another press turns the order round.
    let descending = is_sorted && !shown.descending;
    let sorted = is_sorted.then_some(if shown.descending { "descending" } else { "ascending" });
    let class = is_number.then_some("number");
    let unit = (!unit.is_empty()).then(|| view! { " " <span class="chip">{unit.clone()}</span> }.erase());
    let name = if *can_sort {
        let href = address(here, &Url::escape(name), descending, 0);
        let mark = is_sorted.then(|| icon(if shown.descending { Icon::Down } else { Icon::ArrowUp }));
        view! {
            <a href=href title=text::sort_by(name, descending) dir="auto" data-noscroll="">
                {name.clone()}
                {mark}
            </a>
        }
        .erase()
    } else {
        view! { <span dir="auto">{name.clone()}</span> }.erase()
    };
    view! {
        <th scope="col" class=class aria-sort=sorted>
            {name}
            {unit}
        </th>
    }
    .erase()
}

fn cell(one: CellShown, is_number: bool) -> AnyView {
    let class = is_number.then_some("number");
    let text = if one.is_null {
        view! { <span class="quiet" title=text::NULL>"–"</span> }.erase()
    } else if one.whole.is_empty() {
        view! { <span dir="auto">{one.text}</span> }.erase()
    } else if is_number {
        view! { <span dir="auto" title=one.whole>{one.text}</span> }.erase()
    } else {
        view! {
            <details class="long">
                <summary dir="auto">{one.text}</summary>
                <p dir="auto">{one.whole}</p>
            </details>
        }
        .erase()
    };
    view! { <td class=class>{text}</td> }.erase()
}

fn pages(here: &str, shown: &RowsShown) -> Option<AnyView> {
    let RowsShown { from, most, more, sort, descending, .. } = shown;
    let sort = if sort.is_empty() { String::new() } else { Url::escape(sort) };
    let at = |from: usize| address(here, &sort, *descending, from);
    (*from > 0 || *more).then(|| {
        let before = (*from > 0).then(|| {
            view! { <a class="button" rel="prev" href=at(from.saturating_sub(*most)) data-noscroll="">{text::BEFORE}</a> }.erase()
        });
        let after = (*more)
            .then(|| view! { <a class="button" rel="next" href=at(from + most) data-noscroll="">{text::AFTER}</a> }.erase());
        view! { <nav class="row pages" aria-label=text::PAGES>{before} {after}</nav> }.erase()
    })
}

/// `sort` as an address writes it.
fn address(here: &str, sort: &str, descending: bool, from: usize) -> String {
    let mut parts = Vec::new();
    if !sort.is_empty() {
        parts.push(format!("sort={sort}"));
    }
    if descending {
        parts.push("order=desc".to_owned());
    }
    if from > 0 {
        parts.push(format!("from={from}"));
    }
    if parts.is_empty() { here.to_owned() } else { format!("{here}?{}", parts.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn an_address_says_only_what_is_not_usual() {
        for (sort, descending, from, wanted) in [
            ("", false, 0, "/t"),
            ("total", false, 0, "/t?sort=total"),
            ("total", true, 50, "/t?sort=total&order=desc&from=50"),
            ("", false, 50, "/t?from=50"),
        ] {
            assert_eq!(address("/t", sort, descending, from), wanted);
        }
    }
}
