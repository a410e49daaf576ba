//! How tables hang together, drawn: every table stands to the left of those that lead to it. A list beside it says the same.

use super::calls::TableLink;
use crate::erased::Erase;
use leptos::prelude::*;
use protocol::ProjectSourceId;

/// Tables that are drawn; of more the list says enough.
const MOST: usize = 16;
const WIDTH: usize = 150;
const HEIGHT: usize = 30;
const ACROSS: usize = 210;
const DOWN: usize = 44;
/// Signs of a name that a box has room for.
const LONGEST: usize = 18;

/// A table in its column and row, both from 0.
#[derive(Debug, PartialEq, Eq)]
struct Placed {
    source: ProjectSourceId,
    name: String,
    column: usize,
    row: usize,
}

/// Nothing where there is nothing to draw, or too much.
pub(super) fn draw_diagram(links: &[TableLink]) -> Option<AnyView> {
    let placed = place(links);
    if placed.is_empty() || placed.len() > MOST {
        return None;
    }
    let size = |count: usize, step: usize, own: usize| count * step + own + 2;
    let width = size(placed.iter().map(|one| one.column).max().unwrap_or_default(), ACROSS, WIDTH);
    let height = size(placed.iter().map(|one| one.row).max().unwrap_or_default(), DOWN, HEIGHT);
    let find = |source: ProjectSourceId, name: &str| placed.iter().find(|one| one.source == source && one.name == name);
    let lines = links
        .iter()
        .filter_map(|link| Some((find(link.source, &link.from)?, find(link.source, &link.to)?, link.declared)))
        .filter(|(from, to, _)| from.name != to.name)
        .map(|(from, to, declared)| {
            let class = if declared { "key" } else { "key inferred" };
            view! { <path class=class d=line(from, to) /> }.erase()
        })
        .collect_view();
    let boxes = placed
        .iter()
        .map(|one| {
            let (x, y) = (one.column * ACROSS + 1, one.row * DOWN + 1);
            let (middle, line) = (x + WIDTH / 2, y + HEIGHT / 2 + 4);
            view! {
                <rect x=x y=y width=WIDTH height=HEIGHT rx="6" />
                <text x=middle y=line>
                    {short(&one.name)}
                </text>
            }
            .erase()
        })
        .collect_view();
    Some(
        view! {
            <svg class="diagram" viewBox=format!("0 0 {width} {height}") width=width height=height aria-hidden="true" data-testid="diagram">
                {lines}
                {boxes}
            </svg>
        }
        .erase(),
    )
}

/// From the left side of the one that leads to the right side of where it leads.
fn line(from: &Placed, to: &Placed) -> String {
    let middle = |one: &Placed| one.row * DOWN + HEIGHT / 2 + 1;
    let (x1, y1, x2, y2) = (from.column * ACROSS + 1, middle(from), to.column * ACROSS + WIDTH + 1, middle(to));
    let half = usize::midpoint(x1, x2);
    format!("M{x1} {y1}C{half} {y1} {half} {y2} {x2} {y2}")
}

fn short(name: &str) -> String {
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// What leads nowhere stands first; what leads there stands behind it.
fn place(links: &[TableLink]) -> Vec<Placed> {
    // Of the same name there may be one in each source.
    let mut names: Vec<(&str, ProjectSourceId)> =
        links.iter().flat_map(|link| [(link.to.as_str(), link.source), (link.from.as_str(), link.source)]).collect();
    names.sort_unstable();
    names.dedup();
    let mut columns = vec![0_usize; names.len()];
    let at = |name: &str, source: ProjectSourceId| names.binary_search(&(name, source)).unwrap_or_default();
    // As often as there are tables: a circle ends there.
    for _ in 0..names.len() {
        for link in links.iter().filter(|link| link.from != link.to) {
            let behind = (columns[at(&link.to, link.source)] + 1).min(names.len() - 1);
            let own = at(&link.from, link.source);
            columns[own] = columns[own].max(behind);
        }
    }
    // A circle leaves columns empty.
    let mut used = columns.clone();
    used.sort_unstable();
    used.dedup();
    let mut rows = vec![0_usize; names.len()];
    let mut placed = Vec::with_capacity(names.len());
    for ((name, source), column) in names.iter().zip(&columns) {
        let column = used.binary_search(column).unwrap_or_default();
        placed.push(Placed { source: *source, name: (*name).to_owned(), column, row: rows[column] });
        rows[column] += 1;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(from: &str, to: &str) -> TableLink {
        TableLink {
            source: ProjectSourceId(uuid::Uuid::nil()),
            from: from.into(),
            from_column: format!("{to}_id"),
            to: to.into(),
            to_column: "id".into(),
            declared: true,
        }
    }

    fn places(links: &[TableLink]) -> Vec<(String, usize, usize)> {
        place(links).into_iter().map(|one| (one.name, one.column, one.row)).collect()
    }

    #[test]
    fn a_table_stands_behind_those_that_it_leads_to() {
        let shop = [link("lines", "orders"), link("lines", "books"), link("orders", "customers")];
        let expected = [("books", 0, 0), ("customers", 0, 1), ("lines", 2, 0), ("orders", 1, 0)];
        assert_eq!(places(&shop), expected.map(|(name, column, row)| (name.to_owned(), column, row)));
    }

    #[test]
    fn tables_of_one_name_in_two_sources_are_two() {
        let other = TableLink { source: ProjectSourceId(uuid::Uuid::max()), ..link("orders", "books") };
        let mut placed = places(&[link("orders", "customers"), link("orders", "books"), other]);
        placed.sort_by_key(|(_, column, row)| (*column, *row));
        let names: Vec<&str> = placed.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!(names, ["books", "books", "customers", "orders", "orders"]);
    }

    #[test]
    fn circles_end() {
        let placed = places(&[link("a", "b"), link("b", "a"), link("c", "c")]);
        assert_eq!(placed.len(), 3);
        assert!(placed.iter().all(|(_, column, _)| *column < 3), "{placed:?}");
        assert!(places(&[]).is_empty());
    }
}
