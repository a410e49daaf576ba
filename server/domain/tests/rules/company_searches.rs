//! A search asks what has no answer, within its budget, and nothing twice (seed 001, Layers 1 to 7; COMPANIES.md, Request).

use domain::{
    companies::{CompanySearch, Conclusion, SearchCommand, SearchEffect, SearchInput, SearchStep, StepNews, StepResult},
    live::{Append, Rows},
};
use protocol::{
    CompanySearchId, TenantId, UserId,
    companies::{CompanyRequest, LayerCost, ProviderAnswer, SearchLayer, SearchPlan},
    research::SearchProvider,
    work::{StepState, WorkStatus},
};
use serde_json::json;
use testkit::Stage;
use uuid::Uuid;

const ID: CompanySearchId = CompanySearchId(Uuid::from_u128(7));
const FREE: SearchProvider = SearchProvider::Searxng;
const PAID: [SearchProvider; 2] = [SearchProvider::SerpApi, SearchProvider::Brave];

fn stage(max_search_calls: Option<u32>) -> Stage<CompanySearch> {
    stage_of(SearchPlan { max_search_calls, ..SearchPlan::default() })
}

fn stage_of(plan: SearchPlan) -> Stage<CompanySearch> {
    let plan = SearchPlan { providers: vec![FREE, PAID[0], PAID[1]], ..plan };
    let (tenant, user) = (TenantId(Uuid::from_u128(8)), UserId(Uuid::from_u128(9)));
    let request = CompanyRequest { query_text: "Companies in ADGM".into(), ..CompanyRequest::default() };
    let mut stage = Stage::new(CompanySearch::new(tenant, user, ID, "mine".into(), request, plan));
    stage.give(SearchInput::Request { kept: Vec::new() }).expect("taken");
    stage
}

fn done(step: SearchStep, news: StepNews) -> SearchInput {
    SearchInput::Done { step, result: Box::new(StepResult { kept: Vec::new(), news }) }
}

fn ask(query: u16, provider: SearchProvider) -> SearchStep {
    SearchStep::Ask { query, provider }
}

fn answered(query: u16, provider: SearchProvider, results: u32) -> SearchInput {
    let answer = ProviderAnswer { provider, results, fresh: results, failed: None };
    done(ask(query, provider), StepNews::Answered { answer, new_texts: results, usd: 0.005 })
}

fn steps(effects: &[SearchEffect]) -> Vec<SearchStep> {
    let step = |effect: &SearchEffect| match effect {
        SearchEffect::Do(step) | SearchEffect::Stop(step) => *step,
    };
    effects.iter().map(step).collect()
}

/// Until the queries are asked: what is asked first.
fn searching(stage: &mut Stage<CompanySearch>, queries: usize) -> Vec<SearchStep> {
    let (_, effects) = stage.resume().expect("work");
    assert_eq!(steps(&effects), [SearchStep::Understand]);
    let (_, effects) = stage.give(done(SearchStep::Understand, StepNews::Understood(LayerCost::default()))).expect("taken");
    assert_eq!(steps(&effects), [SearchStep::Synthesize]);
    let queries = (0..queries).map(|number| format!("query {number}")).collect();
    let news = StepNews::Synthesized { queries, cost: LayerCost::default() };
    steps(&stage.give(done(SearchStep::Synthesize, news)).expect("taken").1)
}

