//! Excel and its kind (XLSX, XLSM, XLSB, XLS, ODS): each sheet as a table, with days as days and numbers as one writes them.

use super::{DocumentFault, Read, archive::Archive, office, writer::Writer};
use calamine::{Cell, Data, ExcelDateTime, Range, Reader, Sheets, open_workbook_auto_from_rs};
use std::io::Cursor;

/// Cells of one sheet that are read.
const MOST_CELLS: usize = 2_000_000;
/// Between the first cell of a sheet and the last one.
pub(super) const MOST_BETWEEN: usize = MOST_CELLS * 5;
const MOST_ROWS: usize = 100_000;
const MOST_COLUMNS: usize = 1_024;

pub(super) fn read(format: &'static str, bytes: &[u8], archive: Option<&mut Archive<'_>>) -> Result<Read, DocumentFault> {
    let mut notes = Vec::new();
    let mut properties = office::Properties::default();
    if let Some(archive) = archive {
        // The reader of sheets knows no bounds of its own.
        archive.weigh()?;
        bounded(archive)?;
        properties = office::properties(archive)?;
        notes = comments(archive)?;
    }
    let mut book: Sheets<Cursor<&[u8]>> = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(fault)?;
    let mut writer = Writer::default();
    for name in book.sheet_names() {
        writer.heading(2, &name);
        let Some(range) = cells(&mut book, &name)? else { continue };
        if range.height().saturating_mul(range.width()) > MOST_BETWEEN {
            return Err(DocumentFault::Damaged(format!("the sheet `{name}` claims more cells than it can have")));
        }
        let row = |row: &[Data]| row.iter().take(MOST_COLUMNS).map(format_cell).collect::<Vec<String>>();
        let rows: Vec<Vec<String>> = range.rows().take(MOST_ROWS).map(row).collect();
        writer.table(&rows);
    }
    for (cell, text) in notes {
        writer.paragraph(&format!("[comment {cell}] {text}"));
    }
    Ok(Read::new(format, writer).with(properties))
}

/// A sheet's cells; nothing where it has none that can be read.
fn cells(book: &mut Sheets<Cursor<&[u8]>>, name: &str) -> Result<Option<Range<Data>>, DocumentFault> {
    let Sheets::Xlsb(book) = book else { return Ok(book.worksheet_range(name).ok()) };
    let Ok(mut reader) = book.worksheet_cells_reader(name) else { return Ok(None) };
    let (mut found, mut extent): (Vec<Cell<Data>>, Option<[u32; 4]>) = (Vec::new(), None);
    while let Some(cell) = reader.next_cell().map_err(|error| fault(error.into()))? {
        let (row, column) = cell.get_position();
        let [top, bottom, left, right] = extent.unwrap_or([row, row, column, column]);
        let [top, bottom, left, right] = [top.min(row), bottom.max(row), left.min(column), right.max(column)];
        extent = Some([top, bottom, left, right]);
        // Room is taken for all that lies between them.
        if u64::from(bottom - top + 1) * u64::from(right - left + 1) > MOST_BETWEEN as u64 || found.len() > MOST_BETWEEN {
            return Err(DocumentFault::Damaged("its cells lie too far apart; delete the far ones".into()));
        }
        found.push(Cell::new((row, column), Data::from(cell.get_value().clone())));
    }
    Ok(Some(Range::from_sparse(found)))
}

