//! The format of a file, recognised by the endings of its name.

/// The formats that become tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// Comma, semicolon, tab or bar between the values: which one is looked for in the file.
    Csv,
    /// A workbook, each sheet of which becomes a table.
    Xlsx,
    /// One array of objects, or objects one after the other.
    Json,
    /// An object on each line.
    JsonLines,
    Parquet,
    /// Arrow's own files, also called Feather.
    Arrow,
}

/// What a file is packed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    None,
    Gzip,
    Zstd,
}

impl FileFormat {
    /// The format of a name like `orders.csv.gz`; `None` where such files do not become tables.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        parted(name).map(|(_, format, _)| format)
    }

    /// As it is called where several endings mean it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::Json => "json",
            Self::JsonLines => "jsonl",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
        }
    }
}

/// The name without the ending of its packing, and the packing.
#[must_use]
pub fn unpacked(name: &str) -> (&str, Packing) {
    let Some((rest, ending)) = name.rsplit_once('.') else { return (name, Packing::None) };
    match ending.to_ascii_lowercase().as_str() {
        "gz" | "gzip" => (rest, Packing::Gzip),
        "zst" | "zstd" => (rest, Packing::Zstd),
        _ => (name, Packing::None),
    }
}

/// The name without its endings, the format and the packing.
#[must_use]
pub fn parted(name: &str) -> Option<(&str, FileFormat, Packing)> {
    let (rest, packing) = unpacked(name);
    let (stem, ending) = rest.rsplit_once('.')?;
    let format = match ending.to_ascii_lowercase().as_str() {
        "csv" | "tsv" | "tab" | "psv" => FileFormat::Csv,
        "xlsx" | "xlsm" => FileFormat::Xlsx,
        "json" | "geojson" => FileFormat::Json,
        "jsonl" | "ndjson" => FileFormat::JsonLines,
        "parquet" | "pq" => FileFormat::Parquet,
        "arrow" | "feather" | "ipc" | "arrows" => FileFormat::Arrow,
        _ => return None,
    };
    Some((stem, format, packing))
}

/// Whether a file is a SQLite database by its name.
#[must_use]
pub fn names_sqlite(name: &str) -> bool {
    let name = name.to_lowercase();
    [".sqlite", ".sqlite3", ".db", ".db3"].iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_say_what_a_file_is() {
        assert_eq!(parted("a.b.CSV.GZ"), Some(("a.b", FileFormat::Csv, Packing::Gzip)));
        assert_eq!(parted("x.jsonl.zst"), Some(("x", FileFormat::JsonLines, Packing::Zstd)));
        assert_eq!(FileFormat::from_name("x.feather"), Some(FileFormat::Arrow));
        assert_eq!(parted("Q1 Sales.XLSX"), Some(("Q1 Sales", FileFormat::Xlsx, Packing::None)));
        assert_eq!(
            (FileFormat::from_name("x.pdf"), FileFormat::from_name("csv"), FileFormat::from_name("x.gz")),
            (None, None, None)
        );
        assert!(names_sqlite("a.DB3") && !names_sqlite("a.dbf"));
    }
}
