//! The budget holds, also for calls that run at the same time.

use super::stage::{Stage, quick};
use domain::models::{Budget, BudgetScope, ModelFault, Provider, Usd};
use futures::future::join_all;
use testkit::Behaviour;

/// What the stub's calls cost at the stage's prices.
const ONE: i64 = 12 * 1_000 + 7 * 10_000;

#[tokio::test]
async fn nothing_is_asked_once_the_budget_is_spent() {
    // The worst case of the stage's request is about a dollar for a thousand of them.
    let budget = Budget { day: Some(Usd::dollars(0.0012)), session: None };
    let stage = Stage::with(Provider::Anthropic, quick(), budget).await;
    let mut answered = 0;
    let last = loop {
        match stage.ask().await {
            Ok(_) => answered += 1,
            Err(fault) => break fault,
        }
        stage.gateway.settled().await;
    };
    assert_eq!(last, ModelFault::BudgetSpent { scope: BudgetScope::Day, limit: Usd::dollars(0.0012) });
    assert_eq!(stage.stub.requests().len(), answered, "the refused call never left");
    let spent: i64 = stage.kept.ledger().iter().filter_map(|line| line.cost.cost).map(|cost| cost.0).sum();
    assert_eq!(spent, i64::try_from(answered).expect("few") * ONE);
    assert!(answered >= 1 && spent <= 1_200_000, "{answered} calls for {spent}");
}

#[tokio::test]
async fn calls_on_their_way_count_at_their_worst() {
    let budget = Budget { day: None, session: Some(Usd::dollars(0.0012)) };
    let stage = Stage::with(Provider::OpenAi, quick(), budget).await;
    stage.stub.always(Behaviour::Drips { pieces: vec!["a".into()], pause_ms: 200 });
    let results = join_all((0..8).map(|_| stage.ask())).await;
    let answered = results.iter().filter(|result| result.is_ok()).count();
    assert_eq!(answered, 1, "{results:?}");
    let refused =
        results.iter().filter(|result| matches!(result, Err(ModelFault::BudgetSpent { scope: BudgetScope::Subject(_), .. })));
    assert_eq!(refused.count(), 7);
}
