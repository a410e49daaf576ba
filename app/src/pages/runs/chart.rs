//! A picture of the numbers behind an insight, drawn by the server, with the same numbers as a table.

use crate::{erased::Erase, words::runs as text};
use leptos::prelude::*;
use protocol::discovery::{Chart, ChartKind};

/// Bars that a picture has room for; the table has all.
const BARS: usize = 12;
const WIDTH: f64 = 320.0;
const ROW: f64 = 22.0;
/// Where bars begin and end between their names and their values.
const FROM: f64 = 108.0;
const TO: f64 = 262.0;
/// Signs of a name that fit before its bar.
const NAME: usize = 16;
const HEIGHT: f64 = 120.0;

/// The chart of something that is called `name`.
pub(crate) fn render(name: &str, chart: &Chart) -> Option<AnyView> {
    let drawn = match chart.kind {
        _ if chart.points.iter().all(|(_, value)| !value.is_finite()) => return None,
        ChartKind::Bars => bars(&chart.points),
        ChartKind::Line if chart.points.len() < 2 => bars(&chart.points),
        ChartKind::Line => line(&chart.points),
    };
    let Drawn { height, parts } = drawn;
    let label = if chart.label.is_empty() { name.to_owned() } else { format!("{}: {name}", chart.label) };
    let described = describe(&chart.points);
    let spoken = format!("{label}. {described}");
    Some(
        view! {
            <figure class="chart">
                <svg viewBox=format!("0 0 {WIDTH} {height}") role="img" aria-label=spoken>
                    <desc>{described}</desc>
                    {parts}
                </svg>
                {table(chart, &label)}
            </figure>
        }
        .erase(),
    )
}

struct Drawn {
    height: f64,
    parts: Vec<AnyView>,
}

/// The least and the greatest, for whoever does not see the picture.
fn describe(points: &[(String, f64)]) -> String {
    let finite = || points.iter().filter(|(_, value)| value.is_finite());
    let most = finite().max_by(|one, other| one.1.total_cmp(&other.1));
    let least = finite().min_by(|one, other| one.1.total_cmp(&other.1));
    match (most, least) {
        (Some(most), Some(least)) if points.len() > 1 => {
            let [most, least] = [most, least].map(|(name, value)| format!("{name} ({})", text::number(*value)));
            format!("{} values; most: {most}, least: {least}", points.len())
        }
        (Some((name, value)), _) => format!("{name}: {}", text::number(*value)),
        _ => String::new(),
    }
}

/// What fits before a bar.
fn short(name: &str) -> String {
    if name.chars().count() <= NAME {
        return name.to_owned();
    }
    let cut: String = name.chars().take(NAME - 1).collect();
    format!("{}…", cut.trim_end())
}

fn bars(points: &[(String, f64)]) -> Drawn {
    let shown = &points[..points.len().min(BARS)];
    let values = || shown.iter().map(|(_, value)| *value).filter(|value| value.is_finite());
    let (least, most) = (values().fold(0.0_f64, f64::min), values().fold(0.0_f64, f64::max));
    let place = |value: f64| FROM + (value - least) / (most - least).max(f64::MIN_POSITIVE) * (TO - FROM);
    let longest = values().map(f64::abs).fold(0.0_f64, f64::max);
    let mut y = 0.0;
    let mut parts = Vec::new();
    for (name, value) in shown {
        let value = if value.is_finite() { *value } else { 0.0 };
        let (start, end) = (place(value.min(0.0)), place(value.max(0.0)));
        let class = if value.abs() >= longest { "bar most" } else { "bar" };
        parts.push(
            view! {
                <text x=at(FROM - 8.0) y=at(y + 15.0) text-anchor="end">
                    {short(name)}
                </text>
                <rect class=class x=at(start) y=at(y + 4.0) width=at((end - start).max(1.0)) height="14" rx="3" />
                <text x=at(end.max(FROM) + 6.0) y=at(y + 15.0) class="value">
                    {text::number(value)}
                </text>
            }
            .erase(),
        );
        y += ROW;
    }
    Drawn { height: y.max(ROW), parts }
}

