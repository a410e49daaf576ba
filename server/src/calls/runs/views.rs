//! Runs, estimates and findings as the pages show them.

use app::pages::runs::calls::{AreaShown, Counterpart, EstimateShown, FindingKind, RunCard, SourceStep, Unpriced};
use domain::runs::{
    Area, DiscoveryRow, Estimate, RunRow,
    prices::{PriceList, WarehousePrice},
};
use protocol::{
    RunId,
    discovery::Discovery,
    run::{CostRange, RunStep, RunType},
};
use serde_json::Value;
use std::collections::HashMap;

/// Rows of an answer that a page shows.
const ROWS: usize = 20;
/// Characters of what an area is about.
const ABOUT: usize = 200;

/// With how many come before it, where it is one of those that wait.
pub(super) fn card(row: &RunRow, waiting: &HashMap<RunId, u32>) -> RunCard {
    let run_type = row.run_type.map(|run_type| match run_type {
        RunType::Full => "full",
        RunType::Partial => "partial",
        RunType::Failed => "failed",
    });
    RunCard {
        id: row.id,
        goal: row.request.goal.clone(),
        status: row.status,
        run_type: run_type.map(str::to_owned),
        phase: row.phase,
        ahead: waiting.get(&row.id).copied().unwrap_or_default(),
        insights: row.insights,
        error: row.error.clone(),
        created_at: row.created_at,
        started_at: row.started_at,
        finished_at: row.finished_at,
    }
}

pub(super) fn area(area: Area) -> AreaShown {
    AreaShown { id: area.id, name: area.name, about: area.description.chars().take(ABOUT).collect() }
}

/// The estimate in sentences.
pub(super) fn estimate(estimate: &Estimate) -> EstimateShown {
    let mut lines = vec![match estimate.warehouse.estimated_queries {
        1 => "About 1 query.".to_owned(),
        queries => format!("About {queries} queries."),
    }];
    let tokens = estimate.llm.estimated_input_tokens + estimate.llm.estimated_output_tokens;
    lines.push(if tokens == 0 {
        "No model is asked: the built-in explorer works on this machine.".to_owned()
    } else {
        format!("{} is asked with about {tokens} tokens.", estimate.llm.model)
    });
    lines.extend(estimate.notes.iter().map(|note| domain::sentence(note)));
    EstimateShown { usd: price(estimate), lines, unpriced: Vec::new() }
}

/// What a limit in US dollars does not hold for, and where administrators mend that. A model without a price is never asked under
/// a limit; a database is, and nobody can tell what it costs.
pub(super) fn unpriced(estimate: &Estimate, prices: &PriceList, is_admin: bool) -> Vec<Unpriced> {
    let one = |what: String, page: &str| Unpriced { what, page: is_admin.then(|| page.to_owned()) };
    let model = estimate.llm.cost_usd.is_none().then(|| {
        let name = &estimate.llm.model;
        let what =
            format!("The price of {name} is not known: under a limit it is not asked, and the built-in explorer explores.");
        one(what, "/admin/models")
    });
    let kinds = estimate.warehouse.provider.split(", ").filter(|kind| !kind.is_empty());
    let unknown = kinds.filter(|kind| prices.warehouse(kind).as_ref().is_none_or(WarehousePrice::is_unknown));
    let databases = unknown.map(|kind| {
        let what = format!("The price of queries of {kind} is not known: the limit cannot be kept for them.");
        one(what, "/admin/prices")
    });
    model.into_iter().chain(databases).collect()
}

/// From the least to the most; none where a price is not known.
pub(super) fn price(estimate: &Estimate) -> Option<CostRange> {
    estimate.range.low.zip(estimate.range.high).map(|(low, high)| CostRange { low, high })
}

/// What a run found; none where an earlier release wrote it differently.
pub(super) fn discovery(row: &DiscoveryRow) -> Option<Discovery> {
    match serde_json::from_value(row.result.clone()) {
        Ok(found) => Some(found),
        Err(fault) => {
            tracing::debug!(%fault, discovery = %row.id, "a discovery of another release is not shown");
            None
        }
    }
}

