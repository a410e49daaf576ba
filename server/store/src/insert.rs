//! Many rows in few statements.

use crate::datum::Datum;

/// The two ways to write SQL, where they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// Rows of one statement on SQLite.
const LARGEST: usize = 32;

impl Dialect {
    /// The most values of one statement.
    const fn bind_limit(self) -> usize {
        match self {
            Self::Sqlite => 32_766,
            Self::Postgres => 65_535,
        }
    }

    /// Parts of one statement each. SQLite compiles in the process: there it pays to have few different statements, which are
    /// compiled once, so a group of rows is cut into powers of two. A server far away is told as much as possible at once.
    fn cut<R>(self, width: usize, rows: &[R]) -> Vec<&[R]> {
        match self {
            Self::Postgres => rows.chunks(self.bind_limit() / width).collect(),
            Self::Sqlite => {
                let (mut cut, mut rest) = (Vec::new(), rows);
                let most = (self.bind_limit() / width).min(LARGEST);
                while !rest.is_empty() {
                    let size = most.min(1 << rest.len().ilog2());
                    let (part, after) = rest.split_at(size);
                    cut.push(part);
                    rest = after;
                }
                cut
            }
        }
    }

    /// Whether the same statement comes again and its compiled form is worth keeping.
    pub(crate) const fn keeps(self) -> bool {
        matches!(self, Self::Sqlite)
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
    /// In statements that the database takes easily; `write` gives a row's values in the order of the columns.
    pub(crate) fn insert<'a, R>(
        &self,
        dialect: Dialect,
        rows: &[R],
        write: impl Fn(&R, &mut Vec<Datum<'a>>),
    ) -> Vec<Statement<'a>> {
        dialect.cut(self.columns.len(), rows).into_iter().map(|rows| self.statement(dialect, rows, &write)).collect()
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
    fn rows_are_cut_as_the_database_likes_them() {
        let rows: Vec<i64> = (0..40_000).collect();
        let pairs = |row: &i64, out: &mut Vec<Datum<'_>>| out.extend([Datum::number(*row), Datum::number(-*row)]);
        let few = PAIRS.insert(Dialect::Postgres, &rows[..2], pairs);
        assert_eq!(few[0].sql, "INSERT INTO pairs (left, right) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING");
        assert_eq!(
            PAIRS.insert(Dialect::Sqlite, &rows[..1], pairs)[0].sql,
            "INSERT INTO pairs (left, right) VALUES (?, ?) ON CONFLICT DO NOTHING"
        );
        let sizes = |dialect, rows| PAIRS.insert(dialect, rows, pairs).iter().map(|one| one.data.len() / 2).collect::<Vec<_>>();
        assert_eq!(sizes(Dialect::Postgres, &rows), [32_767, 7_233]);
        assert_eq!(sizes(Dialect::Sqlite, &rows[..77]), [32, 32, 8, 4, 1], "few different statements");
        assert!(PAIRS.insert(Dialect::Sqlite, &[], pairs).is_empty());
    }
}
