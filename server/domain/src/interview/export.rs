//! An interview on paper: Markdown, JSON and CSV. Nothing a spreadsheet or a Markdown reader would run gets through.

use super::{completeness::category, projection::research_result, tasks::tasks, value::format_value};
use protocol::{
    interview::{Author, InterviewView, Obligation, ObligationTemplate, SessionStatus, Status},
    research::Report,
};
use serde_json::{Value, json};
use std::fmt::Write;

/// A document for people.
#[must_use]
pub fn markdown(view: &InterviewView) -> String {
    let mut out = format!("# {}\n\n", plain(&view.shown_title()));
    let required = &view.completeness.required;
    let stands = match view.status {
        SessionStatus::Completed => "completed".to_owned(),
        SessionStatus::Active => format!("phase {}", view.phase.name()),
    };
    line(
        &mut out,
        format_args!(
            "Completeness {} · {} of {} required · {}\n",
            view.completeness.score, required.satisfied, required.total, stands
        ),
    );
    for group in &view.completeness.by_category {
        line(&mut out, format_args!("## {}\n", plain(&group.category)));
        for (template, one) in pairs(view).filter(|(template, _)| category(template) == group.category) {
            line(&mut out, format_args!("- **{}**: {}", plain(&template.name()), answer(template, one)));
            if let Some(evidence) = &one.evidence {
                line(&mut out, format_args!("  > {} (turn {})", plain(&evidence.quote), evidence.turn));
            }
        }
        out.push('\n');
    }
    if let Some(summary) = view.summaries.last() {
        let mut lines = summary.text.lines().filter(|text| !text.trim().is_empty());
        line(&mut out, format_args!("## Summary\n\n{}\n", plain(lines.next().unwrap_or_default())));
        for text in lines {
            line(&mut out, format_args!("- {}", plain(text)));
        }
        out.push('\n');
    }
    let open: Vec<String> =
        tasks(view).iter().map(|task| format!("- [ ] {} – {}", plain(&task.title), plain(&task.reason))).collect();
    if !open.is_empty() {
        line(&mut out, format_args!("## To do\n\n{}\n", open.join("\n")));
    }
    let looked_up: Vec<&Report> = view.research.iter().filter_map(|task| task.report.as_ref()).collect();
    if !looked_up.is_empty() {
        out.push_str("## Research\n\n");
    }
    for report in looked_up {
        line(&mut out, format_args!("- {}", plain(&report.summary)));
        for finding in &report.findings {
            let place = finding.source.url.as_deref().unwrap_or("own document");
            let (quote, title) = (plain(&finding.quote), plain(&finding.source.title));
            line(&mut out, format_args!("  > {quote} ({title}, {}, {})", plain(place), finding.stance.name()));
        }
        out.push('\n');
    }
    out.push_str("## Conversation\n\n");
    for message in &view.messages {
        let who = match message.role {
            Author::User => "Person",
            Author::Agent => "Agent",
            Author::System => "System",
        };
        let stopped = if message.stopped { ", stopped" } else { "" };
        line(&mut out, format_args!("**{who}** (turn {}{stopped}): {}\n", message.turn, plain(&message.content)));
    }
    out
}

fn answer(template: &ObligationTemplate, one: &Obligation) -> String {
    match &one.value {
        Some(value) => {
            let doubtful = if one.status == Status::Satisfied && one.is_sure() { "" } else { ", not certain" };
            format!("{} ({} {}{doubtful})", plain(&format_value(template, value)), one.confidence.band().word(), one.confidence)
        }
        None => format!("– ({})", one.status.name().replace('_', " ")),
    }
}

/// Writing to a `String` cannot fail.
fn line(out: &mut String, args: std::fmt::Arguments<'_>) {
    let written = writeln!(out, "{args}");
    debug_assert!(written.is_ok());
}

