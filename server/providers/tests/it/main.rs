//! Providers against stubs that speak their wires.

mod embedding;
mod models;
mod speech;
