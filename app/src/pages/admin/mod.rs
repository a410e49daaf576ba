//! What administrators review.
