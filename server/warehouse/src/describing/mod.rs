//! What makes a table understandable beside its columns: a few of its values, and where its keys lead.

mod keys;
mod rows;
mod samples;

pub(crate) use keys::infer;
pub use samples::{STORED, is_secret, samples_of};
pub(crate) use samples::{fill, shortened};

use domain::tools::{catalog::Table, conversion::Conversion, warehouse::TenantFilter};
use std::time::Duration;

/// How many rows are looked at for samples.
pub(crate) const LOOKED_AT: usize = 100;
/// A row larger than this shows nothing of its large values.
pub(crate) const LARGEST_ROW: usize = 100_000;
/// How long all samples and counts of a source may take together.
pub(crate) const PATIENCE: Duration = Duration::from_secs(6);

/// Sorted, with keys; with a filter, nothing that counts what other tenants have.
pub(crate) fn finish(mut tables: Vec<Table>, filter: Option<&TenantFilter>) -> Vec<Table> {
    if let Some(filter) = filter {
        let shared = |table: &&mut Table| filter.column_of(&table.columns).is_some();
        for table in tables.iter_mut().filter(shared) {
            table.row_count = None;
            table.estimated = false;
            table.conversions.iter_mut().for_each(Conversion::hide_values);
        }
    }
    infer(&mut tables);
    tables.iter_mut().for_each(rows::show_few);
    tables.sort_by(|a, b| a.name.cmp(&b.name));
    tables
}
