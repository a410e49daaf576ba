//! The reading of a project's source: in steps that survive whoever does them, followed by everybody who looks at the source.

mod changes;
mod machine;

pub use changes::compare;
pub use machine::{
    ReadingCommand, ReadingDrafted, ReadingEffect, ReadingInput, ReadingJob, SourceRead, SourceReading, SourceRows,
};
