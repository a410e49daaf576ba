//! Tables as somebody looks at them: their rows, what their values are like, and what is made of the texts of files.

mod conversions;
mod profiles;
mod rows;

pub use conversions::set_conversion;
pub use profiles::{begin_profile, is_free, known_profile, shown_profile};
pub use rows::{FURTHEST_ROW, RowsWanted, TablePage, is_orderable, table_rows};

pub(crate) use conversions::columns_as_text;
pub(crate) use profiles::Profiles;
