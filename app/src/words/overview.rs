//! The first page of a project, and what becomes of one that is deleted.

use super::projects::number;

pub(crate) const TITLE: &str = "Overview";
pub(crate) const MORE: &str = "More";
pub(crate) const MORE_ABOUT: &str = "More about";
pub(crate) const TABLES: &str = "Tables";
pub(crate) const OTHERS: &str = "Documents, APIs and skills";
pub(crate) const LINKS: &str = "How the tables are connected";
pub(crate) const INFERRED: &str = "inferred";
pub(crate) const QUESTIONS: &str = "Ask the data";
pub(crate) const OTHER_QUESTION: &str = "Ask something else";
pub(crate) const RECENT: &str = "Recent activity";
pub(crate) const OPEN: &str = "in progress";
pub(crate) const OPPORTUNITIES: &str = "Opportunities from findings";
pub(crate) const INTERVIEW: &str = "Interview me about this project";
pub(crate) const INTERVIEW_WHY: &str =
    "Ten minutes of questions about what you want to find out. Runs and answers take it into account.";
pub(crate) const EMPTY_TITLE: &str = "Nothing is connected yet";
pub(crate) const EMPTY: &str = "Drop files anywhere on this page. A CSV file becomes a table you can query right away.";
pub(crate) const EMPTY_READER: &str = "Members of the project can connect sources.";
pub(crate) const SAMPLE: &str = "Just looking around? The sample project has tables, documents, an API and a skill.";

pub(crate) const DELETED: &str = "Project deleted.";
pub(crate) const GOES: &str = "It disappears for everyone. You can undo this for a few days.";
pub(crate) const UNDO: &str = "Undo";
pub(crate) const RESTORE: &str = "Restore the project";
pub(crate) const REMOVE: &str = "Delete for good";
pub(crate) const REMOVE_WHY: &str = "Its sources, files, runs and answers are deleted at once. This cannot be undone.";
pub(crate) const NOT_YOURS: &str = "Its creator or an administrator can restore it.";

pub(crate) fn trashed_title(name: &str) -> String {
    format!("{name} was deleted")
}

pub(crate) fn trashed(days: u32) -> String {
    format!("It is kept for {days} days with everything in it. After that it is gone for good.")
}

pub(crate) fn kind(kind: &str) -> &'static str {
    match kind {
        "run" => "Run",
        "ask" => "Question",
        "interview" => "Interview",
        _ => "Opportunities",
    }
}

pub(crate) fn more_tables(count: usize) -> String {
    if count == 1 { "and 1 more table".into() } else { format!("and {} more tables", number(count as u64)) }
}

pub(crate) fn reading(count: usize) -> String {
    if count == 1 { "1 source is being read …".into() } else { format!("{count} sources are being read …") }
}

/// A picture of a table over time, in words.
pub(crate) fn spark(unit: &str, column: &str, from: &str, until: &str, most: u64) -> String {
    let day = |day: &str| if unit == "month" { day.get(..7).unwrap_or(day).to_owned() } else { day.to_owned() };
    format!("Rows by {unit} of {column}, {} to {}; at most {}", day(from), day(until), number(most))
}

pub(crate) fn link(from: &str, from_column: &str) -> String {
    format!("{from}.{from_column}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_told() {
        assert_eq!(
            spark("month", "ordered_at", "2024-01-01", "2025-06-01", 1_234),
            "Rows by month of ordered_at, 2024-01 to 2025-06; at most 1,234"
        );
        assert_eq!(spark("day", "at", "2024-01-01", "2024-01-09", 7), "Rows by day of at, 2024-01-01 to 2024-01-09; at most 7");
        assert_eq!([more_tables(1), reading(2)], ["and 1 more table", "2 sources are being read …"]);
    }
}
