//! Two answers side by side: their difference is an inference over both.

use super::super::sql::select_columns;
use domain::{
    ask::{AnswerTemplate, Draft, NodeDraft, NodeFrom, Pick},
    runs::sql::quoted,
    tools::warehouse::Dialect,
};
use protocol::ask::{PlanStep, StepAction};

/// None where the rows of both cannot be set side by side.
pub(super) fn compare(one: &Draft, other: &Draft, dialect: Dialect) -> Option<Draft> {
    let (first, second) = (query(one)?, query(other)?);
    let (columns, beside) = (select_columns(&first)?, select_columns(&second)?);
    if columns != beside {
        return None;
    }
    let mut draft = one.clone();
    let step = |number: u32, goal: &str, sql: String, depends_on: Vec<u32>| PlanStep {
        number,
        goal: goal.to_owned(),
        databases: if depends_on.is_empty() { other.plan.plan.steps[0].databases.clone() } else { Vec::new() },
        tables: if depends_on.is_empty() { other.plan.plan.steps[0].tables.clone() } else { Vec::new() },
        inputs: depends_on.iter().map(|number| format!("step_{number}")).collect(),
        depends_on,
        action: StepAction::Query { sql },
    };
    let node = |id: &str, name: &str, from: NodeFrom| NodeDraft {
        id: id.to_owned(),
        name: name.to_owned(),
        from,
        confidence: one.confidence.min(other.confidence),
    };
    let (joined, nodes, text) = match columns.as_slice() {
        [figure] if figure == "figure" => {
            let cell = |number| NodeFrom::Step { number, pick: Pick::Cell { row: 0, column: 0 } };
            let nodes = vec![
                node("P1", &one.reading, cell(1)),
                node("P2", &other.reading, cell(2)),
                node("I1", "the difference", NodeFrom::Formula { expression: "P1 - P2".to_owned() }),
            ];
            let sql = "SELECT a.figure AS figure, b.figure AS beside, a.figure - b.figure AS difference FROM step_1 AS a CROSS JOIN step_2 AS b";
            let text = format!(
                "{}: {{P1}}. {}: {{P2}}. The difference is {{I1}}.",
                capitalize(&one.reading),
                capitalize(&other.reading)
            );
            (sql.to_owned(), nodes, text)
        }
        [label, figure] if figure == "figure" => {
            let label = quoted(dialect, label);
            // Rows that only one of them has are there too.
            let both = format!(
                "SELECT {label} AS label, figure AS own, NULL AS other FROM step_1 UNION ALL SELECT {label}, NULL, figure FROM step_2"
            );
            let sql = format!(
                "SELECT label, SUM(own) AS figure, SUM(other) AS beside, SUM(own) - SUM(other) AS difference FROM ({both}) AS pairs \
                 GROUP BY label ORDER BY SUM(own) DESC, label"
            );
            let nodes = vec![node("P1", &one.reading, NodeFrom::Step { number: 3, pick: Pick::Table })];
            let text = format!("{}, beside {}: {{found}}.", capitalize(&one.reading), other.reading);
            (sql, nodes, text)
        }
        _ => return None,
    };
    let reading = format!("{}, beside {}", one.reading, other.reading);
    draft.plan.plan.steps = vec![
        draft.plan.plan.steps.first()?.clone(),
        step(2, &other.reading, second, Vec::new()),
        step(3, &reading, joined, vec![1, 2]),
    ];
    draft.plan.discovered_context.tables.extend(other.plan.discovered_context.tables.iter().cloned());
    draft.plan.discovered_context.tables.dedup();
    draft.nodes = nodes;
    draft.answer =
        AnswerTemplate { nothing: format!("{}: nothing matches.", capitalize(&reading)), text, ..AnswerTemplate::default() };
    draft.answer_step = Some(3);
    draft.confidence = one.confidence.min(other.confidence);
    draft.reading = reading;
    Some(draft)
}

/// Of a draft that is one query, and at most the days that it counts back from.
fn query(draft: &Draft) -> Option<String> {
    let is_query = |step: &PlanStep| matches!(step.action, StepAction::Query { .. });
    match draft.plan.plan.steps.as_slice() {
        [PlanStep { action: StepAction::Query { sql }, .. }, rest @ ..]
            if draft.answer_step == Some(1) && rest.iter().all(is_query) =>
        {
            Some(sql.clone())
        }
        _ => None,
    }
}

fn capitalize(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default()
}
