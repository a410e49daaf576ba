//! Obligations and objectives shaped in one line.

use protocol::interview::{Choice, CollectionType, ObjectiveDefinition, ObligationTemplate, WidgetType};

/// `template("budget").priority(9).number().after(&["goal"])`
pub trait Shape: Sized {
    #[must_use]
    fn priority(self, priority: u8) -> Self;
    #[must_use]
    fn after(self, dependencies: &[&str]) -> Self;
    #[must_use]
    fn choice(self, options: &[&str]) -> Self;
    #[must_use]
    fn several(self, options: &[&str]) -> Self;
    #[must_use]
    fn number(self) -> Self;
    /// A number of these, from the one to the other.
    #[must_use]
    fn number_within(self, min: i64, max: i64, unit: &str) -> Self;
    #[must_use]
    fn date(self) -> Self;
    #[must_use]
    fn satisfied_when(self, condition: &str) -> Self;
    #[must_use]
    fn category(self, category: &str) -> Self;
    #[must_use]
    fn attempts(self, most: u32) -> Self;
    #[must_use]
    fn path(self, field_path: &str) -> Self;
    #[must_use]
    fn collected(self, how: CollectionType) -> Self;
}

impl Shape for ObligationTemplate {
    fn priority(self, priority: u8) -> Self {
        Self { priority, ..self }
    }

    fn after(self, dependencies: &[&str]) -> Self {
        Self { dependencies: dependencies.iter().map(|&key| key.to_owned()).collect(), ..self }
    }

    fn choice(self, options: &[&str]) -> Self {
        Self { widget_type: WidgetType::Choice, options: choices(options), ..self }
    }

    fn several(self, options: &[&str]) -> Self {
        Self { widget_type: WidgetType::Multiselect, options: choices(options), ..self }
    }

    fn number(self) -> Self {
        Self { widget_type: WidgetType::Number, ..self }
    }

    fn number_within(self, min: i64, max: i64, unit: &str) -> Self {
        Self { min: Some(min.into()), max: Some(max.into()), unit: Some(unit.to_owned()), ..self.number() }
    }

    fn date(self) -> Self {
        Self { widget_type: WidgetType::Date, ..self }
    }

    fn satisfied_when(self, condition: &str) -> Self {
        Self { satisfied_when: Some(condition.into()), ..self }
    }

    fn category(self, category: &str) -> Self {
        Self { category: Some(category.into()), ..self }
    }

    fn attempts(self, most: u32) -> Self {
        Self { max_attempts: Some(most), ..self }
    }

    fn path(self, field_path: &str) -> Self {
        Self { field_path: field_path.into(), ..self }
    }

    fn collected(self, how: CollectionType) -> Self {
        Self { collection_type: how, ..self }
    }
}

fn choices(options: &[&str]) -> Vec<Choice> {
    options.iter().map(|&one| Choice { value: one.into(), label: one.into(), synonyms: Vec::new() }).collect()
}

/// `definition(…).requiring(&["goal"]).closing_with(2, 0.75)`
pub trait ShapeObjective: Sized {
    #[must_use]
    fn requiring(self, keys: &[&str]) -> Self;
    /// The least number of satisfied obligations and their least mean confidence.
    #[must_use]
    fn closing_with(self, satisfied: u32, confidence: f64) -> Self;
}

impl ShapeObjective for ObjectiveDefinition {
    fn requiring(mut self, keys: &[&str]) -> Self {
        self.completion.required_obligations = keys.iter().map(|&key| key.to_owned()).collect();
        self
    }

    fn closing_with(mut self, satisfied: u32, confidence: f64) -> Self {
        self.completion.min_obligations_satisfied = satisfied;
        self.completion.min_confidence_score = confidence;
        self
    }
}
