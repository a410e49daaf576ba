//! The three objectives that every tenant begins with.
//!
//! Whoever changes one of the files gives it a new version here and puts the old one into `earlier`: then every tenant gets it.

use super::parse;
use crate::Refusal;
use protocol::interview::{ContextType, ObjectiveDefinition};
use serde_json::Value;

/// An objective that comes with the product.
#[derive(Clone, Debug)]
pub struct BuiltIn {
    pub context_type: ContextType,
    pub version: &'static str,
    /// What it was in earlier versions of the product: an objective that has one of these was not changed by its tenant.
    pub earlier: &'static [&'static str],
    pub config: Value,
    pub definition: ObjectiveDefinition,
}

const TEXTS: [(ContextType, &str); 3] = [
    (ContextType::BusinessProfile, include_str!("../objectives/business_profile.json")),
    (ContextType::IdeaDiscovery, include_str!("../objectives/idea_discovery.json")),
    (ContextType::ProjectDiscovery, include_str!("../objectives/project_discovery.json")),
];

/// All three, read from the files beside this one.
///
/// # Errors
/// Never for the files as they are (a test reads them); the faults, should one be broken.
pub fn built_in() -> Result<Vec<BuiltIn>, Refusal> {
    TEXTS
        .into_iter()
        .map(|(context_type, text)| {
            let config: Value = serde_json::from_str(text).map_err(|fault| Refusal::invalid("config", fault.to_string()))?;
            let definition = parse(&config)?;
            Ok(BuiltIn { context_type, version: "1.0.1", earlier: &["1.0.0"], config, definition })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_objectives_are_sound() {
        let all = built_in().expect("sound definitions");
        assert_eq!(all.iter().map(|one| one.context_type).collect::<Vec<_>>(), ContextType::ALL);
        for one in all {
            let count = one.definition.obligations.len();
            assert!((10..=14).contains(&count), "{}: {count} obligations", one.definition.display_name);
        }
    }
}
