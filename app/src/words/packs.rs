//! The domain pack of a project, its prompts and its secrets.

use protocol::{pack::PackStep, work::StepState};

pub(crate) const PACK: &str = "Pack";
pub(crate) const PACK_WHAT: &str = "A domain pack defines the areas that findings are sorted into, the instructions for language models, and key facts about the business.";
pub(crate) const AREAS: &str = "Areas of analysis";
pub(crate) const NO_AREAS: &str = "This pack has no areas: each table counts as one.";
pub(crate) const KEYWORDS: &str = "Keywords";
pub(crate) const TABLES: &str = "Tables";
pub(crate) const EXPORT: &str = "Export";
pub(crate) const KEEP: &str = "Save as a pack of the organisation";
pub(crate) const KEEP_WHAT: &str = "Other projects in its domain then use it too, and you can export it.";
pub(crate) const GENERATE: &str = "Generate the pack";
pub(crate) const GENERATE_WHAT: &str =
    "The areas are drafted from the project's tables, documents and profile. Connect its sources first. You can edit the draft.";
pub(crate) const CANCEL: &str = "Stop generating";
pub(crate) const FAILED: &str = "The pack could not be generated";
pub(crate) const STEPS: &str = "Steps";
pub(crate) const ACCEPT: &str = "Start discovery";
pub(crate) const ACCEPT_WHAT: &str = "The draft below is ready. Look through it, change what is wrong, and accept it.";
pub(crate) const EDIT: &str = "Edit as JSON";
pub(crate) const EDIT_HINT: &str = "Problems are listed when you save.";
pub(crate) const TO_PROMPTS: &str = "Prompts of this project";

pub(crate) const PROMPTS_WHAT: &str = "The instructions a language model gets in a discovery run. A run keeps the texts it started with. The built-in explorer does not use them.";
pub(crate) const PROMPTS_ADMINS: &str = "Only administrators can change prompts.";
pub(crate) const TEXT: &str = "Text";
pub(crate) const VARIABLES: &str = "Variables with a value here";
pub(crate) const RESET: &str = "Reset to default";

pub(crate) const SECRETS: &str = "Secrets";
pub(crate) const SECRETS_WHAT: &str = "They are stored encrypted and never shown again.";
pub(crate) const SET: &str = "Set";
pub(crate) const REPLACE: &str = "Replace";
pub(crate) const DELETE: &str = "Delete";
pub(crate) const NOT_SET: &str = "Not set";
pub(crate) const VALUE: &str = "New value";

pub(crate) fn origin(source: &str) -> &'static str {
    match source {
        "project" => "From this project",
        "tenant" => "From your organisation",
        "pack" => "From the pack",
        _ => "Built in",
    }
}

pub(crate) fn step(step: PackStep) -> &'static str {
    match step {
        PackStep::Survey => "Survey tables and documents",
        PackStep::Draft => "Write the areas",
    }
}

pub(crate) fn step_state(state: StepState) -> &'static str {
    match state {
        StepState::Waiting => "not yet",
        StepState::Running => "in progress",
        StepState::Done => "done",
        StepState::Failed => "failed",
    }
}

pub(crate) fn secret(name: &str) -> &'static str {
    match name {
        "llm-api-key" => "Key of the language model (llm-api-key)",
        _ => "Credentials of databases (warehouse-credentials)",
    }
}

pub(crate) fn secret_what(name: &str) -> &'static str {
    match name {
        "llm-api-key" => "Used for this project instead of the organisation's key.",
        _ => {
            "A password or token, or JSON with user and password. It is sent to each database of this project that has no secrets of its own."
        }
    }
}

pub(crate) fn delete_secret(name: &str) -> String {
    format!("Delete {name}")
}

pub(crate) fn reset(name: &str) -> String {
    format!("Reset {name} to default")
}

pub(crate) fn version(name: &str, version: &str) -> String {
    format!("{name}, version {version}")
}
