//! Makes Parquet of every file once, so that queries meet one format whose types are settled.

use super::{
    convert::Conversions,
    csv,
    format::{FileFormat, Packing, parted},
    in_words, ipc, json,
    origin::{Origin, origin},
    sheets, unpack,
};
use crate::{
    describing::is_secret,
    settings::{FileTable, TableFile},
};
use arrow::{
    datatypes::{DataType, Field, Schema},
    record_batch::RecordBatchReader,
};
use domain::tools::{
    catalog::Column,
    conversion::{Conversion, Watch},
    warehouse::WarehouseFault,
};
use parquet::{
    arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder},
    basic::Compression,
    file::properties::WriterProperties,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};
use tempfile::{NamedTempFile, TempPath};

/// A table's rows as Parquet, some of it in a folder that somebody else removes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Prepared {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: u64,
    #[serde(default)]
    pub(crate) conversions: Vec<Conversion>,
}

/// How a file's rows are read, once all files of its table were looked at.
enum Shape {
    Csv(csv::Layout),
    /// With the rows that are held at once.
    Json(Schema, usize),
    Ready(Schema),
}

/// Reads, and writes into the folder; for a thread that may wait.
pub(super) fn prepare(table: &FileTable, folder: &Path, stop: &Arc<AtomicBool>) -> Result<Prepared, WarehouseFault> {
    if table.files.is_empty() {
        return Err(WarehouseFault::Unusable("there is no file".to_owned()));
    }
    // Types come from the first rows; where a later one does not fit, from all.
    match attempt(table, folder, csv::LOOKED_AT, stop) {
        Err(WarehouseFault::Unusable(why)) if UNFIT.iter().any(|unfit| why.contains(unfit)) => {
            attempt(table, folder, usize::MAX, stop)
        }
        done => done,
    }
}

/// What the readers of CSV and JSON say of a value that is not of its column's type.
const UNFIT: &[&str] = &["Error while parsing value", "whilst decoding"];

fn attempt(table: &FileTable, folder: &Path, most_rows: usize, stop: &Arc<AtomicBool>) -> Result<Prepared, WarehouseFault> {
    let (mut sources, mut made) = (Vec::new(), Vec::new());
    for file in &table.files {
        let (source, unpacked) = source(file, table.sheet.as_deref(), folder, stop)?;
        made.extend(unpacked);
        sources.push(source);
    }
    let shapes: Vec<Shape> = sources.iter().map(|source| source.shape(most_rows, stop)).collect::<Result<_, _>>()?;
    let found = one_schema(&shapes, &table.files)?;
    let conversions = judge(&shapes, &found, table);
    // As the files are read, and what becomes of that.
    let read = Arc::new(conversions.read_schema(&found));
    let mut schema = Arc::new(conversions.schema(&found));
    let column = origin(table, &schema)?;
    let (mut files, mut rows) = (Vec::new(), 0);
    for ((source, shape), file) in sources.iter().zip(shapes).zip(&table.files) {
        if source.format == FileFormat::Parquet && column.is_none() {
            rows += parquet_rows(&source.path)?;
            files.push(source.path.clone());
            continue;
        }
        let mut batches = conversions.apply(source.batches(&shape, &read, stop)?);
        if let Some(column) = &column {
            batches = Box::new(Origin::new(batches, column, &file.name));
        }
        let (written, count) = write(batches, folder)?;
        rows += count;
        files.push(written.to_path_buf());
        made.push(written);
    }
    if let Some(column) = column {
        let with_origin = schema.fields().iter().cloned().chain([Arc::new(column)]);
        schema = Arc::new(Schema::new(with_origin.collect::<Vec<_>>()));
    }
    // Others go where this ends.
    for path in made.into_iter().filter(|path| files.iter().any(|file| **path == **file)) {
        path.keep().map_err(|error| unwritable(error.error))?;
    }
    let columns = schema.fields().iter().map(|field| column_of(field)).collect();
    let mut conversions = conversions.describe();
    for secret in conversions.iter_mut().filter(|one| is_secret(&one.column)) {
        secret.hide_values();
    }
    Ok(Prepared { files, columns, rows, conversions })
}

/// What the texts of the columns mean, where all files are CSV; the other formats know what their values are.
fn judge(shapes: &[Shape], found: &Schema, table: &FileTable) -> Conversions {
    let layouts: Vec<&csv::Layout> =
        shapes.iter().filter_map(|shape| if let Shape::Csv(layout) = shape { Some(layout) } else { None }).collect();
    if layouts.len() < shapes.len() {
        return Conversions::none();
    }
    let mut watches: HashMap<&str, Watch> = HashMap::new();
    for layout in &layouts {
        for (field, watch) in layout.schema.fields().iter().zip(&layout.watches) {
            watches.entry(field.name()).or_default().join(watch);
        }
    }
    let as_text = table.as_text.get(&table.name).map(Vec::as_slice).unwrap_or_default();
    Conversions::judge(found, watches, layouts.iter().all(|layout| layout.whole), as_text)
}

