//! Many rows in few statements.

use crate::datum::Datum;

/// The two ways to write SQL, where they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// The most values of one statement.
    const fn bind_limit(self) -> usize {
        match self {
            Self::Sqlite => 32_766,
            Self::Postgres => 65_535,
        }
    }

    /// The `number`th value. SQLite looks a named one up among all before it, so there it goes without a name.
    pub(crate) fn placeholder(self, sql: &mut String, number: usize) {
        match self {
            Self::Sqlite => sql.push('?'),
            Self::Postgres => {
                sql.push('$');
                sql.push_str(&number.to_string());
            }
        }
    }
}

/// A table as it is written to.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) columns: &'static [&'static str],
    /// What to do about a row that is there already; empty: fail.
    pub(crate) conflict: &'static str,
}

/// SQL with its values.
pub(crate) struct Statement<'a> {
    pub(crate) sql: String,
    pub(crate) data: Vec<Datum<'a>>,
}

impl Table {
    /// As few statements as the limit of values allows; `write` gives a row's values in the order of the columns.
    pub(crate) fn insert<'a, R>(
        &self,
        dialect: Dialect,
        rows: &[R],
        write: impl Fn(&R, &mut Vec<Datum<'a>>),
    ) -> Vec<Statement<'a>> {
        rows.chunks(dialect.bind_limit() / self.columns.len()).map(|rows| self.statement(dialect, rows, &write)).collect()
    }

    fn statement<'a, R>(&self, dialect: Dialect, rows: &[R], write: impl Fn(&R, &mut Vec<Datum<'a>>)) -> Statement<'a> {
        let width = self.columns.len();
        let mut data = Vec::with_capacity(rows.len() * width);
        let mut sql = String::with_capacity(256 + rows.len() * width * 6);
        sql.extend(["INSERT INTO ", self.name, " (", &self.columns.join(", "), ") VALUES "]);
        for (index, row) in rows.iter().enumerate() {
            write(row, &mut data);
            debug_assert_eq!(data.len(), (index + 1) * width, "every column of {} has a value", self.name);
            sql.push_str(if index == 0 { "(" } else { ", (" });
            for column in 0..width {
                if column > 0 {
                    sql.push_str(", ");
                }
                dialect.placeholder(&mut sql, index * width + column + 1);
            }
            sql.push(')');
        }
        if !self.conflict.is_empty() {
            sql.extend([" ", self.conflict]);
        }
        Statement { sql, data }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: Table = Table { name: "pairs", columns: &["left", "right"], conflict: "ON CONFLICT DO NOTHING" };

    #[test]
    fn one_statement_holds_all_rows_up_to_the_limit() {
        let rows: Vec<i64> = (0..40_000).collect();
        let pairs = |row: &i64, out: &mut Vec<Datum<'_>>| out.extend([Datum::number(*row), Datum::number(-*row)]);
        let few = PAIRS.insert(Dialect::Postgres, &rows[..2], pairs);
        assert_eq!(few[0].sql, "INSERT INTO pairs (left, right) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING");
        assert_eq!(
            PAIRS.insert(Dialect::Sqlite, &rows[..1], pairs)[0].sql,
            "INSERT INTO pairs (left, right) VALUES (?, ?) ON CONFLICT DO NOTHING"
        );
        let many = PAIRS.insert(Dialect::Sqlite, &rows, pairs);
        assert_eq!(many.iter().map(|one| one.data.len()).collect::<Vec<_>>(), [32_766, 32_766, 14_468]);
        assert!(PAIRS.insert(Dialect::Sqlite, &[], pairs).is_empty());
    }
}
