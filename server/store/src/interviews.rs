//! The port of interviews.

use crate::Store;
use async_trait::async_trait;
use domain::{
    StoreFault,
    interview::{
        AuditRow, FeedbackQuery, FeedbackRow, InterviewStore, ObligationRow, ResearchRow, SessionQuery, SessionRow, SummaryRow,
    },
};
use protocol::{SessionId, TenantId, UserId, interview::ContextType};

#[async_trait]
impl InterviewStore for Store {
    async fn session(&self, tenant: TenantId, session: SessionId) -> Result<Option<SessionRow>, StoreFault> {
        self.read_session(tenant, session).await
    }

    async fn sessions(&self, query: SessionQuery) -> Result<Vec<SessionRow>, StoreFault> {
        self.list_sessions(query).await
    }

    async fn session_counts(&self, tenant: TenantId, user: Option<UserId>) -> Result<(u64, u64), StoreFault> {
        self.count_sessions(tenant, user).await
    }

    async fn active_session(
        &self,
        tenant: TenantId,
        user: UserId,
        context: ContextType,
    ) -> Result<Option<SessionRow>, StoreFault> {
        self.read_active_session(tenant, user, context).await
    }

    async fn obligations(&self, tenant: TenantId, session: SessionId) -> Result<Vec<ObligationRow>, StoreFault> {
        self.read_obligations(tenant, session).await
    }

    async fn embedding_sizes(
        &self,
        tenant: TenantId,
        session: SessionId,
        key: Option<&str>,
    ) -> Result<Vec<(String, u64)>, StoreFault> {
        self.read_embedding_sizes(tenant, session, key).await
    }

    async fn audit(&self, tenant: TenantId, session: SessionId) -> Result<Vec<AuditRow>, StoreFault> {
        self.read_audit(tenant, session).await
    }

    async fn summaries(&self, tenant: TenantId, session: SessionId) -> Result<Vec<SummaryRow>, StoreFault> {
        self.read_summaries(tenant, session).await
    }

    async fn research(&self, tenant: TenantId, session: SessionId) -> Result<Vec<ResearchRow>, StoreFault> {
        self.read_research(tenant, session).await
    }

    async fn feedback(&self, query: FeedbackQuery) -> Result<Vec<FeedbackRow>, StoreFault> {
        self.list_feedback(query).await
    }
}