fn column_of(field: &Field) -> Column {
    Column {
        name: field.name().clone(),
        data_type: in_words(field.data_type()),
        nullable: field.is_nullable(),
        ..Column::default()
    }
}

/// The names of each file's columns, by its first rows.
pub(super) fn columns(table: &FileTable, folder: &Path, stop: &Arc<AtomicBool>) -> Result<Vec<Vec<String>>, WarehouseFault> {
    let of = |file: &TableFile| -> Result<Vec<String>, WarehouseFault> {
        let (source, _unpacked) = source(file, table.sheet.as_deref(), folder, stop)?;
        let shape = source.shape(FIRST_ROWS, stop)?;
        Ok(fields(&shape).fields().iter().map(|field| field.name().clone()).collect())
    };
    table.files.iter().map(of).collect()
}

/// Enough to know the columns of JSON by.
const FIRST_ROWS: usize = 1_000;

/// What the columns of files are that are Parquet already, one table's after the other.
pub(super) fn schema(files: &[PathBuf]) -> Result<Schema, WarehouseFault> {
    let shapes: Vec<Shape> = files.iter().map(|file| parquet_schema(file).map(Shape::Ready)).collect::<Result<_, _>>()?;
    one_schema(&shapes, &[])
}

fn parquet_schema(path: &Path) -> Result<Schema, WarehouseFault> {
    let file = File::open(path).map_err(unwritable)?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| broken(&error))?;
    Ok(Schema::new(builder.schema().fields().clone()))
}

struct Source {
    path: PathBuf,
    format: FileFormat,
    packing: Packing,
}

fn source(
    file: &TableFile,
    sheet: Option<&str>,
    folder: &Path,
    stop: &Arc<AtomicBool>,
) -> Result<(Source, Option<TempPath>), WarehouseFault> {
    let name = if file.name.is_empty() { file.path.to_string_lossy().into_owned() } else { file.name.clone() };
    let Some((_, format, packing)) = parted(&name) else {
        return Err(WarehouseFault::Unusable(format!(
            "no table is made of {name}: CSV, TSV, XLSX, JSON, JSONL, Parquet and Arrow are known"
        )));
    };
    if format == FileFormat::Xlsx {
        let unpacked = if packing == Packing::None { None } else { Some(unpacked(file, packing, folder, stop)?) };
        let text = sheets::write_text(unpacked.as_deref().unwrap_or(&file.path), sheet, folder, stop)?;
        let source = Source { path: text.to_path_buf(), format: FileFormat::Csv, packing: Packing::None };
        return Ok((source, Some(text)));
    }
    if packing != Packing::None && matches!(format, FileFormat::Parquet | FileFormat::Arrow) {
        let path = unpacked(file, packing, folder, stop)?;
        return Ok((Source { path: path.to_path_buf(), format, packing: Packing::None }, Some(path)));
    }
    Ok((Source { path: file.path.clone(), format, packing }, None))
}

/// For what is read from its end.
fn unpacked(file: &TableFile, packing: Packing, folder: &Path, stop: &Arc<AtomicBool>) -> Result<TempPath, WarehouseFault> {
    let mut unpacked = NamedTempFile::new_in(folder).map_err(unwritable)?;
    io::copy(&mut unpack::bytes(&file.path, packing, stop)?, &mut unpacked).map_err(unwritable)?;
    Ok(unpacked.into_temp_path())
}

impl Source {
    fn shape(&self, most_rows: usize, stop: &Arc<AtomicBool>) -> Result<Shape, WarehouseFault> {
        match self.format {
            // A sheet has become text before.
            FileFormat::Csv | FileFormat::Xlsx => {
                csv::layout(unpack::bytes(&self.path, self.packing, stop)?, most_rows).map(Shape::Csv)
            }
            FileFormat::Json | FileFormat::JsonLines => {
                let (schema, at_once) = json::schema(unpack::bytes(&self.path, self.packing, stop)?, most_rows)?;
                Ok(Shape::Json(schema, at_once))
            }
            FileFormat::Parquet => {
                // Its own parser would not say that there is nothing.
                drop(unpack::bytes(&self.path, Packing::None, stop)?);
                parquet_schema(&self.path).map(Shape::Ready)
            }
            FileFormat::Arrow => Ok(Shape::Ready(ipc::batches(&self.path, stop)?.schema().as_ref().clone())),
        }
    }

