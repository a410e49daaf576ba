//! For tables of several files, a column with the name of the file of each row: often only that shows a month or a branch.

use super::format::FileFormat;
use crate::settings::FileTable;
use arrow::{
    array::{ArrayRef, StringArray},
    datatypes::{DataType, Field, Schema, SchemaRef},
    error::ArrowError,
    record_batch::{RecordBatch, RecordBatchReader},
};
use domain::tools::warehouse::WarehouseFault;
use std::{fs, iter::repeat_n, sync::Arc};

/// Parquet is written anew for the column; above this size that costs more than it is worth.
const MOST_PARQUET: u64 = 256 << 20;

/// What the column is called: the first that no file has.
pub const ORIGINS: [&str; 3] = ["file", "source_file", "from_source_file"];

/// The column, where several files of different names are one table. Another name than the files' own columns have.
pub(super) fn origin(table: &FileTable, schema: &Schema) -> Result<Option<Field>, WarehouseFault> {
    let [first, others @ ..] = &*table.files else { return Ok(None) };
    if others.iter().all(|file| file.name == first.name) {
        return Ok(None);
    }
    let mut parquet = 0;
    for file in table.files.iter().filter(|file| FileFormat::from_name(&file.name) == Some(FileFormat::Parquet)) {
        let about = fs::metadata(&file.path);
        parquet += about.map_err(|error| WarehouseFault::Unusable(format!("the file cannot be read: {error}")))?.len();
    }
    let free = |name: &&str| !schema.fields().iter().any(|field| field.name().eq_ignore_ascii_case(name));
    let name = ORIGINS.into_iter().find(free);
    Ok(name.filter(|_| parquet <= MOST_PARQUET).map(|name| Field::new(name, DataType::Utf8, true)))
}

/// Rows with the name of their file behind them.
pub(super) struct Origin {
    inner: Box<dyn RecordBatchReader + Send>,
    schema: SchemaRef,
    name: String,
}

impl Origin {
    pub(super) fn new(inner: Box<dyn RecordBatchReader + Send>, column: &Field, name: &str) -> Self {
        let fields = inner.schema().fields().iter().cloned().chain([Arc::new(column.clone())]).collect::<Vec<_>>();
        Self { inner, schema: Arc::new(Schema::new(fields)), name: name.to_owned() }
    }
}

impl Iterator for Origin {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = match self.inner.next()? {
            Ok(batch) => batch,
            Err(error) => return Some(Err(error)),
        };
        let names: ArrayRef = Arc::new(StringArray::from_iter_values(repeat_n(&*self.name, batch.num_rows())));
        let columns = batch.columns().iter().cloned().chain([names]).collect();
        Some(RecordBatch::try_new(Arc::clone(&self.schema), columns))
    }
}

impl RecordBatchReader for Origin {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
