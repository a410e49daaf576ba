//! A search for companies as server-sent events: what happened so far, then whatever happens, until it is over.

use super::{
    companies::search_id,
    work_stream::{self, Followed},
};
use crate::{
    backend::Backend,
    web::{identity::Identity, problem::Problem},
};
use actors::live::Subscription;
use async_trait::async_trait;
use axum::{
    extract::{Path, State},
    response::sse::{Event, Sse},
};
use domain::{Failure, companies::CompanySearch};
use futures::Stream;
use http::HeaderMap;
use protocol::{
    CompanySearchId,
    account::Account,
    companies::{CompanySearchEvent, CompanySearchView, LayerCost},
    live::Recorded,
    work::Work,
};
use serde_json::{Value, json};
use std::{convert::Infallible, sync::Arc};

#[utoipa::path(get, path = "/api/v1/company-searches/{id}/stream", operation_id = "stream_company_search", tag = "companies", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = CompanySearchNews, description = "What happened and happens; Last-Event-ID resumes; ends with `done`", content_type = "text/event-stream"), (status = 404)))]
pub(super) async fn stream(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let id = search_id(&id)?;
    let search = FollowedSearch { backend: backend.clone(), account: identity.account.clone(), id };
    work_stream::stream(backend, identity, headers, search).await
}

struct FollowedSearch {
    backend: Backend,
    account: Account,
    id: CompanySearchId,
}

#[async_trait]
impl Followed for FollowedSearch {
    type Machine = CompanySearch;

    async fn follow(&self) -> Result<Subscription<CompanySearch>, Failure> {
        ::companies::follow_search(self.backend.companies(), &self.account, self.id).await
    }

    async fn events(&self, after: u64) -> Result<Vec<Recorded<CompanySearchEvent>>, Failure> {
        ::companies::search_events(self.backend.companies(), &self.account, self.id, after).await
    }

    async fn view(&self) -> Result<Arc<CompanySearchView>, Failure> {
        ::companies::search_view(self.backend.companies(), &self.account, self.id).await
    }

    fn work(view: &CompanySearchView) -> &Work {
        &view.work
    }

    fn is_last(event: &CompanySearchEvent) -> bool {
        matches!(event, CompanySearchEvent::Ended { .. })
    }

    fn describe(event: &CompanySearchEvent) -> Vec<Value> {
        vec![object(event)]
    }
}

/// `type` is `search`, `layer`, `asked`, `lost`, `answer`, `page` or `done`; which other fields there are depends on it.
#[derive(utoipa::ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "it only describes what is sent")]
pub(super) struct CompanySearchNews(Value);

fn object(event: &CompanySearchEvent) -> Value {
    let layer = |name: &str, cost: &LayerCost| json!({"type": "layer", "name": name, "elapsed_ms": cost.elapsed_ms, "cost": cost.usd, "engine": cost.engine});
    match event {
        CompanySearchEvent::Requested { id, request_id, .. } => {
            json!({"type": "search", "id": id, "request_id": request_id, "status": "pending"})
        }
        CompanySearchEvent::Started => json!({"type": "search", "status": "running"}),
        CompanySearchEvent::Understood { cost } => layer("understanding", cost),
        CompanySearchEvent::Synthesized { queries, cost } => {
            let mut object = layer("synthesis", cost);
            object["queries"] = json!(queries);
            object
        }
        CompanySearchEvent::Asked { calls } => json!({"type": "asked", "calls": calls}),
        CompanySearchEvent::Lost { calls, model } => json!({"type": "lost", "calls": calls, "model": model}),
        CompanySearchEvent::Answered { query, answer, .. } => {
            json!({"type": "answer", "query": query, "provider": answer.provider, "results": answer.results, "failed": answer.failed})
        }
        CompanySearchEvent::PageRead { failed } => json!({"type": "page", "failed": failed}),
        CompanySearchEvent::Extracted { texts, candidates, cost } => {
            let mut object = layer("extraction", cost);
            (object["texts"], object["candidates"]) = (json!(texts), json!(candidates));
            object
        }
        CompanySearchEvent::Concluded { companies, rejected, cost } => {
            let mut object = layer("validation", cost);
            (object["companies"], object["rejected"]) = (json!(companies), json!(rejected));
            object
        }
        CompanySearchEvent::Ended { status, error } => json!({"type": "done", "status": status, "error": error}),
    }
}