    fn batches(
        &self,
        shape: &Shape,
        schema: &Arc<Schema>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Box<dyn RecordBatchReader + Send>, WarehouseFault> {
        match shape {
            Shape::Csv(layout) => {
                let layout = layout.clone().with_types(schema);
                csv::batches(unpack::bytes(&self.path, self.packing, stop)?, &layout)
            }
            Shape::Json(_, at_once) => json::batches(unpack::bytes(&self.path, self.packing, stop)?, schema, *at_once),
            Shape::Ready(_) if self.format == FileFormat::Parquet => {
                let file = File::open(&self.path).map_err(unwritable)?;
                let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| broken(&error))?;
                Ok(Box::new(builder.build().map_err(|error| broken(&error))?))
            }
            Shape::Ready(_) => ipc::batches(&self.path, stop),
        }
    }
}

fn write(batches: Box<dyn RecordBatchReader + Send>, folder: &Path) -> Result<(TempPath, u64), WarehouseFault> {
    let file = tempfile::Builder::new().prefix("table-").suffix(".parquet").tempfile_in(folder).map_err(unwritable)?;
    let properties =
        WriterProperties::builder().set_compression(Compression::SNAPPY).set_max_row_group_row_count(Some(256 * 1024)).build();
    let handle = file.reopen().map_err(unwritable)?;
    let mut writer = ArrowWriter::try_new(handle, batches.schema(), Some(properties)).map_err(|error| broken(&error))?;
    let mut rows = 0;
    for batch in batches {
        let batch = batch.map_err(|error| csv::unreadable(&error))?;
        rows += batch.num_rows() as u64;
        writer.write(&batch).map_err(|error| broken(&error))?;
        if writer.memory_size() > HELD {
            writer.flush().map_err(|error| broken(&error))?;
        }
    }
    writer.close().map_err(|error| broken(&error))?;
    Ok((file.into_temp_path(), rows))
}

/// Of rows that are not written yet, in bytes.
const HELD: usize = 256 << 20;

fn parquet_rows(path: &Path) -> Result<u64, WarehouseFault> {
    let file = File::open(path).map_err(unwritable)?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| broken(&error))?;
    Ok(u64::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or(0))
}

fn fields(shape: &Shape) -> &Schema {
    match shape {
        Shape::Csv(layout) => &layout.schema,
        Shape::Json(schema, _) | Shape::Ready(schema) => schema,
    }
}

/// What all files of a table have together: for CSV the same columns, for the others whatever any of them has.
fn one_schema(shapes: &[Shape], files: &[TableFile]) -> Result<Schema, WarehouseFault> {
    let mut fields: Vec<Field> = Vec::new();
    for (nth, shape) in shapes.iter().enumerate() {
        let next = self::fields(shape);
        if nth > 0 && matches!(shape, Shape::Csv(_)) {
            let name = |nth: usize| files.get(nth).map_or("a file", |file| &*file.name);
            let lacking = |column: &str, here: usize, there: usize| {
                let (here, there) = (name(here), name(there));
                WarehouseFault::Unusable(format!(
                    "the files of the table have different columns: {here} has no column {column}, which {there} has"
                ))
            };
            if let Some(known) = fields.iter().find(|known| next.index_of(known.name()).is_err()) {
                return Err(lacking(known.name(), nth, 0));
            }
            if let Some(more) = next.fields().iter().find(|field| !fields.iter().any(|known| known.name() == field.name())) {
                return Err(lacking(more.name(), 0, nth));
            }
        }
        for field in next.fields() {
            match fields.iter_mut().find(|known| known.name() == field.name()) {
                Some(known) if known.data_type() == field.data_type() => {}
                Some(known) => *known = Field::new(known.name(), wider(known.data_type(), field.data_type()), true),
                None => fields.push(field.as_ref().clone().with_nullable(true)),
            }
        }
    }
    Ok(Schema::new(fields))
}

fn wider(a: &DataType, b: &DataType) -> DataType {
    match (a, b) {
        (a, b) if a.is_integer() && b.is_integer() => DataType::Int64,
        (a, b) if a.is_numeric() && b.is_numeric() => DataType::Float64,
        _ => DataType::Utf8,
    }
}

fn broken(error: &parquet::errors::ParquetError) -> WarehouseFault {
    WarehouseFault::Unusable(format!("the file cannot be read: {error}"))
}

pub(super) fn unwritable(error: io::Error) -> WarehouseFault {
    WarehouseFault::Unusable(format!("the file cannot be made ready: {error}"))
}
