//! An ask on paper: the question, the answer, and what proves it.

use protocol::ask::{Answer, AskTable, AskView, Difference, ProofNode, Redone};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;

/// Rows of a table on paper.
const MOST_ROWS: usize = 200;

/// As Markdown. `None` for the answer where there is none yet; `redone` where it does another one again.
#[must_use]
pub fn markdown(view: &AskView, answer: Option<&Answer>, redone: Option<&Redone>) -> String {
    let mut out = format!("# {}\n\n", one_line(&view.request.question));
    if let Some(choice) = &view.mode {
        line(&mut out, format_args!("Mode: {} ({})\n", choice.mode.name(), one_line(&choice.why)));
    }
    line(&mut out, format_args!("Engine: {}\n", view.engine()));
    let Some(answer) = answer else {
        line(&mut out, format_args!("This ask is {}.", view.status().name()));
        return out;
    };
    if let Some(verdict) = answer.verdict {
        line(&mut out, format_args!("**{}**\n", verdict.name()));
    }
    line(&mut out, format_args!("{}\n", answer.text));
    for one in &answer.assumptions {
        line(&mut out, format_args!("- Assumed: {}", one_line(&one.text)));
    }
    for table in &answer.tables {
        table_of(&mut out, table);
    }
    if let Some(redone) = redone {
        write_redone(&mut out, redone);
    }
    nodes(&mut out, "Premises", &answer.premises);
    nodes(&mut out, "Inferences", &answer.inferences);
    if !answer.warnings.is_empty() {
        line(&mut out, format_args!("## Warnings\n"));
        answer.warnings.iter().for_each(|warning| line(&mut out, format_args!("- {}", one_line(warning))));
    }
    out
}

fn table_of(out: &mut String, table: &AskTable) {
    line(out, format_args!("## Table {}\n", table.name));
    let cell = |text: &str| one_line(text).replace('|', "\\|");
    let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    line(out, format_args!("{}", row(table.columns.iter().map(|name| cell(name)).collect())));
    line(out, format_args!("{}", row(table.columns.iter().map(|_| "---".to_owned()).collect())));
    for values in table.rows.iter().take(MOST_ROWS) {
        line(out, format_args!("{}", row(values.iter().map(|value| cell(&show(value))).collect())));
    }
    if table.row_count > table.rows.len().min(MOST_ROWS) as u64 {
        line(out, format_args!("\n{} rows in all.", table.row_count));
    }
    out.push('\n');
}

/// What was answered before, and each difference with what it comes from.
fn write_redone(out: &mut String, redone: &Redone) {
    line(out, format_args!("## Before and now\n"));
    let verdict = redone.verdict.map(|verdict| format!(" (**{}**)", verdict.name())).unwrap_or_default();
    line(out, format_args!("Before{verdict}: {}\n", one_line(&redone.answer)));
    for (name, value) in &redone.changed {
        line(out, format_args!("- Changed: {}: {}", one_line(name), one_line(&show(value))));
    }
    if redone.differences.is_empty() {
        line(out, format_args!("- Nothing in the proof is different."));
    }
    let value = |value: &Option<Value>| value.as_ref().map_or_else(|| "not there".to_owned(), |value| one_line(&show(value)));
    for Difference { name, was, now, because } in &redone.differences {
        let because = if because.is_empty() { String::new() } else { format!(", because of {}", one_line(&because.join(", "))) };
        line(out, format_args!("- {}: {} → {}{because}", one_line(name), value(was), value(now)));
    }
    out.push('\n');
}

fn nodes(out: &mut String, title: &str, nodes: &[ProofNode]) {
    if nodes.is_empty() {
        return;
    }
    line(out, format_args!("## {title}\n"));
    for node in nodes {
        let value = show(&node.value);
        line(
            out,
            format_args!(
                "- **{}** {}: {} ({} by {}, confidence {:.2})",
                node.id,
                one_line(&node.name),
                one_line(&value),
                word(&node.status),
                word(&node.source),
                node.confidence
            ),
        );
        let from = [("Formula", &node.formula), ("Query", &node.query), ("Quote", &node.quote)];
        for (name, text) in from.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?))) {
            line(out, format_args!("  - {name}: `{}`", one_line(text).replace('`', "'")));
        }
        if let Some(call) = &node.call {
            line(out, format_args!("  - Call: `{}`", one_line(&call.to_string()).replace('`', "'")));
        }
        if !node.depends_on.is_empty() {
            line(out, format_args!("  - Depends on: {}", node.depends_on.join(", ")));
        }
        if !node.origin.is_empty() {
            line(out, format_args!("  - From: {}", one_line(&node.origin)));
        }
    }
    out.push('\n');
}

