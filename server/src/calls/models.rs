//! The questions of the page of language models.

use super::only_admins;
use crate::{
    backend::Backend,
    models::{show, usage_view},
    web::Problem,
};
use app::{calls::CallFault, pages::admin::models::calls::ModelCalls};
use async_trait::async_trait;
use domain::models::{UsageBy, UsageQuery};
use protocol::{
    account::Account,
    models::{ModelsPage, UsageView},
};

/// As many bars as a month has days.
const DAYS: u32 = 31;

pub(crate) struct ModelDesk(pub Backend);

#[async_trait]
impl ModelCalls for ModelDesk {
    async fn models(&self, who: &Account) -> Result<ModelsPage, CallFault> {
        only_admins(who)?;
        let view = show(&self.0, who.tenant_id).await?;
        let (days, tasks) = (sums(&self.0, who, UsageBy::Day).await?, sums(&self.0, who, UsageBy::Task).await?);
        Ok(ModelsPage { view, days, tasks, note: self.0.notes().take(who.user_id) })
    }
}

async fn sums(backend: &Backend, who: &Account, by: UsageBy) -> Result<Vec<UsageView>, Problem> {
    let query = UsageQuery { tenant: who.tenant_id, by, from: None, to: None, limit: DAYS, after: None };
    Ok(backend.model_store().usage(query).await?.into_iter().map(usage_view).collect())
}
