//! Values between separators: finds the separator, the encoding and the columns' types before it reads them.

use super::{
    records::{self, Rows},
    text::Utf8,
};
use arrow::{
    csv::ReaderBuilder,
    datatypes::{DataType, Field, Schema, TimeUnit},
    error::ArrowError,
    record_batch::RecordBatchReader,
};
use domain::tools::{conversion::Watch, warehouse::WarehouseFault};
use regex::Regex;
use std::{io::Read, sync::Arc};

/// How many rows are looked at for types. A value further down that does not fit makes everything be looked at.
pub(super) const LOOKED_AT: usize = 50_000;
const MOST_COLUMNS: usize = 5_000;

/// What was found in a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    delimiter: u8,
    pub(super) schema: Arc<Schema>,
    /// Which columns hold words for nothing, such as `NA`: where they are numbers, days or truths, such words are nothing.
    nothings: Vec<bool>,
    /// What its texts could mean, for each column.
    pub(super) watches: Vec<Watch>,
    /// Every row was looked at.
    pub(super) whole: bool,
    /// Rows that are held at once.
    at_once: usize,
}

impl Layout {
    /// The same columns, in this file's own order, with the types that all files of a table have together.
    pub(super) fn with_types(self, schema: &Arc<Schema>) -> Self {
        let typed =
            |field: &Arc<Field>| schema.fields().iter().find(|known| known.name() == field.name()).unwrap_or(field).clone();
        let fields: Vec<Arc<Field>> = self.schema.fields().iter().map(typed).collect();
        Self { schema: Arc::new(Schema::new(fields)), ..self }
    }
}

/// Looks at the first rows.
pub(super) fn layout(bytes: impl Read, most_rows: usize) -> Result<Layout, WarehouseFault> {
    let mut text = Utf8::new(bytes);
    let mut head = Vec::new();
    text.by_ref().take(64 * 1024).read_to_end(&mut head).map_err(|error| broken(&error))?;
    if head.iter().all(u8::is_ascii_whitespace) {
        return Err(WarehouseFault::Unusable("the file is empty".to_owned()));
    }
    let delimiter = delimiter(&head);
    let mut reader = ::csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .from_reader(Rows::new(head.as_slice().chain(text), delimiter));
    let header = reader.headers().map_err(|error| broken(&error))?.clone();
    if header.len() > MOST_COLUMNS {
        return Err(WarehouseFault::Unusable(format!("the file has {} columns; {MOST_COLUMNS} are the most", header.len())));
    }
    let mut guesses = vec![Guess::default(); header.len()];
    let mut watches = vec![Watch::default(); header.len()];
    let mut record = ::csv::StringRecord::new();
    let (mut rows, mut whole) = (0, false);
    while rows < most_rows {
        if !reader.read_record(&mut record).map_err(|error| broken(&error))? {
            whole = true;
            break;
        }
        rows += 1;
        if record.len() > header.len() && record.iter().skip(header.len()).any(|value| !value.is_empty()) {
            let line = record.position().map_or(0, ::csv::Position::line);
            return Err(WarehouseFault::Unusable(format!(
                "line {line} has {} values, the first line names {} columns",
                record.len(),
                header.len()
            )));
        }
        for ((guess, watch), value) in guesses.iter_mut().zip(&mut watches).zip(record.iter()) {
            guess.see(value);
            watch.see(value);
        }
    }
    let nothings = guesses.iter().map(|guess| guess.nothings).collect();
    let names = names(header.iter());
    let fields: Vec<Field> =
        names.into_iter().zip(&guesses).map(|(name, guess)| Field::new(name, guess.data_type(), true)).collect();
    let at_once = records::at_once(reader.position().byte(), rows + 1);
    Ok(Layout { delimiter, schema: Arc::new(Schema::new(fields)), nothings, watches, whole, at_once })
}

/// The rows, batch by batch.
pub(super) fn batches(
    bytes: impl Read + Send + 'static,
    layout: &Layout,
) -> Result<Box<dyn RecordBatchReader + Send>, WarehouseFault> {
    let mut builder = ReaderBuilder::new(Arc::clone(&layout.schema))
        .with_header(true)
        .with_delimiter(layout.delimiter)
        .with_batch_size(layout.at_once)
        .with_truncated_rows(true);
    let typed = |(field, holds): (&Arc<Field>, &bool)| *holds && field.data_type() != &DataType::Utf8;
    if layout.schema.fields().iter().zip(&layout.nothings).any(typed) {
        let nothing = Regex::new(r"^\s*(NA|N/A|n/a|null|NULL|Null|None|NaN|nan|-|\\N)?\s*$");
        builder = builder.with_null_regex(nothing.map_err(|error| WarehouseFault::Unusable(error.to_string()))?);
    }
    let reader = builder.build(Rows::new(Utf8::new(bytes), layout.delimiter)).map_err(|error| unreadable(&error))?;
    Ok(Box::new(reader))
}

