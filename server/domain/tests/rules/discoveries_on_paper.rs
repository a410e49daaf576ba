//! Discoveries on paper: the evidence is there, and nothing that a reader would run.

use domain::runs::export::{html, json as as_json, markdown, rows};
use protocol::discovery::Discovery;
use serde_json::{Value, json};

fn discovery(name: &str) -> Discovery {
    let uuid = "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e";
    let insight = |id: &str, name: &str, status: &str, related: &[&str]| {
        json!({
            "id": id, "uuid": uuid, "analysis_area": "costs", "name": name, "description": format!("About {name}"),
            "severity": "high", "affected_count": 12, "risk_score": 0.5, "confidence": 0.9, "metrics": {"mean": 3.5, name: name},
            "indicators": [name], "target_segment": name, "source_steps": [1, 2],
            "validation": {
                "status": status, "verified_count": 110.0, "original_count": 100.0, "query": "SELECT 1", "reasoning": name,
                "claims": [
                    {"text": name, "kind": "count", "claimed": 100.0, "verified": 110.0, "status": "confirmed", "query": format!("SELECT '{name}'")},
                    {"text": "Half", "kind": "share", "claimed": -0.5, "verified": null, "status": "error", "query": "SELECT 2", "error": name},
                ],
                "challenges": [
                    {"question": "Without the largest?", "query": "SELECT 3", "found": 4.0, "holds": false, "objection": format!("One order is all of it {name}"), "engine": "built_in"},
                    {"question": "In both halves?", "query": "SELECT 4", "found": null, "holds": null, "objection": "unused"},
                ],
            },
            "chart": {"kind": "bars", "label": name, "points": [[name, 3.0], ["South", -1.5]]},
            "related_recommendation_ids": related, "engine": "built_in", "subject": "mean:cost",
            "history": {"state": "seen_again", "first_seen_at": "2026-01-02T00:00:00Z", "times_seen": 3, "previous": 90.0},
        })
    };
    let whole = json!({
        "id": uuid, "run_id": uuid, "project_id": uuid, "domain": "commerce", "category": name, "run_type": "partial", "goal": name,
        "areas_requested": [name], "total_steps": 9, "duration_ms": 61_000, "created_at": "2026-02-03T04:05:06Z",
        "insights": [insight("costs-1", name, "confirmed", &["rec-1"]), insight("costs-2", "Plain", "rejected", &[])],
        "recommendations": [{
            "id": "rec-1", "uuid": uuid, "category": "costs", "title": name, "description": name, "priority": 2, "target_segment": name,
            "segment_size": 12, "expected_impact": {"metric": name, "estimated_improvement": null, "reasoning": name}, "actions": [name],
            "effort": "low", "success_metrics": [name], "related_insight_ids": ["costs-1"], "confidence": 0.8, "engine": "built_in",
        }],
        "summary": {
            "text": "Total: 2 insights (costs: 2)", "total_insights": 2, "total_recommendations": 1, "queries_executed": 7,
            "errors": [name], "stopped_by": "max_steps", "changed_by_feedback": [{"feedback_id": uuid, "effect": format!("Left out: {name}")}],
            "gone": [{"uuid": uuid, "name": format!("Gone {name}"), "last_seen_at": "2026-01-01T00:00:00Z"}],
        },
    });
    serde_json::from_value(whole).expect("a discovery")
}

#[test]
fn both_documents_have_all_the_evidence() {
    let discovery = discovery("Pumps cost most");
    for (name, text) in [("markdown", markdown(&discovery)), ("html", html(&discovery))] {
        for part in [
            "Pumps cost most", "partial", "Total: 2 insights (costs: 2)", "1 min 1 s", "high", "confirmed", "rejected", "SELECT",
            "SELECT 2", "Without the largest?", "does not hold", "could not be checked", "One order is all of it",
            "Left out: Pumps cost most", "Gone Pumps cost most", "seen again", "not estimated", "#recommendation-1",
            "#insight-1", "id=\"insight-1\"", "id=\"recommendation-1\"",
        ] {
            assert!(text.contains(part), "{part} is missing in the {name}:\n{text}");
        }
        assert!(!text.contains("unused"), "what was not refuted has no objection");
    }
    assert!(markdown(&discovery).contains("claimed 100 → verified 110 (confirmed)"));
    assert!(markdown(&discovery).contains("| South | -1.5 |"));
    let page = html(&discovery);
    assert!(page.contains("<svg") && page.contains("<rect") && page.contains("@media print"));
    assert!(page.contains("<td class=\"number\">100</td><td class=\"number\">110</td>"));
}

