//! What the sheets of an XLS claim: their reader takes room for all that lies between the first cell and the last one, and for as
//! much as a sheet says that it has.

use super::{DocumentFault, mail::Compound, sheets::MOST_BETWEEN};
use std::io::Read as _;

/// All of a sheet, as large as the format lets it be.
const WHOLE_SHEET: u64 = 65_536 * 256;

/// Refuses sheets that are far larger than what is in them.
pub(super) fn bounded(file: &mut Compound<'_>) -> Result<(), DocumentFault> {
    let books: Vec<_> = file
        .walk()
        .filter(|entry| {
            entry.is_stream() && (entry.name().eq_ignore_ascii_case("workbook") || entry.name().eq_ignore_ascii_case("book"))
        })
        .map(|entry| entry.path().to_owned())
        .collect();
    for book in books {
        let damaged = |fault: std::io::Error| DocumentFault::Damaged(fault.to_string());
        let mut bytes = Vec::new();
        file.open_stream(&book).map_err(damaged)?.read_to_end(&mut bytes).map_err(damaged)?;
        records(&bytes)?;
    }
    Ok(())
}

fn records(mut bytes: &[u8]) -> Result<(), DocumentFault> {
    let mut extent = Extent::default();
    while let [kind_low, kind_high, length_low, length_high, rest @ ..] = bytes {
        let (kind, length) = (u16::from_le_bytes([*kind_low, *kind_high]), u16::from_le_bytes([*length_low, *length_high]));
        let data = &rest[..rest.len().min(length.into())];
        match kind {
            // A sheet begins.
            0x0009 | 0x0209 | 0x0409 | 0x0809 => extent = Extent::default(),
            0x0000 | 0x0200 => claimed(data)?,
            0x0001..=0x0007 | 0x0201..=0x0208 | 0x0406 | 0x027e | 0x00bd | 0x00be | 0x00d6 | 0x00fd => extent.cell(kind, data)?,
            _ => {}
        }
        bytes = &rest[data.len()..];
    }
    Ok(())
}

fn short(data: &[u8], at: usize) -> Option<u64> {
    Some(u16::from_le_bytes(data.get(at..at + 2)?.try_into().ok()?).into())
}

fn long(data: &[u8], at: usize) -> Option<u64> {
    Some(u32::from_le_bytes(data.get(at..at + 4)?.try_into().ok()?).into())
}

/// What a sheet says that it has.
fn claimed(data: &[u8]) -> Result<(), DocumentFault> {
    let (rows, columns) = if data.len() < 14 {
        ((short(data, 0), short(data, 2)), (short(data, 4), short(data, 6)))
    } else {
        ((long(data, 0), long(data, 4)), (short(data, 8), short(data, 10)))
    };
    let (rows, columns) = ((rows.0.unwrap_or(0), rows.1.unwrap_or(0)), (columns.0.unwrap_or(0), columns.1.unwrap_or(0)));
    // Some writers leave the first column out.
    let first = if columns.0 > 0xff || columns.1 < columns.0 { 0 } else { columns.0 };
    let backwards = rows.1 > 0 && rows.1 < rows.0;
    if backwards || rows.1.saturating_sub(rows.0).saturating_mul(columns.1 - first) > WHOLE_SHEET {
        return Err(DocumentFault::Damaged("a sheet claims more cells than it can have".into()));
    }
    Ok(())
}

/// Where the cells of a sheet lie.
#[derive(Default)]
struct Extent(Option<[u64; 4]>);

impl Extent {
    fn cell(&mut self, kind: u16, data: &[u8]) -> Result<(), DocumentFault> {
        let (Some(row), Some(column)) = (short(data, 0), short(data, 2)) else { return Ok(()) };
        // Several cells in one record: the last column stands at its end.
        let last = if matches!(kind, 0x00bd | 0x00be) { short(data, data.len().saturating_sub(2)) } else { None };
        let [top, bottom, left, right] = self.0.unwrap_or([row, row, column, column]);
        let extent = [top.min(row), bottom.max(row), left.min(column), right.max(column).max(last.unwrap_or_default())];
        self.0 = Some(extent);
        let [top, bottom, left, right] = extent;
        if (bottom - top + 1).saturating_mul(right - left + 1) > MOST_BETWEEN as u64 {
            return Err(DocumentFault::Damaged("its cells lie too far apart; delete the far ones".into()));
        }
        Ok(())
    }
}
