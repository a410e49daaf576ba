//! Who shares the first place, where a question asks for the one that is first: a query of its own finds all that have the same.

use super::sql::{select_columns, select_items};
use domain::{
    ask::{Aside, Draft, NodeDraft, NodeFrom, Pick},
    tools::planner::{Answers, Plan},
};
use protocol::ask::{PlanStep, StepAction};
use std::collections::HashSet;

/// As many as an answer names.
const NAMED: usize = 5;

/// A query for all that have what the first one has.
#[derive(Debug, PartialEq)]
struct Ties {
    sql: String,
    /// Its rows are a name each, with nothing but what they are ranked by.
    are_named: bool,
}

/// Of what is no first place the draft stays as it is; its nodes are premises.
pub(super) fn add_ties(draft: &mut Draft, plan: &Plan) {
    let Some(ties) = find_ties(&plan.sql).filter(|_| plan.answers != Answers::Figure) else { return };
    let Some(step) = draft.plan.plan.steps.first().cloned() else { return };
    let number = u32::try_from(draft.plan.plan.steps.len()).unwrap_or(u32::MAX).saturating_add(1);
    let goal = "Find all that share the first place".to_owned();
    draft.plan.plan.steps.push(PlanStep { number, goal, action: StepAction::Query { sql: ties.sql }, ..step });
    let count = format!("P{}", draft.nodes.len() + 1);
    let names = format!("P{}", draft.nodes.len() + 2);
    let node = |id: &str, name: &str, from: NodeFrom| NodeDraft {
        id: id.to_owned(),
        name: name.to_owned(),
        from,
        confidence: plan.confidence,
    };
    draft.nodes.push(node(&count, "how many share the first place", NodeFrom::Step { number, pick: Pick::Count }));
    if ties.are_named {
        let from = NodeFrom::Step { number, pick: Pick::Column { column: 0 } };
        draft.nodes.push(node(&names, "all that share the first place", from));
    }
    let (who, lead) = if ties.are_named { (&names, "Tied for first place") } else { (&count, "Rows tied for first place") };
    // Of more the answer says how many; the proof has them all.
    let expression = format!("if({count} > {NAMED}, {count}, if({count} > 1, {who}, \"none\"))");
    draft.nodes.push(node("I1", "who shares the first place", NodeFrom::Formula { expression }));
    draft.asides.push(Aside { when: format!("{count} > 1"), text: format!("{lead}: {{I1}}.") });
}

/// None where a query does not order its rows by one of its columns and take the first of them, or only shows that column.
fn find_ties(sql: &str) -> Option<Ties> {
    let (rows, order) = sql.strip_suffix(" LIMIT 1")?.rsplit_once(" ORDER BY ")?;
    let items = select_items(rows)?;
    let names = select_columns(rows)?;
    let is_key = |item: &&&str| {
        let value = item.rsplit_once(" AS ").map_or(**item, |(value, _)| value);
        order.strip_prefix(value).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',']))
    };
    let (label, key) = (written_name(items.first()?), written_name(items.iter().find(is_key)?));
    // Sums are added in no fixed order, so equal ones may differ in their last bits.
    if ["SUM(", "AVG("].iter().any(|figure| order.contains(figure)) {
        return None;
    }
    // The last order may be that of a query within it.
    let is_whole = order.matches('(').count() == order.matches(')').count();
    let is_clear = names.iter().collect::<HashSet<_>>().len() == names.len();
    (label != key && is_whole && is_clear).then(|| Ties {
        sql: format!("SELECT {label} FROM ({rows}) AS ranked WHERE {key} = (SELECT {key} FROM ({sql}) AS best) ORDER BY {label}"),
        are_named: items.len() == 2,
    })
}

