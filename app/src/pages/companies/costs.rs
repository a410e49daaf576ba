use super::live::Searching;
use crate::{
    erased::{Erase, Memo},
    words::{companies as text, projects::took, runs},
};
use leptos::prelude::*;
use protocol::companies::{CompanySearchView, LayerCost, SearchLayer};

/// Layers that are paid for or judged, then the three that decide together: they have one time.
const SHOWN: [(SearchLayer, &str); 5] = [
    (SearchLayer::Understanding, text::layer(SearchLayer::Understanding)),
    (SearchLayer::Synthesis, text::layer(SearchLayer::Synthesis)),
    (SearchLayer::Search, text::layer(SearchLayer::Search)),
    (SearchLayer::Extraction, text::layer(SearchLayer::Extraction)),
    (SearchLayer::Validation, text::CHECK_AND_SCORE),
];

/// Who did each layer, how long it took and what it cost.
#[component]
pub(super) fn Costs(searching: Searching) -> impl IntoView {
    let rows = Memo::new(move |_| searching.with(rows));
    let shown = move || rows.with(|rows| section(rows));
    shown.erase()
}

fn section(rows: &[Row]) -> AnyView {
    if rows.is_empty() {
        return ().erase();
    }
    let rows: Vec<AnyView> = rows
        .iter()
        .map(|row| {
            let why = row.why.clone().map(|why| view! { <p class="quiet">{why}</p> }.erase());
            view! {
                <dt>{row.name}</dt>
                <dd dir="auto">{row.facts.clone()} {why}</dd>
            }
            .erase()
        })
        .collect();
    view! {
        <section class="card padded" aria-labelledby="costs-name" data-testid="costs">
            <h2 id="costs-name">{text::TOOK}</h2>
            <dl class="pairs small">{rows}</dl>
        </section>
    }
    .erase()
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    name: &'static str,
    facts: String,
    /// Why the built-in engine did it although there is a model.
    why: Option<String>,
}

/// Of the layers that are done; none before the first one is.
fn rows(view: &CompanySearchView) -> Vec<Row> {
    let done = SHOWN.into_iter().filter(|(layer, _)| view.has(*layer));
    let row = |(layer, name)| {
        let cost = view.cost(layer);
        Row { name, facts: facts(layer, &cost), why: why(view, layer, &cost) }
    };
    let mut rows: Vec<Row> = done.map(row).collect();
    if !rows.is_empty() {
        let usd = view.layers.iter().map(|one| one.cost.usd).sum();
        rows.push(Row { name: text::TOGETHER, facts: runs::usd(usd), why: None });
    }
    rows
}

