//! How long the profile of a large file takes, and how much memory:
//! `cargo run --release -p warehouse --example profile [rows] [folder]`.
//!
//! As in the product, a separate process does the work: the time includes its start, and both peaks are printed.
//!
//! Makes a Parquet of 20 columns (numbers, texts, days, moments, truths, with and without nulls) once and keeps it in the
//! folder, so that other programs can be measured on the same file.

use arrow::{
    array::{ArrayRef, BooleanArray, Date32Array, Float64Array, Int64Array, RecordBatch, StringArray, TimestampMicrosecondArray},
    error::ArrowError,
};
use parquet::arrow::ArrowWriter;
use std::{error::Error, fs, path::Path, path::PathBuf, sync::Arc, time::Duration, time::Instant};
use warehouse::{ConnectionSettings, FileTable, FilesSettings, Options, TableFile};

const BATCH: u64 = 100_000;

/// What a process that works is started with.
const WORK: &str = "run-query";

fn main() -> Result<(), Box<dyn Error>> {
    let own = std::env::current_exe()?;
    if std::env::args().nth(1).as_deref() == Some(WORK) {
        warehouse::worker::serve()?;
        return Ok(fs::write(peak_path(&own), peak().to_string())?);
    }
    warehouse::worker::run_by(own.clone(), WORK);
    tokio::runtime::Runtime::new()?.block_on(measured(&own))
}

/// The file in which a worker process leaves its peak.
fn peak_path(own: &Path) -> PathBuf {
    own.with_extension("peak")
}

async fn measured(own: &Path) -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rows: u64 = arguments.next().map_or(Ok(1_000_000), |rows| rows.parse())?;
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let path = folder.join(format!("profile-{rows}.parquet"));
    if !path.exists() {
        make(&path, rows)?;
    }
    let table = FileTable {
        name: "t".to_owned(),
        files: vec![TableFile { path: path.clone(), name: "t.parquet".to_owned() }],
        ..FileTable::default()
    };
    let warehouse = warehouse::open(&ConnectionSettings::Files(FilesSettings { tables: vec![table] }), Options::default())?;
    for round in 1..=3 {
        let began = Instant::now();
        let profile = warehouse.profile("t").await?;
        println!(
            "round {round}: {} rows × {} columns in {:.2} s ({:.2} s of it the profile), peak memory {} MB, of who asks {} MB",
            profile.rows,
            profile.columns.len(),
            began.elapsed().as_secs_f64(),
            Duration::from_millis(profile.elapsed_ms).as_secs_f64(),
            fs::read_to_string(peak_path(own))?,
            peak()
        );
        if round == 1 {
            println!("{}", serde_json::to_string(&profile.columns[0])?);
            println!("{}", serde_json::to_string(&profile.columns[12])?);
        }
    }
    println!("{}", path.display());
    Ok(fs::remove_file(peak_path(own))?)
}

fn make(path: &Path, rows: u64) -> Result<(), Box<dyn Error>> {
    let unfinished = path.with_extension("making");
    let mut writer: Option<ArrowWriter<fs::File>> = None;
    for from in (0..rows).step_by(usize::try_from(BATCH)?) {
        let batch = batch(from, rows.min(from + BATCH))?;
        let writer = match &mut writer {
            Some(writer) => writer,
            none => none.insert(ArrowWriter::try_new(fs::File::create(&unfinished)?, batch.schema(), None)?),
        };
        writer.write(&batch)?;
    }
    if let Some(writer) = writer {
        writer.close()?;
    }
    fs::rename(unfinished, path)?;
    Ok(())
}

#[expect(
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "numbers made up for measuring"
)]
fn batch(from: u64, to: u64) -> Result<RecordBatch, ArrowError> {
    let word = ["amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath"];
    let mut columns: Vec<(String, ArrayRef)> = Vec::new();
    for place in 0..20_u64 {
        let random = |n: u64| mix(n.wrapping_mul(31).wrapping_add(place << 40));
        let hole = |n: u64| place % 2 == 1 && random(n) % 11 == 0;
        let numbers = from..to;
        let array: ArrayRef = match place {
            0 => Arc::new(numbers.map(|n| Some(n as i64)).collect::<Int64Array>()),
            1..=4 => Arc::new(
                numbers.map(|n| (!hole(n)).then(|| (random(n) % 10_u64.pow(place as u32 + 1)) as i64)).collect::<Int64Array>(),
            ),
            5..=9 => {
                Arc::new(numbers.map(|n| (!hole(n)).then(|| (random(n) % 1_000_000) as f64 / 97.0)).collect::<Float64Array>())
            }
            10 => Arc::new(numbers.map(|n| Some(format!("customer {n}"))).collect::<StringArray>()),
            11..=15 => Arc::new(
                numbers
                    .map(|n| {
                        (!hole(n))
                            .then(|| format!("{} {}", word[(random(n) % 8) as usize], random(n) % 10_u64.pow(place as u32 - 11)))
                    })
                    .collect::<StringArray>(),
            ),
            16 => Arc::new(numbers.map(|n| Some((random(n) % 20_000) as i32)).collect::<Date32Array>()),
            17 => Arc::new(
                numbers
                    .map(|n| (!hole(n)).then(|| (random(n) % 1_700_000_000) as i64 * 1_000_000))
                    .collect::<TimestampMicrosecondArray>(),
            ),
            _ => Arc::new(numbers.map(|n| (!hole(n)).then(|| random(n) % 3 == 0)).collect::<BooleanArray>()),
        };
        columns.push((format!("column_{place}"), array));
    }
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true)))
}

const fn mix(number: u64) -> u64 {
    let z = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// In megabytes; 0 where the system does not report it.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