/// A sheet that places one cell at the end of the world would be a table of the whole world.
fn bounded(archive: &mut Archive<'_>) -> Result<(), DocumentFault> {
    if let Some(strings) = archive.file("xl/sharedStrings.xml")? {
        // Room for as many texts as it claims would be taken at once.
        let head = String::from_utf8_lossy(&strings[..strings.len().min(2_000)]).into_owned();
        let claimed =
            head.split("ount=").skip(1).filter_map(|rest| rest.get(1..)?.split(['"', '\'']).next()?.trim().parse::<u64>().ok());
        if claimed.max().unwrap_or_default() > strings.len() as u64 {
            return Err(DocumentFault::Damaged("it claims more texts than it has".into()));
        }
    }
    let sheets: Vec<String> =
        archive.names().iter().filter(|name| name.starts_with("xl/worksheets/") && name.ends_with(".xml")).cloned().collect();
    for sheet in sheets {
        let Some(bytes) = archive.file(&sheet)? else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let (mut rows, mut columns, mut least) = (0_usize, 0_usize, usize::MAX);
        for (at, sign) in text.match_indices(" r=") {
            let mut value = text[at + sign.len()..].chars();
            let quote = value.next();
            let reference: String = value.take_while(|sign| Some(*sign) != quote).take(12).collect();
            let (column, row) = cell_of(&reference);
            rows = rows.max(row);
            least = least.min(row);
            columns = columns.max(column);
        }
        if rows.saturating_sub(least.min(rows)).saturating_mul(columns) > MOST_BETWEEN {
            return Err(DocumentFault::Damaged("its cells lie too far apart; delete the far ones".into()));
        }
    }
    Ok(())
}

/// `BC12` is column 55 of row 12.
fn cell_of(reference: &str) -> (usize, usize) {
    let letters = reference.bytes().take_while(u8::is_ascii_uppercase).take(4);
    let column = letters.fold(0, |column, letter| column * 26 + usize::from(letter - b'A') + 1);
    let row = reference.trim_start_matches(|sign: char| sign.is_ascii_uppercase()).parse().unwrap_or_default();
    (column, row)
}

fn comments(archive: &mut Archive<'_>) -> Result<Vec<(String, String)>, DocumentFault> {
    let parts: Vec<String> = archive.names().iter().filter(|name| name.starts_with("xl/comments")).cloned().collect();
    let mut found = Vec::new();
    for part in parts {
        let Some(tree) = office::part(archive, &part)? else { continue };
        let mut comments = Vec::new();
        tree.all("comment", &mut comments);
        for comment in comments {
            let mut runs = Vec::new();
            comment.all("t", &mut runs);
            let text: String = runs.iter().map(|run| run.text()).collect();
            found.push((
                comment.attribute("ref").unwrap_or_default().to_owned(),
                text.split_whitespace().collect::<Vec<_>>().join(" "),
            ));
        }
    }
    Ok(found)
}

fn fault(fault: calamine::Error) -> DocumentFault {
    let said = fault.to_string();
    if said.to_lowercase().contains("password") {
        DocumentFault::Encrypted
    } else {
        DocumentFault::Damaged(said.chars().take(200).collect())
    }
}

fn format_cell(value: &Data) -> String {
    match value {
        Data::Int(number) => number.to_string(),
        Data::Float(number) => number_shown(*number),
        Data::String(text) => text.clone(),
        Data::Bool(yes) => if *yes { "TRUE" } else { "FALSE" }.into(),
        Data::DateTime(when) => when_shown(when),
        Data::DateTimeIso(text) | Data::DurationIso(text) => text.clone(),
        Data::Error(error) => error.to_string(),
        Data::Empty => String::new(),
    }
}

/// Without the noise of the last binary digits, and whole numbers without a point.
fn number_shown(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return format!("{number:.0}");
    }
    let plain = number.to_string();
    if plain.len() < 15 {
        return plain;
    }
    // Fifteen digits are what the program itself shows.
    let digits = (14 - number.abs().log10().floor() as i32).clamp(0, 30) as usize;
    let shorter = format!("{number:.digits$}");
    let shorter = if shorter.contains('.') { shorter.trim_end_matches('0').trim_end_matches('.').to_owned() } else { shorter };
    if shorter.len() < plain.len() { shorter } else { plain }
}

fn when_shown(when: &ExcelDateTime) -> String {
    if when.is_duration() {
        let seconds = (when.as_f64() * 86_400.0).round() as i64;
        return format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
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
