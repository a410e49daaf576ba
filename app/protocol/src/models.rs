//! Language models as pages and programs see them: what is chosen, what was used, how a test went. Never a key.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, ops};

/// Who serves a model, and by that which wire is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provider {
    Anthropic,
    #[serde(rename = "openai")]
    OpenAi,
    /// Whatever speaks OpenAI's chat completions at a base URL: Ollama, vLLM, llama.cpp, LM Studio.
    Compatible,
    Gemini,
    Bedrock,
}

impl Provider {
    pub const ALL: [Self; 5] = [Self::Anthropic, Self::OpenAi, Self::Compatible, Self::Gemini, Self::Bedrock];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::OpenAi => "openai",
            Self::Compatible => "compatible",
            Self::Gemini => "gemini",
            Self::Bedrock => "bedrock",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.name() == name)
    }

    /// The name as people know it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Anthropic => "Anthropic",
            Self::OpenAi => "OpenAI",
            Self::Compatible => "OpenAI-compatible (Ollama, vLLM, llama.cpp, LM Studio)",
            Self::Gemini => "Gemini",
            Self::Bedrock => "Amazon Bedrock",
        }
    }
}

/// Which of the two chosen models takes a task: the quick one or the thorough one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    Fast,
    Strong,
}

impl Strength {
    pub const ALL: [Self; 2] = [Self::Fast, Self::Strong];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Strong => "strong",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strength| strength.name() == name)
    }
}

/// What a model is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    Understand,
    Reply,
    Summarise,
    JudgeResearch,
    Reevaluate,
    DraftPack,
    Explore,
    MendQuery,
    Analyse,
    Challenge,
    Recommend,
    UnderstandSearch,
    SynthesizeQueries,
    ExtractCompanies,
    FrameOpportunities,
    ValidateArtifacts,
    ReviseArtifact,
    DesignSolutions,
    AssessFeasibility,
    RankOpportunities,
    PlanAsk,
    WordAnswer,
    Test,
}

impl Task {
    pub const ALL: [Self; 23] = [
        Self::Understand,
        Self::Reply,
        Self::Summarise,
        Self::JudgeResearch,
        Self::Reevaluate,
        Self::DraftPack,
        Self::Explore,
        Self::MendQuery,
        Self::Analyse,
        Self::Challenge,
        Self::Recommend,
        Self::UnderstandSearch,
        Self::SynthesizeQueries,
        Self::ExtractCompanies,
        Self::FrameOpportunities,
        Self::ValidateArtifacts,
        Self::ReviseArtifact,
        Self::DesignSolutions,
        Self::AssessFeasibility,
        Self::RankOpportunities,
        Self::PlanAsk,
        Self::WordAnswer,
        Self::Test,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Understand => "understand",
            Self::Reply => "reply",
            Self::Summarise => "summarise",
            Self::JudgeResearch => "judge_research",
            Self::Reevaluate => "reevaluate",
            Self::DraftPack => "draft_pack",
            Self::Explore => "explore",
            Self::MendQuery => "mend_query",
            Self::Analyse => "analyse",
            Self::Challenge => "challenge",
            Self::Recommend => "recommend",
            Self::UnderstandSearch => "understand_search",
            Self::SynthesizeQueries => "synthesize_queries",
            Self::ExtractCompanies => "extract_companies",
            Self::FrameOpportunities => "frame_opportunities",
            Self::ValidateArtifacts => "validate_artifacts",
            Self::ReviseArtifact => "revise_artifact",
            Self::DesignSolutions => "design_solutions",
            Self::AssessFeasibility => "assess_feasibility",
            Self::RankOpportunities => "rank_opportunities",
            Self::PlanAsk => "plan_ask",
            Self::WordAnswer => "word_answer",
            Self::Test => "test",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|task| task.name() == name)
    }
}

/// A provider's model, e.g. `anthropic/claude-haiku-4-5`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ModelName {
    pub provider: Provider,
    pub model: String,
}

impl ModelName {
    #[must_use]
    pub fn new(provider: Provider, model: impl Into<String>) -> Self {
        Self { provider, model: model.into() }
    }

    /// Reads `provider/model`; the model's own name may hold further slashes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (provider, model) = text.trim().split_once('/')?;
        Some(Self::new(Provider::parse(provider)?, model)).filter(|name| !name.model.is_empty())
    }
}

impl fmt::Display for ModelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.provider.name(), self.model)
    }
}

/// Money in billionths of a US dollar, so that one token at any price is a whole number; written as dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Usd(pub i64);

impl Usd {
    pub const NOTHING: Self = Self(0);
    const NANOS: f64 = 1e9;

