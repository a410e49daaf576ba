//! What the values of a table are like, from one pass over its Parquet, row group by row group on all cores.

mod column;
mod sketch;

use super::{
    in_words,
    prepare::{self, Prepared},
    records,
};
use crate::describing::is_secret;
use arrow::{datatypes::Schema, record_batch::RecordBatch};
use column::Watch;
use domain::tools::{catalog::TableProfile, warehouse::WarehouseFault};
use parquet::{
    arrow::{
        ProjectionMask,
        arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder},
    },
    file::metadata::{ParquetMetaData, RowGroupMetaData},
};
use std::{
    fs::File,
    num::NonZeroUsize,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Instant,
};

/// One column of some row groups: what a thread takes at once.
struct Portion {
    file: Arc<Source>,
    column: usize,
    name: String,
}

/// A file with what it says of itself, which is read once: in a table of many columns that is most of the work.
struct Source {
    path: PathBuf,
    about: ArrowReaderMetadata,
}

pub(super) async fn profile(table: String, prepared: Prepared) -> Result<TableProfile, WarehouseFault> {
    let began = Instant::now();
    let schema = prepare::schema(&prepared.files)?;
    let work = Arc::new(Work {
        portions: portions(&prepared.files, &schema)?,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        done: Mutex::new(schema.fields().iter().map(|_| Watch::default()).collect()),
    });
    let ending = Ending(Arc::clone(&work));
    let threads = std::thread::available_parallelism().map_or(2, NonZeroUsize::get);
    let mut running = Vec::new();
    for _ in 0..threads {
        let work = Arc::clone(&work);
        running.push(super::engine::threads()?.spawn_blocking(move || work.run()));
    }
    for thread in running {
        thread.await.unwrap_or_else(|_| Err(WarehouseFault::Unusable("the file cannot be read".to_owned())))?;
    }
    drop(ending);
    let watches = std::mem::take(&mut *work.done.lock().unwrap_or_else(PoisonError::into_inner));
    let columns = schema.fields().iter().zip(watches).map(|(field, watch)| {
        let secret = is_secret(field.name());
        watch.into_profile(field.name(), in_words(field.data_type()), secret)
    });
    let elapsed_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(TableProfile { table, rows: prepared.rows, columns: columns.collect(), elapsed_ms, conversions: prepared.conversions })
}

/// A column of a file each: the pages of a column lie together, and what one thread learns of a column need not be joined often.
fn portions(files: &[PathBuf], schema: &Schema) -> Result<Vec<Portion>, WarehouseFault> {
    let mut portions = Vec::new();
    for path in files {
        let open = File::open(path).map_err(|error| unreadable(&error))?;
        let about = ArrowReaderMetadata::load(&open, ArrowReaderOptions::new()).map_err(|error| unreadable(&error))?;
        let file = Arc::new(Source { path: path.clone(), about });
        let columns = schema.fields().iter().enumerate();
        portions.extend(columns.map(|(column, field)| Portion { file: Arc::clone(&file), column, name: field.name().clone() }));
    }
    Ok(portions)
}

struct Work {
    portions: Vec<Portion>,
    next: AtomicUsize,
    stop: AtomicBool,
    done: Mutex<Vec<Watch>>,
}

/// Ends the threads when nobody waits for the profile any more.
struct Ending(Arc<Work>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

impl Work {
    fn run(&self) -> Result<(), WarehouseFault> {
        while let Some(portion) = self.portions.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let watch = self.watched(portion)?;
            let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(whole) = done.get_mut(portion.column) {
                whole.join(watch);
            }
        }
        Ok(())
    }

    fn watched(&self, portion: &Portion) -> Result<Watch, WarehouseFault> {
        let mut watch = Watch::default();
        let file = File::open(&portion.file.path).map_err(|error| unreadable(&error))?;
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, portion.file.about.clone());
        let Some((place, _)) = builder.schema().column_with_name(&portion.name) else {
            let rows = builder.metadata().file_metadata().num_rows();
            watch.missing(u64::try_from(rows).unwrap_or(0));
            return Ok(watch);
        };
        let mask = ProjectionMask::roots(builder.parquet_schema(), [place]);
        let at_once = at_once(builder.metadata(), place);
        let batches = builder.with_projection(mask).with_batch_size(at_once).build().map_err(|error| unreadable(&error))?;
        for batch in batches {
            if self.stop.load(Ordering::Relaxed) {
                return Err(WarehouseFault::Limit("nobody waits for the profile any more".to_owned()));
            }
            let batch: RecordBatch = batch.map_err(|error| unreadable(&error))?;
            if let Some(values) = batch.columns().first() {
                watch.see(values).map_err(|error| unreadable(&error))?;
            }
        }
        Ok(watch)
    }
}

/// How many values of a column are held at once: few of long ones.
fn at_once(about: &ParquetMetaData, place: usize) -> usize {
    let schema = about.file_metadata().schema_descr();
    let parts: Vec<usize> = (0..schema.num_columns()).filter(|leaf| schema.get_column_root_idx(*leaf) == place).collect();
    let bytes = |group: &RowGroupMetaData| parts.iter().map(|leaf| group.column(*leaf).uncompressed_size()).sum::<i64>();
    let bytes: i64 = about.row_groups().iter().map(bytes).fold(0, i64::saturating_add);
    let rows = usize::try_from(about.file_metadata().num_rows()).unwrap_or(0);
    records::at_once(u64::try_from(bytes).unwrap_or(0), rows)
}

fn unreadable(error: &impl std::fmt::Display) -> WarehouseFault {
    WarehouseFault::Unusable(format!("the file cannot be read: {error}"))
}
