//! What is to be collected: `elicitation_obligations` with the seed's 22 columns.

use crate::{
    Store,
    columns::{Score, count, text, word},
    datum::Datum,
    faults::fault,
    insert::Table,
    pools::read,
};
use domain::{StoreFault, interview::ObligationRow};
use protocol::{
    SessionId, TenantId,
    interview::{CollectionType, WidgetType},
};
use serde_json::Value;
use sqlx::types::Json;
use std::borrow::Cow;
use uuid::Uuid;

pub(crate) const OBLIGATIONS: Table = Table {
    name: "elicitation_obligations",
    columns: &[
        "session_id", "tenant_id", "obligation_key", "status", "collection_type", "widget_type", "dependencies", "source",
        "origin_layer", "origin_source_id", "pool_id", "task_priority", "negotiation_state", "confidence", "extracted_value",
        "attempts", "max_attempts", "last_attempt_turn", "satisfied_at_turn", "category", "field_path", "agent_notes",
        "follow_up_strategy", "satisfied_when", "expertise_required", "embedding",
    ],
    conflict: "ON CONFLICT (session_id, obligation_key) DO UPDATE SET status = excluded.status, \
        collection_type = excluded.collection_type, widget_type = excluded.widget_type, dependencies = excluded.dependencies, \
        source = excluded.source, origin_layer = excluded.origin_layer, origin_source_id = excluded.origin_source_id, \
        pool_id = excluded.pool_id, task_priority = excluded.task_priority, negotiation_state = excluded.negotiation_state, \
        confidence = excluded.confidence, extracted_value = excluded.extracted_value, attempts = excluded.attempts, \
        max_attempts = excluded.max_attempts, last_attempt_turn = excluded.last_attempt_turn, \
        satisfied_at_turn = excluded.satisfied_at_turn, category = excluded.category, field_path = excluded.field_path, \
        agent_notes = excluded.agent_notes, follow_up_strategy = excluded.follow_up_strategy, \
        satisfied_when = excluded.satisfied_when, expertise_required = excluded.expertise_required, \
        embedding = COALESCE(excluded.embedding, elicitation_obligations.embedding) WHERE elicitation_obligations.tenant_id = excluded.tenant_id",
};

pub(crate) fn write<'a>(row: &&'a ObligationRow, out: &mut Vec<Datum<'a>>) {
    let dependencies: Value = row.dependencies.iter().map(|key| text(key).into_owned()).collect();
    out.extend([
        Datum::id(row.session.0),
        Datum::id(row.tenant.0),
        Datum::text(&row.key),
        Datum::text(row.status.name()),
        Datum::text(collection(row.collection_type)),
        Datum::text(widget(row.widget_type)),
        Datum::Json(Some(Json(Cow::Owned(dependencies)))),
        Datum::maybe_text(row.source.as_deref()),
        Datum::text(&row.origin_layer),
        Datum::id(row.origin_source_id),
        Datum::maybe_text(row.pool_id.as_deref()),
        Datum::number(row.task_priority),
        Datum::maybe_json(row.negotiation_state.as_ref()),
        Datum::score(row.confidence),
        Datum::maybe_json(row.extracted_value.as_ref()),
        Datum::number(row.attempts),
        Datum::number(row.max_attempts),
        Datum::maybe_number(row.last_attempt_turn),
        Datum::maybe_number(row.satisfied_at_turn),
        Datum::maybe_text(row.category.as_deref()),
        Datum::text(&row.field_path),
        Datum::maybe_text(row.agent_notes.as_deref()),
        Datum::maybe_text(row.follow_up_strategy.as_deref()),
        Datum::maybe_text(row.satisfied_when.as_deref()),
        Datum::maybe_text(row.expertise_required.as_deref()),
        Datum::Bytes(row.embedding.as_deref()),
    ]);
}

const fn collection(of: CollectionType) -> &'static str {
    match of {
        CollectionType::DirectQuestion => "direct_question",
        CollectionType::Inferred => "inferred",
        CollectionType::Research => "research",
    }
}

const fn widget(of: WidgetType) -> &'static str {
    match of {
        WidgetType::Text => "text",
        WidgetType::Choice => "choice",
        WidgetType::Multiselect => "multiselect",
        WidgetType::Date => "date",
        WidgetType::Number => "number",
    }
}

