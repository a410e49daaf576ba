//! What is read about one table: its rows, how its file was read, and what its values are like.

use super::projects::number;

pub(crate) const QUERY_TABLE: &str = "Query this table";
pub(crate) const NO_ROWS: &str = "The table has no rows.";
pub(crate) const NO_MORE_ROWS: &str = "No more rows.";
pub(crate) const SAMPLED: &str =
    "Sample rows from when the source was read. Reading more may cost money: sort by a column, or query the table.";
pub(crate) const BEFORE: &str = "Earlier rows";
pub(crate) const AFTER: &str = "Later rows";
pub(crate) const PAGES: &str = "Pages of rows";
pub(crate) const NULL: &str = "null";
pub(crate) const CONVERSIONS: &str = "How the file was read";
pub(crate) const CONVERSIONS_WHY: &str = "The file itself stays as it is.";
pub(crate) const UNDO: &str = "Show the text";
pub(crate) const REDO: &str = "Convert again";
pub(crate) const PROFILE: &str = "Profile";
pub(crate) const PROFILE_DO: &str = "Compute the profile";
pub(crate) const PROFILE_WHY: &str =
    "Every column is queried for counts, extremes and frequent values. Your database may charge for this.";
pub(crate) const PROFILE_BUSY: &str = "The profile is being computed …";
pub(crate) const PROFILE_NO_SCRIPT: &str = "Reload the page in a moment to see it.";
pub(crate) const FILLED: &str = "Non-null";
pub(crate) const NULLS: &str = "Nulls";
pub(crate) const DISTINCT: &str = "Distinct";
pub(crate) const MIN: &str = "Min";
pub(crate) const MAX: &str = "Max";
pub(crate) const FREQUENT: &str = "Most frequent";
pub(crate) const COLUMNS: &str = "Columns";
pub(crate) const COLUMN: &str = "Column";
pub(crate) const SAMPLES: &str = "Sample values";
pub(crate) const KEY: &str = "key";
pub(crate) const NULLABLE: &str = "nullable";
pub(crate) const REFERENCED_BY: &str = "Referenced by";
pub(crate) const NO_REFERENCES: &str = "No other table references this one.";

/// The name of the region that scrolls.
pub(crate) fn rows_of(table: &str) -> String {
    format!("Rows of {table}")
}

pub(crate) fn sort_by(column: &str, descending: bool) -> String {
    format!("Sort by {column}, {}", if descending { "largest first" } else { "smallest first" })
}

pub(crate) fn range(from: usize, shown: usize, all: Option<u64>, estimated: bool) -> String {
    let [first, last] = [from + 1, from + shown].map(|place| number(place as u64));
    match all {
        Some(all) if all >= (from + shown) as u64 => {
            format!("Rows {first} to {last} of {}{}", if estimated { "about " } else { "" }, number(all))
        }
        _ => format!("Rows {first} to {last}"),
    }
}

pub(crate) fn left_out(columns: usize) -> String {
    if columns == 1 {
        "1 more column is listed below.".to_owned()
    } else {
        format!("{} more columns are listed below.", number(columns as u64))
    }
}

pub(crate) fn hidden(columns: &[String]) -> String {
    let verb = if columns.len() == 1 { "looks like a secret and is" } else { "look like secrets and are" };
    format!("{} {verb} not shown.", columns.join(", "))
}

/// A conversion, as one sentence.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'a> {
    pub(crate) column: &'a str,
    pub(crate) to: &'a str,
    pub(crate) state: &'a str,
    pub(crate) unit: &'a str,
    pub(crate) values: u64,
    pub(crate) empty: u64,
    pub(crate) nothings: &'a [String],
    pub(crate) examples: &'a [String],
}

pub(crate) fn conversion(of: &Reading<'_>) -> String {
    let Reading { column, .. } = of;
    let meaning = match of.to {
        "date" => "a date".to_owned(),
        "percent" => "a percentage: 12% is 12".to_owned(),
        "integer" | "number" if !of.unit.is_empty() => format!("a number in {}", of.unit),
        _ => "a number".to_owned(),
    };
    let (values, empty) = (number(of.values), number(of.empty));
    let words = quoted(of.nothings);
    match of.state {
        "applied" if of.empty == 0 => format!("{column}: read as {meaning}."),
        "applied" => format!("{column}: read as {meaning}; {empty} of {values} values{words} became empty."),
        "undone" => format!("{column} is kept as text, as you chose. It can be read as {meaning}."),
        "unclear" if of.to == "date" => {
            format!("{column} is text: it is unclear whether the day or the month comes first{}.", such_as(of.examples))
        }
        "unclear" => format!("{column} is text: its numbers can be read in two ways{}.", such_as(of.examples)),
        _ => {
            let verb = if of.empty == 1 { "is" } else { "are" };
            let kind = match (of.to, of.empty) {
                ("date", 1) => "not a date",
                ("date", _) => "not dates",
                (_, 1) => "not a number",
                _ => "not numbers",
            };
            if let ([only], 1) = (of.nothings, of.empty) {
                format!("{column} is text: 1 of {values} is “{only}”.")
            } else {
                format!("{column} is text: {empty} of {values} {verb} {kind}{}.", such_as(of.nothings))
            }
        }
    }
}

