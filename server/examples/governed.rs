//! A build of one's own: the whole server, and a rule for queries that only this company has.
//!
//! `cargo run --example governed` is used like `discovery`.

use async_trait::async_trait;
use domain::tools::warehouse::{Rows, WarehouseFault};
use server::extend::{Build, Middleware, Next, Query, QueryContext};
use std::sync::Arc;

/// Nobody asks what others earn, and every answer is short.
struct Governance {
    database: String,
}

#[async_trait]
impl Middleware for Governance {
    async fn query(&self, mut query: Query, next: Next<'_>) -> Result<Rows, WarehouseFault> {
        let named = warehouse::guard::tables_of(&query.sql, query.dialect)?;
        if named.iter().any(|parts| parts.last().is_some_and(|table| table.eq_ignore_ascii_case("salaries"))) {
            return Err(WarehouseFault::Refused(format!("the salaries in {} are nobody's business", self.database)));
        }
        query.limits.rows = query.limits.rows.min(2);
        next.run(query).await
    }
}

fn main() -> anyhow::Result<std::process::ExitCode> {
    let governance = |asked: &QueryContext| -> Option<Arc<dyn Middleware>> {
        // Databases of other names are not governed.
        (asked.database != "playground").then(|| Arc::new(Governance { database: asked.database.clone() }) as _)
    };
    Build::new().with_queries(governance).run()
}