/// One line without anything that Markdown or HTML would act on.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => out.push(' '),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '!' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// The whole interview for programs; texts byte for byte.
#[must_use]
pub fn json(view: &InterviewView) -> Value {
    let obligations: Vec<Value> = pairs(view)
        .map(|(template, one)| {
            json!({
                "key": one.key, "label": template.name(), "field_path": template.field_path, "category": category(template),
                "status": one.status, "confidence": one.confidence, "value": one.value, "evidence": one.evidence,
                "source": one.source, "negotiation": one.negotiation,
            })
        })
        .collect();
    json!({
        "id": view.id, "title": view.shown_title(), "context_type": view.context_type, "status": view.status, "phase": view.phase,
        "turn_count": view.turn_count, "completeness": view.completeness, "profile": profile(view), "obligations": obligations,
        "research": view.research.iter().map(|task| json!({
            "id": task.id, "obligation_key": task.asked.obligation_key, "task_type": task.asked.task_type, "query": task.asked.query,
            "status": task.status, "result": task.report.as_ref().map(|report| research_result(task, report)),
        })).collect::<Vec<_>>(),
        "messages": view.messages.iter().map(|message| json!({
            "id": message.id, "role": message.role, "content": message.content, "turn": message.turn,
            "created_at": message.created_at.to_rfc3339(), "stopped": message.stopped,
        })).collect::<Vec<_>>(),
        "summaries": view.summaries,
        "created_at": view.created_at.to_rfc3339(), "updated_at": view.updated_at.to_rfc3339(),
    })
}

/// The values under their dot-notation paths, as one nested object.
#[must_use]
pub fn profile(view: &InterviewView) -> Value {
    let mut root = json!({});
    for (template, one) in pairs(view) {
        let Some(value) = &one.value else { continue };
        let mut at = &mut root;
        let mut parts = template.field_path.split('.').peekable();
        while let Some(part) = parts.next() {
            let last = parts.peek().is_none();
            let slot = &mut at[part];
            match (last, slot.is_object()) {
                // One path may begin another: the shorter one's value is kept beside the longer one's.
                (true, true) => slot["value"] = value.clone(),
                (true, false) => *slot = value.clone(),
                (false, true) => {}
                (false, false) if slot.is_null() => *slot = json!({}),
                (false, false) => *slot = json!({"value": slot.take()}),
            }
            at = slot;
        }
    }
    root
}

/// Rows for a spreadsheet: key, label, category, status, confidence, value, quote, turn.
#[must_use]
pub fn rows(view: &InterviewView) -> Vec<Vec<String>> {
    let head = ["key", "label", "category", "status", "confidence", "value", "quote", "turn"].map(str::to_owned).to_vec();
    let body = pairs(view).map(|(template, one)| {
        [
            one.key.clone(),
            template.name(),
            category(template).to_owned(),
            one.status.name().to_owned(),
            one.confidence.to_string(),
            one.value.as_ref().map(|value| format_value(template, value)).unwrap_or_default(),
            one.evidence.as_ref().map(|evidence| evidence.quote.clone()).unwrap_or_default(),
            one.evidence.as_ref().map(|evidence| evidence.turn.to_string()).unwrap_or_default(),
        ]
        .into_iter()
        .map(|cell| inert(&cell))
        .collect()
    });
    std::iter::once(head).chain(body).collect()
}

/// A cell that a spreadsheet would run is shown as text instead; plain numbers stay numbers.
#[must_use]
pub fn inert(cell: &str) -> String {
    let risky = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if risky && !is_plain_number(cell) { format!("'{cell}") } else { cell.to_owned() }
}

/// A sign, digits and at most one point. "-inf" is a number to a program and a formula to a spreadsheet.
fn is_plain_number(cell: &str) -> bool {
    let digits = cell.strip_prefix(['+', '-']).unwrap_or(cell);
    digits.contains(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
        && digits.matches('.').count() <= 1
}

fn pairs(view: &InterviewView) -> impl Iterator<Item = (&ObligationTemplate, &Obligation)> {
    view.obligations.iter().filter_map(|one| Some((view.template(&one.key)?, one)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_run() {
        for (cell, kept) in [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("+1+1", "'+1+1"),
            ("-2", "-2"),
            ("-2.5", "-2.5"),
            ("-inf", "'-inf"),
            ("-Infinity", "'-Infinity"),
            ("-1e5", "'-1e5"),
            ("+", "'+"),
            ("-2+3", "'-2+3"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("plain", "plain"),
        ] {
            assert_eq!(inert(cell), kept);
        }
    }

    #[test]
    fn markdown_is_inert() {
        assert_eq!(plain("<b>*x*</b>\n![a](b)"), "&lt;b&gt;\\*x\\*&lt;/b&gt; \\!\\[a\\](b)");
    }
}
