//! Random objectives over the keys that the steps speak of.

use proptest::{collection::vec, prelude::*, sample::select};
use protocol::interview::ObjectiveDefinition;
use testkit::{Shape, ShapeObjective, definition, template};

const KEYS: [&str; 6] = ["market", "size", "channel", "start", "wishes", "notes"];

/// One of them: its priority, its condition, how often it may be asked, what it waits for, whether it is required.
type Traits = (u8, Option<&'static str>, u32, Option<usize>, bool);

fn traits() -> impl Strategy<Value = Traits> {
    let conditions = vec![None, None, Some("confidence >= 0.6"), Some("value is set"), Some("confidence >= 0.95")];
    let waits_for = prop_oneof![2 => Just(None), 1 => (0..KEYS.len()).prop_map(Some)];
    (1..=10_u8, select(conditions), 1..4_u32, waits_for, prop::bool::weighted(0.3))
}

/// The same widgets as ever, so that the values fit; all else at random.
pub(super) fn objective() -> impl Strategy<Value = ObjectiveDefinition> {
    (vec(traits(), KEYS.len()), 0..5_u32, 0..=100_u8).prop_map(|(all, least, floor)| {
        let made = KEYS.iter().zip(&all).enumerate().map(|(at, (key, (priority, condition, attempts, waits_for, _)))| {
            let one = template(key).priority(*priority).attempts(*attempts);
            let one = match *key {
                "size" => one.number(),
                "channel" => one.choice(&["web", "shop"]),
                "start" => one.date(),
                "wishes" => one.several(&["fast", "cheap", "good"]).category("Wishes"),
                _ => one,
            };
            let one = condition.map_or(one.clone(), |condition| one.satisfied_when(condition));
            match waits_for {
                Some(other) if *other < at => one.after(&[KEYS[*other]]),
                _ => one,
            }
        });
        let required: Vec<&str> = KEYS.iter().zip(&all).filter(|(_, one)| one.4).map(|(key, _)| *key).collect();
        definition(made.collect()).requiring(&required).closing_with(least, f64::from(floor) / 100.0)
    })
}
