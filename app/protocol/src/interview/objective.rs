//! What an interview collects: the seed's `DiscoveryObjectiveDefinition` in its own camelCase (seed 000, Config Structure).

use crate::plain;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::{Number, Value};
use uuid::Uuid;

/// The three kinds of interview (seed 000, Three Context Types).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContextType {
    BusinessProfile,
    IdeaDiscovery,
    ProjectDiscovery,
}

/// What to collect, how the phases read, and when it is enough.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ObjectiveDefinition {
    pub display_name: String,
    #[serde(default)]
    pub description: String,
    pub obligations: Vec<ObligationTemplate>,
    #[serde(default)]
    pub phases: Phases,
    #[serde(default)]
    pub completion: Completion,
}

/// One thing that must become known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ObligationTemplate {
    /// Unique in its objective.
    pub key: String,
    /// Dot-notation path of the value in the finished profile, e.g. `constraints.timeline`.
    pub field_path: String,
    /// The question to ask.
    pub prompt: String,
    pub collection_type: CollectionType,
    pub widget_type: WidgetType,
    /// The values of a `choice` or `multiselect`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// What a `number` counts, e.g. `people`, `€` or `%`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The smallest `number` that is an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Number>,
    /// The largest `number` that is an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Number>,
    /// Keys that must be satisfied before this one is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dependencies: Vec<String>,
    /// 1 to 10, higher is more important.
    pub priority: u8,
    /// Overrides the confidence that satisfies, e.g. `confidence >= 0.8`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub satisfied_when: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expertise_required: Option<String>,
    /// After so many questions without an answer it is deferred; 3 when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_attempts: Option<u32>,
    /// The name people read, e.g. "Target market"; made from the key when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What is meant, said on demand ("what do you mean?").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Why it is asked, said on demand ("why?").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Answers others might give, said on demand ("for example?").
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
    /// Other wordings of the question, for the second and third attempt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rephrasings: Vec<String>,
    /// How to follow up when the answer does not satisfy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow_up_strategy: Option<String>,
    /// The question pool it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool_id: Option<String>,
    /// Who brought it in; told when an interview begins, or when it is added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin_layer: Option<OriginLayer>,
    /// The objective, pool, project or interview it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin_source_id: Option<Uuid>,
}

/// Who brought an obligation into an interview.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OriginLayer {
    /// It came with the product.
    BuiltIn,
    Tenant,
    Project,
    /// It was added in the interview itself.
    Session,
}

impl OriginLayer {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BuiltIn => "built_in",
            Self::Tenant => "tenant",
            Self::Project => "project",
            Self::Session => "session",
        }
    }
}

impl ObligationTemplate {
    /// The name people read: the label, or the key with its underscores opened ("target_market" → "Target market").
    #[must_use]
    pub fn name(&self) -> String {
        if let Some(label) = self.label.as_ref().filter(|label| !label.trim().is_empty()) {
            return label.clone();
        }
        // Keys are ASCII.
        let mut words = self.key.replace(['_', '-', '.'], " ").trim().to_owned();
        if let Some(first) = words.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        words
    }

    /// Which numbers are answers, e.g. "from 1 to 500 people"; `None` where any number is, and for what is no number.
    #[must_use]
    pub fn describe_bounds(&self) -> Option<String> {
        let mut words = match (&self.min, &self.max) {
            _ if self.widget_type != WidgetType::Number => return None,
            (Some(min), Some(max)) => format!("from {min} to {max}"),
            (Some(min), None) => format!("at least {min}"),
            (None, Some(max)) => format!("at most {max}"),
            (None, None) => return None,
        };
        if let Some(unit) = &self.unit {
            words.push_str(if unit == "%" { "" } else { " " });
            words.push_str(unit);
        }
        Some(words)
    }

    /// How often it may be asked.
    #[must_use]
    pub fn attempts_allowed(&self) -> u32 {
        self.max_attempts.unwrap_or(3)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CollectionType {
    /// Asked in the conversation.
    DirectQuestion,
    /// Taken from what is said; asked only when nothing else is left.
    Inferred,
    /// Found by research; asked only when nothing else is left.
    Research,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WidgetType {
    Text,
    Choice,
    Multiselect,
    Date,
    Number,
}

/// One value of a choice; in JSON a plain string or `{value,label,synonyms[]}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    pub value: String,
    pub label: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub synonyms: Vec<String>,
}

#[derive(Deserialize)]
struct FullChoice {
    value: String,
    label: Option<String>,
    #[serde(default)]
    synonyms: Vec<String>,
}

impl<'de> Deserialize<'de> for Choice {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let full = match Value::deserialize(from)? {
            Value::String(value) => FullChoice { value, label: None, synonyms: Vec::new() },
            other => plain::read::<FullChoice>(other).map_err(D::Error::custom)?,
        };
        let label = full.label.unwrap_or_else(|| full.value.clone());
        Ok(Self { value: full.value, label, synonyms: full.synonyms })
    }
}

/// The four phases with what each is for (seed 000, Session Phases).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Phases {
    pub opening: PhaseConfig,
    pub exploration: PhaseConfig,
    pub validation: PhaseConfig,
    pub closing: PhaseConfig,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PhaseConfig {
    pub goal: String,
    /// The first words of the phase, e.g. the greeting of `opening`.
    pub message: String,
}

/// When an interview is complete (seed 000, Completion criteria).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Completion {
    pub min_obligations_satisfied: u32,
    /// Mean confidence over what is satisfied, 0 to 1.
    pub min_confidence_score: f64,
    /// Keys that must be satisfied.
    pub required_obligations: Vec<String>,
}

impl Default for Completion {
    fn default() -> Self {
        Self { min_obligations_satisfied: 1, min_confidence_score: 0.7, required_obligations: Vec::new() }
    }
}

impl ContextType {
    pub const ALL: [Self; 3] = [Self::BusinessProfile, Self::IdeaDiscovery, Self::ProjectDiscovery];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BusinessProfile => "business_profile",
            Self::IdeaDiscovery => "idea_discovery",
            Self::ProjectDiscovery => "project_discovery",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|context| context.name() == name)
    }
}
