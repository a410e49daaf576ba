//! What tests stand on: counted ids, a fixed clock, small objectives and views, whole conversations. A dev-dependency, never
//! part of the product.

mod builders;
mod saying;
mod shape;
mod stamp;
mod talk;
mod witness;

pub use builders::{definition, template, view};
pub use saying::{Saying, saying};
pub use shape::{Shape, ShapeObjective};
pub use stamp::{CountedIds, MORNING};
pub use talk::Talk;
pub use witness::follows_the_rules;