pub(super) fn unreadable(error: &ArrowError) -> WarehouseFault {
    // What was said on the way to the reader says it all.
    let why = match error {
        ArrowError::IoError(why, _) => why.clone(),
        ArrowError::JsonError(why) => why.trim_start_matches("Failed to read JSON record: ").to_owned(),
        error => error.to_string(),
    };
    WarehouseFault::Unusable(format!("the file cannot be read: {why}"))
}

fn broken(error: &impl std::fmt::Display) -> WarehouseFault {
    WarehouseFault::Unusable(format!("the file cannot be read: {error}"))
}

/// The separator that parts the first lines most evenly.
fn delimiter(head: &[u8]) -> u8 {
    let score = |candidate: u8| {
        let mut reader = ::csv::ReaderBuilder::new().delimiter(candidate).flexible(true).has_headers(false).from_reader(head);
        let widths: Vec<usize> = reader.byte_records().take(20).filter_map(Result::ok).map(|record| record.len()).collect();
        let first = widths.first().copied().unwrap_or(1);
        // The last line may be cut where the head ends.
        let even = widths.iter().take(widths.len().saturating_sub(1).max(1)).filter(|width| **width == first).count();
        if first < 2 { 0 } else { even * 1_000 / widths.len().max(1) * 100 + first.min(99) }
    };
    [b',', b'\t', b';', b'|'].into_iter().rev().max_by_key(|candidate| score(*candidate)).unwrap_or(b',')
}

/// Column names as they are, made different where they are the same, and given where they are missing.
pub(super) fn names<'a>(header: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (place, name) in header.enumerate() {
        let plain: String = name.trim().chars().filter(|c| !c.is_control() && *c != '"').collect();
        let base = if plain.is_empty() { format!("column_{}", place + 1) } else { plain };
        let mut name = base.clone();
        let mut again = 2;
        while names.iter().any(|taken| taken.eq_ignore_ascii_case(&name)) {
            name = format!("{base}_{again}");
            again += 1;
        }
        names.push(name);
    }
    names
}

/// What all values so far could be.
#[derive(Clone, Debug)]
struct Guess {
    integer: bool,
    float: bool,
    truth: bool,
    day: bool,
    moment: bool,
    values: bool,
    nothings: bool,
}

impl Default for Guess {
    fn default() -> Self {
        Self { integer: true, float: true, truth: true, day: true, moment: true, values: false, nothings: false }
    }
}

impl Guess {
    fn see(&mut self, value: &str) {
        let trimmed = value.trim();
        if trimmed.is_empty() {
            // Arrow takes only what is wholly empty for nothing.
            self.nothings |= !value.is_empty();
            return;
        }
        if matches!(trimmed, "NA" | "N/A" | "n/a" | "null" | "NULL" | "Null" | "None" | "NaN" | "nan" | "-" | "\\N") {
            self.nothings = true;
            return;
        }
        self.values = true;
        let digits = trimmed.strip_prefix(['-', '+']).unwrap_or(trimmed);
        // A number that begins with 0 is a name of something: a postcode, a telephone.
        let named = digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit();
        let plain = value.len() == trimmed.len() && !named && !trimmed.starts_with('+');
        self.integer = self.integer && plain && value.parse::<i64>().is_ok();
        self.float = self.float && plain && number(value);
        self.truth = self.truth && (value.eq_ignore_ascii_case("true") || value.eq_ignore_ascii_case("false"));
        self.day = self.day && plain && day(value);
        self.moment = self.moment && plain && moment(value);
    }

    fn data_type(&self) -> DataType {
        match self {
            Self { values: false, .. } => DataType::Utf8,
            Self { integer: true, .. } => DataType::Int64,
            Self { float: true, .. } => DataType::Float64,
            Self { truth: true, .. } => DataType::Boolean,
            Self { day: true, .. } => DataType::Date32,
            Self { moment: true, .. } => DataType::Timestamp(TimeUnit::Microsecond, None),
            _ => DataType::Utf8,
        }
    }
}

/// Digits with a point or an exponent; integers too long for 64 bits are names.
fn number(value: &str) -> bool {
    let written = value.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E'));
    let long = value.bytes().filter(u8::is_ascii_digit).count() > 17 && !value.contains(['.', 'e', 'E']);
    written && !long && value.parse::<f64>().is_ok()
}