#[test]
fn free_providers_are_asked_at_once_and_paid_ones_while_there_is_too_little() {
    let mut stage = stage(None);
    assert_eq!(searching(&mut stage, 2), [ask(0, FREE), ask(1, FREE)]);
    let after = |stage: &mut Stage<CompanySearch>, input| steps(&stage.give(input).expect("taken").1);
    assert_eq!(after(&mut stage, answered(0, FREE, 10)), [], "that is enough");
    assert_eq!(after(&mut stage, answered(1, FREE, 4)), [ask(1, PAID[0])]);
    assert!(stage.give(answered(1, FREE, 4)).is_err(), "an answer counts once");
    // The server dies: only what has no answer is asked again.
    stage.restart();
    assert_eq!(steps(&stage.resume().expect("work").1), [ask(1, PAID[0])]);
    let failed = ProviderAnswer { provider: PAID[0], results: 0, fresh: 0, failed: Some("it is away".into()) };
    let failed = done(ask(1, PAID[0]), StepNews::Answered { answer: failed, new_texts: 0, usd: 0.0 });
    assert_eq!(after(&mut stage, failed), [ask(1, PAID[1])]);
    assert_eq!(after(&mut stage, answered(1, PAID[1], 1)), [SearchStep::Extract], "nobody is left to ask");
    assert_eq!(stage.machine.view.search_calls(), 4);

    let news = StepNews::Extracted { texts: 15, candidates: 3, cost: LayerCost::default() };
    assert_eq!(after(&mut stage, done(SearchStep::Extract, news)), [SearchStep::Conclude]);
    let conclusion = Conclusion { companies: 1, rejected: 2, response: json!({"success": true}), ..Conclusion::default() };
    let (append, effects) = stage.give(done(SearchStep::Conclude, StepNews::Concluded(Box::new(conclusion)))).expect("taken");
    assert!(effects.is_empty() && !append.stream.open && append.stream.wake_at.is_none());
    let Append { rows: Rows::Search(rows), .. } = append else { panic!("rows of a search") };
    assert_eq!((rows.row.status, rows.row.response), (WorkStatus::Completed, Some(json!({"success": true}))));
    assert!((rows.row.usd - 0.015).abs() < 1e-9);
    assert!(stage.machine.view.layers.iter().all(|layer| layer.state == StepState::Done));
    assert!(stage.resume().is_none());
}

#[test]
fn a_budget_ends_the_asking_and_what_is_under_way_counts() {
    let mut stage = stage(Some(3));
    assert_eq!(searching(&mut stage, 2), [ask(0, FREE), ask(1, FREE)]);
    // Both want a paid provider, and one call is left.
    assert_eq!(steps(&stage.give(answered(1, FREE, 0)).expect("taken").1), [ask(1, PAID[0])]);
    assert_eq!(steps(&stage.give(answered(0, FREE, 0)).expect("taken").1), []);
    assert!(domain::companies::is_starved(&stage.machine.view));
    assert_eq!(steps(&stage.give(answered(1, PAID[0], 0)).expect("taken").1), [SearchStep::Extract]);

    let mut nothing = self::stage(Some(0));
    assert_eq!(searching(&mut nothing, 2), [SearchStep::Extract], "a budget of nothing asks nobody");
}

/// Nobody knows whether it was answered: it counts, and the query goes on without it.
#[test]
fn a_paid_call_that_a_server_died_with_is_noted_and_a_free_one_is_made_again() {
    let mut stage = stage(Some(3));
    assert_eq!(searching(&mut stage, 2), [ask(0, FREE), ask(1, FREE)]);
    assert_eq!(steps(&stage.give(answered(0, FREE, 0)).expect("taken").1), [ask(0, PAID[0])]);
    for _ in 0..2 {
        stage.restart();
        assert_eq!(steps(&stage.resume().expect("work").1), [ask(0, PAID[0]), ask(1, FREE)]);
        let lost: Vec<&[SearchProvider]> = stage.machine.view.queries.iter().map(|query| query.lost.as_slice()).collect();
        assert_eq!(lost, [&PAID[..1], &[]], "noted once");
    }
    assert_eq!(stage.machine.view.search_calls(), 3, "it counts against the budget");
    let failed = ProviderAnswer { provider: PAID[0], results: 0, fresh: 0, failed: Some("its answer is lost".into()) };
    let failed = done(ask(0, PAID[0]), StepNews::Answered { answer: failed, new_texts: 0, usd: 0.005 });
    assert_eq!(steps(&stage.give(failed).expect("taken").1), []);
    assert!((stage.machine.view.cost(SearchLayer::Search).usd - 0.01).abs() < 1e-9);
}