/// A status or a source as programs read it.
fn word(of: &impl Serialize) -> String {
    serde_json::to_value(of).map(|value| show(&value)).unwrap_or_default()
}

fn show(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string never fails.
    let _ = out.write_fmt(text);
    out.push('\n');
}

/// As a page for printing: no script, nothing loaded from elsewhere, every text escaped.
#[must_use]
pub fn html(view: &AskView, answer: Option<&Answer>, redone: Option<&Redone>) -> String {
    let text = markdown(view, answer, redone);
    let mut body = String::new();
    for part in text.split("\n\n").filter(|part| !part.trim().is_empty()) {
        let escaped = embolden(&escape(part.trim()));
        let block = if let Some(title) = escaped.strip_prefix("# ") {
            format!("<h1 dir=\"auto\">{title}</h1>")
        } else if let Some(title) = escaped.strip_prefix("## ") {
            format!("<h2>{title}</h2>")
        } else if escaped.starts_with("| ") {
            lay_out(&escaped)
        } else if escaped.starts_with("- ") {
            format!("<pre dir=\"auto\">{escaped}</pre>")
        } else {
            format!("<p dir=\"auto\">{escaped}</p>")
        };
        body.push_str(&block);
        body.push('\n');
    }
    let title = escape(&one_line(&view.request.question));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
         <title>{title}</title>\n<style>body{{font:16px/1.5 system-ui;max-width:50rem;margin:2rem auto;padding:0 1rem}}pre{{white-space:pre-wrap;overflow-wrap:anywhere}}table{{border-collapse:collapse}}th,td{{border:1px solid #999;padding:.2rem .5rem;text-align:start;vertical-align:top}}</style>\n\
         </head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

/// The rows of a table; its second line is only a ruler.
fn lay_out(block: &str) -> String {
    // A bar within a cell is escaped.
    const BAR: &str = "\u{1}";
    let row = |(at, line): (usize, &str)| {
        let line = line.replace("\\|", BAR);
        let inner = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")).unwrap_or(&line);
        let (begin, end) = if at == 0 { ("<th scope=\"col\" dir=\"auto\">", "</th>") } else { ("<td dir=\"auto\">", "</td>") };
        let cells: String = inner.split(" | ").map(|cell| format!("{begin}{}{end}", cell.replace(BAR, "|"))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = block.lines().enumerate().filter(|(at, _)| *at != 1).map(row).collect();
    format!("<table>\n{rows}</table>")
}

/// Words between two pairs of stars.
fn embolden(text: &str) -> String {
    let parts: Vec<&str> = text.split("**").collect();
    if parts.len().is_multiple_of(2) {
        return text.to_owned();
    }
    let part = |(at, part): (usize, &&str)| if at % 2 == 1 { format!("<strong>{part}</strong>") } else { (*part).to_owned() };
    parts.iter().enumerate().map(part).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        AskId, ConversationId, ProjectId, UserId,
        ask::{AskRequest, NodeStatus, ProofSource, Verdict},
    };
    use serde_json::json;
    use uuid::Uuid;

    fn view(question: &str) -> AskView {
        let request = AskRequest { question: question.into(), ..AskRequest::default() };
        let place = (ProjectId(Uuid::nil()), ConversationId(Uuid::nil()));
        AskView::new(AskId(Uuid::nil()), place, UserId(Uuid::nil()), request, None)
    }

    #[test]
    fn an_answer_is_written_with_its_table_and_without_anybodys_markup() {
        let table = AskTable {
            name: "answer".into(),
            columns: vec!["city".into(), "n|m".into()],
            rows: vec![vec!["<b>Kos</b>".into(), 3.into()]],
            row_count: 1,
            truncated: false,
        };
        let answer = Answer { text: "Three.".into(), tables: vec![table], ..Answer::default() };
        let text = markdown(&view("How many\n# in all?"), Some(&answer), None);
        assert!(text.starts_with("# How many # in all?\n"), "{text}");
        assert!(text.contains("| city | n\\|m |\n| --- | --- |\n| <b>Kos</b> | 3 |\n"), "{text}");
        let page = html(&view("<script>"), Some(&answer), None);
        assert!(page.contains("&lt;script&gt;") && !page.contains("<script") && !page.contains("<b>"), "{page}");
        let (head, row) =
            (r#"<th scope="col" dir="auto">n|m</th>"#, r#"<td dir="auto">&lt;b&gt;Kos&lt;/b&gt;</td><td dir="auto">3</td>"#);
        assert!(page.contains(head) && page.contains(row) && !page.contains("---"), "{page}");
    }

    #[test]
    fn a_node_says_where_it_is_from_and_what_it_rests_on() {
        let node = ProofNode {
            id: "I1".into(),
            name: "tide".into(),
            status: NodeStatus::Resolved,
            value: 3.into(),
            source: ProofSource::Api,
            confidence: 0.5,
            formula: None,
            query: None,
            quote: None,
            call: Some(json!({"api": "sea", "operation": "getTide", "arguments": {}})),
            origin: "sea".into(),
            depends_on: vec!["P1".into(), "P2".into()],
            elapsed_ms: 0,
        };
        let text = markdown(&view("How high?"), Some(&Answer { inferences: vec![node], ..Answer::default() }), None);
        for wanted in
            ["- **I1** tide: 3 (resolved by api, confidence 0.50)", "\"operation\":\"getTide\"", "  - Depends on: P1, P2\n"]
        {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
    }

    #[test]
    fn an_answer_that_was_given_again_names_what_is_different_and_why() {
        let difference = |name: &str, was: Option<Value>, now: Option<Value>, because: &[&str]| Difference {
            name: name.into(),
            was,
            now,
            because: because.iter().map(|name| (*name).to_owned()).collect(),
        };
        let redone = |differences: Vec<Difference>| Redone {
            id: AskId(Uuid::nil()),
            question: "Enough?".into(),
            verdict: Some(Verdict::Refuted),
            answer: "Not\n# enough.".into(),
            changed: [("my age".to_owned(), json!(50))].into_iter().collect(),
            differences,
        };
        let all = vec![
            difference("years left", Some(json!(27)), Some(json!(17)), &["my age"]),
            difference("bonus", None, Some(json!(1)), &[]),
        ];
        let text = markdown(&view("Enough?"), Some(&Answer::default()), Some(&redone(all.clone())));
        let wanted = "## Before and now\n\nBefore (**refuted**): Not # enough.\n\n- Changed: my age: 50\n\
                      - years left: 27 → 17, because of my age\n- bonus: not there → 1\n\n";
        assert!(text.contains(wanted), "{text}");
        let page = html(&view("Enough?"), Some(&Answer::default()), Some(&redone(all)));
        assert!(page.contains("<h2>Before and now</h2>") && page.contains("27 → 17, because of my age"), "{page}");
        let text = markdown(&view("Enough?"), Some(&Answer::default()), Some(&redone(Vec::new())));
        assert!(text.contains("- Nothing in the proof is different.\n"), "{text}");
    }

    #[test]
    fn a_claim_that_is_refuted_or_undecided_says_so_on_paper() {
        for (verdict, value, status, words) in [
            (Verdict::Refuted, json!(3), NodeStatus::Resolved, "- **P1** seats: 3 (resolved by database, confidence 0.90)"),
            (
                Verdict::Undecided,
                Value::Null,
                NodeStatus::Unresolved,
                "- **P1** seats:  (unresolved by unresolved, confidence 0.90)",
            ),
        ] {
            let source = if value.is_null() { ProofSource::Unresolved } else { ProofSource::Database };
            let premise = ProofNode {
                id: "P1".into(),
                name: "seats".into(),
                status,
                value,
                source,
                confidence: 0.9,
                formula: None,
                query: None,
                quote: None,
                call: None,
                origin: String::new(),
                depends_on: Vec::new(),
                elapsed_ms: 0,
            };
            let answer = Answer { text: "No.".into(), verdict: Some(verdict), premises: vec![premise], ..Answer::default() };
            let text = markdown(&view("Enough seats?"), Some(&answer), None);
            assert!(text.contains(&format!("**{}**\n", verdict.name())) && text.contains(words), "{text}");
            let page = html(&view("Enough seats?"), Some(&answer), None);
            let verdict = format!("<strong>{}</strong>", verdict.name());
            assert!(page.contains(&verdict) && page.contains("<strong>P1</strong>"), "{page}");
        }
    }

    #[test]
    fn what_is_not_answered_says_where_it_is() {
        assert!(markdown(&view("Why?"), None, None).ends_with("This ask is pending.\n"));
    }
}
