use crate::{erased::Erase, words::projects as text};
use leptos::prelude::*;

/// Decimals that are shown of a number that has more.
const DECIMALS: usize = 4;

/// Rows under the names of their columns.
pub(super) fn table(columns: Vec<String>, rows: Vec<Vec<String>>, name: &'static str, test: &'static str) -> AnyView {
    if rows.is_empty() {
        return view! { <p class="quiet">{text::NO_ROWS}</p> }.erase();
    }
    let numeric: Vec<bool> = (0..columns.len()).map(|at| is_numeric(&rows, at)).collect();
    let grouped: Vec<bool> = columns.iter().zip(&numeric).map(|(name, numeric)| *numeric && !is_label(name)).collect();
    let head = columns
        .into_iter()
        .zip(&numeric)
        .map(|(name, numeric)| {
            let class = numeric.then_some("number");
            view! { <th scope="col" class=class dir="auto">{name}</th> }.erase()
        })
        .collect_view();
    let is = |of: &[bool], at: usize| of.get(at).copied().unwrap_or_default();
    let rows = rows
        .into_iter()
        .map(|row| {
            let cells = row
                .into_iter()
                .enumerate()
                .map(|(at, cell)| {
                    let class = is(&numeric, at).then_some("number");
                    // A row of nothing but gaps would look like a fault.
                    if cell.is_empty() {
                        return view! { <td class=class><span class="quiet">"–"</span></td> }.erase();
                    }
                    let cell = if is(&grouped, at) { readable(&cell) } else { cell };
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

/// Whether a column has numbers, and nothing else beside what is empty.
pub(super) fn is_numeric(rows: &[Vec<String>], at: usize) -> bool {
    let mut cells = rows.iter().filter_map(|row| row.get(at)).filter(|cell| !cell.is_empty()).peekable();
    cells.peek().is_some() && cells.all(|cell| number(cell).is_some())
}

/// A cell as a number; not what only looks like one to a computer.
pub(super) fn number(cell: &str) -> Option<f64> {
    let begins = cell.trim_start_matches('-').starts_with(|sign: char| sign.is_ascii_digit());
    cell.parse::<f64>().ok().filter(|value| begins && value.is_finite())
}

/// Numbers of these columns are names: nobody adds them up.
pub(super) fn is_label(column: &str) -> bool {
    let name = column.to_ascii_lowercase();
    let last = name.rsplit(['_', ' ']).next().unwrap_or_default();
    matches!(last, "id" | "year" | "code" | "zip" | "postcode" | "no" | "phone")
        || column.ends_with("Id")
        || column.ends_with("ID")
}

/// A number with marks between its thousands, and no more decimals than somebody reads.
fn readable(cell: &str) -> String {
    let (sign, digits) = cell.strip_prefix('-').map_or(("", cell), |rest| ("−", rest));
    if digits.is_empty() || digits.contains(['e', 'E']) {
        return cell.to_owned();
    }
    let is_long = digits.split_once('.').is_some_and(|(_, rest)| rest.len() > DECIMALS);
    let rounded = if is_long { digits.parse::<f64>().ok() } else { None };
    // What would be nothing after the rounding stays as it is.
    let rounded = rounded.filter(|value| *value >= 0.001).map(|value| format!("{value:.DECIMALS$}"));
    let rounded = rounded.map(|text| text.trim_end_matches('0').trim_end_matches('.').to_owned());
    let digits = rounded.as_deref().unwrap_or(digits);
    let (whole, rest) = digits.split_once('.').map_or((digits, ""), |(whole, _)| (whole, &digits[whole.len()..]));
    let mut out = String::from(sign);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_easily() {
        for (cell, expected) in [
            ("7", "7"),
            ("1234", "1,234"),
            ("-1234567.5", "−1,234,567.5"),
            ("0.30000000000000004", "0.3"),
            ("12.345678", "12.3457"),
            ("0.0000123", "0.0000123"),
            ("100000.00", "100,000.00"),
            ("1e21", "1e21"),
            ("", ""),
        ] {
            assert_eq!(readable(cell), expected, "{cell}");
        }
    }

    #[test]
    fn days_texts_and_names_are_no_numbers() {
        let column = |cells: &[&str]| cells.iter().map(|cell| vec![(*cell).to_owned()]).collect::<Vec<_>>();
        for (cells, numeric) in [
            (vec!["1", "", "-2.5"], true),
            (vec!["2024-01-05"], false),
            (vec!["1", "n/a"], false),
            (vec!["inf"], false),
            (vec![""], false),
            (vec![], false),
        ] {
            assert_eq!(is_numeric(&column(&cells), 0), numeric, "{cells:?}");
        }
        for (name, label) in [("customer_id", true), ("CustomerId", true), ("year", true), ("total", false), ("paid", false)] {
            assert_eq!(is_label(name), label, "{name}");
        }
    }
}