fn facts(layer: SearchLayer, cost: &LayerCost) -> String {
    let engine = cost.engine.as_deref().map(text::engine);
    let is_model = cost.engine.as_deref().is_some_and(|engine| engine != text::BUILT_IN);
    let calls = (cost.llm_calls > 0).then(|| text::calls(cost.llm_calls, is_model));
    let usd = match layer {
        // It asks nobody outside.
        SearchLayer::Validation => None,
        // A price that is not set is not nothing; what a model took in vain may have been.
        _ if is_model && cost.usd <= 0.0 => Some(text::NO_PRICE.to_owned()),
        _ if cost.llm_calls > 0 && cost.usd <= 0.0 => None,
        _ => Some(runs::usd(cost.usd)),
    };
    let lost = (cost.lost_calls > 0).then(|| text::lost_calls(cost.lost_calls));
    let parts = [engine, calls, Some(took(cost.elapsed_ms)), usd, lost];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn why(view: &CompanySearchView, layer: SearchLayer, cost: &LayerCost) -> Option<String> {
    if let Some(why) = &cost.fell_back {
        return Some(text::fell_back(why));
    }
    if view.plan.model.is_none() || cost.engine.as_deref() != Some(text::BUILT_IN) {
        return None;
    }
    let is_first = matches!(layer, SearchLayer::Understanding | SearchLayer::Synthesis);
    let is_used_up = view.plan.max_llm_calls.is_some_and(|most| view.llm_calls() >= most);
    match layer {
        _ if is_first && view.plan.understands_by_rules => Some(text::MODEL_ONLY_READS.to_owned()),
        _ if is_used_up => Some(text::NO_CALL_LEFT.to_owned()),
        SearchLayer::Extraction if view.texts == 0 => Some(text::NO_TEXT.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        CompanySearchId, UserId,
        companies::{CompanyRequest, SearchPlan},
        work::StepState,
    };
    use uuid::Uuid;

    fn view(plan: SearchPlan, costs: [LayerCost; 5]) -> CompanySearchView {
        let (id, by) = (CompanySearchId(Uuid::nil()), UserId(Uuid::nil()));
        let mut view = CompanySearchView::new(id, by, "r".into(), CompanyRequest::default(), plan);
        for (layer, cost) in view.layers.iter_mut().zip(costs) {
            (layer.state, layer.cost) = (StepState::Done, cost);
        }
        view
    }

    fn cost(engine: Option<&str>, usd: f64, llm_calls: u32, fell_back: Option<&str>) -> LayerCost {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        LayerCost { elapsed_ms: 12, usd, llm_calls, engine: owned(engine), fell_back: owned(fell_back), lost_calls: 0 }
    }

    #[test]
    fn each_layer_says_who_did_it_for_how_much_and_why_not_the_model() {
        let model = Some("openai/gpt".to_owned());
        let plan = SearchPlan { model: model.clone(), ..SearchPlan::default() };
        let costs = [
            cost(model.as_deref(), 0.02, 1, None),
            cost(Some("built_in"), 0.01, 4, Some("it was no JSON")),
            cost(None, 0.02, 0, None),
            cost(model.as_deref(), 0.0, 2, None),
            cost(None, 0.0, 0, None),
        ];
        let rows: Vec<(&str, String, Option<String>)> =
            rows(&view(plan, costs)).into_iter().map(|row| (row.name, row.facts, row.why)).collect();
        let fell = "The built-in engine took over, because the model could not: it was no JSON".to_owned();
        let facts = |facts: &str| facts.to_owned();
        assert_eq!(
            rows,
            [
                ("Understand", facts("model openai/gpt, 1 call, 12 ms, 0.0200 USD"), None),
                ("Write queries", facts("built-in engine, 4 calls to the model, 12 ms, 0.0100 USD"), Some(fell)),
                ("Search", facts("12 ms, 0.0200 USD"), None),
                ("Read", facts("model openai/gpt, 2 calls, 12 ms, price unknown"), None),
                ("Check and score", facts("12 ms"), None),
                ("Total", facts("0.0500 USD"), None),
            ]
        );
    }

    #[test]
    fn a_model_that_was_not_to_be_used_says_so() {
        let built_in = || cost(Some("built_in"), 0.0, 0, None);
        let whys = |plan: SearchPlan| -> Vec<Option<String>> {
            let costs = [built_in(), built_in(), LayerCost::default(), built_in(), LayerCost::default()];
            rows(&view(plan, costs)).into_iter().map(|row| row.why).collect()
        };
        let reading = Some(text::NO_TEXT.to_owned());
        assert!(whys(SearchPlan::default()).iter().all(Option::is_none), "there is no model");
        let model = || SearchPlan { model: Some("openai/gpt".into()), ..SearchPlan::default() };
        let rules = Some(text::MODEL_ONLY_READS.to_owned());
        let by_rules = SearchPlan { understands_by_rules: true, ..model() };
        assert_eq!(whys(by_rules), [rules.clone(), rules, None, reading, None, None]);
        let none_left = Some(text::NO_CALL_LEFT.to_owned());
        let starved = SearchPlan { max_llm_calls: Some(0), ..model() };
        assert_eq!(whys(starved), [none_left.clone(), none_left.clone(), None, none_left, None, None]);
    }

    #[test]
    fn nothing_is_shown_before_a_layer_is_done() {
        let (id, by) = (CompanySearchId(Uuid::nil()), UserId(Uuid::nil()));
        let view = CompanySearchView::new(id, by, "r".into(), CompanyRequest::default(), SearchPlan::default());
        assert!(rows(&view).is_empty());
    }
}
