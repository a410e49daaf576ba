//! Makes Parquet of every file once, so that queries meet one format whose types are settled.

use super::{
    csv,
    format::{FileFormat, Packing, parted},
    json, unpack,
};
use crate::settings::{FileTable, TableFile};
use arrow::{
    datatypes::{DataType, Field, Schema},
    ipc::reader::FileReader,
    record_batch::RecordBatchReader,
};
use domain::tools::warehouse::WarehouseFault;
use parquet::{
    arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder},
    basic::Compression,
    file::properties::WriterProperties,
};
use std::{
    fs::File,
    io::{self, BufReader, Read as _},
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};
use tempfile::{NamedTempFile, TempPath};

/// A table's rows as Parquet.
pub(super) struct Prepared {
    pub(super) files: Vec<PathBuf>,
    pub(super) schema: Arc<Schema>,
    pub(super) rows: u64,
    /// Those of the files that were made here; they go when this goes.
    _made: Vec<TempPath>,
}

/// How a file's rows are read, once all files of its table were looked at.
enum Shape {
    Csv(csv::Layout),
    Json(Schema),
    Ready(Schema),
}

/// Reads and writes; for a thread that may wait.
pub(super) fn prepare(table: &FileTable, stop: &Arc<AtomicBool>) -> Result<Prepared, WarehouseFault> {
    if table.files.is_empty() {
        return Err(WarehouseFault::Unusable("there is no file".to_owned()));
    }
    // Types come from the first rows; where a later one does not fit, from all.
    match attempt(table, csv::LOOKED_AT, stop) {
        Err(WarehouseFault::Unusable(why)) if UNFIT.iter().any(|unfit| why.contains(unfit)) => attempt(table, usize::MAX, stop),
        done => done,
    }
}

/// What the readers of CSV and JSON say of a value that is not of its column's type.
const UNFIT: &[&str] = &["Error while parsing value", "whilst decoding"];

fn attempt(table: &FileTable, most_rows: usize, stop: &Arc<AtomicBool>) -> Result<Prepared, WarehouseFault> {
    let (mut sources, mut made) = (Vec::new(), Vec::new());
    for file in &table.files {
        let (source, unpacked) = source(file, stop)?;
        made.extend(unpacked);
        sources.push(source);
    }
    let shapes: Vec<Shape> = sources.iter().map(|source| source.shape(most_rows, stop)).collect::<Result<_, _>>()?;
    let schema = Arc::new(one_schema(&shapes)?);
    let (mut files, mut rows) = (Vec::new(), 0);
    for (source, shape) in sources.iter().zip(shapes) {
        if source.format == FileFormat::Parquet {
            rows += parquet_rows(&source.path)?;
            files.push(source.path.clone());
            continue;
        }
        let (written, count) = write(source.batches(&shape, &schema, stop)?)?;
        rows += count;
        files.push(written.to_path_buf());
        made.push(written);
    }
    Ok(Prepared { files, schema, rows, _made: made })
}