#[test]
fn a_line_is_drawn_as_one() {
    let mut discovery = discovery("Costs");
    let chart =
        json!({"kind": "line", "label": "Repairs", "points": [["2026-01", 1e308], ["2026-02", -1e308], ["2026-03", 5.0]]});
    discovery.insights[0].chart = Some(serde_json::from_value(chart).expect("a chart"));
    let page = html(&discovery);
    assert!(page.contains("<polyline") && page.contains("2026-03") && !page.contains("NaN") && !page.contains("inf,"), "{page}");
    discovery.insights[0].chart.as_mut().expect("a chart").points.clear();
    discovery.insights[1].chart = None;
    assert!(!html(&discovery).contains("<svg"), "nothing to draw");
}

const HOSTILE: [&str; 9] = [
    "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "a | b\n| --- |\n# big\n<b>", "=cmd|' /C calc'!A0",
    "@SUM(A1)", "`````\n\n<script>x</script>", "SELECT\r<script>x</script>", "\u{202E}gnp.exe &amp; \u{2066}x",
    "]]>--><style>*{}</style>",
];

#[test]
fn nothing_that_a_reader_would_run_gets_through() {
    for name in HOSTILE {
        let discovery = discovery(name);
        let page = html(&discovery).to_lowercase();
        let (_, body) = page.split_once("</style>").expect("a style sheet");
        for tag in ["<script", "<img", "<style", "<b>", "javascript:"] {
            assert!(!body.contains(tag), "{tag} in the page of {name:?}");
        }
        assert_eq!(page.matches("</style>").count(), 1, "{name:?}");
        assert!(!page.contains(" style="), "a policy without inline styles would refuse it");
        let text = markdown(&discovery);
        let mut fence: Option<usize> = None;
        for line in text.split(['\n', '\r']) {
            let trimmed = line.trim_start();
            let ticks = trimmed.len() - trimmed.trim_start_matches('`').len();
            match fence {
                None if ticks >= 3 => fence = Some(ticks),
                Some(open) if ticks >= open && trimmed.trim_matches('`').trim().is_empty() => fence = None,
                Some(_) => assert!(line.is_empty() || line.starts_with("  "), "{line:?} leaves its entry for {name:?}"),
                None => {
                    assert!(!line.contains("<script") && !line.contains("<img") && !line.contains("<b>"), "{line:?}");
                    assert!(!line.contains('\u{202E}'), "{line:?} is turned around");
                }
            }
        }
        assert_eq!(fence, None, "every fence is closed for {name:?}");
        for row in rows(&discovery) {
            assert_eq!(row.len(), 19);
            for cell in row {
                assert!(!cell.starts_with(['=', '@', '+']), "{cell:?}");
                assert!(!cell.starts_with('-') || cell[1..].parse::<f64>().is_ok(), "{cell:?}");
            }
        }
    }
}

#[test]
fn other_scripts_keep_their_direction() {
    let discovery = discovery("تكلفة المضخات أعلى");
    let page = html(&discovery);
    assert!(page.contains("<h1 dir=\"auto\">تكلفة المضخات أعلى</h1>"));
    assert!(page.contains("<pre dir=\"ltr\">"));
    assert!(markdown(&discovery).starts_with("# تكلفة المضخات أعلى\n"));
}

#[test]
fn a_table_has_a_row_for_each_claim() {
    let mut discovery = discovery("Costs");
    let table = rows(&discovery);
    assert_eq!(table.len(), 1 + 4);
    let place = |name: &str| table[0].iter().position(|head| head == name).expect("a column");
    let of = |row: usize, name: &str| table[row][place(name)].as_str();
    assert_eq!((of(1, "claimed"), of(1, "verified"), of(1, "claim_status")), ("100", "110", "confirmed"));
    assert_eq!((of(2, "claimed"), of(2, "verified"), of(2, "error")), ("-0.5", "", "Costs"));
    assert_eq!((of(1, "recommendations"), of(3, "recommendations")), ("rec-1", ""));
    assert_eq!(of(1, "objections"), "One order is all of it Costs");
    discovery.insights[1].validation.claims.clear();
    assert_eq!(rows(&discovery).len(), 1 + 2 + 1, "no finding is lost");
}

#[test]
fn programs_get_all_of_it_with_the_logs() {
    let discovery = discovery("Costs");
    let logs = json!({"validation_log": [1, 2]});
    let whole = as_json(&discovery, Some(&logs));
    assert_eq!(whole["validation_log"], json!([1, 2]));
    assert_eq!(whole["insights"][0]["id"], "costs-1");
    assert_eq!(as_json(&discovery, None).get("validation_log"), None::<&Value>);
}
