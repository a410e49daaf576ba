//! Judgements of company searches (seed 001).
