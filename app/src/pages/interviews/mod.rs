//! Interviews: the list, and one interview with its conversation and what is known (seed 000).

pub mod calls;
