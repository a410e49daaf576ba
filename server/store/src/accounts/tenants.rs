//! `tenants`.

use crate::{
    Store,
    columns::{At, text},
    faults::fault,
    pools::{change, read},
};
use domain::{StoreFault, account::TenantRow};
use protocol::TenantId;
use uuid::Uuid;

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    slug: String,
    name: String,
    created_at: At,
}

impl Store {
    pub(super) async fn add_tenant(&self, row: TenantRow) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, $3, $4)";
        change!(self, |on| {
            let query = sqlx::query(SQL).bind(row.id.0).bind(text(&row.slug)).bind(text(&row.name)).bind(At(row.created_at));
            query.execute(on).await.map_err(fault)?;
        });
        Ok(())
    }

    pub(super) async fn find_tenant(&self, id: TenantId) -> Result<Option<TenantRow>, StoreFault> {
        const SQL: &str = "SELECT id, slug, name, created_at FROM tenants WHERE id = $1";
        let record: Option<Record> = read!(self, |on| sqlx::query_as(SQL).bind(id.0).fetch_optional(on).await.map_err(fault)?);
        Ok(record.map(Record::row))
    }

    pub(super) async fn find_tenant_by_slug(&self, slug: &str) -> Result<Option<TenantRow>, StoreFault> {
        const SQL: &str = "SELECT id, slug, name, created_at FROM tenants WHERE slug = $1";
        let record: Option<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(text(slug)).fetch_optional(on).await.map_err(fault)?);
        Ok(record.map(Record::row))
    }
}

impl Record {
    fn row(self) -> TenantRow {
        TenantRow { id: TenantId(self.id), slug: self.slug, name: self.name, created_at: self.created_at.0 }
    }
}
