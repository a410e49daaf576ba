//! Language models: what is chosen and what was used.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Strength {
    Fast,
    Strong,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ModelProvider {
    Anthropic,
    Openai,
    Compatible,
    Gemini,
    Bedrock,
}

/// US dollars for a million tokens.
#[derive(Serialize, ToSchema)]
pub(crate) struct Price {
    input: f64,
    output: f64,
}

/// The models of a tenant, without their keys.
#[derive(Serialize, ToSchema)]
pub(crate) struct ModelsView {
    fast: ModelChoice,
    strong: ModelChoice,
    budget: ModelBudget,
    /// What will not work as one might think, in sentences.
    warnings: Vec<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ModelChoice {
    /// The tenant's own choice.
    chosen: Option<ChosenModel>,
    api_key_set: bool,
    /// The model that answers now; `null` where the built-in engine does.
    answers: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ChosenModel {
    provider: ModelProvider,
    model: String,
    base_url: Option<String>,
    /// As the tenant set it.
    price: Option<Price>,
    /// The one that is reckoned with.
    price_in_use: Option<Price>,
}

/// US dollars; `null` is no limit.
#[derive(Serialize, ToSchema)]
pub(crate) struct ModelBudget {
    day_usd: Option<f64>,
    session_usd: Option<f64>,
}

/// How a test call went.
#[derive(Serialize, ToSchema)]
pub(crate) struct TestView {
    strength: Strength,
    ok: bool,
    model: Option<String>,
    latency_ms: u64,
    reply: Option<String>,
    /// One word, e.g. `unauthorized`.
    error: Option<String>,
    /// The exact error.
    detail: Option<String>,
}

/// Calls summed up by group.
#[derive(Serialize, ToSchema)]
pub(crate) struct UsagePage {
    by: UsageBy,
    items: Vec<UsageLine>,
    next_cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UsageBy {
    Day,
    Session,
    Task,
    Model,
    Tenant,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct UsageLine {
    /// A day, an interview, a task, a model, the tenant.
    group: String,
    calls: u64,
    failed_calls: u64,
    input_tokens: u64,
    output_tokens: u64,
    cost_usd: f64,
    /// Calls whose price is not known: `cost_usd` is without them.
    unpriced_calls: u64,
    /// Calls whose tokens were counted from the text.
    estimated_calls: u64,
}

/// One call to a language model.
#[derive(Serialize, ToSchema)]
pub(crate) struct CallLine {
    id: Uuid,
    /// The interview that it was made for.
    session_id: Option<Uuid>,
    /// What it was made for, as it is followed: `interview:<id>`, `pack:<id>`.
    subject: Option<String>,
    task: String,
    strength: Strength,
    provider: ModelProvider,
    model: String,
    #[schema(format = DateTime)]
    created_at: String,
    /// `running`, `done`, `cancelled` or the kind of its failure.
    outcome: String,
    input_tokens: u64,
    output_tokens: u64,
    /// The tokens were counted from the text.
    estimated: bool,
    /// `null` where the price is not known.
    cost_usd: Option<f64>,
    attempts: u32,
    took_ms: u64,
    detail: String,
}
