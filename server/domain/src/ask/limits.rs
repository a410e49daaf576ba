//! How much one ask may take: what is reached ends it with what was found until then.

use protocol::{
    ask::{AskView, StepView},
    work::StepState,
};

/// Time that lookups and steps took, in milliseconds.
const MOST_WORK: u64 = 600_000;
/// Queries of lookups and of steps, failed attempts included.
const MOST_QUERIES: usize = 60;
/// Rows of all steps.
const MOST_STEP_ROWS: u64 = 1_000_000;
/// US dollars for models.
const MOST_USD: f64 = 10.0;
/// Tools that ask a database.
const ASKING: [&str; 3] = ["run_query", "verify_claim", "resolve_fact"];

/// The limit that lets no further step begin, as "60 queries".
#[must_use]
pub fn reached_limit(view: &AskView) -> Option<String> {
    if let Some(limit) = reached_queries(view) {
        return Some(limit);
    }
    let work: u64 = view.lookups.iter().map(|one| one.elapsed_ms).chain(view.steps.iter().map(|one| one.elapsed_ms)).sum();
    if work >= MOST_WORK {
        return Some(format!("{} seconds of work", MOST_WORK / 1_000));
    }
    let rows: u64 = view.steps.iter().filter_map(|step| step.table.as_ref()).map(|table| table.row_count).sum();
    (rows >= MOST_STEP_ROWS).then(|| format!("{MOST_STEP_ROWS} rows"))
}

/// The limit that lets this tool not be called any more.
#[must_use]
pub fn reached_by_tool(view: &AskView, tool: &str) -> Option<String> {
    if ASKING.contains(&tool) { reached_queries(view) } else { None }
}

fn reached_queries(view: &AskView) -> Option<String> {
    let looked = view.lookups.iter().filter(|one| ASKING.contains(&one.tool.as_str())).count();
    let queries = looked + view.steps.iter().map(queries_of).sum::<usize>();
    (queries >= MOST_QUERIES).then(|| format!("{MOST_QUERIES} queries"))
}

fn queries_of(step: &StepView) -> usize {
    let is_query = step.action == "query" && matches!(step.state, StepState::Done | StepState::Failed);
    if is_query { 1 + step.failed_attempts.len() } else { 0 }
}

/// The limit that lets no model be asked any more.
#[must_use]
pub fn reached_money(view: &AskView) -> Option<String> {
    (view.cost.usd >= MOST_USD).then(|| format!("{MOST_USD} US dollars"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        AskId, ConversationId, ProjectId, UserId,
        ask::{AskRequest, AskTable, Lookup},
    };
    use serde_json::Value;
    use uuid::Uuid;

    fn view() -> AskView {
        let place = (ProjectId(Uuid::nil()), ConversationId(Uuid::nil()));
        AskView::new(AskId(Uuid::nil()), place, UserId(Uuid::nil()), AskRequest::default(), None)
    }

    fn step(attempts: usize, rows: u64, elapsed_ms: u64) -> StepView {
        StepView {
            number: 1,
            goal: String::new(),
            action: "query".into(),
            state: StepState::Done,
            sql: None,
            tool: None,
            table: Some(AskTable { row_count: rows, ..AskTable::default() }),
            error: None,
            failed_attempts: vec!["no".to_owned(); attempts],
            warnings: Vec::new(),
            elapsed_ms,
        }
    }

    #[test]
    fn an_ask_ends_at_each_of_its_limits() {
        for (steps, wanted) in [
            (vec![step(2, 100_000, 30_000); 9], None),
            (vec![step(2, 10, 10); 20], Some("60 queries")),
            (vec![step(0, 100_000, 10); 10], Some("1000000 rows")),
            (vec![step(0, 10, 60_000); 10], Some("600 seconds of work")),
        ] {
            assert_eq!(reached_limit(&AskView { steps, ..view() }).as_deref(), wanted);
        }
        let lookup = Lookup { tool: "run_query".into(), arguments: Value::Null, result: String::new(), elapsed_ms: 1 };
        let looked = AskView { lookups: vec![lookup; 60], ..view() };
        assert_eq!(reached_by_tool(&looked, "run_query").as_deref(), Some("60 queries"));
        assert_eq!(reached_by_tool(&looked, "list_tables"), None);
        let mut costly = view();
        assert_eq!(reached_money(&costly), None);
        costly.cost.usd = 10.5;
        assert_eq!(reached_money(&costly).as_deref(), Some("10 US dollars"));
    }
}
