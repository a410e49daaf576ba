//! A discovery as one page for printing: no script, nothing loaded from elsewhere, every text escaped.

use super::{
    facts, history, insights_of, is_turning, maybe, metrics, number, outcome, picture::picture, recommendations_of, title,
};
use protocol::discovery::{Discovery, Gone, Insight, Recommendation};
use std::fmt::Write;

const STYLE: &str = include_str!("print.css");
/// Opened anywhere, the page runs and loads nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The page, whole.
#[must_use]
pub fn html(discovery: &Discovery) -> String {
    let mut out = String::with_capacity(32 * 1024);
    let name = text(title(discovery));
    put(
        &mut out,
        format_args!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <title>{name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1 dir=\"auto\">{name}</h1>\n<dl>\n"
        ),
    );
    for (name, value) in facts(discovery) {
        put(&mut out, format_args!("<dt>{name}</dt><dd dir=\"auto\">{}</dd>\n", text(&value)));
    }
    out.push_str("</dl>\n<section>\n<h2>Insights</h2>\n");
    if discovery.insights.is_empty() {
        out.push_str("<p>Nothing was found.</p>\n");
    }
    for (at, one) in discovery.insights.iter().enumerate() {
        insight(&mut out, discovery, at, one);
    }
    out.push_str("</section>\n");
    if !discovery.recommendations.is_empty() {
        out.push_str("<section>\n<h2>Recommendations</h2>\n");
        for (at, one) in discovery.recommendations.iter().enumerate() {
            recommendation(&mut out, discovery, at, one);
        }
        out.push_str("</section>\n");
    }
    let summary = &discovery.summary;
    list(&mut out, "What feedback changed", summary.changed_by_feedback.iter().map(|one| text(&one.effect)));
    let gone = |one: &Gone| format!("{} (last seen {})", text(&one.name), text(&one.last_seen_at));
    list(&mut out, "No longer found", summary.gone.iter().map(gone));
    list(&mut out, "Errors", summary.errors.iter().map(|error| text(error)));
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn insight(out: &mut String, discovery: &Discovery, at: usize, one: &Insight) {
    let validation = &one.validation;
    put(
        out,
        format_args!(
            "<article id=\"insight-{}\" class=\"{}\">\n<h3 dir=\"auto\">{}</h3>\n",
            at + 1,
            severity(&one.severity),
            text(&one.name)
        ),
    );
    let mut facts = vec![
        text(&one.id),
        format!("severity <strong>{}</strong>", text(&one.severity)),
        format!("status <strong>{}</strong>", text(&validation.status.replace('_', " "))),
        format!("area {}", text(&one.analysis_area)),
    ];
    facts.extend(one.affected_count.map(|count| format!("{count} affected")));
    facts.extend(one.target_segment.as_ref().map(|segment| format!("segment {}", text(segment))));
    facts.push(format!("confidence {}", number(one.confidence)));
    facts.extend(history(one).map(|history| text(&history)));
    facts.push(format!("found by {}", text(&one.engine)));
    row_of_facts(out, &facts);
    put(out, format_args!("<p dir=\"auto\">{}</p>\n", text(&one.description)));
    let metrics = metrics(one);
    if !metrics.is_empty() {
        out.push_str("<dl>\n");
        for (name, value) in metrics {
            put(out, format_args!("<dt dir=\"auto\">{}</dt><dd dir=\"auto\">{}</dd>\n", text(name), text(&value)));
        }
        out.push_str("</dl>\n");
    }
    items(out, "ul", &one.indicators);
    if let Some(chart) = &one.chart {
        out.push_str(&picture(chart));
    }
    claims(out, one);
    challenges(out, one);
    let links = recommendations_of(discovery, one).into_iter().map(|at| {
        let id = text(&discovery.recommendations[at].id);
        format!("<a href=\"#recommendation-{}\">{id}</a>", at + 1)
    });
    let links: Vec<String> = links.collect();
    if !links.is_empty() {
        put(out, format_args!("<p>Recommendations: {}</p>\n", links.join(", ")));
    }
    out.push_str("</article>\n");
}

fn claims(out: &mut String, one: &Insight) {
    let validation = &one.validation;
    put(out, format_args!("<h4>Evidence</h4>\n<p dir=\"auto\">{}</p>\n", text(&validation.reasoning)));
    if validation.claims.is_empty() {
        return;
    }
    out.push_str(
        "<table>\n<thead><tr><th scope=\"col\">Claim</th><th scope=\"col\">Claimed</th><th scope=\"col\">Verified</th>\
         <th scope=\"col\">Status</th></tr></thead>\n<tbody>\n",
    );
    for claim in &validation.claims {
        put(
            out,
            format_args!(
                "<tr><td dir=\"auto\">{}<pre dir=\"ltr\">{}</pre>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td></tr>\n",
                text(&claim.text),
                verbatim(&claim.query),
                claim.error.as_ref().map(|error| format!("<p class=\"objection\">{}</p>", text(error))).unwrap_or_default(),
                number(claim.claimed),
                maybe(claim.verified),
                text(&claim.status.replace('_', " ")),
            ),
        );
    }
    out.push_str("</tbody>\n</table>\n");
}

fn challenges(out: &mut String, one: &Insight) {
    if one.validation.challenges.is_empty() {
        return;
    }
    out.push_str("<h4>Challenges</h4>\n<ul>\n");
    for challenge in &one.validation.challenges {
        let objection = match challenge.holds {
            Some(false) => format!("<p class=\"objection\" dir=\"auto\">Objection: {}</p>", text(&challenge.objection)),
            _ => String::new(),
        };
        put(
            out,
            format_args!(
                "<li><span dir=\"auto\">{}</span> <strong>{}</strong>, found {}{objection}<pre dir=\"ltr\">{}</pre></li>\n",
                text(&challenge.question),
                outcome(challenge),
                maybe(challenge.found),
                verbatim(&challenge.query),
            ),
        );
    }
    out.push_str("</ul>\n");
}

fn recommendation(out: &mut String, discovery: &Discovery, at: usize, one: &Recommendation) {
    put(out, format_args!("<article id=\"recommendation-{}\">\n<h3 dir=\"auto\">{}</h3>\n", at + 1, text(&one.title)));
    let mut facts =
        vec![text(&one.id), format!("priority <strong>{}</strong>", one.priority), format!("effort {}", text(&one.effort))];
    facts.extend(one.target_segment.as_ref().map(|segment| format!("segment {}", text(segment))));
    facts.extend(one.segment_size.map(|size| format!("{size} in the segment")));
    facts.push(format!("confidence {}", number(one.confidence)));
    row_of_facts(out, &facts);
    put(out, format_args!("<p dir=\"auto\">{}</p>\n", text(&one.description)));
    items(out, "ol", &one.actions);
    let impact = &one.expected_impact;
    let improvement = impact.estimated_improvement.as_deref().unwrap_or("not estimated");
    put(
        out,
        format_args!(
            "<p dir=\"auto\">Expected impact: {}, {}. {}</p>\n",
            text(&impact.metric),
            text(improvement),
            text(&impact.reasoning)
        ),
    );
    if !one.success_metrics.is_empty() {
        out.push_str("<p>Measured by:</p>\n");
        items(out, "ul", &one.success_metrics);
    }
    let links = insights_of(discovery, one)
        .into_iter()
        .map(|at| format!("<li><a href=\"#insight-{}\" dir=\"auto\">{}</a></li>\n", at + 1, text(&discovery.insights[at].name)));
    let links: String = links.collect();
    if !links.is_empty() {
        put(out, format_args!("<p>Because of:</p>\n<ul>\n{links}</ul>\n"));
    }
    out.push_str("</article>\n");
}

fn row_of_facts(out: &mut String, facts: &[String]) {
    let facts: String = facts.iter().map(|fact| format!("<span dir=\"auto\">{fact}</span>\n")).collect();
    put(out, format_args!("<p class=\"facts\">\n{facts}</p>\n"));
}

fn items(out: &mut String, tag: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    let items: String = items.iter().map(|item| format!("<li dir=\"auto\">{}</li>\n", text(item))).collect();
    put(out, format_args!("<{tag}>\n{items}</{tag}>\n"));
}

fn list(out: &mut String, name: &str, items: impl Iterator<Item = String>) {
    let items: String = items.map(|item| format!("<li dir=\"auto\">{item}</li>\n")).collect();
    if !items.is_empty() {
        put(out, format_args!("<section>\n<h2>{name}</h2>\n<ul>\n{items}</ul>\n</section>\n"));
    }
}

/// A class of the style sheet, whatever the severity says.
fn severity(name: &str) -> &'static str {
    ["critical", "high", "medium"].into_iter().find(|known| *known == name).unwrap_or("low")
}

/// Escaped for an element or an attribute in quotes; without signs that would turn what stands beside it.
pub(super) fn text(of: &str) -> String {
    let straight: String = of.chars().filter(|sign| !is_turning(*sign)).collect();
    verbatim(&straight)
}

/// Escaped, and otherwise as it is.
fn verbatim(of: &str) -> String {
    let mut out = String::with_capacity(of.len() + 8);
    for sign in of.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(sign),
            sign if sign.is_control() => {}
            sign => out.push(sign),
        }
    }
    out
}

/// Writing to a `String` cannot fail.
fn put(out: &mut String, args: std::fmt::Arguments<'_>) {
    let written = out.write_fmt(args);
    debug_assert!(written.is_ok());
}
