//! What tests stand on: counted ids, a fixed clock, small objectives and views. A dev-dependency, never part of the product.

mod builders;
mod stamp;

pub use builders::{definition, template, view};
pub use stamp::{CountedIds, MORNING};
