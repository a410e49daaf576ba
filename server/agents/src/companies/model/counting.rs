//! A model whose calls are counted, and are no more than may be made.

use async_trait::async_trait;
use domain::models::{Deltas, LanguageModel, ModelFault, ModelName, ModelReply, ModelRequest, Strength};
use protocol::TenantId;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// For one judgement.
pub(super) struct CountedModel<'model> {
    model: &'model dyn LanguageModel,
    most: Option<u32>,
    calls: AtomicU32,
    is_cut: AtomicBool,
}

impl<'model> CountedModel<'model> {
    pub(super) fn new(model: &'model dyn LanguageModel, most: Option<u32>) -> Self {
        Self { model, most, calls: AtomicU32::new(0), is_cut: AtomicBool::new(false) }
    }

    pub(super) fn calls(&self) -> u32 {
        self.calls.load(Ordering::Relaxed)
    }

    /// One more call was wanted than might be made.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl LanguageModel for CountedModel<'_> {
    async fn chosen(&self, tenant: TenantId, strength: Strength) -> Result<Option<ModelName>, ModelFault> {
        self.model.chosen(tenant, strength).await
    }

    async fn ask(&self, request: ModelRequest, deltas: Option<&Deltas<'_>>) -> Result<ModelReply, ModelFault> {
        if self.most.is_some_and(|most| self.calls() >= most) {
            self.is_cut.store(true, Ordering::Relaxed);
            return Err(ModelFault::Refused("no further call may be made".to_owned()));
        }
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.model.ask(request, deltas).await
    }
}
