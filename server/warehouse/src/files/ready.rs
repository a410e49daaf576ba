//! The tables of a source made ready: every file that is not Parquet is converted to it once, in a separate process, because
//! files may contain anything.

use super::{
    alike,
    prepare::{self, Prepared},
    sheets, waiting, well_named,
};
use crate::{
    settings::FileTable,
    worker::{self, Job, Whose},
};
use domain::tools::{catalog::Table, warehouse::WarehouseFault};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// All tables of a source together.
const PATIENCE: Duration = Duration::from_secs(600);

/// A table by its name, or what is wrong with it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Made {
    pub(crate) name: String,
    pub(crate) table: Result<Prepared, WarehouseFault>,
}

/// All tables, each ready to be asked or with what is wrong with it. What was made of them goes when this goes.
pub(super) struct Ready {
    pub(super) tables: Vec<Made>,
    pub(super) described: Vec<Table>,
    _folder: Option<TempDir>,
}

impl Ready {
    pub(super) async fn prepare(tables: &[FileTable], whose: Whose) -> Result<Self, WarehouseFault> {
        if tables.is_empty() {
            return Ok(Self { tables: Vec::new(), described: Vec::new(), _folder: None });
        }
        let unwritable = |error: std::io::Error| {
            tracing::error!(%error, "there is no room for tables of files");
            WarehouseFault::Limit("the files cannot be made ready now; try again in a moment".to_owned())
        };
        let folder = tempfile::Builder::new().prefix("discovery-tables-").tempdir().map_err(unwritable)?;
        let made = if worker::is_set() {
            apart(tables, folder.path(), whose).await?
        } else {
            make(tables.to_vec(), folder.path()).await
        };
        well_named(made.iter().map(|made| made.name.as_str()))?;
        let described = made.iter().filter_map(|made| Some(describe(&made.name, made.table.as_ref().ok()?))).collect();
        Ok(Self { tables: made, described, _folder: Some(folder) })
    }

    /// Where the tables that a query names are, and of all where that is not known.
    pub(super) fn files(&self, named: Option<&[Vec<String>]>) -> Vec<(String, Vec<PathBuf>)> {
        let wanted = |name: &str| {
            named.is_none_or(|all| all.iter().any(|parts| parts.last().is_some_and(|last| last.eq_ignore_ascii_case(name))))
        };
        let ready = self.tables.iter().filter(|made| wanted(&made.name));
        ready.filter_map(|made| Some((made.name.clone(), made.table.as_ref().ok()?.files.clone()))).collect()
    }
}

fn describe(name: &str, prepared: &Prepared) -> Table {
    Table {
        name: name.to_owned(),
        columns: prepared.columns.clone(),
        row_count: Some(prepared.rows),
        conversions: prepared.conversions.clone(),
        ..Table::default()
    }
}

/// Makes all in one process. If one of them ends it, each gets its own process, so that the others are not lost.
async fn apart(tables: &[FileTable], folder: &Path, whose: Whose) -> Result<Vec<Made>, WarehouseFault> {
    let began = Instant::now();
    let job = |tables: &[FileTable]| Job::Prepare { tables: tables.to_vec(), folder: folder.to_owned() };
    let undone = match worker::done(&job(tables), whose, PATIENCE).await {
        Ok(made) => return Ok(made),
        Err(undone) => undone,
    };
    if !undone.its_own {
        return Err(undone.fault);
    }
    let mut all = Vec::new();
    for table in tables {
        // Each has time of its own, also where one of them took it all.
        let left = PATIENCE.saturating_sub(began.elapsed()).max(PATIENCE / 10);
        let made = if tables.len() == 1 {
            Err(undone.clone())
        } else {
            worker::done::<Vec<Made>>(&job(std::slice::from_ref(table)), whose, left).await
        };
        match made {
            Ok(made) => all.extend(made),
            Err(undone) if undone.its_own => all.push(Made { name: table.name.clone(), table: Err(undone.fault) }),
            Err(undone) => return Err(undone.fault),
        }
    }
    Ok(all)
}

/// Makes tables ready, here.
pub(crate) async fn make(tables: Vec<FileTable>, folder: &Path) -> Vec<Made> {
    let mut all = Vec::new();
    let settled = alike::settled(&tables, folder).await;
    let mut taken: HashSet<String> = settled.iter().map(|table| table.name.to_lowercase()).collect();
    for table in settled {
        for table in sheets::apart(table, &mut taken).await {
            let (name, folder) = (table.name.clone(), folder.to_owned());
            all.push(Made { name, table: waiting(move |stop| prepare::prepare(&table, &folder, stop)).await });
        }
    }
    all
}
