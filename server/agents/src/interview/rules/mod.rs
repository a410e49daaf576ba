//! The built-in engine: deterministic, without network or model, the default.

pub mod reply;
pub mod understand;
