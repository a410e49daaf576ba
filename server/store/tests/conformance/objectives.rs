//! One objective is active per tenant and kind, whoever activates at the same time.

use crate::{
    ground::Ground,
    samples::{NOON, house, later, objective},
    stories,
};
use domain::{StoreFault, interview::ObjectiveStore};
use futures::future::join_all;
use protocol::{ObjectiveId, interview::ContextType};
use serde_json::json;
use uuid::Uuid;

stories!(an_objective_changes, only_one_is_active, a_version_stands_for_one_definition);

async fn an_objective_changes(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = ObjectiveId(Uuid::from_u128(100));
    let mut row = objective(house, id, false);
    row.built_in = false;
    store.insert_objective(row.clone()).await.expect("stored");
    assert_eq!(store.objective(house.tenant, id).await.expect("no fault"), Some(row.clone()));
    assert!(matches!(store.insert_objective(row.clone()).await, Err(StoreFault::Conflict)), "the id is taken");
    let second = objective(house, ObjectiveId(Uuid::from_u128(101)), true);
    assert!(matches!(store.insert_objective(second).await, Err(StoreFault::Conflict)), "another one is active");

    row.version = "1.1.0".into();
    row.display_name = "Größer".into();
    row.config = json!({"obligations": [{"key": "a", "priority": 10}], "completion": {"minConfidenceScore": 0.75}});
    row.updated_at = later(5);
    assert!(store.update_objective(row.clone()).await.expect("no fault"));
    assert_eq!(store.objective(house.tenant, id).await.expect("no fault"), Some(row.clone()));
    row.id = ObjectiveId(Uuid::from_u128(404));
    assert!(!store.update_objective(row).await.expect("no fault"));
    assert!(!store.activate_objective(house.tenant, ObjectiveId(Uuid::from_u128(404)), NOON).await.expect("no fault"));
    let active = store.active_objective(house.tenant, ContextType::ProjectDiscovery).await.expect("no fault");
    assert_eq!(active.map(|row| row.id), Some(house.objective), "an unknown one does not retire the active one");
}

async fn only_one_is_active(ground: Ground) {
    let (one, two) = (ground.open().await, ground.open().await);
    let house = house(&one, 1).await;
    let ids: Vec<_> = (0..10).map(|number| ObjectiveId(Uuid::from_u128(100 + number))).collect();
    for id in &ids {
        one.insert_objective(objective(house, *id, false)).await.expect("stored");
    }
    let mut idea = objective(house, ObjectiveId(Uuid::from_u128(200)), true);
    idea.context_type = ContextType::IdeaDiscovery;
    one.insert_objective(idea.clone()).await.expect("one active per kind");

    let activations = ids.iter().zip([&one, &two].into_iter().cycle());
    let outcomes = join_all(activations.map(|(id, store)| store.activate_objective(house.tenant, *id, later(9)))).await;
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Ok(true))), "{outcomes:?}");
    let all = one.objectives(house.tenant, 200, None).await.expect("a page");
    let active: Vec<_> = all.iter().filter(|row| row.active && row.context_type == ContextType::ProjectDiscovery).collect();
    assert_eq!(active.len(), 1, "{all:?}");
    assert_eq!(active[0].updated_at, later(9));
    assert!(ids.contains(&active[0].id));
    assert_eq!(two.active_objective(house.tenant, ContextType::IdeaDiscovery).await.expect("no fault"), Some(idea));
}

async fn a_version_stands_for_one_definition(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let row = |number: u128, config: &serde_json::Value| {
        let own = objective(house, ObjectiveId(Uuid::from_u128(number)), false);
        domain::interview::ObjectiveRow { built_in: false, display_name: "Exit".into(), config: config.clone(), ..own }
    };
    let (first, other) = (json!({"a": 1, "b": 2}), json!({"a": 2}));
    store.insert_objective(row(100, &first)).await.expect("stored");
    store.insert_objective(row(101, &json!({"b": 2, "a": 1}))).await.expect("the same definition, in another order");
    assert!(matches!(store.insert_objective(row(102, &other)).await, Err(StoreFault::Conflict)));
    for sound in [
        domain::interview::ObjectiveRow { version: "2.0.0".into(), ..row(103, &other) },
        domain::interview::ObjectiveRow { display_name: "Entry".into(), ..row(104, &other) },
        domain::interview::ObjectiveRow { context_type: ContextType::IdeaDiscovery, ..row(105, &other) },
    ] {
        store.insert_objective(sound).await.expect("stored");
    }
    let changed = row(103, &other);
    assert!(matches!(store.update_objective(changed).await, Err(StoreFault::Conflict)), "its version is taken");
    let kept = store.objective(house.tenant, ObjectiveId(Uuid::from_u128(103))).await.expect("no fault").expect("there");
    assert_eq!(kept.version, "2.0.0");
    let sole = domain::interview::ObjectiveRow { version: "2.0.0".into(), ..row(103, &first) };
    assert!(store.update_objective(sole).await.expect("no fault"), "the only one of its version");
}
