//! `users`.

use super::{
    log,
    rights::{TELL, of_person},
};
use crate::{
    Store,
    columns::{At, text, word},
    faults::fault,
    insert::Dialect,
    pools::{newest_first, read, transaction},
    watch::RIGHTS,
};
use domain::{
    StoreFault,
    account::{AuditEntry, PageQuery, UserRow},
};
use protocol::{TenantId, UserId, account::Role};
use sqlx::QueryBuilder;
use uuid::Uuid;

macro_rules! columns {
    () => {
        "id, tenant_id, email, name, role, password_hash, created_at"
    };
}

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    email: String,
    name: String,
    role: String,
    password_hash: Option<String>,
    created_at: At,
}

/// The values of a user in the order of the columns.
macro_rules! bound {
    ($sql:expr, $row:expr) => {
        sqlx::query($sql)
            .bind($row.id.0)
            .bind($row.tenant.0)
            .bind(text(&$row.email))
            .bind(text(&$row.name))
            .bind($row.role.name())
            .bind($row.password_hash.as_deref())
            .bind(At($row.created_at))
    };
}

impl Store {
    pub(super) async fn add_user(&self, row: UserRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        const SQL: &str = concat!("INSERT INTO users (", columns!(), ") VALUES ($1, $2, $3, $4, $5, $6, $7)");
        transaction!(self.pools(), |on, _dialect| {
            bound!(SQL, row).execute(&mut *on).await.map_err(fault)?;
            if let Some(audit) = &audit {
                log!(&mut *on, audit);
            }
        });
        Ok(())
    }

    pub(super) async fn add_first_user(&self, row: UserRow) -> Result<bool, StoreFault> {
        /// Of two first visitors the second waits until the first is stored; SQLite has one writer anyway.
        const LOCK: &str = "LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE";
        const SQL: &str = concat!(
            "INSERT INTO users (",
            columns!(),
            ") SELECT $1, $2, $3, $4, $5, $6, $7 WHERE NOT EXISTS (SELECT 1 FROM users WHERE password_hash IS NOT NULL)"
        );
        Ok(transaction!(self.pools(), |on, dialect| {
            if dialect == Dialect::Postgres {
                sqlx::query(LOCK).execute(&mut *on).await.map_err(fault)?;
            }
            bound!(SQL, row).execute(&mut *on).await.map_err(fault)?.rows_affected() == 1
        }))
    }

    pub(super) async fn any_user(&self) -> Result<bool, StoreFault> {
        const SQL: &str = "SELECT 1 FROM users WHERE password_hash IS NOT NULL LIMIT 1";
        let found: Option<i32> = read!(self, |on| sqlx::query_scalar(SQL).fetch_optional(on).await.map_err(fault)?);
        Ok(found.is_some())
    }

    /// Other nodes hear of it at the commit, so that what they remember of the person is looked at again.
    pub(super) async fn change_role(
        &self,
        tenant: TenantId,
        id: UserId,
        role: Role,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        const SQL: &str = "UPDATE users SET role = $3 WHERE tenant_id = $1 AND id = $2";
        let node = self.inner.node;
        Ok(transaction!(self.pools(), |on, dialect| {
            let set = sqlx::query(SQL).bind(tenant.0).bind(id.0).bind(role.name()).execute(&mut *on).await.map_err(fault)?;
            let known = set.rows_affected() == 1;
            if known && dialect == Dialect::Postgres {
                sqlx::query(TELL).bind(RIGHTS).bind(of_person(node, id)).execute(&mut *on).await.map_err(fault)?;
            }
            if let Some(audit) = audit.as_ref().filter(|_| known) {
                log!(&mut *on, audit);
            }
            known
        }))
    }

    /// Other nodes hear of it as of a change of the role: what they remember of the person says who they are.
    pub(super) async fn change_profile(
        &self,
        tenant: TenantId,
        id: UserId,
        name: &str,
        email: &str,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        const SQL: &str = "UPDATE users SET name = $3, email = $4 WHERE tenant_id = $1 AND id = $2";
        let node = self.inner.node;
        Ok(transaction!(self.pools(), |on, dialect| {
            let set = sqlx::query(SQL).bind(tenant.0).bind(id.0).bind(text(name)).bind(text(email));
            let known = set.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if known && dialect == Dialect::Postgres {
                sqlx::query(TELL).bind(RIGHTS).bind(of_person(node, id)).execute(&mut *on).await.map_err(fault)?;
            }
            if let Some(audit) = audit.as_ref().filter(|_| known) {
                log!(&mut *on, audit);
            }
            known
        }))
    }

    pub(super) async fn find_user(&self, id: UserId) -> Result<Option<UserRow>, StoreFault> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM users WHERE id = $1");
        let record: Option<Record> = read!(self, |on| sqlx::query_as(SQL).bind(id.0).fetch_optional(on).await.map_err(fault)?);
        record.map(Record::row).transpose()
    }

    pub(super) async fn find_user_by_email(&self, email: &str) -> Result<Option<UserRow>, StoreFault> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM users WHERE email = $1");
        let record: Option<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(text(email)).fetch_optional(on).await.map_err(fault)?);
        record.map(Record::row).transpose()
    }

    pub(super) async fn list_users(&self, tenant: TenantId) -> Result<Vec<UserRow>, StoreFault> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM users WHERE tenant_id = $1 ORDER BY email");
        let records: Vec<Record> = read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(Record::row).collect()
    }

    pub(super) async fn page_of_users(&self, tenant: TenantId, page: PageQuery) -> Result<Vec<UserRow>, StoreFault> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM users WHERE tenant_id = ");
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SQL);
            sql.push_bind(tenant.0);
            newest_first!(sql, "created_at", page);
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }
}

impl Record {
    fn row(self) -> Result<UserRow, StoreFault> {
        Ok(UserRow {
            id: UserId(self.id),
            tenant: TenantId(self.tenant_id),
            email: self.email,
            name: self.name,
            role: word(&self.role)?,
            password_hash: self.password_hash,
            created_at: self.created_at.0,
        })
    }
}