/// Recommendations of an insight, or insights of a recommendation.
pub(super) fn counterparts(found: &Discovery, kind: FindingKind, id: &str) -> Vec<Counterpart> {
    match kind {
        FindingKind::Insight => {
            let related = found.recommendations.iter().filter(|one| one.related_insight_ids.iter().any(|of| of == id));
            let one = |one: &protocol::discovery::Recommendation| Counterpart {
                id: one.id.clone(),
                name: one.title.clone(),
                others: one.related_insight_ids.len(),
            };
            related.map(one).collect()
        }
        FindingKind::Recommendation => {
            let ids = found.recommendation(id).map(|one| one.related_insight_ids.as_slice()).unwrap_or_default();
            let one = |one: &protocol::discovery::Insight| Counterpart {
                id: one.id.clone(),
                name: one.name.clone(),
                others: one.related_recommendation_ids.len(),
            };
            ids.iter().filter_map(|id| found.insight(id)).map(one).collect()
        }
    }
}

/// A step with the rows that the log of its discovery keeps.
pub(super) fn source_step(step: RunStep, logs: &Value) -> SourceStep {
    let log = logs["exploration_log"].as_array().into_iter().flatten();
    let rows = log.into_iter().find(|one| one["number"] == step.number).map(|one| &one["rows"]);
    let (columns, rows) = rows.map(table).unwrap_or_default();
    SourceStep { step, columns, rows }
}

/// The columns and first rows of a digest.
fn table(digest: &Value) -> (Vec<String>, Vec<Vec<String>>) {
    let list = |of: &Value| of.as_array().cloned().unwrap_or_default();
    let name = |of: &Value| of.as_str().or(of["name"].as_str()).unwrap_or_default().to_owned();
    let columns: Vec<String> = list(&digest["columns"]).iter().map(name).collect();
    let rows = if digest["rows"].is_array() { list(&digest["rows"]) } else { list(&digest["first"]) };
    let cell = |of: &Value| match of {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let rows = rows.iter().take(ROWS).map(|row| list(row).iter().map(cell).collect()).collect();
    (columns, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{DiscoveryId, ProjectId, TenantId, Timestamp};
    use serde_json::json;
    use uuid::Uuid;

    #[test]
    fn what_another_release_wrote_is_not_shown_and_breaks_nothing() {
        let id = Uuid::from_u128(7);
        let row = |result| DiscoveryRow {
            id: DiscoveryId(id),
            run: RunId(id),
            tenant: TenantId(id),
            project: ProjectId(id),
            created_at: Timestamp(0),
            result,
            logs: Value::Null,
        };
        for result in [Value::Null, json!({}), json!({"insights": [{"id": "churn-1"}]})] {
            assert_eq!(discovery(&row(result)), None);
        }
    }

    #[test]
    fn what_has_no_price_is_named_with_the_page_that_sets_it() {
        let mut known = Estimate::default();
        known.llm.cost_usd = Some(0.0);
        known.warehouse.provider = "files, postgres".to_owned();
        let priced = WarehousePrice { kind: "postgres".into(), per_second_usd: Some(0.01), ..WarehousePrice::default() };
        let list = PriceList { warehouses: vec![priced], searches: Vec::new() };
        assert!(unpriced(&known, &list, true).is_empty(), "also where nobody knows how much is read");
        let mut unknown = known.clone();
        (unknown.llm.cost_usd, unknown.llm.model) = (None, "own-model".to_owned());
        let found = unpriced(&unknown, &PriceList::default(), true);
        let pages: Vec<Option<&str>> = found.iter().map(|one| one.page.as_deref()).collect();
        assert_eq!(pages, [Some("/admin/models"), Some("/admin/prices")]);
        assert!(found[0].what.contains("own-model") && found[1].what.contains("postgres"), "{found:?}");
        assert!(unpriced(&unknown, &PriceList::default(), false).iter().all(|one| one.page.is_none()));
    }

    #[test]
    fn rows_are_read_from_either_form_of_a_digest() {
        let small = json!({"columns": ["town", "n"], "row_count": 1, "rows": [["Hull", 3]]});
        assert_eq!(table(&small), (vec!["town".into(), "n".into()], vec![vec!["Hull".into(), "3".into()]]));
        let large = json!({"columns": [{"name": "n", "nulls": 0}], "row_count": 50, "first": [[1], [null]], "last": []});
        assert_eq!(table(&large), (vec!["n".into()], vec![vec!["1".into()], vec![String::new()]]));
        assert_eq!(table(&Value::Null), (Vec::new(), Vec::new()));
    }
}
