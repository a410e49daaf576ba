//! A chart as a drawing within the page: bars, or a line over time.

use super::{html::text, number};
use protocol::discovery::{Chart, ChartKind};

const WIDTH: f64 = 640.0;
/// Of a bar with its gap.
const ROW: f64 = 22.0;
const LABELS: f64 = 180.0;
const VALUES: f64 = 90.0;
/// Of a line's drawing.
const HEIGHT: f64 = 200.0;
const MARGIN: f64 = 30.0;
/// More bars than this nobody compares.
const MOST_BARS: usize = 40;
const LONGEST_LABEL: usize = 28;

/// The drawing with its caption; nothing where there is no number to draw.
pub(super) fn picture(chart: &Chart) -> String {
    let points: Vec<(&str, f64)> =
        chart.points.iter().filter(|(_, value)| value.is_finite()).map(|(label, value)| (label.as_str(), *value)).collect();
    if points.is_empty() {
        return String::new();
    }
    let drawn = match chart.kind {
        ChartKind::Line if points.len() > 1 => line(&points, &chart.label),
        ChartKind::Line | ChartKind::Bars => bars(&points, &chart.label),
    };
    let left_out = match (chart.kind, points.len().saturating_sub(MOST_BARS)) {
        (ChartKind::Bars, more @ 1..) => format!(" ({more} more are not shown)"),
        _ => String::new(),
    };
    format!("<figure>\n{drawn}<figcaption dir=\"auto\">{}{left_out}</figcaption>\n</figure>\n", text(&chart.label))
}

/// Where a value lies between two ends, from 0 to 1.
fn part(value: f64, least: f64, most: f64) -> f64 {
    // Halved first: the difference of two huge numbers is not a number any more.
    let span = most / 2.0 - least / 2.0;
    if span > 0.0 { ((value / 2.0 - least / 2.0) / span).clamp(0.0, 1.0) } else { 0.0 }
}

#[expect(clippy::cast_precision_loss, reason = "places of a few bars")]
fn bars(points: &[(&str, f64)], label: &str) -> String {
    let points = &points[..points.len().min(MOST_BARS)];
    let least = points.iter().map(|(_, value)| *value).fold(0.0, f64::min);
    let most = points.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    let room = WIDTH - LABELS - VALUES;
    let zero = LABELS + room * part(0.0, least, most);
    let height = ROW * points.len() as f64;
    let mut out = begin(height, label);
    for (at, (name, value)) in points.iter().enumerate() {
        let (top, end) = (ROW * at as f64, LABELS + room * part(*value, least, most));
        let (from, width) = (zero.min(end), (end - zero).abs().max(1.0));
        out.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect class=\"bar\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>\n",
            LABELS - 8.0,
            top + 15.0,
            text(&short(name)),
            top + 3.0,
            ROW - 6.0,
            from + width + 6.0,
            top + 15.0,
            number(*value),
        ));
    }
    out.push_str("</svg>\n");
    out
}

#[expect(clippy::cast_precision_loss, reason = "places of points")]
fn line(points: &[(&str, f64)], label: &str) -> String {
    let least = points.iter().map(|(_, value)| *value).fold(f64::INFINITY, f64::min);
    let most = points.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    // From nought where the line comes near it: a small change is not drawn as a large one.
    let least = if least > 0.0 && least < most / 2.0 { 0.0 } else { least };
    let (left, right) = (VALUES, WIDTH - MARGIN);
    let (top, bottom) = (MARGIN / 2.0, HEIGHT - MARGIN);
    let place = |at: usize, value: f64| {
        let x = left + (right - left) * at as f64 / (points.len() - 1) as f64;
        format!("{x:.1},{:.1}", bottom - (bottom - top) * part(value, least, most))
    };
    let places: Vec<String> = points.iter().enumerate().map(|(at, (_, value))| place(at, *value)).collect();
    let (first, last) = (points[0].0, points[points.len() - 1].0);
    let mut out = begin(HEIGHT, label);
    out.push_str(&format!(
        "<line class=\"axis\" x1=\"{left:.1}\" y1=\"{bottom:.1}\" x2=\"{right:.1}\" y2=\"{bottom:.1}\"/>\
         <polyline class=\"line\" points=\"{}\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
         <text x=\"{:.1}\" y=\"{bottom:.1}\" text-anchor=\"end\">{}</text>\
         <text x=\"{left:.1}\" y=\"{:.1}\">{}</text>\
         <text x=\"{right:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n</svg>\n",
        places.join(" "),
        left - 8.0,
        top + 4.0,
        number(most),
        left - 8.0,
        number(least),
        bottom + 18.0,
        text(&short(first)),
        bottom + 18.0,
        text(&short(last)),
    ));
    out
}

fn begin(height: f64, label: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH:.0} {height:.0}\" role=\"img\" aria-label=\"{}\">\n", text(label))
}

fn short(name: &str) -> String {
    if name.chars().count() <= LONGEST_LABEL {
        return name.to_owned();
    }
    name.chars().take(LONGEST_LABEL - 1).chain(['…']).collect()
}