#[test]
fn only_so_many_paid_calls_are_under_way() {
    let mut stage = stage(None);
    assert_eq!(searching(&mut stage, 6).len(), 6);
    for query in 0..6 {
        let wanted = if query < 4 { vec![ask(query, PAID[0])] } else { Vec::new() };
        assert_eq!(steps(&stage.give(answered(query, FREE, 0)).expect("taken").1), wanted, "{query}");
    }
    assert_eq!(steps(&stage.give(answered(0, PAID[0], 10)).expect("taken").1), [ask(4, PAID[0])]);
}

#[test]
fn a_call_to_a_model_that_a_server_died_with_counts() {
    let mut stage = stage_of(SearchPlan { model: Some("openai/gpt".into()), max_llm_calls: Some(2), ..SearchPlan::default() });
    for lost in [0, 1, 2, 2] {
        assert_eq!(steps(&stage.resume().expect("work").1), [SearchStep::Understand]);
        assert_eq!(stage.machine.view.llm_calls(), lost, "no more than might be made");
        stage.restart();
    }
    assert_eq!(steps(&stage.resume().expect("work").1), [SearchStep::Understand]);
    stage.give(done(SearchStep::Understand, StepNews::Understood(LayerCost::default()))).expect("taken");
    let cost = stage.machine.view.cost(SearchLayer::Understanding);
    assert_eq!((cost.lost_calls, stage.machine.view.llm_calls()), (2, 2), "also once it is done");
}

#[test]
fn a_search_is_cancelled_with_everything_that_is_under_way() {
    let mut stage = stage(None);
    searching(&mut stage, 2);
    let (append, effects) = stage.give(SearchInput::Command(SearchCommand::Cancel)).expect("taken");
    assert_eq!(effects, [SearchEffect::Stop(ask(0, FREE)), SearchEffect::Stop(ask(1, FREE))]);
    assert!(!append.stream.open);
    assert_eq!(stage.machine.view.work.status, WorkStatus::Cancelled);
    assert!(stage.give(answered(0, FREE, 3)).is_err() && stage.give(SearchInput::Command(SearchCommand::Cancel)).is_err());
    assert!(!stage.machine.view.has(SearchLayer::Search));
}

#[test]
fn what_ends_its_server_again_and_again_is_given_up() {
    let mut stage = stage(None);
    for _ in 0..5 {
        assert_eq!(steps(&stage.resume().expect("work").1), [SearchStep::Understand]);
        stage.restart();
    }
    let (append, effects) = stage.resume().expect("an end");
    assert!(effects.is_empty() && !append.stream.open);
    assert_eq!(stage.machine.view.work.status, WorkStatus::Failed);
}

#[test]
fn what_goes_on_from_an_earlier_search_is_stored_once_and_over() {
    let plan = SearchPlan { providers: vec![FREE], cached: true, ..SearchPlan::default() };
    let request = CompanyRequest { query_text: "Companies in ADGM".into(), ..CompanyRequest::default() };
    let (tenant, user) = (TenantId(Uuid::from_u128(8)), UserId(Uuid::from_u128(9)));
    let mut stage = Stage::new(CompanySearch::new(tenant, user, ID, "mine".into(), request, plan));
    let conclusion = Conclusion { companies: 2, response: json!({"success": true}), ..Conclusion::default() };
    let result = || Box::new(StepResult { kept: Vec::new(), news: StepNews::Concluded(Box::new(conclusion.clone())) });
    let recall = || SearchInput::Recall { kept: Vec::new(), used: "k".into(), result: result() };
    let (append, effects) = stage.give(recall()).expect("taken");
    assert_eq!((append.expected, append.events.len(), append.stream.open, effects.len()), (0, 4, false, 0));
    let Rows::Search(rows) = append.rows else { panic!("rows of a search") };
    assert_eq!((rows.used.as_deref(), rows.row.companies, rows.row.status), (Some("k"), 2, WorkStatus::Completed));
    assert_eq!(rows.row.response, Some(json!({"success": true})));
    assert!(stage.give(recall()).is_err() && stage.resume().is_none(), "it is over");
}