/// `2024-05-01`
fn day(value: &str) -> bool {
    let bytes = value.as_bytes();
    let shape = bytes.len() == 10
        && bytes[4] == b'-'
        && bytes[7] == b'-'
        && bytes.iter().enumerate().all(|(place, byte)| matches!(place, 4 | 7) || byte.is_ascii_digit());
    let part = |from: usize, to: usize| value.get(from..to).and_then(|text| text.parse::<u32>().ok()).unwrap_or(0);
    shape
        && (1..=12).contains(&part(5, 7))
        && (1..=DAYS[part(5, 7) as usize % 13]).contains(&part(8, 10))
        && (part(0, 4) > 0)
        && (part(5, 7) != 2 || part(8, 10) < 29 || leap(part(0, 4)))
}

const DAYS: [u32; 13] = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const fn leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// `2024-05-01 12:30:00`, also with `T`, without seconds' fractions or with, and with a zone.
fn moment(value: &str) -> bool {
    let Some((first, rest)) = value.split_at_checked(10) else { return false };
    let mut rest = rest.chars();
    let separated = matches!(rest.next(), Some(' ' | 'T'));
    let rest = rest.as_str().trim_end_matches('Z');
    if !separated || !day(first) || rest.len() < 8 || !rest.is_ascii() {
        return false;
    }
    let (clock, fraction) = rest.split_at(8);
    let part = |from: usize| clock.get(from..from + 2).and_then(|text| text.parse::<u32>().ok());
    let shape = clock.as_bytes()[2] == b':' && clock.as_bytes()[5] == b':';
    let time = part(0).is_some_and(|hour| hour < 24)
        && part(3).is_some_and(|minute| minute < 60)
        && part(6).is_some_and(|second| second < 60);
    // Zones other than UTC's Z stay texts: a column holds moments of one zone.
    let fraction = fraction.is_empty()
        || fraction
            .strip_prefix('.')
            .is_some_and(|digits| !digits.is_empty() && digits.len() <= 9 && digits.bytes().all(|byte| byte.is_ascii_digit()));
    shape && time && fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types(text: &str) -> Vec<(String, DataType)> {
        let layout = layout(std::io::Cursor::new(text.as_bytes().to_vec()), LOOKED_AT).unwrap();
        layout.schema.fields().iter().map(|field| (field.name().clone(), field.data_type().clone())).collect()
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let line = "0,".repeat(2 << 20);
        for text in [line.clone(), format!("a,b\n1,2\n{line}")] {
            let told = layout(std::io::Cursor::new(text.into_bytes()), LOOKED_AT).expect_err("a refusal").to_string();
            assert!(told.contains("is longer than 1 MB"), "{told}");
        }
    }

    #[test]
    fn types_are_told_from_values() {
        let found = types(
            "id,price,open,born,seen,zip,note,none\n1,2.5,true,2024-02-29,2024-01-01T10:00:00Z,01234,a,\n2,,FALSE,2023-01-01,2024-01-01 10:00:00.5,99,b,\n",
        );
        let expected = [
            ("id", DataType::Int64),
            ("price", DataType::Float64),
            ("open", DataType::Boolean),
            ("born", DataType::Date32),
            ("seen", DataType::Timestamp(TimeUnit::Microsecond, None)),
            ("zip", DataType::Utf8),
            ("note", DataType::Utf8),
            ("none", DataType::Utf8),
        ];
        assert_eq!(found, expected.map(|(name, data_type)| (name.to_owned(), data_type)));
    }

    #[test]
    fn separators_names_and_nothings_are_found() {
        assert_eq!(types("a;b\n1;x,y\n2;z\n").len(), 2);
        assert_eq!(types("a\tb\tc\n1,5\t2\t3\n").len(), 3);
        assert_eq!(types("a||A\n1|2|3\n").iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["a", "column_2", "A_2"]);
        assert_eq!(types("n\n1\nNA\n3\n")[0].1, DataType::Int64);
        assert_eq!(types("only\nx\n").len(), 1);
        assert!(layout(std::io::Cursor::new(b"  \n".to_vec()), 10).is_err());
        assert!(layout(std::io::Cursor::new(b"a,b\n1,2,3\n".to_vec()), 10).is_err(), "more values than columns");
    }

    #[test]
    fn a_day_that_is_none_is_a_text() {
        for value in ["2023-02-29", "2024-13-01", "2024-00-10", "2024-1-1", "0000-01-01", "20240101xx"] {
            assert!(!day(value), "{value}");
        }
        assert!(
            day("2000-02-29")
                && moment("2024-01-01 00:00:00")
                && !moment("2024-01-01 25:00:00")
                && !moment("2024-01-01 10:00:00+02:00")
        );
    }
}
