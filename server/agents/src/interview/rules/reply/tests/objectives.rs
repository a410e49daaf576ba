//! The built-in objectives are well-formed, and every question in them can be asked as it stands.

use super::{BUSINESS, IDEA, PROJECT, objective};
use protocol::interview::{ObjectiveDefinition, WidgetType};
use std::collections::{BTreeSet, HashMap, HashSet};

fn each(check: impl Fn(&str, &ObjectiveDefinition)) {
    for (name, json) in [("business_profile", BUSINESS), ("idea_discovery", IDEA), ("project_discovery", PROJECT)] {
        check(name, &objective(json));
    }
}

#[test]
fn keys_paths_and_numbers_are_in_order() {
    each(|name, one| {
        let keys: HashSet<&str> = one.obligations.iter().map(|it| it.key.as_str()).collect();
        let paths: HashSet<&str> = one.obligations.iter().map(|it| it.field_path.as_str()).collect();
        assert_eq!(keys.len(), one.obligations.len(), "{name}: a key twice");
        assert_eq!(paths.len(), one.obligations.len(), "{name}: a path twice");
        assert!((10..=14).contains(&keys.len()), "{name}");
        for it in &one.obligations {
            assert!((1..=10).contains(&it.priority), "{name} {}", it.key);
            assert_eq!(
                matches!(it.widget_type, WidgetType::Choice | WidgetType::Multiselect),
                it.options.len() >= 2,
                "{name} {}: options belong to choices",
                it.key
            );
            let values: HashSet<&str> = it.options.iter().map(|option| option.value.as_str()).collect();
            assert_eq!(values.len(), it.options.len(), "{name} {}: an option twice", it.key);
        }
        let categories: BTreeSet<_> = one.obligations.iter().map(|it| it.category.as_deref().expect("a category")).collect();
        assert!((3..=4).contains(&categories.len()), "{name}: {categories:?}");
    });
}

#[test]
fn dependencies_exist_and_never_run_in_a_circle() {
    each(|name, one| {
        let depends: HashMap<&str, &Vec<String>> = one.obligations.iter().map(|it| (it.key.as_str(), &it.dependencies)).collect();
        let mut longest = 0;
        for it in &one.obligations {
            let mut open = vec![(it.key.as_str(), 0)];
            while let Some((key, depth)) = open.pop() {
                assert!(depth <= one.obligations.len(), "{name}: {} depends on itself", it.key);
                longest = longest.max(depth);
                open.extend(
                    depends
                        .get(key)
                        .unwrap_or_else(|| panic!("{name}: unknown {key}"))
                        .iter()
                        .map(|next| (next.as_str(), depth + 1)),
                );
            }
        }
        assert!(longest >= 2, "{name}: a chain of two is expected");
    });
}

#[test]
fn completion_can_be_reached() {
    each(|name, one| {
        let required = &one.completion.required_obligations;
        assert!((5..=7).contains(&required.len()), "{name}");
        assert!(required.iter().all(|key| one.obligations.iter().any(|it| it.key == *key)), "{name}");
        assert!(one.completion.min_obligations_satisfied as usize <= one.obligations.len(), "{name}");
        assert!((0.0..=0.9).contains(&one.completion.min_confidence_score), "{name}");
    });
}

#[test]
fn every_wording_asks_one_thing_and_is_unlike_the_others() {
    each(|name, one| {
        let mut seen = HashSet::new();
        for it in &one.obligations {
            assert_eq!(it.rephrasings.len(), 2, "{name} {}", it.key);
            for asked in it.rephrasings.iter().chain([&it.prompt]) {
                assert_eq!(asked.matches('?').count(), 1, "{name}: {asked}");
                assert!(asked.ends_with('?'), "{name}: {asked}");
                assert!(seen.insert(asked.to_lowercase()), "{name}: asked twice: {asked}");
            }
            for told in [&it.why, &it.description] {
                assert!(told.as_ref().is_some_and(|text| text.ends_with('.') && !text.contains('?')), "{name} {}", it.key);
            }
            assert!((2..=3).contains(&it.examples.len()), "{name} {}", it.key);
            assert!(it.follow_up_strategy.is_some(), "{name} {}", it.key);
        }
        for phase in [&one.phases.opening, &one.phases.exploration, &one.phases.validation, &one.phases.closing] {
            assert!(!phase.goal.is_empty() && !phase.message.is_empty() && !phase.message.contains('?'), "{name}");
        }
    });
}

#[test]
fn together_they_use_every_widget() {
    let mut seen = HashSet::new();
    for json in [BUSINESS, IDEA, PROJECT] {
        seen.extend(objective(json).obligations.iter().map(|it| it.widget_type));
    }
    assert_eq!(seen.len(), 5);
}

#[test]
fn the_rules_for_objectives_find_no_fault() {
    for json in [BUSINESS, IDEA, PROJECT] {
        let raw = serde_json::from_str(json).expect("JSON");
        assert_eq!(
            domain::interview::objective::parse(&raw).map(|one| one.display_name),
            Ok(objective(json).display_name.clone())
        );
    }
}
