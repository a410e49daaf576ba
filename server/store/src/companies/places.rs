//! A tenant's own places: `company_places`.

use crate::{
    Store,
    accounts::log,
    columns::{At, document, text, word},
    faults::fault,
    pools::{read, transaction},
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::AuditEntry,
    companies::{PlaceRow, PlaceStore},
};
use protocol::{CompanyPlaceId, TenantId};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    name: String,
    aliases: Json<Value>,
    kind: String,
    city: Option<String>,
    region: Option<String>,
    country: Option<String>,
    created_at: At,
    updated_at: At,
}

impl Record {
    fn row(self) -> Result<PlaceRow, StoreFault> {
        Ok(PlaceRow {
            id: CompanyPlaceId(self.id),
            tenant: TenantId(self.tenant_id),
            name: self.name,
            aliases: super::parsed(self.aliases)?,
            kind: word(&self.kind)?,
            city: self.city,
            region: self.region,
            country: self.country,
            created_at: self.created_at.0,
            updated_at: self.updated_at.0,
        })
    }
}

#[async_trait]
impl PlaceStore for Store {
    async fn company_places(&self, tenant: TenantId) -> Result<Vec<PlaceRow>, StoreFault> {
        const SQL: &str = "SELECT id, tenant_id, name, aliases, kind, city, region, country, created_at, updated_at \
            FROM company_places WHERE tenant_id = $1 ORDER BY created_at, id";
        let records: Vec<Record> = read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(Record::row).collect()
    }

    async fn save_company_place(&self, row: PlaceRow, audit: AuditEntry) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO company_places \
            (id, tenant_id, name, name_key, aliases, kind, city, region, country, created_at, updated_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO UPDATE SET name = excluded.name, \
            name_key = excluded.name_key, aliases = excluded.aliases, kind = excluded.kind, city = excluded.city, \
            region = excluded.region, country = excluded.country, updated_at = excluded.updated_at \
            WHERE company_places.tenant_id = excluded.tenant_id";
        let (aliases, key) = (json!(row.aliases), row.key());
        transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(SQL).bind(row.id.0).bind(row.tenant.0).bind(text(&row.name)).bind(text(&key));
            let query = query.bind(document(&aliases)).bind(row.kind.name()).bind(row.city.as_deref().map(text));
            let query = query.bind(row.region.as_deref().map(text)).bind(row.country.as_deref().map(text));
            query.bind(At(row.created_at)).bind(At(row.updated_at)).execute(&mut *on).await.map_err(fault)?;
            log!(&mut *on, audit);
        });
        Ok(())
    }

    async fn delete_company_place(&self, tenant: TenantId, id: CompanyPlaceId, audit: AuditEntry) -> Result<bool, StoreFault> {
        const SQL: &str = "DELETE FROM company_places WHERE tenant_id = $1 AND id = $2";
        Ok(transaction!(self.pools(), |on, _dialect| {
            let gone = sqlx::query(SQL).bind(tenant.0).bind(id.0).execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if gone {
                log!(&mut *on, audit);
            }
            gone
        }))
    }
}
