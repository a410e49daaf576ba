//! Workbooks (XLSX): each sheet as a table, by way of the text between separators that a spreadsheet would export. Days come by the
//! formats of their cells.

use super::{
    format::{FileFormat, Packing, parted, table_name},
    prepare::unwritable,
    waiting,
};
use crate::settings::FileTable;
use calamine::{Data, ExcelDateTime, Reader as _, Xlsx};
use domain::tools::warehouse::WarehouseFault;
use std::{
    collections::{BTreeMap, HashSet},
    fs::File,
    io::{BufReader, BufWriter, Write as _},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tempfile::{NamedTempFile, TempPath};

/// Between the first column of a sheet and the last one.
const MOST_COLUMNS: u32 = 5_000;
/// Sheets that become tables.
const MOST_SHEETS: usize = 100;
/// Of one sheet as text: a small workbook may name two cells at the ends of each of a million rows, or one long text again and again.
const MOST_BYTES: usize = 2 << 30;

type Book = Xlsx<BufReader<File>>;

/// Where the cells of a sheet lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    first_column: u32,
    last_column: u32,
    /// The row that names the columns.
    header: u32,
}

/// A workbook of several sheets as one table for each; every other table as it is. One that cannot be read says so by itself. No sheet
/// is called like another table of the source: `taken` has their names in small letters.
pub(super) async fn apart(table: FileTable, taken: &mut HashSet<String>) -> Vec<FileTable> {
    let [file] = &*table.files else { return vec![table] };
    let name = if file.name.is_empty() { file.path.to_string_lossy().into_owned() } else { file.name.clone() };
    if !matches!(parted(&name), Some((_, FileFormat::Xlsx, Packing::None))) {
        return vec![table];
    }
    let path = file.path.clone();
    let sheets = waiting(move |stop| full_sheets(&path, stop)).await.unwrap_or_default();
    if sheets.len() < 2 {
        return vec![table];
    }
    let named = |sheet: String| {
        let name = free_name(&table_name(&format!("{}_{sheet}", table.name)), taken);
        FileTable { name, sheet: Some(sheet), ..table.clone() }
    };
    sheets.into_iter().map(named).collect()
}

/// The name, with a number where it is taken; it is taken from then on.
fn free_name(base: &str, taken: &mut HashSet<String>) -> String {
    let (mut name, mut again) = (base.to_owned(), 2);
    while !taken.insert(name.to_lowercase()) {
        name = format!("{base}_{again}");
        again += 1;
    }
    name
}

/// The sheets that hold something.
fn full_sheets(path: &Path, stop: &Arc<AtomicBool>) -> Result<Vec<String>, WarehouseFault> {
    let mut book = open(path)?;
    let mut full = Vec::new();
    for name in book.sheet_names() {
        if full.len() < MOST_SHEETS && extent(&mut book, &name, stop)?.is_some() {
            full.push(name);
        }
    }
    Ok(full)
}

/// Writes a sheet, the first one that holds something where none is named, as text between commas.
pub(super) fn write_text(
    path: &Path,
    sheet: Option<&str>,
    folder: &Path,
    stop: &Arc<AtomicBool>,
) -> Result<TempPath, WarehouseFault> {
    let mut book = open(path)?;
    let names = sheet.map_or_else(|| book.sheet_names(), |sheet| vec![sheet.to_owned()]);
    for name in names {
        if let Some(extent) = extent(&mut book, &name, stop)? {
            return write(&mut book, &name, extent, folder, stop);
        }
    }
    Err(WarehouseFault::Unusable("the file is empty".to_owned()))
}

fn open(path: &Path) -> Result<Book, WarehouseFault> {
    let file = File::open(path).map_err(unwritable)?;
    Xlsx::new(BufReader::new(file)).map_err(|error| unreadable(&error))
}

fn extent(book: &mut Book, name: &str, stop: &Arc<AtomicBool>) -> Result<Option<Extent>, WarehouseFault> {
    let (mut first, mut last, mut widths) = (u32::MAX, 0, BTreeMap::<u32, usize>::new());
    each_cell(book, name, stop, |row, column, _| {
        (first, last) = (first.min(column), last.max(column));
        // Titles stand above the names of columns, and only the first rows can be these.
        if widths.len() < 50 || widths.contains_key(&row) {
            *widths.entry(row).or_default() += 1;
        }
        Ok(())
    })?;
    let named = widths.iter().find(|(_, width)| **width > 1).or_else(|| widths.iter().next());
    let Some((header, _)) = named else { return Ok(None) };
    if last - first >= MOST_COLUMNS {
        return Err(WarehouseFault::Unusable(format!("the sheet {name} is wider than {MOST_COLUMNS} columns")));
    }
    Ok(Some(Extent { first_column: first, last_column: last, header: *header }))
}

