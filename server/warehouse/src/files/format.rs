//! What a file is, told by the endings of its name.

/// The formats that become tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// Comma, semicolon, tab or bar between the values: which one is looked for in the file.
    Csv,
    /// One array of objects, or objects one after the other.
    Json,
    /// An object on each line.
    JsonLines,
    Parquet,
    /// Arrow's own files, also called Feather.
    Arrow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    None,
    Gzip,
    Zstd,
}

impl FileFormat {
    /// Of a name like `orders.csv.gz`; nothing where no table is made of such a file.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        parted(name).map(|(_, format, _)| format)
    }
}

/// The name without its endings, the format and the packing.
pub(crate) fn parted(name: &str) -> Option<(&str, FileFormat, Packing)> {
    let (rest, packing) = match name.rsplit_once('.') {
        Some((rest, ending)) if ending.eq_ignore_ascii_case("gz") || ending.eq_ignore_ascii_case("gzip") => (rest, Packing::Gzip),
        Some((rest, ending)) if ending.eq_ignore_ascii_case("zst") || ending.eq_ignore_ascii_case("zstd") => {
            (rest, Packing::Zstd)
        }
        _ => (name, Packing::None),
    };
    let (stem, ending) = rest.rsplit_once('.')?;
    let format = match ending.to_ascii_lowercase().as_str() {
        "csv" | "tsv" | "tab" | "psv" => FileFormat::Csv,
        "json" | "geojson" => FileFormat::Json,
        "jsonl" | "ndjson" => FileFormat::JsonLines,
        "parquet" | "pq" => FileFormat::Parquet,
        "arrow" | "feather" | "ipc" | "arrows" => FileFormat::Arrow,
        _ => return None,
    };
    Some((stem, format, packing))
}

/// A table's name made of a file's: its letters and digits, with `_` for everything else, so that a query need not quote it.
#[must_use]
pub fn table_name(file: &str) -> String {
    const WORDS: &[&str] = &[
        "all", "and", "any", "as", "asc", "between", "by", "case", "cast", "cross", "desc", "distinct", "else", "end", "except",
        "exists", "false", "from", "full", "group", "having", "in", "inner", "intersect", "interval", "is", "join", "left",
        "like", "limit", "natural", "not", "null", "offset", "on", "or", "order", "outer", "right", "select", "set", "table",
        "then", "true", "union", "unnest", "user", "using", "values", "when", "where", "window", "with",
    ];
    let stem = parted(file).map_or(file, |(stem, ..)| stem);
    let stem = stem.rsplit(['/', '\\']).next().unwrap_or(stem);
    let plain: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let mut name = plain.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_");
    if name.is_empty() || name.starts_with(|c: char| c.is_numeric()) {
        name.insert_str(0, "t_");
    }
    if WORDS.iter().any(|word| name.eq_ignore_ascii_case(word)) {
        name.push_str("_table");
    }
    name.chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_say_what_a_file_is() {
        assert_eq!(parted("a.b.CSV.GZ"), Some(("a.b", FileFormat::Csv, Packing::Gzip)));
        assert_eq!(parted("x.jsonl.zst"), Some(("x", FileFormat::JsonLines, Packing::Zstd)));
        assert_eq!(FileFormat::of("x.feather"), Some(FileFormat::Arrow));
        assert_eq!((FileFormat::of("x.pdf"), FileFormat::of("csv"), FileFormat::of("x.gz")), (None, None, None));
    }

    #[test]
    fn names_need_no_quotes() {
        let cases = [
            ("orders.csv", "orders"),
            ("Orders 2024 (final).csv.gz", "Orders_2024_final"),
            ("2024.parquet", "t_2024"),
            ("order.csv", "order_table"),
            ("../../etc/Größe-Müller.json", "Größe_Müller"),
            ("売上.tsv", "売上"),
            ("\"; DROP TABLE x; --.csv", "DROP_TABLE_x"),
            ("---.csv", "t_"),
        ];
        for (file, table) in cases {
            assert_eq!(table_name(file), table);
        }
    }
}
