//! What administrators see of the settings. Keys are not among it.

use crate::backend::Backend;
use domain::{
    Failure,
    models::{Choice, LanguageModel, ModelSettings, Strength, UsageRow, known_price},
};
use protocol::{
    TenantId,
    models::{BudgetView, ChoiceView, ChosenView, ModelsView, UsageView},
};

pub(crate) async fn show(backend: &Backend, tenant: TenantId) -> Result<ModelsView, Failure> {
    let settings = backend.model_store().model_settings(tenant).await?.unwrap_or_default();
    let (fast, strong) =
        (choice(backend, tenant, &settings, Strength::Fast).await?, choice(backend, tenant, &settings, Strength::Strong).await?);
    let budget = BudgetView { day_usd: settings.budget.day, session_usd: settings.budget.session };
    Ok(ModelsView { warnings: warnings(backend, &settings), fast, strong, budget })
}

async fn choice(
    backend: &Backend,
    tenant: TenantId,
    settings: &ModelSettings,
    strength: Strength,
) -> Result<ChoiceView, Failure> {
    let answers = backend.models().chosen(tenant, strength).await.ok().flatten().map(|name| name.to_string());
    Ok(ChoiceView {
        chosen: settings.choice(strength).map(chosen),
        api_key_set: backend.secrets().has_secret(tenant, ModelSettings::key_id(strength)).await?,
        answers,
    })
}

fn chosen(choice: &Choice) -> ChosenView {
    ChosenView {
        provider: choice.provider,
        model: choice.model.clone(),
        base_url: choice.base_url.clone(),
        price: choice.price,
        price_in_use: choice.price(),
    }
}

fn warnings(backend: &Backend, settings: &ModelSettings) -> Vec<String> {
    let mut warnings: Vec<String> = Strength::ALL
        .into_iter()
        .filter_map(|strength| settings.choice(strength))
        .filter(|choice| choice.price.is_none() && known_price(&choice.name()).is_none())
        .map(|choice| {
            format!(
                "The price of {} is not known: its tokens are counted, its cost is not, and no budget holds for it.",
                choice.name()
            )
        })
        .collect();
    warnings.dedup();
    // The operator's choices speak for themselves where the tenant has none.
    if settings.fast.is_none() && settings.strong.is_none() {
        warnings.extend(backend.settings().models.remarks.iter().map(|remark| crate::calls::sentence(remark)));
    }
    warnings
}

pub(crate) fn usage_view(row: UsageRow) -> UsageView {
    UsageView {
        group: row.group,
        calls: row.calls,
        failed_calls: row.failed,
        input_tokens: row.usage.input,
        output_tokens: row.usage.output,
        cost_usd: row.cost,
        unpriced_calls: row.unpriced,
        estimated_calls: row.estimated,
    }
}
