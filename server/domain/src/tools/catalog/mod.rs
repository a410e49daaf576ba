//! What was found in a project's sources, in the seed's words: tables, operations, documents, skills (seed 004).
//!
//! Whatever reads a source makes these; search, tools, prompts and pages read them. Nothing here is a secret of a connection.

mod class;
mod document;
mod operation;
mod profile;
mod roles;
mod skill;
mod table;

pub use class::Class;
pub use document::{Document, DocumentKind, Origin, Section, one_after_the_other};
pub use operation::{ApiKind, Operation, OperationKind, Parameter};
pub use profile::{ColumnProfile, Frequent, TableProfile};
pub use skill::{Skill, SkillLink};
pub use table::{Column, ForeignKey, Table};

pub(in crate::tools) use roles::{is_key_word, is_prefix, stems};