fn line(points: &[(String, f64)]) -> Drawn {
    let known: Vec<(usize, f64)> =
        points.iter().map(|(_, value)| *value).enumerate().filter(|(_, value)| value.is_finite()).collect();
    let least = known.iter().map(|(_, value)| *value).fold(f64::INFINITY, f64::min);
    let most = known.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    let (left, right, top, bottom) = (10.0, WIDTH - 10.0, 24.0, HEIGHT - 24.0);
    #[expect(clippy::cast_precision_loss, reason = "a chart has far fewer points")]
    let x = |at: usize| left + at as f64 / (points.len() - 1).max(1) as f64 * (right - left);
    let y = |value: f64| bottom - (value - least) / (most - least).max(f64::MIN_POSITIVE) * (bottom - top);
    let path: Vec<String> = known.iter().map(|(place, value)| format!("{},{}", at(x(*place)), at(y(*value)))).collect();
    let ends = [known.first(), known.last()].into_iter().flatten();
    let dots: Vec<AnyView> = ends
        .enumerate()
        .map(|(which, (place, value))| {
            let anchor = if which == 0 { "start" } else { "end" };
            view! {
                <circle cx=at(x(*place)) cy=at(y(*value)) r="3.5" />
                <text x=at(x(*place)) y=at(y(*value) - 9.0) text-anchor=anchor class="value">
                    {text::number(*value)}
                </text>
            }
            .erase()
        })
        .collect();
    let name = |place: usize| points.get(place).map(|(name, _)| short(name)).unwrap_or_default();
    let mut parts = vec![
        view! {
            <path class="axis" d=format!("M{left} {bottom}H{right}") />
            <polyline points=path.join(" ") />
            <text x=at(left) y=at(HEIGHT - 6.0)>
                {name(0)}
            </text>
            <text x=at(right) y=at(HEIGHT - 6.0) text-anchor="end">
                {name(points.len().saturating_sub(1))}
            </text>
        }
        .erase(),
    ];
    parts.extend(dots);
    Drawn { height: HEIGHT, parts }
}

/// A place in the picture.
fn at(place: f64) -> String {
    format!("{place:.1}")
}

fn table(chart: &Chart, label: &str) -> AnyView {
    let row = |(name, value): &(String, f64)| {
        view! {
            <tr>
                <th scope="row" dir="auto">
                    {name.clone()}
                </th>
                <td class="number">{text::number(*value)}</td>
            </tr>
        }
        .erase()
    };
    let rows: Vec<AnyView> = chart.points.iter().map(row).collect();
    let value = if chart.label.is_empty() { text::VALUE.to_owned() } else { chart.label.clone() };
    view! {
        <details class="found-part">
            <summary>{text::AS_TABLE}</summary>
            <div class="scrolls framed" tabindex="0" role="group" aria-label=label.to_owned()>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{text::OF}</th>
                            <th scope="col" class="number" dir="auto">
                                {value}
                            </th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    }
    .erase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: &[f64]) -> Vec<(String, f64)> {
        values.iter().enumerate().map(|(at, value)| (format!("P{at}"), *value)).collect()
    }

    #[test]
    fn a_picture_is_described_in_words() {
        assert_eq!(describe(&points(&[3.0, 12.0, f64::NAN])), "3 values; most: P1 (12), least: P0 (3)");
        assert_eq!(describe(&points(&[7.0])), "P0: 7");
        assert_eq!(describe(&[]), "");
    }

    #[test]
    fn long_names_are_cut_between_signs() {
        assert_eq!(short("Mechanical"), "Mechanical");
        assert_eq!(short("Überlänge eines Namens"), "Überlänge eines…");
    }

    #[test]
    fn a_picture_is_as_high_as_its_bars_and_has_no_more_than_it_has_room_for() {
        assert_eq!(bars(&points(&[1.0, -2.0])).parts.len(), 2);
        let many = bars(&points(&[1.0; 40]));
        assert_eq!((many.parts.len(), many.height), (BARS, BARS as f64 * ROW));
        assert!(render("none", &Chart { kind: ChartKind::Bars, label: String::new(), points: Vec::new() }).is_none());
    }
}
