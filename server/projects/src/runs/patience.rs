//! Tables and sources that do not answer any more: a run says so, and does not wait for each of its questions again.

use super::{
    super::routing,
    Piece,
    memory::{Memory, keep},
};
use crate::{ProjectCatalog, query_log::ceiling};
use domain::{Failure, FailureKind, runs::Progress};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

/// Queries in a row that fail before it is said of a table.
const FAILED: u32 = 3;
/// Queries in a row that wait in vain before nothing is asked any more: of a table, and of a source with all its tables.
const WAITED: [u32; 2] = [3, 6];

/// Tables of one source that cannot be looked at before no other one is.
const UNREAD: u32 = 2;
/// A look at a table waits no longer for one query.
const LOOK: Duration = Duration::from_secs(20);

/// Of what is asked, how often in a row it failed, and how often after a long time.
#[derive(Default)]
pub(super) struct Patience {
    failed: BTreeMap<String, u32>,
    waited: BTreeMap<String, u32>,
}

pub(super) fn source_name(name: &str) -> String {
    format!("the source {name}")
}

/// The table that a query reads first, and the source that has it.
fn asked(catalog: &ProjectCatalog, sql: &str) -> [Option<String>; 2] {
    let source = routing::routed(&catalog.held, sql).ok().map(|(one, _)| source_name(&one.source.name));
    [routing::first_table(&catalog.held, sql), source]
}

impl Piece {
    /// Whether its table or its source is not asked any more.
    pub(super) fn is_given_up(memory: &Memory, catalog: &ProjectCatalog, sql: &str) -> bool {
        !memory.given_up.is_empty() && asked(catalog, sql).iter().flatten().any(|name| memory.given_up.contains(name))
    }

    /// Whoever resumes the run asks all of them again.
    ///
    /// # Errors
    /// What cannot be written as JSON.
    pub(super) fn ask_all_again(memory: &mut Memory, progress: &mut Progress) -> Result<(), Failure> {
        (memory.given_up, memory.patience) = (BTreeSet::new(), Patience::default());
        progress.kept.push(keep("given_up", &memory.given_up)?);
        Ok(())
    }

    pub(super) fn note_answer(memory: &mut Memory, catalog: &ProjectCatalog, sql: &str) {
        let patience = &mut memory.patience;
        if !patience.failed.is_empty() || !patience.waited.is_empty() {
            for name in asked(catalog, sql).iter().flatten() {
                patience.failed.remove(name);
                patience.waited.remove(name);
            }
        }
    }

    /// Whether nobody answered: its source is away, or the time was up.
    pub(super) fn is_vain(&self, failure: &Failure, elapsed_ms: u64) -> bool {
        let has_waited = Duration::from_millis(elapsed_ms) >= ceiling(&self.projects).time.mul_f32(0.9);
        failure.kind == FailureKind::Unavailable || has_waited
    }

    /// # Errors
    /// What cannot be written as JSON.
    pub(super) fn note_failure(
        &self,
        memory: &mut Memory,
        catalog: &ProjectCatalog,
        sql: &str,
        (failure, elapsed_ms): (&Failure, u64),
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        let names = asked(catalog, sql);
        let unreachable = failure.kind == FailureKind::Unavailable;
        if unreachable && !memory.partial {
            self.lose(memory, progress, format!("a source could not be asked: {}", failure.detail))?;
        }
        if let Some(table) = &names[0] {
            let failed = memory.patience.failed.entry(table.clone()).or_default();
            *failed += 1;
            if *failed == FAILED && !unreachable {
                let detail = &failure.detail;
                let warning = format!("{table} did not answer {FAILED} queries in a row ({detail}): look at it, and run again");
                self.lose(memory, progress, warning)?;
            }
        }
        if !self.is_vain(failure, elapsed_ms) {
            return Ok(());
        }
        for (name, most) in names.into_iter().zip(WAITED).filter_map(|(name, most)| Some((name?, most))) {
            self.wait_in_vain(memory, name, most, progress)?;
        }
        Ok(())
    }

    /// The same of a table that could not be looked at.
    ///
    /// # Errors
    /// What cannot be written as JSON.
    pub(super) fn note_unread(
        &self,
        memory: &mut Memory,
        source: &str,
        (failure, elapsed): (&Failure, Duration),
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        if failure.kind == FailureKind::Unavailable || elapsed >= ceiling(&self.projects).time.min(LOOK).mul_f32(0.9) {
            self.wait_in_vain(memory, source_name(source), UNREAD, progress)?;
        }
        Ok(())
    }

    fn wait_in_vain(&self, memory: &mut Memory, name: String, most: u32, progress: &mut Progress) -> Result<(), Failure> {
        let waited = memory.patience.waited.entry(name.clone()).or_default();
        *waited += 1;
        if *waited == most {
            let warning =
                format!("{name} is not asked any more: it did not answer in time; see whether it is busy, and run again");
            self.lose(memory, progress, warning)?;
            memory.given_up.insert(name);
            progress.kept.push(keep("given_up", &memory.given_up)?);
        }
        Ok(())
    }

    fn lose(&self, memory: &mut Memory, progress: &mut Progress, warning: String) -> Result<(), Failure> {
        memory.partial = true;
        progress.kept.push(keep("partial", &true)?);
        progress.warnings.push(warning);
        Ok(())
    }
}
