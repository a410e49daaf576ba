//! Level 0 of a catalog as far as a prompt has room for it.

use super::{level_0, line, tokens};
use crate::tools::catalog::Table;

/// Tokens of a listing; about 700 tables.
const MOST: usize = 20_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level0 {
    /// A line per table.
    pub text: String,
    /// An estimate, as [`tokens`] makes it.
    pub tokens: usize,
    /// Tables that are not listed.
    pub left_out: usize,
}

/// A line per table while there is room, and in the end how many more there are.
#[must_use]
pub fn bounded_level_0(tables: &[Table]) -> Level0 {
    let (mut text, mut used, mut listed) = (String::new(), 0, 0);
    for table in tables {
        let one = level_0(std::slice::from_ref(table));
        // The end of the line is one too.
        used += tokens(&one) + 1;
        if used > MOST {
            break;
        }
        line(&mut text, &one);
        listed += 1;
    }
    let left_out = tables.len() - listed;
    if left_out > 0 {
        line(&mut text, &format!("… and {left_out} more tables: `search_tables` finds them"));
    }
    let text = text.trim_end().to_owned();
    Level0 { tokens: tokens(&text), text, left_out }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::catalog::Column;

    fn table(number: usize) -> Table {
        let column = |name: &str| Column { name: name.into(), ..Column::default() };
        let columns = ["total", "status", "country", "shipped_at", "created_at"].map(column).to_vec();
        Table { database: "shop".into(), name: format!("orders_{number}"), columns, row_count: Some(120), ..Table::default() }
    }

    #[test]
    fn a_small_catalog_is_listed_whole_and_a_large_one_as_far_as_there_is_room() {
        let few: Vec<Table> = (0..3).map(table).collect();
        let whole = bounded_level_0(&few);
        assert_eq!((whole.text.as_str(), whole.left_out), (level_0(&few).as_str(), 0));
        assert_eq!(whole.tokens, tokens(&whole.text));
        assert_eq!(bounded_level_0(&[]), Level0::default());

        let many: Vec<Table> = (0..5_000).map(table).collect();
        let cut = bounded_level_0(&many);
        assert!(cut.tokens > MOST * 9 / 10 && cut.tokens < MOST + 50, "{}", cut.tokens);
        assert_eq!(cut.text.lines().count(), 5_000 - cut.left_out + 1);
        assert!(cut.text.ends_with(&format!("{} more tables: `search_tables` finds them", cut.left_out)));
    }
}
