//! What a run's look at its tables takes. Files are read in one pass; what is asked of a database is logged and counted as all other
//! queries of the run are.

use super::{
    super::{
        connections::{connected, of_fault},
        profile::profile_with_queries,
        query_log::asking,
        routing::dialect,
    },
    Piece,
};
use async_trait::async_trait;
use domain::{
    Failure,
    tools::{
        ProjectRow,
        answers::Held,
        catalog::{Table, TableProfile},
        warehouse::{Dialect, QueryLimits, Rows, Warehouse, WarehouseFault},
    },
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Instant,
};

/// One part in so many of the run's queries is left to the exploration, whatever the tables are like.
const LEFT: u32 = 2;

impl Piece {
    /// `queries` are those of this piece, of which nothing is stored yet.
    pub(super) async fn profile(
        &self,
        project: &ProjectRow,
        one: &Held,
        table: &Table,
        queries: &AtomicU32,
    ) -> Result<TableProfile, Failure> {
        let database = connected(&self.projects, project, &one.source).await?;
        let answer = if database.dialect() == Dialect::Files && project.filter.is_none() {
            database.profile(&table.name).await
        } else {
            let database = asking(&self.projects, project, &one.source, self.requester()).await?;
            let counted = Counted { database, piece: self, queries };
            profile_with_queries(&counted, project.filter.as_ref(), dialect(one), table).await
        };
        answer.map_err(|fault| of_fault(&fault))
    }

    /// Why no table is looked at any more after so many queries.
    fn looked_enough(&self, queries: u32) -> Option<String> {
        if let Some(why) = self.budget_reached(queries) {
            return Some(format!("the run reached its limit of {why} while it looked at its tables"));
        }
        let most = self.run.view.request.budget.queries?;
        let is_enough = self.run.view.cost.queries + queries >= most.div_ceil(LEFT);
        is_enough.then(|| format!("looking at tables took half of the {most} queries of the run: allow it more"))
    }
}

struct Counted<'p> {
    database: Arc<dyn Warehouse>,
    piece: &'p Piece,
    queries: &'p AtomicU32,
}

#[async_trait]
impl Warehouse for Counted<'_> {
    fn dialect(&self) -> Dialect {
        self.database.dialect()
    }

    async fn test(&self) -> Result<(), WarehouseFault> {
        self.database.test().await
    }

    async fn tables(&self) -> Result<Vec<Table>, WarehouseFault> {
        self.database.tables().await
    }

    async fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, WarehouseFault> {
        if let Some(why) = self.piece.looked_enough(self.queries.load(Ordering::Relaxed)) {
            return Err(WarehouseFault::Limit(why));
        }
        self.queries.fetch_add(1, Ordering::Relaxed);
        let begun = Instant::now();
        let found = self.database.query(sql, limits).await;
        let Piece { projects, run, tally, .. } = self.piece;
        tally.count(projects, run.tenant, self.dialect(), found.as_ref().ok(), begun.elapsed()).await;
        found
    }
}
