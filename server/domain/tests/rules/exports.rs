//! Exports: the profile by field paths, and nothing that a reader would run.

use domain::interview::export::{json as as_json, markdown, profile, rows};
use protocol::interview::InterviewCommand;
use serde_json::{Value, json};
use testkit::{Shape, Talk, definition, saying, template};

fn filled(paths: &[(&str, Value)]) -> Talk {
    let templates = paths.iter().enumerate().map(|(index, (path, value))| {
        let one = template(&format!("k{index}")).path(path);
        if value.is_number() { one.number() } else { one }
    });
    let mut talk = Talk::over(definition(templates.collect()));
    for (index, (_, value)) in paths.iter().enumerate().filter(|(_, (_, value))| !value.is_null()) {
        talk.by_hand(InterviewCommand::SetValue { key: format!("k{index}"), value: value.clone() }).expect("it fits");
    }
    talk
}

#[test]
fn the_profile_nests_by_field_path_and_loses_nothing() {
    for (paths, expected) in [
        (vec![("industry", json!("x"))], json!({"industry": "x"})),
        (vec![("a.b", json!("x")), ("a.c", json!(3)), ("d", json!(null))], json!({"a": {"b": "x", "c": 3}})),
        (vec![("a.b.c", json!("x")), ("a.d", json!("y"))], json!({"a": {"b": {"c": "x"}, "d": "y"}})),
        (vec![("a", json!("x")), ("a.b", json!("y"))], json!({"a": {"value": "x", "b": "y"}})),
        (vec![("a.b", json!("y")), ("a", json!("x"))], json!({"a": {"value": "x", "b": "y"}})),
        (vec![("a", json!({"market": "m"})), ("a.b", json!("y"))], json!({"a": {"market": "m", "b": "y"}})),
        (vec![], json!({})),
    ] {
        assert_eq!(profile(filled(&paths).view()), expected);
    }
}

const HOSTILE: [&str; 9] = [
    "=HYPERLINK(\"http://example.org\",\"click\")",
    "+1+1",
    "@SUM(A1:A9)",
    "-2+3|cmd",
    "<script>alert(1)</script>",
    "[click](javascript:alert(1))",
    "![x](http://example.org/x.png)",
    "a\n# heading\n- [x] done\n```",
    "`code` **bold** | table &lt; \\ \u{1b}[31m",
];

#[test]
fn no_cell_is_run_by_a_spreadsheet() {
    for text in HOSTILE {
        let mut talk = Talk::over(definition(vec![template("a")]));
        talk.hear(saying(text).found("a", text, 0.9));
        let rows = rows(talk.view());
        assert_eq!(rows[0], ["key", "label", "category", "status", "confidence", "value", "quote", "turn"]);
        for cell in rows.iter().flatten() {
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']), "{cell:?}");
        }
        assert!(rows[1][5].ends_with(text.trim()), "the words are still there");
    }
    let number = filled(&[("a", json!(-2))]);
    assert_eq!(rows(number.view())[1][5], "-2", "a number stays one");
}

#[test]
fn nothing_in_the_markdown_is_acted_on() {
    for text in HOSTILE {
        let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
        talk.command(InterviewCommand::Retitle { title: text.replace('\n', " ") }).expect("a title");
        talk.hear(saying(text).found("a", text, 0.9));
        talk.by_hand(InterviewCommand::Defer { key: "b".into(), reason: Some(text.into()) }).expect("open");
        let page = markdown(talk.view());
        for line in page.lines() {
            let inert = line
                .replace("\\\\", "")
                .replace("\\`", "")
                .replace("\\*", "")
                .replace("\\[", "")
                .replace("\\]", "")
                .replace("\\!", "")
                .replace("\\|", "");
            assert!(!inert.contains('`') && !inert.contains("](") && !inert.contains('<'), "{line}");
            assert!(!line.contains('\u{1b}'), "{line:?}");
            let ours = ["# ", "## ", "- **", "  > ", "- [ ] ", "**", "Completeness"].iter().any(|start| line.starts_with(start));
            assert!(line.is_empty() || ours, "{line}");
        }
        assert_eq!(page.lines().filter(|line| line.starts_with("# ")).count(), 1, "one title");
    }
}

#[test]
fn the_json_keeps_every_text_byte_for_byte() {
    for text in HOSTILE {
        let mut talk = Talk::over(definition(vec![template("a").path("profile.a")]));
        talk.hear(saying(text).found("a", text, 0.9));
        let out = as_json(talk.view());
        assert_eq!(out["obligations"][0]["evidence"]["quote"], text);
        assert_eq!(out["profile"]["profile"]["a"], text.trim());
        let said = out["messages"].as_array().expect("messages").iter().find(|one| one["role"] == "user").expect("one");
        assert_eq!(said["content"], text);
    }
}

#[test]
fn the_summary_is_a_list_that_says_what_is_not_certain() {
    let mut talk = Talk::over(definition(vec![template("market"), template("offer")]));
    talk.hear(saying("Firms").found("market", "Firms", 0.9).found("offer", "Tea", 0.6));
    for _ in 1..10 {
        talk.hear(saying("well"));
    }
    let paper = markdown(talk.view());
    let summary = paper.split("## Summary\n\n").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("a summary");
    let lines: Vec<_> = summary.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(lines, ["- Market: Firms", "- Offer: Tea (not certain)"], "{summary}");
    assert!(paper.contains("- **Offer**: Tea (medium 0.6") && paper.contains(", not certain)"), "{paper}");
}