/// A column by its name alone, in the signs in which it is written: `b."name"` is `"name"`.
fn written_name(item: &str) -> &str {
    let last = item.rsplit_once(" AS ").map_or(item, |(_, alias)| alias);
    if last.starts_with(['"', '`']) { last } else { last.split_once('.').map_or(last, |(_, name)| name) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::rules::testing::{Project, queries};
    use domain::ask::{Planned, StepOutcome, conclude};
    use protocol::ask::{AskMode::Exploratory, AskTable};
    use serde_json::{Value, json};

    fn outcome(number: u32, columns: &[&str], rows: Vec<Vec<Value>>) -> StepOutcome {
        let columns = columns.iter().map(|column| (*column).to_owned()).collect();
        let table = AskTable { columns, row_count: rows.len() as u64, rows, ..AskTable::default() };
        StepOutcome { number, table, ..StepOutcome::default() }
    }

    #[test]
    fn all_that_share_the_first_place_are_looked_for() {
        for (sql, wanted) in [
            (
                "SELECT b.\"name\", COUNT(*) AS figure FROM b GROUP BY b.\"name\" ORDER BY COUNT(*) DESC, b.\"name\" LIMIT 1",
                Some((
                    "SELECT \"name\" FROM (SELECT b.\"name\", COUNT(*) AS figure FROM b GROUP BY b.\"name\") AS ranked \
                     WHERE figure = (SELECT figure FROM (",
                    true,
                )),
            ),
            (
                "SELECT `id`, `kind`, `a.b` FROM `t` ORDER BY `a.b`, `id` LIMIT 1",
                Some((
                    "SELECT `id` FROM (SELECT `id`, `kind`, `a.b` FROM `t`) AS ranked WHERE `a.b` = (SELECT `a.b` FROM (",
                    false,
                )),
            ),
            ("SELECT name, COUNT(*) AS figure FROM t GROUP BY name ORDER BY COUNT(*) DESC LIMIT 10", None),
            ("SELECT name, COUNT(*) AS figure FROM t GROUP BY name ORDER BY COUNT(*) DESC", None),
            ("SELECT name, SUM(total) AS figure FROM t GROUP BY name ORDER BY SUM(total) DESC LIMIT 1", None),
            ("SELECT name, city FROM t ORDER BY name LIMIT 1", None),
            ("SELECT name, total FROM t ORDER BY placed_on DESC LIMIT 1", None),
            ("SELECT a.name, b.name FROM t AS a, u AS b ORDER BY b.name LIMIT 1", None),
            ("SELECT name, total FROM t WHERE x IN (SELECT x FROM u ORDER BY total) LIMIT 1", None),
        ] {
            let label = if sql.contains('`') { "`id`" } else { "\"name\"" };
            let whole =
                |(begin, are_named): (&str, bool)| Ties { sql: format!("{begin}{sql}) AS best) ORDER BY {label}"), are_named };
            assert_eq!(find_ties(sql), wanted.map(whole), "{sql}");
        }
    }

    #[test]
    fn the_answer_says_who_shares_the_first_place_where_it_is_shared() {
        let project = Project::new(&["orders(id KEY, total REAL: 10.5, city TEXT: Oslo / Kobe)"]);
        for (question, ties, wanted) in [
            ("Which city has the most orders?", vec!["Kobe", "Oslo"], "Kobe (2). Tied for first place: Kobe, Oslo."),
            ("Which city has the most orders?", vec!["Kobe"], "Kobe (2)."),
            ("Which city has the most orders?", vec!["A", "B", "C", "D", "E", "F"], "Kobe (2). Tied for first place: 6."),
        ] {
            let planned = project.plan(question, Exploratory);
            assert_eq!(queries(&planned).len(), 2, "{planned:?}");
            let Planned::Draft(choice, draft) = planned else { panic!("a draft") };
            let ties = ties.into_iter().map(|city| vec![json!(city)]).collect();
            let outcomes = [outcome(1, &["city", "figure"], vec![vec![json!("Kobe"), json!(2)]]), outcome(2, &["city"], ties)];
            let answer = conclude(&draft, &choice, &outcomes);
            assert!(answer.text.ends_with(wanted), "{question}: {}", answer.text);
            assert_eq!(answer.tables.last().map(|table| table.rows.len()), Some(1), "the table is that of the question");
        }
    }

    #[test]
    fn what_asks_for_no_first_place_is_one_query() {
        let project = Project::new(&["orders(id KEY, total REAL: 10.5, city TEXT: Oslo / Kobe)"]);
        for question in ["How many orders are there?", "How many orders by city?", "What is the highest total of orders?"] {
            assert_eq!(queries(&project.plan(question, Exploratory)).len(), 1, "{question}");
        }
    }
}
