//! What a file's table is called.

pub use domain::tools::file_format::FileFormat;
pub(crate) use domain::tools::file_format::{Packing, parted};

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
