//! Which files are one table by their names: `sales_1.csv` and `sales_2.csv` are two parts of `sales`.

use super::format::{FileFormat, parted, table_name};
use crate::settings::{FileTable, TableFile};

/// Files as tables: each file one, files of one name together, and those whose names differ by a number or a date only together
/// where their columns agree ([`FileTable::if_alike`]). A series without a word in its name is called like `otherwise`.
#[must_use]
pub fn grouped(files: Vec<TableFile>, otherwise: &str) -> Vec<FileTable> {
    let mut tables: Vec<FileTable> = Vec::new();
    for file in files {
        let name = table_name(&file.name);
        match tables.iter_mut().find(|table| table.name.eq_ignore_ascii_case(&name)) {
            Some(table) => table.files.push(file),
            None => tables.push(FileTable { name, files: vec![file], ..FileTable::default() }),
        }
    }
    let all: Vec<Option<Series>> = tables.iter().map(|table| series(&table.files[0].name)).collect();
    let names: Vec<String> = tables.iter().map(|table| table.name.to_lowercase()).collect();
    let mut grouped: Vec<(Option<usize>, FileTable)> = Vec::new();
    for (place, table) in tables.into_iter().enumerate() {
        let like = |other: &usize| all[*other].is_some() && all[*other] == all[place];
        let first = (0..all.len()).find(like).filter(|_| (0..all.len()).filter(like).count() > 1);
        let Some((first, series)) = first.zip(all[place].as_ref()) else {
            grouped.push((None, table));
            continue;
        };
        let name = if series.name.is_empty() { table_name(otherwise) } else { table_name(&series.name) };
        // Where another table has that name, nobody could tell them apart.
        let lower = name.to_lowercase();
        let taken = (0..names.len()).any(|other| names[other] == lower && !like(&other))
            || grouped.iter().any(|(group, known)| known.name.to_lowercase() == lower && *group != Some(first));
        match grouped.iter_mut().find(|(group, _)| *group == Some(first)) {
            Some((_, known)) => known.files.extend(table.files),
            None if taken => grouped.push((None, table)),
            None => grouped.push((Some(first), FileTable { name, if_alike: true, ..table })),
        }
    }
    grouped.into_iter().map(|(_, table)| table).collect()
}

struct Series {
    /// The words with a mark where a number stands; what differs only there is one series.
    pattern: Vec<String>,
    format: FileFormat,
    /// The words alone, as the first file spells them.
    name: String,
}

impl PartialEq for Series {
    fn eq(&self, other: &Self) -> bool {
        self.pattern == other.pattern && self.format == other.format
    }
}

const NUMBER: &str = "#";
const MONTHS: [&str; 12] =
    ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/// Nothing where the name has no number.
fn series(file: &str) -> Option<Series> {
    let (stem, format, _) = parted(file)?;
    let mut pattern: Vec<String> = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    for word in words_of(stem) {
        let lower = word.to_lowercase();
        if word.starts_with(|sign: char| sign.is_ascii_digit()) || is_month(&lower) {
            if pattern.last().is_none_or(|last| last != NUMBER) {
                pattern.push(NUMBER.to_owned());
            }
        } else {
            pattern.push(lower);
            words.push(word);
        }
    }
    pattern.iter().any(|part| part == NUMBER).then(|| Series { pattern, format, name: words.join("_") })
}

fn is_month(word: &str) -> bool {
    word.len() >= 3 && MONTHS.iter().any(|month| *month == word || month[..3] == *word)
}

/// Runs of letters and runs of digits.
fn words_of(stem: &str) -> Vec<&str> {
    let kind = |sign: char| if sign.is_ascii_digit() { 2 } else { u8::from(sign.is_alphanumeric()) };
    let (mut words, mut begin) = (Vec::new(), 0);
    let mut before = 0;
    for (place, sign) in stem.char_indices().chain([(stem.len(), ' ')]) {
        if kind(sign) != before || place == stem.len() {
            if before != 0 {
                words.push(&stem[begin..place]);
            }
            (begin, before) = (place, kind(sign));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(names: &[&str]) -> Vec<(String, usize)> {
        let file = |name: &&str| TableFile { path: "x".into(), name: (*name).to_owned() };
        let grouped = grouped(names.iter().map(file).collect(), "My shop");
        grouped.into_iter().map(|table| (table.name, table.files.len())).collect()
    }

    #[test]
    fn names_that_differ_by_a_number_or_a_date_are_one_series() {
        let one = |name: &str, count| vec![(name.to_owned(), count)];
        for (names, wanted) in [
            (&["sales_1.csv", "sales_2.csv", "Sales_10.csv"][..], one("sales", 3)),
            (&["sales-2024-01.csv", "sales-2024-02.csv.gz"], one("sales", 2)),
            (&["sales_jan_2024.csv", "sales_February_2024.csv"], one("sales", 2)),
            (&["part-00000.parquet", "part-00001.parquet"], one("part", 2)),
            (&["2023.csv", "2024.csv"], one("My_shop", 2)),
            (&["q1 Umsätze.csv", "q2 Umsätze.csv"], one("q_Umsätze", 2)),
            (&["log20240101.jsonl", "log20240102.jsonl"], one("log", 2)),
            (&["orders.csv", "orders.csv"], one("orders", 2)),
        ] {
            assert_eq!(tables(names), wanted, "{names:?}");
        }
    }

    #[test]
    fn other_names_and_other_formats_stay_apart() {
        for names in [
            &["orders.csv", "customers.csv"][..],
            &["data.csv", "data (1).csv"],
            &["sales_1.csv", "sales_2.parquet"],
            &["sales_1.csv"],
            &["sales_1.csv", "sales_2.csv", "sales.csv"],
        ] {
            assert!(tables(names).iter().all(|(_, count)| *count == 1), "{names:?}");
        }
    }
}
