//! Switches of a tenant, each for a share of its users (seed 001, part D; COMPANIES.md, Answers).

use crate::{Fault, Refusal};
use protocol::UserId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlagMode {
    Off,
    /// Judged, but nothing is filtered.
    LogOnly,
    #[default]
    On,
}

impl FlagMode {
    pub const ALL: [Self; 3] = [Self::Off, Self::LogOnly, Self::On];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::LogOnly => "log_only",
            Self::On => "on",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flag {
    /// Layers 1 and 2.
    QueryUnderstanding,
    /// Layer 5.
    ValidationFilter,
    /// Layer 6.
    NoveltyFilter,
    SmartCache,
}

impl Flag {
    pub const ALL: [Self; 4] = [Self::QueryUnderstanding, Self::ValidationFilter, Self::NoveltyFilter, Self::SmartCache];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::QueryUnderstanding => "DISCOVERY_QUERY_UNDERSTANDING_ENABLED",
            Self::ValidationFilter => "DISCOVERY_VALIDATION_FILTER_ENABLED",
            Self::NoveltyFilter => "DISCOVERY_NOVELTY_FILTER_ENABLED",
            Self::SmartCache => "DISCOVERY_SMART_CACHE_ENABLED",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Switch {
    mode: FlagMode,
    /// Of users, 0 to 100. For the others it is off.
    percent: u8,
}

impl Default for Switch {
    fn default() -> Self {
        Self { mode: FlagMode::On, percent: 100 }
    }
}

/// All flags of a tenant: on for everybody unless somebody changed that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags([Switch; 4]);

impl Flags {
    /// What `PUT /api/v1/flags` brings: flags that it does not name stay as they are here.
    ///
    /// # Errors
    /// 422 with every fault: an unknown flag or mode, a percentage outside 0 to 100.
    pub fn changed(self, body: &Value) -> Result<Self, Refusal> {
        let Value::Object(fields) = body else { return Err(Refusal::invalid("body", "the body is not a JSON object")) };
        let (mut flags, mut faults) = (self, Vec::new());
        for (name, value) in fields {
            let Some(at) = Flag::ALL.iter().position(|flag| flag.name() == name) else {
                let name: String = name.chars().take(80).collect();
                faults.push(Fault::new(name.clone(), format!("there is no flag {name}")));
                continue;
            };
            match value {
                Value::Object(parts) => flags.0[at] = changed(flags.0[at], name, parts, &mut faults),
                _ => faults.push(Fault::new(name.as_str(), format!("{name} is not an object with mode and percent"))),
            }
        }
        match faults.first() {
            None => Ok(flags),
            Some(first) => Err(Refusal::faults(first.message.clone(), faults)),
        }
    }

    /// What is stored; what cannot be read is on, for filters fail closed.
    #[must_use]
    pub fn stored(value: &Value) -> Self {
        Self::default().changed(value).unwrap_or_default()
    }

    /// `{"DISCOVERY_…": {"mode": "on", "percent": 100}}`, as it is stored and answered.
    #[must_use]
    pub fn to_value(self) -> Value {
        let entry = |(flag, switch): (Flag, Switch)| {
            (flag.name().to_owned(), json!({"mode": switch.mode.name(), "percent": switch.percent}))
        };
        Value::Object(Flag::ALL.into_iter().zip(self.0).map(entry).collect())
    }

    /// What a flag is for a user.
    #[must_use]
    pub fn mode(self, flag: Flag, user: UserId) -> FlagMode {
        let at = Flag::ALL.iter().position(|one| *one == flag).unwrap_or_default();
        let switch = self.0[at];
        if bucket(flag, user) < switch.percent { switch.mode } else { FlagMode::Off }
    }
}

/// From 0 to 99, always the same for the same flag and user, and different flags divide users differently.
#[must_use]
pub fn bucket(flag: Flag, user: UserId) -> u8 {
    let digest = Sha256::new().chain_update(flag.name()).chain_update(user.0.as_bytes()).finalize();
    let number = digest[..8].iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    u8::try_from(number % 100).unwrap_or_default()
}

fn changed(switch: Switch, name: &str, parts: &Map<String, Value>, faults: &mut Vec<Fault>) -> Switch {
    let mut switch = switch;
    if let Some(mode) = parts.get("mode") {
        match FlagMode::ALL.into_iter().find(|one| mode.as_str() == Some(one.name())) {
            Some(mode) => switch.mode = mode,
            None => faults.push(Fault::new(format!("{name}.mode"), "mode is not one of off, log_only, on")),
        }
    }
    if let Some(percent) = parts.get("percent") {
        match percent.as_u64().filter(|percent| *percent <= 100).and_then(|percent| u8::try_from(percent).ok()) {
            Some(percent) => switch.percent = percent,
            None => faults.push(Fault::new(format!("{name}.percent"), "percent is not a whole number from 0 to 100")),
        }
    }
    switch
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const USER: UserId = UserId(Uuid::from_u128(7));

    #[test]
    fn they_are_on_until_they_are_changed_and_only_what_is_named_changes() {
        let flags = Flags::default();
        assert!(Flag::ALL.iter().all(|flag| flags.mode(*flag, USER) == FlagMode::On));
        let name = Flag::ValidationFilter.name();
        let flags = flags.changed(&json!({name: {"mode": "log_only"}})).expect("a known flag");
        assert_eq!(flags.mode(Flag::ValidationFilter, USER), FlagMode::LogOnly);
        assert_eq!(flags.mode(Flag::NoveltyFilter, USER), FlagMode::On);
        assert_eq!(Flags::stored(&flags.to_value()), flags);
        let nobody = flags.changed(&json!({name: {"percent": 0}})).expect("a known flag");
        assert_eq!(nobody.mode(Flag::ValidationFilter, USER), FlagMode::Off);
        assert_eq!(nobody.to_value()[name], json!({"mode": "log_only", "percent": 0}));
    }

    #[test]
    fn every_fault_is_named() {
        let name = Flag::SmartCache.name();
        let body = json!({"MAGIC": {}, name: {"mode": "maybe", "percent": 101}});
        let refusal = Flags::default().changed(&body).expect_err("three faults");
        assert_eq!(refusal.faults.len(), 3);
        for body in [json!([]), json!({name: true}), json!({name: {"percent": -1}}), json!({name: {"percent": 1.5}})] {
            assert!(Flags::default().changed(&body).is_err(), "{body}");
        }
        assert_eq!(Flags::stored(&json!("rubbish")), Flags::default(), "filters fail closed");
    }

    #[test]
    fn a_tenth_is_about_a_tenth_and_always_the_same_one() {
        let flags = Flags::default().changed(&json!({Flag::NoveltyFilter.name(): {"percent": 10}})).expect("a known flag");
        let users: Vec<UserId> = (0..2_000).map(|number| UserId(Uuid::from_u128(number))).collect();
        let on = |user: &&UserId| flags.mode(Flag::NoveltyFilter, **user) == FlagMode::On;
        let share = users.iter().filter(on).count();
        assert!((150..250).contains(&share), "{share}");
        let other = |user: &&UserId| bucket(Flag::SmartCache, **user) < 10;
        assert!(users.iter().filter(on).filter(other).count() < 50, "flags divide users differently");
    }
}
