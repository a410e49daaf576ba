//! What leaves this machine where an operator collects traces.

/// The target of all spans that are exported; nothing else is exported. Such a span has ids, kinds and outcomes, and nothing that
/// somebody wrote or that is secret.
pub const TARGET: &str = "traces";