    /// Out of range is clamped, NaN is nothing.
    #[must_use]
    pub fn dollars(dollars: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a float cast saturates, and no budget comes near nine billion dollars"
        )]
        let nanos = (dollars * Self::NANOS).round() as i64;
        Self(nanos)
    }

    #[must_use]
    pub fn in_dollars(self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "exact up to nine million dollars")]
        let nanos = self.0 as f64;
        nanos / Self::NANOS
    }
}

impl ops::Add for Usd {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl fmt::Display for Usd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dollars = self.in_dollars();
        if dollars != 0.0 && dollars.abs() < 0.01 { write!(f, "${dollars:.6}") } else { write!(f, "${dollars:.2}") }
    }
}

impl Serialize for Usd {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_f64(self.in_dollars())
    }
}

impl<'de> Deserialize<'de> for Usd {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        f64::deserialize(from).map(Self::dollars)
    }
}

/// Tokens of one call, or of many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    pub input: u64,
    pub output: u64,
}

/// US dollars for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    pub input: Usd,
    pub output: Usd,
}

/// What a tenant chose for both strengths, as its administrators see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelsView {
    pub fast: ChoiceView,
    pub strong: ChoiceView,
    pub budget: BudgetView,
    /// What will not work as one might think, in sentences.
    pub warnings: Vec<String>,
}

impl ModelsView {
    #[must_use]
    pub const fn choice(&self, strength: Strength) -> &ChoiceView {
        match strength {
            Strength::Fast => &self.fast,
            Strength::Strong => &self.strong,
        }
    }
}

/// One strength. The key itself is in no view: only whether there is one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChoiceView {
    /// The tenant's own choice.
    pub chosen: Option<ChosenView>,
    pub api_key_set: bool,
    /// The model that answers now: the tenant's choice or the operator's; none where the built-in engine does.
    pub answers: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChosenView {
    pub provider: Provider,
    pub model: String,
    pub base_url: Option<String>,
    /// As the tenant set it.
    pub price: Option<Price>,
    /// The one that is reckoned with: the tenant's, or the listed one; none where it is not known.
    pub price_in_use: Option<Price>,
}

/// US dollars; none is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BudgetView {
    pub day_usd: Option<Usd>,
    pub session_usd: Option<Usd>,
}

/// How a test call went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestView {
    pub strength: Strength,
    pub ok: bool,
    /// The model that was asked, if one is chosen.
    pub model: Option<String>,
    pub latency_ms: u64,
    /// What it said.
    pub reply: Option<String>,
    /// One word, e.g. `unauthorized`.
    pub error: Option<String>,
    /// The exact error.
    pub detail: Option<String>,
}

/// The calls of one group: a day, an interview, a task, a model, the tenant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsageView {
    pub group: String,
    pub calls: u64,
    pub failed_calls: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cost_usd: Usd,
    /// Calls whose price is not known: `cost_usd` is without them.
    pub unpriced_calls: u64,
    /// Calls whose tokens were counted from the text.
    pub estimated_calls: u64,
}

/// Everything on the page of language models.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelsPage {
    pub view: ModelsView,
    /// The newest first.
    pub days: Vec<UsageView>,
    pub tasks: Vec<UsageView>,
    /// What came of the form that was sent last.
    pub note: Option<ModelsNote>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "note", content = "of", rename_all = "snake_case")]
pub enum ModelsNote {
    Saved,
    /// What is wrong with what was entered, in sentences.
    Refused(Vec<String>),
    Tested(TestView),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let name = ModelName::parse("compatible/library/qwen3:8b").expect("a name");
        assert_eq!(name, ModelName::new(Provider::Compatible, "library/qwen3:8b"));
        assert_eq!(ModelName::parse(&name.to_string()), Some(name));
        for bad in ["", "gpt-5", "nobody/gpt-5", "openai/"] {
            assert_eq!(ModelName::parse(bad), None, "{bad}");
        }
        for provider in Provider::ALL {
            let written = serde_json::to_value(provider).expect("a name");
            assert_eq!(written, provider.name());
        }
        for task in Task::ALL {
            assert_eq!(serde_json::to_value(task).expect("a name"), task.name());
        }
    }

    #[test]
    fn money_is_written_as_dollars() {
        assert_eq!(Usd::dollars(0.1) + Usd::dollars(0.2), Usd::dollars(0.3));
        assert_eq!(serde_json::to_string(&Usd::dollars(12.5)).expect("a number"), "12.5");
        assert_eq!(Usd::dollars(3.0).to_string(), "$3.00");
        assert_eq!(Usd(250_000).to_string(), "$0.000250");
        assert_eq!(Usd::dollars(f64::NAN), Usd::NOTHING);
    }
}
