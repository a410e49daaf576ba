//! The rows of interviews, as the store of streams in memory keeps them.

use crate::memory_streams::{MemoryStreams, locked};
use async_trait::async_trait;
use domain::{
    StoreFault,
    interview::{
        AuditRow, FeedbackQuery, FeedbackRow, InterviewStore, ObligationRow, ResearchRow, SessionQuery, SessionRow, SummaryRow,
    },
};
use protocol::{
    SessionId, TenantId, UserId,
    interview::{ContextType, SessionStatus},
};

#[async_trait]
impl InterviewStore for MemoryStreams {
    async fn session(&self, tenant: TenantId, session: SessionId) -> Result<Option<SessionRow>, StoreFault> {
        self.pass().await?;
        Ok(self.rows(tenant, session, |rows| vec![rows.session.clone()]).pop())
    }

    async fn sessions(&self, query: SessionQuery) -> Result<Vec<SessionRow>, StoreFault> {
        self.pass().await?;
        let mut rows = self.list(|row| {
            row.tenant == query.tenant
                && query.user.is_none_or(|user| row.user == user)
                && query.context_type.is_none_or(|context| row.context_type == context)
                && query.status.is_none_or(|status| row.status == status)
                && query.words.split_whitespace().all(|word| row.title.to_lowercase().contains(&word.to_lowercase()))
                && query.after.is_none_or(|after| (row.updated_at, row.id) < after)
        });
        rows.truncate(query.limit as usize);
        Ok(rows)
    }

    async fn session_counts(&self, tenant: TenantId, user: Option<UserId>) -> Result<(u64, u64), StoreFault> {
        self.pass().await?;
        let of = |status| {
            let rows = self.list(|row| row.tenant == tenant && user.is_none_or(|user| row.user == user) && row.status == status);
            rows.len() as u64
        };
        Ok((of(SessionStatus::Active), of(SessionStatus::Completed)))
    }

    async fn active_session(
        &self,
        tenant: TenantId,
        user: UserId,
        context: ContextType,
    ) -> Result<Option<SessionRow>, StoreFault> {
        self.pass().await?;
        let rows = self.list(|row| {
            row.tenant == tenant && row.user == user && row.context_type == context && row.status == SessionStatus::Active
        });
        Ok(rows.into_iter().next())
    }

    async fn obligations(&self, tenant: TenantId, session: SessionId) -> Result<Vec<ObligationRow>, StoreFault> {
        self.pass().await?;
        Ok(self.rows(tenant, session, |rows| rows.obligations.clone()))
    }

    async fn embedding_sizes(
        &self,
        tenant: TenantId,
        session: SessionId,
        key: Option<&str>,
    ) -> Result<Vec<(String, u64)>, StoreFault> {
        let rows = self.obligations(tenant, session).await?;
        let wanted = rows.into_iter().filter(|row| key.is_none_or(|key| row.key == key));
        Ok(wanted.filter_map(|row| Some((row.key, row.embedding?.len() as u64))).collect())
    }

    async fn audit(&self, tenant: TenantId, session: SessionId) -> Result<Vec<AuditRow>, StoreFault> {
        self.pass().await?;
        Ok(self.rows(tenant, session, |rows| rows.audit.clone()))
    }

    async fn summaries(&self, tenant: TenantId, session: SessionId) -> Result<Vec<SummaryRow>, StoreFault> {
        self.pass().await?;
        Ok(self.rows(tenant, session, |rows| rows.summaries.clone()))
    }

    async fn research(&self, tenant: TenantId, session: SessionId) -> Result<Vec<ResearchRow>, StoreFault> {
        self.pass().await?;
        Ok(self.rows(tenant, session, |rows| rows.research.clone()))
    }

    async fn feedback(&self, query: FeedbackQuery) -> Result<Vec<FeedbackRow>, StoreFault> {
        self.pass().await?;
        let streams = locked(&self.shared.streams);
        let rows = streams.values().filter_map(|stream| stream.interview.as_ref());
        let given = rows.flat_map(|rows| &rows.feedback).filter(|row| row.tenant == query.tenant);
        let wanted = |row: &&FeedbackRow| {
            let rating = row.feedback.as_ref().map(|given| given.rating);
            rating.is_some_and(|rating| query.rating.is_none_or(|wanted| rating == wanted))
                && query.after.is_none_or(|after| (row.at, row.message) < after)
        };
        let mut rows: Vec<FeedbackRow> = given.filter(wanted).cloned().collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.at, row.message)));
        rows.truncate(query.limit as usize);
        Ok(rows)
    }
}