fn quoted(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("“{word}”")).collect();
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

fn such_as(examples: &[String]) -> String {
    examples.first().map(|example| format!(", such as “{example}”")).unwrap_or_default()
}

/// Something that is worth knowing of a column.
pub(crate) fn remark(column: &str, kind: &str, count: u64, of: u64, value: &str) -> String {
    match kind {
        "empty" => format!("{column} is empty in every row."),
        "missing" if count == 1 => format!("1 row has no {column}."),
        "missing" => format!("{} rows have no {column}.", number(count)),
        "constant" if value.is_empty() => format!("{column} is the same in every row."),
        "constant" => format!("{column} is “{value}” in every row."),
        _ => format!("{column} repeats: {} distinct values in {} rows.", number(count), number(of)),
    }
}

pub(crate) fn profiled(rows: u64, elapsed_ms: u64) -> String {
    let rows = if rows == 1 { "1 row".to_owned() } else { format!("{} rows", number(rows)) };
    format!("{rows}, profiled in {}", super::projects::took(elapsed_ms))
}

pub(crate) fn more_columns(count: usize) -> String {
    format!("{count} more columns were left out. The limit is one minute or 40 columns.")
}

pub(crate) fn distinct(count: u64, estimated: bool) -> String {
    format!("{}{}", if estimated { "≈ " } else { "" }, number(count))
}

/// Rounded to one place, and never to all or nothing where it is neither.
pub(crate) fn per_cent(part: u64, whole: u64) -> String {
    if part >= whole {
        return "100%".to_owned();
    }
    let tenths = (u128::from(part) * 1_000 + u128::from(whole) / 2) / u128::from(whole.max(1));
    match (part, tenths) {
        (0, _) => "0%".to_owned(),
        (_, 0) => "< 0.1%".to_owned(),
        (_, 1_000) => "> 99.9%".to_owned(),
        (_, tenths) if tenths % 10 == 0 => format!("{}%", tenths / 10),
        (_, tenths) => format!("{}.{}%", tenths / 10, tenths % 10),
    }
}

pub(crate) fn spread(marks: &[u8], middle: &str) -> String {
    match marks {
        [low, .., high] => format!("Median {middle}; 90% of values lie between {low}% and {high}% of the range"),
        _ => String::new(),
    }
}

pub(crate) fn histogram(column: &str, min: &str, max: &str) -> String {
    format!("Distribution of {column} from {min} to {max}")
}

pub(crate) fn frequent(value: &str, count: u64) -> String {
    let value = if value.is_empty() { "“”" } else { value };
    format!("{value}: {}", number(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_rounded_and_never_cut() {
        for (part, whole, wanted) in [
            (0, 7, "0%"),
            (7, 7, "100%"),
            (0, 0, "100%"),
            (6, 7, "85.7%"),
            (2, 3, "66.7%"),
            (1, 2, "50%"),
            (1, 1_000_000, "< 0.1%"),
            (999_999, 1_000_000, "> 99.9%"),
        ] {
            assert_eq!(per_cent(part, whole), wanted, "{part} of {whole}");
        }
    }

    #[test]
    fn a_conversion_is_one_sentence() {
        let words = ["n/a".to_owned()];
        let of = Reading {
            column: "revenue",
            to: "number",
            state: "applied",
            unit: "€",
            values: 7,
            empty: 1,
            nothings: &words,
            examples: &words,
        };
        assert_eq!(conversion(&of), "revenue: read as a number in €; 1 of 7 values (“n/a”) became empty.");
        assert_eq!(conversion(&Reading { empty: 0, to: "date", ..of }), "revenue: read as a date.");
        assert_eq!(conversion(&Reading { state: "mixed", ..of }), "revenue is text: 1 of 7 is “n/a”.");
        assert_eq!(
            conversion(&Reading { state: "mixed", empty: 3, ..of }),
            "revenue is text: 3 of 7 are not numbers, such as “n/a”."
        );
        assert_eq!(
            conversion(&Reading { state: "unclear", to: "date", ..of }),
            "revenue is text: it is unclear whether the day or the month comes first, such as “n/a”."
        );
    }

    #[test]
    fn remarks_are_sentences() {
        assert_eq!(remark("date", "missing", 3, 9, ""), "3 rows have no date.");
        assert_eq!(remark("id", "repeats", 4, 9, ""), "id repeats: 4 distinct values in 9 rows.");
        assert_eq!(range(50, 50, Some(1_200), false), "Rows 51 to 100 of 1,200");
        assert_eq!(range(0, 3, None, false), "Rows 1 to 3");
    }
}