fn write(book: &mut Book, name: &str, extent: Extent, folder: &Path, stop: &Arc<AtomicBool>) -> Result<TempPath, WarehouseFault> {
    let file = NamedTempFile::new_in(folder).map_err(unwritable)?;
    let mut writer = ::csv::Writer::from_writer(BufWriter::new(file.reopen().map_err(unwritable)?));
    let width = (extent.last_column - extent.first_column + 1) as usize;
    let (mut row_at, mut cells, mut size) = (extent.header, vec![String::new(); width], 0);
    each_cell(book, name, stop, |row, column, text| {
        if row < extent.header {
            return Ok(());
        }
        if row != row_at {
            size += cells.iter().map(|cell| cell.len() + 1).sum::<usize>();
            if size > MOST_BYTES {
                let detail = format!("the sheet {name} is larger than {} GB as text", MOST_BYTES >> 30);
                return Err(WarehouseFault::Unusable(detail));
            }
            writer.write_record(&cells).map_err(|error| unreadable(&error))?;
            cells.iter_mut().for_each(String::clear);
            row_at = row;
        }
        if let Some(cell) = cells.get_mut((column - extent.first_column) as usize) {
            *cell = text;
        }
        Ok(())
    })?;
    writer.write_record(&cells).map_err(|error| unreadable(&error))?;
    let mut inner = writer.into_inner().map_err(|error| unreadable(&error))?;
    inner.flush().map_err(unwritable)?;
    Ok(file.into_temp_path())
}

/// Every cell that holds something, row by row. A sheet of charts has none.
fn each_cell(
    book: &mut Book,
    name: &str,
    stop: &Arc<AtomicBool>,
    mut see: impl FnMut(u32, u32, String) -> Result<(), WarehouseFault>,
) -> Result<(), WarehouseFault> {
    let Ok(mut reader) = book.worksheet_cells_reader(name) else { return Ok(()) };
    while let Some(cell) = reader.next_cell().map_err(|error| unreadable(&error))? {
        let (row, column) = cell.get_position();
        let text = text(&Data::from(cell.get_value().clone()));
        if !text.trim().is_empty() {
            see(row, column, text)?;
        }
        if stop.load(Ordering::Relaxed) {
            return Err(WarehouseFault::Limit("nobody waits for the file any more".to_owned()));
        }
    }
    Ok(())
}

fn text(value: &Data) -> String {
    match value {
        Data::Int(number) => number.to_string(),
        Data::Float(number) => plain(*number),
        Data::String(text) => text.clone(),
        Data::Bool(yes) => yes.to_string(),
        Data::DateTime(when) => moment(when),
        Data::DateTimeIso(text) | Data::DurationIso(text) => text.clone(),
        Data::Error(error) => error.to_string(),
        Data::Empty => String::new(),
    }
}

/// The fifteen digits that a spreadsheet itself shows.
fn plain(number: f64) -> String {
    format!("{number:.14e}").parse::<f64>().unwrap_or(number).to_string()
}

fn moment(when: &ExcelDateTime) -> String {
    if when.is_duration() {
        let seconds = (when.as_f64() * 86_400.0).round() as i64;
        return format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    }
    let (year, month, day, hour, minute, second, _) = when.to_ymd_hms_milli();
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    if when.as_f64() < 1.0 {
        time
    } else if when.as_f64().fract() == 0.0 {
        format!("{year:04}-{month:02}-{day:02}")
    } else {
        format!("{year:04}-{month:02}-{day:02} {time}")
    }
}

fn unreadable(error: &impl std::fmt::Display) -> WarehouseFault {
    WarehouseFault::Unusable(format!("the workbook cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sheet_is_called_like_another_table() {
        let mut taken = HashSet::from(["sales_2024".to_owned()]);
        for (base, wanted) in [("Sales_2024", "Sales_2024_2"), ("sales_2025", "sales_2025"), ("sales_2024", "sales_2024_3")] {
            assert_eq!(free_name(base, &mut taken), wanted);
        }
    }

    #[test]
    fn numbers_have_the_digits_that_are_shown() {
        for (number, wanted) in
            [(0.1 + 0.2, "0.3"), (7.0, "7"), (31_200.5, "31200.5"), (-0.25, "-0.25"), (1e15, "1000000000000000")]
        {
            assert_eq!(plain(number), wanted);
        }
    }
}