#[derive(sqlx_macros::FromRow)]
struct Record {
    session_id: Uuid,
    tenant_id: Uuid,
    obligation_key: String,
    status: String,
    collection_type: String,
    widget_type: String,
    dependencies: Json<Vec<String>>,
    source: Option<String>,
    origin_layer: String,
    origin_source_id: Option<Uuid>,
    pool_id: Option<String>,
    task_priority: i32,
    negotiation_state: Option<Json<Value>>,
    confidence: Score,
    extracted_value: Option<Json<Value>>,
    attempts: i32,
    max_attempts: i32,
    last_attempt_turn: Option<i32>,
    satisfied_at_turn: Option<i32>,
    category: Option<String>,
    field_path: String,
    agent_notes: Option<String>,
    follow_up_strategy: Option<String>,
    satisfied_when: Option<String>,
    expertise_required: Option<String>,
    embedding: Option<Vec<u8>>,
}

impl Store {
    pub(crate) async fn read_obligations(&self, tenant: TenantId, session: SessionId) -> Result<Vec<ObligationRow>, StoreFault> {
        const SQL: &str = "SELECT session_id, tenant_id, obligation_key, status, collection_type, widget_type, dependencies, \
            source, origin_layer, origin_source_id, pool_id, task_priority, negotiation_state, confidence, extracted_value, \
            attempts, max_attempts, last_attempt_turn, satisfied_at_turn, category, field_path, agent_notes, \
            follow_up_strategy, satisfied_when, expertise_required, embedding \
            FROM elicitation_obligations WHERE tenant_id = $1 AND session_id = $2 ORDER BY task_priority DESC, obligation_key";
        let records: Vec<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(session.0).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(Record::row).collect()
    }

    pub(crate) async fn read_embedding_sizes(
        &self,
        tenant: TenantId,
        session: SessionId,
        key: Option<&str>,
    ) -> Result<Vec<(String, u64)>, StoreFault> {
        const ALL: &str = "SELECT obligation_key, CAST(LENGTH(embedding) AS BIGINT) FROM elicitation_obligations \
            WHERE tenant_id = $1 AND session_id = $2 AND embedding IS NOT NULL";
        // By its key: no other row is looked at.
        const ONE: &str = "SELECT obligation_key, CAST(LENGTH(embedding) AS BIGINT) FROM elicitation_obligations \
            WHERE tenant_id = $1 AND session_id = $2 AND obligation_key = $3 AND embedding IS NOT NULL";
        let rows: Vec<(String, i64)> = read!(self, |on| match key {
            Some(key) => {
                let query = sqlx::query_as(ONE).bind(tenant.0).bind(session.0).bind(key);
                query.fetch_all(on).await.map_err(fault)?
            }
            None => sqlx::query_as(ALL).bind(tenant.0).bind(session.0).fetch_all(on).await.map_err(fault)?,
        });
        Ok(rows.into_iter().map(|(key, bytes)| (key, u64::try_from(bytes).unwrap_or_default())).collect())
    }
}

impl Record {
    fn row(self) -> Result<ObligationRow, StoreFault> {
        Ok(ObligationRow {
            session: SessionId(self.session_id),
            tenant: TenantId(self.tenant_id),
            key: self.obligation_key,
            status: word(&self.status)?,
            collection_type: word(&self.collection_type)?,
            widget_type: word(&self.widget_type)?,
            dependencies: self.dependencies.0,
            source: self.source,
            origin_layer: self.origin_layer,
            origin_source_id: self.origin_source_id,
            pool_id: self.pool_id,
            task_priority: count(self.task_priority)?,
            negotiation_state: self.negotiation_state.map(|Json(value)| value),
            confidence: self.confidence.0,
            extracted_value: self.extracted_value.map(|Json(value)| value),
            attempts: count(self.attempts)?,
            max_attempts: count(self.max_attempts)?,
            last_attempt_turn: self.last_attempt_turn.map(count).transpose()?,
            satisfied_at_turn: self.satisfied_at_turn.map(count).transpose()?,
            category: self.category,
            field_path: self.field_path,
            agent_notes: self.agent_notes,
            follow_up_strategy: self.follow_up_strategy,
            satisfied_when: self.satisfied_when,
            expertise_required: self.expertise_required,
            embedding: self.embedding,
        })
    }
}