/// What the columns of files are that are Parquet already, one table's after the other.
pub(super) fn schema(files: &[PathBuf]) -> Result<Schema, WarehouseFault> {
    let shapes: Vec<Shape> = files.iter().map(|file| parquet_schema(file).map(Shape::Ready)).collect::<Result<_, _>>()?;
    one_schema(&shapes)
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

fn source(file: &TableFile, stop: &Arc<AtomicBool>) -> Result<(Source, Option<TempPath>), WarehouseFault> {
    let name = if file.name.is_empty() { file.path.to_string_lossy().into_owned() } else { file.name.clone() };
    let Some((_, format, packing)) = parted(&name) else {
        return Err(WarehouseFault::Unusable(format!(
            "no table is made of {name}: CSV, TSV, JSON, JSONL, Parquet and Arrow are known"
        )));
    };
    if packing != Packing::None && matches!(format, FileFormat::Parquet | FileFormat::Arrow) {
        // These are read from their end.
        let mut unpacked = NamedTempFile::new().map_err(unwritable)?;
        io::copy(&mut unpack::bytes(&file.path, packing, stop)?, &mut unpacked).map_err(unwritable)?;
        let path = unpacked.into_temp_path();
        return Ok((Source { path: path.to_path_buf(), format, packing: Packing::None }, Some(path)));
    }
    Ok((Source { path: file.path.clone(), format, packing }, None))
}

impl Source {
    fn shape(&self, most_rows: usize, stop: &Arc<AtomicBool>) -> Result<Shape, WarehouseFault> {
        match self.format {
            FileFormat::Csv => csv::layout(unpack::bytes(&self.path, self.packing, stop)?, most_rows).map(Shape::Csv),
            FileFormat::Json | FileFormat::JsonLines => {
                json::schema(unpack::bytes(&self.path, self.packing, stop)?, most_rows).map(Shape::Json)
            }
            FileFormat::Parquet => {
                // Its own parser would not say that there is nothing.
                drop(unpack::bytes(&self.path, Packing::None, stop)?);
                parquet_schema(&self.path).map(Shape::Ready)
            }
            FileFormat::Arrow => Ok(Shape::Ready(arrow(&self.path, stop)?.schema().as_ref().clone())),
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
            Shape::Json(_) => json::batches(unpack::bytes(&self.path, self.packing, stop)?, schema),
            Shape::Ready(_) => arrow(&self.path, stop),
        }
    }
}

/// A file with an index at its end, or a stream.
fn arrow(path: &Path, stop: &Arc<AtomicBool>) -> Result<Box<dyn RecordBatchReader + Send>, WarehouseFault> {
    drop(unpack::bytes(path, Packing::None, stop)?);
    let open = || File::open(path).map(BufReader::new).map_err(unwritable);
    if let Ok(reader) = FileReader::try_new(open()?, None) {
        return Ok(Box::new(reader));
    }
    // A stream says so at its beginning; anything else would be taken for a length.
    let mut mark = [0; 4];
    let streamed = open()?.read_exact(&mut mark).is_ok() && mark == [0xFF; 4];
    if !streamed {
        return Err(WarehouseFault::Unusable("the file is no Arrow file".to_owned()));
    }
    let reader = arrow::ipc::reader::StreamReader::try_new(open()?, None).map_err(|error| csv::unreadable(&error))?;
    Ok(Box::new(reader))
}

fn write(batches: Box<dyn RecordBatchReader + Send>) -> Result<(TempPath, u64), WarehouseFault> {
    let file = tempfile::Builder::new().prefix("discovery-").suffix(".parquet").tempfile().map_err(unwritable)?;
    let properties =
        WriterProperties::builder().set_compression(Compression::SNAPPY).set_max_row_group_row_count(Some(256 * 1024)).build();
    let handle = file.reopen().map_err(unwritable)?;
    let mut writer = ArrowWriter::try_new(handle, batches.schema(), Some(properties)).map_err(|error| broken(&error))?;
    let mut rows = 0;
    for batch in batches {
        let batch = batch.map_err(|error| csv::unreadable(&error))?;
        rows += batch.num_rows() as u64;
        writer.write(&batch).map_err(|error| broken(&error))?;
    }
    writer.close().map_err(|error| broken(&error))?;
    Ok((file.into_temp_path(), rows))
}

pub(super) fn parquet_rows(path: &Path) -> Result<u64, WarehouseFault> {
    let file = File::open(path).map_err(unwritable)?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| broken(&error))?;
    Ok(u64::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or(0))
}

/// What all files of a table have together: for CSV the same columns, for the others whatever any of them has.
fn one_schema(shapes: &[Shape]) -> Result<Schema, WarehouseFault> {
    let schema = |shape: &Shape| match shape {
        Shape::Csv(layout) => layout.schema.as_ref().clone(),
        Shape::Json(schema) | Shape::Ready(schema) => schema.clone(),
    };
    let mut fields: Vec<Field> = Vec::new();
    for (nth, shape) in shapes.iter().enumerate() {
        let next = schema(shape);
        if nth > 0 && matches!(shape, Shape::Csv(_)) {
            let same =
                next.fields().len() == fields.len() && next.fields().iter().zip(&fields).all(|(a, b)| a.name() == b.name());
            if !same {
                return Err(WarehouseFault::Unusable("the files of the table have different columns".to_owned()));
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

fn unwritable(error: io::Error) -> WarehouseFault {
    WarehouseFault::Unusable(format!("the file cannot be made ready: {error}"))
}
