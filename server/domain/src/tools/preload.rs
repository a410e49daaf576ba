//! Tables that a model gets in advance, without a call: those that are near to the project's seed patterns (seed 004, Context
//! Preload Cache).

use super::{one_line, search::Finder};
use crate::Refusal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Patterns of a project, and the longest of them.
const MOST_PATTERNS: usize = 50;
const LONGEST: usize = 200;
const MOST_TABLES: usize = 500;

/// The seed's settings with its own defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContextPreload {
    /// Words for what the project's questions are about: `sales`, `customer`, `revenue`.
    pub seed_patterns: Vec<String>,
    /// How near a table has to be to a pattern, from 0 to 1.
    #[serde(default = "threshold")]
    pub similarity_threshold: f64,
    /// How many tables at most, the nearest first.
    #[serde(default = "tables")]
    pub max_tables: usize,
}

const fn threshold() -> f64 {
    0.3
}

const fn tables() -> usize {
    50
}

impl ContextPreload {
    /// As it was given, with the seed's defaults for what was not.
    ///
    /// # Errors
    /// As [`ContextPreload::checked`].
    pub fn new(seed_patterns: Vec<String>, similarity: Option<f64>, most: Option<usize>) -> Result<Option<Self>, Refusal> {
        let (similarity_threshold, max_tables) = (similarity.unwrap_or_else(threshold), most.unwrap_or_else(tables));
        Self { seed_patterns, similarity_threshold, max_tables }.checked()
    }

    /// Patterns on one line each, every one once; nothing without any.
    ///
    /// # Errors
    /// What of it cannot be.
    pub fn checked(self) -> Result<Option<Self>, Refusal> {
        let refused = |field: &str, detail: String| Refusal::invalid(format!("context_preload.{field}").as_str(), detail);
        let mut patterns: Vec<String> = Vec::new();
        for pattern in self.seed_patterns.iter().filter(|pattern| !pattern.trim().is_empty()) {
            let pattern = one_line("context_preload.seed_patterns", pattern, LONGEST)?;
            if !patterns.iter().any(|known| known.to_lowercase() == pattern.to_lowercase()) {
                patterns.push(pattern);
            }
        }
        if patterns.len() > MOST_PATTERNS {
            return Err(refused("seed_patterns", format!("a project has at most {MOST_PATTERNS} seed patterns")));
        }
        if !(0.0..=1.0).contains(&self.similarity_threshold) {
            return Err(refused("similarity_threshold", "a similarity is a number from 0 to 1".to_owned()));
        }
        if !(1..=MOST_TABLES).contains(&self.max_tables) {
            return Err(refused("max_tables", format!("1 to {MOST_TABLES} tables can be told ahead")));
        }
        Ok((!patterns.is_empty()).then_some(Self { seed_patterns: patterns, ..self }))
    }

    /// The places of the tables that are near enough to any pattern, the nearest first.
    pub async fn chosen(&self, finder: &Finder) -> Vec<usize> {
        let mut near: BTreeMap<usize, f32> = BTreeMap::new();
        for pattern in &self.seed_patterns {
            for (place, nearness) in finder.tables_like(pattern).await {
                near.entry(place).and_modify(|known| *known = known.max(nearness)).or_insert(nearness);
            }
        }
        let mut near: Vec<(usize, f32)> =
            near.into_iter().filter(|(_, nearness)| f64::from(*nearness) >= self.similarity_threshold).collect();
        near.sort_by(|(left, near), (right, nearer)| nearer.total_cmp(near).then(left.cmp(right)));
        near.truncate(self.max_tables);
        near.into_iter().map(|(place, _)| place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::{
        catalog::{Column, Table},
        search::tests::futures_like::now,
    };

    fn preload(patterns: &[&str]) -> ContextPreload {
        let seed_patterns = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
        ContextPreload { seed_patterns, similarity_threshold: threshold(), max_tables: tables() }
    }

    fn catalog() -> Vec<Table> {
        let table = |name: &str, columns: &[&str]| Table {
            database: "shop".into(),
            name: name.into(),
            columns: columns.iter().map(|name| Column { name: (*name).into(), ..Column::default() }).collect(),
            ..Table::default()
        };
        vec![
            table("sales_orders", &["id", "total", "placed_at"]),
            table("customers", &["id", "name", "country"]),
            table("wards", &["id", "beds"]),
            table("log_entries", &["id", "level", "message"]),
        ]
    }

    #[test]
    fn tables_near_to_a_pattern_are_chosen() {
        let finder = now(Finder::build(&catalog(), &[], &[], &[], None));
        let chosen_by = |settings: ContextPreload| now(settings.chosen(&finder));
        let mut chosen = chosen_by(preload(&["sales", "customer"]));
        chosen.sort_unstable();
        assert_eq!(chosen, [0, 1]);
        assert_eq!(chosen_by(ContextPreload { max_tables: 1, ..preload(&["sales", "customer"]) }).len(), 1);
        assert!(chosen_by(ContextPreload { similarity_threshold: 1.0, ..preload(&["sales of last year"]) }).is_empty());
        assert!(chosen_by(preload(&["submarines"])).is_empty());
    }

    #[test]
    fn a_table_is_as_near_to_a_pattern_whatever_else_there_is() {
        let settings = ContextPreload { similarity_threshold: 0.6, ..preload(&["sales", "customer country"]) };
        let alone = catalog();
        let mut among = catalog();
        for number in 0..60 {
            let columns = ["customer", "sales", "country", "total"]
                .map(|name| Column { name: format!("{name}_{number}"), ..Column::default() })
                .to_vec();
            among.push(Table { database: format!("other_{number}"), name: format!("log_{number}"), columns, ..Table::default() });
        }
        let chosen = |tables: &[Table]| {
            let chosen = now(settings.chosen(&now(Finder::build(tables, &[], &[], &[], None))));
            chosen.into_iter().filter(|place| *place < alone.len()).collect::<Vec<_>>()
        };
        assert_eq!(chosen(&alone), [0, 1]);
        assert_eq!(chosen(&among), chosen(&alone));
    }

    #[test]
    fn settings_have_the_seeds_defaults_and_bounds() {
        let read: ContextPreload = serde_json::from_str(r#"{"seed_patterns": [" sales ", "Sales", ""]}"#).expect("settings");
        assert_eq!(read.checked(), Ok(Some(preload(&["sales"]))));
        assert_eq!(preload(&["", " "]).checked(), Ok(None));
        assert!(ContextPreload { similarity_threshold: 1.1, ..preload(&["a"]) }.checked().is_err());
        assert!(ContextPreload { similarity_threshold: f64::NAN, ..preload(&["a"]) }.checked().is_err());
        assert!(ContextPreload { max_tables: 0, ..preload(&["a"]) }.checked().is_err());
        assert!(preload(&["a"; 60]).checked().is_ok(), "one pattern, however often");
        let many: Vec<String> = (0..60).map(|number| number.to_string()).collect();
        assert!(ContextPreload { seed_patterns: many, ..preload(&[]) }.checked().is_err());
        assert!(preload(&[&"x".repeat(201)]).checked().is_err());
    }
}
